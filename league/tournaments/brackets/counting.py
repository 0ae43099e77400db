"""What everybody has scored in a stage, and the tie-breaks as steps.

A table is in once there is a line of it, with a total or without. Somebody without a total there
left without a place, and is not ranked among the others; nor is who missed a round that others
played where the fewest points lead.
"""

import re
from collections import ChainMap, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import product, takewhile
from math import prod
from typing import Final

from league.standings.results import Key, Result
from league.standings.scores import place_points
from league.standings.tie_breaks import TieBreak
from league.standings.ties import Meetings, Numbers, Parted, Step, part, step_by_number

from .byes import averaged, byes_in, value_of_bye
from .values import (
    Kind,
    Member,
    Round,
    SeatScore,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
    Uneven,
    kept_with_course,
)

Score = Fraction | int


@dataclass(frozen=True)
class StageScore:
    """What one of a field has scored in the rounds that were asked for.

    `value` is in the stage's measure and `points` are totals, as they are compared; both hold what
    was carried into the stage, `points` only where totals are what counts. Byes are in both (see
    `byes`). `games` are the tables that are in, and `outs` and `lowest_round` None where one of
    them does not tell. `whole` says that the sum leaves no game out, so that it can be ranked.
    `known` says that there is a result: a game, or a bye in a game of which a total is known where
    a bye counts by itself.
    """

    key: Key
    value: Fraction
    points: Fraction
    games: int
    outs: int | None
    lowest_round: int | None
    whole: bool
    known: bool


def by_places(course: StageCourse) -> bool:
    """Return whether places at tables count, and the most lead; eliminations use totals alone."""
    return course.plan.kind is Kind.TABLES and course.plan.measure is StageMeasure.PLACES


def counts_rounds(plan: StagePlan) -> bool:
    """Return whether it matters how many rounds the tables of a game have played."""
    of_totals = plan.kind is Kind.TABLES and plan.measure is StageMeasure.TOTAL
    return of_totals and plan.uneven is not Uneven.STANDS


def table_lines(course: StageCourse, at: Round, table: Table) -> tuple[SeatScore, ...]:
    """Return the line of each seat of a table, in seat order; an empty one if it is unknown."""
    lines = course.lines
    return tuple(lines.get((at.number, key)) or SeatScore(key, None) for key in table.seats)


def is_in(course: StageCourse, at: Round, table: Table) -> bool:
    """Return whether a table's result is known, though perhaps all left without a total."""
    return any((at.number, key) in course.lines for key in table.seats)


def has_total(lines: Iterable[SeatScore]) -> bool:
    """Return whether somebody of these has a total."""
    return any(line.total is not None for line in lines)


def is_over(course: StageCourse, at: Round, table: Table) -> bool:
    """Return whether a table is finished: it is in, or all have left it."""
    return is_in(course, at, table) or course.out.issuperset(table.seats)


def points_of_places(course: StageCourse, lines: Sequence[SeatScore]) -> dict[Key, Fraction]:
    """Return what each ranked seat's place gives; equal totals share what their places give."""
    totals = sorted(line.total for line in lines if line.total is not None)
    return {
        line.key: place_points(
            course.plan.place_points, 0, totals.index(line.total) + 1, totals.count(line.total)
        )
        for line in lines
        if line.total is not None
    }


def rounds_of_tables(course: StageCourse, at: Round, group: str = "") -> dict[int, int]:
    """Return how many rounds each table of a group has played, once somebody there has a total.

    A table that is known by its totals alone is taken to have played a whole game.
    """
    played = {}
    for table in at.tables:
        lines = [line for line in table_lines(course, at, table) if line.total is not None]
        if lines and table.group == group:
            known = [line.rounds for line in lines if line.rounds]
            played[table.number] = max(known, default=course.plan.game_rounds)
    return played


