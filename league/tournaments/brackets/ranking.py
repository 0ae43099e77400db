"""The places at a table, in a stage and in the tournament, with what each tie-break did."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import Parted, Step, TieOutcome, part

from .counting import (
    DRAWN,
    StageScore,
    all_steps,
    at_table,
    by_places,
    counts,
    counts_of_rounds,
    groups_of,
    levels,
    only,
    play_off,
    steps_of,
    table_lines,
    who_missed,
)
from .knockout import OVER, Bracket, Match, State, brackets
from .values import (
    Kind,
    Member,
    Onward,
    Place,
    PlayOff,
    Round,
    StageCourse,
    Table,
    kept_with_course,
)


def table_at(course: StageCourse, round_number: int, table_number: int) -> tuple[Round, Table]:
    """Return a round and one of its tables. Raises ValueError if there is no such table."""
    for at in course.rounds:
        if at.number == round_number:
            for table in at.tables:
                if table.number == table_number:
                    return at, table
    raise ValueError(f"there is no table {table_number} in round {round_number}")


def table_places(course: StageCourse, round_number: int, table_number: int) -> tuple[Place, ...]:
    """The places at a table, the fewest points first; those without a total last, without a place.

    Where the places decide who goes on (`Onward.TABLES` and an elimination), tie-breaks separate
    those who are level, by what happened at this table; elsewhere equal totals share the place, as
    its points are shared. `value` is the total. Raises ValueError where there is no such table.
    """
    kept = _kept_places(course)
    if (round_number, table_number) not in kept:
        at, table = table_at(course, round_number, table_number)
        kept[round_number, table_number] = _places_at(course, at, table)
    return kept[round_number, table_number]


@kept_with_course
def _kept_places(_course: StageCourse) -> dict[tuple[int, int], tuple[Place, ...]]:
    return {}


def _places_at(course: StageCourse, at: Round, table: Table) -> tuple[Place, ...]:
    lines = table_lines(course, at, table)
    parts = course.plan.kind is not Kind.TABLES or course.plan.onward is Onward.TABLES
    alone = at_table(course, at, table)
    scores = counts_of_rounds(alone, alone.rounds)
    steps = steps_of(alone, scores, alone.rounds) if parts else ()
    ranked = [line.key for line in lines if line.total is not None]
    by_total = by_totals(ranked, scores, steps)
    rest = [Place(line.key, None) for line in lines if line.total is None]
    return (*numbered(by_total, {key: scores[key].points for key in ranked}), *rest)


def by_totals(
    keys: Iterable[Key], scores: Mapping[Key, StageScore], steps: Sequence[Step]
) -> Iterator[Parted]:
    """These people by their points, the fewest first, in groups that are level after all steps."""
    level: dict[Fraction, list[Key]] = defaultdict(list)
    for key in keys:
        level[scores[key].points].append(key)
    for points in sorted(level):
        yield from part(level[points], steps)


def numbered(
    groups: Iterable[Parted],
    values: Mapping[Key, Fraction],
    stage: int = 0,
    above: int = 0,
) -> Iterator[Place]:
    """Places for groups that share them, best first, after `above` people who are before all."""
    for keys, why in groups:
        for key in keys:
            yield Place(key, above + 1, len(keys) > 1, values.get(key), why, stage)
        above += len(keys)


@dataclass(frozen=True)
class Ranking:
    """Some of a stage's field: the ranked, best first, in groups that are level, and the rest.

    `values` are what was compared, of all who have one; an elimination compares none.
    """

    ranked: tuple[Parted, ...]
    rest: tuple[Key, ...]
    values: Mapping[Key, Fraction]


def ranking(
    course: StageCourse,
    keys: Collection[Key],
    last_steps: Sequence[Step] = (),
    *,
    all_behind: bool = False,
) -> Ranking:
    """These people of the field, and no others, by what they have done in the stage so far.

    People are ranked if they have a result (a bye is one where places count), left no table without
    a place and have not withdrawn; in an elimination, once it has begun, everybody who has not
    withdrawn. `last_steps` come after the stage's tie-breaks.

    Who left and keeps the place earned so far is ranked among the others after the stage's last
    game, and behind them before that: first those with the most games, and of as many games by
    value alone. Who has no game in the stage has no place in it. With `all_behind`, so is ranked
    who has not left, but left a table without a total, or missed a game where all of them count.
    """
    if course.plan.kind is not Kind.TABLES:
        return _eliminated(course, keys, last_steps)
    scores = counts(course)
    members = [member for member in course.field if member.key in keys]
    kept = kept_games(course, members)
    if all_behind:
        kept |= _games_with_total(course, without_a_total(course, members))
    ranked = [
        member.key
        for member in members
        if (not member.out or kept.get(member.key) == FINISHED)
        and scores[member.key].known
        and scores[member.key].whole
    ]
    groups_behind = [
        parted
        for games in sorted({*kept.values()} - {0, FINISHED}, reverse=True)
        for parted in levels(course, [key for key in kept if kept[key] == games], scores, ())
    ]
    steps = (*steps_of(course, scores), *last_steps)
    known = {*ranked, *(key for keys_behind, _why in groups_behind for key in keys_behind)}
    rest = sorted((who for who in members if who.key not in known), key=lambda who: who.seed)
    values = {
        member.key: scores[member.key].value for member in members if scores[member.key].known
    }
    return Ranking(
        (*levels(course, ranked, scores, steps), *groups_behind),
        tuple(member.key for member in rest),
        values,
    )


def standing(course: StageCourse, members: Sequence[Member]) -> list[Member]:
    """Sort people by value so far, tie-breaks, then seed; unranked people come last.

    Before the first game what was carried in decides, then the seed.
    """
    if not any(at.tables for at in course.rounds):
        sign = -1 if by_places(course) else 1
        return sorted(members, key=lambda member: (sign * member.carried, member.seed))
    ranked = ranking(course, {member.key for member in members})
    order = {key: at for at, (keys, _why) in enumerate(ranked.ranked) for key in keys}
    return sorted(members, key=lambda member: (order.get(member.key, len(order)), member.seed))


FINISHED: Final = -1
"""Instead of a number of games: all of them."""


def kept_games(course: StageCourse, members: Iterable[Member]) -> dict[Key, int]:
    """Return how many games those have a total of who left and keep their place, or `FINISHED`.

    Finished has who was in the stage's last game, and has a total of each that he or she was in.
    0 games keep no place.
    """
    kept = [member.key for member in members if member.out and member.keeps]
    scores = counts(course) if kept else {}
    numbers = {}
    for key in kept:
        there = [
            at.number for at in course.rounds if any(key in table.seats for table in at.tables)
        ]
        totals = [number for number in there if _has_total(course, number, key)]
        byes = [at.number for at in course.rounds if key in at.byes]
        to_the_end = course.plan.rounds in (*there, *byes)
        finished = to_the_end and totals == there and scores[key].whole and bool(there)
        numbers[key] = FINISHED if finished else len(totals)
    return numbers


def without_a_total(course: StageCourse, members: Iterable[Member]) -> list[Key]:
    """Return who has not left and has a result, but no total of some game that counts.

    Their sheet says that they left the table, or they missed a game that others played.
    """
    if course.plan.kind is not Kind.TABLES:
        return []
    scores = counts(course)
    return [
        member.key
        for member in members
        if not member.out and scores[member.key].known and not scores[member.key].whole
    ]


def missed_for_good(course: StageCourse) -> set[Key]:
    """Return who was not in some game that others played, where each of them counts.

    Whatever they did in its other games, they come after all who were in each.
    """
    if course.plan.kind is not Kind.TABLES or by_places(course):
        return set()
    return who_missed(course, course.rounds)


def _games_with_total(course: StageCourse, keys: Iterable[Key]) -> dict[Key, int]:
    return {key: sum(_has_total(course, at.number, key) for at in course.rounds) for key in keys}


def _has_total(course: StageCourse, number: int, key: Key) -> bool:
    line = course.lines.get((number, key))
    return line is not None and line.total is not None


def _eliminated(course: StageCourse, keys: Collection[Key], last_steps: Sequence[Step]) -> Ranking:
    """Return the people still in, then the others by how late they lost for good.

    Groups of unlike size are compared by how many rounds short of the end that was. Who lost in
    the same round is parted by a play-off alone, if the stage asks for one. Who left and keeps the
    place comes right after those who lost in the round that was missed. Leaving moves nobody who
    had lost for good before.
    """
    short: dict[Key, Fraction] = {}
    used: list[PlayOff] = []
    for bracket in brackets(course).values() if course.rounds else ():
        short |= lost_short(course, bracket)
        short |= dict.fromkeys(bracket.still_in, Fraction(0))
        short |= kept_short(course, bracket)
        used += bracket.used
    # A play-off that decided a game of two does not part them again.
    left = tuple(
        play_off for play_off in course.play_offs if not any(play_off is played for played in used)
    )
    asked = [play_off(replace(course, play_offs=left))] if TieBreak.PLAY_OFF in course.ties else []
    wanted = {key: number for key, number in short.items() if key in keys}
    groups = [
        parted
        for number in sorted(set(wanted.values()))
        for parted in part(
            [key for key in wanted if wanted[key] == number],
            (*(asked if number.denominator == 1 and number else ()), *last_steps),
        )
    ]
    rest = [member for member in course.field if member.key in keys and member.key not in wanted]
    in_order = tuple(member.key for member in sorted(rest, key=lambda member: member.seed))
    return Ranking(tuple(groups), in_order, {})


def won_by(course: StageCourse, going: Collection[Key] | None) -> dict[Key, str]:
    """Return who came before others by a play-off or lots alone, and by which of these steps.

    That is whoever is `going` on while another of them does not: where all of them do, such as
    after a correction, it decided nothing. With None nobody goes on, and it is the best of them.
    Nobody is the best who is still level with somebody, and who goes on by the director's word has
    won nothing by it. In an elimination each game says so itself.
    """
    asked = (*(play_off.points for play_off in course.play_offs), *course.drawn)
    if not asked:
        return {}
    won: dict[Key, str] = {}
    scores, steps = counts(course), all_steps(course)
    for group, whys in (parted for keys in asked for parted in levels(course, keys, scores, steps)):
        why = next((why for why in reversed(whys) if why.outcome is TieOutcome.PARTED), None)
        if why is None or why.step not in (TieBreak.PLAY_OFF, DRAWN):
            continue
        if frozenset(group) in course.all_on:
            continue
        numbers = dict(why.numbers)
        best_first = list(dict.fromkeys(numbers.values()))
        for key in group:
            worse = best_first[best_first.index(numbers[key]) + 1 :]
            others = [other for other in numbers if numbers[other] in worse]
            first = len(group) == 1 and numbers[key] == why.numbers[0][1]
            if going is None:
                decided = first
            else:
                decided = key in going and any(other not in going for other in others)
            if decided:
                won[key] = why.step
    return won


def parted_by(place: Place, other: Key) -> tuple[str, ...]:
    """Return the tie-break that put somebody before another, with the numbers of both.

    () where none did, or a play-off or lots, which are no number of a game.
    """
    parted = parted_from(place, other)
    return () if parted[:1] in ((TieBreak.PLAY_OFF,), (DRAWN,)) else parted


def parted_from(place: Place, other: Key) -> tuple[str, ...]:
    """Return what put somebody before another, with the numbers of both; () where nothing did."""
    for why in place.why:
        numbers = dict(why.numbers)
        if numbers and other not in numbers:
            return ()
        if numbers and numbers[other] != numbers[place.key]:
            return why.step, str(numbers[place.key]), str(numbers[other])
    return ()


def lost_short(course: StageCourse, bracket: Bracket) -> dict[Key, Fraction]:
    """Return how many rounds short of the end those lost for good who have not left a bracket.

    Who has no total of the game that was lost is behind who has, as when the director then says
    that he or she has left.
    """
    out = {member.key for member in bracket.members if member.out}
    short = {}
    for key, at in bracket.lost_in.items():
        if key not in out:
            match = next((match for match in bracket.matches[at - 1] if key in match.sides), None)
            played = match is None or not match.round or _has_total(course, match.round, key)
            short[key] = _short_of(bracket, at, to_the_end=played)
    return short


def kept_short(course: StageCourse, bracket: Bracket) -> dict[Key, Fraction]:
    """Return how many rounds short of the end those are who left a bracket and keep their place.

    Who had played and lost for good before has that place. Who lost for good by leaving a game is
    behind who played it to the end. All others count as lost in the round after the last that they
    were in, behind who played and lost then.
    """
    short = {}
    for member in bracket.members:
        if not (member.out and member.keeps):
            continue
        key = member.key
        there = [
            at.number
            for at in course.rounds
            if at.number in bracket.number_of
            and (key in at.byes or any(key in table.seats for table in at.tables))
        ]
        if not there:
            continue
        beaten = _beaten_in(bracket, key)
        lives = 2 if course.plan.kind is Kind.DOUBLE else 1
        if len(beaten) >= lives:
            lost, match = beaten[lives - 1]
            played = match.state is State.WON and _has_total(course, match.round, key)
            short[key] = _short_of(bracket, lost, to_the_end=played)
        else:
            # A round of the bracket in which nobody was left to play was never seated.
            later = [at for number, at in bracket.number_of.items() if number > there[-1]]
            missed = min(later, default=bracket.number_of[there[-1]] + 1)
            short[key] = max(bracket.depth - missed + 1, 0) + Fraction(1, 2)
    return short


def _short_of(bracket: Bracket, lost: int, *, to_the_end: bool) -> Fraction:
    """Return how many rounds short of the end somebody was lost in a round of a bracket.

    Half a round more puts who did not play `to_the_end` behind who did. A quarter does in the
    second grand final, whose loser was further than who missed the first.
    """
    behind = Fraction(1, 4) if lost > bracket.depth else Fraction(1, 2)
    return max(bracket.depth - lost + 1, 1) + (Fraction(0) if to_the_end else behind)


def _beaten_in(bracket: Bracket, key: Key) -> list[tuple[int, Match]]:
    """Return the games at a table that somebody did not win, each with its round, from 1."""
    return [
        (number, match)
        for number, matches in enumerate(bracket.matches, 1)
        for match in matches
        if match.round and match.state in OVER and key in match.sides and match.winner != key
    ]


def stage_places(
    course: StageCourse, among: Collection[Key] | None = None, *, all_behind: bool = False
) -> tuple[Place, ...]:
    """The places in a stage as it stands, best first; those without a place last, by seed.

    With `among`, only these people are looked at, and ties are broken among them alone. In a stage
    by division each group has its own places, from 1. People have no place who have withdrawn, have
    no result yet, or left a table without one; see `ranking`.
    """
    listed: list[Place] = []
    without: list[Place] = []
    for members in groups_of(course).values():
        keys = {member.key for member in members if among is None or member.key in among}
        ranked = ranking(only(course, members), keys, all_behind=all_behind)
        listed += numbered(ranked.ranked, ranked.values)
        without += [Place(key, None, value=ranked.values.get(key)) for key in ranked.rest]
    return (*listed, *without)


def places(
    courses: Sequence[StageCourse], among: Collection[Key] | None = None
) -> tuple[Place, ...]:
    """Everybody's place in the tournament; `courses` are its stages so far, in their order.

    Who came to a later stage goes before who did not; within a stage its ranking decides, over all
    groups at once. Who came to a stage that has no result of theirs yet shares the place after
    those who have one. After these come, by their places in the stage before, who left before they
    had a result and keep what they had earned, and who left a table without a total and have no
    other. Without a place, last, are those who left and keep none, and who have no result at all.
    Places are counted among `among` alone, if given, and so are ties broken.
    """
    last = {member.key: at for at, course in enumerate(courses) for member in course.field}
    out = {
        member.key
        for course in courses
        for member in course.field
        if member.out and not member.keeps
    }
    listed: list[Place] = []
    without: list[Place] = []
    for at in range(len(courses) - 1, -1, -1):
        keys = {
            key for key, stage in last.items() if stage == at and (among is None or key in among)
        }
        ranked = ranking(courses[at], keys - out, all_behind=True)
        groups = list(ranked.ranked)
        waiting = [key for key in ranked.rest if at and key not in ranked.values]
        waiting = [key for key in waiting if _was_seated(courses[:at], key)]
        kept = {member.key for member in courses[at].field if member.out and member.keeps}
        kept |= set(without_a_total(courses[at], courses[at].field))
        unplayed = kept.intersection(ranked.rest)
        waiting = [key for key in waiting if key not in unplayed]
        if waiting:
            groups.append((tuple(sorted(waiting)), ()))
        if at and unplayed:
            earned = ranking(courses[at - 1], unplayed, all_behind=True).ranked
            groups += earned
            # Whoever came this far goes before who did not, whatever came before.
            nothing = unplayed - {key for keys_level, _why in earned for key in keys_level}
            groups += [(tuple(sorted(nothing)), ())] if nothing else []
        values = {key: ranked.values[key] for key in ranked.values if key not in unplayed}
        listed += numbered(groups, values, at + 1, len(listed))
        placed = {key for keys_level, _why in groups for key in keys_level}
        left = [key for key in (*ranked.rest, *sorted(keys & out)) if key not in placed]
        without += [Place(key, None, value=ranked.values.get(key), stage=at + 1) for key in left]
    return (*listed, *without)


def _was_seated(courses: Iterable[StageCourse], key: Key) -> bool:
    return any(
        key in table.seats for course in courses for at in course.rounds for table in at.tables
    )
