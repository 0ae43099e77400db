"""The table read as if every fact were known: a position under assumptions about unknown facts.

A rule is a function of a `Hypothesis`. It asks for facts, and for what the rules say, and gets
plain answers. Where an answer is unknown it raises `Fork` with every value that there can be;
whoever runs the rule (`engine.rulings.case_analysis`) runs it again with each of these values
assumed, and so learns whether the fact matters.

An example: whether B may play on A's train is asked at a table where nobody knows whether A's
train is marked. The first run has no assumptions, reads `marked("A")` and ends in
`Fork("trains.A.marked", options=(True, False))`. The second run assumes True and comes to
"allowed", the third assumes False and comes to "not_allowed": so the ruling depends on
`trains.A.marked`.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.rules.parameters import SILENT, Rule, Unclear
from engine.rules.rule_set import PARAMETERS
from engine.table.position import (
    NOTHING_PLAYED,
    Position,
    Progress,
    Span,
    Uncovered,
    known,
    progress_of,
    progress_with,
)
from engine.table.unseen import NO_ASSUMPTION, Assumption, fits, room
from engine.tile_sets import BIT, DOUBLE, NO_TILE, members
from engine.tiles import Tile

Assumed = dict[Hashable, Any]
"""What is assumed along one branch, by fact."""


class Fork(Exception):  # noqa: N818 - no error: it says that a fact is unknown
    """A fact that a rule has read and that is unknown.

    `paths` name it as a case does, `options` are the values that can be assumed. `silent` says
    that it is a point on which the rules are silent, and no fact of the table.
    """

    def __init__(
        self, key: Hashable, paths: tuple[str, ...], options: Iterable[Any], *, silent: bool = False
    ) -> None:
        super().__init__(paths)
        self.key, self.paths, self.options, self.silent = key, paths, tuple(options), silent


@lru_cache(maxsize=1024)
def _fillings(
    parameter: str, values: tuple[Any, ...], clauses: tuple[str, ...]
) -> tuple[Rule[Any], ...]:
    """Return the rules to try on a silent point, its default first: with these values, or all."""
    about = PARAMETERS[parameter]
    tried = dict.fromkeys((about.default, *(values or about.values)))
    return tuple(Rule(value, clauses) for value in tried)


class Hypothesis:
    """One branch: a position, what is assumed along it, and what the rules say there.

    `cache` is for answers that stay the same along the branch.
    """

    __slots__ = ("_first_turn", "_progress", "assumed", "cache", "position", "rules")

    def __init__(self, position: Position, assumed: Assumed) -> None:
        self.position = position
        self.rules = position.rules
        self.assumed = assumed
        self._progress = position.progress if position.seat is not None else None
        self._first_turn = position.first_turn
        self.cache: dict[Hashable, Any] = {}

    def _assume(self, key: Hashable, paths: tuple[str, ...], options: Iterable[Any]) -> Any:
        """Return what is assumed of an unknown fact, or raise the fork that asks for it."""
        if key not in self.assumed:
            raise Fork(key, paths, options)
        return self.assumed[key]

    def _yes_or_no(self, path: str) -> bool:
        """Return what is assumed of an unknown fact that is true or false."""
        answer: bool = self._assume(path, (path,), (True, False))
        return answer

    def after(self, tile: Tile, train: str, open_end: int) -> "Hypothesis":
        """Return the same branch when this tile has been played, leaving `open_end` pips."""
        then = self.position.after(tile, train, open_end, self.seat, self.progress())
        return Hypothesis(then, self.assumed)

    def holding(self, tile: Tile) -> "Hypothesis | None":
        """Return the same branch with this tile in the hand or just drawn; None if impossible.

        Whoever asks about a tile has it, unless the facts say otherwise.
        """
        position, seat, bit = self.position, self.seat, BIT[tile]
        if position.hands[seat] & bit or (position.drawn == bit and not position.drawn_played):
            return self
        if not bit & position.unseen:
            return None
        if position.hand_is_whole(seat):
            could = position.drawn & bit and not position.drawn_played
            return Hypothesis(replace(position, drawn=bit), self.assumed) if could else None
        return Hypothesis(position.with_tile(seat, bit), self.assumed)

    # --- rules ---

    def says(self, parameter: str, *fillings: Any) -> Any:
        """Return what the rules say on this point.

        Where they are silent each of `fillings` is tried, or each value that the point can have.
        """
        rule: Rule[Any] = (
            self.assumed[parameter] if parameter in self.assumed else getattr(self.rules, parameter)
        )
        value = rule.value
        if value is SILENT or value.__class__ is Unclear:
            self._fork_on_rule(parameter, rule, fillings)
        return value

    def _fork_on_rule(self, parameter: str, rule: Rule[Any], fillings: tuple[Any, ...]) -> None:
        path = (f"rules.{parameter}",)
        if isinstance(rule.value, Unclear):
            raise Fork(parameter, path, rule.value.readings)
        raise Fork(parameter, path, _fillings(parameter, fillings, rule.clauses), silent=True)

    def clauses(self, parameter: str) -> tuple[str, ...]:
        """Return the clauses that this point relies on, along this branch."""
        rule: Rule[Any] = self.assumed.get(parameter) or getattr(self.rules, parameter)
        return rule.clauses

    def cite(self, points: Iterable[str]) -> tuple[str, ...]:
        """Return the clauses of these points, the first point's first, each clause once."""
        clauses: dict[str, None] = {}
        for parameter in points:
            for clause in self.clauses(parameter):
                clauses[clause] = None
        return tuple(clauses)

    # --- seats and the turn ---

    @property
    def seat(self) -> str:
        """The seat on turn."""
        seat = self.position.seat
        if seat is None:
            seat = self._assume("seat", ("turn.seat",), self.position.names)
        return seat

    def seats(self) -> tuple[str, ...]:
        """Return all seats in order of play."""
        if self.position.seats is None:
            raise Fork("seats", ("seats",), ())
        return self.position.seats

    def first_turn(self) -> bool:
        """Return whether it is this seat's first turn of the round."""
        first_turn = self._first_turn
        if first_turn is None:
            first_turn = self._first_turn = self._assume("kind", ("turn.kind",), (False, True))
        return first_turn

    def began_round(self) -> bool:
        """Return whether the seat on turn took the round's first turn."""
        starter = self.position.starter
        if starter is not None:
            return starter == self.seat
        answer: bool = self._assume(
            ("began", self.seat), self.position.starter_needs, (True, False)
        )
        return answer

    def progress(self) -> Progress:
        """Return what the seat has played this turn."""
        if self._progress is None:
            self._progress = self._read_progress()
        return self._progress

    def _read_progress(self) -> Progress:
        plays = self.position.plays
        if plays is not None:
            return progress_of(plays, self.seat)
        if self.position.unnamed and "plays" not in self.assumed:
            ways = tuple(unnamed_turns(self.position, self.seat))
            if len(ways) == 1:
                return ways[0]
            raise Fork("plays", ("turn.laid",), ways)
        if "plays" not in self.assumed:
            own_only = self.first_turn() and bool(self.says("first_turn_own_train_only"))
            turns = possible_turns(self.position, self.seat, own_only=own_only)
            raise Fork("plays", ("turn.laid",), turns)
        progress: Progress = self.assumed["plays"]
        return progress

    def has_played_on_own(self) -> bool:
        """Return whether the seat has played on its own train this turn."""
        played = self.surely_played_on_own()
        return self._yes_or_no("turn.laid") if played is None else played

    def surely_played_on_own(self) -> bool | None:
        """Return the same as far as the facts say it; None where they do not."""
        plays = self.position.plays
        if plays is None and any(play.train == self.seat for play in self.position.unnamed):
            return True
        if plays is None and self.position.unnamed:
            return None if any(play.train is None for play in self.position.unnamed) else False
        if plays is None:
            return False if self.position.trains[self.seat].started is False else None
        return any(train == self.seat for _, train in plays)

    # --- trains ---

    def started(self, train: str) -> bool:
        """Return whether a tile lies on this train."""
        here = self.position.trains[train].started
        if here is not None:
            return here
        start = self.position.starting_double
        if start is not None and not self.open_ends(train) >> start & 1:
            return True
        return self._yes_or_no(f"trains.{train}.started")

    def marked(self, seat: str) -> bool:
        """Return whether this seat's marker is on its train."""
        here = self.position.trains[seat].marked
        return here if here is not None else self._yes_or_no(f"trains.{seat}.marked")

    def open_ends(self, train: str) -> int:
        """Return the set of pips that this train's open end can still be."""
        open_ends = self.position.trains[train].open_ends
        if not self.assumed or not open_ends & (open_ends - 1):
            return open_ends
        progress: Progress = self.assumed.get("plays", NOTHING_PLAYED)
        doubles = (*self.assumed.get("uncovered", ()), *progress.pending)
        if any(double.train == train for double in doubles):
            open_ends = double_ends(self.position, train)
        start = self.position.starting_double
        if start is not None and self.assumed.get(f"trains.{train}.started") is False:
            open_ends &= 1 << start
        assumed = self.assumed.get(self._open_end_path(train))
        return open_ends if assumed is None else open_ends & assumed

    def _open_end_path(self, train: str) -> str:
        here = self.position.trains[train]
        return "starting_double" if here.started is False else f"trains.{train}.tail"

    def open_end_in(self, train: str, pips: int) -> bool:
        """Return whether this train's open end is one of these pips."""
        open_ends = self.open_ends(train)
        if not open_ends & pips:
            return False
        if not open_ends & ~pips:
            return True
        path = self._open_end_path(train)
        raise Fork(path, (path,), (open_ends & pips, open_ends & ~pips))

    def open_end(self, train: str) -> int:
        """Return the pips of this train's open end."""
        open_ends = self.open_ends(train)
        pips = known(open_ends)
        if pips is None:
            path = self._open_end_path(train)
            raise Fork(path, (path,), [1 << end for end in members(open_ends)])
        return pips

    # --- uncovered doubles ---

    def knows_uncovered(self) -> bool:
        """Return whether the uncovered doubles of earlier turns are known along this branch."""
        return self.position.uncovered is not None or "uncovered" in self.assumed

    def older(self) -> tuple[Uncovered, ...]:
        """Return the uncovered doubles of earlier turns, in the order of play."""
        progress = self.progress()
        uncovered = self.position.uncovered
        if uncovered is not None:
            if not progress.pending:
                return uncovered
            pending = {double.train for double in progress.pending}
            return tuple(double for double in uncovered if double.train not in pending)
        if progress.tiles:
            return ()
        if "uncovered" not in self.assumed:
            raise Fork("uncovered", ("uncovered",), possible_uncovered(self.position))
        doubles: tuple[Uncovered, ...] = self.assumed["uncovered"]
        return doubles

    def ends_in_uncovered(self, train: str) -> bool:
        """Return whether the last tile on this train is an uncovered double."""
        position = self.position
        if position.uncovered is not None:
            return any(double.train == train for double in position.uncovered)
        progress = position.progress
        if progress is not None and any(double.train == train for double in progress.pending):
            return True
        if not double_ends(position, train):
            return False
        answer: bool = self._assume(("ends", train), ("uncovered",), (True, False))
        return answer

    def oldest(self, doubles: tuple[Uncovered, ...]) -> Uncovered:
        """Return which of these was played first."""
        return self._at_end(doubles, 0)

    def newest(self, doubles: tuple[Uncovered, ...]) -> Uncovered:
        """Return which of these was played last."""
        return self._at_end(doubles, -1)

    def _at_end(self, doubles: tuple[Uncovered, ...], end: int) -> Uncovered:
        if self.position.in_order or len(doubles) == 1:
            return doubles[end]
        paths = ("uncovered_in_order", "uncovered")
        double: Uncovered = self._assume(("order", end, doubles), paths, doubles)
        return double

    def is_mine(self, double: Uncovered) -> bool:
        """Return whether the seat on turn played this double itself."""
        if double.played_by is not None:
            return double.played_by == self.seat
        key = ("played_by", double.train)
        answer: bool = self._assume(key, ("uncovered",), (False, True))
        return answer

    # --- tiles ---

    def boneyard_is_empty(self) -> bool:
        """Return whether no tile is left to draw."""
        low, high = self.position.boneyard
        if low == high:
            return not low
        if "boneyard" in self.assumed:
            return bool(self.assumed["boneyard"])
        low, high = self._narrowed("boneyard")
        return not low and (not high or self._yes_or_no("boneyard"))

    def _narrowed(self, place: str) -> Span:
        """Return the span of one number of tiles, given all others: see `_spans` for places."""
        spans = self._spans()
        low, high = spans[place]
        total = self.position.total
        if total is None:
            return Span(low, high)
        least = sum(span.low for span in spans.values()) - low
        most = sum(span.high for span in spans.values()) - high
        return Span(max(low, min(total - most, high)), min(high, total - least))

    def _spans(self) -> dict[str, Span]:
        """Return each number of tiles as far as known or assumed; together they are the set."""
        position = self.position
        low, high = position.boneyard
        if "boneyard" in self.assumed and high:
            low, high = (0, 0) if self.assumed["boneyard"] else (max(low, 1), high)
        drawn = NO_TILE if position.drawn_played else self.drawn()
        spans = {
            "boneyard": Span(low, high),
            "trains": position.on_trains,
            "drawn": Span(not drawn & NO_TILE, drawn != NO_TILE),
        }
        for seat in position.names:
            spans[f"hand {seat}"] = self._hand(seat).size or position.counts[seat]
        return spans

    def has_drawn(self) -> bool:
        """Return whether a tile drawn this turn is still to be played or kept."""
        if self.position.drawn_played:
            return False
        drawn = self.drawn()
        if drawn & (drawn - 1) and drawn & NO_TILE:
            low, high = self._narrowed("drawn")
            if low == high:
                return bool(low)
        return not self.drawn_in(NO_TILE)

    def drawn_in(self, tiles: int) -> bool:
        """Return whether what was drawn is one of these; `NO_TILE` stands for nothing."""
        drawn = self.drawn()
        if not drawn & tiles:
            return False
        if not drawn & ~tiles:
            return True
        possible = [some for some in (tiles, ~tiles) if self.drawn_can_be(some)]
        if len(possible) == 1:
            return possible[0] == tiles
        raise Fork("drawn", ("turn.drawn",), [drawn & some for some in possible])

    def drawn_can_be(self, tiles: int, hand_lacks: int = 0) -> bool:
        """Return whether what was drawn can be one of these, with the hands as they are assumed.

        `hand_lacks` are tiles that the unseen part of the hand of the seat on turn is without.
        """
        some = self.drawn() & tiles
        hands = {seat: self._hand(seat) for seat in self.position.names}
        if hand_lacks:
            own = hands[self.seat]
            hands[self.seat] = own._replace(without=own.without | hand_lacks)
        return bool(some) and fits(self.position, hands, some)

    def drawn(self) -> int:
        """Return the set of what can have been drawn this turn."""
        drawn = self.position.drawn
        if drawn & (drawn - 1):
            assumed: int = self.assumed.get("drawn", drawn)
            return assumed
        return drawn

    def _hand(self, seat: str) -> Assumption:
        """Return what is assumed of this hand so far."""
        assumption: Assumption = self.assumed.get(("hand", seat), NO_ASSUMPTION)
        return assumption

    def could_hold(self, seat: str) -> int:
        """Return the tiles that this hand can hold unseen."""
        assumption = self._hand(seat)
        if not room(self.position, seat, assumption).high:
            return 0
        drawn = self.drawn()
        only_drawn = 0 if drawn & (drawn - 1) else drawn
        return self.position.unseen & ~assumption.without & ~only_drawn

    def holds(self, seat: str, tiles: int, *paths: str) -> bool:
        """Return whether this hand holds at least one of these tiles.

        `paths` are facts that would say so too, beside those on the hand.
        """
        if self.position.hands[seat] & tiles:
            return True
        possible = self.could_hold(seat) & tiles
        if not possible:
            return False
        before = self._hand(seat)
        if any(not wanted & ~possible for wanted in before.some_of):
            return True
        none = before._replace(
            without=before.without | possible,
            some_of=tuple(wanted & ~possible for wanted in before.some_of),
        )
        some = before._replace(some_of=(*before.some_of, possible))
        return self._only_possible(seat, (some, none), paths + self.hand_paths(seat)) is some

    def hand_paths(self, seat: str) -> tuple[str, ...]:
        """Return the facts that say what is unknown of a hand: its tiles, or their number."""
        low, high = self.position.counts[seat]
        known_in_part = low < high and self.position.hands[seat]
        tiles = f"hands.{seat}"
        return (tiles, f"hand_counts.{seat}") if known_in_part else (tiles,)

    def hand_is(self, seat: str, count: int, *about: str) -> bool:
        """Return whether this hand has so many tiles; `about` are further facts that say so."""
        before = self._hand(seat)
        low, high = before.size or self.position.counts[seat]
        if low < high:
            low, high = self._narrowed(f"hand {seat}")
        if not low <= count <= high:
            return False
        so_many = before._replace(size=Span(count, count))
        spans = (Span(low, count - 1), Span(count + 1, high))
        others = [before._replace(size=span) for span in spans if span.low <= span.high]
        paths = (*about, f"hands.{seat}", f"hand_counts.{seat}")
        return not others or self._only_possible(seat, (so_many, *others), paths) is so_many

    def _only_possible(
        self, seat: str, options: tuple[Assumption, ...], paths: tuple[str, ...]
    ) -> Assumption | None:
        """Return the one of these that the hands can be dealt to; fork where there are more."""
        possible = [option for option in options if self._hand_fits(seat, option)]
        if len(possible) < 2:
            return possible[0] if possible else None
        raise Fork(("hand", seat), paths, possible)

    def _hand_fits(self, seat: str, assumption: Assumption) -> bool:
        hands = {name: self._hand(name) for name in self.position.names}
        return fits(self.position, hands | {seat: assumption}, self.drawn())

    def either(self, key: Hashable, paths: tuple[str, ...], *, can: bool, need_not: bool) -> bool:
        """Return the answer to one question about two unknown facts, by its own `key`.

        `can` says whether the answer can be yes, `need_not` whether it can be no.
        """
        if can and need_not:
            return bool(self._assume(key, paths, (True, False)))
        return can

    # --- passes ---

    def all_have_passed(self) -> bool:
        """Return whether every seat has passed since a tile was last played."""
        passes = self.position.passes
        if passes is not None:
            return passes >= len(self.seats())
        return self._yes_or_no("turn.passes")


