"""The words of every rule: none of the engine's parameters is without."""

import json
import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from engine.rules.parameters import SILENT, Unclear
from engine.rules.rule_set import PARAMETERS, PRESETS
from scoring import referee
from scoring.referee.rule_questions import house_value
from scoring.referee.rule_words import LIKE, SECTIONS, WORDS

pytestmark = pytest.mark.alike
MOST_WORDS = 25
# A value that shows through: a name of the engine's, or JSON.
RAW = re.compile(r"_|[{}\[\]\"]|\b(true|false|null)\b")


def possible(name: str) -> list[object]:
    """Every value that the engine takes and that can be listed, a number standing for all."""
    parameter = PARAMETERS[name]
    if parameter.values:
        return list(parameter.values)
    words = re.findall(r'(?:or|,|^) ("[a-z_]+"|null)(?= |,|$)|^("[a-z_]+")', parameter.expected)
    told = [json.loads(one or other) for one, other in words]
    listed = [value for value in told if takes(name, value)]
    return [*listed, *([limits[1]] if (limits := numbers(name)) else [])]


def takes(name: str, value: object) -> bool:
    try:
        PARAMETERS[name].read(value)
    except ValueError:
        return False
    return True


def numbers(name: str) -> tuple[int, int] | None:
    return referee.limits_of(name) if referee.kind_of(name) == "number" else None


def test_each_parameter_has_its_words_and_no_words_are_left_over() -> None:
    assert [name for name in PARAMETERS if name not in WORDS] == []
    assert [name for name in WORDS if name not in PARAMETERS] == []


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_has_a_question_a_section_and_a_wording_for_each_value(name: str) -> None:
    words = WORDS[name]
    assert words.section in SECTIONS
    assert re.search(r"\?$|What now\?$|Who wins\?$", str(words.question))
    assert len(str(words.question).split()) <= MOST_WORDS
    labels = [referee.answer_words(name, house_value(name, value)) for value in possible(name)]
    assert len(set(labels)) == len(labels)
    for label in labels:
        assert not RAW.search(label), label
        assert len(label.split()) <= MOST_WORDS


@pytest.mark.parametrize("name", [name for name in PARAMETERS if PARAMETERS[name].values])
def test_no_answer_is_offered_that_the_engine_does_not_take(name: str) -> None:
    assert set(WORDS[name].answers) == set(PARAMETERS[name].values)


def test_the_words_beside_numbers_are_those_that_the_contract_names() -> None:
    """A value such as "until_playable" that nobody gave words would never be offered."""
    for name in PARAMETERS:
        if referee.kind_of(name) in ("number", "doubles"):
            expected = {value for value in possible(name) if not isinstance(value, int)}
            words = {value for value in referee.values_of(name) if not isinstance(value, int)}
            assert words == expected, name


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_published_rule_set_says_is_said_in_words(preset: str) -> None:
    for name in PARAMETERS:
        value = PRESETS[preset].rule(name).value
        label = referee.answer_words(name, value)
        assert not RAW.search(label), (name, label)
        if value is SILENT:
            assert label == "These rules don’t say"
        if isinstance(value, Unclear):
            assert label.startswith("Two readings: ")


# What two lines say of a rule set, as the parameters that they are read from.
LINES: dict[str, dict[str, object]] = {
    "family": {
        "first_turn_mode": "single",
        "starting_double_from": "highest_of_set_preset",
        "uncovered_double_freezes": True,
        "double_blank_value": 50,
    },
    "hub": {
        "first_turn_mode": "chain_max",
        "starting_double_from": "highest_held",
        "uncovered_double_freezes": False,
        "double_blank_value": 0,
    },
    "capri": {"uncovered_double_freezes": True, "max_doubles_per_turn": 2},
    "roundhouse": {
        "first_player": "finder",
        "first_turn_own_train_only": True,
        "uncovered_double_freezes": True,
        "double_blank_value": 0,
    },
    "token": {"first_turn_mode": "chain_any"},
    "senior": {
        "first_starting_double": 5,
        "double_gives": "extra_turn",
        "uncovered_double_opens_train": True,
    },
    "pagat": {
        "starting_double_from": "named_held",
        "first_player": "holder",
        "next_round_starter": "starting_double_rule",
    },
    "ludomax": {"starting_double_from": "highest_held", "first_player": "holder"},
    "tactic": {"starting_double_from": "highest_of_set_preset"},
}


@pytest.mark.parametrize(
    ("clause", "language", "quote"),
    [
        ("FAM-33", "en", "all other trains are ineligible"),
        ("PAG-07", "de", "bleiben verdeckt im Stock"),
        ("TAC-11", "fi", "Jokainen pelaaja valitsee junamerkin."),
    ],
)
def test_a_quote_stands_in_the_language_of_its_text(clause: str, language: str, quote: str) -> None:
    (text,) = referee.clause_texts((clause,))
    shown = render_to_string("scoring/_clause.html", {"clause": text})
    assert quote in shown.split(f'<span lang="{language}">')[-1].split("</span>")[0]


def test_the_two_lines_say_what_the_rule_sets_say() -> None:
    assert set(LIKE) == set(LINES) == set(PRESETS)
    for preset, rules in LINES.items():
        assert {name: PRESETS[preset].rule(name).value for name in rules} == rules


@pytest.mark.parametrize(
    ("base", "house", "lines"),
    [
        (
            "family",
            {"hand_size": 11, "marker_off": "optional"},
            (
                "Family rules with one rule of our own.",
                "Double 12, 2 to 8 players, 11 tiles each, 13 rounds from 12 to 0, "
                "double blank 50.",
            ),
        ),
        (
            "roundhouse",
            {
                "player_limits": {"12": [4, 4]},
                "hand_size": 13,
                "first_starting_double": 12,
                "last_starting_double": 5,
                "double_blank_value": 50,
            },
            (
                "Roundhouse rules with 5 rules of our own.",
                "Double 12, 4 players, 13 tiles each, 8 rounds from 12 to 5, double blank 50.",
            ),
        ),
        (
            "family",
            {"player_limits": {"9": [2, 99]}, "next_starting_double": "rule_again"},
            (
                "Family rules with 2 rules of our own.",
                "Double 9, 2 or more players, 10 to 15 tiles each, double blank 50.",
            ),
        ),
    ],
)
def test_the_two_lines_of_ones_own_rules_say_how_they_are_played(
    base: str, house: dict[str, Any], lines: tuple[str, str]
) -> None:
    assert referee.two_lines(referee.rule_spec(base, house)) == lines


def test_only_what_another_rule_set_says_differently_stands_beside_a_question() -> None:
    question = referee.rule_question(referee.rule_spec("family", {}), "first_turn_mode")
    assert [words for _titles, words in question.others] == [
        "Every tile that fits",
        "Two readings: One tile – or – As many as you like, if they match",
        "As many as you like, if they match",
    ]
    assert [clause.id for clause in question.clauses] == ["FAM-16", "FAM-11"]


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_differs_from_itself(preset: str) -> None:
    rules = referee.rule_spec(preset, {})
    assert referee.differences(rules, rules) == []
    assert referee.own_rules(rules) == {}
