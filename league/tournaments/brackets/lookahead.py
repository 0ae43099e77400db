"""Seats of a round by what they lead to: as few repeats as can be found over the whole stage.

A repeat is a meeting of two who have met in this stage before. A round that has none of its own can
leave the later rounds no way out: of twenty people at tables of four, rounds by standing alone
bring three or four repeats in five games, where none has to be.

So the planner of game days plans the rest of the stage twice: once after the seats that were
wished for this round, and once freely. The wished seats stay where they lead to no more repeats;
otherwise one of the rounds that were planned freely is taken. A plan may put repeats into any of
its rounds, but people see those of the next one: it has at most a fifth more than going down the
list gives, which is to fill table after table, always with the next who has met the fewest of those
there.

Two who must meet often should not be the same two all the time. A few couples who sit together
in every game are the cheapest way to have few repeats at three tables of four, and the worst one
for them: `most_meetings` limits how often two may meet before anything else counts. That fifth is
what such a plan needs: exchanges in the next round leave the plan it came from, and the later
rounds may find no other that keeps the limit.
"""

import math
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from league.seating.bounds import least_most_meetings, least_repeats, spread_repeats
from league.seating.case import MOST_PLAYERS, MOST_SEATINGS, Case, Names
from league.seating.day import day_of
from league.seating.planner import plan
from league.seating.report import meetings, repeats_of
from league.seating.search import STEEP
from league.standings.results import Key

from .mixing import Mix, ease, met_before, search
from .repeats import unavoidable

Seats = tuple[Key, ...]
Tables = tuple[Names, ...]
Cost = tuple[int, int]
"""Meetings beyond the most that two should have, and repeats."""

_PLANS: Final = 2
"""Into how many parts the time is cut; in most rounds no more plans than that are made."""
_WORTH_IT: Final = 1.2
"""How many times the repeats that must be are still few."""
_OLDER_PLANS: Final = 3
"""How many rounds ago a plan that is still followed may have been made."""
_PART_MORE: Final = 5
"""By which part of its repeats, rounded up, a planned round may have more than the list gives."""
_FIRST: Final = 1_000_000
"""What weighs more than all meetings in later rounds."""
_STANDING_STILL: Final = 0.0
"""The planner's clock: only its work counts, so that the same seed gives the same seats."""


@dataclass(frozen=True)
class MixedStage:
    """A group's stage: its games played, people here (the leader first), tables, games in all."""

    people: tuple[Key, ...]
    sizes: tuple[int, ...]
    rounds: int
    played: tuple[tuple[Seats, ...], ...] = ()


def most_meetings(sizes: Sequence[int], rounds: int, played: Sequence[Sequence[int]] = ()) -> int:
    """Return how often two of a group should meet at most in so many games, those played too.

    `sizes` are the tables of games to come, `played` those of earlier ones without who has left.

    That is as often as some two must. It is once more, but never all games, where the limit alone
    costs repeats, and one more meeting brings them to at most a fifth above those that must be.
    Twelve people at three tables of four: in five games 24 repeats must be, while nobody above 2
    meetings takes 30, and so 3 may be. In four games 9 must be; nobody above 2 takes 18, nobody
    above 3 still 12, and so the limit is 2.
    """
    games = _games(sizes, rounds, played)
    least = least_most_meetings(games)
    must = unavoidable(games)
    costs = spread_repeats(games, least) > must
    helps = spread_repeats(games, least + 1) <= _WORTH_IT * must
    return least + (costs and helps and least + 1 < rounds)


def fewest_meetings(sizes: Sequence[int], rounds: int, played: Sequence[Sequence[int]]) -> int:
    """Return how often some two must meet, where nobody knows who plays the games to come."""
    return least_most_meetings(_games(sizes, rounds, played))


