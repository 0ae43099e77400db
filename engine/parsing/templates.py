"""Templates: patterns over the words of a sentence, and where they match.

A sentence is, for each class of words, a number whose bits say at which places words of that class
stand. In

    can  i  put  my  7-3  on  Bob's  train
    0    1  2    3   4    5   6      7

the class `may` is binary 1 (place 0), `lay` is 100 (place 2), TILE is 10000 (place 4). A template
walks through the sentence from all places at once: of the places where a match may stand now, a
class keeps those where one of its words stands and moves on by one, which is a shift of the bits.
So the template

    may {seat} .. lay ... TILE on {train}

begins at all places; `may` keeps place 0 and moves to 1; `{seat}` keeps "i" and moves to 2; `..`
lets up to two words stand between, and adds 3 and 4; `lay` keeps place 2 and moves to 3; and so on
up to place 7, where the match ends. There was no search: a template costs a few operations on
whole numbers, whatever the sentence. Only for the words that it keeps, "i" as the seat and "Bob's"
as the train, the sentence is walked through place by place once more.

How templates are written says the head of `english.txt`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

GAPS: Final = {"..": 2, "...": 6, "....": 30}
CROSSING: Final = 30
"""A gap of at least this many words may go on into the next sentence."""

INSIDE: Final = "~inside"
EVERYWHERE: Final = "~everywhere"
BEGINS: Final = "^"
ENDS: Final = "$"
"""Where no sentence ends, all places, where a sentence begins, where one ends: no word's class."""

_PIECE: Final = re.compile(r"\.{2,4}|\{[a-z]+\}|[()\[\]|^$]|[^\s()\[\]|^${}]+")
_MOST_STEPS: Final = 3000

Masks = Mapping[str, int]
Roles = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a class, kept as `role` where that is not empty."""

    name: str
    role: str = ""

    def advance(self, places: int, masks: Masks) -> int:
        return (places & masks.get(self.name, 0)) << 1

    def walk(self, walk: "Walk", place: int, roles: Roles) -> Iterator[tuple[int, Roles]]:
        if walk.masks.get(self.name, 0) >> place & 1:
            yield place + 1, ((self.role, place), *roles) if self.role else roles


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap of up to some number of words; only a long gap goes on past a sentence's end."""

    most: int

    def _passable(self, masks: Masks) -> int:
        return masks[INSIDE] if self.most < CROSSING else masks[EVERYWHERE]

    def advance(self, places: int, masks: Masks) -> int:
        passable = self._passable(masks)
        for _word in range(self.most):
            further = places | (places & passable) << 1
            if further == places:
                break
            places = further
        return places

    def walk(self, walk: "Walk", place: int, roles: Roles) -> Iterator[tuple[int, Roles]]:
        passable = self._passable(walk.masks) >> place
        yield place, roles
        for step in range(self.most):
            if not passable >> step & 1:
                return
            yield place + step + 1, roles


@dataclass(frozen=True, slots=True)
class Either:
    """One of several ways; with `optional`, or none of them."""

    ways: tuple[tuple["Step", ...], ...]
    optional: bool = False

    def advance(self, places: int, masks: Masks) -> int:
        reached = places if self.optional else 0
        for way in self.ways:
            reached |= _advance(way, places, masks)
        return reached

    def walk(self, walk: "Walk", place: int, roles: Roles) -> Iterator[tuple[int, Roles]]:
        for way in self.ways:
            yield from walk.on(way, 0, place, roles)
        if self.optional:
            yield place, roles


@dataclass(frozen=True, slots=True)
class Here:
    """No word, but a place: where a sentence begins or ends, or where no word of a class stands."""

    name: str
    absent: bool = False

    def advance(self, places: int, masks: Masks) -> int:
        mask = masks.get(self.name, 0)
        return places & (~mask if self.absent else mask)

    def walk(self, walk: "Walk", place: int, roles: Roles) -> Iterator[tuple[int, Roles]]:
        if bool(walk.masks.get(self.name, 0) >> place & 1) != self.absent:
            yield place, roles


@dataclass(frozen=True, slots=True)
class Somewhere:
    """A word of a class anywhere in the text: how other languages order words is not told here."""

    name: str

    def advance(self, places: int, masks: Masks) -> int:
        return places if self.name in masks else 0

    def walk(self, walk: "Walk", place: int, roles: Roles) -> Iterator[tuple[int, Roles]]:
        if self.name in walk.masks:
            yield place, roles


Step = Word | Gap | Either | Here | Somewhere


@dataclass(frozen=True, slots=True)
class Match:
    """Where a template matches, and the places of the words that it keeps."""

    start: int
    end: int
    roles: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Template:
    """One line of a grammar: what it speaks for, how much, and its steps.

    `is_story` says that it tells what happened, so that it counts as much before a question as
    within it. `needs` are sets of classes; a sentence has a word of each, or nothing matches.
    """

    kind: str
    weight: float
    is_story: bool
    steps: tuple[Step, ...]
    needs: tuple[tuple[str, ...], ...]
    line: str

    def keeps(self, role: str) -> bool:
        """Whether a match can say which word has this role."""
        return f"{{{role}}}" in self.line

    def ends(self, masks: Masks) -> int:
        """Return the places after the matches in a sentence, as bits; 0 if nothing matches."""
        for need in self.needs:
            for name in need:
                if name in masks:
                    break
            else:
                return 0
        return _advance(self.steps, masks[EVERYWHERE], masks)

    def matches(self, masks: Masks) -> Iterator[Match]:
        """The first match from each place, the last place first."""
        walk = Walk(masks)
        starts = masks[EVERYWHERE]
        if isinstance(first := self.steps[0], Word):
            starts = masks.get(first.name, 0)
        while starts and walk.left > 0:
            start = starts.bit_length() - 1
            starts ^= 1 << start
            for end, roles in walk.on(self.steps, 0, start, ()):
                yield Match(start, end, dict(reversed(roles)))
                break

    def last_match(self, masks: Masks) -> Match | None:
        """The match that begins last, with the words that it keeps."""
        return next(self.matches(masks), None)


