"""How long tournaments' arithmetic takes: `python3 -m tests.bench.bench_brackets [times]`.

Prints the median and the longest time on the wall of seating a round of 300 in each way, the round
after the first with all results in, and of places and who goes on from a stage of five rounds.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from league.standings.tie_breaks import OF_TOURNAMENTS
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.forecast import forecast
from league.tournaments.brackets.ranking import places, stage_places
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.values import (
    Fill,
    Kind,
    Member,
    Onward,
    Seating,
    SeatScore,
    StageCourse,
    StagePlan,
)

PEOPLE = 300
ROUNDS = 5
TIMES = 5


def stage(plan: StagePlan) -> StageCourse:
    """300 people of 20 clubs, in what may be any way to play."""
    people = range(1, PEOPLE + 1)
    return StageCourse(
        plan, tuple(Member(n, n, club=f"club {n % 20}") for n in people), ties=OF_TOURNAMENTS
    )


def played(course: StageCourse, draw: random.Random) -> StageCourse:
    """One round more, with totals, rounds won and lowest rounds."""
    found = seat_next(course, seed=1)
    lines = {**course.lines}
    for table in found.tables:
        for key in table.seats:
            told = draw.randint(0, 400), draw.randint(0, 5), draw.randint(0, 20)
            lines[found.number, key] = SeatScore(key, *told)
    return replace(course, rounds=(*course.rounds, found), lines=lines)


def timed(name: str, work: Callable[[], object], times: int) -> None:
    """Print how long something takes."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        took.append(1000 * (time.perf_counter() - begun))
    print(f"{name:44} {statistics.median(took):8.1f} ms, longest {max(took):8.1f} ms", flush=True)


def main() -> None:
    """Time all."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    draw = random.Random(1)
    for seating in Seating:
        for apart in (False, True):
            plan = StagePlan(seating=seating, rounds=ROUNDS, apart=apart)
            course = played(played(stage(plan), draw), draw)
            name = f"round 3 of 300, {seating}{', clubs apart' if apart else ''}"
            timed(name, lambda course=course: seat_next(course, seed=1), times)
    for kind in (Kind.SINGLE, Kind.DOUBLE):
        course = played(played(stage(StagePlan(kind=kind)), draw), draw)
        timed(f"round 3 of 300, {kind}", lambda: seat_next(course, seed=1), times)  # noqa: B023
    course = stage(StagePlan(seating=Seating.SWISS, rounds=ROUNDS, onward=Onward.BEST, count=8))
    for _ in range(ROUNDS):
        course = played(course, draw)
    timed("places of 300 after five rounds", lambda: stage_places(course), times)
    timed("the best of them go on", lambda: advance(course, None, False), times)
    by_table = StagePlan(onward=Onward.TABLES, fill=Fill.FULL)
    one = played(stage(by_table), draw)
    timed("the lowest of 75 tables go on", lambda: advance(one, StagePlan(), False), times)
    timed("places over both stages", lambda: places([one, course]), times)
    timed("a forecast of four stages", lambda: forecast([by_table] * 4, PEOPLE), times)


if __name__ == "__main__":
    main()
