"""Disputes at a table, the engine's rulings on them, and what an organizer decides."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Club, Tablet
from scoring.rules.models import RuleSheet
from scoring.sheets.models.games import Game


class Dispute(models.Model):
    """One question about a table, the facts told so far, and the engine's ruling on it.

    `ask` is part of a case as the engine's contract writes it. `told` are the facts in the order in
    which they were told, each a path and a value; the first `asked` of them the question itself
    tells. `unknown` are those that nobody at the table knows. `ruling` is the engine's answer once
    it is kept, so that it stays readable whatever becomes of the rules. `key` is chosen by a device
    that hands over what it settled without network, so that sending it twice records it once.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  null is "asked of the server"
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    ask = models.JSONField()
    told = models.JSONField(default=list)
    asked = models.PositiveSmallIntegerField(default=0)
    unknown = models.JSONField(default=list)
    ruling = models.JSONField(null=True)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_dispute_a_number"),
            models.UniqueConstraint(fields=["game", "key"], name="one_dispute_a_key"),
        ]

    def __str__(self) -> str:
        return f"dispute {self.number} of {self.game}"

    @property
    def facts(self) -> dict[str, Any]:
        """The facts told, by their paths, in the order in which they were told."""
        return dict(self.told)


class Decision(models.Model):
    """An organizer's own answer to a dispute, over the engine's; the newest one counts."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="decisions")
    answer = models.CharField(_("what holds instead"), max_length=200)
    reason = models.CharField(_("why"), max_length=200)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"decision on {self.dispute}"


class Precedent(models.Model):
    """An organizer's decision of a dispute that became a rule of one of the club's rule sheets.

    `parameter` and `value` are a house rule as the engine's contract writes it. It only remembers
    where the rule came from: what holds is what the rule sheet says.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="precedents")
    dispute = models.ForeignKey(
        Dispute, on_delete=models.PROTECT, null=True, related_name="precedents"
    )
    rule_sheet = models.ForeignKey(
        RuleSheet, on_delete=models.PROTECT, null=True, related_name="precedents"
    )
    parameter = models.CharField(max_length=60)
    value = models.JSONField(null=True)
    author = models.CharField(max_length=80)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.parameter} in {self.club}"
