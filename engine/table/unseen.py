"""Tiles that nobody has seen: which hands could hold them, all hands at once.

Along one branch of a ruling a hand is assumed to hold none of some tiles (`without`), and at
least one of others (`some_of`). `fits` says whether the unseen tiles can be dealt so that every
hand keeps to what is assumed of it and to its number of tiles, each tile in one place.

An example: A and B have one unknown tile each, and both are assumed to have a 5. Where 5-5 and 5-2
are unseen that fits. Where 5-2 alone is, it fits for either but not for both: so a rule that asks
about B after it was assumed that A has it learns that B cannot.

Not checked: whether the tiles left over for the trains can be joined to trains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.table.position import Position, Span
from engine.tile_sets import DOUBLE, NO_TILE, members

MOST_SEATS_WEIGHED: Final = 5
"""With more unknown hands than this, only the shortage of single hands is looked at."""

MOST_TRIES: Final = 200


class Assumption(NamedTuple):
    """What is assumed of the unknown part of one hand: sets of tiles (`engine.tile_sets`)."""

    without: int = 0
    some_of: tuple[int, ...] = ()
    size: Span | None = None


DRAWN: Final = ""
"""Where no seat's name can be: the tile drawn this turn, which is like a hand of one."""

NO_ASSUMPTION: Final = Assumption()


def room(position: Position, seat: str, assumption: Assumption) -> Span:
    """Return how many unknown tiles this hand has, at least and at most."""
    low, high = assumption.size or position.counts[seat]
    known_tiles = position.hands[seat].bit_count()
    return Span(max(low - known_tiles, 0), max(high - known_tiles, 0))


def fits(position: Position, assumed: Mapping[str, Assumption], drawn: int) -> bool:
    """Return whether the unseen tiles can be dealt so that all that is assumed is true.

    `drawn` is the set of what can have been drawn this turn.

    After `MOST_TRIES` the answer is yes: a ruling then asks for a fact too many, and is not wrong.
    """
    # Many branches ask the same, each from the beginning.
    key = (drawn, *assumed.items())
    if key not in position.fits_cache:
        position.fits_cache[key] = _can_be_dealt(position, assumed, drawn)
    return position.fits_cache[key]


def _can_be_dealt(position: Position, assumed: Mapping[str, Assumption], drawn: int) -> bool:
    without = {seat: assumption.without for seat, assumption in assumed.items()}
    wanted = [(seat, tiles) for seat, hand in assumed.items() for tiles in hand.some_of]
    rooms = {
        seat: room(position, seat, assumed.get(seat, NO_ASSUMPTION)) for seat in position.names
    }
    if position.drawn & (position.drawn - 1):
        rooms[DRAWN] = Span(int(not drawn & NO_TILE), int(drawn != NO_TILE))
        without[DRAWN] = ~drawn
    return _Deal(position, without, MOST_TRIES).can(position.unseen, rooms, wanted)


@dataclass(slots=True)
class _Deal:
    """One attempt to deal the unseen tiles."""

    position: Position
    without: Mapping[str, int]
    tries: int

    def can(self, free: int, rooms: dict[str, Span], wanted: list[tuple[str, int]]) -> bool:
        """Give out the wanted tiles one by one, then see whether the rest has a place."""
        self.tries -= 1
        if self.tries < 0:
            return True
        if not wanted:
            return self._rest_has_place(free, rooms)
        seat, tiles = wanted[0]
        low, high = rooms[seat]
        if not high:
            return False
        for number in members(tiles & self._open_to(seat, free)):
            bit = 1 << number
            unmet = [want for want in wanted if want[0] != seat or not want[1] & bit]
            if self.can(free & ~bit, rooms | {seat: Span(max(low - 1, 0), high - 1)}, unmet):
                return True
        return False

    def _open_to(self, seat: str, free: int) -> int:
        return free & ~self.without.get(seat, 0)

    def _rest_has_place(self, free: int, rooms: dict[str, Span]) -> bool:
        """Return whether each hand can be filled, and what no hand may hold can lie elsewhere.

        By Hall's theorem: any hands together must find as many tiles as they lack, and any
        tiles together as many places as they need. So every set of hands is looked at once, by
        the bits of `chosen`. Two hands that lack a tile each and may both hold 5-2 alone can be
        filled one by one, but together they find one tile where they lack two.
        """
        dark = [seat for seat, (_, high) in rooms.items() if high]
        if any(self._open_to(seat, free).bit_count() < rooms[seat].low for seat in dark):
            return False
        if self.position.total is None or len(dark) > MOST_SEATS_WEIGHED:
            return True
        elsewhere = self._elsewhere()
        for chosen in range(1 << len(dark)):
            # Tiles that none of the chosen hands may hold, and tiles that only they may hold.
            out_of_reach = shut_in = free
            lacking, most = 0, elsewhere
            for number, seat in enumerate(dark):
                if chosen >> number & 1:
                    out_of_reach &= self.without.get(seat, 0)
                    lacking += rooms[seat].low
                    most += rooms[seat].high
                else:
                    shut_in &= self.without.get(seat, 0)
            if (free & ~out_of_reach).bit_count() < lacking or shut_in.bit_count() > most:
                return False
        return True

    def _elsewhere(self) -> int:
        """Return how many unseen tiles lie at most in the boneyard and on the trains."""
        position = self.position
        in_hub = position.starting_double
        hub = 0 if in_hub is None else DOUBLE[in_hub]
        seen = (position.on_table & ~hub).bit_count() - (in_hub is None)
        return max(position.on_trains.high - seen, 0) + position.boneyard.high
