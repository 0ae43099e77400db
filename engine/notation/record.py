"""A whole round as it was written down, and its text. `engine.notation.text` reads texts."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from engine.rules.rule_set import RuleSet, rule_set
from engine.tiles import MEXICAN, Tile

LONGEST_NAME: Final = 50


class Verb(Enum):
    """What a seat did."""

    PLAYS = "lays"
    DRAWS = "draws"
    MARKS = "marks"
    UNMARKS = "unmarks"
    PASSES = "passes"
    TELLS = "tells"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a seat did.

    `tile` was played, or drawn (None: not known); `train` is where it was played: a seat's name
    or `mexican`. `line` is where the text says so, from 1; it does not count when steps are
    compared.
    """

    seat: str
    verb: Verb
    tile: Tile | None = None
    train: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand as it was dealt: its known tiles in order, and how many more it had."""

    tiles: tuple[Tile, ...]
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended: `out` is the seat that played its last tile, None if nobody did.

    `how` is "out", "blocked" or "time". `line` is as in a step.
    """

    how: str
    out: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole round as it was written down; None or a missing key means unknown.

    `house` are house rules as JSON gives them, by parameter. `hands` are as dealt. `boneyard`
    counts tiles after the deal.
    """

    rules: str
    house: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    fill: bool = False
    set: int
    seats: tuple[str, ...]
    start: int | None = None
    start_by: str | None = None
    first: str | None = None
    hands: Mapping[str, Dealt] = field(default_factory=lambda: MappingProxyType({}))
    boneyard: int | None = None
    steps: tuple[Step, ...] = ()
    ending: Ending | None = None

    def rule_set(self) -> RuleSet:
        """The rules in force, house rules on top. ValueError where they cannot hold."""
        return rule_set(rules_spec(self.rules, self.house, fill=self.fill))


def rules_spec(preset: str, house: Mapping[str, object], *, fill: bool) -> object:
    """Rules as `engine.rules.rule_set` takes them."""
    if not house and not fill:
        return preset
    return {"base": preset, **({"fill": "defaults"} if fill else {}), **house}


def is_name(text: str) -> bool:
    """Return whether a text can write a seat's name like this."""
    return (
        0 < len(text) <= LONGEST_NAME
        and text != MEXICAN
        and text.isprintable()
        and text == text.strip()
        and not set(text) & set(",:#")
    )


# --- writing ----------------------------------------------------------------------------------

WORDS: Final = MappingProxyType({"yes": True, "no": False, "none": None})
PLAIN_WORD = re.compile(r"[a-z_]+")


def write(record: Record) -> str:
    """Return the text of a round, in the order that `engine` gives; it ends with a newline."""
    lines = [f"rules: {record.rules}"]
    lines += [f"house: {name} = {_value(value)}" for name, value in sorted(record.house.items())]
    lines += ["fill: defaults"] if record.fill else []
    lines += [f"set: {record.set}", f"seats: {', '.join(record.seats)}"]
    if record.start is not None:
        by = "" if record.start_by is None else f" by {record.start_by}"
        lines.append(f"start: {record.start}-{record.start}{by}")
    if record.first is not None:
        lines.append(f"first: {record.first}")
    lines += [
        f"hand {seat}: {hand_text(record.hands[seat])}"
        for seat in record.seats
        if seat in record.hands
    ]
    if record.boneyard is not None:
        lines.append(f"boneyard: {record.boneyard}")
    if record.steps:
        lines += ["", *map(_step, record.steps)]
    if record.ending is not None:
        out = record.ending.out
        lines += ["", f"end: {record.ending.how if out is None else f'{out} is out'}"]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    """Return a house rule's value as people write it; tables as JSON."""
    for word, meant in WORDS.items():
        if value is meant:
            return word
    if isinstance(value, str) and PLAIN_WORD.fullmatch(value):
        return value
    return json.dumps(value, sort_keys=True)


def hand_text(hand: Dealt) -> str:
    """Return a hand as a text writes it."""
    words = [str(tile) for tile in hand.tiles]
    if hand.unknown:
        words.append(f"{hand.unknown} unknown")
    return ", ".join(words)


def _step(step: Step) -> str:
    words = f"{step.seat} {step.verb.value}"
    if step.tile is not None:
        words += f" {step.tile}"
    return words if step.train in (None, step.seat) else f"{words} on {step.train}"
