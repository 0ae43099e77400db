"""What no result still to come can change: who goes on, and which medals are won.

Every function takes a course in which only finished tables have lines (`settled`). Of an open
table anything may still come: all totals from 0 up, any tie-break, any lot. So a table that plays
counts for nothing, whatever its sheet says so far.

While seats of the stage may still be given to others (`seats_open`), or the director has to decide
after a correction who plays in it (`undecided`), only the lowest of tables that are in are certain
to go on, or level for that: somebody may fall ill before a final, and who plays instead may win it.

Places and medals are certain in the last stage alone, and only of who has no game to come: before
that somebody may leave, and who comes in the place decides who is before whom. A medal that is
certain is changed by no result, by no seat that is given away, and by nobody who leaves and keeps
a place; only by a correction, or where the director takes somebody's place away or gives it back.
Whoever came to a later stage and has not lost the place is before all who did not come there.
Where tables of the last stage played unlike numbers of rounds and nobody chose how that counts, the
director is asked until the stage is closed, and no place at them is certain.

Guaranteed for who goes on: whoever is certain stays so, as long as nobody comes, withdraws or
leaves a table without a total, no finished result is corrected, and no plan or seat is changed. A
play-off, lots, and "all of them go on" are among what may come; only whoever cannot go on still
could where by the last of these one more table has to be filled. So is the sheet of a table of two
that somebody has left: the walkover there is certain once the next round is seated, and at once
where no game had begun there, since such a table is given no sheet any more.

Certain are all who must be, with these exceptions, where too few are named. While somebody can
still come to a tie, only those tie-breaks part it that a newcomer can take from nobody: rounds won
and lowest rounds where each open table's sheet will tell them, and fewer points
(`counting.steps_for_good`). Points for places are bounded seat by seat, though two cannot both be
first at one table. In a double elimination a game that only costs a first life counts for nobody.
Who shares a place is certain of none until the end, since a play-off may part them.

Where only common rounds count, open tables may still say how many. What is certain is so for each
number that it can come to; for each, what finished tables count is known.

An example: eight winners of eight tables fill two tables of four. After six tables there would be
two seats left, but the two open tables will send their own winners: no second goes on.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Final

from league.standings.results import Key

from .advance import advance, best_places, check, reaches
from .byes import averaged, byes_in, games_alone
from .counting import (
    all_steps,
    by_places,
    counts,
    groups_of,
    has_total,
    is_in,
    is_over,
    levels,
    only,
    steps_for_good,
    table_lines,
    ways_to_count,
    who_may_go_on,
)
from .drawing import Feed, Part, drawn_up
from .knockout import OVER, Bracket, Sides, State, brackets, is_open_again
from .ranking import FINISHED, kept_games, kept_short, lost_short
from .rounds import is_full
from .table_queue import Cost, TableQueue, idle_in, queues_of
from .values import (
    Advance,
    Cut,
    How,
    Kind,
    Level,
    Onward,
    StageCourse,
    StagePlan,
)

UNKNOWN: Final = inf


def settled(course: StageCourse, finished: Collection[tuple[int, int]]) -> StageCourse:
    """Return the course with the lines of these tables alone: (round number, table number)."""
    lines = {
        (at.number, key): course.lines[at.number, key]
        for at in course.rounds
        for table in at.tables
        if (at.number, table.number) in finished
        for key in table.seats
        if (at.number, key) in course.lines
    }
    return course if len(lines) == len(course.lines) else replace(course, lines=lines)


def of_division(course: StageCourse, group: str, people: Collection[Key]) -> StageCourse:
    """Return the course of a division that plays a stage by itself, or all of it where none does.

    What others of the stage have still to play, or who may come to their tables, changes nothing
    there. `people` are all of the division, some of whom may not have come to the stage.
    """
    members = tuple(member for member in course.field if member.group == group)
    if not course.plan.by_division or {member.key for member in members} != {
        member.key for member in course.field if member.key in people
    }:
        return course
    coming = group in course.newcomers_to
    rounds = course.rounds
    if course.plan.kind is Kind.TABLES:
        rounds = tuple(
            replace(at, tables=tuple(table for table in at.tables if table.group == group))
            for at in rounds
        )
    return replace(
        course,
        field=members,
        rounds=rounds,
        newcomers=coming,
        seats_open=course.seats_open and coming,
        undecided=course.undecided & {*people, *(member.key for member in members)},
    )


def is_complete(course: StageCourse) -> bool:
    """Return whether no result of the stage is still to come."""
    if course.plan.kind is not Kind.TABLES:
        drawn = brackets(course)
        return bool(drawn) and all(
            bracket.is_over and not _walkovers(course, bracket) for bracket in drawn.values()
        )
    if not is_full(course):
        return False
    return all(is_over(course, at, table) for at in course.rounds for table in at.tables)


@dataclass(frozen=True)
class Certainty:
    """Who goes on for certain, who cannot any more, and who is level for too few places.

    Whoever is in none of these could still go on. While the stage is not `complete`, those of a
    `level` could still all go on by filling up. `idle` are those who do, so that nobody has to
    decide who is first. `places` are how many go on in all while nobody goes away. While it is
    `open` who plays, nobody cannot go on, and who is level is so at a table that is in; `cannot_so`
    are those who cannot if nobody comes or goes.
    """

    going: Mapping[Key, How]
    cannot: frozenset[Key] = frozenset()
    level: tuple[Level, ...] = ()
    places: int = 0
    idle: tuple[Level, ...] = ()
    complete: bool = False
    open: bool = False
    cannot_so: frozenset[Key] = frozenset()


def onwards(course: StageCourse, following: StagePlan | None, visitors_go_on: bool) -> Certainty:
    """Return what is certain of who goes on from a stage that is not closed.

    Raises `CaseError` like `advance`. A stage whose results are all in is as `advance` says.
    """
    certain = _onwards_of_these(course, following, visitors_go_on)
    if not (course.seats_open or course.undecided):
        return certain
    # Whoever comes to other tables, the lowest of one that is in go on.
    going = {
        key: how
        for key, how in certain.going.items()
        if how is How.TABLE and key not in course.undecided
    }
    # And who is level for that stays so.
    level = tuple(
        tie
        for queue in _queues(course, following, visitors_go_on)
        for tie in queue.levels
        if course.undecided.isdisjoint(tie.keys)
    )
    return Certainty(going, level=level, places=certain.places, open=True, cannot_so=certain.cannot)


def places_by_group(
    course: StageCourse, following: StagePlan | None, visitors_go_on: bool
) -> dict[str, int]:
    """Return how many go on of each division, or of all (""), as `onwards` counts them."""
    return {
        group: onwards(only(course, members), following, visitors_go_on).places
        for group, members in groups_of(course).items()
    }


def _queues(
    course: StageCourse, following: StagePlan | None, visitors_go_on: bool
) -> list[TableQueue]:
    """Return who goes on from the tables of a stage, division by division; else nothing."""
    if course.plan.onward is not Onward.TABLES or following is None or not course.rounds:
        return []
    return [
        TableQueue(only(course, members), group, following, who_may_go_on(members, visitors_go_on))
        for group, members in groups_of(course).items()
    ]


def _onwards_of_these(
    course: StageCourse, following: StagePlan | None, visitors_go_on: bool
) -> Certainty:
    """Return what is certain where the people of the stage stay."""
    plan = course.plan
    check(plan)
    if plan.onward is Onward.NOBODY or following is None:
        return Certainty({})
    outcome = None
    if plan.onward is Onward.ALL or is_complete(course):
        outcome = advance(course, following, visitors_go_on)
        if not (outcome.level and plan.onward is Onward.TABLES):
            return _exactly(course, outcome)
    going: dict[Key, How] = {}
    cannot: set[Key] = set()
    level: list[Level] = []
    idle: list[Level] = []
    places = 0
    for group, members in groups_of(course).items():
        small = only(course, members)
        eligible = who_may_go_on(members, visitors_go_on)
        cannot |= {member.key for member in members} - eligible
        if plan.onward is Onward.TABLES:
            if course.rounds:
                queues = queues_of(small, group, following, eligible)
                ways = [queue.going() for queue in queues]
                going |= {key: ways[0][key] for key in _in_all(ways)}
                cannot |= _in_all([queue.cannot() for queue in queues])
                calm = idle_in(queues)
                level += [tie for tie in queues[0].levels if tie not in calm]
                idle += calm
                places += min(queues[0].in_all, len(eligible))
            continue
        surely, never, number = _of_the_best(small, eligible)
        going |= dict.fromkeys(surely, How.BEST)
        cannot |= never
        places += number
    # With all results in, the best of the rest can wait for the director's word too.
    level = list(outcome.level) if outcome else level
    return Certainty(
        going, frozenset(cannot), tuple(level), places, tuple(idle), complete=outcome is not None
    )


def _in_all(ways: Iterable[Iterable[Key]]) -> set[Key]:
    """Return who is in each of these."""
    return set.intersection(*map(set, ways))


def _of_the_best(course: StageCourse, eligible: Collection[Key]) -> tuple[list[Key], set[Key], int]:
    """Return who of these goes on as one of the best for certain, who cannot, and the places.

    Where points decide, nobody knows how many places there are: those count that are taken.
    """
    ways = [
        {key: span for key, span in spans.items() if key in eligible}
        for spans in spans_by_way(course)
    ]
    courses = ways_to_count(course) or (course,)
    outcomes = [_of_these_spans(way, spans) for way, spans in zip(courses, ways, strict=True)]
    going = _in_all(going for going, _cannot in outcomes)
    # Who missed a game that counts is not ranked, whatever is still to come.
    cannot = _in_all(cannot for _going, cannot in outcomes) | (set(eligible) - ways[0].keys())
    by_points = course.plan.cut is Cut.POINTS
    places = best_places(course.plan, len(course.field))
    number = len(going) if by_points else min(places, len(ways[0]))
    return [key for key in ways[0] if key in going], cannot, number


def _of_these_spans(
    course: StageCourse, spans: Mapping[Key, "Span"]
) -> tuple[list[Key], list[Key]]:
    """Return who goes on as one of the best for certain, and who cannot."""
    plan = course.plan
    rivals = Rivals(course, spans)
    places = best_places(plan, len(course.field))
    sign = -1 if by_places(course) else 1
    parted = _parted(course, spans) if plan.cut is not Cut.POINTS else {}
    going: list[Key] = []
    cannot: list[Key] = []
    for key, span in spans.items():
        ahead, behind = parted.get(key, (0, 0))
        if plan.cut is Cut.POINTS:
            surely = span.ranked and reaches(course, sign * span.worst)
            never = not reaches(course, sign * span.best)
        else:
            surely = rivals.before_or_level(key) - behind < places
            never = rivals.surely_before(key) + ahead >= places
        if surely:
            going.append(key)
        elif never:
            cannot.append(key)
    return going, cannot


def _parted(course: StageCourse, spans: Mapping[Key, "Span"]) -> dict[Key, tuple[int, int]]:
    """Return how many of the same value are before somebody for good, and how many behind.

    That is of people with no game to come. Where nobody else can come to their value, all
    tie-breaks part them as they stand.
    """
    if course.plan.kind is not Kind.TABLES:
        return {}
    waiting = seated_yet(course)
    tied: dict[Cost, list[Key]] = defaultdict(list)
    others: dict[Key, Span] = {}
    for key, span in spans.items():
        if span.ranked and span.best == span.worst and key not in waiting:
            tied[span.best].append(key)
        else:
            others[key] = span
    best = sorted(span.best for span in others.values())
    worst = sorted(span.worst for span in others.values())
    scores, steps = counts(course), all_steps(course)
    sure = steps_for_good(course, others) if others else steps
    parted: dict[Key, tuple[int, int]] = {}
    for value, keys in tied.items():
        joined = bisect_right(best, value) > bisect_left(worst, value)
        ahead = 0
        for group, _why in levels(course, keys, scores, sure if joined else steps):
            parted |= dict.fromkeys(group, (ahead, len(keys) - ahead - len(group)))
            ahead += len(group)
    return parted


def _exactly(course: StageCourse, outcome: Advance) -> Certainty:
    going: dict[Key, How] = {goer.key: goer.how for goer in outcome.going}
    waiting = {key for level in outcome.level for key in level.keys}
    left = {member.key for member in course.field} - going.keys() - waiting
    places = len(going) + sum(level.places for level in outcome.level)
    return Certainty(
        going, frozenset(left), outcome.level, places, outcome.idle, complete=is_complete(course)
    )


def could_go_on(course: StageCourse, certain: Certainty) -> dict[Key, How]:
    """Return how those could go on of whom it is open, with a total at a table that is in.

    Nobody is named while it is open of everybody, since that says nothing. Where others may still
    come, those could who do if nobody comes, or could then.
    """
    how = How.FILL if course.plan.onward is Onward.TABLES else How.BEST
    waiting = {key for level in certain.level for key in level.keys}
    there = {key for (_round, key), line in course.lines.items() if line.total is not None}
    playing = {member.key for member in course.field if not member.out}
    undecided = playing - certain.going.keys() - certain.cannot - certain.cannot_so - waiting
    undecided -= course.undecided
    return {} if undecided == playing else dict.fromkeys(undecided & there, how)


@dataclass(frozen=True)
class Span:
    """The best and the worst that somebody can still come to, the lower the better.

    `ranked` is False for who may end without a place.
    """

    best: Cost
    worst: Cost
    ranked: bool = True


def spans_by_way(course: StageCourse) -> tuple[dict[Key, Span], ...]:
    """Return the spans for each number of rounds that may come to count between tables."""
    if ways := ways_to_count(course):
        return tuple(map(spans_of, ways))
    return ({key: with_nothing_known(span) for key, span in spans_of(course).items()},)


def with_nothing_known(span: Span) -> Span:
    return replace(span, best=-UNKNOWN, worst=UNKNOWN)


def spans_of(course: StageCourse) -> dict[Key, Span]:
    """Return the span of everybody who can still be ranked in the stage."""
    if course.plan.kind is not Kind.TABLES:
        return _knockout_spans(course)
    totals = not by_places(course)
    scores, sat = counts(course), _seats_of(course)
    to_seat = max(course.plan.rounds - len(course.rounds), 0)
    alone = len(course.field) - len(course.out) < 2
    gains = (*course.plan.place_points, *[0] * 12)
    spans = {}
    kept = kept_games(course, course.field)
    finished = {key for key, games in kept.items() if games == FINISHED}
    able = able_to_finish(course, kept)
    byes = byes_in(course.plan, course.rounds)
    for member in course.field:
        key, score, (open_at, there, missed) = member.key, scores[member.key], sat[member.key]
        left = max(len(open_at) + to_seat, key in able)
        unranked = (
            (member.out and key not in finished | able) or not score.whole or (totals and missed)
        )
        # The last one left has no game to come, whatever is still to be seated.
        can_play = open_at or key in able or (to_seat and not alone)
        if unranked or not (score.known or can_play):
            continue
        whole = there == len(course.rounds) and key not in able
        if totals:
            # Further games at no points make the average of a bye the least that it can be.
            games, free, carried = score.games, byes[key], member.carried
            own = games_alone(score.value - carried, games, free)
            best = carried + averaged(own, games + left, free)
            worst = carried + averaged(own, games, free)
            spans[key] = Span(best, UNKNOWN if left or not whole else worst, whole)
            continue
        if key in finished:
            spans[key] = Span(-score.value, -score.value)
            continue
        most = max(gains) * left
        least = sum(min(gains[:size]) for size in open_at)
        least += min(gains[: course.plan.sizes.most]) * to_seat
        # The last one left of all is not seated any more, and gets nothing.
        least = least if len(course.field) > course.plan.sizes.most else 0
        spans[key] = Span(-(score.value + most), -(score.value + least), whole)
    return spans


def able_to_finish(course: StageCourse, kept: Iterable[Key]) -> set[Key]:
    """Return who of these left a table of the last game that may still give them a total.

    Nobody in an elimination: there a sheet that is awaited is a walkover that is not sure.
    """
    if course.plan.kind is not Kind.TABLES:
        return set()
    return {
        key
        for at in course.rounds
        for table in at.tables
        if at.number == course.plan.rounds and not is_in(course, at, table)
        for key in table.seats
        if key in kept
    }


def _seats_of(course: StageCourse) -> dict[Key, tuple[list[int], int, bool]]:
    """Return the sizes of everybody's open tables, in how many rounds they were, and any missed.

    A round is missed for good once a table of it is in.
    """
    open_at: dict[Key, list[int]] = {member.key: [] for member in course.field}
    there: Counter[Key] = Counter()
    missed: set[Key] = set()
    for at in course.rounds:
        inside = set(at.byes).union(*(table.seats for table in at.tables))
        there.update(inside)
        if any(has_total(table_lines(course, at, table)) for table in at.tables):
            missed |= open_at.keys() - inside
        for table in at.tables:
            if not is_over(course, at, table):
                for key in open_at.keys() & set(table.seats):
                    open_at[key].append(len(table.seats))
    return {key: (sizes, there[key], key in missed) for key, sizes in open_at.items()}


def seated_yet(course: StageCourse) -> frozenset[Key]:
    """Return who is still to have a result at a table of the stage; in a bracket, who is in it.

    Who has missed a game has the place of somebody who waits, and another after that result.
    """
    if course.plan.kind is not Kind.TABLES:
        still_open = [bracket for bracket in brackets(course).values() if not bracket.is_over]
        return frozenset(key for bracket in still_open for key in bracket.still_in)
    sat, more_to_seat = _seats_of(course), len(course.rounds) < course.plan.rounds
    still_in = [member.key for member in course.field if not member.out]
    return frozenset(key for key in still_in if more_to_seat or sat[key][0])


def _knockout_spans(course: StageCourse) -> dict[Key, Span]:
    """Return how many rounds short of the end people can be lost: 0 for who is never.

    Who left and keeps the place stands where the rounds played say, or behind those of a later one.
    """
    spans: dict[Key, Span] = {}
    kept: dict[Key, Span] = {}
    out = {member.key for member in course.field if member.out}
    for bracket in brackets(course).values() if course.rounds else ():
        for key, short in lost_short(course, bracket).items():
            spans[key] = Span(short, short)
        unsure = _walkovers(course, bracket)
        over = bracket.is_over and not unsure
        playing = {key for pair in _deciding(course, bracket) for key in pair}
        for key in bracket.still_in:
            at = len(bracket.matches) + (key not in playing)
            at = min(at, unsure.get(key, at))
            won = over and len(bracket.still_in) == 1
            # Half a round more for who leaves that game without a total.
            worst = max(bracket.depth - at + 1, 1) + Fraction(1, 2)
            spans[key] = Span(0, 0 if won else worst)
        settled_kept = _lost_by_sheet(course, bracket)
        for key, worst in kept_short(course, bracket).items():
            kept[key] = Span(worst if over or key in settled_kept else Fraction(1, 2), worst)
        if any(is_open_again(course, match) for matches in bracket.matches for match in matches):
            # Whoever wins it could come before others, or behind all.
            whole = Span(0, bracket.depth + Fraction(3, 2))
            spans |= dict.fromkeys(spans.keys() & {own.key for own in bracket.members}, whole)
    return {key: span for key, span in spans.items() if key not in out} | kept


def _lost_by_sheet(course: StageCourse, bracket: Bracket) -> set[Key]:
    """Return who is out of a bracket by a game whose sheet is in, so that no other changes it.

    Who left the table without a total, and the tournament after it, lost there by walkover.
    """
    return {
        key
        for key, at in bracket.lost_in.items()
        for match in bracket.matches[at - 1]
        if key in match.sides
        and match.state in OVER
        and any((match.round, side) in course.lines for side in match.sides)
    }


def kept_for_good(course: StageCourse) -> frozenset[Key]:
    """Return who left and keeps a place that no table that plays on can change."""
    kept = {member.key for member in course.field if member.out and member.keeps}
    if course.plan.kind is not Kind.TABLES:
        lost = [_lost_by_sheet(course, bracket) for bracket in brackets(course).values()]
        return frozenset(kept & set[Key]().union(*lost))
    games = kept_games(course, course.field)
    return frozenset(key for key in kept if games[key] == FINISHED)


def _walkovers(course: StageCourse, bracket: Bracket) -> dict[Key, int]:
    """Return who could lose a walkover of the newest round to a sheet that comes in late.

    With each the first round of the bracket, from 1, in which they could then be lost for good. A
    table that has not begun has no sheet; but while `seats_open`, the free seat may be given away.
    """
    newest = max(bracket.number_of, default=0)
    no_sheet = frozenset[tuple[int, int]]() if course.seats_open else course.not_begun
    unsure: dict[Key, int] = {}
    for number, matches in enumerate(bracket.matches, 1):
        for match in matches:
            silent = not any((newest, side) in course.lines for side in match.sides)
            silent = silent and (match.winner is None or (newest, match.table) not in no_sheet)
            if match.state is State.WALKOVER and match.round == newest and silent:
                spared = course.plan.kind is Kind.DOUBLE and match.part is Part.WINNERS
                unsure |= {side: number + spared for side in match.sides if side is not None}
    return unsure


def unsure_walkovers(course: StageCourse) -> frozenset[tuple[int, Key]]:
    """Return who is in a walkover of an elimination that a sheet which comes in late may change.

    Each with the number of that game.
    """
    if course.plan.kind is Kind.TABLES:
        return frozenset()
    return frozenset(
        (max(bracket.number_of, default=0), key)
        for bracket in brackets(course).values()
        for key in _walkovers(course, bracket)
    )


def known_sides(course: StageCourse, bracket: Bracket) -> tuple[Sides, ...]:
    """Return who is certain to play each game after the round that is on, as it is drawn up.

    None stands for a side that is still to come. Nobody is known while a game is open again, or the
    director has to decide who plays, since either may change who plays now.
    """
    nodes = drawn_up(len(bracket.members), course.plan.kind is Kind.DOUBLE)
    if not bracket.waiting or len(bracket.matches) >= len(nodes) or course.undecided:
        return ()
    if any(is_open_again(course, match) for matches in bracket.matches for match in matches):
        return ()
    unsure = {*_walkovers(course, bracket), *course.out}

    def side(feed: Feed) -> Key | None:
        if feed.game is None:
            return None
        match = bracket.matches[feed.game[0]][feed.game[1]]
        # Where somebody left a game that is level, a play-off may have been played before.
        played = any((match.round, key) in course.lines for key in match.sides)
        if match.state not in OVER or (
            match.state is State.WALKOVER and (course.seats_open or played)
        ):
            return None
        key = match.loser if feed.loser else match.winner
        return None if key in unsure else key

    coming = (node.sides for node in nodes[len(bracket.matches)])
    return tuple((side(first), side(second)) for first, second in coming)


def _deciding(course: StageCourse, bracket: Bracket) -> list[tuple[Key, ...]]:
    """Return the games that are open and that put somebody out."""
    double = course.plan.kind is Kind.DOUBLE
    return [
        tuple(key for key in match.sides if key is not None)
        for match in bracket.waiting
        if not (double and match.part is Part.WINNERS)
    ]


class Rivals:
    """How many are before somebody, at most and at least; asked of people with these spans."""

    def __init__(self, course: StageCourse, spans: Mapping[Key, Span]) -> None:
        self.spans = spans
        self.best = sorted(span.best for span in spans.values())
        self.worst = sorted(span.worst for span in spans.values() if span.ranked)
        self.pairs: list[tuple[tuple[Key, ...], Cost]] = []
        if course.plan.kind is Kind.SINGLE and course.rounds:
            for bracket in brackets(course).values():
                cost = max(bracket.depth - len(bracket.matches) + 1, 1)
                for pair in _deciding(course, bracket):
                    if len(pair) == 2 and all(key in spans for key in pair):
                        self.pairs.append((pair, cost))

    def before_or_level(self, key: Key) -> int:
        """Return how many others can end before somebody, or level with them."""
        worst = self.spans[key].worst
        # Of two who play each other out, one stays behind.
        lost = sum(cost > worst and key not in pair for pair, cost in self.pairs)
        return bisect_right(self.best, worst) - 1 - lost

    def surely_before(self, key: Key) -> int:
        """Return how many others end before somebody, whatever comes."""
        return bisect_left(self.worst, self.spans[key].best)
