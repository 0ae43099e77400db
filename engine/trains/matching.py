"""The lightest way to pair everybody with somebody: minimum-weight perfect matching.

Edmonds' blossom method, primal and dual, one tree at a time. Every vertex has a price, and a
pair is *tight* when the two prices come to its cost; no pair may cost less than its prices. A
tree of tight pairs grows from a vertex that has no partner: vertices at an even number of
steps from the root are *outer*, the others *inner*; the rest is *free*. Outer prices rise and
inner prices fall together, so that new pairs become tight: one that leads to a free vertex
with a partner makes the tree grow; to one without, makes two pairs more; one between two outer
vertices closes an odd ring, which from then on acts as one vertex (a *blossom*, which carries a
price of its own). An inner blossom whose price is used up falls apart again.

An example: four vertices, where 0-1 costs 1, 1-2 costs 2, 0-3 costs 3, 0-2 costs 4, 1-3 costs 5
and 2-3 costs 9. Taking the cheapest pair first gives 0-1 and 2-3, together 10. The prices 0, 1, 1
and 3 make 0-3 and 1-2 tight, and no pair costs less than its two prices. So whatever the pairs,
they cost at least 0 + 1 + 1 + 3 = 5 together, and 0-3 with 1-2 costs just that.

What is guaranteed: the pairs are the lightest, since the prices prove it. At most n trees, and
O(n) events in each, of O(n) steps with a heap: O(n^3 log n) for n vertices, whatever the costs.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

_FREE: Final = 0
_OUTER: Final = 1
_INNER: Final = -1
_NOBODY: Final = -1
_NEVER: Final = 1 << 200
_NO_ENTRY: Final = (_NOBODY, _NOBODY)


def lightest_pairs(cost: Sequence[Sequence[int]]) -> list[int]:
    """Each vertex's partner, so that the costs of all pairs together are least.

    `cost` is a symmetric square of whole numbers (negative ones do no harm), its diagonal
    unread; the number of vertices is even, else ValueError. A pair that must not be has a cost
    above all others together: it is then chosen only when there is no way around it.
    """
    if len(cost) % 2:
        raise ValueError(f"An odd number of vertices cannot be paired: {len(cost)}.")
    pairing = _Pairing(cost)
    for vertex in range(len(cost)):
        if pairing.mate[vertex] == _NOBODY:
            pairing.pair_up(vertex)
    return pairing.mate


class _Pairing:
    """Pairs so far, prices, and the blossoms, which have the numbers from n up.

    Costs are doubled. The prices of all vertices in one tree are then odd, or all even, so that
    half the slack between two outer vertices is a whole number.
    """

    def __init__(self, cost: Sequence[Sequence[int]]) -> None:
        n = len(cost)
        self.size = n
        self.cost = [[2 * value for value in row] for row in cost]
        self.mate = [_NOBODY] * n
        self.price = [0] * n
        self.top = list(range(n))  # of each vertex: the outermost blossom around it, or itself
        # Of each vertex and blossom:
        self.base = list(range(n))  # the vertex whose partner is outside
        self.members = [[vertex] for vertex in range(n)]
        self.ring: list[list[int]] = [[] for _ in range(n)]  # its parts; the base is in the first
        self.joins: list[list[tuple[int, int]]] = [[] for _ in range(n)]  # part i to part i + 1
        self.own_price = [0] * n
        self.label = [_FREE] * n
        self.since = [0] * n  # when it got its label: prices are brought up to date later
        self.entry = [_NO_ENTRY] * n  # the pair that reached it
        self.now = 0
        self.events: list[tuple[int, int, int]] = []
        self.first = [_NEVER] * n
        self._start()

    def _start(self) -> None:
        """Prices as high as they can be in one sweep, and the pairs that these make tight."""
        cost, price, mate = self.cost, self.price, self.mate
        for vertex, row in enumerate(cost):
            price[vertex] = min(row[:vertex] + row[vertex + 1 :]) // 2
        for vertex, row in enumerate(cost):
            if mate[vertex] != _NOBODY:
                continue
            slack = [value - other for value, other in zip(row, price, strict=True)]
            slack[vertex] = _NEVER
            price[vertex] = least = min(slack)
            for other, value in enumerate(slack):
                if value == least and mate[other] == _NOBODY:
                    mate[vertex], mate[other] = other, vertex
                    break

    def pair_up(self, root: int) -> None:
        """Grow one tree from `root` until it finds another vertex without a partner."""
        self.now = 0
        self.events = []
        self.first = [_NEVER] * self.size
        node = self.top[root]
        self._mark(node, _OUTER, _NO_ENTRY)
        self._scan(self.members[node])
        while True:
            self.now, near, other = heappop(self.events)
            if near == _NOBODY:
                self._fall_apart(other)
                continue
            inside, outside = self.top[near], self.top[other]
            if inside == outside or self._slack(near, other):
                continue  # Out of date: since then it was swallowed, or its price stood still.
            if self.label[outside] == _OUTER:
                self._close_ring(near, other)
            elif self.label[outside] == _FREE:
                if self.mate[self.base[outside]] == _NOBODY:
                    self._flip(near, other)
                    break
                self._grow(near, other)
        for node in set(self.top):
            self._settle(node)
            self.label[node] = _FREE

    def _slack(self, near: int, other: int) -> int:
        """What the prices of two vertices of different tops lack of their cost."""
        return self.cost[near][other] - self._price_now(near) - self._price_now(other)

    def _price_now(self, vertex: int) -> int:
        node = self.top[vertex]
        return self.price[vertex] + self.label[node] * (self.now - self.since[node])

    def _mark(self, node: int, label: int, entry: tuple[int, int]) -> None:
        self.label[node] = label
        self.since[node] = self.now
        self.entry[node] = entry
        if label == _INNER and self.ring[node]:
            heappush(self.events, (self.now + self.own_price[node] // 2, _NOBODY, node))

    def _settle(self, node: int) -> None:
        """Bring the prices in a top up to date."""
        risen = self.label[node] * (self.now - self.since[node])
        self.since[node] = self.now
        if risen:
            for vertex in self.members[node]:
                self.price[vertex] += risen
            if self.ring[node]:
                self.own_price[node] += 2 * risen

    def _scan(self, outer: Sequence[int]) -> None:
        """Note when each pair from vertices that have just become outer will be tight."""
        top, label, now, events, first = self.top, self.label, self.now, self.events, self.first
        since = self.since
        others = [
            (other, node, label[node], price + label[node] * (now - since[node]))
            for other, (node, price) in enumerate(zip(top, self.price, strict=True))
            if label[node] != _INNER
        ]
        for near in outer:
            home, row = top[near], self.cost[near]
            lead = now - self._price_now(near)
            for other, node, state, price in others:
                if state == _FREE:
                    tight = lead + row[other] - price
                    if tight < first[other]:
                        first[other] = tight
                        heappush(events, (tight, near, other))
                elif node != home:
                    heappush(events, (now + (lead - now + row[other] - price) // 2, near, other))

    def _grow(self, near: int, other: int) -> None:
        """The tree takes in a free top and the top of its partner."""
        node = self.top[other]
        self._mark(node, _INNER, (near, other))
        base = self.base[node]
        partner = self.mate[base]
        beyond = self.top[partner]
        self._mark(beyond, _OUTER, (base, partner))
        self._scan(self.members[beyond])

    def _to_root(self, node: int) -> list[int]:
        path = [node]
        while (above := self.entry[path[-1]][0]) != _NOBODY:
            path.append(self.top[above])
        return path

    def _close_ring(self, near: int, other: int) -> None:
        """Two outer tops touch: they and the way between them become one outer blossom."""
        left, right = self._to_root(self.top[near]), self._to_root(self.top[other])
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        ring = left[::-1] + right[:-1]
        joins = [self.entry[node] for node in ring[1 : len(left)]]
        joins.append((near, other))
        joins += [self.entry[node][::-1] for node in right[:-1]]
        blossom = len(self.base)
        self.base.append(self.base[ring[0]])
        self.members.append([vertex for node in ring for vertex in self.members[node]])
        self.ring.append(ring)
        self.joins.append(joins)
        self.own_price.append(0)
        self.label.append(_OUTER)
        self.since.append(self.now)
        self.entry.append(self.entry[ring[0]])
        turned: list[int] = []
        for node in ring:
            self._settle(node)
            if self.label[node] == _INNER:
                turned += self.members[node]
        for vertex in self.members[blossom]:
            self.top[vertex] = blossom
        self._scan(turned)

    def _fall_apart(self, blossom: int) -> None:
        """An inner blossom whose price is used up: its parts stand for themselves again."""
        if self.top[self.base[blossom]] != blossom or self.label[blossom] != _INNER:
            return  # It was swallowed by another since.
        self._settle(blossom)
        entry = self.entry[blossom]
        ring, joins = self.ring[blossom], self.joins[blossom]
        for part in ring:
            self.label[part] = _FREE
            self.since[part] = self.now
            for vertex in self.members[part]:
                self.top[vertex] = part
                self.first[vertex] = _NEVER
        turned = self._relabel(ring, joins, entry)
        self._scan(turned)
        fresh = [v for part in ring if self.label[part] == _FREE for v in self.members[part]]
        for vertex in fresh:
            price = self.price[vertex]
            for near in range(self.size):
                if self.label[self.top[near]] == _OUTER:
                    tight = self.now + self.cost[near][vertex] - self._price_now(near) - price
                    heappush(self.events, (tight, near, vertex))

    def _relabel(
        self, ring: list[int], joins: list[tuple[int, int]], entry: tuple[int, int]
    ) -> list[int]:
        """The way through a ring that fell apart, from where it was entered to its base.

        Of the two ways round it is the one that begins with a pair. Gives the outer vertices.
        """
        place = ring.index(self.top[entry[1]])
        self._mark(ring[place], _INNER, entry)
        turned: list[int] = []
        step = -1 if place % 2 == 0 else 1
        label = _OUTER
        while place % len(ring):
            join = joins[place] if step == 1 else joins[place - 1][::-1]
            place += step
            node = ring[place % len(ring)]
            self._mark(node, label, join)
            if label == _OUTER:
                turned += self.members[node]
            label = -label
        return turned

    def _flip(self, near: int, other: int) -> None:
        """Pair `one` with `other`, and turn the pairs on the way back to the root."""
        while True:
            inside = self.top[near]
            self._rebase(self.top[other], other)
            self._rebase(inside, near)
            self.mate[near], self.mate[other] = other, near
            above = self.entry[inside][0]
            if above == _NOBODY:
                return
            near, other = self.entry[self.top[above]]

    def _rebase(self, node: int, vertex: int) -> None:
        """Turn the pairs inside a blossom so that `vertex` is the one left for outside."""
        if self.base[node] == vertex:
            return
        self.base[node] = vertex
        ring, joins = self.ring[node], self.joins[node]
        place = next(i for i, part in enumerate(ring) if vertex in self.members[part])
        ring[:] = ring[place:] + ring[:place]
        joins[:] = joins[place:] + joins[:place]
        self._rebase(ring[0], vertex)
        for i in range(1, len(ring), 2):
            near, other = joins[i]
            self._rebase(ring[i], near)
            self._rebase(ring[i + 1], other)
            self.mate[near], self.mate[other] = other, near
