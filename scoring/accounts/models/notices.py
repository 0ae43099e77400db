"""What somebody else did to an account, for those whom it concerns."""

from django.conf import settings
from django.db import models


class AccountNotice(models.Model):
    """One thing that one person did to the account `about` and that `user` is to know.

    `by` is null where nobody was signed in, as on the computer that serves the site, or where that
    account is gone. What a session has read is kept in that session, not here: who took an account
    over can put the notice away in their own browser, and its owner still sees it.
    """

    class Kind(models.TextChoices):
        """What was done."""

        PASSWORD = "password"  # noqa: S105  a word, not one
        KEYS = "keys"
        SESSIONS = "sessions"
        ADDED = "added"
        REMOVED = "removed"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account_notices"
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    moment = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} of {self.about} by {self.by}, for {self.user}"
