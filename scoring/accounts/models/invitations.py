"""Invitations into a club, for people who may have an account on this site already."""

from django.conf import settings
from django.db import models

from .people import Club, Membership


class Invitation(models.Model):
    """A link that lets one person into a club, once and for some days.

    The row is gone once somebody has joined by it. Its link is signed and stands nowhere in the
    database: who reads a copy of that gets into no club (`selectors/invitations.py`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    # For whom the organizer made it, so that one can be told from another.
    name = models.CharField(max_length=60)
    role = models.CharField(max_length=12, choices=Membership.Role.choices)
    # Null where whoever runs the site made it, on the machine.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} ({self.role}), {self.club}"
