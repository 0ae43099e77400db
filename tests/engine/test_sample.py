"""The cases of the engine's contract, as its authors expect them answered.

`rulings/sample.json` is the public sample of cases that came with the contract. A right answer has
the expected verdict and value, or one of the further verdicts that the text bears (`also`), and
names one of the expected clauses.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.questions import answer

CASES = json.loads((Path(__file__).parent / "cases" / "sample.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_sample_is_answered_as_expected(case: dict[str, Any]) -> None:
    expected = case["expect"]
    answered = answer(case)
    assert answered["verdict"] in (expected["verdict"], *case["also"]), answered
    if answered["verdict"] == expected["verdict"]:
        assert answered["value"] == expected.get("value"), answered
        if expected.get("needs"):
            assert set(answered["needs"]) & set(expected["needs"]), answered
    assert set(answered["clauses"]) & set(expected["clauses"]), answered
    assert answered["because"].endswith("."), answered
    assert (answered["verdict"] == "invalid") == bool(answered["faults"])