def waits_for_rule(course: StageCourse) -> frozenset[Key]:
    """Return whose totals stand beside those of tables that played more or fewer rounds.

    Nobody has chosen how they compare: until the stage is closed the director is asked. Of a table
    that is known by its totals alone nobody knows whether it stopped early.
    """
    plan = course.plan
    if plan.kind is not Kind.TABLES or plan.measure is not StageMeasure.TOTAL:
        return frozenset()
    if plan.uneven is not Uneven.STANDS:
        return frozenset()
    played: dict[tuple[int, str], set[int]] = defaultdict(set)
    for at in course.rounds:
        for table in at.tables:
            lines = table_lines(course, at, table)
            known = [line.rounds for line in lines if line.rounds and line.total is not None]
            played[at.number, table.group].update([max(known)] if known else ())
    groups = {group for (_number, group), rounds in played.items() if len(rounds) > 1}
    return frozenset(
        key
        for at in course.rounds
        for table in at.tables
        if table.group in groups
        for key in table.seats
    )


def common_rounds(course: StageCourse, at: Round, group: str = "") -> int | None:
    """Return after how many rounds all tables of a group that are finished can be compared.

    None where a table that played more does not say what it had by then; totals stand there.
    Tables that all have left with the game are not waited for, and one that plays counts once it
    is finished.
    """
    if (at.number, group) in course.counting:
        return course.counting[at.number, group]
    fewest = _fewest_rounds(course, at, group)
    return None if fewest is None else _if_known(course, at, group, fewest)


def _fewest_rounds(course: StageCourse, at: Round, group: str) -> int | None:
    """Return how many rounds all finished tables played that somebody is still at."""
    played = rounds_of_tables(course, at, group)
    staying = [
        played[table.number]
        for table in at.tables
        if table.number in played
        and (at.number, table.number) not in course.playing
        and not course.out.issuperset(table.seats)
    ]
    return min(staying, default=None)


def _if_known(course: StageCourse, at: Round, group: str, rounds: int) -> int | None:
    """Return so many rounds, or None where a finished table played more and tells only its sum."""
    played = rounds_of_tables(course, at, group)
    lines = [
        line
        for table in at.tables
        if played.get(table.number, 0) > rounds and (at.number, table.number) not in course.playing
        for line in table_lines(course, at, table)
    ]
    silent = any(line.total is not None and len(line.running) < rounds for line in lines)
    return None if silent else rounds


def compared_lines(course: StageCourse, at: Round) -> Iterator[SeatScore]:
    """Yield the lines of a round as they stand beside those of other tables (`Uneven`).

    Where only common rounds count, each says what it said after these.
    """
    cuts = counts_rounds(course.plan) and course.plan.uneven is Uneven.COMMON
    for group in {table.group for table in at.tables}:
        common = common_rounds(course, at, group) if cuts else None
        played = rounds_of_tables(course, at, group) if common is not None else {}
        for table in at.tables:
            if table.group != group or not is_in(course, at, table):
                continue
            for line in table_lines(course, at, table):
                longer = common is not None and played.get(table.number, 0) > common
                is_known = line.total is not None and len(line.running) >= (common or 0)
                yield line.after(common) if common and longer and is_known else line


def totals(course: StageCourse, at: Round) -> dict[Key, Score]:
    """Return the totals of a round that are known."""
    return _totals_of(line for table in at.tables for line in table_lines(course, at, table))


def _totals_of(lines: Iterable[SeatScore]) -> dict[Key, Score]:
    return {line.key: line.total for line in lines if line.total is not None}


def compared(course: StageCourse, at: Round) -> dict[Key, Score]:
    """Return what the totals of a round count beside those of other tables (`Uneven`)."""
    numbers = _totals_of(compared_lines(course, at))
    if counts_rounds(course.plan) and course.plan.uneven is Uneven.AVERAGE:
        for group in {table.group for table in at.tables}:
            played = rounds_of_tables(course, at, group)
            for table in (table for table in at.tables if table.number in played):
                for key in numbers.keys() & set(table.seats):
                    numbers[key] = Fraction(numbers[key], played[table.number])
    return numbers


MOST_WAYS: Final = 400
"""More ways are not tried: it takes open tables in three games at once to come to so many."""