# --- what an unknown fact can be --------------------------------------------------------------


def possible_turns(position: Position, seat: str, *, own_only: bool) -> Iterator[Progress]:
    """Yield what this seat can have played this turn, as far as it changes a ruling.

    `own_only` says that on this turn it plays on its own train only.
    """
    if position.kind != "follow_up":
        yield NOTHING_PLAYED
        if position.trains[seat].started is not False:
            yield Progress(1, 0, (), last_is_double=False, own_only=True)
        if not own_only:
            yield Progress(1, 0, (), last_is_double=False, own_only=False)
    if position.kind != "normal":
        yield Progress(2, 1, (), last_is_double=False, own_only=False)
        doubles = tuple(d for d in _uncovered_or_possible(position) if d.played_by in (seat, None))
        if position.uncovered is None:
            doubles = doubles[:1]
        for number in range(len(doubles)):
            pending = doubles[number:]
            on_own = all(double.train == seat for double in pending)
            yield Progress(len(pending), len(pending), pending, True, on_own)
            yield Progress(len(pending) + 1, len(pending), pending, False, False)


def unnamed_turns(position: Position, seat: str) -> Iterator[Progress]:
    """Yield what this seat can have played this turn where its tiles have no names."""
    turns = [NOTHING_PLAYED]
    for play in position.unnamed:
        trains = position.trains if play.train is None else (play.train,)
        kinds = (False, True) if play.is_double is None else (play.is_double,)
        after = [
            progress_with(turn, _double_on(position, train, seat) if kind else None, train, seat)
            for turn in turns
            for train in trains
            for kind in kinds
        ]
        turns = list(dict.fromkeys(after))
    uncovered = {double.train for double in position.uncovered or ()}
    fitting = [turn for turn in turns if uncovered.issuperset(d.train for d in turn.pending)]
    yield from fitting if position.uncovered is not None and fitting else turns


