"""What is done about mistakes, decided from the clauses before the engine was asked."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.questions import answer
from engine.rules.clauses import CLAUSES
from engine.rulings.remedies import REMEDIES
from engine.table.case import QUESTIONS

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "remedies.json").read_text())[
    "cases"
]
LEAST = 10


def cases() -> list[tuple[str, dict[str, Any], str, list[str] | None]]:
    """Every row once for each rule set that it says something of."""
    return [
        (
            f"{row['ask'].get('remedy', 'begins_next')}: {base}: {row['note']}",
            {
                "set": 12,
                "seats": ["A", "B", "C", "D"],
                **row.get("with", {}),
                "rules": {"base": base, **row.get("house", {})},
                "ask": row["ask"],
            },
            expected,
            row.get("steps"),
        )
        for row in ROWS
        for base, expected in row["expect"].items()
    ]


@pytest.mark.parametrize(("name", "case", "expected", "steps"), cases())
def test_a_remedy_is_as_the_clauses_have_it(name, case, expected, steps):
    verdict, clause, *need = expected.split()
    verdict, _, value = verdict.partition("=")
    given = answer(case)
    assert (given["verdict"], given["value"]) == (verdict, value or None), (name, given)
    assert clause in given["clauses"], (name, given)
    assert given["because"].endswith(".")
    if need:
        assert need[0] in given["needs"]
    if steps is not None:
        assert [step["do"] for step in given["steps"]] == steps
    for step in given.get("steps", ()):
        assert step["text"].endswith(".")
        assert "{" not in step["text"]


def test_every_mistake_has_ten_cases_at_least():
    count = Counter(case["ask"].get("remedy", "begins_next") for _, case, _, _ in cases())
    assert set(count) == {*QUESTIONS["remedy"], "begins_next"} == {*REMEDIES, "begins_next"}
    assert {kind: number for kind, number in count.items() if number < LEAST} == {}


def test_what_the_rules_leave_open_has_options_that_a_house_rule_makes():
    for _, case, expected, _ in cases():
        if not expected.startswith("not_covered"):
            continue
        given = answer(case)
        assert given["shape"] == "silent"
        if case["ask"].get("remedy") in ("misdeal", "wrong_starting_double"):
            continue  # any number of tiles, and any double: there is no list of these
        assert len(given["options"]) > 1, case
        for option in filter(lambda option: option["parameter"], given["options"]):
            rules = case["rules"] | {option["parameter"]: option["value"]}
            adopted = answer({**case, "rules": rules})
            assert (adopted["verdict"], adopted["value"]) == (option["verdict"], option["result"])
            if adopted["verdict"] == "value":
                assert adopted["because"] == option["because"]


def test_every_clause_named_is_of_the_rule_set():
    for _, case, _, _ in cases():
        for clause in answer(case)["clauses"]:
            source = clause.startswith("house:") or CLAUSES[clause].source.preset
            assert source in (True, case["rules"]["base"])
