"""What a tablet handed over and could not be written on the sheet; it is kept all the same."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Tablet
from scoring.sheets.models.games import Game


class SetAside(models.Model):
    """Something recorded without a network that the sheet could not take, word for word.

    `sending` is what the tablet sent and `sentence` why it was not written. It waits until an entry
    with the same `key` is on the sheet, or somebody leaves it out, which is told by `left_at`. Once
    the same stands there under another key, it is gone.
    """

    class Kind(models.TextChoices):
        """What it wanted to write."""

        ROUND = "round", _("round")
        CORRECT = "correct", _("correction")
        UNDO = "undo", _("undo")
        DISPUTE = "dispute", _("dispute")
        UNREADABLE = "unreadable", _("something that cannot be read")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="set_aside")
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField(null=True)
    sending = models.JSONField()
    sentence = models.TextField()
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True, related_name="+")
    device_time = models.DateTimeField(null=True)
    received_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    left_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="one_set_aside_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game}, set aside"

    @property
    def fields(self) -> dict[str, str]:
        """A round's form as it was filled in, where this was one; else empty.

        What an older version has kept may be of any shape: all but texts by name is left out.
        """
        fields = self.sending.get("fields") if isinstance(self.sending, dict) else None
        if not isinstance(fields, dict):
            return {}
        return {name: value for name, value in fields.items() if isinstance(value, str)}
