"""Which places and medals no result still to come can change.

It is certain in the last stage alone, and only of who has no game to come; `certainty.py` says what
else may still happen, and has the spans of what people can come to. Everybody's place lies between
how many are surely before them and how many can be.

Who comes late to a later game of a stage whose games all count comes after all who were in each,
so no place of these waits for that. But who sits that game out may still take a seat at a table
that has not begun.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.standings.results import Key

from .awards import Award, prize_of
from .certainty import (
    UNKNOWN,
    Rivals,
    Span,
    able_to_finish,
    is_complete,
    kept_for_good,
    seated_yet,
    spans_by_way,
    with_nothing_known,
)
from .counting import by_places, group_of, waits_for_rule, who_missed
from .values import Kind, Place, StageCourse, StagePlan, Table


@dataclass(frozen=True)
class Now:
    """What places in a tournament that is not over are bounded with.

    `course` is the settled course of the stage that is on. `ways` are the spans of its people for
    each number of rounds that may come to count; those of two divisions are not all combined.
    `to_play` are still to have a result at a table. `last` says that it is the last stage of all.
    `number` is the stage's number among those that have begun.
    """

    course: StageCourse
    number: int
    ways: tuple[Mapping[Key, Span], ...]
    last: bool
    complete: bool
    to_play: frozenset[Key]

    def spans_among(self, keys: Collection[Key]) -> list[dict[Key, Span]]:
        """Return the spans of these people, of several divisions from their least to their most."""
        ways = [{key: way[key] for key in way if key in keys} for way in self.ways]
        member_of = self.course.member_of
        groups = {group_of(self.course, member_of[key]) for key in ways[0]}
        if len(ways) == 1 or len(groups) < 2:
            return ways
        return [
            {
                key: Span(
                    min(way[key].best for way in ways), max(way[key].worst for way in ways), ranked
                )
                for key, ranked in ((key, span.ranked) for key, span in ways[0].items())
            }
        ]

    @property
    def is_open(self) -> bool:
        """Whether a correction, a free seat or a later stage may still change who plays."""
        course = self.course
        comes = course.newcomers and not late_comes_behind(course)
        return not self.last or course.seats_open or comes or bool(course.undecided)

    @property
    def takes_newcomers(self) -> bool:
        """Whether somebody of an earlier stage may still come into this one."""
        if self.course.plan.kind is Kind.TABLES:
            # Nobody comes to the last game once something is on each of its sheets.
            course = self.course
            past = len(course.rounds) == course.plan.rounds and not course.newcomers
        else:
            past = len(self.course.rounds) > 1
        return not (self.complete or past)

    @property
    def all_before(self) -> bool:
        """Whether all who are here are before those of earlier stages, in whatever way they end."""
        return self.number > 1 and self.course.plan.kind is Kind.TABLES


def late_comes_behind(course: StageCourse) -> bool:
    """Return whether who comes to the game that is on has missed one, and so comes after others."""
    return course.plan.kind is Kind.TABLES and not by_places(course) and len(course.rounds) > 1


def _with_who_may_sit(course: StageCourse) -> StageCourse:
    """Return the course as if all sat at a further open table who may still take a seat.

    Those are in the stage, have missed no game before the one that is on, and sit that one out.
    """
    if not (course.newcomers and late_comes_behind(course)):
        return course
    *earlier, newest = course.rounds
    seated = {key for table in newest.tables for key in table.seats}
    away = seated | course.out | who_missed(course, earlier)
    tables = []
    for at, group in enumerate(sorted(course.newcomers_to)):
        seats = [
            member.key
            for member in course.field
            if member.key not in away and (not course.plan.by_division or member.group == group)
        ]
        if seats:
            tables.append(Table(-1 - at, tuple(seats), group))
    sitting = {key for table in tables for key in table.seats}
    byes = tuple(key for key in newest.byes if key not in sitting)
    newest = replace(newest, tables=(*newest.tables, *tables), byes=byes)
    return replace(course, rounds=(*earlier, newest))


def now_of(course: StageCourse, number: int, following: StagePlan | None) -> Now:
    """Return what bounds places while this stage is on."""
    course = _with_who_may_sit(course)
    kept = {member.key for member in course.field if member.out and member.keeps}
    waits = waits_for_rule(course)
    ways = tuple(
        {key: with_nothing_known(span) if key in waits else span for key, span in spans.items()}
        for spans in spans_by_way(course)
    )
    return Now(
        course=course,
        number=number,
        ways=ways,
        last=following is None,
        complete=is_complete(course) and not waits and not able_to_finish(course, kept),
        to_play=seated_yet(course),
    )


def place_bounds(
    now: Now, standing: Sequence[Place], barred: Collection[Key] = ()
) -> dict[Key, tuple[int, int]]:
    """Return the best and the worst place that people of a division can still come to.

    `standing` are the division's places as things stand. `barred` are left out of the count. Of who
    has a game to come nothing is said, nor of anybody while it is open who plays.
    """
    if now.is_open:
        return {}
    keys = {place.key for place in standing}.difference(barred)
    bounds: dict[Key, tuple[int, int]] = {}
    ways = _as_they_may_leave(now, keys)
    alive = ways[0]
    if now.complete:
        bounds |= _counted([place for place in standing if place.key in alive], 0, 0)
    else:
        rivals = [Rivals(now.course, spans) for spans in ways]
        for key in alive:
            best = min(way.surely_before(key) for way in rivals) + 1
            bounds[key] = best, max(way.before_or_level(key) for way in rivals) + 1
    # Who left this stage and keeps the place, or never had a table, comes after all who play in it.
    kept = {member.key for member in now.course.field if member.out and member.keeps}
    here = kept | {member.key for member in now.course.field if not member.out}
    behind = (here & keys) - alive.keys()
    placed = [place for place in standing if place.key in behind and place.place is not None]
    sure = sum(span.ranked for span in alive.values())
    ranked_here = alive.keys() | (now.to_play & here & keys) | {place.key for place in placed}
    if not now.takes_newcomers:
        earlier = [place for place in standing if place.key in keys and place.stage < now.number]
        done = sum(place.key not in now.to_play for place in placed)
        certainly = len(ranked_here) if now.all_before else sure + done
        # Who is here without a place comes to one by leaving, if the place earned is kept.
        bounds |= _counted(earlier, certainly, len(alive) + len(behind))
    if now.complete and not now.course.newcomers:
        # Right behind those who finished the stage.
        bounds |= _counted(placed, sure, len(alive) + len(behind) - len(placed))
    else:
        # The place of others depends on whether a table that plays on gives them a total.
        kept -= kept_for_good(now.course)
        bounds = {key: both for key, both in bounds.items() if key not in kept}
    bounds = {key: both for key, both in bounds.items() if key not in now.to_play}
    if now.all_before and not now.takes_newcomers:
        bounds = dict.fromkeys(ranked_here, (1, len(here & keys))) | bounds
    return bounds


def _as_they_may_leave(now: Now, keys: Collection[Key]) -> list[dict[Key, Span]]:
    """Return the spans of these people, of whom those with a game to come may leave before it.

    At tables they are then surely before nobody; in a bracket who leaves and keeps the place is
    before all who have lost.
    """
    waits = now.to_play if now.course.plan.kind is Kind.TABLES else frozenset()
    return [
        {
            key: Span(span.best, UNKNOWN, ranked=False) if key in waits else span
            for key, span in spans.items()
        }
        for spans in now.spans_among(keys)
    ]


def place_bounds_among(
    now: Now,
    standing: Sequence[Place],
    with_unknown: Sequence[Place],
    barred: Collection[Key] = (),
) -> dict[Key, tuple[int, int]]:
    """Return `place_bounds` where others may turn out to compete in the division too.

    `with_unknown` are the places if all of those do. Most lose by that, but some win: who lost a
    play-off is level again where somebody joins the tie who did not play it.
    """
    alone, all_in = (place_bounds(now, those, barred) for those in (standing, with_unknown))
    return {
        key: (min(best, all_in[key][0]), max(worst, all_in[key][1]))
        for key, (best, worst) in alone.items()
        if key in all_in
    }


def _counted(places: Iterable[Place], sure: int, most: int) -> dict[Key, tuple[int, int]]:
    """Return the places of stages that are over, behind so many; a play-off may part who share."""
    ranked = [(place.stage, place.place, place.key) for place in places if place.place is not None]
    order = [(-stage, number or 0) for stage, number, _key in ranked]
    return {
        key: (sure + 1 + sum(other < at for other in order), most + sum(o <= at for o in order))
        for at, (_stage, _number, key) in zip(order, ranked, strict=True)
    }


def certain_ties(
    now: Now, standing: Sequence[Place], barred: Collection[Key] = ()
) -> tuple[frozenset[Key], ...]:
    """Return who of a division share a place, and will, whatever results still come in.

    Of who is out since an earlier stage no result can say more, so a play-off can be played while
    the last stage plays, whichever place it is for. Only somebody who comes into a free seat, a
    correction, or a place that the director takes away changes such a tie. `standing` are the
    division's places as things stand; `barred` are left out.
    """
    if not now.last or now.course.undecided:
        return ()
    bounds = place_bounds(now, standing, barred)
    away = {member.key for member in now.course.field if member.out}
    sharing: dict[tuple[int, int], list[Key]] = defaultdict(list)
    for place in standing:
        if place.place is not None and place.key not in barred:
            sharing[place.stage, place.place].append(place.key)
    ties = []
    for (stage, _place), keys in sharing.items():
        spans = {bounds.get(key) for key in keys}
        best, worst = next(iter(spans)) or (0, 0)
        # Of this stage, nobody else may come to their place, and nothing change what they have.
        alone = len(spans) == 1 and worst - best == len(keys) - 1 > 0
        alone = alone and (now.complete or _is_fixed(now, keys))
        # Who has a game to come may leave before it, however its places count.
        alone = alone and now.to_play.isdisjoint(keys)
        if len(keys) > 1 and (stage < now.number or alone) and away.isdisjoint(keys):
            ties.append(frozenset(keys))
    return tuple(ties)


def _is_fixed(now: Now, keys: Collection[Key]) -> bool:
    """Whether nothing is open of what these come to, such as how many rounds count."""
    spans = [now.ways[0].get(key) for key in keys]
    return len(now.ways) == 1 and all(span and span.best == span.worst for span in spans)


def certain_awards(
    bounds: Mapping[Key, tuple[int, int]], *, medals: bool, ribbons: int
) -> tuple[Award, ...]:
    """Return what people win at their best and worst place alike, the first place first."""
    won = []
    for key, (best, worst) in bounds.items():
        prize = prize_of(best, medals=medals, ribbons=ribbons)
        if prize is not None and prize == prize_of(worst, medals=medals, ribbons=ribbons):
            won.append(Award(key, best, prize))
    return tuple(sorted(won, key=lambda award: award.place))
