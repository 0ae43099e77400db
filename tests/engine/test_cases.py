"""The cases kept as data, `check` and `what` questions: sample.json and our own files.

The source of sample.json is told in rulings/README.md, since JSON has no comments.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.questions import answer

DATA = Path(__file__).parent / "cases"


def sample() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((DATA / "sample.json").read_text())
    return [case for case in cases if {"what", "check"} & case["ask"].keys()]


def ours() -> list[dict[str, Any]]:
    cases = []
    for path in sorted(DATA.glob("*.jsonl")):
        source, *lines = path.read_text().splitlines()
        assert json.loads(source)["source"]
        cases += [json.loads(line) for line in lines]
    return cases


def by_id(case: dict[str, Any]) -> str:
    return f"{case['id']}: {case['note'][:60]}"


@pytest.mark.parametrize("case", sample() + ours(), ids=by_id)
def test_case(case):
    given = answer(case)
    expect = case["expect"]
    assert given["id"] == case["id"]
    assert given["verdict"] == expect["verdict"], given
    assert given["value"] == expect.get("value"), given
    assert set(given["clauses"]) & set(expect["clauses"]), given
    if expect.get("needs"):
        assert set(given["needs"]) & set(expect["needs"]), given
    if "codes" in expect:
        assert [fault["code"] for fault in given["faults"]] == expect["codes"], given
    for key, exactly in expect.get("exactly", {}).items():
        assert given[key] == exactly
    assert given["because"].endswith(".")
    assert (given["verdict"] == "depends") == bool(given["needs"])
    assert (given["verdict"] == "invalid") == bool(given["faults"])


def test_all_25_cases_of_the_sample_are_here():
    assert len(sample()) >= 25


def test_our_cases_have_ids_of_their_own():
    ids = [case["id"] for case in ours()]
    assert len(set(ids)) == len(ids)
