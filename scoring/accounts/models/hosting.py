"""What a site with several clubs keeps of them: their short names, and links that found one."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Club

LONGEST_SHORT_NAME = 30


class ClubAddress(models.Model):
    """A short name by which a club is found at /c/NAME/: the one it has now, or an older one.

    An older one leads on to the new, and so stays the club's.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="addresses")
    short_name = models.CharField(max_length=LONGEST_SHORT_NAME, unique=True)
    current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(current=True), name="one_short_name_now"
            ),
        ]

    def __str__(self) -> str:
        return self.short_name


class ClubSize(models.Model):
    """How many bytes all that a club keeps had when they were last counted."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="size")
    bytes = models.BigIntegerField()
    counted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.bytes} bytes of {self.club}"


class FoundingLink(models.Model):
    """A link by which somebody may found a club, once and for some days.

    With an `email` somebody has asked for it, and it was mailed there: whoever opens it reads mail
    of that address. Without one, whoever runs the site made it. As with an invitation, the link is
    signed and stands nowhere in the database. Used ones stay for a while: they are counted.
    """

    # For whom it was made, or what whoever asked is called.
    name = models.CharField(max_length=60)
    club_name = models.CharField(max_length=80, blank=True)
    short_name = models.CharField(max_length=LONGEST_SHORT_NAME, blank=True)
    email = models.EmailField(blank=True)
    address = models.GenericIPAddressField(null=True)
    # Null where it was made on the machine, or mailed.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"a club for {self.name}"


class Operator(models.Model):
    """An account that runs the site for its clubs, and is in none of them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="operator"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)


class AbuseReport(models.Model):
    """What somebody reports of a club's public page, for the operator to read."""

    class Kind(models.TextChoices):
        """What is wrong with the page."""

        DATA = "data", _("It shows somebody’s data who did not agree")
        INSULT = "insult", _("It insults somebody")
        SPAM = "spam", _("It is advertising or a fraud")
        OTHER = "other", _("Something else")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="abuse_reports")
    path = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    text = models.CharField(max_length=600, blank=True)
    contact = models.CharField(max_length=100, blank=True)
    address = models.GenericIPAddressField(null=True)
    made_at = models.DateTimeField(db_index=True)
    done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.path}"
