"""The faults that a reported round can have: a code, a sentence, the seats and the tiles."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from engine.sentences import say
from engine.tiles import Tile

PAST_ALL_SENSE: Final = 10**9


class FaultCode(Enum):
    """One kind of fault. The value is the stable code; `sentence` is its text with gaps."""

    UNKNOWN_SEAT = "unknown_seat"
    NO_SUCH_STARTING_DOUBLE = "no_such_starting_double"
    TILE_NOT_IN_SET = "tile_not_in_set"
    TABLE_TILE_NOT_IN_SET = "table_tile_not_in_set"
    TILE_TWICE_IN_HAND = "tile_twice_in_hand"
    TILE_IN_TWO_HANDS = "tile_in_two_hands"
    TILE_IN_HAND_AND_ON_TABLE = "tile_in_hand_and_on_table"
    TILE_TWICE_ON_TABLE = "tile_twice_on_table"
    STARTING_DOUBLE_IN_HAND = "starting_double_in_hand"
    NO_DOUBLE_FOR_HUB = "no_double_for_hub"
    HAND_AND_COUNT_DIFFER = "hand_and_count_differ"
    HAND_AND_TOTAL_DIFFER = "hand_and_total_differ"
    TOTAL_NEGATIVE = "total_negative"
    COUNT_IMPOSSIBLE = "count_impossible"
    NO_POINTS_BUT_NOT_OUT = "no_points_but_not_out"
    TOTAL_OF_NO_TILES = "total_of_no_tiles"
    TOTAL_NOT_WITH_COUNT = "total_not_with_count"
    TOTAL_NOT_LEFT = "total_not_left"
    TOTALS_CONFLICT = "totals_conflict"
    TOO_MANY_TILES = "too_many_tiles"
    TILES_MISSING = "tiles_missing"
    WINNER_HAS_TILES = "winner_has_tiles"
    WINNER_HAS_POINTS = "winner_has_points"
    TWO_OUT = "two_out"
    NOBODY_OUT = "nobody_out"
    OUT_BUT_NOT_ENDED_SO = "out_but_not_ended_so"
    EMPTY_HAND_BUT_NOT_OUT = "empty_hand_but_not_out"
    NO_BLOCKED_ROUNDS = "no_blocked_rounds"
    BLOCKED_WITH_BONEYARD = "blocked_with_boneyard"
    CAN_STILL_PLAY = "can_still_lay"
    TOO_FEW_PLAYERS = "too_few_players"
    TOO_MANY_PLAYERS = "too_many_players"
    WRONG_STARTING_DOUBLE = "wrong_starting_double"
    NO_ROUND_OF_THIS_DOUBLE = "no_round_of_this_double"
    HIGHER_DOUBLE_HELD = "higher_double_held"
    WRONG_HAND_SIZE = "wrong_hand_size"
    DEAL_BEYOND_SET = "deal_beyond_set"
    NO_SUCH_ROUND = "no_such_round"
    MORE_THAN_DEALT = "more_than_dealt"

    @property
    def sentence(self) -> str:
        """The English sentence, with gaps for what `Fault.values` names."""
        return SENTENCES[self]


SENTENCES: Final = MappingProxyType(
    {
        FaultCode.UNKNOWN_SEAT: "{seats} does not sit at this table.",
        FaultCode.NO_SUCH_STARTING_DOUBLE: (
            "The double-{set} set has no {starting_double}-{starting_double} to start with."
        ),
        FaultCode.TILE_NOT_IN_SET: (
            "{seats} cannot hold {tiles}: the double-{set} set has no such tile."
        ),
        FaultCode.TABLE_TILE_NOT_IN_SET: (
            "{tiles} cannot be on the table: the double-{set} set has no such tile."
        ),
        FaultCode.TILE_TWICE_IN_HAND: "{seats} has {tiles} twice; there is only one.",
        FaultCode.TILE_IN_TWO_HANDS: "{tiles} is in the hands of {seats}; there is only one.",
        FaultCode.TILE_IN_HAND_AND_ON_TABLE: ("{seats} cannot hold {tiles}: it is on the table."),
        FaultCode.TILE_TWICE_ON_TABLE: "{tiles} is on the table twice; there is only one.",
        FaultCode.STARTING_DOUBLE_IN_HAND: (
            "{seats} cannot hold {tiles}: it started this round and is in the hub."
        ),
        FaultCode.NO_DOUBLE_FOR_HUB: (
            "Every double is in a hand, but one of them started this round and is in the hub."
        ),
        FaultCode.HAND_AND_COUNT_DIFFER: (
            "{seats} has {listed} tiles written one by one, but {count} as their number."
        ),
        FaultCode.HAND_AND_TOTAL_DIFFER: (
            "The tiles of {seats} come to {points} points, but {total} are written."
        ),
        FaultCode.TOTAL_NEGATIVE: (
            "{seats} cannot have {total} points: tiles left over never count below 0."
        ),
        FaultCode.COUNT_IMPOSSIBLE: (
            "{place} cannot have {count} tiles: the double-{set} set has {whole}."
        ),
        FaultCode.TOTAL_OF_NO_TILES: (
            "{seats} cannot have {total} points: no such tiles of the double-{set} set make them."
        ),
        FaultCode.NO_POINTS_BUT_NOT_OUT: (
            "{seats} cannot have {total} points: whoever did not go out has a tile that counts."
        ),
        FaultCode.TOTAL_NOT_WITH_COUNT: (
            "{seats} cannot have {total} points with {count} tiles of the double-{set} set."
        ),
        FaultCode.TOTAL_NOT_LEFT: (
            "{seats} cannot have {total} points: the tiles that nobody else has cannot make them."
        ),
        FaultCode.TOTALS_CONFLICT: (
            "The points of {seats} cannot all be right: the tiles that are left cannot make them."
        ),
        FaultCode.TOO_MANY_TILES: (
            "{count} tiles are entered, with the one in the hub; the double-{set} set has {whole}."
        ),
        FaultCode.TILES_MISSING: (
            "Only {count} tiles are entered, with the one in the hub; the double-{set} set has "
            "{whole}."
        ),
        FaultCode.WINNER_HAS_TILES: "{seats} went out, so no tile can be left in that hand.",
        FaultCode.WINNER_HAS_POINTS: (
            "{seats} went out and gets {points} points, but {total} are written."
        ),
        FaultCode.TWO_OUT: "{seats} cannot all be out: the round ends with the first.",
        FaultCode.NOBODY_OUT: "Somebody must have gone out, or the round was blocked.",
        FaultCode.OUT_BUT_NOT_ENDED_SO: (
            "{seats} cannot have gone out in a round that is written as {ending}."
        ),
        FaultCode.EMPTY_HAND_BUT_NOT_OUT: (
            "{seats} must have a tile left: the round is written as {ending}."
        ),
        FaultCode.NO_BLOCKED_ROUNDS: "In these rules a round cannot be blocked.",
        FaultCode.BLOCKED_WITH_BONEYARD: (
            "The round cannot be blocked: {count} tiles are left to draw."
        ),
        FaultCode.CAN_STILL_PLAY: (
            "The round cannot be blocked: {seats} can play {tiles} on {train}."
        ),
        FaultCode.TOO_FEW_PLAYERS: (
            "{players} are too few for the double-{set} set: at least {low} play."
        ),
        FaultCode.TOO_MANY_PLAYERS: (
            "{players} are too many for the double-{set} set: at most {high} play."
        ),
        FaultCode.WRONG_STARTING_DOUBLE: ("This round starts with {due}, not with {double}."),
        FaultCode.NO_ROUND_OF_THIS_DOUBLE: "No round of this game starts with {double}.",
        FaultCode.HIGHER_DOUBLE_HELD: (
            "{seats} holds {tiles}, which is higher than {double}: the highest starts the round."
        ),
        FaultCode.WRONG_HAND_SIZE: (
            "With {players} players each seat draws {size} tiles; that does not fit {seats}."
        ),
        FaultCode.DEAL_BEYOND_SET: (
            "{players} players cannot draw {size} tiles each: the double-{set} set has {whole}."
        ),
        FaultCode.NO_SUCH_ROUND: "There is no round {round}: a game has {rounds} rounds.",
        FaultCode.MORE_THAN_DEALT: (
            "Each seat draws {size} tiles, which leaves {left} to draw: "
            "the hands and the boneyard have {over} too many."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a report.

    `text` is `code.sentence` with its gaps filled, in the language that is spoken; `values` are the
    numbers and words that fill it, beside `seats` and `tiles`. `clauses` are the rules that it
    breaks, the most decisive first.
    """

    code: FaultCode
    text: str
    seats: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()
    clauses: tuple[str, ...] = ()
    values: tuple[tuple[str, int | str], ...] = ()


def fault(
    code: FaultCode,
    seats: Iterable[str] = (),
    tiles: Iterable[Tile] = (),
    clauses: Iterable[str] = (),
    **values: int | str,
) -> Fault:
    """A fault with its sentence made out."""
    seats, tiles = tuple(seats), tuple(tiles)
    shown = {name: _shown(value) for name, value in values.items()}
    names = {"seats": join(seats), "tiles": join(str(tile) for tile in tiles)}
    text = say(code.sentence, **names, **shown)
    return Fault(code, text, seats, tiles, tuple(clauses), tuple(values.items()))


def _shown(value: int | str) -> str:
    """Numbers past all sense are not spelled out; very long ones cannot be."""
    if isinstance(value, int) and abs(value) >= PAST_ALL_SENSE:
        return say("so very many") if value > 0 else say("so very few")
    return str(value)


def join(words: Iterable[str]) -> str:
    """Words as a sentence lists them: `Ann, Bob and Cal`."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return say("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def clauses_of_set(highest: int) -> tuple[str, ...]:
    """The clauses that say which tiles a set holds; they are the same under every rule set."""
    return {9: ("FAM-02",), 12: ("FAM-03",)}.get(highest, ("FAM-02", "FAM-03"))
