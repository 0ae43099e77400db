"""Game days: when and where, who is there, who sits where, and the tables' games."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models import Club, Player
from scoring.rules.models import RuleSheet
from scoring.sheets.models import Game


class Meeting(models.Model):
    """What the calendar says of a game day, and of every day of a series. Times are the club's."""

    title = models.CharField(_("name"), max_length=60, blank=True)
    starts = models.TimeField(_("from"))
    ends = models.TimeField(_("until"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    contact = models.CharField(_("contact"), max_length=120, blank=True)

    class Meta:
        abstract = True


class Series(Meeting):
    """Game days that come every week, from `first` to `last`; each has its own row besides."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    class Meta:
        ordering = ["first", "pk"]

    def __str__(self) -> str:
        return self.title or f"series {self.pk}"


class GameDay(Meeting):
    """One day of play of a club. A cancelled one stays in the calendar and says so.

    `counts` says whether its games count for the season that its date falls in. The wished table
    size and the rounds of seating are what plans are made from.

    Calendars know the day by `uid`; `sequence` grows and `changed_at` moves with each change of
    what they show. `current_round` is the round of seating that the wall shows and tables are
    started for; `revision` grows with whatever pages about the day itself show.
    """

    class Movement(models.TextChoices):
        """How people come to their next table."""

        PLAN = "plan", _("by a plan for the whole day")
        LOWEST = "lowest", _("the lowest of each table move up, the highest down")
        STAY = "stay", _("everybody stays all day")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="game_days")
    series = models.ForeignKey(
        Series, on_delete=models.SET_NULL, null=True, blank=True, related_name="game_days"
    )
    date = models.DateField(_("date"), db_index=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    cancelled_at = models.DateTimeField(null=True, editable=False)
    # The date that it had before its last move: a mail says so to its people.
    moved_from = models.DateField(null=True, editable=False)
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    counts = models.BooleanField(_("counts for the season"), default=True)
    # How often the links to the day's wall page were made anew: their keys follow from it.
    links_renewed = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    movement = models.CharField(
        _("seating"), max_length=8, choices=Movement.choices, default=Movement.PLAN
    )
    movers = models.PositiveSmallIntegerField(
        _("how many from each table move"), default=1, validators=[MinValueValidator(1)]
    )
    size = models.PositiveSmallIntegerField(_("preferred table size"), default=4)
    least = models.PositiveSmallIntegerField(_("smallest table"), default=3)
    most = models.PositiveSmallIntegerField(_("largest table"), default=5)
    # How many tables can play at once: who owns six sets of dominoes lays six. Null is enough.
    tables = models.PositiveSmallIntegerField(_("tables"), null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(
        _("games in a row"), default=3, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    # How many people there is room for; who asks for a place after that waits for one.
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    meetings_count = models.BooleanField(_("earlier meetings count"), default=False)
    # What each table plays: a rule set as the engine's contract writes it, where it came from, and
    # the set's high pip.
    rules = models.JSONField(default=dict)
    rule_sheet = models.ForeignKey(
        RuleSheet, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    set = models.PositiveSmallIntegerField(_("set of dominoes"), default=12)
    current_round = models.PositiveSmallIntegerField(default=1, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["date", "starts", "pk"]

    def __str__(self) -> str:
        return f"{self.club}, {self.date}"


class Attendance(models.Model):
    """Somebody who came to a game day; `left_at` says that they have gone home.

    `joins_at` and `leaves_after` are rounds of seating, from 1: the first one with them, and the
    last one, null while it is not known. `fixed_table` is for this day, over the directory's; 0 is
    no fixed table for this day. `by_game` says that nothing but a game of the day tells that they
    came: it was put into the day, and nobody checked them in.
    """

    game_day = models.ForeignKey(GameDay, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    arrived_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    joins_at = models.PositiveSmallIntegerField(default=1)
    leaves_after = models.PositiveSmallIntegerField(null=True)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    by_game = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering = ["arrived_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game_day", "player"], name="one_attendance_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.game_day}"


class DayAnswer(models.Model):
    """What somebody said before a game day: whether they come.

    `in_line_since` is when they first asked for the place that they ask for now: changing from on
    time to late loses no place, and saying no does. `moved_up_at` is when somebody who waited got
    a place, null for everybody else.
    """

    class Coming(models.TextChoices):
        """Whether somebody comes."""

        YES = "yes", _("I come")
        LATE = "late", _("I come later")
        NO = "no", _("I can’t come")

    game_day = models.ForeignKey(GameDay, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    coming = models.CharField(max_length=4, choices=Coming.choices)
    answered_at = models.DateTimeField()
    in_line_since = models.DateTimeField()
    moved_up_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["in_line_since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game_day", "player"], name="one_answer_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.coming}, {self.game_day}"


class DayAnswerSent(models.Model):
    """That an answer came by the club's link, kept for an hour so that no machine can send more."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    address = models.GenericIPAddressField(null=True)
    sent_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} at {self.sent_at}"


class DayMail(models.Model):
    """What somebody was sent by e-mail about a day: nobody gets the same mail twice.

    `sent_at` is when the mail asked whether he or she comes, `place_sent_at` when another said that
    a place had become free, `moved_sent_at` that the day had changed, `cancelled_sent_at` that it
    was cancelled, `result_sent_at` who had won; null for what was not sent.
    """

    game_day = models.ForeignKey(GameDay, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    sent_at = models.DateTimeField(null=True)
    place_sent_at = models.DateTimeField(null=True)
    moved_sent_at = models.DateTimeField(null=True)
    cancelled_sent_at = models.DateTimeField(null=True)
    result_sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game_day", "player"], name="one_mail_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.game_day}"


class Wish(models.Model):
    """Two people who are to sit at one table, or never to; for one game day, or for all of them."""

    class Kind(models.TextChoices):
        """What is wished."""

        APART = "apart", _("keep apart")
        TOGETHER = "together", _("keep together")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="wishes")
    game_day = models.ForeignKey(
        GameDay, on_delete=models.CASCADE, null=True, related_name="wishes"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.get_kind_display()}"


