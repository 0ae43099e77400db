"""Seasons: from when to when, and how games count."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models import Club, Player


class Season(models.Model):
    """The stretch of time that one leaderboard is about; seasons of a club do not overlap.

    A game day belongs to the season that its date falls in. `measure`, `count` and `days` say how
    its games count, and are those of `league.standings.methods`; `place_points` are what places
    give, from first place down. `tie_breaks` are names of tie-breaks in the order in which they are
    tried. `revision` grows with each change of these, so that what was derived under older ones is
    known to be old. `brings_forward` says that there are amounts to be added, so that others need
    not be asked. A closed season's boards stay as they were.
    """

    class Measure(models.TextChoices):
        """What of a game counts."""

        POINTS = "points", _("points: the fewest lead")
        PLACES = "places", _("points for the place at the table")
        BEATEN = "beaten", _("opponents beaten, in percent")
        OUTS = "outs", _("rounds won")
        WINS = "wins", _("games won")

    class Count(models.TextChoices):
        """How a player's games make one value."""

        PER_ROUND = "per_round", _("the average of all rounds")
        PER_GAME = "per_game", _("the average of all games")
        SUM = "sum", _("the sum of all games")
        BEST_DAYS = "best_days", _("the sum of the best days")
        ALL_BUT = "all_but", _("the sum of all but the worst days")

    class Guests(models.TextChoices):
        """What the leaderboard does with guests of the season."""

        RANKED = "ranked", _("They have places like everybody else")
        APART = "apart", _("They are listed below the others, without a place")
        LEFT_OUT = "left_out", _("They are not on the leaderboard")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    measure = models.CharField(
        _("what counts"), max_length=8, choices=Measure.choices, default=Measure.POINTS
    )
    count = models.CharField(
        _("how games add up"), max_length=10, choices=Count.choices, default=Count.PER_ROUND
    )
    days = models.PositiveSmallIntegerField(
        _("how many days"), default=0, validators=[MaxValueValidator(366)]
    )
    place_points = models.JSONField(_("points for places"), default=list, blank=True)
    least_games = models.PositiveSmallIntegerField(
        _("games needed to be ranked"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    guests = models.CharField(
        _("guests"),
        max_length=8,
        choices=Guests.choices,
        default=Guests.RANKED,
        db_default=Guests.RANKED,
    )
    public = models.BooleanField(_("everybody may see the leaderboard"), default=False)
    revision = models.PositiveIntegerField(default=1, editable=False)
    brings_forward = models.BooleanField(default=False, db_default=False, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.CharField(max_length=80, blank=True, editable=False)

    class Meta:
        ordering = ["-first", "-pk"]

    def __str__(self) -> str:
        return self.name


class SeasonStatus(models.Model):
    """Whether somebody is a member or a guest in a season; without a row nobody has said."""

    class Kind(models.TextChoices):
        """What somebody is in a season."""

        MEMBER = "member", _("Member")
        GUEST = "guest", _("Guest")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="statuses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="statuses")
    kind = models.CharField(max_length=6, choices=Kind.choices)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_status_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}: {self.get_kind_display()}"
