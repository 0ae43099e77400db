"""A rule sheet's form says what the rules say, and nothing that is not possible."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.rule_set import PARAMETERS, PRESETS
from scoring import referee
from scoring.rules.forms import AnswersForm

pytestmark = pytest.mark.alike


def typed(rules: dict[str, Any], **changed: str) -> dict[str, str]:
    """What a browser sends of the form for these rules, with these fields changed."""
    form = AnswersForm(rules=rules)
    told = {name: form[name].value() for name in form.fields}
    return {
        **{name: "" if value is None else str(value) for name, value in told.items()},
        **changed,
    }


def saved(rules: dict[str, Any], **changed: str) -> AnswersForm:
    form = AnswersForm(typed(rules, **changed), rules=rules)
    form.is_valid()
    return form


def a_value(name: str) -> st.SearchStrategy[Any]:
    """Any value of a parameter that a page can say."""
    kind = referee.kind_of(name)
    if kind == "number":
        low, high = referee.limits_of(name)
        numbers = st.integers(low, high)
        return (
            st.sampled_from(referee.values_of(name)) | numbers
            if referee.values_of(name)
            else numbers
        )
    if kind == "doubles":
        doubles = st.lists(st.integers(0, 18), min_size=1, max_size=6, unique=True)
        return st.sampled_from(referee.values_of(name)) | doubles
    if kind == "sizes":
        row = st.dictionaries(st.sampled_from("2345"), st.integers(1, 10), min_size=1)
        table = st.dictionaries(st.sampled_from(["9", "12", "15", "18"]), row, min_size=1)
        return st.integers(1, 60) | table
    if kind == "limits":
        pair = st.tuples(st.integers(1, 4), st.integers(4, 14)).map(list)
        return st.dictionaries(st.sampled_from(["6", "12", "18"]), pair, min_size=1)
    return st.sampled_from(referee.values_of(name))


@st.composite
def any_rules(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(st.sampled_from(sorted(PARAMETERS)), max_size=8, unique=True))
    house = {name: draw(a_value(name)) for name in names}
    return referee.rule_spec(draw(st.sampled_from(sorted(PRESETS))), house)


@given(any_rules())
def test_what_is_looked_at_and_saved_stays_as_it_was(rules: dict[str, Any]) -> None:
    """Whatever the rules say, the page shows it so that saving changes nothing."""
    if referee.contradictions(rules):
        return
    form = saved(rules)
    assert not form.errors
    assert referee.differences(form.rule_spec(), rules) == []


@given(any_rules(), st.data())
def test_one_answer_is_changed_and_no_other(rules: dict[str, Any], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([n for n in PARAMETERS if referee.kind_of(n) == "choice"]))
    value = data.draw(st.sampled_from(referee.values_of(name)))
    if referee.spec_problem(rules):
        return  # such rules were never saved, so no form begins with them
    form = saved(rules, **{f"rule-{name}": referee.key_of(value)})
    expected = {**rules, name: value}
    if referee.contradictions(expected):
        assert form.errors
    else:
        assert not form.errors
        assert referee.differences(form.rule_spec(), expected) == []


FAMILY = referee.rule_spec("family", {})


@pytest.mark.parametrize(
    ("changed", "house"),
    [
        # A number that is typed counts, also where its button was not tapped.
        ({"rule-notice_penalty-number": "2"}, {"notice_penalty": 2}),
        ({"rule-rounds": "number", "rule-rounds-number": "6"}, {"rounds": 6}),
        ({"rule-double_blank_value-number": "20"}, {"double_blank_value": 20}),
        # A word that is tapped counts over a number that stands there from before.
        ({"rule-draw_count": "until_playable"}, {"draw_count": "until_playable"}),
        (
            {
                "rule-next_starting_double-list": "9, 7; 5",
                "rule-last_starting_double-number": "5",
                "rule-first_starting_double-number": "9",
            },
            {
                "next_starting_double": [9, 7, 5],
                "last_starting_double": 5,
                "first_starting_double": 9,
            },
        ),
        # Doubles are typed as pages write them, too.
        (
            {
                "rule-next_starting_double-list": "9-9, 7-7, 0-0",
                "rule-first_starting_double-number": "9",
            },
            {"next_starting_double": [9, 7, 0], "first_starting_double": 9},
        ),
        # Counting up is one answer: it begins with the double blank, and ends with the set.
        (
            {"rule-next_starting_double": "plus_one"},
            {
                "next_starting_double": "plus_one",
                "first_starting_double": 0,
                "last_starting_double": None,
            },
        ),
        (
            {
                "rule-next_starting_double": "plus_one",
                "rule-first_starting_double-number": "2",
                "rule-last_starting_double-number": "9",
            },
            {
                "next_starting_double": "plus_one",
                "first_starting_double": 2,
                "last_starting_double": 9,
            },
        ),
        ({"rule-hand_size": "11"}, {"hand_size": 11}),
        # What the rules say already is no rule of one's own.
        ({"rule-marker_off": "optional"}, {}),
    ],
)
def test_what_is_answered_becomes_a_house_rule(
    changed: dict[str, str], house: dict[str, Any]
) -> None:
    form = saved(FAMILY, **changed)
    assert not form.errors
    assert form.house == house


def test_one_cell_of_the_table_is_changed() -> None:
    form = saved(FAMILY, **{"rule-hand_size-12-4": "12"})
    table = form.house["hand_size"]
    assert (table["12"]["4"], table["12"]["5"], table["9"]["4"]) == (12, 14, 10)


def test_an_emptied_number_for_every_table_brings_the_published_table_back() -> None:
    rules = referee.rule_spec("family", {"hand_size": 11})
    assert saved(rules, **{"rule-hand_size": ""}).house == {}


def test_an_open_question_can_be_answered_and_left_open_again() -> None:
    answered = saved(FAMILY, **{"rule-out_on_two_doubles": "true"})
    assert answered.house == {"out_on_two_doubles": True}
    again = saved(answered.rule_spec(), **{"rule-out_on_two_doubles": ""})
    assert again.house == {}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rule-first_turn_mode": "all"}, "Choose one from the list"),
        ({"rule-first_turn_mode": "{}"}, "Choose one from the list"),
        ({"rule-rounds": "number"}, "Type the number."),
        ({"rule-rounds-number": "100"}, "Type a number from 1 to 99."),
        ({"rule-winner_score-number": "many"}, "Type a number, such as 27."),
        ({"rule-winner_score-number": "-201"}, "Type a number from -200 to 200."),
        ({"rule-hand_size": "0"}, "Type a number from 1 to 60."),
        ({"rule-hand_size-12-4": "61"}, "Type a number from 1 to 60."),
        ({"rule-player_limits-12-low": "9"}, "From 9 to 8 is not a number of players."),
        ({"rule-next_starting_double-list": "9 9"}, "Type each double once"),
        ({"rule-next_starting_double-list": "nine"}, "Type each double once"),
        ({"rule-next_starting_double-list": "12-10"}, "Type each double once"),
        ({"rule-next_starting_double-list": "19"}, "Type each double once"),
        ({"rule-next_starting_double": "list"}, "Type each double once"),
    ],
)
def test_what_is_not_possible_is_refused_beside_its_question(
    changed: dict[str, str], said: str
) -> None:
    form = saved(FAMILY, **changed)
    name = next(iter(changed)).removeprefix("rule-").split("-")[0]
    fields = [
        fields
        for _name, _title, questions in form.section_fields()
        for fields in questions
        if fields.errors
    ]
    assert [one.question.name for one in fields] == [name]
    assert said in fields[0].errors[0]
