"""Seasons: from when to when, and how games count."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import Club


class Season(models.Model):
    """The stretch of time that one leaderboard is about; seasons of a club do not overlap.

    A game day belongs to the season that its date falls in. How its games count is `method`, with
    `best` days that count or `worst` days that do not, and `place_points` from first place down.
    `tie_breaks` are names in the order in which they are tried. `revision` grows with each change
    of these, so that what was derived under older ones is known to be old.
    """

    class Method(models.TextChoices):
        """What a player's value is."""

        AVERAGE_ROUND = "average_round", _("average points a round")
        AVERAGE_GAME = "average_game", _("average of game totals")
        SUM = "sum", _("sum of game totals")
        PLACE_POINTS = "place_points", _("points for places at the table")
        SHARE_BEATEN = "share_beaten", _("share of opponents beaten")
        ROUNDS_OUT = "rounds_out", _("rounds gone out in")
        WINS = "wins", _("games won")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    method = models.CharField(
        _("what counts"), max_length=16, choices=Method.choices, default=Method.AVERAGE_ROUND
    )
    best = models.PositiveSmallIntegerField(
        _("only the best days count"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    worst = models.PositiveSmallIntegerField(
        _("the worst days do not count"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    place_points = models.JSONField(_("points for places"), default=list, blank=True)
    least_games = models.PositiveSmallIntegerField(
        _("games needed to be ranked"), default=1, validators=[MaxValueValidator(1000)]
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    public = models.BooleanField(_("everybody may see the leaderboard"), default=False)
    revision = models.PositiveIntegerField(default=1, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.CharField(max_length=80, blank=True, editable=False)

    class Meta:
        ordering = ["-first", "-pk"]

    def __str__(self) -> str:
        return self.name
