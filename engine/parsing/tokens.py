"""A sentence as a row of words: numbers found, spelling mended, fillers dropped."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_letters
from typing import Final

from engine.parsing.grammar import Grammar, Phrases

WORD: Final = "word"
NUMBER: Final = "NUMBER"
TILE: Final = "TILE"
DOUBLE: Final = "DOUBLE"
NAME: Final = "NAME"
OWNER: Final = "OWNER"
STOP: Final = "END"

FIRST_CHARACTERS: Final = 4_000
LAST_CHARACTERS: Final = 8_000
FIRST_WORDS: Final = 70
LAST_WORDS: Final = 170
"""Of a long story its beginning and its end are read: people end with what they ask."""

MOST_DIGITS: Final = 6
_WORD: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)*'?|\d+[^\W\d_]{0,2}|\.\.+|[.?!;\n]|[-/:|,\u2013\u2014\u2212&+]"
)
_BLANKS: Final = re.compile(r"(\s+)")
_LINK: Final = "link"
_QUOTES: Final = str.maketrans("\u2018\u2019\u201a\u02bc\u0060\u00b4", "''''''")
JOINERS: Final = frozenset("-/:|\u2013\u2014\u2212")
SIGNS: Final = JOINERS | {",", "&", "+"}
_ENDS: Final = ".!;\n?"


@dataclass(slots=True)
class Token:
    """One word of the sentence, one phrase, one tile, one name, or the end of a sentence.

    `value` is a number's value, a tile's two numbers, or the seat that a name means. `owner` says
    that an 's was written after the word.
    """

    text: str
    kind: str = WORD
    value: object = None
    capital: bool = False
    starts: bool = False
    owner: bool = False

    @property
    def is_stop(self) -> bool:
        """Whether a sentence ends here."""
        return self.kind == STOP

    def classes(self, grammar: Grammar) -> tuple[str, ...]:
        """The classes of words that it is in."""
        if self.kind == WORD:
            return grammar.classes.get(self.text, ())
        if self.kind == NUMBER:
            classes = grammar.classes
            return (NUMBER, *classes.get(NUMBER, ()), *classes.get(self.text, ()))
        if self.kind == DOUBLE:
            return (DOUBLE, TILE, *grammar.classes.get(DOUBLE, ()), *grammar.classes.get(TILE, ()))
        return (self.kind, *grammar.classes.get(self.kind, ()))


def read_tokens(text: str, grammar: Grammar) -> list[Token]:
    """The words of a text, and the signs between them; tiles and names are not looked for yet."""
    tokens = list(_spelled(_raw(text, grammar.letters), grammar))
    if len(tokens) > FIRST_WORDS + LAST_WORDS:
        tokens = [*tokens[:FIRST_WORDS], Token("", STOP), *tokens[-LAST_WORDS:]]
    _find_numbers(tokens, grammar)
    return tokens


def without_signs(tokens: Iterable[Token]) -> list[Token]:
    """The tokens without commas and hyphens, each knowing whether a sentence begins with it."""
    kept = [token for token in tokens if token.text not in SIGNS]
    starts = True
    for token in kept:
        token.starts = starts
        starts = token.is_stop
    return kept


def _raw(text: str, letters: Mapping[int, str]) -> Iterator[Token]:
    if len(text) > FIRST_CHARACTERS + LAST_CHARACTERS:
        text = f"{text[:FIRST_CHARACTERS]}\n{text[-LAST_CHARACTERS:]}"
    text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    text = "".join(_LINK if _is_link(part) else part for part in _BLANKS.split(text))
    for match in _WORD.finditer(text):
        word = match[0]
        if word[0] not in _ENDS:
            yield Token(word.casefold().translate(letters), capital=word[0].isupper())
        elif word == "." and _is_between_figures(text, match.start()):
            # A point between two figures joins them: 7.3 is a tile as some people type it.
            yield Token("-")
        else:
            yield Token(word[0], STOP)


def _is_link(part: str) -> bool:
    """Whether this is an address, whose words mean nothing here."""
    return "://" in part or "@" in part or part.startswith("www.")


def _is_between_figures(text: str, place: int) -> bool:
    return text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()


def _spelled(tokens: Iterable[Token], grammar: Grammar) -> Iterator[Token]:
    """The words as the grammar spells them: "doesn't" is two, "Bob's" keeps its owner's mark."""
    for token in tokens:
        word = token.text
        if token.is_stop or not word[0].isalnum():
            yield token
            continue
        bare, mark, ending = word.partition("'")
        if right := grammar.spelling.get(word):
            first, *others = right
            yield Token(first, capital=token.capital)
            yield from map(Token, others)
        elif mark and ending in (*grammar.owner_endings, ""):
            yield Token(bare or ending, capital=token.capital, owner=True)
        elif mark and (right := grammar.spelling.get("'" + ending)):
            yield Token(bare or ending, capital=token.capital)
            yield from map(Token, right)
        else:
            token.text = word.replace("'", "")
            yield token


def _find_numbers(tokens: Iterable[Token], grammar: Grammar) -> None:
    for token in tokens:
        if token.is_stop:
            continue
        if token.text[0].isdigit():
            digits = token.text.rstrip(ascii_letters)
            if digits.isdecimal() and len(digits) < MOST_DIGITS:
                token.value, token.kind = int(digits), NUMBER
        elif (value := grammar.numbers.get(token.text)) is not None:
            token.value = value
            # "One" is more often somebody or something than a number.
            token.kind = WORD if grammar.is_in(token.text, "one") else NUMBER


def mend(tokens: Iterable[Token], grammar: Grammar) -> None:
    """Give words that no grammar knows the spelling of a word that they were meant to be."""
    for token in tokens:
        if token.kind == WORD and not grammar.knows(token.text):
            token.text = grammar.speller.right(token.text) or token.text


def with_phrases(tokens: list[Token], grammar: Grammar) -> list[Token]:
    """The tokens with each phrase made one, and without fillers."""
    kept: list[Token] = []
    place = 0
    texts = [token.text if token.kind in (WORD, NUMBER) else "" for token in tokens]
    while place < len(tokens):
        token = tokens[place]
        if length := _phrase_at(texts, place, grammar.filler_phrases):
            place += length
        elif length := _phrase_at(texts, place, grammar.phrases):
            phrase = " ".join(texts[place : place + length])
            kept.append(Token(phrase, capital=token.capital))
            place += length
        else:
            place += 1
            if token.kind != WORD or token.text not in grammar.fillers:
                kept.append(token)
    return kept


def _phrase_at(texts: list[str], place: int, phrases: Phrases) -> int:
    for words in phrases.get(texts[place], ()):
        if tuple(texts[place : place + len(words)]) == words:
            return len(words)
    return 0
