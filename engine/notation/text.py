"""A round as text, both ways. The notation is defined in `engine`.

`parse` reads a text into a `Record` or raises `NotationError` with the line, the column and what
was expected there; `write` gives the text of a record. `parse(write(record)) == record`, and
`write(parse(text))` is the same text for every text that was written so.

Not looked at: whether the round can have been played. `engine.notation.replay` does that.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn

from engine.json_text import JsonError, read_json
from engine.notation.record import (
    LONGEST_NAME,
    PLAIN_WORD,
    WORDS,
    Dealt,
    Ending,
    Record,
    Step,
    Verb,
    is_name,
    rules_spec,
    write,
)
from engine.rules.parameters import MOST_SEATS
from engine.rules.rule_set import PARAMETERS, PRESETS, rule_set
from engine.tiles import HIGHEST_SET, MEXICAN, Tile, parse_tile, tile_count

__all__ = ["NotationError", "parse", "read_house_rule", "write"]

MOST_CHARACTERS: Final = 200_000
LONGEST_LINE: Final = 2_000
MOST_STEPS: Final = 3_000
_SHOWN: Final = 20


class NotationError(ValueError):
    """A text that is no round. `line` and `column` count from 1; the message names them."""

    def __init__(self, line: int, column: int, sentence: str) -> None:
        super().__init__(f"Line {line}, column {column}: {sentence}")
        self.line, self.column, self.sentence = line, column, sentence


def parse(text: str) -> Record:
    """Read a round from its text. NotationError names the first place that cannot be read."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(1, 1, f"A round has at most {MOST_CHARACTERS} characters.")
    reader = _Reader()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        piece = _Piece(line.partition("#")[0], number, 1).stripped()
        if len(piece.text) > LONGEST_LINE:
            raise piece.error(f"a line has at most {LONGEST_LINE} characters.")
        if piece.text:
            reader.read(piece)
    return reader.record(len(lines))


class _Piece(NamedTuple):
    """A part of a line, and the column where it begins."""

    text: str
    line: int
    column: int

    def stripped(self) -> "_Piece":
        """Return the part without blanks around it."""
        left = self.text.lstrip()
        column = self.column + len(self.text) - len(left)
        return _Piece(left.rstrip(), self.line, column)

    def after(self, length: int) -> "_Piece":
        """Return what follows this many characters, without blanks around it."""
        return _Piece(self.text[length:], self.line, self.column + length).stripped()

    def until(self, length: int) -> "_Piece":
        """Return the first characters, without blanks around them."""
        return self._replace(text=self.text[:length]).stripped()

    def split(self, mark: str) -> "tuple[_Piece, _Piece | None]":
        """Return what comes before and after a mark; None if the mark is missing."""
        at = self.text.find(mark)
        return (self, None) if at < 0 else (self.until(at), self.after(at + len(mark)))

    def parts(self) -> "list[_Piece]":
        """Return the pieces between commas."""
        pieces: list[_Piece] = []
        rest: _Piece | None = self
        while rest is not None:
            here, rest = rest.split(",")
            pieces.append(here)
        return pieces

    def error(self, sentence: str) -> NotationError:
        """Return an error that points here."""
        return NotationError(self.line, self.column, sentence)

    def expected(self, what: str) -> NoReturn:
        """Raise an error: something else is expected here."""
        shown = self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "..."
        instead = f'not "{shown}"' if shown else "and nothing is there"
        raise self.error(f"{what} is expected here, {instead}.")


_ORDER: Final = ("rules", "set", "seats")
_KEYS: Final = (
    "rules",
    "house",
    "fill",
    "set",
    "seats",
    "start",
    "first",
    "hand",
    "boneyard",
    "end",
)
_LINES: Final = 'a line such as "Ann lays 7-3", or one that begins with ' + ", ".join(
    f"{key}:" for key in _KEYS
)


