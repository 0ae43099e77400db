"""The fewest repeats that any plan of a day can have, proven.

A repeat is a meeting of two people, in the rounds still to come, that is not their first; the first
may have been on an earlier day. There are three arguments. Each gives a lower bound, and the
largest of them is the answer.

* Each person's chairs: somebody at a table of s has s - 1 companions a round, and there are only so
  many people that they have not met. All companions beyond that are repeats. Summed over all
  people, each repeat is counted twice. Where tables differ in size, the seats at the larger ones
  are given to people who still have somebody to meet; any other way of sharing them leaves a larger
  sum.
* Two rounds: the s people of one table spread over the T tables of another round. If s > T some of
  them sit together again, and the fewest pairs do if they spread evenly.
* Designs that are known not to exist.

People who must sit together repeat in all rounds but the first, and take up each other's chairs.

An example: twelve people at three tables of four.

* In three rounds everybody has 3 * 3 = 9 companions and 11 people to meet: no repeat follows from
  that. But the four people of a table have only three tables to go to in another round, so two of
  them meet again. That is one pair for each of the three tables, and 3 for each other round: the
  first round against the two others makes 6.
* In five rounds everybody has 15 companions, 4 more than there are people to meet. For twelve
  people these are 12 * 4 / 2 = 24 repeats. Two rounds would give 4 * 3 = 12, so 24 is the bound.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from league.seating.day import Day
from league.seating.wishes import Wishes

_IMPOSSIBLE: Final = {
    # Two orthogonal Latin squares of side 6 (Tarry 1900): rows, columns and a square are three
    # rounds; any two rounds without a repeat cross like rows and columns.
    (6, 6): 4,
    # The nearly Kirkman triple system of 12 (Kotzig and Rosa 1974).
    (3, 4): 5,
    # The resolvable group divisible design of blocks of 4 and type 2^10 (Handbook of Combinatorial
    # Designs, 2007, on such designs): in six rounds each of 20 would miss just one other.
    (4, 5): 6,
}
"""For (seats, tables), the first number of rounds that no plan without a repeat has."""


def least_repeats(day: Day) -> int:
    """Return how many meetings in the rounds still to come are repeats in any plan."""
    if not day.rounds:
        return 0
    if day.overruled:
        # A plan may then do what a wish forbids: only what holds without wishes is proven.
        day = replace(day, wishes=Wishes({}, (), frozenset()), places=({},) * day.rounds)
    return max(_by_chairs(day), _by_two_rounds(day), _by_known_designs(day))


def least_most_meetings(rounds: Sequence[Sequence[int]]) -> int:
    """Return how often the two meet at least who meet most often in these rounds of table sizes.

    The same people are there in all rounds, without wishes. There are three arguments:

    * Nobody can do better than to spread all meetings evenly over all pairs.
    * Any two rounds have `_spread_pairs` in common at least. Two who meet m times are in common to
      m (m - 1) / 2 pairs of rounds, which is (m - 1) / 2 for each meeting. So where no two meet
      more than M times, all rounds have at most (M - 1) / 2 for each meeting in common.
    * Five people at two tables have four ways to go through two rounds, so two go the same way.

    An example: twelve people at three tables of four in five rounds. Each round has 18 meetings.
    The 90 of all five are more than the 66 pairs, so some two meet twice.
    """
    people = max(map(sum, rounds), default=0)
    pairs = people * (people - 1) // 2
    meetings = sum(size * (size - 1) // 2 for sizes in rounds for size in sizes)
    if not meetings:
        return 0
    common = _in_common(rounds)
    same_way, ways = 0, 1
    for sizes in rounds:
        ways *= len(sizes)
        same_way += ways < people
    return max(-(-meetings // pairs), 1 + -(-2 * common // meetings), same_way)


def spread_repeats(rounds: Sequence[Sequence[int]], most: int) -> int:
    """Return the fewest repeats of rounds of such tables if no two meet more than `most` times.

    Two who meet m times have m - 1 repeats and are in common to m (m - 1) / 2 pairs of rounds, so
    that each repeat stands for m / 2 of what rounds must have in common. Twelve people at three
    tables of four have 9 of these in three rounds: couples who always meet need 6 repeats for them,
    and if nobody meets more than twice there are 9.
    """
    return -(-2 * _in_common(rounds) // max(most, 1))


def _in_common(rounds: Sequence[Sequence[int]]) -> int:
    """Return how many pairs each two rounds have in common at least, summed over all two."""
    return sum(
        _spread_pairs(sizes, len(other)) for at, sizes in enumerate(rounds) for other in rounds[:at]
    )


def _by_known_designs(day: Day) -> int:
    if not day.is_plain or len(set(day.sizes[0])) != 1:
        return 0
    first = _IMPOSSIBLE.get((day.sizes[0][0], len(day.sizes[0])))
    return int(first is not None and day.rounds >= first)


def _by_chairs(day: Day) -> int:
    """Return forced repeats of people who sit together, and the excess of everybody's chairs."""
    together, forced = _together(day)
    never = np.eye(day.people, dtype=bool)
    for a, b in day.wishes.never():
        never[a, b] = never[b, a] = True
    strangers = (~never) & (day.earlier == 0) & (together == 0) & _meet_at_all(day)
    room = strangers.sum(axis=1)
    low = np.zeros(day.people, dtype=np.int64)
    high = np.zeros(day.people, dtype=np.int64)
    total = 0
    for at, sizes in enumerate(day.sizes):
        mates = _mates(day, at)
        total += sum(size * (size - 1) for size in sizes) - sum(mates.values())
        seats = sorted(sizes)
        for who in day.there[at]:
            taken = mates[who]
            table = day.places[at].get(who)
            least = next(size for size in seats if size > taken)
            low[who] += (least if table is None else sizes[table]) - 1 - taken
            high[who] += (seats[-1] if table is None else sizes[table]) - 1 - taken
    forced_over = np.maximum(low - room, 0)
    over = int(forced_over.sum())
    spare = int(np.maximum(np.minimum(high, room) - low, 0).sum())
    over += max(0, total - int(low.sum()) - spare)
    return forced + max(-(-over // 2), _by_strangers(forced_over, never))


def _by_strangers(over: NDArray[np.int64], never: NDArray[np.bool_]) -> int:
    """Return the excess of people who never meet each other: no repeat counts for two of them."""
    least = 0
    chosen: list[int] = []
    for who in np.argsort(-over, kind="stable"):
        if over[who] and all(never[who, other] for other in chosen):
            chosen.append(int(who))
            least += int(over[who])
    return least


def _together(day: Day) -> tuple[NDArray[np.int64], int]:
    """Return how often each two must sit together, and how many repeats that makes."""
    bound = np.zeros((day.people, day.people), dtype=np.int64)
    for at in range(day.rounds):
        here = set(day.there[at])
        for group in day.wishes.groups:
            present = [who for who in group if who in here]
            for i, a in enumerate(present):
                for b in present[i + 1 :]:
                    bound[a, b] += 1
                    bound[b, a] += 1
    met = day.earlier > 0
    repeats = np.where(met, bound, np.maximum(bound - 1, 0))
    return bound, int(np.triu(repeats, 1).sum())


def _meet_at_all(day: Day) -> NDArray[np.bool_]:
    """Return for each two whether they are there in the same round at all."""
    seen = np.zeros((day.people, day.rounds), dtype=np.int64)
    for at, who in enumerate(day.there):
        seen[list(who), at] = 1
    return (seen @ seen.T) > 0


def _mates(day: Day, at: int) -> dict[int, int]:
    """Return how many others of their group sit with each person in round `at`."""
    here = set(day.there[at])
    mates = dict.fromkeys(day.there[at], 0)
    for group in day.wishes.groups:
        present = [who for who in group if who in here]
        mates |= dict.fromkeys(present, len(present) - 1)
    return mates


def _by_two_rounds(day: Day) -> int:
    """Spread the tables of the round that forces most over the tables of each other round."""
    if any(len(who) < day.people for who in day.there):
        return 0
    kinds = {sizes: day.sizes.count(sizes) for sizes in set(day.sizes)}
    best = 0
    for sizes in kinds:
        forced = 0
        for other, times in kinds.items():
            rounds = times - (other == sizes)
            forced += rounds * _spread_pairs(sizes, len(other))
        best = max(best, forced)
    return best


def _spread_pairs(sizes: Sequence[int], tables: int) -> int:
    """Return the fewest pairs of one table that meet again when all spread over other tables."""
    pairs = 0
    for size in sizes:
        full, rest = divmod(size, tables)
        pairs += rest * (full + 1) * full // 2 + (tables - rest) * full * (full - 1) // 2
    return pairs
