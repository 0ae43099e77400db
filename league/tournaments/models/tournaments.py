"""Tournaments: their rules, who enters, and the divisions in which medals are won."""

import uuid
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.imports.models import ImportDraft
from league.seasons.models.seasons import Season
from league.tournaments.brackets.divisions import AgeGroup
from scoring.accounts.models import Club, Player
from scoring.accounts.shown_names import PersonName
from scoring.names import NAME_LENGTH

# The most letters of the notes of the day, so that a sheet of paper has room for them.
NOTES_LENGTH = 500
OLDEST = 120


def check_division_ages(ages: Any) -> None:
    """Refuse what are no ages at which divisions can begin, the youngest first."""
    if not isinstance(ages, list) or not all(type(age) is int for age in ages):
        raise ValidationError(_("Type only the ages, like 50, 60, 75."))
    if ages[-1:] == [0]:
        raise ValidationError(_("Type at least one age above 0."))
    if any(age >= following for age, following in pairwise(ages)):
        raise ValidationError(_("Type each age once, the youngest first."))
    if ages and not 0 <= ages[0] <= ages[-1] <= OLDEST:
        raise ValidationError(
            _("No division can begin above %(oldest)d."), params={"oldest": OLDEST}
        )


class Tournament(models.Model):
    """One event, from the list of entrants to the medals.

    Medals are won in divisions: by the age that a person has on the day that `age_on` names, in
    bands of `band_width` years from `first_age` to `last_age` and older, and by gender where
    `by_gender`. A width of 0 is no bands. Where there are `division_ages`, bands begin at these
    instead. `tie_breaks` are names of `league.standings.tie_breaks.TieBreak` in the order in which
    they are tried; who is level after all of them shares the place.

    Places 1 to 3 of a division win medals where `medals`, and the places after them to `ribbons`
    win ribbons. `qualifiers` places of a division go to the state; a visitor, who comes from out of
    the area, takes none of these, takes a place in the next stage only if `visitors_go_on`, and a
    medal only if `visitors_win`.

    Seeds of the first stage follow the leaderboard of `season`: its places, or where
    `seeds_by_rating` the ratings that stand beside them. `began_at` is when the first stage was
    seated, `ended_at` when the last one was closed. Where `medals_held`, no television and no
    list of places shows who won until the director says so. `revision` grows with whatever pages
    about the tournament show. `seed` is what draws follow.

    `notes` are what the director tells everybody on the day. `be_there` is how many minutes before
    a stage starts its people should be there.

    One that is a copy of another, `rehearsal_of`, is played through before the day with results
    that are made up, and thrown away. No list of tournaments has it.
    """

    class AgeOn(models.TextChoices):
        """The day on which age is counted."""

        YEAR_END = "year_end", _("31 December of the year")
        EVENT = "event", _("the day of the event")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"), db_index=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    event = models.CharField(_("event, as the state knows it"), max_length=80, blank=True)
    format = models.CharField(max_length=24, blank=True)

    age_on = models.CharField(
        _("age counts on"), max_length=8, choices=AgeOn.choices, default=AgeOn.YEAR_END
    )
    band_width = models.PositiveSmallIntegerField(
        _("years in a band"), default=5, validators=[MaxValueValidator(50)]
    )
    first_age = models.PositiveSmallIntegerField(
        _("youngest band begins at"), default=50, validators=[MaxValueValidator(OLDEST)]
    )
    last_age = models.PositiveSmallIntegerField(
        _("oldest band begins at"), default=90, validators=[MaxValueValidator(OLDEST)]
    )
    division_ages = models.JSONField(
        _("ages at which a division begins"),
        default=list,
        db_default=[],
        blank=True,
        validators=[check_division_ages],
    )
    by_gender = models.BooleanField(_("women and men apart"), default=False)

    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    medals = models.BooleanField(_("medals for the first three places"), default=True)
    ribbons = models.PositiveSmallIntegerField(
        _("ribbons down to place"), default=0, validators=[MaxValueValidator(50)]
    )
    qualifiers = models.PositiveSmallIntegerField(
        _("places of a division that qualify"), default=0, validators=[MaxValueValidator(50)]
    )
    visitors_go_on = models.BooleanField(
        _("visitors may take a place in the next stage"), default=False
    )
    visitors_win = models.BooleanField(_("visitors may win medals"), default=True)

    public = models.BooleanField(_("everybody may watch"), default=False)
    sign_up = models.BooleanField(_("people may enter by themselves"), default=False)
    sign_up_key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    most_entrants = models.PositiveSmallIntegerField(
        _("most entrants"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(500)],
    )
    walk_ups = models.BooleanField(_("walk-ups are allowed on the day"), default=True)
    notes = models.TextField(
        _("changes announced today"),
        blank=True,
        default="",
        db_default="",
        max_length=NOTES_LENGTH,
        validators=[MaxLengthValidator(NOTES_LENGTH)],
    )
    be_there = models.PositiveSmallIntegerField(
        _("minutes before the start that people should be there"),
        default=15,
        db_default=15,
        validators=[MaxValueValidator(120)],
    )
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )

    seeds_by_rating = models.BooleanField(
        _("seeds follow the season's rating, not its places"), default=False
    )

    rehearsal_of = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, editable=False, related_name="rehearsals"
    )
    seed = models.PositiveIntegerField(default=1)
    began_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    cancelled_at = models.DateTimeField(null=True, editable=False)
    medals_held = models.BooleanField(default=False, db_default=False, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def by_age(self) -> bool:
        """Whether divisions go by age."""
        return bool(self.division_ages or self.band_width)

    @property
    def prizes(self) -> str:
        """What is won, and pages speak of: "medals", "ribbons" where there are none, or ""."""
        if self.medals:
            return "medals"
        return "ribbons" if self.ribbons else ""


class Entrant(models.Model):
    """Somebody who has entered, or asks to: `player` is null until a director has accepted it.

    `number` is given at acceptance, from 1, and stays. `born` and `gender` put a person into a
    division and are for directors alone. Instead of `born` a list may say an age group, from
    `age_from` (None: no group) to `age_to` (None: no end). `community` is the residence that lists
    show. Club-mates are known by `home_club`, or by the residence where that is empty; directors
    alone see it. `seed_by_hand` goes before what the season says. Who is
    not `checked_in_at` when the tournament begins has not come; `withdrawn_at` is for who goes
    away, before or later, and `withdrawn_how` says in which way. Who `keeps_place` keeps the place
    earned until then. `withdrawn_stage` is the number of the stage that it was in, null before all
    of them, and `withdrawn_games` how many of its games he or she had ended.
    """

    class Gender(models.TextChoices):
        """What divisions by gender go by."""

        WOMAN = "woman", _("woman")
        MAN = "man", _("man")

    class Leaving(models.TextChoices):
        """In which way somebody goes away."""

        WITHDREW = "withdrew", _("withdrew")
        INJURED = "injured", _("injured or ill")
        NO_SHOW = "no_show", _("did not come")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Source(models.TextChoices):
        """How an entry came."""

        TYPED = "typed", _("typed")
        FILE = "file", _("from a file")
        FORM = "form", _("by the public form")
        WALK_UP = "walk_up", _("walk-up")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="entries")
    number = models.PositiveSmallIntegerField(null=True)
    name = PersonName(_("name"), max_length=NAME_LENGTH)
    # As scoring compares names: a letter folds into three at most.
    name_key = models.CharField(max_length=120, editable=False)
    born = models.DateField(_("date of birth"), null=True, blank=True)
    age_from = models.PositiveSmallIntegerField(_("age group from"), null=True, blank=True)
    age_to = models.PositiveSmallIntegerField(_("age group to"), null=True, blank=True)
    gender = models.CharField(_("gender"), max_length=8, choices=Gender.choices, blank=True)
    community = models.CharField(_("residence"), max_length=60, blank=True)
    home_club = models.CharField(_("club"), max_length=60, blank=True, default="", db_default="")
    contact = models.CharField(_("telephone or mail"), max_length=120, blank=True)
    visitor = models.BooleanField(_("from out of the area"), default=False)
    seed_by_hand = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.TYPED)
    # Another club of the site that entered this person, and may take the entry back.
    from_club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, related_name="entries_elsewhere"
    )
    entered_at = models.DateTimeField()
    entered_by = models.CharField(max_length=80, blank=True)
    checked_in_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_why = models.CharField(max_length=200, blank=True)
    withdrawn_how = models.CharField(
        max_length=12, choices=Leaving.choices, blank=True, default="", db_default=""
    )
    keeps_place = models.BooleanField(default=False, db_default=False)
    withdrawn_stage = models.PositiveSmallIntegerField(null=True)
    withdrawn_games = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["name_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name_key"], name="one_entry_a_name"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.tournament}"

    @property
    def age_group(self) -> AgeGroup | None:
        """The age group that was given instead of a date of birth; None for none."""
        if self.age_from is None:
            return None
        # An archive that was written by hand may have them the wrong way round.
        return AgeGroup(self.age_from, self.age_to and max(self.age_from, self.age_to))

    @age_group.setter
    def age_group(self, ages: AgeGroup | None) -> None:
        self.age_from = ages.lowest if ages else None
        self.age_to = ages.highest if ages else None

    @property
    def club_key(self) -> str:
        """What club-mates have in common; "" for who has none that is known."""
        return (self.home_club or self.community).casefold().strip()

    @property
    def is_disqualified(self) -> bool:
        """Whether this one wins nothing, with whatever place."""
        return self.withdrawn_at is not None and self.withdrawn_how == self.Leaving.DISQUALIFIED

    @property
    def is_no_show(self) -> bool:
        """Whether this one went away by not coming."""
        return self.withdrawn_at is not None and self.withdrawn_how == self.Leaving.NO_SHOW


