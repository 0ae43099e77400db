"""Clubs, the people in them, and the tablets that may score for them."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.shown_names import Names, PersonName
from scoring.names import NAME_LENGTH


class Club(models.Model):
    """A group of people who play together; every game belongs to one.

    One that is `made_up` is there to look around in: its pages say so, and one tap removes it.
    """

    class Shown(models.TextChoices):
        """What somebody without an account or a link may see of the club."""

        NOTHING = "nothing", _("Only people of the club see its days and games")
        FRONT = "front", _("A page of the club: next game days, and leaderboards that are public")
        GAMES = "games", _("That page, and the games with their score sheets")

    name = models.CharField(_("name of the club"), max_length=80)
    shown = models.CharField(
        _("what the public may see"),
        max_length=10,
        choices=Shown.choices,
        default=Shown.NOTHING,
    )
    names = models.CharField(
        _("how the public reads names"),
        max_length=8,
        choices=Names.choices,
        default=Names.FULL,
        db_default=Names.FULL,
    )
    # Who may come, what it costs; and whom a stranger asks. Both stand on the club's page.
    about = models.TextField(_("about us"), max_length=600, blank=True, default="", db_default="")
    public_contact = models.CharField(
        _("contact for everybody"), max_length=120, blank=True, default="", db_default=""
    )
    framed = models.BooleanField(
        _("other web sites may show a leaderboard that is public"), default=False, db_default=False
    )
    numerals = models.BooleanField(_("numerals on the dominoes"), default=False)
    # A code such as "de": of the hall's screens, prints and mails, and of who has chosen none.
    language = models.CharField(
        _("the club’s language"), max_length=10, blank=True, default="", db_default=""
    )
    # Of a club near a border: the screens turn to it and back, and a tablet's sheet offers both.
    second_language = models.CharField(
        _("second language"), max_length=10, blank=True, default="", db_default=""
    )
    # As IANA names it, such as "Europe/London"; of a club without one, the site's.
    time_zone = models.CharField(max_length=40, blank=True, default="", db_default="")
    # How often the links to the club's calendar were renewed: their keys follow from it.
    links_renewed = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    made_up = models.BooleanField(default=False, db_default=False, editable=False)
    # A host name of its own, at which the first page is the club's; whoever runs the site sets it.
    host_name = models.CharField(max_length=100, null=True, unique=True, editable=False)  # noqa: DJ001
    # Limits of this club's own, which whoever runs the site sets; null for the settings'.
    most_people = models.PositiveIntegerField(null=True, editable=False)
    most_games = models.PositiveIntegerField(null=True, editable=False)
    most_megabytes = models.PositiveIntegerField(null=True, editable=False)
    # The club and all that is its own are erased then, unless an organizer stops it.
    erase_at = models.DateTimeField(null=True, editable=False)
    # Whoever runs the site has paused the club since then: its pages are closed to everybody.
    suspended_at = models.DateTimeField(null=True, editable=False)
    suspended_reason = models.CharField(
        max_length=300, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def has_front(self) -> bool:
        """Whether everybody may see the club's page and its calendar."""
        return self.shown != self.Shown.NOTHING


class Membership(models.Model):
    """What one account may do in one club."""

    class Role(models.TextChoices):
        """An organizer runs the club, a director its tournaments; a scorekeeper scores games.

        docs/permissions.md says who may do what.
        """

        ORGANIZER = "organizer", _("organizer")
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=Role.choices)
    # A code such as "de", once the person has chosen one.
    language = models.CharField(
        max_length=10, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Player(models.Model):
    """A person who plays at the club's tables; needs no account.

    `name_key` is the name as it is compared: "Ann", "ann " and "ANN" are one person. A record that
    turned out to be `same_as` another keeps its name, which from then on means that other one; it
    has no seats of its own. A person who was erased has a neutral name since `erased_at`. Who does
    not come any more is archived since `archived_at`: no list offers the name, results keep it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = PersonName(max_length=NAME_LENGTH)
    # A letter folds into three at most.
    name_key = models.CharField(max_length=120, editable=False)
    same_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, editable=False, related_name="also_known_as"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    erased_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="one_player_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Tablet(models.Model):
    """A device that an organizer has paired: it may score the club's games, no more.

    With a `table_number` it may score the games of that table alone, and sees nothing else. The
    device holds a secret in a signed cookie; here is only its hash. An unpaired tablet's row
    stays, because sheet entries name it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tablets")
    name = models.CharField(max_length=40)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    secret_hash = models.CharField(max_length=64)
    paired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    paired_at = models.DateTimeField(auto_now_add=True)
    unpaired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


def secret_hash(secret: str) -> str:
    """What the database keeps of a tablet's secret, which is long and random: no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


class PairingCode(models.Model):
    """A code on the organizer's screen that turns the device that types it into a tablet."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pairing_codes")
    code = models.CharField(max_length=8, unique=True)
    tablet_name = models.CharField(max_length=40)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.code} for {self.tablet_name}"

    @property
    def in_fours(self) -> str:
        """The code as it is read out."""
        return f"{self.code[:4]} {self.code[4:]}"


class PairingGuess(models.Model):
    """A wrong pairing code, kept so that codes cannot be tried out by machine."""

    address = models.GenericIPAddressField(null=True)
    guessed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} at {self.guessed_at}"
