"""The plan of a whole day: mathematics first, then search, then fair shares.

The same case gives the same plan, byte for byte: the search stops after so much work, not after so
much time, and `seconds` says how much. The work is measured so that a machine half as fast as an
ordinary one still gets through; only where that does not do either, or the machine is busy with
other things, does the clock stop the search, half a second after `seconds`, and another run may end
elsewhere.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from league.seating.balance import share_short_tables
from league.seating.bounds import least_repeats
from league.seating.case import Case, Names
from league.seating.cutting import cut, kept
from league.seating.day import Day, day_of
from league.seating.errors import CaseError, name_list
from league.seating.placing import Failed, seat_round
from league.seating.report import DayPlan, meetings, repeats_of, report
from league.seating.search import Budget, Search, Tables
from league.seating.seats import first_seats

_SHARE: Final = 0.3
"""The part of `seconds` that the work may take on the machine on which it was measured."""
_GRACE: Final = 0.5
_PATIENCE: Final = 400
"""Steps for each round without gain, after which the search restarts or is shaken."""
_TRIED_AGAIN: Final = 4
_EXPLAINING: Final = 3_000
_MOST_EXPLAINED: Final = 60


def plan(case: Case, now: Callable[[], float] = time.thread_time) -> DayPlan:
    """Return the best plan found for a case. Raises `CaseError`, which says why, if there is none.

    It takes about `case.seconds` and half a second at most of the processor, less where no better
    plan can be: on a busy machine longer, since a plan with more repeats than need be is no help.
    `now` is the clock; with one that stands still, only the work counts.
    """
    began = now()
    day = day_of(case)
    least = least_repeats(day)
    clock = Budget(case.seconds * 1e6 * _SHARE, began + case.seconds + _GRACE, now)
    tables = _planned(case, day, least, clock) if day.rounds else []
    firsts = first_seats([seats for _, _, seats in _seated(day, tables)], day.first_seats)
    rounds: list[list[Names]] = [[] for _ in range(day.rounds)]
    for (at, _, seats), first in zip(_seated(day, tables), firsts, strict=True):
        order = [first, *(who for who in seats if who != first)]
        rounds[at].append(tuple(case.players[who] for who in order))
    seated = iter(rounds)
    coming = [laid.filled(next(seated) if laid.people else ()) for laid in day.laid]
    closed = [tuple(laid.closed.values()) for laid in day.laid]
    before = repeats_of(meetings(case, [*case.played, *closed]))
    return report(case, [*case.played, *coming], before + least)


def _seated(day: Day, tables: Tables) -> list[tuple[int, int, list[int]]]:
    """Every table of the day: its round, its number and its people."""
    rounds = []
    for at, row in enumerate(tables):
        people: list[list[int]] = [[] for _ in day.sizes[at]]
        for who, table in enumerate(row):
            if table >= 0:
                people[table].append(who)
        rounds += [(at, number, seats) for number, seats in enumerate(people)]
    return rounds


def _planned(case: Case, day: Day, least: int, clock: Budget) -> Tables:
    rng = np.random.default_rng(_seed(case.seed))
    patience = _PATIENCE * day.rounds
    best = _first_search(case, day, rng, cut(day, rng), least, clock)
    if case.planned and best.repeats > least:
        wanted = kept(day, _coming(case, day), case.players)
        search = _first_search(case, day, rng, wanted, least, clock)
        best = min(best, search, key=lambda search: (search.repeats, search.best))
    while best.repeats > least and not clock.is_over:
        if rng.integers(4):
            tables, loose = _shaken(day, best.tables(), rng)
        else:
            tables, loose = _begin(case, day, rng, None), []
        search = Search(day, tables, rng)
        if loose:
            search.run(clock, least, _PATIENCE * len(loose), loose)
        search.run(clock, least, patience)
        if (search.repeats, search.best) < (best.repeats, best.best):
            best = search
    return share_short_tables(day, best, clock)


def _coming(case: Case, day: Day) -> list[list[Names]]:
    """An earlier plan of the rounds that are planned now, by the tables that are to be filled."""
    rounds = []
    for laid in day.laid:
        at = laid.number - len(case.played) - 1
        tables = case.planned[at] if at < len(case.planned) else ()
        if laid.people:
            rounds.append([tables[n - 1] for n in laid.numbers if n <= len(tables)])
    return rounds


def _first_search(
    case: Case,
    day: Day,
    rng: np.random.Generator,
    wanted: list[list[int]] | None,
    least: int,
    clock: Budget,
) -> Search:
    """A search from the seating wanted: first in the rounds that differ from it, then in all."""
    begun = _begin(case, day, rng, wanted)
    search = Search(day, begun, rng)
    loose = [at for at in range(day.rounds) if wanted and begun[at] != wanted[at]]
    if loose:
        search.run(clock, least, _PATIENCE * len(loose), loose)
    search.run(clock, least, _PATIENCE * day.rounds)
    return search


def _seed(seed: int) -> int:
    """A seed for numpy, which knows none below zero."""
    return 2 * seed if seed >= 0 else -2 * seed - 1


def _begin(
    case: Case, day: Day, rng: np.random.Generator, wanted: Sequence[Sequence[int]] | None
) -> Tables:
    """All rounds seated with all wishes kept, as wanted where they allow it."""
    tables: Tables = []
    for at in range(day.rounds):
        row = seat_round(day, at, rng, wanted[at] if wanted else None)
        if row is Failed.NOT_FOUND:
            row = _seated_again(day, at, rng, tables)
        if isinstance(row, Failed):
            raise _impossible(case, day, at, row)
        tables.append(row)
    return tables


def _seated_again(
    day: Day, at: int, rng: np.random.Generator, tables: Tables
) -> list[int] | Failed:
    """Seat a hard round as an earlier one with the same tables and people, or try again."""
    same = [
        earlier
        for earlier in range(at)
        if (day.sizes[earlier], day.there[earlier], day.places[earlier])
        == (day.sizes[at], day.there[at], day.places[at])
    ]
    if same:
        return list(tables[same[int(rng.integers(len(same)))]])
    for _ in range(_TRIED_AGAIN):
        row = seat_round(day, at, rng)
        if row is not Failed.NOT_FOUND:
            return row
    return Failed.NOT_FOUND


def _shaken(day: Day, tables: Tables, rng: np.random.Generator) -> tuple[Tables, list[int]]:
    """Return the plan with a few rounds seated again, and which rounds these are."""
    number = min(day.rounds, 1 + int(rng.integers(1 + day.rounds // 3)))
    chosen = sorted(int(at) for at in rng.permutation(day.rounds)[:number])
    for at in chosen:
        row = seat_round(day, at, rng)
        if not isinstance(row, Failed):
            tables[at] = row
    return tables, chosen


def _impossible(case: Case, day: Day, at: int, why: Failed) -> CaseError:
    """Return why a round cannot be seated, with a wish that alone prevents it, if there is one."""
    number = day.round_numbers[at]
    for change, advice in _without_one(case)[:_MOST_EXPLAINED]:
        try:
            changed = day_of(change)
        except CaseError:
            continue
        row = seat_round(changed, at, np.random.default_rng(0), looks=_EXPLAINING)
        if isinstance(row, Failed):
            continue
        if why is Failed.IMPOSSIBLE:
            return CaseError(
                "In game {round} the wishes cannot all be kept.", round=number
            ).advising(advice)
        return CaseError(
            "No seating of game {round} was found that keeps all wishes.", round=number
        ).advising(advice)
    if why is Failed.IMPOSSIBLE:
        return CaseError(
            "In game {round} the wishes cannot all be kept, and dropping one is not enough: drop "
            "some of those that keep people apart, together or at a fixed table.",
            round=number,
        )
    return CaseError(
        "No seating of game {round} was found that keeps all wishes; there are too many of them "
        "to tell whether there is one: drop some.",
        round=number,
    )


def _without_one(case: Case) -> list[tuple[Case, CaseError]]:
    """The case without one wish, and the sentence that says which."""
    cases = []
    for at, group in enumerate(case.apart):
        rest = case.apart[:at] + case.apart[at + 1 :]
        advice = CaseError("It can be seated if these may meet: {names}.", names=name_list(group))
        cases.append((replace(case, apart=rest), advice))
    for at, group in enumerate(case.together):
        rest = case.together[:at] + case.together[at + 1 :]
        advice = CaseError("It can be seated if these sit apart: {names}.", names=name_list(group))
        cases.append((replace(case, together=rest), advice))
    for name in case.fixed:
        others = {person: table for person, table in case.fixed.items() if person != name}
        advice = CaseError(
            "It can be seated if {name} may sit at any table.", name=name_list([name])
        )
        cases.append((replace(case, fixed=others), advice))
    for at, lock in enumerate(case.locked):
        if not lock.closed:
            locks = case.locked[:at] + case.locked[at + 1 :]
            advice = CaseError(
                "It can be seated once these are unlocked: {names}.", names=name_list(lock.people)
            )
            cases.append((replace(case, locked=locks), advice))
    return cases
