"""What the scorekeeper was told at the end of a round."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.tiles import Tile, double_of, tile_count


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One round's end, as far as it was told. What is left out is unknown.

    `seats` sit clockwise; a key of `hands`, `totals` or `counts` that is no seat is a fault.
    `hands` are tiles left, `totals` are points as written down, markers and all, `counts` are
    numbers of tiles left. A hand with fewer tiles than its count is known in part; one without
    a count is complete. `out` is the seat that laid its last tile; `blocked` or `time` say that
    nobody did, because nobody could go on or time was called. `blocked` None is unknown, and so
    is `out` None while neither of the two is True.

    `tiles_to_draw` says that some are left in the boneyard, where nobody counted them.
    `on_table` are tiles seen on the trains, `train_tiles` numbers of tiles laid on each (by
    seat, or `mexican`, without the starting double in the hub), `open_ends` what the next tile on a
    train must match, `marked` whose train carries a marker, `uncovered` the doubles that nothing
    lies on (train and pips; None is unknown). `all_seats` is False when more seats than `seats`
    may have played.
    """

    set: int
    seats: tuple[str, ...]
    starting_double: int | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    out: str | None = None
    blocked: bool | None = None
    time: bool = False
    boneyard: int | None = None
    tiles_to_draw: bool = False
    on_table: tuple[Tile, ...] = ()
    train_tiles: Mapping[str, int] = field(default_factory=dict)
    open_ends: Mapping[str, int] = field(default_factory=dict)
    marked: Mapping[str, bool] = field(default_factory=dict)
    uncovered: tuple[tuple[str, int], ...] | None = None
    all_seats: bool = True

    @property
    def starting_tile(self) -> Tile | None:
        """The double in the hub, or None while it is unknown or the set lacks it."""
        if self.starting_double is None or not 0 <= self.starting_double <= self.set:
            return None
        return double_of(self.starting_double)

    @property
    def tiles_to_hold(self) -> int:
        """How many tiles the set has besides the one in the hub."""
        return tile_count(self.set) - 1

    @property
    def nobody_went_out(self) -> bool:
        """Whether the report says that the round ended without anybody going out."""
        return self.blocked is True or self.time

    def whole_hand(self, seat: str) -> bool:
        """Whether all of the seat's tiles are told."""
        if seat not in self.hands:
            return False
        return self.counts.get(seat, 0) <= len(self.hands[seat])

    def count(self, seat: str) -> int | None:
        """How many tiles the seat holds, or None where that is unknown."""
        reported = self.counts.get(seat)
        if seat in self.hands and (reported is None or reported < len(self.hands[seat])):
            return len(self.hands[seat])
        if reported is None and seat == self.out:
            return 0
        return reported

    @property
    def empty_hands(self) -> tuple[str, ...]:
        """The seats that surely hold no tile."""
        return tuple(seat for seat in self.seats if self.count(seat) == 0)

    @property
    def winner(self) -> str | None:
        """The seat that went out: told so, or the only one that surely holds no tile."""
        if self.nobody_went_out:
            return None
        if self.out is not None:
            return self.out
        return self.empty_hands[0] if len(self.empty_hands) == 1 else None
