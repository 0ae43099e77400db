"""Beginning the games of several tables: one that cannot begin keeps no other from it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refusals import Refusal
from scoring.sheets.models import Game


@dataclass(frozen=True)
class StartedTables:
    """What came of starting tables: their games, and a sentence for each that could not begin."""

    games: tuple[Game, ...]
    refusals: tuple[str, ...]


def tables_begin(starts: Iterable[tuple[int, Callable[[], Game]]]) -> StartedTables:
    """Begin each table's game by the function beside its number; one that refuses is undone.

    Must run inside the transaction that holds the lock of whoever seats people at these tables.
    """
    games, refusals = [], []
    for number, start in starts:
        try:
            with transaction.atomic():
                games.append(start())
        except Refusal as refusal:
            refusals.append(
                _("Table %(table)d: %(why)s") % {"table": number, "why": refusal.message}
            )
    return StartedTables(tuple(games), tuple(refusals))