class Plan(models.Model):
    """Who sits where, for each round of seating; a day's newest plan that was taken is in force.

    `tables` is a list of rounds, each a list of tables (table 1 first), each a list of players' ids
    in seat order. `report` is what the planner says of it: repeats, least_repeats, most_meetings,
    never_met; and the day's `setting` that this holds for, which older plans do not have. Rounds
    before `from_round` were taken over from the plan before. A plan that would move people who were
    seated already waits, with `taken_at` null, until an organizer takes it;
    `basis` stands for what it was made from, so that it is not taken when that has changed.

    A change by hand is a plan too; `before` is the plan that taking it back brings back. `locks`
    says who keeps the table of this plan when a new one is made: for a round of seating (its number
    as text), `people` are players' ids, and `tables` the numbers of tables that nobody else joins.
    """

    game_day = models.ForeignKey(GameDay, on_delete=models.CASCADE, related_name="plans")
    from_round = models.PositiveSmallIntegerField(default=1)
    tables = models.JSONField()
    report = models.JSONField(default=dict)
    seed = models.PositiveIntegerField(default=0)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)
    basis = models.CharField(max_length=64, blank=True)
    locks = models.JSONField(default=dict, db_default={})
    before = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"plan {self.pk} of {self.game_day}"


class TableGame(models.Model):
    """A game that was played on a game day: at which table, in which round of seating (from 1).

    A game counts for a season by its game day alone, so that scoring needs to know of none.
    """

    game_day = models.ForeignKey(GameDay, on_delete=models.CASCADE, related_name="table_games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="table_game")
    seating_round = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["seating_round", "table_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game_day", "seating_round", "table_number"], name="one_game_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table_number}, round {self.seating_round} of {self.game_day}"
