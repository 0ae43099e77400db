"""How long a simulated round takes, in iterations of a plain loop timed beside it.

    python -m tests.bench.bench_simulate [rounds]

Four seats, double-12 set, random legal lays, for each preset with its gaps filled: shuffling,
dealing, playing and counting. The machine is shared, so each round is measured against
`for i in range(n): s += i` run just before and just after it; median and worst are of those
ratios.
"""

import sys
from random import Random
from statistics import median
from time import perf_counter

from engine.rules.rule_set import PRESETS
from engine.simulation.chance import rolls as rolls_of
from engine.simulation.dealing import Dealer
from engine.simulation.play import complete_rules
from engine.simulation.playout import Playout, play_out
from engine.simulation.simulate import Counting

ITERATIONS = 2_000
AIM = 2_500


def loop(iterations):
    """The seconds that a plain loop takes."""
    began = perf_counter()
    s = 0
    for i in range(iterations):
        s += i
    return perf_counter() - began


def ratios(preset, rounds):
    """Each round's time in iterations, and the seconds of all rounds."""
    rules = complete_rules(preset)
    dealer = Dealer(rules, 12, 4)
    playout, count = Playout(dealer.book, 4, 12), Counting(rules)
    random = Random(1)
    rolls = rolls_of(random)
    found, seconds = [], 0.0
    for number in range(rounds + 50):
        before = loop(ITERATIONS)
        began = perf_counter()
        state = dealer.deal(random)
        play_out(state, playout, rolls)
        count.played(state)
        took = perf_counter() - began
        after = loop(ITERATIONS)
        if number >= 50:
            found.append(took / ((before + after) / 2 / ITERATIONS))
            seconds += took
    return found, seconds


def main(arguments):
    rounds = int(arguments[0]) if arguments else 600
    print(f"A full round of four, double-12, random lays; to aim at: {AIM} iterations or less.")
    for preset in PRESETS:
        found, seconds = ratios(preset, rounds)
        print(
            f"{preset:10} median {median(found):6.0f} iterations, worst {max(found):6.0f}, "
            f"{rounds / seconds:6.0f} rounds a second"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
