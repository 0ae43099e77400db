"""The door to the planner: a day's people go in by name, so that its sentences name them."""

from typing import Any

from league.days.models import GameDay, Wish
from league.days.selectors.game_days import Attendee
from league.days.selectors.planning import Inputs
from league.seating.bounds import spread_repeats
from league.seating.case import Case, Lock, WishedSizes
from league.seating.planner import plan
from league.seating.report import DayPlan

# On one day a third meeting of two people is worse than any number of second ones: they notice.
MOST_MEETINGS = 2
REPORTED = ("repeats", "least_repeats", "most_meetings", "never_met")


def whole_day(
    inputs: Inputs, *, rounds: int, seed: int, seconds: float
) -> tuple[list[list[list[int]]], dict[str, Any]]:
    """The day's rounds of seating as players' ids, those played first, and the planner's report.

    The report holds repeats, least_repeats, most_meetings, never_met, the setting, and the limit of
    meetings that least_repeats is about, where it is about one. Raises `CaseError` with a sentence
    for people where these wishes cannot be kept together.
    """
    day, seating = inputs.day, inputs.seating
    coming = range(len(inputs.played) + 1, rounds + 1)
    locks = _locks(inputs, coming)
    names = {person.player.pk: person.name for person in inputs.coming}
    day_plan = plan(
        Case(
            players=tuple(names.values()),
            tables=WishedSizes(day.size, day.least, day.most, day.tables),
            rounds=rounds,
            seconds=seconds,
            seed=seed,
            fixed={names[pk]: table for pk, table in inputs.fixed.items()},
            apart=_named(inputs, Wish.Kind.APART),
            together=_named(inputs, Wish.Kind.TOGETHER),
            met=tuple(
                named
                for table in inputs.met
                if len(named := tuple(names[pk] for pk in table if pk in names)) > 1
            ),
            played=tuple(
                tuple(table for table in tables if table)
                for tables in _tables_named(inputs, range(1, len(inputs.played) + 1))
            ),
            absent=_absent(inputs, rounds),
            locked=locks,
            # Among meetings of earlier days, and of two who always sit together, there is no such
            # limit to keep.
            most=0 if inputs.met or inputs.pairs(Wish.Kind.TOGETHER) else MOST_MEETINGS,
            # Around locks, the plan that they were made in is a good one to begin with.
            planned=_tables_named(inputs, coming) if locks else (),
        )
    )
    ids = {name: pk for pk, name in seating.names.items()}
    return (
        [[[ids[name] for name in table] for table in tables] for tables in day_plan.rounds],
        {name: getattr(day_plan, name) for name in REPORTED}
        | ({} if inputs.met else _least_within_limit(day_plan))
        | {"setting": setting_of(day)},
    )


def _least_within_limit(day_plan: DayPlan) -> dict[str, int]:
    """The fewest repeats of plans in which nobody meets more than twice, if this is such a plan.

    Without that limit fewer may be proven only: people who meet four times take up the meetings of
    others. It holds where the same people play all rounds.
    """
    people = [{name for table in tables for name in table} for tables in day_plan.rounds]
    if day_plan.most_meetings > MOST_MEETINGS or any(here != people[0] for here in people):
        return {}
    sizes = [[len(table) for table in tables] for tables in day_plan.rounds]
    least = spread_repeats(sizes, MOST_MEETINGS)
    if least <= day_plan.least_repeats:
        return {}
    return {"least_repeats": least, "limit": MOST_MEETINGS}


def setting_of(day: GameDay) -> dict[str, Any]:
    """Return how a day is to be planned: what the planner says of a plan holds for that alone."""
    names = ("size", "least", "most", "tables", "rounds", "meetings_count")
    return {name: getattr(day, name) for name in names}


def _absent(inputs: Inputs, rounds: int) -> dict[str, tuple[int, ...]]:
    return {
        person.name: tuple(
            number for number in range(1, rounds + 1) if not _is_there(inputs, person, number)
        )
        for person in inputs.coming
    }


def _is_there(inputs: Inputs, person: Attendee, number: int) -> bool:
    if number > len(inputs.played):
        return person.plays(number)
    return any(person.player.pk in table for table in inputs.played[number - 1])


def _named(inputs: Inputs, kind: Wish.Kind) -> tuple[tuple[str, ...], ...]:
    names = inputs.seating.names
    return tuple(tuple(names[pk] for pk in pair) for pair in inputs.pairs(kind))


def _locks(inputs: Inputs, rounds: range) -> tuple[Lock, ...]:
    names = inputs.seating.names
    return tuple(
        Lock(number, table, tuple(names[pk] for pk in people), closed)
        for number in rounds
        for table, (people, closed) in inputs.locked(number).items()
    )


def _tables_named(inputs: Inputs, rounds: range) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The tables of these rounds with names in place of ids."""
    names = inputs.seating.names
    return tuple(
        tuple(tuple(names[pk] for pk in table) for table in inputs.seating.tables(number))
        for number in rounds
    )