def ways_to_count(course: StageCourse) -> tuple[StageCourse, ...]:
    """Return the course as it is in each number of rounds that may come to count; () if too many.

    A table that is not in may stop after any round, or be known by its totals alone in the end.
    Every way of each division is among them, but not each beside all of the others.
    """
    if not (counts_rounds(course.plan) and course.plan.uneven is Uneven.COMMON):
        return (course,)
    ways_of: list[list[dict[tuple[int, str], int | None]]] = [[{}]]
    for group in groups_of(course):
        games = {(at.number, group): _numbers_to_come(course, at, group) for at in course.rounds}
        open_games = {game: numbers for game, numbers in games.items() if len(numbers) > 1}
        if prod(map(len, open_games.values())) > MOST_WAYS:
            return ()
        ways = product(*open_games.values())
        ways_of.append([dict(zip(open_games, numbers, strict=True)) for numbers in ways])
    in_line = [[ways[at % len(ways)] for ways in ways_of] for at in range(max(map(len, ways_of)))]
    return tuple(replace(course, counting=dict(ChainMap(*ways))) for ways in in_line)


def _numbers_to_come(course: StageCourse, at: Round, group: str) -> list[int | None]:
    """Return how many rounds of a game may count in the end, None for totals as they stand."""
    now = common_rounds(course, at, group)
    tables = [table for table in at.tables if table.group == group]
    if all(is_in(course, at, table) for table in tables):
        return [now]
    played = rounds_of_tables(course, at, group)
    most = _fewest_rounds(course, at, group) or max(played.values(), default=0)
    numbers = {now, None}
    # For a table that all have left nobody waits, though its sheet may still come in.
    if not all(is_over(course, at, table) for table in tables):
        numbers |= {_if_known(course, at, group, rounds) for rounds in range(1, most + 1)}
    if now is not None and all(rounds <= now for rounds in played.values()):
        numbers.discard(None)  # Totals as they stand are the same.
    return [now, *(numbers - {now})]


@kept_with_course
def counts(course: StageCourse) -> Mapping[Key, StageScore]:
    """Return the scores of the field in all rounds, with what was carried."""
    carried = {member.key: member.carried for member in course.field}
    return _scores(course, course.rounds, compared, compared_lines, carried)


def counts_of_rounds(course: StageCourse, rounds: Collection[Round]) -> Mapping[Key, StageScore]:
    """Return the scores of the field in these rounds alone.

    Totals count as they stand, and all rounds of a table: they are compared at one table.
    """
    return _scores(course, rounds, totals, _lines_in, {})


def _lines_in(course: StageCourse, at: Round) -> Iterator[SeatScore]:
    """Yield the lines of the tables of a round that are in."""
    for table in at.tables:
        if is_in(course, at, table):
            yield from table_lines(course, at, table)


def _scores(
    course: StageCourse,
    rounds: Collection[Round],
    counted: Callable[[StageCourse, Round], Mapping[Key, Score]],
    lines_of: Callable[[StageCourse, Round], Iterable[SeatScore]],
    carried: Mapping[Key, Fraction],
) -> dict[Key, StageScore]:
    lines: dict[Key, list[SeatScore]] = defaultdict(list)
    for at in rounds:
        for line in lines_of(course, at):
            lines[line.key].append(line)
    gains = _gains(course, rounds, counted)
    missed = who_missed(course, rounds)
    of_places = by_places(course)
    byes = byes_in(course.plan, rounds)
    by_bye = _known_by_bye(course, rounds) if byes and of_places else set()
    scores = {}
    for member in course.field:
        own = lines[member.key]
        known = [line.total for line in own if line.total is not None]
        gain = _with_byes(course.plan, gains[member.key], len(known), byes[member.key])
        brought = carried.get(member.key)
        value = Fraction(gain) + brought if brought else Fraction(gain)
        points = value
        if of_places:
            points = Fraction(averaged(sum(known), len(known), byes[member.key]))
        whole = len(known) == len(own)
        if not of_places:
            whole = whole and member.key not in missed
        outs, lowest = _of_rounds(own)
        has_result = bool(own) or member.key in by_bye
        scores[member.key] = StageScore(
            member.key, value, points, len(own), outs, lowest, whole, has_result
        )
    return scores