def _games(
    sizes: Sequence[int], rounds: int, played: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    games = (*map(tuple, played), *[tuple(sizes)] * (rounds - len(played)))
    # In a game that all of these sat out nobody met.
    return tuple(game for game in games if game)


def sizes_without(played: Sequence[Sequence[Seats]], people: Collection[Key]) -> list[list[int]]:
    """Return how many of these people sat at each table of the games played."""
    here = [[len(set(seats).intersection(people)) for seats in at] for at in played]
    return [[size for size in sizes if size] for sizes in here]


def looked_ahead(
    course: MixedStage, wished: Sequence[Seats], *, seed: int, seconds: float
) -> list[Seats]:
    """Return the wished tables of the next round, or tables that lead to fewer repeats.

    Tables of another plan are in the order of their best people. More people or games than can be
    planned for sit as wished.
    """
    if len(course.people) > MOST_PLAYERS or len(course.people) * course.rounds > MOST_SEATINGS:
        return list(wished)
    case, names = _case(course, seed, seconds / _PLANS)
    keys = {name: key for key, name in names.items()}
    order = [names[key] for key in course.people]
    this, listed = (
        tuple(tuple(names[key] for key in seats) for seats in tables)
        for tables in (wished, down_the_list(course))
    )
    most = _cost(case, [*case.played, listed])
    if _cost(case, [*case.played, this]) > most:
        this = listed
    as_wished = _cost(case, _planned(replace(case, played=(*case.played, this))))
    least = (
        _cost(case, case.played)[0],
        repeats_of(meetings(case, case.played)) + least_repeats(day_of(case)),
    )
    best = as_wished, this
    listed_repeats = most[1] - _cost(case, case.played)[1]
    most = most[0], most[1] + math.ceil(listed_repeats / _PART_MORE)
    for rest in _free_plans(case) if as_wished > least else ():
        option = _next_of(case, rest, order, most)
        if option and option[0] < best[0]:
            best = option
        if best[0] <= least:
            break
    return [tuple(keys[name] for name in seats) for seats in best[1]]


def _next_of(
    case: Case, rest: list[Tables], order: Sequence[str], most: Cost
) -> tuple[Cost, Tables] | None:
    """The round of a plan that can be played next, with what the whole stage costs then.

    That is the one nearest to the standing of those with the fewest repeats. Where it costs more
    now than it may (`most`), people change places in it; None where that is not enough.
    """
    rank = {name: at for at, name in enumerate(order)}
    chosen = min(rest, key=lambda at: _unlike_ranking(case, at, rank))
    others = [at for at in rest if at is not chosen]
    if _cost(case, [*case.played, chosen]) > most:
        chosen = _eased(case, chosen, others, order)
        if _cost(case, [*case.played, chosen]) > most:
            return None
    ordered = (tuple(sorted(seats, key=rank.__getitem__)) for seats in chosen)
    tables = tuple(sorted(ordered, key=lambda seats: rank[seats[0]]))
    return _cost(case, [*case.played, chosen, *others]), tables


def _eased(case: Case, chosen: Tables, others: Sequence[Tables], order: Sequence[str]) -> Tables:
    """Return this round with fewer meetings of those who have met, then of those who will meet."""
    number = {name: at for at, name in enumerate(order)}

    def numbered(rounds: Iterable[Tables]) -> list[list[int]]:
        return [[number[who] for who in seats if who in number] for at in rounds for seats in at]

    clubs = [""] * len(order)
    strains = met_before(len(order), numbered(case.played), clubs, _FIRST, 0, case.most)
    later = met_before(len(order), numbered(others), clubs, 1, 0, case.most)
    for both, own in zip(strains, later, strict=True):
        both.update({other: both.get(other, 0) + strain for other, strain in own.items()})
    mix = Mix(numbered([chosen]), strains)
    ease(mix)
    search(mix, lambda strain: strain >= _FIRST, random.Random(case.seed))  # noqa: S311 # no secret
    ease(mix)
    return tuple(tuple(order[at] for at in seats) for seats in mix.tables())


def down_the_list(course: MixedStage) -> list[Seats]:
    """Table after table filled with the next who has met the fewest of those at it."""
    met = Counter(pair for at in course.played for seats in at for pair in permutations(seats, 2))
    left = list(course.people)
    tables = []
    for size in course.sizes:
        seats: list[Key] = []
        known = dict.fromkeys(left, 0)
        for _seat in range(size):
            seats.append(min(left, key=known.__getitem__))
            left.remove(seats[-1])
            for key in left:
                known[key] += met.get((seats[-1], key), 0)
        tables.append(tuple(seats))
    return tables


def _case(course: MixedStage, seed: int, seconds: float) -> tuple[Case, dict[Key, str]]:
    """The stage as the planner reads it, and the names that people have there."""
    everybody = {key for at in course.played for seats in at for key in seats}
    names = {key: f"p{at}" for at, key in enumerate(sorted(everybody | set(course.people)))}
    case = Case(
        players=tuple(sorted(names[key] for key in course.people)),
        tables=tuple(course.sizes),
        rounds=course.rounds,
        seconds=seconds,
        seed=seed,
        played=tuple(
            tuple(tuple(names[key] for key in seats) for seats in at) for at in course.played
        ),
        most=most_meetings(
            course.sizes, course.rounds, sizes_without(course.played, course.people)
        ),
    )
    return case, names


def _free_plans(case: Case) -> Iterator[list[Tables]]:
    """Yield plans of the rest of the stage: a new one, then those that rounds were taken from.

    The same case and seed have the same plan, so a plan need not be kept to be followed: it is
    made again as it was before some of the last rounds, and counts if these are in it. The last
    is the plan of all games, in which the people of the first round stand for any others.
    """
    people = set(case.players)
    oldest = max(len(case.played) - _OLDER_PLANS, 1)
    for number in range(len(case.played), oldest - 1, -1):
        if any({name for seats in at for name in seats} != people for at in case.played[number:]):
            return
        yield from _rest(case, _planned(replace(case, played=case.played[:number]))[number:])
    first = case.played[0]
    # Seats changed by hand may have left other sizes than those that are wished now.
    sizes = case.tables if isinstance(case.tables, tuple) else ()
    sized = sorted(map(len, first)) == sorted(sizes)
    if not sized or {name for seats in first for name in seats} != people:
        return
    whole = _planned(replace(case, played=(), tables=tuple(len(seats) for seats in first)))
    called = {
        name: seat
        for seats, table in zip(first, whole[0], strict=True)
        for seat, name in zip(seats, table, strict=True)
    }
    renamed = [[tuple(called[name] for name in seats) for seats in at] for at in whole]
    yield from _rest(case, renamed)


def _rest(case: Case, planned: Sequence[Sequence[Names]]) -> Iterator[list[Tables]]:
    """Yield what is left of a plan, if all that was played since is in it."""
    left = [tuple(at) for at in planned]
    for at in case.played[case.rounds - len(left) :]:
        same = [other for other in left if _tables_of(other) == _tables_of(at)]
        if not same:
            return
        left.remove(same[0])
    yield left


def _tables_of(at: Sequence[Names]) -> set[frozenset[str]]:
    return {frozenset(seats) for seats in at}


def _planned(case: Case) -> tuple[tuple[Names, ...], ...]:
    """All rounds of the stage, those played first."""
    if len(case.played) == case.rounds:
        return case.played
    return plan(case, lambda: _STANDING_STILL).rounds


def too_often(case: Case, rounds: Sequence[Sequence[Names]]) -> int:
    """Return what meetings beyond the most that two should have count: 1, then 8 more, 64 more.

    As the planner counts: rather many pairs once too often than one pair always.
    """
    met = meetings(replace(case, met=()), rounds)
    beyond = [max(times - case.most, 0) for times in met.values()]
    return sum((STEEP**times - 1) // (STEEP - 1) for times in beyond)


def _cost(case: Case, rounds: Sequence[Sequence[Names]]) -> Cost:
    return too_often(case, rounds), repeats_of(meetings(case, rounds))


def _unlike_ranking(case: Case, tables: Sequence[Names], rank: dict[str, int]) -> tuple[Cost, int]:
    """What a round costs now, then how far in all people sit from the middle of their table."""
    apart = 0
    for seats in tables:
        ranks = sorted(rank[name] for name in seats)
        middle = ranks[len(ranks) // 2]
        apart += sum(abs(at - middle) for at in ranks)
    return _cost(case, [*case.played, tables]), apart
