"""The log of who did what: lines that are added, and neither changed nor taken away."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Club, Tablet


class LogEntry(models.Model):
    """One thing that somebody did, or was refused.

    `what` is the name of the page's address, such as "scoring:round-record", from which the
    sentence is made when the log is read; `path` is the address, its keys left out. Nothing that
    was typed is kept: of a refused sign-in, `about` names the account where there is one. `club`
    is null where nobody knows it, as with a stranger. The database itself refuses to update or
    delete a row, but for one thing: after LOG_DAYS_WITH_NAMES names and addresses are taken off.
    """

    class Outcome(models.TextChoices):
        """What came of it."""

        DONE = "done", _("done")
        REFUSED = "refused", _("refused")

    moment = models.DateTimeField(db_index=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="log")
    who = models.CharField(max_length=80, blank=True)
    role = models.CharField(max_length=12)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True, related_name="+")
    address = models.GenericIPAddressField(null=True)
    what = models.CharField(max_length=80)
    path = models.CharField(max_length=200)
    about = models.CharField(max_length=150, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome.choices)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "who"]),
            models.Index(fields=["club", "moment"]),
        ]

    def __str__(self) -> str:
        return f"{self.who or self.role}: {self.what} ({self.outcome})"