def _with_byes(plan: StagePlan, gain: Score, games: int, byes: int) -> Score:
    """Return what somebody has of the games with what the byes count."""
    if not byes:
        return gain
    points = value_of_bye(plan)
    return averaged(gain, games, byes) if points is None else gain + byes * points


def _known_by_bye(course: StageCourse, rounds: Iterable[Round]) -> set[Key]:
    """Return who had a bye in a round of which a total is known."""
    return {
        key
        for at in rounds
        if at.byes and any(has_total(table_lines(course, at, table)) for table in at.tables)
        for key in at.byes
    }


def _gains(
    course: StageCourse,
    rounds: Iterable[Round],
    counted: Callable[[StageCourse, Round], Mapping[Key, Score]],
) -> dict[Key, Score]:
    """Return what these rounds add to everybody's value."""
    gains: dict[Key, Score] = defaultdict(int)
    for at in rounds:
        if by_places(course):
            for table in at.tables:
                for key, points in points_of_places(course, table_lines(course, at, table)).items():
                    gains[key] += points
        else:
            for key, number in counted(course, at).items():
                gains[key] += number
    return gains


def _of_rounds(lines: Sequence[SeatScore]) -> tuple[int | None, int | None]:
    """Return rounds won, and the lowest round, each None if a line does not say."""
    outs = [line.outs for line in lines if line.outs is not None]
    lowest = [line.lowest_round for line in lines if line.lowest_round is not None]
    return (
        sum(outs) if len(outs) == len(lines) else None,
        min(lowest) if lowest and len(lowest) == len(lines) else None,
    )


def who_missed(course: StageCourse, rounds: Iterable[Round]) -> set[Key]:
    """Return who was neither seated nor had a bye in a round of which a total is known."""
    everybody = {member.key for member in course.field}
    missed: set[Key] = set()
    for at in rounds:
        if any(has_total(table_lines(course, at, table)) for table in at.tables):
            there = {key for table in at.tables for key in table.seats}
            missed |= everybody - there - set(at.byes)
    return missed


def only(course: StageCourse, members: Sequence[Member]) -> StageCourse:
    """Return a small stage of a course: it itself where these are its whole field."""
    return course if len(members) == len(course.field) else replace(course, field=tuple(members))


def at_table(course: StageCourse, at: Round, table: Table) -> StageCourse:
    """Return one table as a stage of its own, which is quicker to count than the round."""
    field = tuple(course.member_of[key] for key in table.seats if key in course.member_of)
    return replace(course, field=field, rounds=(replace(at, tables=(table,)),))


def levels(
    course: StageCourse,
    keys: Iterable[Key],
    scores: Mapping[Key, StageScore],
    steps: Sequence[Step],
) -> Iterator[Parted]:
    """Yield these people, best first, in groups that are still tied after all steps."""
    by_value: dict[Fraction, list[Key]] = defaultdict(list)
    for key in keys:
        by_value[scores[key].value].append(key)
    for value in sorted(by_value, reverse=by_places(course)):
        yield from part(by_value[value], steps)


def steps_of(
    course: StageCourse, scores: Mapping[Key, StageScore], rounds: Collection[Round] | None = None
) -> tuple[Step, ...]:
    """Return the stage's tie-breaks, over all its rounds or some; `scores` are for the same rounds.

    A play-off comes again after all others, since those whom they left tied may have played it.
    """

    def step(tie: TieBreak) -> Step:
        if tie is TieBreak.HEAD_TO_HEAD:
            met = _meetings(course) if rounds is None else Meetings(_results(course, rounds))
            return Step(tie, met.numbers, relative=True)
        return play_off(course) if tie is TieBreak.PLAY_OFF else step_by_number(tie, scores)

    again = (TieBreak.PLAY_OFF,) if TieBreak.PLAY_OFF in course.ties[:-1] else ()
    return tuple(step(tie) for tie in (*course.ties, *again))


def all_steps(course: StageCourse) -> tuple[Step, ...]:
    """Return what parts people of the stage who are level: its tie-breaks, and lots."""
    return (*steps_of(course, counts(course)), lots(course))


