"""The row by which pages that are watched learn that something changed."""

from django.db import models


class Revision(models.Model):
    """One row: its `number` grows with each transaction that wrote anything but rounds.

    It is never less than the time in milliseconds at which it grew, so it does not come again after
    an older copy of the database was put back. See `scoring.watching.revisions`.
    """

    number = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.number)
