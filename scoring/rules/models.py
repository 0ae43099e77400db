"""The rule sheets that a club keeps under a name."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Club


class RuleSheet(models.Model):
    """A club's rules under a name, such as "Tuesday rules".

    `rules` is a rule set as the engine's contract writes it: {"base": "family", ...}. A game takes
    a copy of it when it starts, so that no later change reaches a game. One that was deleted has
    `ended_at`: it is offered no more, and the games that were played by it still know its name.

    `other_rules` are the table's own words about what no question asks: shown, and never ruled on.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rule_sheets")
    name = models.CharField(_("Name"), max_length=60)
    rules = models.JSONField()
    other_rules = models.TextField(
        _("Our other rules"), blank=True, default="", db_default="", max_length=2000
    )
    author = models.CharField(max_length=80)
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(ended_at__isnull=True),
                name="one_rule_sheet_a_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name
