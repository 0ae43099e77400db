"""The table as far as it is known: what is told, and what follows from it.

A `Position` holds for each fact what it can still be: a tail is a set of pips, a number of tiles
lies between two numbers, a hand has tiles that are known and room for others. Where only one
value is left the fact is known. `engine.concluding` makes positions from what is told;
`engine.supposed` reads them as if all were known.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from engine.bits import BIT, DOUBLE, WITH, whole_set
from engine.rules import RuleSet
from engine.tiles import Tile

MEXICAN: Final = "mexican"
"""The key of the Mexican Train, where the others go by their seat."""


class Span(NamedTuple):
    """A number that is at least `low` and at most `high`; known when they are the same."""

    low: int
    high: int


class Train(NamedTuple):
    """One train. `tails` is the set of pips that its tail can be (`engine.bits`)."""

    started: bool | None
    tails: int
    marked: bool | None
    tiles: int | None = None


class Uncovered(NamedTuple):
    """A double with nothing on it. `pips` or `laid_by` is None where it is not known."""

    train: str
    pips: int | None
    laid_by: str | None


class Lay(NamedTuple):
    """A tile laid this turn, and on which train."""

    tile: Tile
    train: str


class Progress(NamedTuple):
    """What the seat on turn has laid so far.

    `tiles` are how many; `doubles` how many of them are doubles; `pending` those doubles that
    still have nothing on them, in the order they were laid; `last_is_double` of the last tile;
    `own_only` whether all went on the own train.
    """

    tiles: int
    doubles: int
    pending: tuple[Uncovered, ...]
    last_is_double: bool
    own_only: bool


NOTHING_LAID: Final = Progress(0, 0, (), False, True)


def progress_of(laid: tuple[Lay, ...], seat: str | None) -> Progress:
    """How far a turn has come that has laid these tiles."""
    progress = NOTHING_LAID
    for tile, train in laid:
        progress = progress_after(progress, tile, train, seat)
    return progress


def progress_after(progress: Progress, tile: Tile, train: str, seat: str | None) -> Progress:
    """How far the same turn has come with one more tile."""
    tiles, doubles, pending, _, own_only = progress
    pending = tuple(each for each in pending if each.train != train)
    if tile.is_double:
        pending += (Uncovered(train, tile.low, seat),)
    is_own = own_only and train == seat
    return Progress(tiles + 1, doubles + tile.is_double, pending, tile.is_double, is_own)


@dataclass(slots=True, eq=False)
class Position:
    """One moment of a round under its rules, as far as it is known. Not to be changed.

    `seats` is the order of play, or None where it is not told; `names` are all seats that are
    told of. `hands` are the tiles that are known to be there, `counts` how many there are in
    all, `total` all tiles of the set but the one in the hub, where set and seats are known;
    `unseen` the tiles that could lie in any place that is not wholly known. `drawn` is the set of
    what can have been drawn this turn, with the bit `NO_TILE` for nothing; `drawn_laid` says that
    it has been laid; `draws` how many were drawn, that one included. `plain_ends` are the trains
    whose last tile is surely no double. `kind` and `laid` are of the turn, as in a case. `dealt`
    keeps what `engine.hidden` has found out.
    """

    rules: RuleSet
    set: int
    seats: tuple[str, ...] | None
    names: tuple[str, ...]
    starting_double: int | None
    trains: dict[str, Train]
    uncovered: tuple[Uncovered, ...] | None
    in_order: bool
    hands: dict[str, int]
    counts: dict[str, Span]
    boneyard: Span
    on_trains: Span
    total: int | None
    on_table: int
    unseen: int
    seat: str | None
    kind: str | None
    first_turn: bool | None
    drawn: int
    drawn_laid: bool
    laid: tuple[Lay, ...] | None
    progress: Progress | None
    passes: int | None
    plain_ends: frozenset[str] = frozenset()
    draws: int = 1
    dealt: dict[Hashable, bool] = field(init=False, default_factory=dict, repr=False)

    def hand_is_whole(self, seat: str) -> bool:
        """Whether every tile in this hand is known."""
        return self.counts[seat].high <= self.hands[seat].bit_count()

    def cannot_be_covered(self, pips: int | None) -> bool:
        """Whether the facts prove that every other tile of this number is out.

        The facts alone: what is not known counts as a tile that may still come.
        """
        if pips is None:
            return False
        left = WITH[pips] & whole_set(self.set) & ~DOUBLE[pips] & ~self.on_table
        if not left:
            return True
        if self.boneyard.high or self.seats is None or self.drawn & (self.drawn - 1):
            return False
        held = 0 if self.drawn_laid else self.drawn
        for seat in self.seats:
            if not self.hand_is_whole(seat):
                return False
            held |= self.hands[seat]
        return not left & held

    def with_tile(self, seat: str, bit: int) -> "Position":
        """The same position with this unseen tile known to be in the hand."""
        return replace(
            self,
            hands=self.hands | {seat: self.hands[seat] | bit},
            unseen=self.unseen & ~bit,
            drawn=self.drawn & ~bit,
        )

    def after(
        self,
        tile: Tile,
        train: str,
        tail: int,
        seat: str | None = None,
        progress: Progress | None = None,
    ) -> "Position":
        """The position when the seat on turn has laid `tile` there, leaving `tail` pips.

        Whether it may is not asked. Where the seat on turn, or what it has laid, is not known,
        `seat` and `progress` say what to take it for.
        """
        seat, progress = seat or self.seat, progress or self.progress
        if seat is None or progress is None:
            raise ValueError("Who is on turn and what was laid must be known, or supposed.")
        bit = BIT[tile]
        trains, hands, counts = dict(self.trains), dict(self.hands), dict(self.counts)
        before = trains[train]
        tiles = None if before.tiles is None else before.tiles + 1
        trains[train] = Train(True, 1 << tail, before.marked, tiles)
        was_drawn = self.drawn == bit and not self.drawn_laid
        if not was_drawn:
            hands[seat] &= ~bit
            low, high = counts[seat]
            counts[seat] = Span(max(low - 1, 0), max(high - 1, 0))
        uncovered = self.uncovered
        if uncovered is not None:
            uncovered = tuple(each for each in uncovered if each.train != train)
            if tile.is_double:
                uncovered += (Uncovered(train, tile.low, seat),)
        return replace(
            self,
            seat=seat,
            trains=trains,
            hands=hands,
            counts=counts,
            uncovered=uncovered,
            on_trains=Span(self.on_trains.low + 1, self.on_trains.high + 1),
            on_table=self.on_table | bit,
            unseen=self.unseen & ~bit,
            drawn=self.drawn if was_drawn else self.drawn & ~bit,
            drawn_laid=self.drawn_laid or was_drawn,
            laid=None if self.laid is None else (*self.laid, Lay(tile, train)),
            progress=progress_after(progress, tile, train, seat),
            plain_ends=self.plain_ends - {train} | (set() if tile.is_double else {train}),
        )


def known(pips: int) -> int | None:
    """The one member of a set of pips, or None where it has more."""
    return None if pips & (pips - 1) else pips.bit_length() - 1
