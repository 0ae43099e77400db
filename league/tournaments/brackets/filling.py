"""The ways to fill tables: by lot, in snake order, Swiss, by a plan, by a rule of movement.

RANDOM, SWISS and PLANNED mix people: as few meetings as can be found are repeats, over the whole
stage and not only in its next round, and nobody meets the same person more often than
`lookahead.most_meetings` says wherever seats are found that keep to it. That goes first. It comes
before the order of standing, and before club-mates but for RANDOM.

RANDOM draws again each round, and exchanges people from there.

SNAKE deals the seeds to and fro, and then everybody stays; who withdraws leaves a gap, and as few
as can be move where other sizes are called for.

SWISS deals the first round in snake order (where points were carried in, by these), and later ones
in the order of standing: table 1 has the leaders, the first of them always. From there people are
exchanged, over as few tables as can be found and the best of them least, until as few as can be
found meet again. Where these seats lead to more repeats in later rounds than others do, people sit
as planned for the whole stage, in the round of the plan that is nearest to the standing, but with
no more repeats in it than filling the tables from the top of the list has.

PLANNED asks `league.seating.planner` for all rounds at once, and again for the rest of them when
people have withdrawn; for the next round alone where somebody sits out each, since nobody knows yet
who plays the later ones. More people than it can plan for are drawn as by RANDOM.

LOWEST begins in snake order. From each table the `movers` with the fewest points move to the table
before, and as many with the most to the table after; fewer where a table is too small for that,
since nobody can move both ways. Tie-breaks of the last game say who moves, then the better seed
moves up. Where somebody withdrew, tables are made up first.

MOVES begins by lot. Then people move as the stage's steps say (`movement.move_by_steps`), by their
places in the last game, parted as for LOWEST, or by their seats. Where somebody withdrew, tables
are made up first.

With `apart`, club-mates are spread: for RANDOM, and the first round of SNAKE, LOWEST and MOVES, no
club has more people at a table than its number over that of the tables, rounded up, wherever tables
of these sizes allow it; they do where they differ by one seat at most. Swiss and planned rounds
look after it once as few as can be found meet again. Later rounds of SNAKE, LOWEST and MOVES go by
their own rule alone.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Final

from league.seating.case import MOST_PLAYERS, Case, Names
from league.seating.movement import move_by_steps, move_lowest
from league.seating.planner import plan
from league.standings.results import Key

from .counting import counts_of_rounds, steps_of
from .lookahead import (
    MixedStage,
    fewest_meetings,
    looked_ahead,
    most_meetings,
    sizes_without,
    too_often,
)
from .mixing import Mix, Strains, ease, met_before, search, spread, uncrowded
from .ranking import by_totals, standing
from .seeding import dealt, lot, snake
from .values import Member, MovesBy, Seating, StageCourse

Seats = tuple[Key, ...]

_HEAVY: Final = 1_000_000
"""What weighs more than all that is looked after next: no round has as many pairs at its tables."""


@dataclass(frozen=True)
class Small:
    """A group's share of a stage: its course, the people to seat (by seed), and the table sizes."""

    course: StageCourse
    group: str
    members: tuple[Member, ...]
    sizes: list[int]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(member.key for member in self.members)

    @property
    def played(self) -> list[list[Seats]]:
        return [[table.seats for table in at.tables] for at in self.course.rounds]

    @cached_property
    def most(self) -> int:
        """How often two of the group should meet at most."""
        played = sizes_without(self.played, self.keys)
        most = fewest_meetings if self.has_byes else most_meetings
        return most(self.sizes, self.course.plan.rounds, played)

    @property
    def has_byes(self) -> bool:
        """Whether somebody who is still in has a bye, or one of these had one before."""
        if len(self.members) < sum(not member.out for member in self.course.field):
            return True
        return any(key in at.byes for at in self.course.rounds for key in self.keys)

    @property
    def apart(self) -> bool:
        return self.course.plan.apart


def seat(small: Small, *, number: int, seed: int, seconds: float) -> list[Seats]:
    """The tables of a group's round of that number; the module says what each way guarantees."""
    seating = small.course.plan.seating
    if seating is Seating.PLANNED and len(small.members) <= MOST_PLAYERS:
        return _planned(small, seed, seconds)
    if seating in (Seating.RANDOM, Seating.PLANNED):
        return _random(small, number, seed, seconds)
    if seating is Seating.MOVES:
        return _moved(small) if any(small.played) else _random(small, number, seed, seconds)
    if not any(small.played):
        return _first_swiss(small, seed) if seating is Seating.SWISS else _snake(small)
    if seating is Seating.SWISS:
        return _ahead(
            small, standing(small.course, small.members), _swiss(small, number, seed), seed, seconds
        )
    return _lowest(small) if seating is Seating.LOWEST else _refitted(small)


