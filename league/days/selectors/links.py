"""Addresses that nobody can guess, for those who have no account."""

from django.utils.crypto import constant_time_compare, salted_hmac

from league.days.models import GameDay
from scoring.accounts.models import Club


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


def wall_key(day: GameDay) -> str:
    """The key to the game day's wall page."""
    return link_key("wall", day.pk, renewed=day.links_renewed)


def key_is_right(key: str, given: str) -> bool:
    """Whether an address came with its key."""
    return constant_time_compare(key, given)
