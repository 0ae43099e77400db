"""The lightest tiles to leave over, in a part of a hand that no single number holds together.

The pips are the points of a graph, the tiles its edges, and a train is a way that uses each edge
at most once. A `Block` is a part of it that stays in one piece whichever point is taken out. It
is entered at point 0; the way either comes back there (closed) or ends anywhere (open). Each
point has a prize for those who come by, and a bonus for the one where the way ends: what else
hangs there. Looked for are the edges and prizes to leave over, as light as can be.

A set of edges can be walked in one way exactly when it is in one piece and the number of edges
is even at every point, but for the two ends of an open way. So what is left over is a *join*: it
has an odd number of edges at certain points, and an even number at the others. The lightest join
is found at once, for all ends together: shortest walks between the odd points (and one from a
point that stands for "the end"), and the lightest way to pair them (`matching`).

The rest may fall apart: a region may be cut off from point 0. Then either the way uses one of the
edges around that region, or it never gets there. Each case is looked at in the same way, with
edges that must be used or are gone; cases are taken up in the order of their bound, the weight of
their lightest join, and the search ends when none can be better than the best way known.

An example: the edges 0-1, 0-2, 1-2, 1-3 and 2-3 weigh their pips. Points 1 and 2 have an odd number
of edges. A closed way must make both even: the lightest walk between them is 1-2 (3), and leaving
it over gives 0-1-3-2-0. An open way from 0 that ends at 2 is odd at 0 and 2, so its join must be
odd at 0 and 1: the edge 0-1 (1). The rest is walked as 0-2-1-3-2 and loses 1, which no other end
beats.

An example that falls apart: two triangles 0-1-2 and 3-4-5 with the light edges 1-3 and 2-4 between
them. The lightest join of a closed way is just these two, and the rest is in two pieces. So one
case says that 1-3 must be used, which makes the join take 1-2 and 3-4 instead; another that the way
never gets to 3-4-5, and loses all of it.

What is guaranteed:

- The answer is exact. The cases that a case divides into are all that there are, a bound is never
  above what the best way of its case leaves over, and only cases that cannot be better are dropped.
- The search ends: each case decides on at least one edge more than the case it comes from.
- The work in one case is at most of the order n^3 log n for n points. The number of cases has no
  such limit (a way through all points of a graph can be asked for in this manner, which nobody
  knows to answer quickly), but it is one nearly always: dense blocks do not fall apart, and blocks
  of at most 19 points have few regions. `tests/bench/bench_trains.py` measures it.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from engine.trains.matching import lightest_pairs

_FAR: Final = 1 << 60  # no walk: above all weights of a hand together
_AT_MOST: Final = 3  # edges at a point that one walk can cut off


class Route(NamedTuple):
    """A way through a block: what it leaves over, its edges (one bit each), where it ends."""

    lost: int
    edges: int
    end: int


class _Case(NamedTuple):
    """A case to look at. `order` keeps cases of the same bound in the order they were found."""

    bound: int
    order: int
    must: int
    gone: int


class _Walks(NamedTuple):
    """The walks over edges that may be left over.

    `step` is the weight of the edge between two points, `toll` what it costs to pass through a
    point, `far` the weight of the lightest walk between two points.
    """

    step: list[list[int]]
    toll: list[int]
    far: list[list[int]]


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Block:
    """A part of a hand: its edges (point, point, weight), and what each point is worth.

    `prize[0]` and `bonus[0]` are 0: point 0 belongs to the part before this one. `lean` may hold
    any numbers: the nearer an edge's weight is to a constant plus those of its two points, the
    faster. All weights are above 0, and below 2**60 together.
    """

    def __init__(
        self,
        edges: Sequence[tuple[int, int, int]],
        prize: Sequence[int],
        bonus: Sequence[int],
        lean: Sequence[int],
    ) -> None:
        self.edges = edges
        self.prize = prize
        self.bonus = bonus
        self.lean = lean
        self.size = len(prize)
        self.all = (1 << len(edges)) - 1
        self.total = sum(weight for _, _, weight in edges) + sum(prize)
        self.at = [0] * self.size
        self.around: list[list[tuple[int, int]]] = [[] for _ in prize]
        self.step = [[_FAR] * self.size for _ in prize]
        for place, (near, other, weight) in enumerate(edges):
            bit = 1 << place
            for here, there in ((near, other), (other, near)):
                self.at[here] |= bit
                self.around[here].append((there, bit))
                self.step[here][there] = weight

    def best(self, *, closed: bool) -> Route:
        """The way from point 0 that leaves over the least: back to 0, or to any end."""
        best = Route(self._lost(0, 1), 0, 0)
        cases = [_Case(0, 0, 0, 0)]
        order = 0
        while cases:
            case = heappop(cases)
            if case.bound >= best.lost:
                break
            points = self._reached(self.all & ~case.gone, 0)
            alive = self._touching(points) & ~case.gone
            join = self._join(alive, case.must, points, closed)
            if join is None:
                continue
            bound = self._lost(alive, points) + join.lost
            if bound >= best.lost:
                continue
            rest = alive & ~join.edges
            inside = self._reached(rest, 0)
            used = rest & self._touching(inside)
            lost = self._lost(used, inside) - (0 if closed else self.bonus[join.end])
            if lost < best.lost:
                best = Route(lost, used, join.end)
            if lost > bound:
                for must, gone, more in self._divided(case, alive, rest, points & ~inside, closed):
                    order += 1
                    heappush(cases, _Case(bound + more, order, must, gone))
        return best

    def _divided(
        self, case: _Case, alive: int, rest: int, off: int, closed: bool
    ) -> Iterator[tuple[int, int, int]]:
        """The cases for a region that is cut off: edges that must be, are gone, weight added.

        One case for each edge around it, in which the way uses it and none of those before it;
        and one in which the way never gets there. All that the join left in the region is then
        lost too. A closed way cannot use only the last of the edges, for it has to come back.
        """
        region, around = self._region(alive, rest, off)
        around.sort(key=lambda place: (-self.edges[place][2], place))
        gone = case.gone
        for place in around[:-1] if closed else around:
            yield case.must | 1 << place, gone, 0
            gone |= 1 << place
        if not case.must & self._touching(region):
            without = case.gone | sum(1 << place for place in around)
            yield case.must, without, self._uncounted(region, alive, rest)

    def _region(self, alive: int, rest: int, off: int) -> tuple[int, list[int]]:
        """The region of points that are off with the fewest edges around it, and those edges.

        Several pieces may make one region: what lies between two pieces is no edge around both.
        Pieces that are worth nothing, or whose worth the join has counted, are not tried alone.
        """
        around = self._around(off, alive, rest)
        choices = [(len(around), off, around)]
        pieces = []
        left = off
        while left:
            piece = self._reached(rest, left.bit_length() - 1)
            left &= ~piece
            pieces.append(piece)
        for piece in pieces:
            if not self._uncounted(piece, alive, rest):
                continue
            region, around = piece, self._around(piece, alive, rest)
            for other in pieces * 2:  # A piece that does not fit may fit beside a later one.
                if not region & other:
                    wider = self._around(region | other, alive, rest)
                    if len(wider) < len(around):
                        region, around = region | other, wider
            choices.append((len(around), region, around))
        _, region, around = min(choices)
        return region, around

    def _uncounted(self, region: int, alive: int, rest: int) -> int:
        """What is lost with a region beyond what the join has counted: edges and prizes."""
        inside = self._touching(region) & rest
        lost = sum(self.edges[place][2] for place in bits(inside))
        return lost + sum(self.prize[p] for p in bits(region) if self._ends_at(p, alive) > _AT_MOST)

    def _around(self, region: int, alive: int, rest: int) -> list[int]:
        """The edges between a region and what is outside it; the join holds them all."""
        return [
            place
            for place in bits(self._touching(region) & alive & ~rest)
            if (region >> self.edges[place][0] ^ region >> self.edges[place][1]) & 1
        ]

    def _join(self, alive: int, must: int, points: int, closed: bool) -> Route | None:
        """Return the lightest join without the edges that must be used; None if there is no join.

        `lost` is its weight, with the prizes of those points that it cuts off although at most
        three edges are there, less the bonus of the end.
        """
        odd = [p for p in bits(points) if self._ends_at(p, alive) % 2 != (p == 0 and not closed)]
        walks = self._walks(alive, must, points)
        far, lean = walks.far, self.lean
        cost = [[far[p][q] - lean[p] - lean[q] for q in odd] for p in odd]
        ends: list[int] = []
        if not closed:
            reached = [(q, self.bonus[q]) for q in bits(points)]
            to_ends = [[far[p][q] - bonus for q, bonus in reached] for p in odd]
            ends = [reached[to_end.index(min(to_end))][0] for to_end in to_ends]
            last = [min(to_end) - lean[p] for p, to_end in zip(odd, to_ends, strict=True)]
            # One pair has the end, whichever: to make all such pairs dearer by the same changes
            # nothing, and the pairing is found sooner when all its costs are near each other.
            pairs = (value for place, row in enumerate(cost) for value in row[:place])
            dearer = min(pairs, default=0) - min(last)
            cost = [[*row, value + dearer] for row, value in zip(cost, last, strict=True)]
            cost.append([*(row[-1] for row in cost), 0])
        lost = edges = end = 0
        for place, partner in enumerate(lightest_pairs(cost)):
            if partner < place:
                continue
            if partner == len(odd):
                other = end = ends[place]
                lost -= self.bonus[end]
            else:
                other = odd[partner]
            if far[odd[place]][other] >= _FAR:
                return None
            lost += far[odd[place]][other]
            edges ^= self._walk(walks, odd[place], other)
        return Route(lost, edges, end)

    def _walks(self, alive: int, must: int, points: int) -> _Walks:
        """All lightest walks without the edges that must be used.

        A walk that passes through a point with two edges cuts it off; so does one that passes
        through a point with three when another ends there, as it does unless the end is there;
        and one that ends at a point with one. The prize is a toll then, or part of the edge.
        """
        step = [list(row) for row in self.step]
        for place in bits(self.all & ~alive | must):
            near, other, _ = self.edges[place]
            step[near][other] = step[other][near] = _FAR
        toll = [0] * self.size
        for p in bits(points):
            step[p][p] = 0
            count = self._ends_at(p, alive)
            if count == 1:
                for other, bit in self.around[p]:
                    if bit & alive & ~must:
                        step[p][other] = step[other][p] = step[p][other] + self.prize[p]
            elif count <= _AT_MOST:
                toll[p] = self.prize[p]
        return _Walks(step, toll, self._far(step, toll, alive & ~must, points))

    def _far(
        self, step: list[list[int]], toll: list[int], usable: int, points: int
    ) -> list[list[int]]:
        """The weights of the lightest walks, by Floyd and Warshall; small points come first."""
        far = list(step)
        ends_at = [(self._ends_at(p, usable), p) for p in bits(points)]
        for count, middle in sorted(ends_at):
            if count < 2:  # Nothing passes through.
                continue
            onward, through = far[middle], toll[middle]
            for _, p in ends_at:
                row = far[p]
                so_far = row[middle] + through
                if so_far < _FAR and p != middle:
                    far[p] = [
                        new if (new := so_far + more) < old else old
                        for old, more in zip(row, onward, strict=True)
                    ]
        return far

    def _walk(self, walks: _Walks, start: int, end: int) -> int:
        """The edges of a lightest walk."""
        step, toll, far = walks
        edges = 0
        here = start
        while here != end:
            row, left = step[here], far[here][end]
            here, bit = next(
                (there, bit)
                for there, bit in self.around[here]
                if row[there] + far[there][end] + (toll[there] if there != end else 0) == left
            )
            edges |= bit
        return edges

    def _ends_at(self, point: int, alive: int) -> int:
        return (self.at[point] & alive).bit_count()

    def _reached(self, alive: int, start: int) -> int:
        """The points to which these edges lead from `start`."""
        seen = 1 << start
        todo = [start]
        while todo:
            for other, bit in self.around[todo.pop()]:
                if bit & alive and not seen >> other & 1:
                    seen |= 1 << other
                    todo.append(other)
        return seen

    def _touching(self, points: int) -> int:
        """The edges with an end at one of these points."""
        edges = 0
        for point in bits(points):
            edges |= self.at[point]
        return edges

    def _lost(self, used: int, points: int) -> int:
        """The weight of all edges but these, and of the prizes of all other points."""
        lost = sum(self.edges[place][2] for place in bits(self.all & ~used))
        return lost + sum(prize for p, prize in enumerate(self.prize) if not points >> p & 1)
