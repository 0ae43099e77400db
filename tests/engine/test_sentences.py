"""What the engine says in another language: every sentence, and the same verdicts."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import sentences
from engine.questions import answer
from engine.sentences import say
from tests.engine.rulings.test_remedies import cases as remedy_cases
from tests.messages import engine_tables
from tests.messages.pseudo import engine_speaks_pseudo, english_in, pseudo

__all__ = ["engine_speaks_pseudo"]
SAMPLE = json.loads((Path(__file__).parent / "cases" / "sample.json").read_text("utf-8"))
CASES = [*SAMPLE, *(case for _name, case, _expected, _steps in remedy_cases())]
RUN = "run .venv/bin/python -m tests.messages"


def said_in(answered: dict[str, Any]) -> list[str]:
    """Every sentence of an answer that a page shows."""
    faults = [fault["text"] for fault in answered["faults"]]
    steps = [step["text"] for step in answered.get("steps", ())]
    options = [
        text
        for option in answered.get("options", ())
        for text in (option["because"], option["text"])
    ]
    return [answered["because"], *faults, *steps, *options]


class Heard(dict[str, str]):
    """A table that remembers which sentences it was asked for."""

    def __init__(self, table: dict[str, str], said: set[str]) -> None:
        super().__init__(table)
        self.said = said

    def get(self, sentence: str, *default: Any) -> Any:
        self.said.add(sentence)
        return super().get(sentence, *default)


@pytest.fixture(scope="module")
def in_english() -> list[dict[str, Any]]:
    return [answer(case) for case in CASES]


def test_all_cases_are_answered_the_same_and_without_english(
    in_english: list[dict[str, Any]], engine_speaks_pseudo: None
) -> None:
    for case, english in zip(CASES, in_english, strict=True):
        spoken = answer(case)
        for key in ("verdict", "value", "clauses", "needs"):
            assert spoken[key] == english[key], case["ask"]
        names = frozenset(case.get("seats", ())) | {"A", "E"}
        for sentence in said_in(spoken):
            assert english_in(sentence, names=names) == [], (case["ask"], sentence)
            assert not re.search(r"\{\w*\}", sentence), sentence


def test_no_sentence_is_given_an_english_word() -> None:
    words = [
        (path.name, word.value)
        for path in (Path(__file__).parents[2] / "engine").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in ("_over", "fault", "say")
        for given in call.keywords
        for word in (given.value, *ast.iter_child_nodes(given.value))
        if isinstance(word, ast.Constant) and re.search("[a-z]{2}", str(word.value))
        if not isinstance(given.value, ast.Call)
    ]
    assert words == []


@pytest.mark.parametrize("language", engine_tables.LANGUAGES)
def test_the_public_cases_are_decided_alike_in_every_language(
    language: str, in_english: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: set[str] = set()
    table = Heard(engine_tables.read(language), said)
    monkeypatch.setattr(sentences, "_language", lambda: language)
    monkeypatch.setattr(sentences, "table_of", lambda _language: table)
    for case, english in zip(SAMPLE, in_english, strict=False):
        spoken = answer(case)
        for key in ("verdict", "value", "clauses", "needs", "shape"):
            assert spoken.get(key) == english.get(key), case["id"]
        assert spoken["because"] != english["because"], case["id"]
        for sentence in said_in(spoken):
            assert not re.search(r"[{}]|%\(", sentence), (case["id"], sentence)
    assert len(said) > 80
    assert [sentence for sentence in sorted(said) if not table[sentence]] == []


def test_without_a_table_it_is_english() -> None:
    assert say("{seat} has {tile}.", seat="Ann", tile="7-3") == "Ann has 7-3."


def test_a_name_with_braces_is_a_name(engine_speaks_pseudo: None) -> None:
    assert "{tile}" in say("{seat} does not have {tile}.", seat="{tile}", tile="7-3")


@pytest.mark.parametrize("language", ["../de", "", "xx", "de.json"])
def test_a_language_of_nonsense_has_no_table(language: str) -> None:
    assert sentences.table_of(language) == {}


@pytest.mark.parametrize("language", engine_tables.LANGUAGES)
def test_a_table_has_the_sentences_of_the_engine_and_no_fault(language: str) -> None:
    table = engine_tables.brought_up_to(engine_tables.sentences(), language)
    same = engine_tables.path_of(language).read_text("utf-8") == engine_tables.written(table)
    assert same, f"{engine_tables.path_of(language)}: {RUN}"
    assert engine_tables.faults(language) == []


def test_the_language_of_the_tests_is_told_from_english() -> None:
    spoken = pseudo("<b>{seat}</b> has %(tile)s.")
    assert spoken == "<b>{seat}</b> hás %(tile)s. ööööööö ööö"
    assert english_in(spoken, names=frozenset({"b", "seat", "tile"})) == []
    assert english_in("Ann hás a tile.", names=frozenset({"Ann"})) == ["a", "tile"]


@pytest.mark.parametrize(
    ("name", "train"),
    [
        ("Ann", "le train d’Ann"),
        ("Élise", "le train d’Élise"),
        ("Yves", "le train d’Yves"),
        ("Bob", "le train de Bob"),
        ("Yann", "le train de Yann"),
    ],
)
def test_french_leaves_a_vowel_out_before_a_name(
    monkeypatch: pytest.MonkeyPatch, name: str, train: str
) -> None:
    monkeypatch.setattr(sentences, "_language", lambda: "fr")
    assert say("{seat}'s train", seat=name) == train


@pytest.mark.parametrize(
    ("last", "sentence"),
    [("Inés", "Ann e Inés"), ("Hilda", "Ann e Hilda"), ("Hielo", "Ann y Hielo")],
)
def test_spanish_says_e_before_what_sounds_like_y(
    last: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences, "_language", lambda: "es")
    assert say("{most} and {last}", most="Ann", last=last) == sentence


@pytest.mark.parametrize(("language", "first"), [("en", "p"), ("fr", "l"), ("de", "D")])
def test_behind_a_colon_german_alone_has_a_capital(
    monkeypatch: pytest.MonkeyPatch, language: str, first: str
) -> None:
    monkeypatch.setattr(sentences, "_language", lambda: language)
    table = {
        "Play goes round.": {"fr": "Le jeu tourne.", "de": "Das Spiel läuft herum."}.get(
            language, ""
        )
    }
    monkeypatch.setattr(sentences, "table_of", lambda _language: table)
    spoken = sentences.spoken_inside("Play goes round.")
    assert spoken.startswith(first)
    assert not spoken.endswith(".")
