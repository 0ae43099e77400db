"""What a club knows of its people beyond the name they are seated by."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.imports.models import ImportDraft
from scoring.accounts.models import Club, Player

# Tables of a hall are numbered up to that.
MOST_TABLES = 99


class Profile(models.Model):
    """The directory's entry of one player; a player without one is known by name alone.

    `birth_year`, `email`, `phone` and `notes` are for organizers and never public. `fixed_table` is
    the number of the table that this person always sits at, such as the one by the door.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="profile")
    nickname = models.CharField(_("nickname"), max_length=40, blank=True)
    community = models.CharField(_("home community"), max_length=60, blank=True)
    email = models.EmailField(_("e-mail"), max_length=120, blank=True, default="", db_default="")
    phone = models.CharField(_("phone"), max_length=40, blank=True, default="", db_default="")
    # Whether the person agreed to mails about game days.
    mails = models.BooleanField(
        _("agreed to e-mails about game days"), default=False, db_default=False
    )
    # Whether the person said no to them: by the link in one, in a list, or to an organizer who took
    # the tick away. Nobody is asked twice. Never true with `mails`.
    mails_refused = models.BooleanField(
        _("said no to e-mails about game days"), default=False, db_default=False
    )
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("always sits at table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_TABLES)],
    )
    notes = models.CharField(_("notes"), max_length=200, blank=True)

    def __str__(self) -> str:
        return f"profile of {self.player}"


class Merge(models.Model):
    """That two records are one person: the games of `gone` became games of `kept`.

    What moved is kept, so that it can be undone: `seats` are the ids of the seats, `profile` is
    what the directory said of both before ({"kept": {...}, "gone": {...}}), and `moved` holds the
    rows of other kinds, as `league.people.services.merging` writes and reads them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    gone = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seats = models.JSONField(default=list)
    profile = models.JSONField(default=dict)
    moved = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    merged_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone} is {self.kept}"


class PeopleImport(ImportDraft):
    """A file of people, while somebody looks at what it would change in the directory.

    `erases` says whether an empty cell erases what the directory has, and `agreed` that everybody
    with an address in the file agreed to e-mails.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people_imports")
    erases = models.BooleanField(default=False)
    agreed = models.BooleanField(default=False, db_default=False)
