"""No parameter is there for nothing: each changes a ruling, a check or a count."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.questions import answer
from engine.rules.rule_set import PARAMETERS

CHANGES: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "changes.json").read_text()
)["parameters"]

CONSTANT = {"play_direction", "tiles_a_turn", "ends_must_match", "lay_from", "own_train_open"}
"""Said by texts and cited by rulings, but no table plays otherwise: they have one value."""


def under(name: str, case: dict[str, Any], value: object) -> dict[str, Any]:
    rules = {key: kept for key, kept in case["rules"].items() if key != name}
    alone = value is None and len(PARAMETERS[name].values) == 1
    given = answer({**case, "rules": rules if alone else {**rules, name: value}})
    return {key: given[key] for key in ("verdict", "value", "needs", "faults")}


def test_every_parameter_changes_something():
    assert set(CHANGES) | CONSTANT == set(PARAMETERS)
    assert all(len(PARAMETERS[name].values) == 1 for name in CONSTANT)


@pytest.mark.parametrize("name", CHANGES)
def test_this_parameter_changes_this_answer(name):
    first, second = CHANGES[name]["values"]
    case = CHANGES[name]["case"]
    assert under(name, case, first) != under(name, case, second)
