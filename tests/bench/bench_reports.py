"""How long it takes to check a reported round: median and worst, family by family.

    python -m tests.bench.bench_reports [--rounds 200] [--seed 1] [FAMILY ...]

Times are of the processor, in milliseconds. First whole reports of twelve seats with a double-18
set (`check_report`, faults and all), then the placing of tiles alone (`place`), on families made
to be hard. `unproved` counts reports whose check ended at its limit without a proof.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.reports import Report, examine
from engine.reports.placing import place
from engine.rules.rule_set import RuleSet, rule_set
from engine.tiles import MEXICAN
from tests.bench.adversarial import FAMILIES, cut, played_set, random_hands

SEATS = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
FAMILY = rule_set("family")
Made = tuple[Report, RuleSet]
REPORTS: dict[str, Callable[[random.Random], Made]] = {}


def reported(make: Callable[[random.Random], Made]) -> Callable[[random.Random], Made]:
    REPORTS[make.__name__] = make
    return make


def a_round(rng: random.Random, *, everything: bool = False, **told: Any) -> Report:
    """A real end of a round: Ann is out, the others hold tiles; all hands are reported."""
    tiles = played_set(rng)
    others = len(SEATS) - 1
    dealt = cut(rng, tiles, others) if everything else random_hands(rng, tiles, others, 15)
    hands = {seat: tuple(hand) for seat, hand in zip(SEATS[1:], dealt, strict=True)}
    return Report(set=18, seats=SEATS, starting_double=18, out="Ann", hands=hands, **told)


def totals_of(report: Report) -> dict[str, int]:
    return {
        seat: sum(50 if tile == (0, 0) else tile.pips for tile in hand)
        for seat, hand in report.hands.items()
    }


def without_hands(report: Report, *, counts: bool) -> Report:
    """The same, reported by totals, with or without numbers of tiles."""
    numbers = {seat: len(hand) for seat, hand in report.hands.items()} if counts else {}
    return replace(report, hands={}, totals=totals_of(report), counts=numbers)


@reported
def tiles_of_all(rng: random.Random) -> Made:
    return a_round(rng), FAMILY


@reported
def totals_of_all(rng: random.Random) -> Made:
    return without_hands(a_round(rng), counts=False), FAMILY


@reported
def totals_and_counts(rng: random.Random) -> Made:
    return without_hands(a_round(rng), counts=True), FAMILY


@reported
def half_tiles_half_totals(rng: random.Random) -> Made:
    report = a_round(rng)
    told = {seat: hand for seat, hand in report.hands.items() if rng.random() < 0.5}
    return replace(report, hands=told, totals=totals_of(report)), FAMILY


@reported
def every_tile_spoken_for(rng: random.Random) -> Made:
    report = without_hands(a_round(rng, everything=True), counts=True)
    trains = dict.fromkeys((*SEATS, MEXICAN), 0)
    return replace(report, boneyard=0, train_tiles=trains), FAMILY


@reported
def totals_of_one_tile_too_few(rng: random.Random) -> Made:
    report = without_hands(a_round(rng), counts=True)
    seat = rng.choice(SEATS[1:])
    return replace(report, counts={**report.counts, seat: max(0, report.counts[seat] - 1)}), FAMILY


@reported
def totals_past_the_set(rng: random.Random) -> Made:
    totals = {seat: rng.randint(250, 400) for seat in SEATS[1:]}
    return replace(a_round(rng), hands={}, totals=totals), FAMILY


@reported
def equal_small_totals(rng: random.Random) -> Made:
    totals = dict.fromkeys(SEATS[1:], rng.randint(1, 14))
    return replace(a_round(rng), hands={}, totals=totals), FAMILY


@reported
def highest_pairs(rng: random.Random) -> Made:
    totals = {seat: rng.randint(58, 66) for seat in SEATS[1:]}
    counts = dict.fromkeys(SEATS[1:], 2)
    return replace(a_round(rng), hands={}, totals=totals, counts=counts), FAMILY


@reported
def little_is_told(rng: random.Random) -> Made:
    report = without_hands(a_round(rng), counts=False)
    return replace(report, starting_double=None, out=None), rule_set(
        {"base": "token", "counting": "pips"}
    )


@reported
def little_is_told_and_wrong(rng: random.Random) -> Made:
    totals = dict.fromkeys(SEATS, rng.randint(1, 12))
    rules = rule_set({"base": "token", "counting": "pips"})
    return replace(a_round(rng), hands={}, totals=totals, starting_double=None, out=None), rules


@reported
def markers_unknown(rng: random.Random) -> Made:
    report = without_hands(a_round(rng), counts=True)
    return report, rule_set({"base": "family", "marked_train_points": 10})


@reported
def markers_unknown_and_wrong(rng: random.Random) -> Made:
    totals = dict.fromkeys(SEATS[1:], rng.randint(1, 12))
    rules = rule_set({"base": "family", "marked_train_points": 5})
    return replace(a_round(rng), hands={}, totals=totals), rules


@reported
def nonsense(rng: random.Random) -> Made:
    wild = [0, 1, -1, 7, 36, 3420, 10**9, 10**40, -(10**40)]
    tiles = played_set(rng)
    hands = {seat: tuple(rng.choices(tiles, k=rng.randint(0, 189))) for seat in SEATS[:6]}
    totals = {seat: rng.choice(wild) for seat in SEATS}
    counts = {seat: rng.choice(wild) for seat in SEATS[::2]}
    return replace(a_round(rng), hands=hands, totals=totals, counts=counts), FAMILY


def timed(call: Callable[[], bool]) -> tuple[float, bool]:
    begin = time.process_time()
    proved = call()
    return (time.process_time() - begin) * 1000, proved


def show(name: str, runs: list[tuple[float, bool]]) -> None:
    times = sorted(taken for taken, _ in runs)
    late = sum(taken > 50 for taken in times)
    unproved = sum(not proved for _, proved in runs)
    print(
        f"{name:28} {statistics.median(times):8.2f} {times[-1]:9.2f} {late:9} {unproved:9}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("families", nargs="*")
    told = parser.parse_args()
    print(f"{'ms':28} {'median':>8} {'worst':>9} {'over 50':>9} {'unproved':>9}")
    for name, make_report in REPORTS.items():
        if told.families and name not in told.families:
            continue
        rng = random.Random(told.seed)
        made = [make_report(rng) for _ in range(told.rounds)]
        show(name, [timed(lambda each=each: examine(*each).proved) for each in made])
    for name, make_problem in FAMILIES.items():
        if told.families and name not in told.families:
            continue
        rng = random.Random(told.seed)
        problems = [make_problem(rng) for _ in range(told.rounds)]
        runs = [timed(lambda each=each: place(each).possible is not None) for each in problems]
        show(f"place: {name}"[:28], runs)


if __name__ == "__main__":
    main()