class _Reader:
    """What the lines so far have said."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {}
        self.house: dict[str, object] = {}
        self.hands: dict[str, Dealt] = {}
        self.steps: list[Step] = []
        self.by_length: tuple[str, ...] = ()

    def read(self, piece: _Piece) -> None:
        """Read one line."""
        if "ending" in self.facts:
            piece.expected("Nothing more after the end of the round")
        head, rest = piece.split(":")
        if rest is None:
            self._step(piece)
            return
        key = head.text.lower()
        if key.startswith("hand "):
            self._hand(head.after(5), rest)
        elif key in _READERS:
            _READERS[key](self, head, rest)
        else:
            head.expected(_LINES)

    def record(self, line: int) -> Record:
        """Return the record of all lines."""
        for key in _ORDER:
            if key not in self.facts:
                raise NotationError(line, 1, f'The line "{key}:" is missing.')
        return Record(house=self.house, hands=self.hands, steps=tuple(self.steps), **self.facts)

    # --- the table ---

    def _once(self, key: str, head: _Piece, value: object) -> None:
        if key in self.facts:
            raise head.error(f'"{head.text}:" stands here a second time; once is enough.')
        if self.steps and key != "ending":
            raise head.error(f'"{head.text}:" must stand before what the seats do.')
        self.facts[key] = value

    def _needs(self, piece: _Piece, *keys: str) -> None:
        for key in keys:
            if key not in self.facts:
                raise piece.error(f'The line "{key}:" is expected before this one.')

    def rules(self, head: _Piece, rest: _Piece) -> None:
        name = rest.text.lower()
        if name not in PRESETS:
            rest.expected(f"One of {', '.join(PRESETS)}")
        self._once("rules", head, name)

    def house_rule(self, head: _Piece, rest: _Piece) -> None:
        self._needs(head, "rules")
        name, value = rest.split("=")
        if name.text not in PARAMETERS:
            name.expected("A house rule such as closing_order = newest")
        if value is None or not value.text:
            rest.expected(f"{name.text} = and {PARAMETERS[name.text].expected}")
        if name.text in self.house or self.steps:
            raise name.error(f"{name.text} must stand once, before what the seats do.")
        house = self.house | {name.text: _read_value(value)}
        try:
            rule_set(rules_spec(self.facts["rules"], house, fill=False))
        except ValueError as error:
            raise value.error(str(error)) from None
        self.house = house

    def fill(self, head: _Piece, rest: _Piece) -> None:
        if rest.text.lower() != "defaults":
            rest.expected('The word "defaults"')
        self._once("fill", head, True)

    def set(self, head: _Piece, rest: _Piece) -> None:
        self._once("set", head, _number(rest, 1, HIGHEST_SET, "The highest pips of the set"))

    def seats(self, head: _Piece, rest: _Piece) -> None:
        names = rest.parts()
        if len(names) > MOST_SEATS:
            raise rest.error(f"A table has at most {MOST_SEATS} seats.")
        for number, name in enumerate(names):
            if not is_name(name.text):
                name.expected(f"A name of at most {LONGEST_NAME} letters")
            if name.text in (part.text for part in names[:number]):
                raise name.error(f"{name.text} sits here twice; each seat needs a name of its own.")
        self._once("seats", head, tuple(name.text for name in names))
        self.by_length = tuple(sorted(self.facts["seats"], key=len, reverse=True))

    def start(self, head: _Piece, rest: _Piece) -> None:
        self._needs(head, "set", "seats")
        first, by = rest.split(" by ")
        tile = self._tile(first)
        if not tile.is_double:
            first.expected("A double such as 12-12")
        self._once("start", head, tile.low)
        if by is not None:
            self.facts["start_by"] = self._seat(by)

    def first(self, head: _Piece, rest: _Piece) -> None:
        self._needs(head, "seats")
        self._once("first", head, self._seat(rest))

    def _hand(self, name: _Piece, rest: _Piece) -> None:
        self._needs(name, "set", "seats")
        seat = self._seat(name)
        if seat in self.hands:
            raise name.error(f"The hand of {seat} stands here a second time; once is enough.")
        if self.steps:
            raise name.error("A hand must stand before what the seats do.")
        tiles: list[Tile] = []
        unknown = 0
        for part in rest.parts():
            number, word = part.split(" unknown")
            if word is not None and not word.text:
                unknown += _number(number, 1, tile_count(self.facts["set"]), "How many tiles")
                continue
            tile = self._tile(part)
            if tile in tiles:
                raise part.error(f"{tile} is in this hand twice; there is only one.")
            tiles.append(tile)
        self.hands[seat] = Dealt(tuple(sorted(tiles)), unknown)

    def boneyard(self, head: _Piece, rest: _Piece) -> None:
        self._needs(head, "set")
        most = tile_count(self.facts["set"])
        self._once("boneyard", head, _number(rest, 0, most, "How many tiles are left to draw"))

    def end(self, head: _Piece, rest: _Piece) -> None:
        self._needs(head, *_ORDER)
        ending = Ending(rest.text.lower(), None, head.line)
        if ending.how not in ("blocked", "time"):
            name = rest.until(len(rest.text.removesuffix(" is out")))
            if name.text == rest.text or name.text not in self.facts["seats"]:
                rest.expected('"blocked", "time" or "Ann is out" with one of the seats')
            ending = Ending("out", name.text, head.line)
        self._once("ending", head, ending)

    # --- what the seats do ---

    def _step(self, piece: _Piece) -> None:
        self._needs(piece, *_ORDER)
        if len(self.steps) >= MOST_STEPS:
            raise piece.error(f"A round has at most {MOST_STEPS} steps.")
        did: _Piece | None = None
        for seat in self.by_length:
            if piece.text.startswith(seat + " "):
                did = did or piece.after(len(seat))
                rest = piece.after(len(seat))
                word = rest.text.split()[0]
                if word.lower() in _VERBS:
                    self._did(seat, _VERBS[word.lower()], rest.after(len(word)))
                    return
        if did is not None:
            did.expected(f"One of {', '.join(_VERBS)}")
        piece.expected(_LINES)

    def _did(self, seat: str, verb: Verb, rest: _Piece) -> None:
        if verb is Verb.PLAYS:
            tiles, train = rest.split(" on ")
            where = seat if train is None else self._train(train)
            self.steps += [
                Step(seat, verb, self._tile(part), where, rest.line) for part in tiles.parts()
            ]
        elif verb is Verb.DRAWS and rest.text:
            self.steps.append(Step(seat, verb, self._tile(rest), None, rest.line))
        elif rest.text:
            rest.expected("The end of the line")
        else:
            self.steps.append(Step(seat, verb, None, None, rest.line))

    # --- words ---

    def _seat(self, piece: _Piece) -> str:
        if piece.text not in self.facts["seats"]:
            piece.expected(f"One of the seats ({', '.join(self.facts['seats'][:8])})")
        return piece.text

    def _train(self, piece: _Piece) -> str:
        return MEXICAN if piece.text.lower() == MEXICAN else self._seat(piece)

    def _tile(self, piece: _Piece) -> Tile:
        try:
            tile = parse_tile(piece.text)
        except ValueError:
            piece.expected("A tile such as 7-3")
        if not tile.in_set(self.facts["set"]):
            piece.expected(f"A tile of the double-{self.facts['set']} set")
        return tile


_READERS: Final[dict[str, Callable[[_Reader, _Piece, _Piece], None]]] = {
    "rules": _Reader.rules,
    "house": _Reader.house_rule,
    "fill": _Reader.fill,
    "set": _Reader.set,
    "seats": _Reader.seats,
    "start": _Reader.start,
    "first": _Reader.first,
    "boneyard": _Reader.boneyard,
    "end": _Reader.end,
}
_VERBS: Final = MappingProxyType({verb.value: verb for verb in Verb})


def _number(piece: _Piece, low: int, high: int, what: str) -> int:
    """A whole number within its bounds."""
    text = piece.text
    if len(text) > 4 or not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
        piece.expected(f"{what}, a number from {low} to {high},")
    return int(text)


def _read_value(piece: _Piece) -> object:
    """A house rule's value: yes, no, none, a word, a number, or a table as JSON."""
    if piece.text.lower() in WORDS:
        return WORDS[piece.text.lower()]
    if PLAIN_WORD.fullmatch(piece.text):
        return piece.text
    try:
        value: object = read_json(piece.text)
    except JsonError:
        piece.expected('yes, no, none, a word, a number or a table such as {"4": 15}')
    return value


def read_house_rule(preset: str, text: str) -> tuple[str, object]:
    """A house rule as `closing_order=newest` writes it: its parameter, and the value as in JSON.

    ValueError with a sentence where it is none.
    """
    reader = _Reader()
    reader.facts["rules"] = preset
    piece = _Piece(text[:LONGEST_LINE], 1, 1)
    try:
        reader.house_rule(piece, piece.stripped())
    except NotationError as error:
        raise ValueError(f'House rule "{text[: _SHOWN * 3]}": {error.sentence}') from None
    return next(iter(reader.house.items()))
