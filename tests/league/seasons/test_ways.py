"""How a season counts, in words for who reads its leaderboard."""

from datetime import date
from typing import Any

import pytest

from league.models import Season
from league.seasons.ways import WAYS, counting_rules, counting_words
from league.standings.methods import Count, Measure, Method


def season(**fields: Any) -> Season:
    return Season(name="2026", first=date(2026, 1, 1), last=date(2026, 12, 31), **fields)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "All games of the game days count. The fewest points a round lead."),
        (
            {"measure": "places", "count": "best_days", "days": 5, "least_games": 3},
            "Your 5 best days count. The most place points lead. You need 3 games for a place.",
        ),
        ({"count": "best_days", "days": 1}, "Your best day counts. The fewest points lead."),
        (
            {"measure": "wins", "count": "all_but", "days": 2},
            "All your days count but the 2 worst. The player who wins the most games leads.",
        ),
        (
            {"measure": "beaten", "count": "per_game"},
            "All games of the game days count. The player who beats the most opponents, on "
            "average, leads.",
        ),
    ],
)
def test_plain_sentences_say_what_counts_and_who_leads(fields: dict[str, Any], words: str) -> None:
    assert counting_words(season(**fields)) == words


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("count", Count)
def test_every_way_has_its_sentence(measure: Measure, count: Count) -> None:
    try:
        Method(measure=measure, count=count, table=(7,) if measure == "places" else ())
    except ValueError as error:
        if "average a round" in str(error):
            return
    assert counting_words(season(measure=measure, count=count, days=2))


def test_the_rules_stand_in_full_below() -> None:
    fields = {**WAYS["best_days"].fields, "place_points": [7, 5]}
    rules = dict(counting_rules(season(**fields)))
    assert rules["Points for places"] == "7 5. People who share a place share its points."
    assert rules["How many days"] == "10"
    assert "Tie-breaks" not in rules
    counted = dict(counting_rules(season(tie_breaks=["outs", "wins"])))
    assert counted["Tie-breaks"] == "1. more rounds won · 2. more games won"
