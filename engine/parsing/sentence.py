"""A sentence as templates see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.parsing.grammar import Grammar, read_grammar
from engine.parsing.names import Names
from engine.parsing.templates import BEGINS, ENDS, EVERYWHERE, INSIDE
from engine.parsing.tile_words import with_tiles
from engine.parsing.tokens import WORD, Token, mend, read_tokens, with_phrases, without_signs


@dataclass(frozen=True)
class Sentence:
    """The tokens, where the words of each class stand, and where the last question begins.

    `masks` has a number for each class: bit n says whether token n is in it. Besides the classes
    of the grammar there are INSIDE, EVERYWHERE, BEGINS and ENDS.
    """

    tokens: tuple[Token, ...]
    masks: dict[str, int]
    question: int
    grammar: Grammar

    def is_in(self, place: int, name: str) -> bool:
        """Whether the token at a place is in a class; false outside the sentence."""
        return place >= 0 and bool(self.masks.get(name, 0) >> place & 1)

    def places(self, name: str) -> list[int]:
        """The places where words of a class stand."""
        mask = self.masks.get(name, 0)
        return [place for place in range(mask.bit_length()) if mask >> place & 1]

    def near(self, place: int, name: str, before: int, after: int) -> bool:
        """Whether a token of the class stands so near, in the same sentence."""
        for step, most in ((-1, before), (1, after)):
            for away in range(1, most + 1):
                other = place + step * away
                if other < 0 or not self.masks[INSIDE] >> other & 1:
                    break
                if self.is_in(other, name):
                    return True
        return False


_MOSTLY: Final = 2 / 3
"""So many words of an English sentence are known at least; of another language hardly 3 in 5."""


def is_written_in(language: str, text: str, seats: Sequence[str]) -> bool:
    """Whether most words of a text, beside names and tiles, are of the language of a grammar."""
    grammar = read_grammar(language)
    tokens = without_signs(with_tiles(read_tokens(text, grammar), grammar))
    tokens = _names(tuple(seats), language).mark(tokens)
    words = [token.text for token in tokens if token.kind == WORD]
    return sum(map(grammar.knows, words)) >= _MOSTLY * len(words)


def read_sentence(text: str, seats: Sequence[str], language: str) -> Sentence:
    """The words of a text, its tiles, numbers and names found, and where its question begins."""
    grammar = read_grammar(language)
    tokens = without_signs(with_tiles(read_tokens(text, grammar), grammar))
    tokens = _names(tuple(seats), language).mark(tokens)
    mend(tokens, grammar)
    tokens = with_phrases(tokens, grammar)
    masks = _masks(tokens, grammar)
    return Sentence(tuple(tokens), masks, _question(masks, grammar), grammar)


@lru_cache(maxsize=64)
def _names(seats: tuple[str, ...], language: str) -> Names:
    return Names(seats, read_grammar(language))


def _masks(tokens: Sequence[Token], grammar: Grammar) -> dict[str, int]:
    masks: dict[str, int] = {}
    stops = 0
    for place, token in enumerate(tokens):
        bit = 1 << place
        for name in token.classes(grammar):
            masks[name] = masks.get(name, 0) | bit
        if token.is_stop:
            stops |= bit
    masks[EVERYWHERE] = (1 << len(tokens) + 1) - 1
    masks[INSIDE] = (1 << len(tokens)) - 1 & ~stops
    masks[BEGINS] = stops << 1 | 1
    masks[ENDS] = stops | 1 << len(tokens)
    return masks


def _question(masks: dict[str, int], grammar: Grammar) -> int:
    """Where the last question begins that does not ask about all that was said before."""
    start = 0
    for template in grammar.questions:
        if template.weight and template.ends(masks):
            match = template.last_match(masks)
            start = max(start, match.start if match else 0)
    return start
