"""The questions of the dispute desk for the facts that are missing."""

import pytest

from engine.rules.parameters import Unclear
from engine.rules.rule_set import PARAMETERS, PRESETS
from scoring import referee
from scoring.disputes.questions import question_for

TWO_READINGS = [
    (preset, name)
    for preset, rules in PRESETS.items()
    for name in PARAMETERS
    if isinstance(rules.rule(name).value, Unclear)
]


@pytest.mark.parametrize(("preset", "name"), TWO_READINGS)
def test_where_a_text_says_two_things_its_readings_are_the_answers(preset: str, name: str) -> None:
    """Every other value of the rule is no reading of this text, and program words no answer."""
    question = question_for(f"rules.{name}", {"seats": ["Ann", "Bob"], "rules": {"base": preset}})
    value = PRESETS[preset].rule(name).value
    assert isinstance(value, Unclear)
    assert question.text == (f"The rules say two things here. {referee.parameter_sentence(name)}")
    assert [(choice.fact, choice.label) for choice in question.choices] == [
        (reading.value, referee.answer_words(name, reading.value)) for reading in value.readings
    ]
    assert not any("_" in choice.label for choice in question.choices)
