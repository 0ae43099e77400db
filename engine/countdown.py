"""Questions before and between rounds: tiles to draw, who begins, which doubles, how many rounds.

Each is a small function from a `Table` to a `Said`: a value, or what it depends on, or that the
rules do not say, with the clauses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.parameters import HandSizes, Rule
from engine.rules import RuleSet
from engine.tiles import SETS, Tile, double

GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Table:
    """What is told of a table before a round; None, or a missing key, is not told.

    `first_player` is whom the table picked, `starting_double_by` who laid or found the starting
    double, `round` counts from 1. A hand in `hands` is complete unless its count is larger.
    """

    rules: RuleSet
    set: int | None = None
    seats: tuple[str, ...] | None = None
    starting_double: int | None = None
    round: int | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    starting_double_by: str | None = None
    first_player: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What the rules say: `verdict` is value, depends or not_covered."""

    verdict: str
    because: str
    clauses: tuple[str, ...]
    value: int | str | None = None
    needs: tuple[str, ...] = ()


def value(what: int | str, because: str, *clauses: str) -> Said:
    """A certain answer."""
    return Said("value", because, clauses, what)


def depends(because: str, needs: tuple[str, ...], *clauses: str) -> Said:
    """An answer that waits for these facts, the most useful first."""
    return Said("depends", because, clauses, None, needs)


def not_covered(rule: Rule[Any], about: str) -> Said:
    """The rules do not say; `rule` has the clauses that come nearest."""
    return Said("not_covered", f"The rules do not say {about}.", rule.clauses)


def hand_size(table: Table) -> Said:
    """How many tiles each seat draws."""
    rule = table.rules.hand_size
    about = "how many tiles each one draws"
    if not isinstance(rule.value, HandSizes):
        return not_covered(rule, about)
    found = {
        (row.tiles if row else None, row.clause if row else "")
        for set_ in ((table.set,) if table.set is not None else SETS)
        for players in ((len(table.seats),) if table.seats else range(2, 13))
        for row in (rule.value.find(set_, players),)
    }
    sizes = {tiles for tiles, _clause in found}
    if len(sizes) > 1:
        return _hand_size_depends(table, rule.value, rule.clauses)
    size = sizes.pop()
    named = tuple(sorted({clause for _tiles, clause in found if clause}))
    clauses = tuple(dict.fromkeys((*named, *rule.clauses)))
    if size is None:
        players = f"{len(table.seats)} players" if table.seats else "so many players"
        return Said("not_covered", f"The rules do not say how many tiles {players} draw.", clauses)
    return value(size, f"Each draws {size} tiles.", *clauses)


def _hand_size_depends(table: Table, sizes: HandSizes, clauses: tuple[str, ...]) -> Said:
    """Which of set and seats would decide; the one that settles it alone comes first."""
    needs = [] if table.seats else ["seats"]
    if table.set is None:
        players = [len(table.seats)] if table.seats else range(2, 13)
        by_set = {
            tuple(row.tiles if (row := sizes.find(set_, count)) else None for count in players)
            for set_ in SETS
        }
        needs += ["set"] if len(by_set) > 1 else []
    return depends(
        "How many tiles each one draws depends on the players and the dominoes.",
        tuple(needs),
        *clauses,
    )


def _double_in_list(table: Table, doubles: tuple[int, ...], clauses: tuple[str, ...]) -> Said:
    """The next of a listed row of doubles."""
    if table.round is not None:
        at = table.round
    elif table.starting_double is None:
        return depends("It depends on which double lay in the hub.", ("starting_double",), *clauses)
    elif doubles.count(table.starting_double) == 1:
        at = doubles.index(table.starting_double) + 1
    else:
        return depends("It depends on which round it was.", ("round",), *clauses)
    if at >= len(doubles):
        return value(GAME_OVER, "That was the last round of the game.", *clauses)
    return value(doubles[at], f"The next round starts with {double(doubles[at])}.", *clauses)


