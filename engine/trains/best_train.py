"""The best train from a hand: exact, for any hand, in milliseconds.

A train is a way through the pips that uses each tile at most once; doubles come along wherever
the way passes. The tiles that can be reached from the start fall into blocks, which hang together
at single numbers like the leaves of a cactus: once the way has left a block through such a
number, it can only come back through the same number. So, from the far blocks to the near ones,
each is answered twice: the best way that comes back to where the block was entered, and the best
that ends anywhere in it or beyond (`remainder`). What hangs at a number is then a prize for
passing there, or a bonus for ending there.

What is guaranteed: the train is one of the best, proven by the bounds in `remainder`; equal hands
give equal trains, in whatever order their tiles come. Time is not bounded by a law, but measured:
`tests/bench/bench_trains.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from engine.json_text import LONGEST_DIGITS, JsonError, read_json
from engine.tiles import HIGHEST_SET, Tile, double_of, parse_tile
from engine.trains.remainder import Block, bits

Most = Literal["tiles", "pips"]

LONGEST_LINE: Final = 20_000
"""Characters in a line of input: ten times what the largest hand takes."""

_KEYS: Final = ("id", "set", "start", "hand", "most")


@dataclass(frozen=True, slots=True)
class Train:
    """Tiles in the order of play, the first on the pips `start`."""

    start: int
    tiles: tuple[Tile, ...]

    @property
    def pips(self) -> int:
        """The pips of all its tiles added."""
        return sum(tile.pips for tile in self.tiles)

    @property
    def open_end(self) -> int:
        """The pips that the next tile must match."""
        open_end = self.start
        for tile in self.tiles:
            open_end = tile.other_end(open_end)
        return open_end

    def written(self) -> tuple[str, ...]:
        """Each tile in the direction it lies: `12-3`, then `3-3`."""
        lying = []
        here = self.start
        for tile in self.tiles:
            there = tile.other_end(here)
            lying.append(f"{here}-{there}")
            here = there
        return tuple(lying)


class _Plan(NamedTuple):
    """A way through a block and what lies beyond: its worth, tiles, where it came by and ended."""

    worth: int
    tiles: Sequence[Tile]
    passed: frozenset[int]
    end: int


@dataclass(slots=True)
class _Point:
    """What is known of one number: its worth, and the blocks that hang there."""

    lean: int
    prize: int = 0
    bonus: int = 0
    hanging: list[tuple[_Plan, _Plan]] = field(default_factory=list)
    onward: _Plan | None = None


def best_train(hand: Iterable[Tile], start: int, most: Most = "tiles") -> Train:
    """The train from `hand` that begins at the pips `start`, with the most tiles or pips.

    Among trains with the most tiles, one with the most pips; and the other way round with
    `most="pips"`. The double of `start` counts like any tile of the hand: on a train that has
    begun, it fits. A tile that is in the hand twice counts once. The train is empty when
    nothing fits. Raises ValueError for another `most`.
    """
    if most not in ("tiles", "pips"):
        raise ValueError(f'"{most}" is not what a train can have most of: say "tiles" or "pips".')
    tiles = sorted(set(hand))
    total = sum(tile.pips for tile in tiles)
    # One number holds both: the first thing in units larger than all of the second.
    unit = 1 + (total if most == "tiles" else len(tiles))
    weight = {t: unit + t.pips if most == "tiles" else unit * t.pips + 1 for t in tiles}
    around: dict[int, list[int]] = {start: []}
    for tile in tiles:
        if not tile.is_double:
            around.setdefault(tile.low, []).append(tile.high)
            around.setdefault(tile.high, []).append(tile.low)
    points = {
        pips: _Point(pips if most == "tiles" else unit * pips, weight.get(double_of(pips), 0))
        for pips in around
    }
    blocks = _blocks(around, start)
    alone = sum(root == start for root, _ in blocks) == 1
    for root, block in blocks:
        _hang(points, weight, root, block, only_open=alone and root == start)
    used = _collected(points, start)
    return Train(start, _in_order([t for t in tiles if t in used], start))


def _blocks(around: Mapping[int, Sequence[int]], start: int) -> list[tuple[int, list[Tile]]]:
    """The blocks that can be reached, far ones first: where each is entered, and its tiles.

    A walk into the depth: when it comes back to a number from which nothing beyond leads around
    it, the tiles found since then are a block.
    """
    number = {start: 0}
    lowest = {start: 0}
    walk = [(start, start, iter(around[start]))]
    open_tiles: list[Tile] = []
    blocks = []
    while walk:
        here, before, onward = walk[-1]
        there = next(onward, None)
        if there is None:
            walk.pop()
            lowest[before] = min(lowest[before], lowest[here])
            if here != start and lowest[here] >= number[before]:
                place = open_tiles.index(Tile(before, here))
                blocks.append((before, sorted(open_tiles[place:])))
                del open_tiles[place:]
        elif there not in number:
            number[there] = lowest[there] = len(number)
            open_tiles.append(Tile(here, there))
            walk.append((there, here, iter(around[there])))
        elif there != before and number[there] < number[here]:
            open_tiles.append(Tile(here, there))
            lowest[here] = min(lowest[here], number[there])
    return blocks


def _hang(
    points: Mapping[int, _Point],
    weight: Mapping[Tile, int],
    root: int,
    tiles: list[Tile],
    *,
    only_open: bool,
) -> None:
    """Answer a block whose far blocks are answered, and hang it where it is entered.

    `only_open`: nobody asks for the way that comes back.
    """
    closed = _Plan(0, (), frozenset(), root)
    if len(tiles) == 1:  # Over a single tile nobody comes back.
        end = tiles[0].other_end(root)
        worth = weight[tiles[0]] + points[end].prize + points[end].bonus
        opened = _Plan(worth, tiles, frozenset({end}), end)
    else:
        plan = _planner(points, weight, root, tiles)
        opened = plan(False)
        if opened.end == root:
            closed = opened
        elif not only_open:
            closed = plan(True)
    point = points[root]
    point.prize += closed.worth
    point.hanging.append((closed, opened))
    if opened.worth - closed.worth > point.bonus:
        point.bonus = opened.worth - closed.worth
        point.onward = opened


def _planner(
    points: Mapping[int, _Point], weight: Mapping[Tile, int], root: int, tiles: Sequence[Tile]
) -> Callable[[bool], _Plan]:
    """What finds the best plans for a block: the one that comes back, or the one that need not."""
    there = [root, *sorted({pips for tile in tiles for pips in tile} - {root})]
    place = {pips: i for i, pips in enumerate(there)}
    block = Block(
        [(place[tile.low], place[tile.high], weight[tile]) for tile in tiles],
        [0, *(points[pips].prize for pips in there[1:])],
        [0, *(points[pips].bonus for pips in there[1:])],
        [points[pips].lean for pips in there],
    )

    def plan(closed: bool) -> _Plan:
        way = block.best(closed=closed)
        used = [tiles[i] for i in bits(way.edges)]
        passed = frozenset(pips for tile in used for pips in tile) - {root}
        return _Plan(block.total - way.lost, used, passed, there[way.end])

    return plan


def _collected(points: Mapping[int, _Point], start: int) -> set[Tile]:
    """The tiles of the best way, from the plans for the blocks; doubles where it comes by."""
    used: set[Tile] = set()
    todo = [(start, True)]
    while todo:
        pips, ends_here = todo.pop()
        used.add(double_of(pips))
        for closed, opened in points[pips].hanging:
            onward = ends_here and points[pips].onward is opened
            plan = opened if onward else closed
            used.update(plan.tiles)
            todo += [(passed, onward and passed == plan.end) for passed in plan.passed]
    return used


def _in_order(tiles: Sequence[Tile], start: int) -> tuple[Tile, ...]:
    """All these tiles in one way from `start`, which is known to be there.

    Hierholzer: go on until nothing fits, then step back to where something was left out. Doubles
    go where their number comes first.
    """
    around: dict[int, list[int]] = {start: []}
    for tile in reversed(tiles):
        if not tile.is_double:
            around.setdefault(tile.low, []).append(tile.high)
            around.setdefault(tile.high, []).append(tile.low)
    going = [start]
    back = []
    while going:
        here = going[-1]
        if around[here]:
            there = around[here].pop()
            around[there].remove(here)
            going.append(there)
        else:
            back.append(going.pop())
    doubles = {tile.low for tile in tiles if tile.is_double}
    plays: list[Tile] = []
    here = start
    for place, there in enumerate(reversed(back)):
        if place:
            plays.append(Tile(here, there))
        if there in doubles:
            doubles.remove(there)
            plays.append(double_of(there))
        here = there
    return tuple(plays)


class _WrongError(ValueError):
    """What cannot be read, in a sentence that begins with its place."""


def answer_line(text: str) -> dict[str, Any]:
    """The answer to one line of JSON, as it goes out again; never raises for any text.

    In: `{"set": 12, "start": 12, "hand": ["12-3", "3-3"]}`; `"most": "pips"` asks for the most
    pips, not the most tiles; an `"id"` is handed back. Out: `{"train": ["12-3", "3-3"],
    "tiles": 2, "pips": 21}`, every tile in the direction it lies; or `{"error": ...}`, a sentence
    that names the key and the place. `start` is the starting double's pips. That double lies in
    the hub, so that a hand which holds it is in error.
    """
    answer: dict[str, Any] = {}
    try:
        asked = _read_object(text)
        if "id" in asked:
            answer["id"] = asked["id"]
        train = best_train(*_read(asked))
    except _WrongError as wrong:
        return {**answer, "error": str(wrong)}
    return {
        **answer,
        "train": list(train.written()),
        "tiles": len(train.tiles),
        "pips": train.pips,
    }


def _read_object(text: str) -> Mapping[str, Any]:
    if len(text) > LONGEST_LINE:
        raise _WrongError(f"The line is longer than {LONGEST_LINE} characters.")
    try:
        asked = read_json(text, digits=LONGEST_DIGITS)
    except JsonError as wrong:
        if wrong.kind == "syntax":
            raise _WrongError(
                f"Column {wrong.column}: this is not JSON ({wrong.problem})."
            ) from None
        if wrong.kind in ("deep", "number"):
            raise _WrongError(
                "This is not JSON that can be read: too long a number, or too deep."
            ) from None
        raise _WrongError(str(wrong)) from None
    if not isinstance(asked, dict):
        raise _WrongError('The line must be an object like {"set": 12, "start": 12, "hand": []}.')
    return asked


def _read(asked: Mapping[str, Any]) -> tuple[list[Tile], int, Most]:
    for key in asked:
        if key not in _KEYS:
            raise _WrongError(
                f"{key[:20]}: this key is not known; the keys are {', '.join(_KEYS)}."
            )
    for key in ("set", "start", "hand"):
        if asked.get(key) is None:
            raise _WrongError(f"{key}: this key is missing.")
    highest = _whole(asked, "set", HIGHEST_SET)
    start = _whole(asked, "start", highest)
    most = _most(asked.get("most"))
    if not isinstance(asked["hand"], list):
        raise _WrongError('hand: it must be a list of tiles like "7-3".')
    return _hand(asked["hand"], highest, start), start, most


def _most(value: Any) -> Most:
    if value is None or value == "tiles":
        return "tiles"
    if value == "pips":
        return "pips"
    raise _WrongError('most: it must be "tiles" or "pips".')


def _whole(asked: Mapping[str, Any], key: str, highest: int) -> int:
    value = asked[key]
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest:
        return value
    raise _WrongError(f"{key}: it must be a whole number from 0 to {highest}.")


def _hand(written: list[Any], highest: int, start: int) -> list[Tile]:
    places: dict[Tile, int] = {}
    for place, text in enumerate(written):
        if not isinstance(text, str):
            raise _WrongError(f'hand[{place}]: a tile is a text like "7-3".')
        try:
            tile = parse_tile(text)
        except ValueError as wrong:
            raise _WrongError(f"hand[{place}]: {wrong}") from None
        if not tile.in_set(highest):
            raise _WrongError(f"hand[{place}]: the double-{highest} set has no tile {tile}.")
        if tile == double_of(start):
            raise _WrongError(
                f"hand[{place}]: {tile} is the starting double: it lies in the hub, in no hand."
            )
        if tile in places:
            raise _WrongError(
                f"hand[{place}]: {tile} is in the hand already, at hand[{places[tile]}]."
            )
        places[tile] = place
    return list(places)
