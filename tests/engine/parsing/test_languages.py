"""Questions in Spanish and German: what each asks, and of whom, which tile and which train.

In `es/` and `de/` the grammar was made with the sentences in the files whose names begin with
`worked_on`. Those in `kept_aside.jsonl` are a third of the first ones, drawn by lot, and those in
`fresh.jsonl` were written and asked when it was done; nothing was changed for either. Whoever wrote
`written_blind.jsonl` knew the kinds by one English example each, and nothing of the grammar.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.parsing import KINDS, grammar_for, parse
from engine.parsing.grammar import GRAMMARS, read_grammar
from tests.engine.parsing.test_parsing import is_in_order, sentences

HERE = Path(__file__).parent
LANGUAGES = sorted(set(GRAMMARS) - {"en"})
FILES = sorted(f"{path.parent.name}/{path.stem}" for path in HERE.glob("*/*.jsonl"))
SEATS = ["Ann", "Bob", "Cal", "Dee"]


@cache
def answers(name: str) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    grammar = grammar_for(name.partition("/")[0])
    return [
        (line["expect"], parse(line["text"], line["seats"], grammar)) for line in sentences(name)
    ]


FIGURES = {
    "de/fresh": (0.85, 0.95, None),
    "de/kept_aside": (0.90, 0.95, 0.95),
    "de/worked_on": (0.98, 0.99, 0.97),
    "de/worked_on_later": (0.97, 0.98, None),
    "de/written_blind": (0.80, 0.92, None),
    "es/fresh": (0.90, 0.97, None),
    "es/kept_aside": (0.88, 0.96, 0.95),
    "es/worked_on": (0.97, 0.99, 0.97),
    "es/worked_on_later": (0.95, 0.97, None),
    "es/written_blind": (0.88, 0.96, None),
}
"""The kind first, the kind among three, and the slots right: a little below what was reached.

No slots were written down for the later ones and the fresh ones.
"""


def test_each_file_has_its_figures() -> None:
    assert sorted(FIGURES) == FILES
    assert {name.partition("/")[0] for name in FILES} == set(LANGUAGES)


@pytest.mark.parametrize("name", FILES)
def test_what_is_asked_is_found(name: str) -> None:
    first, among_three, slots = FIGURES[name]
    kinds = [(expected["kind"], [one["kind"] for one in got]) for expected, got in answers(name)]
    assert sum(got[:1] == [kind] for kind, got in kinds) >= first * len(kinds)
    assert sum(kind in got for kind, got in kinds) >= among_three * len(kinds)
    if slots is None:
        return
    right = [
        candidate["slots"] == expected.get("slots")
        for expected, candidates in answers(name)
        for candidate in candidates
        if candidate["kind"] == expected["kind"]
    ]
    assert sum(right) >= slots * len(right)


@pytest.mark.parametrize("name", FILES)
def test_what_is_surely_understood_is_right(name: str) -> None:
    """The desk goes on without asking back where a reading is this sure."""
    for expected, candidates in answers(name):
        assert candidates[0]["score"] < 0.98 or candidates[0]["kind"] == expected["kind"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_asked(language: str) -> None:
    asked = {e["kind"] for name in FILES if name.startswith(language) for e, _ in answers(name)}
    assert asked == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_words_for_all_that_the_shared_templates_wait_for(language: str) -> None:
    grammar = read_grammar(grammar_for(language))
    known = {name for names in grammar.classes.values() for name in names}
    waited_for = {
        name
        for template in grammar.templates.templates
        for name in re.findall(r"\+(\w+)", template.line)
    }
    assert {name for name in waited_for - known if not name.isupper()} == set()


@pytest.mark.parametrize(
    ("language", "text", "slots"),
    [
        ("es", "¿puedo poner el doble doce en mi tren?", {"tile": "12-12", "train": "own"}),
        ("es", "puedo poner el siete doble en el mexicano", {"tile": "7-7", "train": "mexican"}),
        ("es", "¿Vale el doce-siete en el tren de Bob?", {"tile": "12-7", "train": "Bob"}),
        ("es", "ann puede jugar la 6/4 en el tren de dee?",
         {"seat": "Ann", "tile": "6-4", "train": "Dee"}),
        ("de", "Darf ich die Doppel-Zwölf an meinen Zug legen?", {"tile": "12-12", "train": "own"}),
        ("de", "darf ich den zwoelferpasch am mexican train anlegen",
         {"tile": "12-12", "train": "mexican"}),
        ("de", "Legt Ann die zwölf sieben an Bobs Zug an, darf sie das?",
         {"seat": "Ann", "tile": "12-7", "train": "Bob"}),
        ("de", "Darf ich 12-7 an den Zug von Dee legen?", {"tile": "12-7", "train": "Dee"}),
    ],
)  # fmt: skip
def test_tiles_and_names_are_read_as_the_language_writes_them(
    language: str, text: str, slots: dict[str, str]
) -> None:
    best = parse(text, SEATS, language)[0]
    assert (best["kind"], best["slots"]) == ("may_play", slots)


def test_letters_without_their_marks_are_read() -> None:
    for text in (
        "¿Cuántas fichas cogemos cada uno si somos seis?",
        "cuantas fichas cogemos si somos seis",
    ):
        assert parse(text, SEATS, "es")[0]["kind"] == "hand_size"
    name = ["José", "Ann"]
    asked = "puede jose robar dos veces"
    assert parse(asked, name, "es")[0]["slots"] == {"seat": "José"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "¿Quién ganó el partido de fútbol de ayer?"),
        ("es", "me duele la rodilla"),
        ("de", "Wann fährt der nächste Bus?"),
        ("de", "mir tut das Knie weh"),
        ("de", ""),
    ],
)
def test_what_is_not_about_the_rules_is_declined(language: str, text: str) -> None:
    assert [candidate["kind"] for candidate in parse(text, SEATS, language)] == ["other"]


@given(st.text(max_size=120), st.sampled_from(LANGUAGES))
def test_any_text_has_at_most_three_readings(text: str, language: str) -> None:
    assert is_in_order(parse(text, SEATS, language), SEATS)


@pytest.mark.parametrize(
    ("language", "grammar"),
    [("en", "english"), ("en-gb", "english"), ("de", "de"), ("de-at", "de"), ("da", "english")],
)
def test_a_language_that_is_not_understood_is_read_as_english(language: str, grammar: str) -> None:
    assert grammar_for(language) == grammar
