"""Erasing for good: what was erased and when, and the permit that erasing needs."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Club


class Erasure(models.Model):
    """A record that somebody or something was erased: what replaced it, but not who it was.

    Older copies of the database still have what was erased: a person who restores one is asked to
    erase it again. `number` is the row's, which is the same there. `club` is null for a club.
    """

    class Kind(models.TextChoices):
        """What was erased."""

        PERSON = "person", _("person")
        ACCOUNT = "account", _("account")
        CLUB = "club", _("club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="erasures")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    number = models.BigIntegerField()
    neutral_name = models.CharField(max_length=80, blank=True)
    erased_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind}, now {self.neutral_name}"


class ErasurePermit(models.Model):
    """What the triggers of the sheet and the log look for before they let a name go.

    `seal` refers to a row that never exists, and the database looks at that when a transaction
    ends. So a permit can be written and deleted within one transaction, and never be kept: outside
    that transaction nobody can change a sheet or the log. A column that is added here makes SQLite
    rebuild the table, which drops no trigger, since the triggers belong to other tables.
    """

    class Kind(models.TextChoices):
        """What it allows."""

        NAMES = "names", _("names may be replaced on sheets, and taken off the log")
        CLUB = "club", _("the lines of one club's log may be deleted")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    club_number = models.BigIntegerField(null=True)
    seal = models.ForeignKey("self", on_delete=models.DO_NOTHING, related_name="+")

    def __str__(self) -> str:
        return str(self.get_kind_display())
