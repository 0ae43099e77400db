"""No case makes the engine raise: any facts missing, any nonsense in their places."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.questions import answer_or_error as answer
from tests.engine.deciding import KEPT_TABLES, table
from tests.engine.small_tables import PRESETS

ASKS: tuple[dict[str, Any], ...] = (
    {"may": "lay", "tile": "7-3", "train": "B"},
    {"may": "lay", "tile": "6-6", "train": "mexican"},
    {"may": "lay_chain", "tiles": ["12-4", "4-4", "4-2"], "train": "B"},
    {"may": "lay_chain", "tiles": ["7-7", "7-3"], "train": "A"},
    {"may": "draw"},
    {"may": "stop"},
    {"may": "mark"},
    {"must": "cover"},
    {"must": "act"},
    {"must": "mark"},
    {"must": "unmark"},
    {"must": "announce"},
    {"who": "next"},
    {"is": "over"},
    {"is": "public", "train": "A"},
    {"is": "public", "train": "mexican"},
)
VERDICTS = {"allowed", "not_allowed", "yes", "no", "value", "depends", "not_covered"}

JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10**30, 1.5, "", "mexican", "7-3", "x" * 300, [], {}, [[]], {"": None}, "Z"]
)


def paths_of(facts: dict[str, Any], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    result = []
    for key, value in facts.items():
        result.append((*before, key))
        if isinstance(value, dict):
            result += paths_of(value, (*before, key))
    return result


cases = st.builds(
    lambda name, rules, ask: {**table(name, {}), "rules": rules, "ask": ask},
    st.sampled_from(KEPT_TABLES),
    st.sampled_from([*PRESETS, *({"base": name, "fill": "defaults"} for name in PRESETS)]),
    st.sampled_from(ASKS),
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cases, st.data())
def test_any_facts_can_be_missing(case, data):
    case = copy.deepcopy(case)
    facts = [path for path in paths_of(case) if path[0] not in ("rules", "ask")]
    for path in data.draw(st.lists(st.sampled_from(facts), max_size=9)):
        place: Any = case
        for key in path[:-1]:
            place = place.get(key, {})
        place.pop(path[-1], None)
    given_answer = answer(case)
    assert given_answer.get("verdict") in VERDICTS, given_answer
    assert given_answer["clauses"]
    assert given_answer["because"]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cases, st.data())
def test_nonsense_is_answered_with_a_sentence(case, data):
    case = copy.deepcopy(case)
    for path in data.draw(st.lists(st.sampled_from(paths_of(case)), min_size=1, max_size=3)):
        place: Any = case
        for key in path[:-1]:
            place = place.get(key, {}) if isinstance(place, dict) else {}
        if isinstance(place, dict):
            place[path[-1]] = data.draw(JUNK)
    given_answer = answer(case)
    json.dumps(given_answer)
    assert ("error" in given_answer) is not ("verdict" in given_answer)


KNOWN = st.sampled_from([True, False, None, "some", "none", "A", {"A": False}, {"A": {"B": True}}])


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cases, st.data())
def test_what_people_know_is_read_or_refused_with_a_sentence(case, data):
    case = copy.deepcopy(case)
    for key in ("can_play", "out", "time_up", "boneyard"):
        if data.draw(st.booleans()):
            case[key] = data.draw(KNOWN | JUNK)
    case.setdefault("turn", {})["passed"] = data.draw(KNOWN | st.lists(st.sampled_from("ABCD")))
    given_answer = answer(case)
    json.dumps(given_answer)
    assert ("error" in given_answer) is not ("verdict" in given_answer)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_chain_is_ruled_on_though_little_is_known(preset):
    case = {
        "rules": {"base": preset, "fill": "defaults"},
        "set": 12,
        "seats": ["Ann", "Bob", "Cal", "Dot"],
        "starting_double": 12,
        "turn": {"seat": "Bob"},
        "ask": {"may": "lay_chain", "tiles": ["12-4", "4-2"], "train": "Bob"},
    }
    assert answer(case)["verdict"] in VERDICTS
