"""Tables of a stage that somebody can join, and how many play there then."""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.values import Kind, StageMeasure
from league.tournaments.courses import Loaded, TableState
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Entrant, Stage, StageTable, TournamentEntry
from scoring import referee
from scoring.lists import listed
from scoring.models import Game

from .fields import played_groups
from .progress import gone, round_now, table_done
from .seat_log import LATE


def tables_to_join(snapshot: Loaded, stage: Stage) -> list[TableState]:
    """Return the tables that somebody can join now: first those that have not begun, the smallest.

    A table that has begun the first game takes in late arrivals, on a tablet and on paper.
    """
    number = round_now(snapshot, stage)
    tables = [
        table
        for table in snapshot.tables_of(stage, number)
        if not table_done(snapshot, stage, table) and len(table.seats) < stage.most
        if number == 1 or not table.begun
    ]
    away = gone(snapshot, stage)
    return sorted(tables, key=lambda table: (table.begun, _playing(table, away), table.row.number))


def none_to_join(snapshot: Loaded, stage: Stage) -> str:
    """Say why nobody who comes late can join a stage now; "" where there is a table to join."""
    if stage.kind != Kind.TABLES:
        return _("In %s the bracket decides who meets whom, so nobody can join it.") % stage.name
    if next_game(snapshot, stage) or tables_to_join(snapshot, stage):
        return ""
    number = round_now(snapshot, stage)
    states = snapshot.tables_of(stage, number)
    done = [state.row.number for state in states if table_done(snapshot, stage, state)]
    begun = [
        state.row.number
        for state in states
        if number > 1 and state.begun and state.row.number not in done
    ]
    full = [state.row.number for state in states if state.row.number not in (*done, *begun)]
    why = _why_full(stage, full, done, begun)
    return " ".join((_("Nobody can join %s now.") % stage.name, *why))


def next_game(snapshot: Loaded, stage: Stage) -> int:
    """Return the number of the game of a stage that is still to be seated, 0 for none.

    Who comes late and finds no table can play from then on. A bracket takes nobody in.
    """
    number = round_now(snapshot, stage)
    return number + 1 if stage.kind == Kind.TABLES and 0 < number < stage.rounds else 0


def what_late_counts(snapshot: Loaded, stage: Stage) -> str:
    """Say what it means to come in after the first game, "" while that is on and can be joined."""
    if stage.kind != Kind.TABLES:
        return ""
    if round_now(snapshot, stage) == 1 and tables_to_join(snapshot, stage):
        return ""
    if stage.measure == StageMeasure.PLACES:
        return _("Who comes in now has points only from the games that are still to come.")
    return _("Who comes in now has missed a game, and has a place after all who play every game.")


def _why_full(
    stage: Stage, full: Sequence[int], done: Sequence[int], begun: Sequence[int]
) -> Iterator[str]:
    if full:
        sentence = ngettext(
            "Table %(tables)s has %(most)d people, the most that is allowed.",
            "Tables %(tables)s have %(most)d people each, the most that is allowed.",
            len(full),
        )
        yield sentence % {"tables": listed(map(str, full), len(full)), "most": stage.most}
    if done:
        sentence = ngettext(
            "Table %(tables)s has finished.", "Tables %(tables)s have finished.", len(done)
        )
        yield sentence % {"tables": listed(map(str, done), len(done))}
    if begun:
        sentence = ngettext(
            "Table %(tables)s has begun.", "Tables %(tables)s have begun.", len(begun)
        )
        yield sentence % {"tables": listed(map(str, begun), len(begun))}


def late_rule(stage: Stage) -> str:
    """Return with how many points a late arrival begins by the stage's rules, in a few words."""
    return referee.late_arrival_rule(Game(set=stage.set, rules=stage.rules))


def came_late(table: StageTable) -> list[Entrant]:
    """Return those who joined a table after it had begun, of those who sit there."""
    stage = table.round.stage
    lines = TournamentEntry.objects.filter(
        tournament=stage.tournament_id, kind=LATE, details__stage=stage.pk
    )
    late = {pk for line in lines for pk in line.details["entrants"]}
    if not late:
        return []
    seats = table.seats.select_related("entrant").filter(entrant__in=late)
    return [seat.entrant for seat in seats]


@dataclass(frozen=True)
class LateOffer:
    """People who come late and the numbers of the tables where they may play, the best first.

    `group` is the name of their division where each plays by itself, "" where all play together.
    Of who has no table there no division may be known. `game` is the next game, from which on those
    can play for whom there is no table now; 0 for none.
    """

    group: str
    entrants: tuple[Entrant, ...]
    tables: tuple[int, ...]
    game: int = 0


def late_offers(
    snapshot: Loaded, stage: Stage, entrants: Sequence[Entrant]
) -> tuple[LateOffer, ...]:
    """Return who of these can join which tables of a stage; last those for whom there is none."""
    tables, game = tables_to_join(snapshot, stage), next_game(snapshot, stage)
    if not stage.by_division:
        numbers = tuple(table.row.number for table in tables)
        game = 0 if numbers else game
        return (LateOffer("", tuple(entrants), numbers, game),) if entrants else ()
    keys, names = entrants_by_group(snapshot.tournament, entrants).key_of(), played_groups(snapshot)
    offers, left = [], list(entrants)
    everywhere = snapshot.tables_of(stage, round_now(snapshot, stage)) if game else tables
    for key in dict.fromkeys(table.row.group for table in everywhere):
        theirs = tuple(entrant for entrant in entrants if keys.get(entrant.pk) == key)
        numbers = tuple(table.row.number for table in tables if table.row.group == key)
        if theirs:
            later = 0 if numbers else game
            offers.append(LateOffer(names.get(key, key), theirs, numbers, later))
            left = [entrant for entrant in left if entrant not in theirs]
    offers.sort(key=lambda offer: min(offer.tables, default=sys.maxsize))
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