def _random(small: Small, number: int, seed: int, seconds: float) -> list[Seats]:
    drawn = sorted(small.members, key=lambda member: (lot(seed, number, member.key), member.seed))
    blocks = _blocks(small.sizes)
    mix = Mix(blocks, _strains(small, drawn, 1, _HEAVY))
    ease(mix)
    search(mix, lambda strain: strain % _HEAVY > 0, _draw(small, number, seed))
    ease(mix)
    tables = mix.tables()
    if small.apart:
        # Club-mates are kept apart in any case, so that no other plan can be taken.
        return _named(uncrowded(tables, [member.club for member in drawn]), drawn)
    return _ahead(small, drawn, _named(tables, drawn), seed, seconds)


def _ahead(
    small: Small, order: Sequence[Member], tables: list[Seats], seed: int, seconds: float
) -> list[Seats]:
    """These tables, or others that lead to fewer repeats; the first round leads to none.

    Where somebody sits out each game nobody knows who plays the later ones.
    """
    if not any(small.played) or small.has_byes:
        return tables
    course = MixedStage(
        tuple(member.key for member in order),
        tuple(small.sizes),
        small.course.plan.rounds,
        tuple(tuple(at) for at in small.played),
    )
    return looked_ahead(course, tables, seed=seed, seconds=seconds)


def _snake(small: Small) -> list[Seats]:
    tables = [list(table) for table in snake(range(len(small.members)), small.sizes)]
    if small.apart:
        bands = [band for _table, band in dealt(small.sizes)]
        tables = spread(tables, [member.club for member in small.members], bands)
    return _named(tables, small.members)


def _first_swiss(small: Small, seed: int) -> list[Seats]:
    if any(member.carried for member in small.members):
        return _swiss(small, 1, seed)
    return _snake(small)


def _swiss(small: Small, number: int, seed: int) -> list[Seats]:
    """By standing, the leaders at table 1; exchanges over few tables until nobody meets again."""
    ordered = standing(small.course, small.members)
    blocks = _blocks(small.sizes)
    home = [number for number, block in enumerate(blocks) for _ in block]
    pulls = [
        [(at - own) ** 2 * (len(blocks) - min(at, own)) for at in range(len(blocks))]
        for own in home
    ]
    mix = Mix(blocks, _strains(small, ordered, _HEAVY, 1))
    ease(mix, pulls)
    draw = _draw(small, number, seed)
    for looking in (pulls, None):
        if mix.strain >= _HEAVY:
            search(mix, lambda strain: strain >= _HEAVY, draw, looking)
            ease(mix, pulls)
    return _named(sorted(mix.tables()), ordered)


def _refitted(small: Small) -> list[Seats]:
    """The tables of the round before with these people and sizes, and as few moves as may be."""
    keys = set(small.keys)
    seed = {member.key: member.seed for member in small.members}
    tables = [[key for key in seats if key in keys] for seats in small.played[-1]]
    sitting = {key for table in tables for key in table}
    loose = [key for key in small.keys if key not in sitting]
    while len(tables) > len(small.sizes):
        loose += tables.pop(min(range(len(tables)), key=lambda at: (len(tables[at]), -at)))
    tables += [[] for _ in range(len(small.sizes) - len(tables))]
    largest = sorted(range(len(tables)), key=lambda at: (-len(tables[at]), at))
    size = dict(zip(largest, small.sizes, strict=True))
    for at, table in enumerate(tables):
        while len(table) > size[at]:
            loose.append(table.pop(table.index(max(table, key=lambda key: seed[key]))))
    for at, table in enumerate(tables):
        while len(table) < size[at]:
            table.append(loose.pop(0))
    return [tuple(table) for table in tables]