def next_starting_double(table: Table) -> Said:
    """Which double starts the round after this one, or that the game is over."""
    rules = table.rules
    rule, last, fixed = rules.next_starting_double, rules.last_starting_double, rules.rounds
    if isinstance(fixed.value, int) and table.round is not None and table.round >= fixed.value:
        return value(GAME_OVER, "That was the last round of the game.", *fixed.clauses)
    if isinstance(rule.value, tuple):
        return _double_in_list(table, rule.value, rule.clauses)
    if rule.value == "rule_again":
        return _highest_held(table, rule.clauses)
    if rule.value != "minus_one":
        return not_covered(rule, "which double starts the next round")
    if table.starting_double is None:
        return depends(
            "It depends on which double lay in the hub.", ("starting_double",), *rule.clauses
        )
    lowest = last.value if isinstance(last.value, int) else 0
    if table.starting_double <= lowest:
        clauses = last.clauses if isinstance(last.value, int) else ()
        return value(
            GAME_OVER,
            "That was the last round of the game.",
            *dict.fromkeys(clauses + rule.clauses),
        )
    if isinstance(fixed.value, int) and table.round is None:
        return depends(
            "It depends on which round it was.", ("round",), *fixed.clauses, *rule.clauses
        )
    after = table.starting_double - 1
    return value(after, f"The next round starts with {double(after)}.", *rule.clauses)


def _highest_held(table: Table, clauses: tuple[str, ...]) -> Said:
    """The highest double in the hands, where all hands are told and the double lies in one."""
    holder = _holder_of_highest(table)
    if table.starting_double is None and isinstance(holder, tuple):
        return value(holder[1], f"{holder[0]} holds the highest double.", *clauses)
    return depends(
        "The highest double that somebody holds starts the next round.", ("hands",), *clauses
    )


def rounds(table: Table) -> Said:
    """How many rounds a full game has."""
    rules = table.rules
    fixed, rule = rules.rounds, rules.next_starting_double
    first, last = rules.first_starting_double, rules.last_starting_double
    if isinstance(fixed.value, int):
        return value(fixed.value, f"A game has {fixed.value} rounds.", *fixed.clauses)
    if isinstance(rule.value, tuple):
        count = len(rule.value)
        return value(count, f"A game has {count} rounds.", *rule.clauses)
    lowest = last.value
    highest = table.set if first.value == "set_maximum" else first.value
    counts_down = rule.value == "minus_one" and isinstance(lowest, int)
    clauses = tuple(dict.fromkeys((*fixed.clauses, *rule.clauses, *last.clauses, *first.clauses)))
    if counts_down and first.value == "set_maximum" and highest is None:
        return depends("It depends on the set of dominoes.", ("set",), *clauses)
    if counts_down and isinstance(lowest, int) and isinstance(highest, int):
        count = max(highest - lowest, 0) + 1
        return value(
            count, f"From {double(highest)} to {double(lowest)}: {count} rounds.", *clauses
        )
    return Said("not_covered", "The rules do not say how many rounds a game has.", clauses)


def first_player(table: Table) -> Said:
    """Which seat takes the round's first turn."""
    rules = table.rules
    by_double = rules.next_round_starter.value == "starting_double_rule"
    later = _is_later_round(table)
    if later and not by_double:
        return _later_first_player(table)
    rule = rules.first_player
    if rule.value in ("chosen", "drew_highest"):
        if table.first_player is not None:
            return value(table.first_player, f"{table.first_player} begins.", *rule.clauses)
        needs = ("first_player", "round") if later is None else ("first_player",)
        return depends("It depends on whom the table picked.", needs, *rule.clauses)
    if rule.value in ("holder", "finder", "left_of_layer"):
        return _by_starting_double(table, str(rule.value), rule.clauses)
    return not_covered(rule, "who takes the first turn")


def _is_later_round(table: Table) -> bool | None:
    """Whether this is not the game's first round; None where that is not known."""
    if table.round is not None:
        return table.round > 1
    first = table.rules.first_starting_double.value
    if first == "set_maximum":
        first = table.set
    if isinstance(first, int) and table.starting_double is not None:
        return table.starting_double != first
    return None


