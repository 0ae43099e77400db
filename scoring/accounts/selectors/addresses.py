"""The short names by which clubs are found, and a host name's club."""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.text import slugify

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, ClubAddress
from scoring.accounts.models.hosting import LONGEST_SHORT_NAME

SHORTEST: Final = 3
SHORT_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
# What reads like the site's own, or like whoever runs it.
RESERVED: Final = frozenset(
    {
        *("about", "account", "accounts", "admin", "administrator", "api", "app", "blog"),
        *("club", "clubs", "contact", "copies", "found", "founding", "health", "help"),
        *("home", "host", "imprint", "info", "invite", "join", "legal", "login", "logout"),
        *("mail", "metrics", "moderator", "new", "news", "official", "operator", "owner"),
        *("password", "postmaster", "privacy", "public", "report", "reports", "root"),
        *("roundhouse", "search", "security", "setup", "sign-in", "sign-out", "sign-up"),
        *("site", "static", "status", "support", "system", "team", "terms", "test"),
        *("trust", "undefined", "webmaster", "www"),
    }
)


def is_short_name(text: str) -> bool:
    """Whether a club may have that short name; whether it is free is another question."""
    fits = SHORTEST <= len(text) <= LONGEST_SHORT_NAME and SHORT_NAME.fullmatch(text)
    return bool(fits) and text not in RESERVED and not text.isdecimal()


@every_club()
def address_at(short_name: str) -> ClubAddress | None:
    """Return the address of that short name, an older one too, with its club."""
    name = short_name.lower()
    return ClubAddress.objects.select_related("club").filter(short_name=name).first()


@every_club()
def short_name_of(club: Club) -> str:
    """Return the club's short name of now; "" where it has none."""
    rows = ClubAddress.objects.filter(club=club, current=True)
    return rows.values_list("short_name", flat=True).first() or ""


@every_club()
def short_names_of(clubs: Sequence[int]) -> list[str]:
    """Return the short names of now of the clubs with these ids; one query."""
    rows = ClubAddress.objects.filter(club__in=clubs, current=True)
    return list(rows.order_by("club").values_list("short_name", flat=True))


@every_club()
def short_name_free(name: str) -> str:
    """Return a short name made of a club's name that no club has: "sun-valley", "sun-valley-2"."""
    stem = slugify(name)[:LONGEST_SHORT_NAME].strip("-_").replace("_", "-")
    stem = stem if is_short_name(stem) else f"club-{stem}"[:LONGEST_SHORT_NAME].strip("-")
    stem = stem if is_short_name(stem) else "club-1"
    stem = stem[: LONGEST_SHORT_NAME - 5].strip("-")
    rows = ClubAddress.objects.filter(short_name__startswith=stem)
    taken = set(rows.values_list("short_name", flat=True))
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


@every_club()
def club_of_host(host: str) -> Club | None:
    """Return the club whose host name that is, where one has it."""
    return Club.objects.filter(host_name=host.lower()).first()
