"""The seats of a stage's next round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes
from league.standings.results import Key

from . import knockout
from .byes import byes_a_game, byes_in, who_sits_out
from .counting import groups_of, is_over
from .filling import Small, seat
from .ranking import standing
from .values import Kind, Member, MovesBy, Round, Seating, StageCourse, Table

DEFAULT_SECONDS: Final = 1.0
_SAME_SIZES: Final = (Seating.SNAKE, Seating.LOWEST, Seating.MOVES)
"""Ways of seating in which later rounds keep the tables of the round before."""


def rounds_of(course: StageCourse) -> int:
    """How many rounds the stage has in all.

    An elimination has as many as its bracket asks for, byes and defaults taken into account as far
    as they are known; a second grand final counts once it has to be played.
    """
    if course.plan.kind is Kind.TABLES:
        return course.plan.rounds
    left = (bracket.rounds_left for bracket in knockout.brackets(course).values())
    return len(course.rounds) + max(left, default=0)


def is_full(course: StageCourse) -> bool:
    """Return whether all rounds are seated; an elimination without a winner may need another."""
    return len(course.rounds) >= rounds_of(course) and bool(course.rounds)


def seat_next(course: StageCourse, *, seed: int, seconds: float = DEFAULT_SECONDS) -> Round:
    """Return the next round: everybody who has not withdrawn sits at one table, or has a bye.

    Byes are had where tables of the allowed sizes leave somebody over (see `byes`). As many tables
    as can be have the wished size, and none has a single person. Tables count from 1 through all
    groups. The same course and `seed` give the same round; `seconds` is what a plan may take; where
    people are mixed and it is hard to have few repeats, up to three times as much is needed. Swiss
    seating and moving by places need the results of the rounds before, as do eliminations.

    What each way of seating guarantees stands in its module: see `filling`, and `knockout` for
    eliminations. Raises `CaseError` where nobody can be seated, with the least change that helps;
    its values name people by their keys.
    """
    number = max((at.number for at in course.rounds), default=0) + 1
    if course.plan.kind is not Kind.TABLES:
        return _elimination(course, number)
    _check_not_full(course)
    by_places = course.plan.seating is Seating.MOVES and course.plan.moves_by is MovesBy.PLACES
    if course.plan.seating in (Seating.SWISS, Seating.LOWEST) or by_places:
        _check_results(course)
    staying = {
        group: [member for member in members if not member.out]
        for group, members in groups_of(course).items()
    }
    groups = {group: members for group, members in staying.items() if members}
    byes = list(_alone(course, groups))
    playing: dict[str, list[Member]] = {}
    for group, members in groups.items():
        if members[0].key not in byes:
            free = _sitting_out(course, group, members)
            playing[group] = [member for member in members if member.key not in free]
            byes += free
    people = sum(len(members) for members in playing.values())
    tables: list[Table] = []
    for group, members in playing.items():
        share = seconds * len(members) / people
        small = Small(_only(course, group), group, tuple(members), _sizes(course, group, members))
        for seats in seat(small, number=number, seed=seed, seconds=share):
            tables.append(Table(len(tables) + 1, seats, group))
    return Round(number, tuple(tables), tuple(byes))


def _sitting_out(course: StageCourse, group: str, members: Sequence[Member]) -> tuple[Key, ...]:
    """Return who of a group has a bye, the lowest first; nobody where tables can seat all."""
    number = 0 if _kept_sizes(course, group, members) else byes_a_game(course.plan, len(members))
    if not number:
        return ()
    lowest_first = [member.key for member in reversed(standing(_only(course, group), members))]
    return who_sits_out(lowest_first, byes_in(course.plan, course.rounds), number)


def _check_not_full(course: StageCourse) -> None:
    if is_full(course):
        raise CaseError("Every game of this stage is seated already.")


def _only(course: StageCourse, group: str) -> StageCourse:
    """The stage as a group has played it."""
    if not course.plan.by_division:
        return course
    rounds = (
        replace(at, tables=tuple(table for table in at.tables if table.group == group))
        for at in course.rounds
    )
    return replace(course, field=groups_of(course)[group], rounds=tuple(rounds))


def _sizes(course: StageCourse, group: str, members: Sequence[Member]) -> list[int]:
    sizes = course.plan.sizes
    if kept := _kept_sizes(course, group, members):
        return kept
    try:
        return table_sizes(len(members), sizes.size, sizes.least, sizes.most)
    except CaseError as error:
        if not group:
            raise
        raise error.of_group(group) from error


def _kept_sizes(course: StageCourse, group: str, members: Sequence[Member]) -> list[int]:
    """The sizes of the last tables, the largest first, where the same people stay; else none.

    A director may have moved somebody by hand, and later games are to keep to that.
    """
    if course.plan.seating not in _SAME_SIZES or not course.rounds:
        return []
    last = [table.seats for table in course.rounds[-1].tables if table.group == group]
    sizes = sorted((len(seats) for seats in last), reverse=True)
    allowed = range(max(2, course.plan.sizes.least), course.plan.sizes.most + 1)
    same = {key for seats in last for key in seats} == {member.key for member in members}
    return sizes if same and all(size in allowed for size in sizes) else []


def _alone(course: StageCourse, groups: Mapping[str, Sequence[Member]]) -> tuple[Key, ...]:
    """Return who is alone in a group: nobody to play with, so passed over once the stage has begun.

    Raises `CaseError` where that is so at the beginning, or for everybody.
    """
    if not groups:
        raise CaseError("Nobody is left to be seated: close the stage.")
    alone = {group: members[0] for group, members in groups.items() if len(members) == 1}
    for group, member in alone.items():
        if course.rounds and len(alone) < len(groups):
            continue
        if course.rounds:
            raise CaseError("{name} is the last one left: close the stage.", name=member.key)
        if group:
            raise CaseError(
                "{name} is alone in division {group}: combine it with another division.",
                name=member.key,
                group=group,
            )
        raise CaseError(
            "{name} is alone, and nobody plays alone: at least 2 people must be here.",
            name=member.key,
        )
    return tuple(member.key for member in alone.values())


def _check_results(course: StageCourse) -> None:
    for at in course.rounds:
        for table in at.tables:
            if not is_over(course, at, table):
                raise CaseError(
                    "Table {table} of game {game} has no result yet: who sits where next depends "
                    "on it.",
                    table=table.number,
                    game=at.number,
                )


def _elimination(course: StageCourse, number: int) -> Round:
    """The bracket's next round; byes are all who are still in and do not play in it."""
    staying = {
        group: [member for member in members if not member.out]
        for group, members in groups_of(course).items()
    }
    if not course.rounds:
        _alone(course, {group: members for group, members in staying.items() if members})
    drawn = knockout.brackets(course)
    for bracket in drawn.values():
        for match in bracket.waiting:
            _check_played(match)
    _check_not_full(course)
    tables: list[Table] = []
    byes: list[Key] = []
    for group, bracket in drawn.items():
        pairs = [match.sides for match in bracket.waiting]
        for first, other in pairs:
            if first is not None and other is not None:
                tables.append(Table(len(tables) + 1, (first, other), group))
        seated = {key for pair in pairs for key in pair}
        byes += [key for key in bracket.still_in if pairs and key not in seated]
    return Round(number, tuple(tables), tuple(byes))


def _check_played(match: knockout.Match) -> None:
    """Refuse to go on while a game of the bracket is not decided, and name the two."""
    first, other = match.sides
    if match.state is knockout.State.OPEN:
        raise CaseError("{one} and {other} have no result yet.", one=first, other=other)
    if match.state is knockout.State.LEVEL:
        raise CaseError(
            "{one} and {other} are level after all tie-breaks: play a round to decide "
            "between them.",
            one=first,
            other=other,
        )