def _later_first_player(table: Table) -> Said:
    """Who begins a round after the first, where the starting double does not decide."""
    rule = table.rules.next_round_starter
    if rule.value == "rotate":
        if table.seats and table.first_player in table.seats and table.round is not None:
            at = (table.seats.index(table.first_player) + table.round - 1) % len(table.seats)
            return value(
                table.seats[at], f"The first turn goes round: {table.seats[at]}.", *rule.clauses
            )
        needs = [] if table.first_player else ["first_player"]
        needs += [] if table.round else ["round"]
        needs += [] if table.seats else ["seats"]
        return depends(
            "The first turn goes round: it depends on who began the game.",
            tuple(needs),
            *rule.clauses,
        )
    if rule.value == "chosen":
        if table.first_player is not None:
            return value(table.first_player, f"{table.first_player} begins.", *rule.clauses)
        return depends("It depends on whom the table picked.", ("first_player",), *rule.clauses)
    return not_covered(rule, "who takes the first turn of a later round")


def _by_starting_double(table: Table, how: str, clauses: tuple[str, ...]) -> Said:
    """Who begins where whoever laid or found the starting double decides."""
    layer = table.starting_double_by or _layer(table, how)
    if layer is None:
        needs = ("starting_double_by",)
        words = {
            "holder": "Whoever holds the starting double begins; who that is was not told.",
            "finder": "Whoever finds the starting double begins; who that is was not told.",
            "left_of_layer": "The seat to the left of the one who lays the highest double begins.",
        }
        return depends(words[how], needs, *clauses)
    if how != "left_of_layer":
        verb = "found" if how == "finder" else "holds"
        return value(layer, f"{layer} {verb} the starting double and begins.", *clauses)
    if table.seats is None or layer not in table.seats:
        return depends(f"The seat to the left of {layer} begins.", ("seats",), *clauses)
    left = table.seats[(table.seats.index(layer) + 1) % len(table.seats)]
    return value(
        left, f"{layer} lays the starting double, so {left}, to the left, begins.", *clauses
    )


def _layer(table: Table, how: str) -> str | None:
    """Who lays the starting double, as far as the hands and their numbers of tiles tell it."""
    if how == "finder":
        return None
    if table.starting_double is not None:
        return _one_tile_short(table)
    named = table.rules.first_starting_double.value
    if how == "holder" and isinstance(named, int):
        held = [seat for seat, hand in table.hands.items() if double(named) in hand]
        return held[0] if len(held) == 1 else None
    holder = _holder_of_highest(table)
    return holder[0] if isinstance(holder, tuple) else None


def _one_tile_short(table: Table) -> str | None:
    """The seat whose hand is one tile smaller than all the others'."""
    counts = {
        seat: table.counts.get(seat, len(table.hands[seat]) if seat in table.hands else None)
        for seat in table.seats or ()
    }
    if len(counts) < 2 or None in counts.values():
        return None
    known = {seat: count for seat, count in counts.items() if count is not None}
    fewest = min(known.values())
    short = [seat for seat, count in known.items() if count == fewest]
    others = {count for seat, count in known.items() if seat not in short}
    return short[0] if len(short) == 1 and others == {fewest + 1} else None


def _holder_of_highest(table: Table) -> tuple[str, int] | None:
    """Who holds the highest double in the hands, and its pips; None where it is not certain."""
    held = {
        tile.low: seat for seat, tiles in table.hands.items() for tile in tiles if tile.is_double
    }
    if not held:
        return None
    top = max(held)
    complete = table.seats is not None and all(_complete(table, seat) for seat in table.seats)
    return (held[top], top) if complete or top == table.set else None


def _complete(table: Table, seat: str) -> bool:
    """Whether all of a seat's tiles are told."""
    return seat in table.hands and table.counts.get(seat, 0) <= len(table.hands[seat])


QUESTIONS = {
    "hand_size": hand_size,
    "next_starting_double": next_starting_double,
    "rounds": rounds,
    "first_player": first_player,
}
"""The questions answered here, by the contract's name."""
