"""The desk's text box in each language of the site: what it says of itself, and what it reads."""

from urllib.parse import parse_qsl

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from engine.parsing.grammar import ENGLISH, grammar_for
from scoring import referee
from scoring.disputes.questions import TOPICS
from scoring.disputes.screen import readings_of

EXAMPLE = "Such as: can I play on Bob's train if he has no marker"
ASKED = EXAMPLE.partition(": ")[2]
CODES = [code for code, _name in settings.LANGUAGES]
ELSEWHERE = [code for code in CODES if grammar_for(code) != ENGLISH]


@pytest.mark.parametrize("code", CODES)
def test_the_example_below_the_box_is_understood(code: str) -> None:
    with override(code):
        example = gettext(EXAMPLE)
        first = referee.parse(example.partition(":")[2].strip(), ["Ann", "Bob"])[0]
    assert (first["kind"], first["slots"]) == ("may_play", {"train": "Bob"})
    # A language that is not understood asks for English, and says so before the example.
    assert (ASKED in example) == (code not in ELSEWHERE)


@pytest.mark.parametrize("code", ELSEWHERE)
def test_the_questions_to_tap_are_understood_when_they_are_typed(code: str) -> None:
    with override(code):
        topics = [topic for topic in TOPICS if topic.parsed]
        found = [
            topic.kind in [reading.kind for reading in readings_of(str(topic.title), ["Ann"])]
            for topic in topics
        ]
    assert sum(found) >= 0.9 * len(topics)


ENGLISH_SEATS = ["Ann", "Dora", "Ed", "Olive", "Wilma"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Olive passed but Ann says she could have played", "passed-in-error"),
        ("Olive drew but Ann says she could have played", "drew-in-error"),
        ("Ann counted 12 but Dora says she has 21 left", "wrong-total"),
        ("Dora put a tile on Ed's train but he took his marker off before", "misplay"),
    ],
)
def test_the_words_say_which_mistake_leads(text: str, kind: str) -> None:
    readings = [reading.kind for reading in readings_of(text, ENGLISH_SEATS)]
    assert readings[0] == kind
    if kind in ("misplay", "wrong-total"):
        assert not {"drew-in-error", "passed-in-error"} & set(readings)


@pytest.mark.parametrize(
    ("text", "strangers", "seat"),
    [
        ("Bob passed but Ann says he could have played", ["Bob"], ""),
        ("May Bob draw again?", ["Bob"], ""),
        ("can Ann play on Bob's train", ["Bob"], "Ann"),
        ("Anne passed but Ed says she could have played", [], "Ann"),
        ("Hope you can help: may Ann draw twice?", [], "Ann"),
    ],
)
def test_who_does_not_play_here_is_said_and_replaced_by_nobody(
    text: str, strangers: list[str], seat: str
) -> None:
    reading = readings_of(text, ENGLISH_SEATS)[0]
    assert reading.strangers == tuple(f"{name} does not play at this table." for name in strangers)
    assert dict(parse_qsl(reading.query)).get("seat", "") == seat
    assert not (strangers and reading.is_sure)
