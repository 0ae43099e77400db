"""What everybody has scored in a stage, and the tie-breaks as steps.

A table is in once a total of it is known. Who has none there then left without a place, and is not
ranked in the stage; so is who missed a round that others played where the fewest points lead.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from league.brackets.values import Kind, Line, Measure, Member, Round, StageCourse, Table, Tie
from league.standings.results import Key, Result
from league.standings.scores import place_points
from league.standings.ties import Meetings, Numbers, Parted, Step, part

Score = Fraction | int


@dataclass(frozen=True)
class Count:
    """What one of a field has scored in the rounds that were asked for.

    `value` is in the stage's measure and `points` are totals; both hold what was carried into the
    stage, `points` only where totals are what counts. `games` are the tables that are in, and
    `outs` and `lowest_round` None where one of them does not tell. `whole` says that the sum leaves
    no game out, so that it can be ranked.
    """

    key: Key
    value: Fraction
    points: Fraction
    games: int
    outs: int | None
    lowest_round: int | None
    whole: bool


def by_places(course: StageCourse) -> bool:
    """Whether places at tables count, and the most lead; an elimination goes by totals alone."""
    return course.plan.kind is Kind.TABLES and course.plan.measure is Measure.PLACES


def table_lines(course: StageCourse, at: Round, table: Table) -> tuple[Line, ...]:
    """The line of each seat of a table, in seat order; one without anything where none is told."""
    return tuple(course.lines.get((at.number, key), Line(key, None)) for key in table.seats)


def is_in(lines: Iterable[Line]) -> bool:
    """Whether a table's result is known: somebody there has a total."""
    return any(line.total is not None for line in lines)


def is_over(course: StageCourse, at: Round, table: Table) -> bool:
    """Whether nothing more is to come from a table: it is in, or all have left it."""
    out = {member.key for member in course.field if member.out}
    return is_in(table_lines(course, at, table)) or out.issuperset(table.seats)


def points_of_places(course: StageCourse, lines: Sequence[Line]) -> dict[Key, Fraction]:
    """What each ranked seat's place gives; equal totals share what their places give."""
    totals = sorted(line.total for line in lines if line.total is not None)
    return {
        line.key: place_points(
            course.plan.place_points, 0, totals.index(line.total) + 1, totals.count(line.total)
        )
        for line in lines
        if line.total is not None
    }


def counts(course: StageCourse, rounds: Collection[Round] | None = None) -> dict[Key, Count]:
    """What each of the field has scored; `rounds` None is all, with what was carried."""
    asked = course.rounds if rounds is None else rounds
    lines: dict[Key, list[Line]] = defaultdict(list)
    gains: dict[Key, Fraction] = defaultdict(Fraction)
    missed = _missed(course, asked)
    of_places = by_places(course)
    for at in asked:
        for table in at.tables:
            told = table_lines(course, at, table)
            if is_in(told):
                for line in told:
                    lines[line.key].append(line)
                for key, points in points_of_places(course, told).items() if of_places else ():
                    gains[key] += points
    found = {}
    for member in course.field:
        carried = member.carried if rounds is None else Fraction(0)
        own = lines[member.key]
        total = Fraction(sum(line.total for line in own if line.total is not None))
        points = total if of_places else total + carried
        value = gains[member.key] + carried if of_places else points
        whole = all(line.total is not None for line in own)
        if not of_places:
            whole = whole and member.key not in missed
        outs, lowest = _of_rounds(own)
        found[member.key] = Count(member.key, value, points, len(own), outs, lowest, whole)
    return found


def _of_rounds(lines: Sequence[Line]) -> tuple[int | None, int | None]:
    """Rounds gone out in, and the lowest round, each None where a line does not tell it."""
    outs = [line.outs for line in lines if line.outs is not None]
    lowest = [line.lowest_round for line in lines if line.lowest_round is not None]
    return (
        sum(outs) if len(outs) == len(lines) else None,
        min(lowest) if lowest and len(lowest) == len(lines) else None,
    )


def _missed(course: StageCourse, rounds: Iterable[Round]) -> set[Key]:
    """Who was neither seated nor had a bye in a round of which a table is in."""
    everybody = {member.key for member in course.field}
    missed: set[Key] = set()
    for at in rounds:
        if any(is_in(table_lines(course, at, table)) for table in at.tables):
            there = {key for table in at.tables for key in table.seats}
            missed |= everybody - there - set(at.byes)
    return missed


