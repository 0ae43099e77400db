"""People exchanged between tables until as few as can be found sit with whom they should not.

People are numbers from 0, the best first. A strain is what two cost who sit together, and a pull
what somebody costs at a table; all strains count before any pull.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from league.seating.search import STEEP

Strains = Sequence[dict[int, int]]
Pulls = Sequence[Sequence[int]]

_LONGEST_TENURE: Final = 6
_MOST_STEPS: Final = 1_500
_MOST_LOOKS: Final = 200_000
"""How far a search goes: exchanges made, and exchanges looked at."""


class Mix:
    """A seating, with what each person's strain is at each table."""

    def __init__(self, tables: Sequence[Sequence[int]], strains: Strains) -> None:
        self.people = len(strains)
        self.strains = strains
        self.here = [0] * self.people
        for number, table in enumerate(tables):
            for person in table:
                self.here[person] = number
        self.number = len(tables)
        self.sums = [[0] * self.number for _ in range(self.people)]
        for person, others in enumerate(strains):
            for other, strain in others.items():
                self.sums[person][self.here[other]] += strain

    @property
    def strain(self) -> int:
        """What all who sit together cost, each two once."""
        return sum(sums[here] for sums, here in zip(self.sums, self.here, strict=True)) // 2

    def strained(self) -> list[int]:
        """Return the people at a table with somebody whose seat costs."""
        return [person for person in range(self.people) if self.sums[person][self.here[person]]]

    def changes(self, person: int) -> list[int]:
        """What the strain changes by when one changes places with each at another table."""
        at, mine, together = self.here[person], self.sums[person], self.strains[person]
        was = mine[at]
        changes = [
            mine[to] - was + theirs[at] - theirs[to]
            for to, theirs in zip(self.here, self.sums, strict=True)
        ]
        for other, strain in together.items():
            changes[other] -= 2 * strain
        return changes

    def swap(self, somebody: int, other: int) -> None:
        at, to = self.here[somebody], self.here[other]
        for person, was, now in ((somebody, at, to), (other, to, at)):
            for neighbor, strain in self.strains[person].items():
                self.sums[neighbor][was] -= strain
                self.sums[neighbor][now] += strain
            self.here[person] = now

    def tables(self) -> list[list[int]]:
        """Return the tables, at each the best first."""
        tables: list[list[int]] = [[] for _ in range(self.number)]
        for person, table in enumerate(self.here):
            tables[table].append(person)
        return tables


def met_before(
    people: int,
    tables: Iterable[Sequence[int]],
    clubs: Sequence[str],
    met: int,
    mates: int,
    most: int = 0,
) -> Strains:
    """Strains of `met` for two who sat at one of these tables, a little more for each time more,
    and of `mates` for two of one club ("" is none).

    Two who have met `most` times or more (0: no limit) cost more than many others, and again more
    each time, so that nobody always sits with the same people.
    """
    times: list[Counter[int]] = [Counter() for _ in range(people)]
    for table in tables:
        for person in table:
            times[person].update(other for other in table if other != person)
    strains = [{other: met * _worth(n, most) for other, n in own.items()} for own in times]
    members: dict[str, list[int]] = {}
    for person, club in enumerate(clubs):
        if club and mates:
            members.setdefault(club, []).append(person)
    for mates_of in members.values():
        for person in mates_of:
            for other in mates_of:
                if other != person:
                    strains[person][other] = strains[person].get(other, 0) + mates
    return strains


def _worth(times: int, most: int) -> int:
    """What it costs that two meet who have met so often."""
    beyond = max(times - most + 1, 0) if most else 0
    return 16 + min(times - 1, 15) + (256 * STEEP ** min(beyond - 1, 3) if beyond else 0)


def ease(mix: Mix, pulls: Pulls | None = None, passes: int = 4) -> None:
    """Make exchanges while there are any that better it, the last people first.

    Each is that which betters most for its person, and of these the nearest.

    With pulls, those are improved too, for a limited number of passes over all people;
    without, nothing is left that one exchange could better.
    """
    off = pulls or [[0] * mix.number] * mix.people
    scale = 2 * max(map(max, off), default=0) * 2 + 1 if mix.number else 1
    moved = True
    while moved and passes:
        moved = False
        passes -= 1 if pulls else 0
        for person in range(mix.people - 1, -1, -1):
            at = mix.here[person]
            if not (mix.sums[person][at] or off[person][at]):
                continue
            best, other = 0, -1
            changes = mix.changes(person)
            mine = off[person]
            for partner, to in enumerate(mix.here):
                if to != at:
                    pull = mine[to] - mine[at] + off[partner][at] - off[partner][to]
                    change = changes[partner] * scale + pull
                    near = abs(person - partner) < abs(person - other)
                    if change < best or (change == best < 0 and near):
                        best, other = change, partner
            if other >= 0:
                mix.swap(person, other)
                moved = True


