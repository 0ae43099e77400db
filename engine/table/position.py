"""The table as far as it is known: the facts, and what follows from them.

A `Position` holds for each fact what it can still be: an open end is a set of pips, a number of
tiles lies in a span, a hand has known tiles and room for others. Where only one value is left the
fact is known. `engine.table.deduction` makes positions from facts; `engine.rulings.hypothesis`
reads them as if all were known.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from engine.rules.rule_set import RuleSet
from engine.tile_sets import BIT, DOUBLE, WITH, whole_set
from engine.tiles import Tile


class Span(NamedTuple):
    """A number that is at least `low` and at most `high`; known when they are the same."""

    low: int
    high: int


class TrainState(NamedTuple):
    """One train. `open_ends` is the set of pips that its open end can be (`engine.tile_sets`)."""

    started: bool | None
    open_ends: int
    marked: bool | None
    tiles: int | None = None


class Uncovered(NamedTuple):
    """A double with nothing on it. `pips` or `played_by` is None where it is unknown."""

    train: str
    pips: int | None
    played_by: str | None


class Play(NamedTuple):
    """A tile played this turn, and on which train."""

    tile: Tile
    train: str


class Unnamed(NamedTuple):
    """A tile played this turn that nobody names; None is unknown."""

    is_double: bool | None
    train: str | None


class Progress(NamedTuple):
    """What the seat on turn has played so far.

    `tiles` are how many; `doubles` how many of them are doubles; `pending` those doubles that
    still have nothing on them, in the order of play; `last_is_double` of the last tile; `own_only`
    whether all went on the own train.
    """

    tiles: int
    doubles: int
    pending: tuple[Uncovered, ...]
    last_is_double: bool
    own_only: bool


NOTHING_PLAYED: Final = Progress(0, 0, (), False, True)


def progress_of(plays: tuple[Play, ...], seat: str | None) -> Progress:
    """Return how far a turn has come in which this seat has made these plays."""
    progress = NOTHING_PLAYED
    for tile, train in plays:
        progress = progress_after(progress, tile, train, seat)
    return progress


def progress_after(progress: Progress, tile: Tile, train: str, seat: str | None) -> Progress:
    """Return how far the same turn has come with one more tile."""
    double = Uncovered(train, tile.low, seat) if tile.is_double else None
    return progress_with(progress, double, train, seat)


def progress_with(
    progress: Progress, double: Uncovered | None, train: str, seat: str | None
) -> Progress:
    """Return the same for a tile on this train, which is this double or none."""
    tiles, doubles, pending, _, own_only = progress
    pending = tuple(other for other in pending if other.train != train)
    if double is not None:
        pending += (double,)
    is_own = own_only and train == seat
    is_double = double is not None
    return Progress(tiles + 1, doubles + is_double, pending, is_double, is_own)


@dataclass(slots=True, eq=False)
class Position:
    """One moment of a round under its rules, as far as it is known. Not to be changed.

    `seats` is the order of play, or None where it is unknown; `names` are all seats of which
    anything is known. `hands` are the tiles that are known to be there, `counts` how many there
    are in all, `total` all tiles of the set but the one in the hub, where set and seats are known;
    `unseen` the tiles that could lie in any place that is not wholly known. `drawn` is the set of
    what can have been drawn this turn, with the bit `NO_TILE` for nothing; `drawn_played` says that
    it has been played; `draws` how many were drawn, that one included. `plain_ends` are the trains
    whose last tile is surely no double. `kind` and `plays` are of the turn, as in `Facts`.
    `can_play`, `can_play_on` and `anybody_can_play` say who can play a tile from the hand as this
    table stands; `engine.rulings.able` holds them against the rules. `time_up`: time has run out.
    `starter` is the seat that took the round's first turn, and `starter_needs` are the paths that
    would say it where it is unknown. `third_tile` as in `Facts`; `unnamed` are the tiles of this
    turn where not all have a name, and then `plays` is unknown.
    `fits_cache` keeps the answers of `engine.table.unseen`.
    """

    rules: RuleSet
    set: int
    seats: tuple[str, ...] | None
    names: tuple[str, ...]
    starting_double: int | None
    trains: dict[str, TrainState]
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
    drawn_played: bool
    plays: tuple[Play, ...] | None
    progress: Progress | None
    passes: int | None
    passed: frozenset[str] = frozenset()
    time_up: bool = False
    can_play: dict[str, bool] = field(default_factory=dict)
    can_play_on: dict[tuple[str, str], bool] = field(default_factory=dict)
    anybody_can_play: bool | None = None
    plain_ends: frozenset[str] = frozenset()
    draws: int = 1
    starter: str | None = None
    starter_needs: tuple[str, ...] = ("first_player",)
    third_tile: bool | str | None = None
    unnamed: tuple[Unnamed, ...] = ()
    fits_cache: dict[Hashable, bool] = field(init=False, default_factory=dict, repr=False)

    @property
    def says_who_can_play(self) -> bool:
        """Whether there are facts on who can play."""
        return bool(self.can_play or self.can_play_on) or self.anybody_can_play is not None

    def without_who_can_play(self) -> "Position":
        """Return the same position without the facts on who can play."""
        return replace(self, can_play={}, can_play_on={}, anybody_can_play=None)

    def hand_is_whole(self, seat: str) -> bool:
        """Return whether every tile in this hand is known."""
        return self.counts[seat].high <= self.hands[seat].bit_count()

    def cannot_be_covered(self, pips: int | None) -> bool:
        """Return whether the facts prove that every other tile of this number is out.

        The facts alone: what is unknown counts as a tile that may still come.
        """
        if pips is None:
            return False
        left = WITH[pips] & whole_set(self.set) & ~DOUBLE[pips] & ~self.on_table
        if not left:
            return True
        if self.boneyard.high or self.seats is None or self.drawn & (self.drawn - 1):
            return False
        in_hands = 0 if self.drawn_played else self.drawn
        for seat in self.seats:
            if not self.hand_is_whole(seat):
                return False
            in_hands |= self.hands[seat]
        return not left & in_hands

    def with_tile(self, seat: str, bit: int) -> "Position":
        """Return the same position with this unseen tile known to be in the hand."""
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
        open_end: int,
        seat: str | None = None,
        progress: Progress | None = None,
    ) -> "Position":
        """Return the position when the seat on turn has played `tile` there.

        `open_end` are the pips that the train then ends in. Whether the play is allowed is not
        checked. Where the seat on turn, or what it has played, is unknown, `seat` and `progress`
        say what to assume.
        """
        seat, progress = seat or self.seat, progress or self.progress
        if seat is None or progress is None:
            raise ValueError("Who is on turn and what was played must be known or assumed.")
        bit = BIT[tile]
        trains, hands, counts = dict(self.trains), dict(self.hands), dict(self.counts)
        before = trains[train]
        tiles = None if before.tiles is None else before.tiles + 1
        trains[train] = TrainState(True, 1 << open_end, before.marked, tiles)
        was_drawn = self.drawn == bit and not self.drawn_played
        if not was_drawn:
            hands[seat] &= ~bit
            low, high = counts[seat]
            counts[seat] = Span(max(low - 1, 0), max(high - 1, 0))
        return replace(
            self,
            seat=seat,
            trains=trains,
            hands=hands,
            counts=counts,
            uncovered=self._uncovered_after(tile, train, seat),
            on_trains=Span(self.on_trains.low + 1, self.on_trains.high + 1),
            on_table=self.on_table | bit,
            unseen=self.unseen & ~bit,
            drawn=self.drawn if was_drawn else self.drawn & ~bit,
            drawn_played=self.drawn_played or was_drawn,
            plays=None if self.plays is None else (*self.plays, Play(tile, train)),
            progress=progress_after(progress, tile, train, seat),
            can_play={},
            can_play_on={},
            anybody_can_play=None,
            plain_ends=self.plain_ends - {train} | (set() if tile.is_double else {train}),
        )

    def _uncovered_after(self, tile: Tile, train: str, seat: str) -> tuple[Uncovered, ...] | None:
        if self.uncovered is None:
            return None
        others = tuple(double for double in self.uncovered if double.train != train)
        return (*others, Uncovered(train, tile.low, seat)) if tile.is_double else others


def known(pips: int) -> int | None:
    """Return the one member of a set of pips, or None where it has more."""
    return None if pips & (pips - 1) else pips.bit_length() - 1