def at_table(course: StageCourse, at: Round, table: Table) -> StageCourse:
    """What happened at one table, as a stage of its own: quicker to count than the round."""
    field = tuple(member for member in course.field if member.key in table.seats)
    return replace(course, field=field, rounds=(replace(at, tables=(table,)),))


def levels(
    course: StageCourse,
    keys: Iterable[Key],
    found: Mapping[Key, Count],
    steps: Sequence[Step],
) -> Iterator[Parted]:
    """These people, best first, in groups that are level after all steps."""
    by_value: dict[Fraction, list[Key]] = defaultdict(list)
    for key in keys:
        by_value[found[key].value].append(key)
    for value in sorted(by_value, reverse=by_places(course)):
        yield from part(by_value[value], steps)


def steps_of(
    course: StageCourse, found: Mapping[Key, Count], rounds: Collection[Round] | None = None
) -> tuple[Step, ...]:
    """The stage's tie-breaks, over all its rounds or some; `found` are the counts of the same.

    A play-off is asked again after all others, for it may have been played by those whom they left.
    """
    asked = course.rounds if rounds is None else rounds

    def by(number: Callable[[Count], Score | None]) -> Callable[[Sequence[Key]], Numbers | None]:
        def numbers(tied: Sequence[Key]) -> Numbers | None:
            known = {key: told for key in tied if (told := number(found[key])) is not None}
            return known if len(known) == len(tied) else None

        return numbers

    makers: Mapping[Tie, Callable[[], Step]] = {
        Tie.OUTS: lambda: Step(Tie.OUTS, by(lambda one: one.outs)),
        Tie.FEWEST: lambda: Step(Tie.FEWEST, by(lambda one: one.points), lowest_leads=True),
        Tie.LOWEST_ROUND: lambda: Step(
            Tie.LOWEST_ROUND, by(lambda one: one.lowest_round), lowest_leads=True
        ),
        Tie.HEAD_TO_HEAD: lambda: Step(
            Tie.HEAD_TO_HEAD, Meetings(_results(course, asked)).numbers, relative=True
        ),
        Tie.PLAY_OFF: lambda: play_off(course),
    }
    again = (Tie.PLAY_OFF,) if Tie.PLAY_OFF in course.ties[:-1] else ()
    return tuple(makers[tie]() for tie in (*course.ties, *again))


def _results(course: StageCourse, rounds: Iterable[Round]) -> Iterator[Result]:
    """The games as head-to-head reads them: who was ahead at which table, by total alone."""
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
    """Parts by the newest play-off that all of the tied took part in, and those it leaves anew."""

    def numbers(tied: Sequence[Key]) -> Numbers | None:
        for one in reversed(course.play_offs):
            if one.points.keys() >= set(tied):
                return {key: one.points[key] for key in tied}
        return None

    return Step(Tie.PLAY_OFF, numbers, lowest_leads=True, relative=True)


DRAWN = "drawn"


def lots(course: StageCourse) -> Step:
    """Parts by the newest lots that all of the tied had."""

    def numbers(tied: Sequence[Key]) -> Numbers | None:
        for drawn in reversed(course.drawn):
            if drawn.keys() >= set(tied):
                return {key: drawn[key] for key in tied}
        return None

    return Step(DRAWN, numbers, lowest_leads=True, relative=True)


def group_of(course: StageCourse, member: Member) -> str:
    """The small stage that somebody plays in: a division, or "" where all play together."""
    return member.group if course.plan.by_division else ""


def groups_of(course: StageCourse) -> dict[str, tuple[Member, ...]]:
    """The field by small stages, each by seed; these in the order of their names and numbers."""
    found: dict[str, list[Member]] = defaultdict(list)
    for member in sorted(course.field, key=lambda one: one.seed):
        found[group_of(course, member)].append(member)
    return {group: tuple(found[group]) for group in sorted(found, key=_by_number)}


def _by_number(text: str) -> list[tuple[int, int, str]]:
    """What puts "90+" before "100+": each run of digits by its number, and before letters."""
    pieces = re.findall(r"[0-9]+|[^0-9]+", text)
    return [(0, int(one), "") if one.isdecimal() else (1, 0, one) for one in pieces]
