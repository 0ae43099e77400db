"""Tiles as people write and say them: "7/3", "seven three", "the 7 and 3", "double six", "six for".

Two numbers side by side are a tile, unless what stands around them says that they count something:
"round six seven tiles" has none. A word that only sounds like a number, as "for" and "ate" do, is
one where a number has to follow: behind another number or behind "double".
"""

from collections.abc import Iterator
from string import ascii_letters
from typing import Final

from engine.parsing.grammar import Grammar
from engine.parsing.tokens import DOUBLE, JOINERS, STOP, TILE, Token

HIGHEST_PIPS: Final = 18
_BETWEEN_FIGURES_ONLY: Final = ":|"


def with_tiles(tokens: list[Token], grammar: Grammar) -> Iterator[Token]:
    """The tokens, with the words of each tile made one; it is written with the high pips first."""
    finder = _Finder(tokens, grammar)
    place = 0
    while place < len(tokens):
        pips, length = finder.tile_at(place)
        if pips is None:
            yield tokens[place]
            place += 1
            continue
        kind = DOUBLE if pips[0] == pips[1] else TILE
        owner = any(token.owner for token in tokens[place : place + length])
        yield Token(f"{max(pips)}-{min(pips)}", kind, pips, owner=owner)
        place += length


class _Finder:
    """Finds the tile that begins at a place, and how many tokens it takes."""

    def __init__(self, tokens: list[Token], grammar: Grammar) -> None:
        self.tokens = tokens
        self.heard = grammar.heard
        self.is_in = grammar.is_in

    def _at(self, place: int) -> Token:
        return self.tokens[place] if 0 <= place < len(self.tokens) else Token("", STOP)

    def _is(self, place: int, name: str) -> bool:
        return self.is_in(self._at(place).text, name)

    def tile_at(self, place: int) -> tuple[tuple[int, int] | None, int]:
        """The two numbers of a tile and its length in tokens; None where no tile begins."""
        if self._is(place, "double_word"):
            return self._double_at(place)
        first = self._pips(place)
        if first is not None and self._is_double_after(place):
            return (first, first), 2
        if first is None or self._is(place - 1, "counted_before"):
            return None, 0
        joined = self._at(place + 1).text in JOINERS and self._may_join(place)
        either = self._at(place + 1).text == "&" or self._is(place + 1, "and_between")
        other = place + (2 if joined or either else 1)
        second = self._pips(other, after=True)
        if second is None or self._counts(place, other, joined=joined, either=either):
            return None, 0
        return (first, second), other - place + 1

    def _counts(self, place: int, other: int, *, joined: bool, either: bool) -> bool:
        """Whether two numbers count something or tell the time, and are no tile."""
        if either and not self._is(place - 1, "before_tile"):
            return True
        if joined:
            return self._at(place).text[0].isdigit() and self._is(place - 1, "before_time")
        if self._is(place, "one"):  # "that one too", "has one seven"
            heard = not isinstance(self._at(other).value, int)
            return heard or self._is(place - 1, "before_count")
        return self._is(other + 1, "counted_after")

    def _may_join(self, place: int) -> bool:
        """Whether the sign behind a number joins it to the next: "7:3", not "blanks: zero"."""
        figures = self._at(place).text[0].isdigit() and self._at(place + 2).text[:1].isdigit()
        return figures or self._at(place + 1).text not in _BETWEEN_FIGURES_ONLY

    def _double_at(self, place: int) -> tuple[tuple[int, int] | None, int]:
        """ "Double six", "double-six" or "double 6-6", unless a set of tiles is meant."""
        number = place + (2 if self._at(place + 1).text in JOINERS else 1)
        pips = self._pips(number, after=True)
        if pips is None:
            return None, 0
        if self._at(number + 1).text in JOINERS and self._pips(number + 2, after=True) == pips:
            number += 2
        elif self._is(number + 1, "set_word") or self._is_set_before(place):
            return None, 0
        return (pips, pips), number - place + 1

    def _is_set_before(self, place: int) -> bool:
        """Whether a set of tiles is named before this place: "juego de doble doce"."""
        return self._is(place - 1, "of_word") and self._is(place - 2, "set_before")

    def _is_double_after(self, place: int) -> bool:
        """Whether the word for a double stands behind this number: "siete doble", "12er Pasch"."""
        if not self._is(place + 1, "double_after"):
            return False
        return self._pips(place + 2) is None or self._at(place + 2).is_stop

    def _pips(self, place: int, *, after: bool = False) -> int | None:
        """The pips that a word means, also where another word of the same sound was written.

        `after` says that a number or "double" stands before it: "six for on Will's train" is a
        tile, "a six for Will" is not.
        """
        token = self._at(place)
        if isinstance(token.value, int):
            # "Two fours" are two tiles, and "double nines" or "12s" a whole set.
            many = self._is(place, "many_of_a_number")
            if token.text[0].isdigit():
                many = token.text[-1] in ascii_letters
            return None if many or token.value > HIGHEST_PIPS else token.value
        heard = self.heard.get(token.text)
        if heard is None or not self._is(place, "small_word"):
            return heard
        ends = self._at(place + 1).is_stop or self._is(place + 1, "after_tile")
        return heard if after and ends else None