def _advance(steps: tuple[Step, ...], places: int, masks: Masks) -> int:
    """Where a match can stand after these steps, from any of these places."""
    for step in steps:
        places = step.advance(places, masks)
        if not places:
            return 0
    return places


class Walk:
    """Goes through a sentence place by place, to see which words a match keeps."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self.left = _MOST_STEPS

    def on(
        self, steps: tuple[Step, ...], index: int, place: int, roles: Roles
    ) -> Iterator[tuple[int, Roles]]:
        """Each place after the steps from `index` on, the nearest first, with the words kept."""
        self.left -= 1
        if self.left <= 0:
            return
        if index == len(steps):
            yield place, roles
            return
        for end, kept in steps[index].walk(self, place, roles):
            yield from self.on(steps, index + 1, end, kept)


def pieces_of(line: str) -> list[str]:
    """Return the words, brackets and dots of a template."""
    return _PIECE.findall(line)


class TemplateIndex:
    """Finds the templates that a sentence has words for, without asking every one of them."""

    def __init__(self, templates: Sequence[Template]) -> None:
        self.templates = templates
        uses = Counter(name for template in templates for need in template.needs for name in need)
        self.by_word: dict[str, list[int]] = {}
        for place, template in enumerate(templates):
            rarest = min(
                template.needs, key=lambda need: sum(uses[name] for name in need), default=()
            )
            for name in rarest or (EVERYWHERE,):
                self.by_word.setdefault(name, []).append(place)

    def templates_for(self, masks: Masks) -> list[Template]:
        """Return those that may match, in the order of the grammar."""
        places = {place for name in masks for place in self.by_word.get(name, ())}
        return [self.templates[place] for place in sorted(places)]


class Reader:
    """Reads templates: words of a class, and phrases that are one word in a sentence."""

    def __init__(
        self, classes: frozenset[str], phrases: Mapping[str, Sequence[tuple[str, ...]]]
    ) -> None:
        self.classes = classes
        self.phrases = phrases
        self.pieces: list[str] = []
        self.place = 0

    def templates(self, lines: Iterable[str]) -> Iterator[Template]:
        """The templates of these lines; a line with a colon at its end names the kind.

        Raises ValueError for a line that is no template.
        """
        kind, story = "", ""
        for line in lines:
            if line.endswith(":"):
                kind, _, story = line[:-1].partition(" ")
                continue
            weight, _, rest = line.strip().partition(" ")
            self.pieces, self.place = pieces_of(rest), 0
            steps = self._sequence()
            if self.place < len(self.pieces) or not steps:
                raise ValueError(f"A bracket too many, or alternatives without any: {line}")
            yield Template(kind, float(weight), bool(story), steps, _needs(steps), rest)

    def _sequence(self) -> tuple[Step, ...]:
        """The steps up to the next alternative or the end of a bracket."""
        steps = []
        while self.place < len(self.pieces) and self.pieces[self.place] not in "|)]":
            steps.append(self._step())
        return tuple(steps)

    def _step(self) -> Step:
        piece = self.pieces[self.place]
        if piece in "([":
            return self._group(")" if piece == "(" else "]")
        if length := self._phrase():
            words = self.pieces[self.place : self.place + length]
            self.place += length
            whole = Word(" ".join(words))
            if not self.classes.issuperset(words):
                return whole
            # A sentence has the phrase as one word, or words of these classes apart.
            return Either(((whole,), tuple(map(Word, words))))
        self.place += 1
        if piece in GAPS:
            return Gap(GAPS[piece])
        if piece in (BEGINS, ENDS):
            return Here(piece)
        name = piece.strip("!+{}")
        if name not in self.classes:
            raise ValueError(f"No sentence has this word: {name}")
        if piece[0] == "!":
            return Here(name, absent=True)
        if piece[0] == "+":
            return Somewhere(name)
        return Word(name, name if piece[0] == "{" else "")

    def _group(self, closing: str) -> Step:
        self.place += 1
        ways = [self._sequence()]
        while self.place < len(self.pieces) and self.pieces[self.place] == "|":
            self.place += 1
            ways.append(self._sequence())
        if self.place == len(self.pieces) or self.pieces[self.place] != closing:
            raise ValueError(f"A bracket is not closed: {' '.join(self.pieces)}")
        self.place += 1
        return Either(tuple(ways), optional=closing == "]")

    def _phrase(self) -> int:
        """How many words from here on are one phrase of a sentence; 0 for none."""
        for words in self.phrases.get(self.pieces[self.place], ()):
            if tuple(self.pieces[self.place : self.place + len(words)]) == words:
                return len(words)
        return 0


def _needs(steps: tuple[Step, ...]) -> tuple[tuple[str, ...], ...]:
    """Return, for each step that must match a word, the classes that it may be of."""
    needs: list[tuple[str, ...]] = []
    for step in steps:
        if isinstance(step, Word | Somewhere):
            needs.append((step.name,))
        elif isinstance(step, Either) and not step.optional:
            ways = [_needs(way) for way in step.ways]
            if all(ways):
                # One need of each way is enough to tell that none of them can match.
                needs.append(tuple(sorted({name for way in ways for name in way[-1]})))
    return tuple(needs)
