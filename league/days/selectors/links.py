"""Addresses that nobody can guess, for those who have no account."""

from datetime import timedelta

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode

from league.days.models import GameDay
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.sheets.public import CODE_LETTERS

from .begun import has_begun

OWN_SALT = "league.answers.own"
STOP_SALT = "league.mails.stop"
# Of a key that is typed by hand.
TYPED_LENGTH = 7


def link_key(what: str, pk: int, *, renewed: int = 0) -> str:
    """The key that an address needs to show a club's calendar, or a game day's wall page.

    It follows from the site's secret key and from how often the link was renewed, so it stays
    the same until then.
    """
    subject = f"{pk}.{renewed}" if renewed else str(pk)
    return salted_hmac(f"league.{what}", subject, algorithm="sha256").hexdigest()[:32]


def calendar_key(club: Club) -> str:
    """The key to the club's calendar of game days."""
    return link_key("calendar", club.pk, renewed=club.links_renewed)


def answers_key(club: Club) -> str:
    """The key to the page on which the club's people say whether they come.

    It is renewed with the calendar's: whoever should not have one should not have the other.
    """
    return link_key("answers", club.pk, renewed=club.links_renewed)


def wall_key(day: GameDay) -> str:
    """The key to the game day's wall page."""
    return link_key("wall", day.pk, renewed=day.links_renewed)


def wall_path(day: GameDay, name: str = "") -> str:
    """The path of the day's wall page that needs no account; it looks for that name."""
    query = {"key": wall_key(day)} | ({"name": name} if name else {})
    return f"{reverse('league:wall', args=[day.pk])}?{urlencode(query)}"


def television_path(day: GameDay) -> str:
    """The path of the wall that somebody types at a television: short, and good for a few days."""
    return reverse("league:wall-typed", args=[day.pk, television_key(day)])


def television_works(day: GameDay) -> bool:
    """Whether the short address leads to the wall now: from a day before to a day after it.

    A day that has begun before its date has it from then on.
    """
    near = abs(day.date - timezone.localdate()) <= timedelta(days=1)
    return near or (day.date > timezone.localdate() and has_begun(day))


def television_key(day: GameDay) -> str:
    """Seven letters and digits that lead to the day's wall: of nearly 14 thousand million."""
    number, letters = int(link_key("television", day.pk, renewed=day.links_renewed), 16), ""
    while len(letters) < TYPED_LENGTH:
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


def result_path(day: GameDay) -> str:
    """The path of the day's result that needs no account: it has the wall's key."""
    return f"{reverse('league:day-result', args=[day.pk])}?key={wall_key(day)}"


def key_is_right(key: str, given: str) -> bool:
    """Whether an address came with its key."""
    return constant_time_compare(key, given)


def own_key(player: Player) -> str:
    """The key by which one person answers; it ends with the club's links."""
    return signing.dumps([player.pk, player.club.links_renewed], salt=OWN_SALT)


@every_club()
def player_of_own_key(key: str) -> Player | None:
    """Return whose key it is; None for a wrong one, an old one, and who is on no list any more."""
    try:
        number, renewed = signing.loads(key, salt=OWN_SALT)
    except signing.BadSignature:
        return None
    player = Player.objects.select_related("club").filter(pk=number).first()
    if player is None or player.club.links_renewed != renewed:
        return None
    return player if players_of(player.club).filter(pk=player.pk).exists() else None


def stop_key(player: Player) -> str:
    """The key by which one person ends mails; it works for good."""
    return signing.dumps(player.pk, salt=STOP_SALT)


@every_club()
def player_of_stop_key(key: str) -> Player | None:
    """Return whose key it is; None for a wrong one, and for a person who is gone."""
    try:
        number = signing.loads(key, salt=STOP_SALT)
    except signing.BadSignature:
        return None
    return Player.objects.select_related("club").filter(pk=number, erased_at=None).first()
