"""Who goes on, how, and where people are tied for too few places."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain

from league.seating.errors import CaseError
from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import Parted, TieOutcome, Why

from .counting import DRAWN, by_places, group_of, groups_of, lots, only, who_may_go_on
from .knockout import brackets
from .ranking import ranking, stage_places, table_places
from .table_queue import (
    Cutoff,
    TableCut,
    TableQueue,
    cut_off,
    idle_in,
    queues_of,
    table_cuts,
)
from .values import (
    Advance,
    Cut,
    Going,
    How,
    Kind,
    Level,
    Member,
    Onward,
    StageCourse,
    StageMeasure,
    StagePlan,
    Uneven,
)


def advance(course: StageCourse, following: StagePlan | None, visitors_go_on: bool) -> Advance:
    """Return who goes on from a stage as it stands, in the order of the next stage's seeds.

    Tables without a result send nobody on yet. Where a cut falls among people who are level after
    all tie-breaks and lots, and of whom not all go on by the director's word, they are a `Level`
    and wait; several may wait at once. Nobody waits at a table where those who lose the tie go on
    with the rest in any case (`How.EITHER`). Who is level behind those who go on from a table is a
    `Level` too where that decides who goes on: of two who are level one is a second, the other a
    third. While people at a table wait, of the best of the rest only those go on already who do so
    however that is parted. `full` counts those who wait by the places that they wait for.

    Raises `CaseError` where tables are to send people on from more than one round, or from an
    elimination. `following` is the next stage, whose table size `Fill.FULL` uses.
    """
    plan = course.plan
    check(plan)
    if plan.onward is Onward.NOBODY:
        return Advance(())
    outcome = _Going()
    for group, members in groups_of(course).items():
        small = only(course, members)
        eligible = {
            member.key
            for member in members
            if not member.out
            and (visitors_go_on or not member.visitor or plan.onward is Onward.ALL)
        }
        if plan.onward is Onward.TABLES:
            _by_table(small, group, following, eligible, outcome)
        elif plan.onward is Onward.BEST:
            _best(small, group, eligible, outcome)
        else:
            _all(small, group, outcome)
    return Advance(
        _seeded(course, outcome), tuple(outcome.level), outcome.full, tuple(outcome.idle)
    )


def check(plan: StagePlan) -> None:
    """Refuse a way on that cannot be; raises `CaseError`, which says the least change."""
    if plan.onward is Onward.TABLES and plan.kind is not Kind.TABLES:
        raise CaseError("From an elimination nobody goes on by table: let the best go on.")
    if plan.onward is Onward.BEST and plan.cut is Cut.POINTS and plan.kind is not Kind.TABLES:
        raise CaseError("An elimination counts no points: let a number of the best go on.")
    if plan.onward is Onward.TABLES and plan.rounds != 1:
        raise CaseError(
            "The lowest at each table can go on after one game, not after {rounds}: play one "
            "game, or let the best of the stage go on.",
            rounds=plan.rounds,
        )


@dataclass
class _Going:
    """The people who go on and who wait, collected step by step.

    `standing` has the places of the best among who may go on: a visitor who may not, and whose
    number of rounds won nobody knows, can change in which order the others are level.
    """

    going: list[Going] = field(default_factory=list)
    standing: dict[Key, int] = field(default_factory=dict)
    level: list[Level] = field(default_factory=list)
    idle: list[Level] = field(default_factory=list)
    full: int = 0


def _by_table(
    course: StageCourse,
    group: str,
    following: StagePlan | None,
    eligible: Collection[Key],
    outcome: _Going,
) -> None:
    """The lowest of each table of a small stage, then the best of the rest."""
    places: dict[Key, tuple[int, int]] = {}
    cuts: list[TableCut] = []
    for at in course.rounds:
        for table in at.tables:
            if table.group == group:
                for table_place in table_places(course, at.number, table.number):
                    places[table_place.key] = (table.number, table_place.place or 0)
        cuts += table_cuts(course, at, group, eligible)
    behind_at = {key: tier for cut in cuts for key, tier in cut.tiers.items()}
    winners = [key for cut in cuts for key in cut.on]
    waiting = [cut.level for cut in cuts if cut.level]
    idle = idle_in(queues_of(course, group, following, eligible)) if waiting else []
    queue = TableQueue(course, group, following, eligible, as_it_stands=True)
    first = sum(cut.places for cut in cuts)
    wanted = queue.places
    undecided = [level for level in waiting if level not in idle]
    undecided = undecided or queue.waiting_behind()
    if undecided:
        # Somebody may be sure to go on whatever parts a tie, and still waits for it: by it the
        # others know whether there is room for them.
        tied = {key for level in (*waiting, *undecided) for key in level.keys}
        sure = [key for key, how in queue.going().items() if how is How.FILL and key not in tied]
        fill = Cutoff([key for key in sure if key not in queue.by_word])
    else:
        tiers = queue.tiers({member.key: member.seed for member in course.field})
        behind = [{key for key in tiers if tiers[key] == at} for at in sorted({*tiers.values()})]
        fill = _fill(course, behind, waiting, wanted) if wanted > 0 else Cutoff([])
    either = [key for level in idle for key in level.keys]
    outcome.going += [Going(key, How.TABLE, *places[key], group) for key in winners]
    outcome.going += [Going(key, How.EITHER, *places[key], group) for key in either]
    outcome.going += [
        Going(key, How.FILL, places[key][0], behind_at[key], group)
        for key in (*fill.on, *queue.by_word)
    ]
    outcome.idle += idle
    outcome.level += undecided
    outcome.level += [fill.level] if fill.level else []
    rest = set(eligible).difference(winners, queue.by_word)
    in_rest = len(ranked_keys(course, rest)) - sum(level.places for level in waiting)
    filling = len(fill.on) + sum(level.losers for level in idle)
    outcome.full += first + len(queue.by_word) + max(min(wanted, in_rest), filling)


def ranked_keys(course: StageCourse, keys: Collection[Key]) -> list[Key]:
    """Those of these people who are ranked in the stage, best first."""
    return [key for group, _why in ranking(course, keys).ranked for key in group]


def _fill(
    course: StageCourse, tiers: Iterable[Collection[Key]], waiting: Sequence[Level], wanted: int
) -> Cutoff:
    """The best of the rest, tier after tier; of those who wait at a table, the losers are in it."""
    table_of = {key: number for number, level in enumerate(waiting) for key in level.keys}
    losers_of = [level.losers for level in waiting]
    cut = Cutoff([])
    left = wanted
    ranked = (ranking(course, tier, [lots(course)]).ranked for tier in tiers)
    for keys, why in chain.from_iterable(ranked):
        if left <= 0:
            break
        sure = tuple(key for key in keys if key not in table_of)
        unsure = Counter(table_of[key] for key in keys if key in table_of)
        # Whoever loses at a table that waits is somewhere here, or all of its losers are.
        losing = {at: min(number, losers_of[at]) for at, number in unsure.items()}
        losers = sum(losing.values())
        if len(sure) + losers <= left or (sure == keys and frozenset(sure) in course.all_on):
            cut.on += sure
        else:
            cut.level = None if unsure else Level(sure, left, why)
            break
        left -= len(sure) + losers
        for at, number in losing.items():
            losers_of[at] -= number
    return cut


def best_places(plan: StagePlan, people: int) -> int:
    """Return how many of so many people go on as the best, where points do not decide it."""
    return -(-people * plan.count // 100) if plan.cut is Cut.PERCENT else plan.count


def reaches(course: StageCourse, value: Fraction | float) -> bool:
    """Return whether a value in the stage is enough to go on by points."""
    count = course.plan.count
    return value >= count if by_places(course) else value <= count


def _reached(
    course: StageCourse, groups: Iterable[Parted], values: Mapping[Key, Fraction]
) -> Cutoff:
    """Take all of these whose points are enough; nobody can be level for that."""
    reached = [key for keys, _why in groups for key in keys if reaches(course, values[key])]
    return Cutoff(reached)


def _best(course: StageCourse, group: str, eligible: Collection[Key], outcome: _Going) -> None:
    """The best of a small stage; of an elimination, once it is over."""
    drawn = brackets(course) if course.plan.kind is not Kind.TABLES else {}
    if not all(bracket.is_over for bracket in drawn.values()):
        return
    at = {place.key: place.place or 0 for place in stage_places(course)}
    result = ranking(course, eligible, [lots(course)])
    groups = result.ranked
    if course.plan.cut is Cut.POINTS:
        cut = _reached(course, groups, result.values)
    else:
        cut = cut_off(course, groups, best_places(course.plan, len(course.field)))
    above = 0
    for keys, _why in groups:
        outcome.standing |= dict.fromkeys(keys, above + 1)
        above += len(keys)
    outcome.going += [Going(key, How.BEST, 0, at[key], group) for key in cut.on]
    outcome.level += [cut.level] if cut.level else []
    outcome.full += cut.places


def _all(course: StageCourse, group: str, outcome: _Going) -> None:
    at = {place.key: place.place or 0 for place in stage_places(course)}
    staying = [member.key for member in course.field if not member.out]
    outcome.going += [Going(key, How.ALL, 0, at[key], group) for key in staying]
    outcome.full += len(staying)


def _seeded(course: StageCourse, outcome: _Going) -> tuple[Going, ...]:
    """In the order of the next seeds: by table before by fill, and in each by the stage's ranking.

    People level at a table, all of whom go on, are among the former. The best stand as they do
    among who may go on. Of several groups the first places come before the second, except by table,
    where all are compared by value. Ties go by lot, then by the earlier seed; people without a
    place come last.
    """
    seed = {member.key: member.seed for member in course.field}
    ranked = ranking(course, {goer.key for goer in outcome.going}, [lots(course)]).ranked
    order = {key: at for at, (keys, _why) in enumerate(ranked) for key in keys}

    def by(goer: Going) -> tuple[int, int, int, int]:
        place = 0
        if goer.how in (How.BEST, How.ALL):
            place = outcome.standing.get(goer.key, goer.place) or len(seed) + 1
        return goer.how is How.FILL, place, order.get(goer.key, len(seed)), seed[goer.key]

    return tuple(sorted(outcome.going, key=by))


def parted_for_next(
    course: StageCourse, following: StagePlan, visitors_go_on: bool
) -> frozenset[Key]:
    """Return who was level for a place in the next stage until a play-off or lots parted them.

    That is asked of each as if it and all later ones had never been, so a play-off that was for a
    medal counts only where people are level for going on as well.
    """
    between: set[Key] = set()
    asked = [
        (play_off.points.keys(), course.play_offs[:at], course.drawn[: play_off.lots_before])
        for at, play_off in enumerate(course.play_offs)
    ]
    asked += [
        (drawn.keys(), tuple(p for p in course.play_offs if p.lots_before <= at), course.drawn[:at])
        for at, drawn in enumerate(course.drawn)
    ]
    for keys, play_offs, lots_before in asked:
        before = replace(course, play_offs=play_offs, drawn=lots_before)
        for level in advance(before, following, visitors_go_on).level:
            between |= set(level.keys) if keys >= set(level.keys) else set()
    return frozenset(between)


def let_on(
    course: StageCourse, following: StagePlan, visitors_go_on: bool
) -> frozenset[frozenset[Key]]:
    """Return of which people it counts that the director let all of them go on.

    Without that word just these would be level; since a correction it may be others.
    """
    counting: set[frozenset[Key]] = set()
    for keys in course.all_on:
        without = replace(course, all_on=course.all_on - {keys})
        outcome = advance(without, following, visitors_go_on)
        if any(keys == set(level.keys) for level in (*outcome.level, *outcome.idle)):
            counting.add(keys)
    return frozenset(counting)


def decided_on(course: StageCourse, key: Key, visitors_go_on: bool) -> tuple[Why, ...]:
    """Return what tie-breaks did where a play-off or lots decided whether somebody goes on.

    That is among those who were level with this one at the table, or for what the best of the rest
    fill; () where nothing of the kind was needed.
    """
    plan, group = course.plan, group_of(course, course.member_of[key])
    if plan.kind is not Kind.TABLES or plan.onward not in (Onward.TABLES, Onward.BEST):
        return ()
    small = only(course, groups_of(course)[group])
    able = who_may_go_on(small.field, visitors_go_on)
    orders: list[Iterable[Parted]] = []
    rest = able
    if plan.onward is Onward.TABLES:
        cuts = [cut for at in small.rounds for cut in table_cuts(small, at, group, able)]
        orders += [cut.order for cut in cuts]
        tiers = {k: tier for cut in cuts for k, tier in cut.tiers.items() if k not in cut.on}
        rest = {k for k in tiers if tiers[k] == tiers.get(key)}
    orders.append(ranking(small, rest, [lots(small)]).ranked)
    for keys, whys in chain.from_iterable(orders):
        asked = [why for why in whys if why.step in (TieBreak.PLAY_OFF, DRAWN)]
        if key in keys and any(why.outcome is TieOutcome.PARTED for why in asked):
            return whys
    return ()


def in_line(
    course: StageCourse, visitors_go_on: bool, *, among: Collection[Key]
) -> list[tuple[Key, ...]]:
    """Return who comes next into the following stage as a closed one stands, the first first.

    In groups of people who are level. Where tables send people on, who should have gone on by the
    results as they are now comes first, and the best seconds come before the best thirds. Only
    those are compared who can come (`among`), not those in that stage already.
    """
    able = who_may_go_on(course.field, visitors_go_on)
    tiers: dict[Key, int] = {}
    if course.plan.onward is Onward.TABLES:
        for group in groups_of(course):
            for at in course.rounds:
                for cut in table_cuts(course, at, group, able):
                    # By a correction somebody may be first at a table and not have gone on.
                    tiers |= cut.tiers | cut.winning
    left = able & set(among)
    line = [
        tuple(key for key in keys if tiers.get(key, 0) == tier)
        for tier in sorted({tiers.get(key, 0) for key in left})
        for keys, _why in ranking(course, left, [lots(course)]).ranked
    ]
    return [keys for keys in line if keys]


def next_field(course: StageCourse, going: Advance, following: StagePlan) -> tuple[Member, ...]:
    """Return the next stage's field, seeded from 1 in the order of the advancers.

    Who plays by division next keeps the division of this stage; where this one is not played by
    division, it is the caller's to say. What is carried on is the value in this stage, with what
    was carried into it; somebody without a place here carries no less than the worst with one.
    Raises `CaseError` while somebody waits, and where points cannot be carried because the two
    stages count unlike things.
    """
    if going.level:
        raise CaseError(
            "{number} people are level for {places} places: decide that first.",
            number=len(going.level[0].keys),
            places=going.level[0].places,
        )
    carried = _carried(course, following)
    members = {member.key: member for member in course.field}
    return tuple(
        replace(
            members[goer.key],
            seed=seed,
            group=members[goer.key].group if following.by_division else "",
            carried=carried.get(goer.key, Fraction(0)),
        )
        for seed, goer in enumerate(going.going, 1)
    )


def counts_unlike(plan: StagePlan, following: StagePlan) -> bool:
    """Return whether the values of two stages cannot be added up."""
    averages = {stage.uneven is Uneven.AVERAGE for stage in (plan, following)}
    totals = plan.measure is StageMeasure.TOTAL
    return plan.measure is not following.measure or (totals and len(averages) > 1)


def _carried(course: StageCourse, following: StagePlan) -> dict[Key, Fraction]:
    """What each takes along; nothing where nothing is carried."""
    plan = course.plan
    if not plan.carried or plan.onward is not Onward.ALL:
        return {}
    if plan.kind is not Kind.TABLES or following.kind is not Kind.TABLES:
        raise CaseError(
            "No points can be carried to or from an elimination: let everybody start again from 0."
        )
    if counts_unlike(plan, following):
        raise CaseError(
            "Points cannot be carried to a stage that counts something else: let both count "
            "totals, or both the average of a round, or both places."
        )
    keys = {member.key for member in course.field}
    result = ranking(course, keys)
    values = {member.key: result.values.get(member.key, member.carried) for member in course.field}
    out = {member.key for member in course.field if member.out}
    ranked = [values[key] for group, _why in result.ranked for key in group if key not in out]
    if ranked and not by_places(course):
        worst = max(ranked)
        values |= {key: max(values[key], worst) for key in result.rest}
    return values