class DivisionMerge(models.Model):
    """Divisions that a director combined, so that medals are won in competition, and why.

    `divisions` are keys of `league.tournaments.brackets.divisions`. No division is in two merges in
    force.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="division_merges"
    )
    divisions = models.JSONField(default=list)
    reason = models.CharField(_("why"), max_length=200)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    merged_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"divisions combined in {self.tournament}"


class StateList(models.Model):
    """Which columns a club sends to its state, under a name, for one tournament after the other.

    `columns` are keys of `awards.selectors.state_list.COLUMNS`, in the order of the file.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="state_lists")
    name = models.CharField(_("name"), max_length=60)
    columns = models.JSONField(default=list)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_state_list_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantImport(ImportDraft):
    """A file of entrants, while somebody looks at what it would do to a tournament's list.

    `day_first` is what somebody said of dates such as 5/6/1944; null where nobody was asked.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entrant_imports"
    )
    day_first = models.BooleanField(null=True)


class SignUpSent(models.Model):
    """That somebody sent the public form, kept for an hour so that no machine can flood a list."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    address = models.GenericIPAddressField(null=True)
    sent_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} at {self.sent_at}"


class TournamentEntry(models.Model):
    """The director's log: what was done or decided, by whom and why; never changed.

    `kind` names what it was, `details` hold ids and what was chosen between, and `text` is the
    sentence that pages show. A correction that came after a stage had begun, and what the director
    chose to do about it, is one of these.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    kind = models.CharField(max_length=24)
    text = models.CharField(max_length=400)
    reason = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament}"