def _lowest(small: Small) -> list[Seats]:
    """The lowest of each table of the last game to the table before, the highest to the next."""
    tables = _refitted(small)
    names = {key: str(key) for key in small.keys}
    order = {names[key]: at for seats in _by_place(small, tables) for at, key in enumerate(seats)}
    ends, middle = (tables[0], tables[-1]), tables[1:-1]
    most = min([len(seats) for seats in ends] + [len(seats) // 2 for seats in middle])
    moving = min(small.course.plan.movers, most)
    moved = move_lowest([[names[key] for key in seats] for seats in tables], order, moving)
    keys = {name: key for key, name in names.items()}
    return [tuple(keys[name] for name in table) for table in moved]


def _by_place(small: Small, tables: Sequence[Sequence[Key]]) -> list[list[Key]]:
    """These tables, each in the order of the last game: by tie-breaks, then by seed."""
    last = small.course.rounds[-1]
    scores = counts_of_rounds(small.course, [last])
    steps = steps_of(small.course, scores, [last])
    seed = {member.key: member.seed for member in small.members}
    in_order = []
    for seats in tables:
        known = [key for key in seats if scores[key].games and scores[key].whole]
        groups = [keys for keys, _why in by_totals(known, scores, steps)]
        groups.append(tuple(key for key in seats if key not in known))
        in_order.append([key for keys in groups for key in sorted(keys, key=seed.__getitem__)])
    return in_order


def _moved(small: Small) -> list[Seats]:
    """Everybody so many tables up or down as the stage's rule says."""
    plan = small.course.plan
    tables: Sequence[Sequence[Key]] = _refitted(small)
    if plan.moves_by is MovesBy.PLACES:
        tables = _by_place(small, tables)
    return [tuple(table) for table in move_by_steps(tables, plan.moves, plan.top_moves)]


def _planned(small: Small, seed: int, seconds: float) -> list[Seats]:
    """As the plan of the whole stage has it; of the rest of it, where people have come or gone."""
    played = small.played
    everybody = sorted({key for at in played for seats in at for key in seats} | set(small.keys))
    names = {key: f"p{number}" for number, key in enumerate(everybody)}
    keys = {name: key for key, name in names.items()}
    last = len(played) + 1 if small.has_byes else small.course.plan.rounds

    def asked(sizes: Sequence[int], rounds: Sequence[Sequence[Seats]]) -> Case:
        return Case(
            players=tuple(sorted(names[key] for key in small.keys)),
            tables=tuple(sizes),
            rounds=last,
            seconds=seconds,
            seed=seed,
            met=_clubs(small, names),
            most=small.most,
            played=tuple(
                tuple(tuple(names[key] for key in seats) for seats in at) for at in rounds
            ),
        )

    case = asked(small.sizes, played)
    same = bool(played) and set(small.keys) == {key for seats in played[0] for key in seats}
    # Seats changed by hand may have left other sizes than those that are wished now.
    if same and sorted(map(len, played[0])) == sorted(small.sizes):
        whole = _evenly(asked([len(seats) for seats in played[0]], []))
        if _same(whole[: len(played)], case.played):
            return [tuple(keys[name] for name in seats) for seats in whole[len(played)]]
        case = replace(case, planned=tuple(whole[len(played) :]))
    tables = _evenly(case)[len(played)]
    return [tuple(keys[name] for name in seats) for seats in tables]


def _evenly(case: Case) -> tuple[tuple[Names, ...], ...]:
    """The rounds of a plan, without a look at clubs where these let two meet too often."""
    rounds = plan(case).rounds
    if not case.met or not too_often(case, rounds):
        return rounds
    without = plan(replace(case, met=())).rounds
    return min(rounds, without, key=lambda planned: too_often(case, planned))


def _same(planned: Sequence[Sequence[Seats]], played: Sequence[Sequence[Seats]]) -> bool:
    """Whether rounds were played as planned, in whatever order people sat at a table."""
    seats_planned, wanted = (
        [{frozenset(seats) for seats in at} for at in rounds] for rounds in (planned, played)
    )
    return seats_planned == wanted


def _clubs(small: Small, names: Mapping[Key, str]) -> tuple[tuple[str, ...], ...]:
    """Club-mates as if they had met before, if they are to sit apart."""
    clubs: dict[str, list[str]] = {}
    for member in small.members if small.apart else ():
        if member.club:
            clubs.setdefault(member.club, []).append(names[member.key])
    return tuple(tuple(mates) for mates in clubs.values() if len(mates) > 1)


def _strains(small: Small, people: Sequence[Member], met: int, mates: int) -> Strains:
    """What two of these people cost at one table: those who have met, and club-mates if apart."""
    number = {member.key: at for at, member in enumerate(people)}
    tables = [
        [number[key] for key in seats if key in number] for at in small.played for seats in at
    ]
    clubs = [member.club for member in people]
    return met_before(len(people), tables, clubs, met, mates if small.apart else 0, small.most)


def _blocks(sizes: Sequence[int]) -> list[list[int]]:
    """People by their number, the first at the first table, and so on."""
    ends = list(accumulate(sizes, initial=0))
    return [list(range(*both)) for both in pairwise(ends)]


def _named(tables: Sequence[Sequence[int]], people: Sequence[Member]) -> list[Seats]:
    return [tuple(people[number].key for number in table) for table in tables]


def _draw(small: Small, number: int, seed: int) -> random.Random:
    return random.Random(lot(seed, "search", small.group, number))  # noqa: S311 # no secret
