"""Tables of a stage that somebody can join, and how many play there then."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.tournaments.courses import Loaded, TableState
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Entrant, Stage

from .fields import played_groups
from .progress import gone, round_now, table_done


def tables_to_join(snapshot: Loaded, stage: Stage) -> list[TableState]:
    """Return the tables that somebody can join now: first those that have not begun, the smallest.

    A game on a tablet takes in late arrivals; one that has begun on paper does not.
    """
    tables = [
        table
        for table in snapshot.tables_of(stage, round_now(snapshot, stage))
        if not table_done(snapshot, stage, table)
        and len(table.seats) < stage.most
        and (table.game is not None or not table.begun)
    ]
    away = gone(snapshot, stage)
    return sorted(tables, key=lambda table: (table.begun, _playing(table, away), table.row.number))


@dataclass(frozen=True)
class LateOffer:
    """People who come late and the numbers of the tables where they may play, the best first.

    `group` is the name of their division where each plays by itself, "" where all play together.
    Of who has no table there no division may be known.
    """

    group: str
    entrants: tuple[Entrant, ...]
    tables: tuple[int, ...]


def late_offers(
    snapshot: Loaded, stage: Stage, entrants: Sequence[Entrant]
) -> tuple[LateOffer, ...]:
    """Return who of these can join which tables of a stage; last those for whom there is none."""
    tables = tables_to_join(snapshot, stage)
    if not stage.by_division:
        numbers = tuple(table.row.number for table in tables)
        return (LateOffer("", tuple(entrants), numbers),) if entrants else ()
    keys, names = entrants_by_group(snapshot.tournament, entrants).key_of(), played_groups(snapshot)
    offers, left = [], list(entrants)
    for key in dict.fromkeys(table.row.group for table in tables):
        theirs = tuple(entrant for entrant in entrants if keys.get(entrant.pk) == key)
        numbers = tuple(table.row.number for table in tables if table.row.group == key)
        if theirs:
            offers.append(LateOffer(names.get(key, key), theirs, numbers))
            left = [entrant for entrant in left if entrant not in theirs]
    offers.sort(key=lambda offer: min(offer.tables))
    return (*offers, LateOffer("", tuple(left), ())) if left else tuple(offers)


def _playing(table: TableState, away: Collection[int]) -> int:
    """How many of those who sit at a table are still in."""
    return sum(pk not in away for pk in table.seats)


def tables_joined(snapshot: Loaded, stage: Stage, people: Sequence[int]) -> list[tuple[int, int]]:
    """Return at which table each of these sits down, one after another, the best to join.

    That is the smallest each time of those that have not begun, and else of those that play.

    Beside its number stands how many play there then, without those who have left. Where divisions
    play apart it is one of theirs. Nobody who comes after one for whom there is no room.
    """
    groups: Mapping[int, str] = {}
    if stage.by_division:
        entrants = [snapshot.entrants[pk] for pk in people]
        groups = entrants_by_group(snapshot.tournament, entrants).key_of()
    tables = tables_to_join(snapshot, stage)
    away = gone(snapshot, stage)
    sizes = {table.row.number: _playing(table, away) for table in tables}
    free = {table.row.number: stage.most - len(table.seats) for table in tables}
    joined = []
    for pk in people:
        room = [
            (table.begun, sizes[table.row.number], table.row.number)
            for table in tables
            if free[table.row.number]
            if not stage.by_division or table.row.group == groups.get(pk)
        ]
        if not room:
            break
        _begun, size, number = min(room)
        sizes[number] = size + 1
        free[number] -= 1
        joined.append((number, size + 1))
    return joined
