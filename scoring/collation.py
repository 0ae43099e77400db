"""The order of names in a list, as the language of the page has it.

It is that of Unicode (UCA), with what a language has for itself: Å stands after Z in Norwegian, Ñ
after N in Spanish, and Ö beside O in all others. A list by family names puts "van Dyk" under D in
Dutch and under V in English.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import get_language
from pyuca import Collator

from .names import PARTICLES, family_and_first, name_key, name_plain

# Letters of a language's own alphabet, in their order behind another letter, as CLDR has them; what
# stands for one of them follows it.
OWN_LETTERS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = MappingProxyType(
    {"es": {"n": ("ñ",)}, "nb": {"z": ("æä", "øö", "å")}}
)
SPELLED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"nb": {"aa": "å", "Aa": "Å", "AA": "Å"}}
)
# Small words before a family name under which it stands all the same; the others stand behind it.
# From the cataloguing rules AACR2, 22.5D1; English is not named, since all of its stay.
KEPT_PARTICLES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "de": frozenset({"zum", "zur", "la", "le", "du", "della", "st", "st."}),
        "es": frozenset({"el", "la", "los", "las", "st", "st."}),
        "fr": frozenset({"le", "la", "du", "st", "st."}),
        "nb": PARTICLES - {"von", "van", "der", "den", "ter", "ten", "zu"},
        "nl": frozenset({"st", "st."}),
    }
)
# What stands for such letters inside: Unicode gives these codes to nobody.
_FIRST_CODE: Final = 0xE000

Key = tuple[int | float, ...]


def name_order(name: str) -> tuple[Key, str]:
    """What a list of names is sorted by: É stands beside E, and comes after it."""
    return _key(_language(), name), name_key(name)


def surname_order(name: str) -> tuple[Key, Key, str]:
    """What a list by family names is sorted by: Ann Baker stands before Bob Baker and Al Cole.

    A shortened name is sorted by what is left of it: "Ann B." under B.
    """
    language = _language()
    family, first = family_first(name)
    return _key(language, family), _key(language, first), name_key(name)


def surname_letter(name: str) -> str:
    """Return under which letter of a list by family names this one stands."""
    family = _spelled(_language(), family_first(name)[0])
    first = family[:1].casefold()
    letters = OWN_LETTERS.get(_language(), {}).values()
    own = "".join(letter for behind in letters for letter in behind)
    return (first if first and first in own else name_plain(first)[:1] or "?").upper()


def family_first(name: str) -> tuple[str, str]:
    """Split a name as a list has it that is sorted by family names: "Dyk" and "Ann van" in Dutch.

    Where the small words belong to the family name, as in English, it is "van Dyk" and "Ann".
    """
    family, first = family_and_first(name)
    kept = KEPT_PARTICLES.get(_language(), PARTICLES)
    words = family.split()
    begin = 0
    while begin < len(words) - 1 and words[begin].casefold() in PARTICLES - kept:
        begin += 1
        # "La Torre" is under L in Spanish, and "de la Cruz" under C.
        kept = frozenset() if _language() == "es" else kept
    return " ".join(words[begin:]), " ".join([*first.split(), *words[:begin]])


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


def _spelled(language: str, text: str) -> str:
    """The text with its letters in one form; "Aasen" is "Åsen" to Norwegian lists."""
    text = unicodedata.normalize("NFC", text)
    for old, new in SPELLED.get(language, {}).items():
        text = text.replace(old, new)
    return text


@lru_cache(maxsize=20_000)
def _key(language: str, text: str) -> Key:
    key: Key = _collator().sort_key(_spelled(language, text).translate(_codes(language)))
    return key


@cache
def _codes(language: str) -> Mapping[int, int]:
    """The code that stands for each letter of the language's own, small and capital."""
    codes = _all_codes()
    return {
        ord(shape): codes[language, shape]
        for letters in OWN_LETTERS.get(language, {}).values()
        for shape in _shapes(letters)
    }


@cache
def _all_codes() -> Mapping[tuple[str, str], int]:
    own = [
        (language, shape)
        for language, behind in OWN_LETTERS.items()
        for letters in behind.values()
        for shape in _shapes(letters)
    ]
    return {letter: _FIRST_CODE + at for at, letter in enumerate(own)}


def _shapes(letters: tuple[str, ...]) -> list[str]:
    return [shape for alike in letters for letter in alike for shape in (letter, letter.upper())]


@cache
def _collator() -> Any:
    """Unicode's order, with the codes of the languages' own letters.

    It is read from a file when the first list is sorted, in a quarter of a second.
    """
    collator = Collator()
    codes = _all_codes()
    for language, behind in OWN_LETTERS.items():
        for before, letters in behind.items():
            (weight, *_rest) = collator.sort_key(before)
            for at, alike in enumerate(letters, start=1):
                for variant, letter in enumerate(alike):
                    # Between two whole numbers, where no letter of any alphabet stands.
                    first = weight + at / 100
                    for shape, third in ((letter, 2), (letter.upper(), 8)):
                        weights = [[first, 0x20 + variant, third]]
                        collator.table.add([codes[language, shape]], weights)
    return collator