def steps_for_good(course: StageCourse, joining: Collection[Key]) -> tuple[Step, ...]:
    """Return the first of these steps, which part finished people for good, whoever joins the tie.

    A newcomer can change whether the tied have all met, which play-off or lots all of them had, and
    whether a number is known of all: one who comes with a total alone lets no rounds won decide.
    So these count where each sheet of those who may be `joining` tells them.
    """
    sure = {TieBreak.FEWEST}
    if _will_tell(course, joining):
        sure |= {TieBreak.OUTS, TieBreak.LOWEST_ROUND}
    return tuple(takewhile(lambda step: step.name in sure, all_steps(course)))


def _will_tell(course: StageCourse, keys: Collection[Key]) -> bool:
    """Whether rounds won and lowest rounds of these people will be known in the end."""
    plan = course.plan
    if len(course.rounds) < plan.rounds:
        return False
    if counts_rounds(plan) and plan.uneven is Uneven.COMMON:
        return False  # A sheet need not tell them of fewer rounds than the table has played.
    for at in course.rounds:
        table_of = {key: table for table in at.tables for key in table.seats}
        for key in set(keys).difference(at.byes):
            table, line = table_of.get(key), course.lines.get((at.number, key))
            if table is None:
                return False
            if not is_in(course, at, table):
                tells = (at.number, table.number) in course.telling
            else:
                tells = line is not None and None not in (line.outs, line.lowest_round)
            if not tells:
                return False
    return True


@kept_with_course
def _meetings(course: StageCourse) -> Meetings:
    return Meetings(_results(course, course.rounds))


def _results(course: StageCourse, rounds: Iterable[Round]) -> Iterator[Result]:
    """Yield the games as head-to-head reads them: who was ahead at which table, by total alone."""
    for at in rounds:
        for table in at.tables:
            lines = table_lines(course, at, table)
            totals = sorted(line.total for line in lines if line.total is not None)
            for line in lines:
                if line.total is not None:
                    yield Result(
                        player=line.key,
                        game=f"{at.number}:{table.number}",
                        day=date.min,
                        order=at.number,
                        total=line.total,
                        rounds=0,
                        outs=0,
                        place=totals.index(line.total) + 1,
                        sharing=totals.count(line.total),
                        players=len(totals),
                    )


def play_off(course: StageCourse) -> Step:
    """Break a tie by the newest play-off of all the tied, and again among those it leaves tied."""

    def numbers(tied: Sequence[Key]) -> Numbers | None:
        for play_off in reversed(course.play_offs):
            if play_off.points.keys() >= set(tied):
                return {key: play_off.points[key] for key in tied}
        return None

    return Step(TieBreak.PLAY_OFF, numbers, lowest_leads=True, relative=True)


DRAWN = "drawn"


def lots(course: StageCourse) -> Step:
    """Break a tie by the newest lots that all of the tied had."""

    def numbers(tied: Sequence[Key]) -> Numbers | None:
        for drawn in reversed(course.drawn):
            if drawn.keys() >= set(tied):
                return {key: drawn[key] for key in tied}
        return None

    return Step(DRAWN, numbers, lowest_leads=True, relative=True)


def group_of(course: StageCourse, member: Member) -> str:
    """The small stage that somebody plays in: a division, or "" where all play together."""
    return member.group if course.plan.by_division else ""


def who_may_go_on(members: Iterable[Member], visitors_go_on: bool) -> set[Key]:
    """Return who of these can go on: nobody who has left, and visitors only where they may."""
    return {
        member.key
        for member in members
        if not member.out and (visitors_go_on or not member.visitor)
    }


def groups_of(course: StageCourse) -> dict[str, tuple[Member, ...]]:
    """The field by small stages, each by seed; these in the order of their names and numbers."""
    groups: dict[str, list[Member]] = defaultdict(list)
    for member in sorted(course.field, key=lambda member: member.seed):
        groups[group_of(course, member)].append(member)
    return {group: tuple(groups[group]) for group in sorted(groups, key=_by_number)}


def _by_number(text: str) -> list[tuple[int, int, str]]:
    """What puts "90+" before "100+": each run of digits by its number, and before letters."""
    pieces = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(0, int(piece), "") if piece.isdecimal() else (1, 0, piece) for piece in pieces]
