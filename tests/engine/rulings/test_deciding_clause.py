"""The clause that is named first under a ruling is the one that decides it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.questions import answer
from engine.rules.rule_set import PRESETS

CASES = json.loads((Path(__file__).parents[1] / "cases" / "sample.json").read_text("utf-8"))

ONLY_ITS_OWNER = {
    "family": "FAM-17",
    "hub": "HUB-24",
    "roundhouse": "RND-20",
    "token": "TOK-08",
    "senior": "SEN-11",
}
"""By each text; where it has no word about a train without a marker, what tables usually do."""


def of_an_unmarked_train() -> Iterator[tuple[dict[str, Any], str]]:
    """The public cases that have a seat on turn and an unmarked train of somebody else."""
    for case in CASES:
        trains, seat = case.get("trains", {}), case.get("turn", {}).get("seat")
        for train, facts in trains.items():
            if seat and train not in (seat, "mexican") and facts.get("marked") is False:
                yield case, train


@pytest.mark.parametrize("preset", PRESETS)
def test_a_train_without_a_marker(preset: str) -> None:
    asked, decides = 0, ONLY_ITS_OWNER.get(preset, "house:private_trains")
    for case, train in of_an_unmarked_train():
        rules = {"base": preset, "fill": "defaults"}
        answered = answer(case | {"rules": rules, "ask": {"may": "lay", "train": train}})
        if answered["because"].endswith("has no marker, so only its owner may play there."):
            asked += 1
            assert answered["clauses"][0] == decides, case["id"]
    assert asked > 20


def test_a_bare_text_names_what_implies_it() -> None:
    case, train = next(of_an_unmarked_train())
    case |= {"rules": "capri", "uncovered": [], "ask": {"may": "lay", "train": train}}
    answered = answer(case)
    assert answered["clauses"] == ["CAP-17", "CAP-07"], answered


@pytest.mark.parametrize(
    "facts",
    [
        {"can_play": False},
        {"can_play": dict.fromkeys(("Ann", "Bob", "Cal"), False)},
        {"turn": {"passes": 3}},
    ],
    ids=["nobody", "none of them", "all passed"],
)
def test_a_round_in_which_nobody_can_play_is_blocked(facts: dict[str, Any]) -> None:
    # Whether somebody has gone out (FAM-24) nobody says, and it does not matter.
    case = {
        "set": 12,
        "rules": {"base": "family", "fill": "defaults"},
        "seats": ["Ann", "Bob", "Cal"],
        "boneyard": 0,
        "ask": {"is": "over"},
        **facts,
    }
    answered = answer(case)
    assert answered["clauses"][0] == "FAM-25"
    assert answered["because"].endswith("the round is blocked.")
