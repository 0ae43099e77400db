"""What is on in a club today, for its first page.

Scoring does not know which apps arrange games. They are named in the setting DAYS_ON: dotted paths
of functions that take a club and return its days, the one that is on before one to come.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from scoring.accounts.models import Club


@dataclass(frozen=True)
class TableNow:
    """One table of the day: its number, how far it is in words, where it goes on."""

    number: int
    state: str
    page: str
    playing: bool = False


@dataclass(frozen=True)
class DayOn:
    """A day that is on, the next one to come, or the last one: its name, how far it is, its pages.

    One that is `over` has a result to look at first; if it is not today's, it is the last one.
    One that is `early` goes on before its date. `outside` says which games of its date are none
    of its games.
    """

    title: str
    text: str
    page: str
    today: bool = True
    early: bool = False
    over: bool = False
    tables: tuple[TableNow, ...] = ()
    result: str = ""
    outside: str = ""


def days_on(club: Club) -> tuple[DayOn, ...]:
    """Return what is on in the club today, and what comes next."""
    return tuple(day for path in settings.DAYS_ON for day in import_string(path)(club))
