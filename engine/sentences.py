"""What the engine says, in the language that is spoken: every sentence for a person is said here.

The code has each sentence in English, with gaps for its values; `languages/` has one table for
each other language, from the English sentence to its own. Whoever asks the engine says by
`speak_by` which language is spoken at the moment; where nobody did, it is English.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

TABLES: Final = Path(__file__).with_name("languages")
ENGLISH: Final = "en"
# French says "le train d'Ann" and not "de Ann"; an h is silent, and y counts as in "Yves".
_OF_BEFORE_A_VOWEL: Final = re.compile(
    r"(^|\btrain )de (?=[haeiouàáâãäåæèéêëìíîïòóôõöøœùúûü]|y[^aeiouy])", re.IGNORECASE
)

# Spanish "y" is "e" before what sounds like it: "Ann e Inés", but "Ann y Hielo".
_AND_BEFORE_I: Final = re.compile(r"\by (?=(?i:h?[ií](?![aeo])))")


def _english() -> str:
    return ENGLISH


_language: Callable[[], str] = _english


def speak_by(language: Callable[[], str]) -> None:
    """From now on say everything in the language that this returns, such as "de", when asked."""
    global _language  # noqa: PLW0603 - a process speaks in one way
    _language = language


def say(sentence: str, **values: object) -> str:
    """Return a sentence in the language that is spoken, with its gaps filled.

    A sentence that the language's table does not have is said in English.
    """
    return elided((table_of(_language()).get(sentence) or sentence).format_map(values))


def elided(text: str) -> str:
    """Return a text with its small words as French and Spanish say them before a vowel.

    French leaves out the vowel of "train de", or a first "de"; Spanish says "e" for "y".
    """
    if _language() == "fr":
        return _OF_BEFORE_A_VOWEL.sub(r"\1d’", text)
    return _AND_BEFORE_I.sub("e ", text) if _language() == "es" else text


def mark(sentence: str) -> str:
    """Return a sentence that is said elsewhere, so that it is gathered for the tables."""
    return sentence


def spoken_inside(sentence: str) -> str:
    """Return a sentence as it stands inside another, behind a colon: in German with a capital."""
    text = say(sentence).rstrip(".")
    return text if _language() == "de" else text[:1].lower() + text[1:]


@cache
def table_of(language: str) -> Mapping[str, str]:
    """Return the sentences of a language by the English ones; none where there is no table."""
    path = TABLES / f"{language}.json"
    if not language.isalpha() or not path.is_file():
        return MappingProxyType({})
    return MappingProxyType(json.loads(path.read_text("utf-8")))
