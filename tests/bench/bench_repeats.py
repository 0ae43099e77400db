"""How often people of a stage meet again: `python3 -m tests.bench.bench_repeats [seeds]`.

Plays a stage by each way of seating that mixes people, for twenty fields of 12 to 96 people, and
prints the repeats beside what the planner of game days proves. `bound` holds for any seats; `even`
for seats where nobody meets the same person more than `cap` times, which a tournament looks after
first; some two must meet `least` times. The ratio is that of the worst of a few seeds to the larger
bound; where that is 0 there is a ratio only if nobody met twice. `s` is the longest wait for a
round, in seconds. What is above 1.2 times the bound, or has two meet two times more often than they
must, is marked and makes the command fail. A bound of 0 that is not reached has no ratio.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from league.seating.bounds import least_most_meetings, spread_repeats
from league.seating.sizes import table_sizes
from league.tournaments.brackets.lookahead import most_meetings
from league.tournaments.brackets.repeats import stage_repeats, unavoidable
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.values import (
    Member,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StagePlan,
)

SEEDS: Final = 2
FOURS: Final = Sizes(4, 3, 5)
FIELDS: Final = [
    (12, FOURS, 5), (13, FOURS, 5), (14, FOURS, 5), (16, FOURS, 5), (18, FOURS, 5),
    (20, FOURS, 5), (22, FOURS, 5), (24, FOURS, 5), (24, Sizes(8, 4, 8), 5), (27, FOURS, 5),
    (30, Sizes(5, 3, 6), 5), (36, FOURS, 5), (40, Sizes(8, 4, 8), 5), (45, FOURS, 5),
    (48, FOURS, 6), (56, Sizes(8, 4, 8), 5), (64, Sizes(8, 4, 8), 5), (72, FOURS, 6),
    (84, FOURS, 8), (96, Sizes(8, 4, 8), 5),
]  # fmt: skip
MIXING: Final = (Seating.SWISS, Seating.RANDOM, Seating.PLANNED)
MOST_RATIO: Final = 1.2


def played(people: int, plan: StagePlan, seed: int) -> tuple[StageCourse, float]:
    """A stage played to its end with totals at random, and the longest wait for a round."""
    draw = random.Random(seed)
    members = tuple(Member(number, number) for number in range(1, people + 1))
    course = StageCourse(plan, members)
    longest = 0.0
    for _game in range(plan.rounds):
        begun = time.perf_counter()
        seated = seat_next(course, seed=seed)
        longest = max(longest, time.perf_counter() - begun)
        lines = {
            (seated.number, key): SeatScore(key, draw.randint(0, 200))
            for table in seated.tables
            for key in table.seats
        }
        course = replace(course, rounds=(*course.rounds, seated), lines={**course.lines, **lines})
    return course, longest


def bounds(sizes: Sequence[int], rounds: int) -> tuple[int, int]:
    """The repeats that any seats have, and those that have no pair above its cap."""
    least = unavoidable((tuple(sizes),) * rounds)
    return least, max(least, spread_repeats([sizes] * rounds, most_meetings(sizes, rounds)))


def ratio(repeats: int, bound: int) -> str:
    """How many times the bound, to two places."""
    if bound:
        return f"{repeats / bound:.2f}"
    return "1.00" if not repeats else "-"


def main() -> int:
    """Print the table; 1 if anything is above the ratio, or a pair meets two times too often."""
    beyond = 0
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    print(f"{'people':>6} {'tables':<12} games bound  even  cap least |", end="")
    print("".join(f" {seating:>8}  most ratio    s |" for seating in MIXING))
    for people, wished, games in FIELDS:
        sizes = table_sizes(people, wished.size, wished.least, wished.most)
        least, even = bounds(sizes, games)
        shape = " ".join(f"{number}x{size}" for size, number in Counter(sizes).items())
        cap, must = most_meetings(sizes, games), least_most_meetings([sizes] * games)
        print(f"{people:6} {shape:<12} {games:5} {least:5} {even:5} {cap:4} {must:5} |", end="")
        for seating in MIXING:
            plan = StagePlan(seating=seating, sizes=wished, rounds=games)
            runs = [played(people, plan, seed) for seed in range(1, seeds + 1)]
            counts = [stage_repeats(course) for course, _longest in runs]
            worst = max(count.number for count in counts)
            most = max(max(count.pairs, default=1) for count in counts)
            wait = max(longest for _course, longest in runs)
            bad = most > must + 1 or (even > 0 and worst > MOST_RATIO * even)
            beyond += bad
            mark = "!" if bad else " "
            print(f" {worst:8} {most:5} {ratio(worst, even):>5}{mark}{wait:4.1f} |", end="")
        print(flush=True)
    print(f"{len(FIELDS)} fields, {len(MIXING)} ways to seat them: {beyond} beyond the limits")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
