"""Rulings on the cases kept as data, each with the clause behind it."""

import json
from collections import Counter

import pytest

from engine.questions import answer
from engine.rules.clauses import CLAUSES
from tests.engine.deciding import decide, kept_cases
from tests.engine.test_cases import DATA

KEPT = list(kept_cases())
TOPICS = sorted({kept.name.split(":")[0] for kept in KEPT})


def named(facts: str, result: tuple[str, ...]) -> bool:
    """Return whether the expected is in the answer; after "=" it must be all of it, in order."""
    return tuple(facts[1:].split(",")) == result if facts.startswith("=") else facts in result


@pytest.mark.parametrize("topic", TOPICS)
def test_rulings_are_as_the_clauses_have_them(topic):
    wrong: list[object] = []
    for kept in KEPT:
        if kept.name.startswith(f"{topic}:"):
            ruling = decide(kept.case)
            if (ruling.verdict, ruling.value) != (kept.verdict, kept.value):
                wrong.append((kept.name, ruling.verdict, ruling.value))
            if not named(kept.clause, ruling.clauses):
                wrong.append((kept.name, ruling.clauses))
            if kept.need is not None and not named(kept.need, ruling.needs):
                wrong.append((kept.name, ruling.needs))
    assert wrong == []


def test_every_ruling_says_why_and_by_which_clause():
    for kept in KEPT:
        ruling = decide(kept.case)
        assert ruling.clauses, kept.name
        assert len(set(ruling.clauses)) == len(ruling.clauses), kept.name
        assert ruling.because[-1] in ".:", kept.name
        assert "{" not in ruling.because, kept.name
        assert (ruling.verdict == "depends") is bool(ruling.needs), kept.name
        for clause in ruling.clauses:
            assert clause in CLAUSES or clause.startswith("house:"), kept.name


def test_a_silence_met_at_the_limit_is_no_fact_to_ask_for():
    (case,) = (
        item for item in json.loads((DATA / "sample.json").read_text()) if item["id"] == "MT192"
    )
    given = answer({**case, "rules": "token", "uncovered": None})
    assert given["verdict"] == "depends"
    assert "uncovered" in given["needs"]
    assert not any(need.startswith("rules.") for need in given["needs"])


def test_the_cases_speak_of_every_preset_and_verdict():
    presets = Counter(kept.name.split(": ")[1] for kept in KEPT)
    verdicts = Counter(kept.verdict for kept in KEPT)
    assert set(presets) == {"capri", "hub", "roundhouse", "token", "family", "senior"}
    assert min(presets.values()) > 100
    assert set(verdicts) == {
        *("allowed", "not_allowed", "yes", "no", "value", "depends", "not_covered")
    }