def search(
    mix: Mix, is_bad: Callable[[int], bool], draw: random.Random, pulls: Pulls | None = None
) -> None:
    """Better a seating that no exchange betters, by exchanges that make it worse for a while.

    Only people whose strain is bad are moved, and only while the strain of all is. The seating is
    left as the least strained that was found. The same draws give the same.
    """
    off = pulls or [[0] * mix.number] * mix.people
    best, kept = mix.strain, list(mix.here)
    now = best
    barred: dict[tuple[int, int], int] = {}
    tenure = min(_LONGEST_TENURE, 1 + mix.people // 8)
    for step in range(min(_MOST_STEPS, _MOST_LOOKS // max(mix.people, 1))):
        strained = [
            person for person in range(mix.people) if is_bad(mix.sums[person][mix.here[person]])
        ]
        if not strained or not is_bad(best):
            break
        person = strained[draw.randrange(len(strained))]
        at = mix.here[person]
        changes = mix.changes(person)
        chosen: tuple[int, int, int] | None = None
        for partner, to in enumerate(mix.here):
            if to == at or (chosen is not None and changes[partner] > chosen[0]):
                continue
            is_barred = max(barred.get((person, to), 0), barred.get((partner, at), 0)) > step
            if is_barred and now + changes[partner] >= best:
                continue
            pull = off[person][to] - off[person][at] + off[partner][at] - off[partner][to]
            option = (changes[partner], pull, partner)
            if chosen is None or option < chosen:
                chosen = option
        if chosen is None:
            continue
        change, _pull, other = chosen
        barred[person, at] = barred[other, mix.here[other]] = step + tenure + draw.randrange(tenure)
        mix.swap(person, other)
        now += change
        if now < best:
            best, kept = now, list(mix.here)
    _back(mix, kept)


def _back(mix: Mix, here: Sequence[int]) -> None:
    """Seat everybody as they sat."""
    tables: list[list[int]] = [[] for _ in range(mix.number)]
    for person, table in enumerate(here):
        tables[table].append(person)
    again = Mix(tables, mix.strains)
    mix.here, mix.sums = again.here, again.sums


def spread(
    tables: Sequence[Sequence[int]], clubs: Sequence[str], bands: Sequence[int]
) -> list[list[int]]:
    """Club-mates at different tables, with exchanges as near in the seeding as can be found.

    `bands` are passes of the snake: exchanges within one come first, and others are made only while
    a club has more people at a table than its share, which is its number over that of the tables,
    rounded up. Where tables differ by one seat at most no club has more in the end. For where club
    A has two more at one table than at another, one of A can go there in exchange for somebody of
    a club B that has more people there than here, and there is such a B, since the other clubs
    have; and each such exchange leaves fewer pairs of club-mates together. Where tables of other
    sizes allow it too and exchanges do not get there, all are dealt again, by club alone.
    """
    mix = Mix(tables, met_before(len(clubs), (), clubs, 0, 1))
    share = {club: -(-number // len(tables)) for club, number in Counter(clubs).items() if club}

    def crowded(person: int) -> bool:
        return clubs[person] != "" and mix.sums[person][mix.here[person]] + 1 > share[clubs[person]]

    def nearest(person: int, banded: bool) -> int | None:
        """Whom to exchange somebody with: who betters most, then who stands nearest."""
        here = mix.here[person]
        candidates = [
            (change, abs(bands[person] - bands[other]), abs(person - other), other)
            for other, change in enumerate(mix.changes(person))
            if change < 0
            and mix.here[other] != here
            and (not banded or bands[person] == bands[other])
        ]
        return min(candidates)[-1] if candidates else None

    for banded in (True, False):
        moved = True
        while moved:
            moved = False
            for strained in reversed(mix.strained()):
                other = nearest(strained, banded) if banded or crowded(strained) else None
                if other is not None:
                    mix.swap(strained, other)
                    moved = True
    return uncrowded(mix.tables(), clubs)


def uncrowded(tables: list[list[int]], clubs: Sequence[str]) -> list[list[int]]:
    """These tables, or others where a club has more people at one than its share.

    They stay as they are where tables of these sizes cannot but crowd somebody.
    """
    share = {club: -(-number // len(tables)) for club, number in Counter(clubs).items() if club}
    for table in tables:
        here = Counter(clubs[person] for person in table)
        if any(here[club] > most for club, most in share.items()):
            return _by_club([len(table) for table in tables], clubs) or tables
    return tables


def _by_club(sizes: Sequence[int], clubs: Sequence[str]) -> list[list[int]] | None:
    """Tables of these sizes at which no club has more than its share; None where there are none.

    Each club is cut into parts as equal as can be, one for each of its people at a table. The
    largest table is filled first, with one of each of the parts that have most people left: if
    there is a way at all, that is one (Gale and Ryser).
    """
    of: dict[str, list[int]] = {}
    for person, club in enumerate(clubs):
        of.setdefault(club or f"\0{person}", []).append(person)
    parts: list[list[int]] = []
    for people in of.values():
        share = -(-len(people) // len(sizes))
        parts += [people[at::share] for at in range(share)]
    tables: list[list[int]] = [[] for _size in sizes]
    for at in sorted(range(len(sizes)), key=lambda table: (-sizes[table], table)):
        fullest = sorted(parts, key=lambda part: (-len(part), part[0] if part else 0))
        tables[at] = [part.pop(0) for part in fullest[: sizes[at]] if part]
        if len(tables[at]) < sizes[at]:
            return None
    return tables