def _double_on(position: Position, train: str, seat: str) -> Uncovered:
    return Uncovered(train, known(position.trains[train].open_ends), seat)


def _uncovered_or_possible(position: Position) -> tuple[Uncovered, ...]:
    """Return the uncovered doubles, or where they are unknown each that there could be."""
    if position.uncovered is not None:
        return position.uncovered
    ends = ((train, double_ends(position, train)) for train in position.trains)
    return tuple(Uncovered(train, known(pips), None) for train, pips in ends if pips)


def possible_uncovered(position: Position) -> Iterator[tuple[Uncovered, ...]]:
    """Yield what the list of uncovered doubles can be when nobody knows it.

    None, each alone, and any two in either order: more at once change no ruling.
    """
    doubles = _uncovered_or_possible(position)
    yield ()
    for first in doubles:
        yield (first,)
    for first in doubles:
        for second in doubles:
            if first.train != second.train and (first.pips is None or first.pips != second.pips):
                yield (first, second)


def double_ends(position: Position, train: str) -> int:
    """Return the pips of which an uncovered double can lie last on this train."""
    here = position.trains[train]
    if here.started is False or here.tiles == 1:
        return 0  # no double but the starting one fits the hub
    if train in position.plain_ends or any(train == play.train for play in position.plays or ()):
        return 0
    elsewhere = 0 if position.drawn & (position.drawn - 1) else position.drawn
    for play in position.plays or ():
        elsewhere |= BIT[play.tile]
    for hand in position.hands.values():
        elsewhere |= hand
    possible = here.open_ends
    for pips in members(here.open_ends):
        if pips == position.starting_double or DOUBLE[pips] & elsewhere:
            possible &= ~(1 << pips)
    return possible
