"""How long the best train takes to find: `python3 -m tests.bench.bench_trains [hands a line]`.

Prints the median and the worst of many hands, for both questions (most tiles, most pips), in
milliseconds and in iterations of `for i in range(n): s += i`, timed in the same run; each hand is
timed three times on the clock of the process and its best taken, because the machine does other
things too. "Cases" are the
most cases of the search in `engine/trains/remainder.py` that one hand took, in all its blocks
together.
"""

import statistics
import sys
import time
from collections.abc import Callable

from engine.tiles import Tile
from engine.trains.best_train import Most, best_train
from engine.trains.remainder import Block
from tests.engine.trains.hands import ALL_FAMILIES, HARD, built, drawn, hard

HANDS = 100
LOOPS = 1_000_000

Hand = tuple[list[Tile], int]


def iterations_a_second() -> float:
    """How many rounds of the plainest loop this machine does now."""
    best = 0.0
    for _ in range(3):
        s = 0
        begun = time.process_time()
        for i in range(LOOPS):
            s += i
        best = max(best, LOOPS / (time.process_time() - begun))
    return best


def timed(hand: list[Tile], start: int, most: Most) -> float:
    """Seconds for one hand: the best of three."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        best_train(hand, start, most)
        best = min(best, time.process_time() - begun)
    return best


class Cases:
    """Counts the cases that the search looks at."""

    def __init__(self) -> None:
        self.count = 0
        join = Block._join

        def counted(block: Block, *rest: object) -> object:
            self.count += 1
            return join(block, *rest)  # type: ignore[arg-type]

        self.join, self.counted = join, counted

    def of(self, hand: list[Tile], start: int, most: Most) -> int:
        """How many one hand takes, timed apart so that counting costs nothing."""
        self.count = 0
        Block._join = self.counted  # type: ignore[assignment,method-assign]
        try:
            best_train(hand, start, most)
        finally:
            Block._join = self.join  # type: ignore[method-assign]
        return self.count


def line(name: str, hands: list[Hand], speed: float, cases: Cases) -> tuple[float, float]:
    """Print one line; the median and the worst time in seconds."""
    questions: tuple[Most, Most] = ("tiles", "pips")
    asked = [(hand, start, most) for hand, start in hands for most in questions]
    times = [timed(*each) for each in asked]
    median, worst = statistics.median(times), max(times)
    most_cases = max(cases.of(*each) for each in asked)
    print(
        f"{name:<32} median {median * 1000:6.2f} ms {median * speed:9,.0f}   "
        f"worst {worst * 1000:6.2f} ms {worst * speed:9,.0f}   cases {most_cases:3}",
        flush=True,
    )
    return median, worst


def main() -> None:
    """Time random hands, dense ones, and those built to be hard."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    speed = iterations_a_second()
    cases = Cases()
    print(f"{speed:,.0f} iterations a second of the plain loop; {count} hands a line, 2 questions")
    makers: dict[str, Callable[[int], Hand]] = {}
    for highest, sizes in (
        (12, (15, 20, 25, 90)),
        (9, (20, 30, 40, 54)),
        (18, (25, 40, 60, 100, 150, 189)),
        (17, (170,)),
    ):
        for size in sizes:
            makers[f"{size} tiles of double-{highest}"] = lambda seed, highest=highest, size=size: (
                drawn(highest, size, seed)
            )
    for family in ALL_FAMILIES:
        makers[family] = lambda seed, family=family: built(family, seed)
    found = [
        line(name, [make(n) for n in range(count)], speed, cases) for name, make in makers.items()
    ]
    found.append(line("found by climbing", [hard(name) for name in HARD], speed, cases))
    print(
        f"all: worst median {max(median for median, _ in found) * 1000:.2f} ms, "
        f"worst {max(worst for _, worst in found) * 1000:.2f} ms"
    )


if __name__ == "__main__":
    main()
