"""How long a ruling takes: `python3 -m tests.bench.bench_rulings [file of cases]`.

Prints rulings a second, the median and the worst, with all known and with five facts unknown, in
microseconds and in iterations of `for i in range(n): s += i` timed in the same run. The questions
are those of the cases kept in `tests/engine`, or of a file with one JSON case a line. The positions
are read beforehand.
"""

import copy
import json
import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.json_values import CaseError
from engine.rulings.rulings import rule
from engine.table.case import Ask, read_ask, read_facts
from engine.table.deduction import conclude
from engine.table.position import Position
from tests.engine.deciding import kept_cases

FACTS = 5
ROUNDS = 20

Question = tuple[Position, Ask]


def iteration() -> float:
    """Seconds for one turn of the loop that other times are measured by."""
    number, total = 500_000, 0
    begun = time.perf_counter()
    for i in range(number):
        total += i
    return (time.perf_counter() - begun) / number


def questions(cases: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Question]]:
    for case in cases:
        yield case, (conclude(read_facts(case)), read_ask(case))


def is_known(position: Position) -> bool:
    """Whether the seat on turn, its hand and turn, and all trains are known."""
    seat = position.seat
    return (
        seat is not None
        and position.hand_is_whole(seat)
        and position.plays is not None
        and position.uncovered is not None
        and not position.drawn & (position.drawn - 1)
        and all(
            train.marked is not None or name == "mexican" for name, train in position.trains.items()
        )
        and all(not train.open_ends & (train.open_ends - 1) for train in position.trains.values())
    )


def poorer(case: dict[str, Any], chance: random.Random) -> Question | None:
    """The question with five facts taken away; None where they cannot be."""
    told = copy.deepcopy(case)
    facts: list[tuple[str, ...]] = []
    facts += [("trains", name, fact) for name in case["trains"] for fact in ("marked", "tail")]
    facts += [("turn", fact) for fact in ("kind", "drawn", "laid")]
    facts += [("hands", name) for name in case.get("hands", {})]
    alone: list[tuple[str, ...]] = [("uncovered",), ("boneyard",)]
    for path in chance.sample([*facts, *alone], FACTS):
        place = told
        for key in path[:-1]:
            place = place[key]
        place.pop(path[-1], None)
    try:
        return conclude(read_facts(told)), read_ask(told)
    except CaseError:
        return None


def measured(asked: list[Question], rounds: int) -> list[float]:
    """Seconds for each question, the best of some rounds."""
    times = []
    for position, ask in asked:
        best = float("inf")
        for _round in range(rounds):
            begun = time.perf_counter()
            rule(position, ask)
            best = min(best, time.perf_counter() - begun)
        times.append(best)
    return times


def show(name: str, times: list[float], unit: float) -> None:
    middle, worst = statistics.median(times), max(times)
    print(
        f"{name:<28} {len(times):5d} questions {1 / statistics.mean(times):9,.0f}/s   "
        f"median {middle * 1e6:8.1f} us = {middle / unit:7,.0f} iterations   "
        f"worst {worst * 1e6:10.1f} us = {worst / unit:9,.0f}"
    )


def main(arguments: list[str]) -> None:
    """Time rulings on what is known and on what is not."""
    unit = min(iteration() for _run in range(5))
    if arguments:
        lines = Path(arguments[0]).read_text("utf-8").splitlines()
        cases = [json.loads(line) for line in lines]
    else:
        cases = [kept.case for kept in kept_cases()]
    whole = [(case, question) for case, question in questions(cases) if is_known(question[0])]
    said = [question for _case, question in whole if rule(*question).verdict != "not_covered"]
    silent = [question for _case, question in whole if rule(*question).verdict == "not_covered"]
    chance = random.Random(1)
    told = [poorer(case, chance) for case, _question in whole]
    unknown = [question for question in told if question is not None]
    print(f"one iteration: {unit * 1e9:.1f} ns")
    show("all known", measured(said, ROUNDS), unit)
    show("all known, rules silent", measured(silent, ROUNDS), unit)
    show("five facts unknown", measured(unknown, 2), unit)


if __name__ == "__main__":
    main(sys.argv[1:])
