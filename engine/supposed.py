"""A position read as if every fact were known.

A rule asks a `Supposed` for facts and gets plain answers. Where the answer is not known it
raises `Fork` with every answer that there can be; who drives the rule tries each of them, with
what is then `given`, and so learns whether the fact matters (`engine.settling`).
"""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from engine.bits import BIT, NO_TILE, members
from engine.branches import Branch, Fork, Given
from engine.guesses import double_tails, lists_of_uncovered, turns_so_far
from engine.hidden import NOTHING_SUPPOSED, Supposal, fits, room
from engine.position import (
    NOTHING_LAID,
    Position,
    Progress,
    Span,
    Uncovered,
    known,
    progress_of,
)
from engine.tiles import Tile


class Supposed(Branch):
    """One branch: a position, and what is supposed of that in it which is not known."""

    __slots__ = ("_first", "_progress", "found")

    def __init__(self, position: Position, given: Given) -> None:
        super().__init__(position, given)
        self._progress = position.progress if position.seat is not None else None
        self._first = position.first_turn
        self.found: dict[Hashable, Any] = {}

    def after(self, tile: Tile, train: str, tail: int) -> "Supposed":
        """The same branch when this tile has been laid, leaving `tail` pips."""
        then = self.position.after(tile, train, tail, self.seat, self.progress())
        return Supposed(then, self.given)

    def holding(self, tile: Tile) -> "Supposed | None":
        """The same branch with this tile in the hand or just drawn; None if it cannot be there.

        Whoever asks about a tile has it, unless the facts say otherwise.
        """
        position, seat, bit = self.position, self.seat, BIT[tile]
        if position.hands[seat] & bit or (position.drawn == bit and not position.drawn_laid):
            return self
        if not bit & position.unseen:
            return None
        if position.hand_is_whole(seat):
            could = position.drawn & bit and not position.drawn_laid
            return Supposed(replace(position, drawn=bit), self.given) if could else None
        return Supposed(position.with_tile(seat, bit), self.given)

    # --- seats and the turn ---

    @property
    def seat(self) -> str:
        """The seat on turn."""
        seat = self.position.seat
        if seat is not None:
            return seat
        if "seat" not in self.given:
            raise Fork("seat", ("turn.seat",), self.position.names)
        supposed: str = self.given["seat"]
        return supposed

    def seats(self) -> tuple[str, ...]:
        """All seats in order of play."""
        if self.position.seats is None:
            raise Fork("seats", ("seats",), ())
        return self.position.seats

    def first_turn(self) -> bool:
        """Whether it is this seat's first turn of the round."""
        if self._first is None:
            if "kind" not in self.given:
                raise Fork("kind", ("turn.kind",), (False, True))
            self._first = self.given["kind"]
        return self._first

    def progress(self) -> Progress:
        """What the seat has laid this turn."""
        if self._progress is None:
            self._progress = self._read_progress()
        return self._progress

    def _read_progress(self) -> Progress:
        laid = self.position.laid
        if laid is not None:
            return progress_of(laid, self.seat)
        if "laid" not in self.given:
            own_only = self.first_turn() and bool(self.says("first_turn_own_train_only"))
            turns = turns_so_far(self.position, self.seat, own_only=own_only)
            raise Fork("laid", ("turn.laid",), turns)
        supposed: Progress = self.given["laid"]
        return supposed

    def has_laid_on_own(self) -> bool:
        """Whether the seat has laid on its own train this turn."""
        laid = self.position.laid
        if laid is not None:
            return any(train == self.seat for _, train in laid)
        progress = self.progress()
        if not progress.tiles or progress.own_only:
            return progress.tiles > 0
        return progress.tiles > 1 and self._either("turn.laid")

    # --- trains ---

    def started(self, train: str) -> bool:
        """Whether a tile lies on this train."""
        here = self.position.trains[train].started
        if here is not None:
            return here
        start = self.position.starting_double
        if start is not None and not self.tails(train) >> start & 1:
            return True
        return self._either(f"trains.{train}.started")

    def marked(self, seat: str) -> bool:
        """Whether this seat's marker is on its train."""
        here = self.position.trains[seat].marked
        return here if here is not None else self._either(f"trains.{seat}.marked")

    def _either(self, path: str) -> bool:
        if path not in self.given:
            raise Fork(path, (path,), (True, False))
        supposed: bool = self.given[path]
        return supposed

    def tails(self, train: str) -> int:
        """The set of pips that this train's tail can still be."""
        tails = self.position.trains[train].tails
        if not self.given or not tails & (tails - 1):
            return tails
        laid: Progress = self.given.get("laid", NOTHING_LAID)
        bare = (*self.given.get("uncovered", ()), *laid.pending)
        if any(each.train == train for each in bare):
            tails = double_tails(self.position, train)
        start = self.position.starting_double
        if start is not None and self.given.get(f"trains.{train}.started") is False:
            tails &= 1 << start
        supposed = self.given.get(self._tail_path(train))
        return tails if supposed is None else tails & supposed

    def _tail_path(self, train: str) -> str:
        here = self.position.trains[train]
        return "starting_double" if here.started is False else f"trains.{train}.tail"

    def tail_in(self, train: str, pips: int) -> bool:
        """Whether this train's tail is one of these pips."""
        tails = self.tails(train)
        if not tails & pips:
            return False
        if not tails & ~pips:
            return True
        path = self._tail_path(train)
        raise Fork(path, (path,), (tails & pips, tails & ~pips))

    def tail(self, train: str) -> int:
        """The pips of this train's tail."""
        tails = self.tails(train)
        found = known(tails)
        if found is None:
            path = self._tail_path(train)
            raise Fork(path, (path,), [1 << pips for pips in members(tails)])
        return found

    # --- uncovered doubles ---

    def knows_uncovered(self) -> bool:
        """Whether the uncovered doubles of earlier turns are known along this branch."""
        return self.position.uncovered is not None or "uncovered" in self.given

    def older(self) -> tuple[Uncovered, ...]:
        """The uncovered doubles of earlier turns, in the order they were laid."""
        progress = self.progress()
        listed = self.position.uncovered
        if listed is not None:
            if not progress.pending:
                return listed
            pending = {each.train for each in progress.pending}
            return tuple(each for each in listed if each.train not in pending)
        if progress.tiles:
            return ()
        if "uncovered" not in self.given:
            raise Fork("uncovered", ("uncovered",), lists_of_uncovered(self.position))
        supposed: tuple[Uncovered, ...] = self.given["uncovered"]
        return supposed

    def ends_in_uncovered(self, train: str) -> bool:
        """Whether the last tile on this train is an uncovered double."""
        position = self.position
        if position.uncovered is not None:
            return any(each.train == train for each in position.uncovered)
        laid = position.progress
        if laid is not None and any(each.train == train for each in laid.pending):
            return True
        if not double_tails(position, train):
            return False
        key = ("ends", train)
        if key not in self.given:
            raise Fork(key, ("uncovered",), (True, False))
        supposed: bool = self.given[key]
        return supposed

    def oldest(self, doubles: tuple[Uncovered, ...]) -> Uncovered:
        """Which of these was laid first."""
        return self._at_end(doubles, 0)

    def newest(self, doubles: tuple[Uncovered, ...]) -> Uncovered:
        """Which of these was laid last."""
        return self._at_end(doubles, -1)

    def _at_end(self, doubles: tuple[Uncovered, ...], end: int) -> Uncovered:
        if self.position.in_order or len(doubles) == 1:
            return doubles[end]
        key = ("order", end, doubles)
        if key not in self.given:
            raise Fork(key, ("uncovered_in_order", "uncovered"), doubles)
        supposed: Uncovered = self.given[key]
        return supposed

    def is_mine(self, double: Uncovered) -> bool:
        """Whether the seat on turn laid this double itself."""
        if double.laid_by is not None:
            return double.laid_by == self.seat
        key = ("laid_by", double.train)
        if key not in self.given:
            raise Fork(key, ("uncovered",), (False, True))
        supposed: bool = self.given[key]
        return supposed

    # --- tiles ---

    def boneyard_is_empty(self) -> bool:
        """Whether no tile is left to draw."""
        low, high = self.position.boneyard
        if low == high:
            return not low
        if "boneyard" in self.given:
            return bool(self.given["boneyard"])
        low, high = self._number("boneyard")
        return not low and (not high or self._either("boneyard"))

    def _number(self, which: str) -> Span:
        """Between what a number of tiles lies: the boneyard's, a hand's, or of tiles drawn."""
        numbers = self._numbers()
        low, high = numbers[which]
        total = self.position.total
        if total is None:
            return Span(low, high)
        least = sum(number.low for number in numbers.values()) - low
        most = sum(number.high for number in numbers.values()) - high
        return Span(max(low, min(total - most, high)), min(high, total - least))

    def _numbers(self) -> dict[str, Span]:
        """Each number of tiles as far as it is known or supposed; together they are the set."""
        position = self.position
        low, high = position.boneyard
        if "boneyard" in self.given and high:
            low, high = (0, 0) if self.given["boneyard"] else (max(low, 1), high)
        drawn = NO_TILE if position.drawn_laid else self.drawn()
        numbers = {
            "boneyard": Span(low, high),
            "trains": position.on_trains,
            "drawn": Span(not drawn & NO_TILE, drawn != NO_TILE),
        }
        for seat in position.names:
            numbers[f"hand {seat}"] = self._supposal(seat).size or position.counts[seat]
        return numbers

    def has_drawn(self) -> bool:
        """Whether a tile drawn this turn is still to be laid or kept."""
        if self.position.drawn_laid:
            return False
        drawn = self.drawn()
        if drawn & (drawn - 1) and drawn & NO_TILE:
            low, high = self._number("drawn")
            if low == high:
                return bool(low)
        return not self.drawn_in(NO_TILE)

    def drawn_in(self, tiles: int) -> bool:
        """Whether what was drawn this turn is one of these; `NO_TILE` stands for nothing."""
        drawn = self.drawn()
        if not drawn & tiles:
            return False
        if not drawn & ~tiles:
            return True
        hands = {seat: self._supposal(seat) for seat in self.position.names}
        could = [
            each for each in (drawn & tiles, drawn & ~tiles) if fits(self.position, hands, each)
        ]
        if len(could) == 1:
            return could[0] == drawn & tiles
        raise Fork("drawn", ("turn.drawn",), could)

    def drawn(self) -> int:
        """The set of what can have been drawn this turn."""
        drawn = self.position.drawn
        if drawn & (drawn - 1):
            supposed: int = self.given.get("drawn", drawn)
            return supposed
        return drawn

    def _supposal(self, seat: str) -> Supposal:
        """What is supposed of this hand so far."""
        supposed: Supposal = self.given.get(("hand", seat), NOTHING_SUPPOSED)
        return supposed

    def could_hold(self, seat: str) -> int:
        """The tiles that this hand can hold unseen."""
        supposal = self._supposal(seat)
        if not room(self.position, seat, supposal).high:
            return 0
        drawn = self.drawn()
        only_drawn = 0 if drawn & (drawn - 1) else drawn
        return self.position.unseen & ~supposal.without & ~only_drawn

    def holds(self, seat: str, tiles: int) -> bool:
        """Whether this hand holds at least one of these tiles."""
        if self.position.hands[seat] & tiles:
            return True
        possible = self.could_hold(seat) & tiles
        if not possible:
            return False
        before = self._supposal(seat)
        if any(not wanted & ~possible for wanted in before.some_of):
            return True
        none = before._replace(
            without=before.without | possible,
            some_of=tuple(wanted & ~possible for wanted in before.some_of),
        )
        some = before._replace(some_of=(*before.some_of, possible))
        chosen = self._only(seat, (some, none), self.hand_paths(seat))
        return chosen is some

    def hand_paths(self, seat: str) -> tuple[str, ...]:
        """The facts that tell what is unknown of a hand: its tiles, or that it has no others."""
        low, high = self.position.counts[seat]
        told_in_part = low < high and self.position.hands[seat]
        tiles = f"hands.{seat}"
        return (tiles, f"hand_counts.{seat}") if told_in_part else (tiles,)

    def hand_is(self, seat: str, count: int) -> bool:
        """Whether this hand has so many tiles."""
        before = self._supposal(seat)
        low, high = before.size or self.position.counts[seat]
        if low < high:
            low, high = self._number(f"hand {seat}")
        if not low <= count <= high:
            return False
        so_many = before._replace(size=Span(count, count))
        fewer, more = Span(low, count - 1), Span(count + 1, high)
        others = [before._replace(size=each) for each in (fewer, more) if each.low <= each.high]
        paths = (f"hands.{seat}", f"hand_counts.{seat}")
        return not others or self._only(seat, (so_many, *others), paths) is so_many

    def _only(
        self, seat: str, options: tuple[Supposal, ...], paths: tuple[str, ...]
    ) -> Supposal | None:
        """The one of these that the hands can be dealt to; a fork where there are more."""
        possible = [each for each in options if self._fits(seat, each)]
        if len(possible) < 2:
            return possible[0] if possible else None
        raise Fork(("hand", seat), paths, possible)

    def _fits(self, seat: str, supposal: Supposal) -> bool:
        others = {name: self._supposal(name) for name in self.position.names}
        return fits(self.position, others | {seat: supposal}, self.drawn())

    def fit(self, key: Hashable, paths: tuple[str, ...], *, can: bool, need_not: bool) -> bool:
        """Whether some unknown tile meets some unknown tail: one question about two facts."""
        if can and need_not:
            if key not in self.given:
                raise Fork(key, paths, (True, False))
            return bool(self.given[key])
        return can

    # --- passes ---

    def all_have_passed(self) -> bool:
        """Whether every seat has passed since a tile was last laid."""
        passes = self.position.passes
        if passes is not None:
            return passes >= len(self.seats())
        return self._either("turn.passes")
