"""What a choice of stages means for a number of entrants; of one that has begun, what it is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes

from .advance import best_places, check
from .byes import byes_a_game
from .counting import groups_of
from .drawing import drawn_up
from .knockout import games_in_all
from .table_queue import filled
from .values import Cut, Kind, Onward, StageCourse, StagePlan


@dataclass(frozen=True)
class StageForecast:
    """A stage as it will be if nobody withdraws and nobody is level for a place.

    `sizes` are the tables of a round, the largest first; of an elimination they are the games
    of the first round, and `byes` go on without one. `by_group` is the same of each division
    where it is played by division. At tables so many sit out each game. `rounds` is how many
    games there are, without a second grand final, which may come where `may_be_more`. `winners`
    go on from their tables, `fill` as the best of the rest; `on` is all who go on, whatever by.
    With an `error` only `players` is known; the stages after it have none.
    """

    players: int
    sizes: tuple[int, ...] = ()
    winners: int = 0
    fill: int = 0
    on: int = 0
    rounds: int = 0
    byes: int = 0
    by_group: Mapping[str, "StageForecast"] = field(default_factory=dict)
    error: CaseError | None = None
    may_be_more: bool = False


def forecast(
    stages: Sequence[StagePlan],
    entrants: int,
    groups: Mapping[str, int] | None = None,
    begun: Sequence[StageCourse] = (),
) -> tuple[StageForecast, ...]:
    """What each stage will be; `groups` says how many entrants each division has.

    The first stages may have `begun`: they have the people and tables of their first game.

    How many of each division reach a later stage is known only if the stages before were
    played by division, or sent everybody on.
    """
    forecasts: list[StageForecast] = []
    coming, known = entrants, groups
    for at, plan in enumerate(stages):
        following = stages[at + 1] if at + 1 < len(stages) else None
        if forecasts and forecasts[-1].error:
            forecasts += [StageForecast(0) for _ in stages[at:]]
            break
        try:
            if at < len(begun):
                stage, known = _begun(begun[at], following)
            else:
                stage, known = _stage(plan, following, coming, known)
        except CaseError as error:
            stage = StageForecast(coming, error=error)
        forecasts.append(stage)
        coming = stage.on
    return tuple(forecasts)


def _stage(
    plan: StagePlan, following: StagePlan | None, people: int, groups: Mapping[str, int] | None
) -> tuple[StageForecast, Mapping[str, int] | None]:
    """Return one stage, and how many of each division go on from it; None if that is unknown."""
    check(plan)
    if not people:
        raise CaseError("Nobody comes to this stage: let the stage before it send people on.")
    if not plan.by_division:
        stage = _together(plan, following, people)
        return stage, groups if plan.onward is Onward.ALL else None
    if groups is None:
        raise CaseError(
            "Nobody can say beforehand how many of each division play here. Let everybody go on "
            "to this stage, or play the stage before it by division too."
        )
    by_group = {
        group: _of_division(plan, following, group, number)
        for group, number in groups.items()
        if number
    }
    if not by_group:
        raise CaseError("Nobody is in a division that could play here.")
    return _whole(by_group), {group: part.on for group, part in by_group.items()}


def _begun(
    course: StageCourse, following: StagePlan | None
) -> tuple[StageForecast, Mapping[str, int] | None]:
    """Return a stage that has begun, and how many of each division go on from it, as above."""
    first, plan = course.rounds[0], course.plan
    least, most = games_in_all(course)
    by_group = {}
    for group, members in groups_of(course).items():
        tables = [table.seats for table in first.tables if table.group == group]
        byes = len({member.key for member in members}.intersection(first.byes))
        if people := sum(map(len, tables)) + byes:
            sizes = tuple(sorted(map(len, tables), reverse=True))
            played = StageForecast(people, sizes, rounds=least, byes=byes, may_be_more=most > least)
            by_group[group] = _going_on(played, plan, following)
    if not plan.by_division:
        (stage,) = by_group.values()
        numbers = Counter(
            member.group for member in course.field if member.group and not member.out
        )
        return stage, numbers if plan.onward is Onward.ALL and numbers else None
    return _whole(by_group), {group: part.on for group, part in by_group.items()}


def _whole(by_group: Mapping[str, StageForecast]) -> StageForecast:
    """Return a stage in which each division plays by itself."""
    parts = tuple(by_group.values())
    return StageForecast(
        players=sum(part.players for part in parts),
        sizes=tuple(sorted((size for part in parts for size in part.sizes), reverse=True)),
        winners=sum(part.winners for part in parts),
        fill=sum(part.fill for part in parts),
        on=sum(part.on for part in parts),
        rounds=max(part.rounds for part in parts),
        byes=sum(part.byes for part in parts),
        by_group=by_group,
        may_be_more=any(part.may_be_more for part in parts),
    )


def _of_division(
    plan: StagePlan, following: StagePlan | None, group: str, people: int
) -> StageForecast:
    if people == 1:
        raise CaseError(
            "One person is alone in division {group}: combine it with another division.",
            group=group,
        )
    try:
        return _together(plan, following, people)
    except CaseError as error:
        raise error.of_group(group) from error


def _together(plan: StagePlan, following: StagePlan | None, people: int) -> StageForecast:
    """A stage, or a division's share of it, of people who all play together."""
    if people == 1:
        raise CaseError("One person is alone, and nobody plays alone: at least 2 must come here.")
    double = plan.kind is Kind.DOUBLE
    if plan.kind is Kind.TABLES:
        wish = plan.sizes
        rounds, byes = plan.rounds, byes_a_game(plan, people)
        sizes = tuple(table_sizes(people - byes, wish.size, wish.least, wish.most))
    else:
        drawn = drawn_up(people, double)
        games = people - len(drawn[0])
        sizes, byes = (2,) * games, people - 2 * games
        rounds = len(drawn) - double
    stage = StageForecast(people, sizes, rounds=rounds, byes=byes, may_be_more=double)
    return _going_on(stage, plan, following)


def _going_on(stage: StageForecast, plan: StagePlan, following: StagePlan | None) -> StageForecast:
    """Return a stage with how many go on from its tables."""
    people, sizes = stage.players, stage.sizes
    winners = fill = on = 0
    if plan.onward is Onward.TABLES:
        winners = sum(min(plan.count, size) for size in sizes)
        on = min(filled(plan, following, winners), people)
        fill = on - winners
    elif plan.onward is Onward.BEST:
        # How many come to so many points nobody knows: at most all.
        on = people if plan.cut is Cut.POINTS else min(best_places(plan, people), people)
    elif plan.onward is Onward.ALL:
        on = people
    return replace(stage, winners=winners, fill=fill, on=on)
