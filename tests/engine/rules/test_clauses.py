"""The clauses: all there, each readable, each with its source."""

import pytest

from engine.rules.clauses import CLAUSES, SOURCES, clauses_of

COUNTS = {
    "capri": 17,
    "hub": 31,
    "roundhouse": 36,
    "token": 13,
    "family": 54,
    "senior": 38,
    "pagat": 13,
    "ludomax": 13,
    "tactic": 13,
}


@pytest.mark.parametrize(("preset", "count"), COUNTS.items())
def test_every_clause_of_a_set_is_there_and_numbered_without_gaps(preset, count):
    ids = [clause.id for clause in clauses_of(preset)]
    prefix = ids[0][:3]
    assert ids == [f"{prefix}-{number:02}" for number in range(1, count + 1)]
    assert SOURCES[prefix].preset == preset


def test_each_clause_has_our_words_a_quote_and_a_topic():
    for clause in CLAUSES.values():
        assert clause.text.endswith((".", ")")), clause
        assert clause.quote, clause
        assert clause.topic, clause
        assert clause.flag in {"", "advice", "trunc", "amb", "contra"}, clause
        assert clause.source.title


def test_a_clause_of_several_lines_is_read_whole():
    clause = CLAUSES["FAM-33"]
    assert clause.flag == "contra"
    assert clause.topic == "Open-double restriction & who must close"
    assert clause.text == (
        "While a double is open all OTHER trains are ineligible until it is closed."
    )
    assert clause.quote == (
        "all other trains are ineligible to be played upon until the double is closed"
    )
    assert clause.source.title == "Family rules"
    long = CLAUSES["CAP-10"]
    assert "\n" not in long.text
    assert "  " not in long.text
    assert long.text.endswith("until a following player plays onto that double.")


def test_the_language_of_each_text_is_known():
    spoken = {source.preset: source.language for source in SOURCES.values()}
    foreign = {preset: language for preset, language in spoken.items() if language != "en"}
    assert foreign == {"pagat": "de", "ludomax": "de", "tactic": "fi"}
    assert SOURCES["PAG"].printed.endswith("its beginning, read on November 26, 2026")


def test_a_name_that_is_no_preset_has_no_clauses():
    assert clauses_of("nobody") == ()
