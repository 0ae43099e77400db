"""A language that nobody speaks: accents on every vowel, and 40 % longer.

What stays without accents on a page that speaks it is English that no catalog knows.
"""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from babel.messages import Catalog
from pytest_django import Settings

from engine import sentences

from . import catalogs, engine_tables
from .checking import GAP, TAG

# Django knows this code, and its own sentences are not English in it.
CODE: Final = "eo"
ACCENTS: Final = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
# What must stay as it is: gaps, tags and what HTML spells out.
_KEPT: Final = re.compile(rf"({GAP.pattern}|{TAG.pattern}|&\w+;)")
LONGER: Final = 0.4
_ENGLISH: Final = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")


def pseudo(sentence: str) -> str:
    """Return a sentence in the language: its words with accents, and some more of them."""
    parts = _KEPT.split(sentence)
    text = "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))
    body = text.rstrip()
    more = math.ceil(len(body) * LONGER)
    words = [("ö" * 7)[: min(7, more - at)] for at in range(0, more, 8)]
    return f"{body}{'' if not body else ' '}{' '.join(words)}{text[len(body) :]}"


def english_in(text: str, *, names: frozenset[str] = frozenset()) -> list[str]:
    """Return the words without accents that are no names: English, or our own."""
    return [
        word
        for word in _ENGLISH.findall(re.sub(r"\w*[^\W\d_a-zA-Z]\w*", "", text))
        if word not in names
    ]


def pseudo_catalog() -> Catalog:
    """Return the catalog of all messages of the site: those that German has.

    They are the code's, as `tests/test_messages.py` holds, and read in an eighth of a second where
    gathering them takes three.
    """
    catalog = Catalog(locale=CODE, fuzzy=False, charset="utf-8")
    for context, sentence in catalogs.entries(catalogs.read("de")):
        string = tuple(map(pseudo, sentence)) if isinstance(sentence, tuple) else pseudo(sentence)
        catalog.add(sentence, string=string, context=context)
    return catalog


def pseudo_table() -> dict[str, str]:
    """Return the table of all sentences of the engine."""
    return {sentence: pseudo(sentence) for sentence in engine_tables.sentences()}


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalog and the table as files: as Django and the engine look for them."""
    folder = tmp_path_factory.mktemp("pseudo")
    compiled = folder / "locale" / CODE / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    compiled.write_bytes(catalogs.compiled(pseudo_catalog()))
    (folder / f"{CODE}.json").write_text(json.dumps(pseudo_table()), "utf-8")
    return folder


@pytest.fixture
def engine_speaks_pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The engine alone says everything in the language."""
    (tmp_path / f"{CODE}.json").write_text(json.dumps(pseudo_table()), "utf-8")
    monkeypatch.setattr(sentences, "TABLES", tmp_path)
    monkeypatch.setattr(sentences, "_language", lambda: CODE)
    sentences.table_of.cache_clear()
    yield
    sentences.table_of.cache_clear()


@pytest.fixture
def site_offers_pseudo(
    pseudo_folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The site offers the language beside English."""
    settings.LOCALE_PATHS = [pseudo_folder / "locale"]
    settings.LANGUAGES = [("en", "English"), (CODE, "Pséúdó")]
    monkeypatch.setattr(sentences, "TABLES", pseudo_folder)
    sentences.table_of.cache_clear()
    yield
    sentences.table_of.cache_clear()
