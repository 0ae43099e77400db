"""Tiles that nobody has told of: which hands could hold them, all at once.

Along one branch of a ruling it is supposed of a hand that it holds none of some tiles
(`without`), and at least one of others (`some_of`). `fits` says whether unseen tiles can be
dealt so that every hand keeps to that and to its number of tiles, each tile in one place.

Not looked at: whether the tiles left for the trains can be joined to trains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.bits import DOUBLE, NO_TILE, members
from engine.position import Position, Span

MOST_SEATS_WEIGHED: Final = 5
"""With more hands than this in the dark, only each one's own shortage is looked at."""

MOST_TRIES: Final = 200


class Supposal(NamedTuple):
    """What is supposed of the unknown part of one hand: sets of tiles (`engine.bits`)."""

    without: int = 0
    some_of: tuple[int, ...] = ()
    size: Span | None = None


DRAWN: Final = ""
"""Where no seat's name can be: the tile drawn this turn, which is like a hand of one."""

NOTHING_SUPPOSED: Final = Supposal()


def room(position: Position, seat: str, supposal: Supposal) -> Span:
    """How many unknown tiles this hand has, at least and at most."""
    low, high = supposal.size or position.counts[seat]
    held = position.hands[seat].bit_count()
    return Span(max(low - held, 0), max(high - held, 0))


def fits(position: Position, supposed: Mapping[str, Supposal], drawn: int) -> bool:
    """Whether unseen tiles can be dealt to the hands so that all that is supposed holds.

    `drawn` is the set of what can have been drawn this turn.

    After `MOST_TRIES` it is taken to be possible: a ruling then asks for a fact too many.
    """
    # The same is asked along many branches, each time from the beginning.
    key = (drawn, *supposed.items())
    if key not in position.dealt:
        position.dealt[key] = _can_be_dealt(position, supposed, drawn)
    return position.dealt[key]


def _can_be_dealt(position: Position, supposed: Mapping[str, Supposal], drawn: int) -> bool:
    without = {seat: supposal.without for seat, supposal in supposed.items()}
    wanted = [(seat, tiles) for seat, each in supposed.items() for tiles in each.some_of]
    rooms = {
        seat: room(position, seat, supposed.get(seat, NOTHING_SUPPOSED)) for seat in position.names
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
        """Give the wanted tiles out one by one, then see whether the rest has its place."""
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
            unmet = [each for each in wanted if each[0] != seat or not each[1] & bit]
            if self.can(free & ~bit, rooms | {seat: Span(max(low - 1, 0), high - 1)}, unmet):
                return True
        return False

    def _open_to(self, seat: str, free: int) -> int:
        return free & ~self.without.get(seat, 0)

    def _rest_has_place(self, free: int, rooms: dict[str, Span]) -> bool:
        """Whether each hand can be filled, and what no hand may hold can lie elsewhere.

        By Hall's theorem: any hands together must find as many tiles as they lack, and any
        tiles together as many places as they need.
        """
        dark = [seat for seat, (_, high) in rooms.items() if high]
        if any(self._open_to(seat, free).bit_count() < rooms[seat].low for seat in dark):
            return False
        if self.position.total is None or len(dark) > MOST_SEATS_WEIGHED:
            return True
        elsewhere = self._elsewhere()
        for chosen in range(1 << len(dark)):
            reached = shut_in = free
            lacking, most = 0, elsewhere
            for number, seat in enumerate(dark):
                if chosen >> number & 1:
                    reached &= self.without.get(seat, 0)
                    lacking += rooms[seat].low
                    most += rooms[seat].high
                else:
                    shut_in &= self.without.get(seat, 0)
            if (free & ~reached).bit_count() < lacking or shut_in.bit_count() > most:
                return False
        return True

    def _elsewhere(self) -> int:
        """How many unseen tiles lie at most in the boneyard and on the trains."""
        position = self.position
        in_hub = position.starting_double
        hub = 0 if in_hub is None else DOUBLE[in_hub]
        seen = (position.on_table & ~hub).bit_count() - (in_hub is None)
        return max(position.on_trains.high - seen, 0) + position.boneyard.high
