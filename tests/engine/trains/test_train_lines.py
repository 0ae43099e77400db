"""Questions for a train as lines of JSON: every answer is one, whatever the line says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import double_of, full_set
from engine.trains.best_train import LONGEST_LINE, answer_line


def ask(**question):
    return answer_line(json.dumps(question))


def test_the_question_of_the_contract():
    line = '{"set": 12, "start": 12, "hand": ["12-3", "3-3"]}'
    assert answer_line(line) == {"train": ["12-3", "3-3"], "tiles": 2, "pips": 21}


def test_tiles_are_written_in_the_direction_they_lie():
    assert ask(set=9, start=9, hand=["4-9", " 2 - 4", "2-2"])["train"] == ["9-4", "4-2", "2-2"]


def test_the_id_comes_back_with_answers_and_errors():
    assert ask(id="a", set=6, start=6, hand=[]) == {
        "id": "a", "train": [], "tiles": 0, "pips": 0,
    }  # fmt: skip
    assert ask(id=7, set=6, start=9, hand=[])["id"] == 7
    assert "id" not in ask(set=6, start=9, hand=[])


def test_most_pips():
    question = {"set": 12, "start": 12, "hand": ["12-0", "0-1", "1-2", "12-11", "11-11"]}
    assert ask(**question)["tiles"] == 3
    assert ask(**question, most="tiles")["tiles"] == 3
    assert ask(**question, most=None)["tiles"] == 3
    assert ask(**question, most="pips") == {"train": ["12-11", "11-11"], "tiles": 2, "pips": 45}


def test_the_largest_hand():
    hand = [str(tile) for tile in full_set(18) if tile != double_of(18)]
    answer = ask(set=18, start=18, hand=hand)
    assert (answer["tiles"], answer["pips"]) == (189, 3420 - 36)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "Column 1: this is not JSON (Expecting value)."),
        ('{"set": 12,}', "Column 12: this is not JSON (Expecting property name"),
        ("[" * 9000, "This is not JSON that can be read"),
        ('{"set": ' + "9" * 5000 + "}", "This is not JSON that can be read"),
        (" " * (LONGEST_LINE + 1), "The line is longer than 20000 characters."),
        ("[]", 'The line must be an object like {"set": 12,'),
        ("12", "The line must be an object like"),
        ('{"sett": 12}', "sett: this key is not known; the keys are id, set, start, hand, most."),
        ('{"start": 1, "hand": []}', "set: this key is missing."),
        ('{"set": 6, "start": null, "hand": []}', "start: this key is missing."),
        ('{"set": 6, "start": 1}', "hand: this key is missing."),
        ('{"set": "6", "start": 1, "hand": []}', "set: it must be a whole number from 0 to 18."),
        ('{"set": 19, "start": 1, "hand": []}', "set: it must be a whole number from 0 to 18."),
        ('{"set": 6.0, "start": 1, "hand": []}', "set: it must be a whole number from 0 to 18."),
        ('{"set": true, "start": 1, "hand": []}', "set: it must be a whole number from 0 to 18."),
        ('{"set": 6, "start": 7, "hand": []}', "start: it must be a whole number from 0 to 6."),
        ('{"set": 6, "start": -1, "hand": []}', "start: it must be a whole number from 0 to 6."),
        ('{"set": 6, "start": 1, "hand": "6-1"}', 'hand: it must be a list of tiles like "7-3".'),
        ('{"set": 6, "start": 1, "hand": {}}', 'hand: it must be a list of tiles like "7-3".'),
        ('{"set": 6, "start": 1, "hand": [61]}', 'hand[0]: a tile is a text like "7-3".'),
        ('{"set": 6, "start": 1, "hand": ["6-1", "x"]}', 'hand[1]: "x" is not a tile: write'),
        (
            '{"set": 6, "start": 1, "hand": ["7-1"]}',
            "hand[0]: the double-6 set has no tile 1-7.",
        ),
        (
            '{"set": 6, "start": 1, "hand": ["6-1", "1-1"]}',
            "hand[1]: 1-1 is the starting double: it lies in the hub, in no hand.",
        ),
        (
            '{"set": 6, "start": 1, "hand": ["6-1", "2-1", "1-6"]}',
            "hand[2]: 1-6 is in the hand already, at hand[0].",
        ),
        (
            '{"set": 6, "start": 1, "hand": [], "most": "points"}',
            'most: it must be "tiles" or "pips".',
        ),
        (
            '{"set": 6, "start": 1, "hand": [], "most": ["tiles"]}',
            'most: it must be "tiles" or "pips".',
        ),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(line, error):
    answer = answer_line(line)
    assert list(answer) == ["error"]
    assert answer["error"].startswith(error)


def test_an_error_is_short_whatever_the_line_holds():
    assert len(answer_line(json.dumps({"k" * 9000: 1}))["error"]) < 200
    assert len(ask(set=6, start=1, hand=["9" * 9000])["error"]) < 200


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
anything = scalars | st.lists(scalars, max_size=3) | st.dictionaries(st.text(), scalars, max_size=2)
tiles = st.builds("{}-{}".format, st.integers(0, 7), st.integers(0, 7))
questions = st.fixed_dictionaries(
    {},
    optional={
        "set": st.just(6) | anything,
        "start": st.integers(0, 7) | anything,
        "hand": st.lists(tiles, max_size=6) | st.lists(scalars | tiles, max_size=3) | anything,
        "most": st.sampled_from(["tiles", "pips"]) | anything,
        "id": anything,
        "other": anything,
    },
)


@given(st.text() | questions.map(json.dumps) | anything.map(json.dumps))
def test_no_line_raises(line):
    answer = answer_line(line)
    assert ("error" in answer) != ("train" in answer)
    json.dumps(answer)
