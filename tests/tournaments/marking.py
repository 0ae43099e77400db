"""What the product marks as certain while results come in, as plain values."""

from collections.abc import Mapping, Sequence

from league.seating.errors import CaseError
from league.tournaments.brackets import certainty, knockout, place_bounds, ranking
from league.tournaments.brackets.values import Kind, Round, SeatScore, StageCourse

from .made import Told
from .telling import plan_of

MOST_TABLES = 12
"""Up to so many tables, marks are asked for after each of them."""


def as_they_come(seed: int, which: Round, lines: list[SeatScore]) -> list[list[SeatScore]]:
    """The sheets of a round: one after the other in every third tournament, else at once."""
    if seed % 3 != 1 or len(which.tables) > MOST_TABLES:
        return [lines]
    tables = [[line for line in lines if line.key in table.seats] for table in which.tables]
    return [table for table in tables if table] or [lines]


def telling(which: Round, sheets: Sequence[Sequence[SeatScore]]) -> list[int]:
    """The tables of which one of these sheets, still to come, tells all rounds won and lowest."""
    told = {line.key: (line.outs, line.lowest_round) for sheet in sheets for line in sheet}
    return [
        table.number
        for table in which.tables
        if not any(None in told.get(key, (None, None)) for key in table.seats)
    ]


def marks_of(
    courses: Sequence[StageCourse],
    following: Told | None,
    settings: Told,
    groups: Mapping[int, str],
    possible: Mapping[int, frozenset[str]],
    barred: frozenset[int],
) -> Told | None:
    """Who goes on, who could, who is level, which medals are won, and who shares a place.

    In an elimination also who is named for its next round: a game each, None for who is to come.
    Of whom no group is known it may turn out to be one of the `possible` ones.
    None where the product says that nobody can tell.
    """
    course, visitors = courses[-1], settings["visitors_go_on"]
    plan = None if following is None else plan_of(following)
    try:
        onwards = certainty.onwards(course, plan, visitors)
        now = place_bounds.now_of(course, len(courses), plan)
    except CaseError:
        return None
    there = {int(member.key) for course in courses for member in course.field}
    medals, ties = [], []
    for group in sorted({groups[key] for key in there if key in groups}):
        among = {key for key in there if groups.get(key) == group}
        standing = ranking.places(courses, among)
        perhaps = {key for key in there if group in possible.get(key, ())}
        with_unknown = ranking.places(courses, among | perhaps)
        bounds = place_bounds.place_bounds_among(now, standing, with_unknown, barred)
        won = place_bounds.certain_awards(
            bounds, medals=settings["medals"], ribbons=settings["ribbons"]
        )
        medals += [[group, int(award.key), str(award.what)] for award in won]
        found = place_bounds.certain_ties(now, standing, barred)
        ties += [[group, sorted(map(int, keys))] for keys in found]
    return {
        "going": sorted(map(int, onwards.going)),
        "could": sorted(map(int, certainty.could_go_on(course, onwards))),
        "level": sorted(int(key) for level in onwards.level for key in level.keys),
        "medals": medals,
        "ties": ties,
        "named": _named(course),
    }


def _named(course: StageCourse) -> list[knockout.Sides]:
    if course.plan.kind is Kind.TABLES:
        return []
    named: list[knockout.Sides] = []
    for bracket in knockout.brackets(course).values():
        # Where all of a round is in, the next one is the one that waits to be seated.
        if any(match.round for match in bracket.waiting):
            named += certainty.known_sides(course, bracket)
    return named
