"""Addresses that nobody can guess, for those who have no account."""

from typing import Literal

from django.utils.crypto import constant_time_compare, salted_hmac

What = Literal["calendar", "wall"]


def link_key(what: What, pk: int) -> str:
    """The key that an address needs to show a club's calendar, or a game day's wall page.

    It follows from the site's secret key, so it stays the same as long as that does.
    """
    return salted_hmac(f"league.{what}", str(pk), algorithm="sha256").hexdigest()[:32]


def link_is_right(what: What, pk: int, told: str) -> bool:
    """Whether an address came with its key."""
    return constant_time_compare(link_key(what, pk), told)
