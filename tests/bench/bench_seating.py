"""How good plans are and how long they take: `python3 -m tests.bench.bench_seating [seeds]`.

Prints for each shape the repeats of the best and the worst of a few seeds, the fewest there can be,
and the median and the longest time on the wall, with `seconds` as most clubs leave it.
"""

import statistics
import sys
import time

from league.seating.case import Case, WishedSizes
from league.seating.planner import plan

SEEDS = 3

EQUAL = [
    (4, 4, 5), (5, 4, 5), (6, 4, 7), (7, 4, 9), (8, 4, 8), (9, 4, 11), (5, 5, 6), (7, 5, 7),
    (8, 8, 9), (10, 4, 10), (12, 4, 12), (25, 4, 20), (30, 4, 10), (5, 3, 7), (6, 3, 8),
    (7, 3, 10), (6, 5, 6), (10, 5, 9), (6, 6, 3), (7, 6, 7), (8, 5, 8), (20, 5, 12), (40, 3, 12),
    (3, 4, 5), (4, 4, 8), (5, 4, 6), (8, 4, 10), (6, 4, 10), (10, 4, 14),
]  # fmt: skip
UNEQUAL = [
    ([4, 4, 3, 3], 4), ([4, 4, 4, 3, 3, 3], 5), ([4] * 5 + [3, 3], 6), ([4] * 8 + [3], 8),
    ([5, 4, 4], 4), ([4, 4, 4, 3, 3], 6), ([4] * 5 + [3, 3], 9), ([6, 5, 4, 3, 3], 4),
]  # fmt: skip
PEOPLE = [(12, 4), (17, 5), (19, 5), (23, 6), (31, 8), (47, 10), (53, 8), (90, 10), (120, 10)]


def shapes() -> list[tuple[str, Case]]:
    """Every case that is timed, and its name."""
    found = []
    for tables, seats, rounds in EQUAL:
        case = Case(names(tables * seats), (seats,) * tables, rounds)
        found.append((f"{tables}x{seats} in {rounds}", case))
    for sizes, rounds in UNEQUAL:
        name = f"{','.join(map(str, sizes))} in {rounds}"
        found.append((name, Case(names(sum(sizes)), tuple(sizes), rounds)))
    for people, rounds in PEOPLE:
        case = Case(names(people), WishedSizes(4, 3, 5), rounds)
        found.append((f"{people} people in {rounds}", case))
    pairs = (("p0", "p1"), ("p2", "p3"))
    wishes = Case(names(24), (4,) * 6, 6, together=pairs, apart=(("p4", "p5", "p6"),))
    found.append(("24 in 6, two couples, three apart", wishes))
    return found


def names(people: int) -> tuple[str, ...]:
    return tuple(f"p{i}" for i in range(people))


def main() -> None:
    """Time all shapes."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    for name, case in shapes():
        repeats, times = [], []
        for seed in range(seeds):
            begun = time.monotonic()
            found = plan(Case(case.players, case.tables, case.rounds, case.seconds, seed,
                              apart=case.apart, together=case.together))  # fmt: skip
            times.append(time.monotonic() - begun)
            repeats.append(found.repeats)
        print(
            f"{name:36} repeats {min(repeats):4} to {max(repeats):4}   at least "
            f"{found.least_repeats:4}   {statistics.median(times):5.2f} s, "
            f"longest {max(times):5.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
