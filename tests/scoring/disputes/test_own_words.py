"""The desk's text box in each language of the site: what it says of itself, and what it reads."""

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
