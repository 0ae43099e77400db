"""What is typed or tapped at the desk, read into questions and facts."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.disputes import answers
from scoring.disputes.forms import AskForm
from scoring.disputes.questions import BY_KIND, TOPICS, Topic, question_for
from scoring.parsing import Unread

SEATS = ["Ann", "0", "yes", "unknown", "Bob"]
CASE: dict[str, Any] = {"set": 9, "seats": SEATS, "turn": {"seat": "Ann"}}

tile_texts = st.sampled_from(["", "7-3", "7/3", "7-3 1-1", "none", "x", "12-1", ",", "7-3\0"])
trains = st.sampled_from(["", "Ann", "0", "Bob", "mexican", "Nobody", "yes"])


@st.composite
def asked(draw: st.DrawFn) -> tuple[Topic, dict[str, str]]:
    """A topic and its fields as a browser sends them, right or wrong; some are not sent."""
    fields = {
        "seat": trains,
        "tile": tile_texts,
        "tiles": tile_texts,
        "train": trains,
        "laid_tile": tile_texts,
        "laid_train": trains,
    }
    return draw(st.sampled_from(TOPICS)), draw(st.fixed_dictionaries({}, optional=fields))


@given(asked())
@example((BY_KIND["chain"], {"seat": "Ann", "tiles": "none", "train": "Ann"}))
def test_a_question_is_read_as_its_form_reads_it(put: tuple[Topic, dict[str, str]]) -> None:
    topic, fields = put
    form = AskForm(fields, topic=topic, seats=SEATS, highest=9)
    told, wrong = answers.ask_fields(topic, fields, SEATS)
    assert bool(wrong) == (not form.is_valid())
    if wrong:
        # The form also finds that a tile lacks its train where another field is wrong.
        assert set(wrong) <= set(form.errors)
    else:
        assert answers.ask_of(topic, told) == form.ask()
        assert answers.facts_of(told) == form.facts()


def fact(path: str, **fields: object) -> object:
    return answers.fact_of(question_for(path, CASE, (25, "none", True)), fields, SEATS, 9)


@pytest.mark.parametrize(
    ("path", "fields", "told"),
    [
        ("trains.Ann.marked", {"choice": "no"}, False),
        ("trains.Ann.tail", {"choice": "7"}, 7),
        ("trains.Ann.tiles", {"number": "12"}, 12),
        ("uncovered", {"choice": "none"}, []),
        ("uncovered", {"double": "9", "train": "mexican"}, [{"double": 9, "train": "mexican"}]),
        ("turn.laid", {"tile": "7/3", "train": "0"}, [{"tile": "7-3", "train": "0"}]),
        ("turn.laid", {"choice": "none", "tile": "x"}, []),
        ("turn.drawn", {"choice": "none"}, "none"),
        ("turn.drawn", {"tile": "7-3"}, "7-3"),
        ("turn.kind", {"choice": "follow_up"}, "follow_up"),
        ("hands.Ann", {"choice": "none"}, []),
        ("hands.Ann", {"tiles": "7-3 1-1"}, ["7-3", "1-1"]),
        ("hand_counts.Ann", {"choice": "2"}, 2),
        ("boneyard", {"choice": "0"}, 0),
        ("round", {"choice": "2"}, 2),
        # A name is a name, whatever it looks like.
        ("starting_double_by", {"choice": "0"}, "0"),
        ("first_player", {"choice": "yes"}, "yes"),
        ("rules.double_blank_value", {"choice": "25"}, 25),
        ("rules.mexican_train_marker", {"choice": "none"}, "none"),
        ("rules.private_trains", {"choice": "yes"}, True),
        ("boneyard", {"choice": "unknown", "number": "3"}, None),
    ],
)
def test_an_answer_is_the_fact_that_it_tells(
    path: str, fields: dict[str, str], told: object
) -> None:
    found = fact(path, **fields)
    assert found == told
    assert type(found) is type(told)


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("turn.laid", {}, "Write one tile, like 7-3. Choose the train."),
        ("turn.laid", {"tile": "7-3", "train": "Nobody"}, "Choose the train."),
        ("turn.drawn", {"tile": "7-3 1-1"}, "Write one tile, like 7-3."),
        ("turn.drawn", {"tile": "none"}, "Write one tile, like 7-3."),
        ("hands.Ann", {"tiles": ""}, "Write the tiles, like 7-3 0-0."),
        ("boneyard", {"number": ""}, "Type a number, such as 27."),
        ("boneyard", {"number": "191"}, "That number is too big. Look at it again."),
        ("boneyard", {"number": "-1"}, "Type a number from 0 up."),
        ("uncovered", {"double": "", "train": "Ann"}, "Choose the double."),
        ("uncovered", {"double": "10", "train": "Ann"}, "go up to 9."),
        ("trains.Ann.marked", {}, "Tap one of the answers."),
        ("trains.Ann.marked", {"choice": "maybe"}, "Tap one of the answers."),
        ("boneyard", {"choice": ["0"]}, "Tap one of the answers."),
    ],
)
def test_what_is_no_answer_is_said(path: str, fields: dict[str, str], said: str) -> None:
    with pytest.raises(Unread) as found:
        fact(path, **fields)
    assert said in str(found.value)


def test_a_topic_without_parts_needs_no_field() -> None:
    assert answers.ask_fields(BY_KIND["begins"], {}, SEATS) == ({}, {})
