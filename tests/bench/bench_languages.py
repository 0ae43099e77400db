"""What translation costs a page: `python3 -m tests.bench.bench_languages [--runs N]`.

Each page is asked for in turns: with translations off (`USE_I18N`, and Django's own tags, as it was
before there were languages), in English, and in German. So a machine that is busy for a while slows
all three. Prints the medians of the processor time in milliseconds, the median of the ratios of
neighbors (in brackets the ratio of the medians), and how many functions were called, which is the
same in each run.
"""

import argparse
import cProfile
import os
import pstats
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.conf import settings
from django.templatetags.i18n import BlockTranslateNode
from django.test import Client, override_settings
from django.test.utils import setup_databases, teardown_databases
from django.urls import reverse
from django.utils import translation

from scoring.templatetags.kept_sentences import KeptBlock, KeptSentence

# What the site's own tags do less than Django's is not done less where translations are off.
DJANGO_OWN: dict[type, dict[str, Any]] = {
    KeptSentence: {"render": lambda node, context: node.original.render(context)},
    KeptBlock: {"render_token_list": BlockTranslateNode.render_token_list},
}
WAYS = ("off", "en", "de")


@contextmanager
def speaking(way: str, client: Client) -> Iterator[None]:
    """Let the site speak a language meanwhile, or none."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en" if way == "off" else way
    with override_settings(USE_I18N=way != "off"), ExitStack() as stack:
        if way == "off":
            for tag in (KeptSentence, KeptBlock):
                stack.enter_context(mock.patch.multiple(tag, **DJANGO_OWN[tag]))
        _choose_again()
        yield
    _choose_again()


def _choose_again() -> None:
    """Let Django choose anew whether it translates: it does so once."""
    chosen: Any = vars(translation)["_trans"]
    vars(chosen).clear()


def pages(client: Client) -> dict[str, str]:
    """Make a club with a game of twelve rounds; return the addresses that are asked for."""
    from tests.factories import MembershipFactory, make_game, play

    membership = MembershipFactory()
    game = make_game(membership.club, players=5)
    for _round in range(12):
        play(game, 0, 24, 38, 17, 51)
    client.force_login(membership.user)
    return {
        "sheet": reverse("scoring:sheet", args=[game.code]),
        "round": reverse("scoring:round-record", args=[game.code, 13]),
        "disputes": reverse("scoring:disputes", args=[game.code]),
        "home": reverse("scoring:home"),
    }


def calls_of(client: Client, address: str) -> int:
    """Return how many functions a page calls."""
    profile = cProfile.Profile()
    profile.enable()
    client.get(address)
    profile.disable()
    stats: Any = pstats.Stats(profile)
    return int(stats.total_calls)


def main(runs: int) -> None:
    """Print a line for each page."""
    client = Client()
    for name, address in pages(client).items():
        times: dict[str, list[float]] = {way: [] for way in WAYS}
        calls = {}
        for run in range(runs + 1):
            for way in WAYS if run % 2 else reversed(WAYS):
                with speaking(way, client):
                    # To change a setting throws away what was kept.
                    client.get(address)
                    begun = time.process_time()
                    client.get(address)
                    took = (time.process_time() - begun) * 1000
                    if run:
                        times[way].append(took)
                    else:
                        calls[way] = calls_of(client, address)
        medians = {way: statistics.median(took) for way, took in times.items()}
        off = medians["off"]
        # Neighbors are compared: they met the same machine.
        for way in WAYS:
            ratios = [took / none for took, none in zip(times[way], times["off"], strict=True)]
            print(
                f"{name:<10} {way:<4} median {medians[way]:7.2f} ms"
                f"   x {statistics.median(ratios):.3f} ({medians[way] / off:.3f})"
                f"   {calls[way]:>7} calls   x {calls[way] / calls['off']:.3f}"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.bench_languages")
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    before = setup_databases(verbosity=0, interactive=False)
    try:
        main(options.runs)
    finally:
        teardown_databases(before, verbosity=0)
