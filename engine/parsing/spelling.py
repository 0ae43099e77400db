"""Words that are misspelled, and the words of the grammar that were meant.

Each known word is found by itself and by what is left of it when one letter is missing; a wrong
word has one of these in common with the right one when one letter is wrong, missing, too many, or
has changed places with its neighbor. "Traisn" and "trains" both leave "trains" or "trais".
"""

from collections.abc import Iterable, Iterator
from typing import Final

LEAST_LETTERS: Final = 4
LEAST_LETTERS_CHANGED: Final = 5
"""Of four letters none may be another one: "lane" is not "line"."""


def distance(word: str, other: str, most: int = 3) -> int:
    """How many letters must change, move by one place, come or go; `most` when it is more."""
    if abs(len(word) - len(other)) >= most:
        return most
    previous: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before, previous, row = previous, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
    return min(row[-1], most)


class Speller:
    """Finds the known word that a misspelled one was meant to be."""

    def __init__(self, words: Iterable[str]) -> None:
        self.by_rest: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            if len(word) >= LEAST_LETTERS and word.isalpha():
                for rest in set(_rests(word)):
                    self.by_rest.setdefault(rest, []).append(word)
        self.corrections: dict[str, str | None] = {}

    def right(self, word: str) -> str | None:
        """The known word that is one slip away; None where there is none, or it is not clear."""
        if len(word) < LEAST_LETTERS or len(word) > 20 or not word.isalpha():
            return None
        if word not in self.corrections:
            if len(self.corrections) > 5000:
                self.corrections.clear()
            self.corrections[word] = self._search(word)
        return self.corrections[word]

    def _search(self, word: str) -> str | None:
        near = {known for rest in _rests(word) for known in self.by_rest.get(rest, ())}
        ranked = sorted(
            (known[0] != word[0], abs(len(known) - len(word)), known)
            for known in near
            if distance(known, word) == 1 and _is_a_slip(word, known)
        )
        return ranked[0][2] if ranked and not ranked[0][0] else None


def _rests(word: str) -> Iterator[str]:
    """A word, and what is left of it when one letter is missing."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _is_a_slip(word: str, known: str) -> bool:
    """Whether so short a word may differ like this."""
    changed = len(word) == len(known) and sorted(word) != sorted(known)
    return not changed or len(word) >= LEAST_LETTERS_CHANGED
