"""Days in which no two people meet twice, known from mathematics.

A design is a list of rounds, each a list of tables with points (numbers from 0) as people. All of a
design's tables have the same number of seats, or the sizes that its starter has. Cutting it to
fewer rounds or people is done in `cutting.py`.

Where the designs come from:

* transversal designs over rings: from k elements of which any two differ by a unit, n rounds at n
  tables of k (Bose 1938, Moore 1896 for fields, MacNeish 1922 for their products);
* the groups of a transversal design seated once more, each by a smaller design: with n = k = q that
  is the affine plane, q tables of q in q + 1 rounds;
* the round robin for tables of two (Kirkman 1847);
* starters: one or a few rounds which a group moves over all others (the method of differences of
  Bose 1939 and Anderson's "starters"). Those in `starters.txt` were found by our own search, and
  are checked by a test. Kirkman triple systems (15 in 7 rounds, 21 in 10, 27 in 13 ...), resolvable
  designs of blocks of four (28 in 9 rounds, 40 in 13) and frames with holes (24 in 7, 36 in 11)
  are among them.

An example: nine people at three tables of three, in three groups 0 1 2, 3 4 5 and 6 7 8. The
groups' elements are 0, 1 and 2 of the integers mod 3. In round m, table b has from group i its
point b + m * i:

    round 0    0 3 6    1 4 7    2 5 8
    round 1    0 4 8    1 5 6    2 3 7
    round 2    0 5 7    1 3 8    2 4 6

Points 0 and 4 meet in round 1 alone: they differ by 1, and so do the elements of their groups. Two
of one group have not met so far, so each group sits at a table of its own in a fourth round. Nine
people have then met all eight others, without a repeat.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from league.seating.fields import ring, spread_elements

Design = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds of tables of points."""

_STARTERS: Final = Path(__file__).with_name("starters.txt")
_LARGEST_RING: Final = 100
"""More tables than that are left to the search: they are easy for it."""


@lru_cache(maxsize=256)
def designs(sizes: tuple[int, ...]) -> tuple[Design, ...]:
    """Designs for tables of these sizes (the largest first), those with the most rounds first."""
    known: list[Design] = [developed(starter) for starter in starters().get(sizes, ())]
    if len(set(sizes)) == 1:
        known += _of_equal_tables(len(sizes), sizes[0])
    return tuple(sorted(known, key=len, reverse=True))


def _of_equal_tables(tables: int, seats: int) -> Iterator[Design]:
    yield (_seated(range(tables * seats), (seats,) * tables),)
    if seats == 2:
        yield round_robin(2 * tables)
    elif 1 < tables <= _LARGEST_RING and seats <= len(spread_elements(tables)):
        yield transversal(tables, seats)


def round_robin(people: int) -> Design:
    """Everybody meets everybody once at tables of two; `people` is even."""
    turning = people - 1
    return tuple(
        ((turning, at), *(((at + i) % turning, (at - i) % turning) for i in range(1, people // 2)))
        for at in range(turning)
    )


def transversal(tables: int, seats: int) -> Design:
    """As many rounds as tables, and where the groups can be seated by themselves, those too.

    Points fall into groups, one for each seat. In round m, table b has of group i the point
    b + m u(i). Points of groups i and j meet where m (u(i) - u(j)) is their difference: in one
    round, since u(i) - u(j) is a unit. Those of one group do not meet. `seats` is at most
    the number of `spread_elements`.
    """
    numbers = ring(tables)
    elements = spread_elements(tables)[:seats]
    rounds = [
        tuple(
            tuple(
                group * tables + numbers.plus[table][numbers.times[turn][element]]
                for group, element in enumerate(elements)
            )
            for table in range(tables)
        )
        for turn in range(tables)
    ]
    if tables % seats == 0:
        inner = designs((seats,) * (tables // seats))
        rounds.extend(
            tuple(
                tuple(group * tables + point for point in table)
                for group in range(seats)
                for table in seating
            )
            for seating in inner[0]
        )
    return tuple(rounds)


class Starter:
    """Rounds that a group of the order of `moduli`'s product moves over the others.

    Point x of orbit o is o * order + x, x being the number of a group element (the digits to the
    bases `moduli`, the last digit first); points behind the orbits stay where they are.
    """

    def __init__(self, text: str) -> None:
        shape, moduli, orbits, points = (part.split() for part in text.split("|"))
        self.sizes = tuple(int(size) for size in shape)
        self.moduli = tuple(int(modulus) for modulus in moduli)
        self.orbits = int(orbits[0])
        self.points = [int(point) for point in points]


@lru_cache(maxsize=1)
def starters() -> dict[tuple[int, ...], list[Starter]]:
    """The starters of `starters.txt`, by the sizes of their tables."""
    starters_by_sizes: dict[tuple[int, ...], list[Starter]] = {}
    for line in _STARTERS.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            starter = Starter(line)
            starters_by_sizes.setdefault(starter.sizes, []).append(starter)
    return starters_by_sizes


def developed(starter: Starter) -> Design:
    """All rounds of a starter: each of its base rounds, moved by each element of its group."""
    people = sum(starter.sizes)
    rounds = []
    for begin in range(0, len(starter.points), people):
        base = starter.points[begin : begin + people]
        for shift in _elements(starter.moduli):
            moved = [_moved(point, shift, starter) for point in base]
            rounds.append(_seated(moved, starter.sizes))
    return tuple(rounds)


def _elements(moduli: Sequence[int]) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()]
    for modulus in moduli:
        rows = [(*element, digit) for element in rows for digit in range(modulus)]
    return rows


def _moved(point: int, shift: tuple[int, ...], starter: Starter) -> int:
    order = len(_elements(starter.moduli))
    orbit, element = divmod(point, order)
    if orbit >= starter.orbits:
        return point
    result = 0
    place = 1
    for modulus, step in zip(reversed(starter.moduli), reversed(shift), strict=True):
        element, digit = divmod(element, modulus)
        result += (digit + step) % modulus * place
        place *= modulus
    return orbit * order + result


def _seated(points: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    tables = []
    begin = 0
    for size in sizes:
        tables.append(tuple(points[begin : begin + size]))
        begin += size
    return tuple(tables)
