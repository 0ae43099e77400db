"""What people bring forward into a season: totals of games that are not in this program."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.imports.models import ImportDraft
from scoring.accounts.models import Player

from .seasons import Season

MOST_AMOUNT = Decimal(999999)
MOST_GAMES = 10000


class BroughtForward(models.Model):
    """One person's amount in a season, in what the season measures: points, place points and so on.

    `games` and `rounds` are how many the amount is of, `wins` how many games were won, and
    `rounds_out` in how many rounds the person went out; null where nobody knows. `source` says
    where it came from, as the file was called.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="brought_forward")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="brought_forward")
    amount = models.DecimalField(
        _("amount"),
        max_digits=9,
        decimal_places=2,
        validators=[MinValueValidator(Decimal(0)), MaxValueValidator(MOST_AMOUNT)],
    )
    games = models.PositiveSmallIntegerField(_("games"), null=True)
    rounds = models.PositiveIntegerField(_("rounds"), null=True)
    wins = models.PositiveSmallIntegerField(_("won"), null=True)
    rounds_out = models.PositiveIntegerField(_("rounds won"), null=True)
    source = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_amount_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.player} in {self.season}"


class BroughtImport(ImportDraft):
    """A file of totals, while somebody looks at what it would bring forward into a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="brought_imports")
