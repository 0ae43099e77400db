"""Seats of a round by what they lead to: as few repeats as can be found over the whole stage.

A repeat is a meeting of two who have met in this stage before. A round that has none of its own can
leave the later rounds no way out: of twenty people at tables of four, rounds by standing alone
bring three or four repeats in five games, where none has to be.

So the planner of game days plans the rest of the stage twice: once after the seats that were
wished for this round, and once freely. The wished seats stay where they lead to no more repeats;
otherwise one of the rounds that were planned freely is taken.

Two who must meet often should not be the same two all the time. A few couples who sit together
in every game are the cheapest way to have few repeats at three tables of four, and the worst one
for them: `most_meetings` limits how often two may meet before anything else counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.seating.bounds import least_most_meetings, least_repeats
from league.seating.case import MOST_PLAYERS, MOST_SEATS, Case, Names
from league.seating.day import day_of
from league.seating.planner import plan
from league.seating.report import meetings, repeats_of
from league.standings.results import Key

Seats = tuple[Key, ...]
Cost = tuple[int, int]
"""Meetings beyond the most that two should have, and repeats."""

_STANDING_STILL: Final = 0.0
"""The planner's clock: only its work counts, so that the same seed gives the same seats."""


@dataclass(frozen=True)
class Course:
    """A group's stage: its games played, people here (the leader first), tables, games in all."""

    people: tuple[Key, ...]
    sizes: tuple[int, ...]
    rounds: int
    played: tuple[tuple[Seats, ...], ...] = ()


def most_meetings(sizes: Sequence[int], rounds: int) -> int:
    """Return how often two of a group should meet at most.

    That is once more than somebody must, for that saves many repeats, but not in every game where
    this can be avoided.
    """
    names = tuple(f"p{number}" for number in range(sum(sizes)))
    least = least_most_meetings(day_of(Case(names, tuple(sizes), rounds)))
    return max(least, min(least + 1, rounds - 1))


def looked_ahead(
    course: Course, wished: Sequence[Seats], *, seed: int, seconds: float
) -> list[Seats]:
    """Return the wished tables of the next round, or tables that lead to fewer repeats.

    Tables of another plan are in the order of their best people. More people or games than can be
    planned for sit as wished.
    """
    number = len(course.played)
    if len(course.people) > MOST_PLAYERS or len(course.people) * course.rounds > MOST_SEATS:
        return list(wished)
    everybody = sorted(
        {key for at in course.played for seats in at for key in seats} | set(course.people)
    )
    names = {key: f"p{at}" for at, key in enumerate(everybody)}
    keys = {name: key for key, name in names.items()}
    case = Case(
        players=tuple(sorted(names[key] for key in course.people)),
        tables=tuple(course.sizes),
        rounds=course.rounds,
        seconds=seconds,
        seed=seed,
        played=tuple(
            tuple(tuple(names[key] for key in seats) for seats in at) for at in course.played
        ),
        most=most_meetings(course.sizes, course.rounds),
    )
    this = tuple(tuple(names[key] for key in seats) for seats in wished)
    as_wished = _cost(case, _planned(replace(case, played=(*case.played, this))))
    least = repeats_of(meetings(case, case.played)) + least_repeats(day_of(case))
    if as_wished <= (_cost(case, case.played)[0], least):
        return list(wished)
    free = _planned(case)
    if as_wished <= _cost(case, free):
        return list(wished)
    rank = {names[key]: at for at, key in enumerate(course.people)}
    chosen = min(free[number:], key=lambda at: _unlike_ranking(case, at, rank))
    ordered = (tuple(sorted(seats, key=rank.__getitem__)) for seats in chosen)
    tables = sorted(ordered, key=lambda seats: rank[seats[0]])
    return [tuple(keys[name] for name in seats) for seats in tables]


def _planned(case: Case) -> tuple[tuple[Names, ...], ...]:
    """All rounds of the stage, those played first."""
    if len(case.played) == case.rounds:
        return case.played
    return plan(case, lambda: _STANDING_STILL).rounds


def _cost(case: Case, rounds: Sequence[Sequence[Names]]) -> Cost:
    met = meetings(case, rounds)
    return sum(max(times - case.most, 0) for times in met.values()), repeats_of(met)


def _unlike_ranking(case: Case, tables: Sequence[Names], rank: dict[str, int]) -> tuple[Cost, int]:
    """What a round costs now, then how far in all people sit from the middle of their table."""
    apart = 0
    for seats in tables:
        ranks = sorted(rank[name] for name in seats)
        middle = ranks[len(ranks) // 2]
        apart += sum(abs(at - middle) for at in ranks)
    return _cost(case, [*case.played, tables]), apart
