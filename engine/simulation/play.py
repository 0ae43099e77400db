"""One round as it is played, with every tile known: what may be played, and what follows.

A `RoundState` is changed by what the seats do; it makes no objects for their moves. Seats are
numbers from 0 in order of play, trains go by their owner's number, and the Mexican Train has the
number of seats. Moves and hands are as in `engine.simulation.moves`.

Here the rules of a turn are written once more, for speed, on plain numbers, from the plain values
of a `Playbook`; under the most usual rules `playout` plays even that faster. That they agree with
`engine.rulings` is proven by `engine.simulation.proving` in every position of a round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.notation.record import rules_spec
from engine.rules.parameters import SILENT, Unclear
from engine.rules.rule_set import (
    PARAMETERS,
    RuleSet,
    first_double_waits_alone,
    first_turn_shuts_mexican,
    rule_set,
)
from engine.simulation.moves import (
    FITS,
    MEMBERS,
    NO_TILE,
    Act,
    BareDouble,
    Ended,
    tile_number,
)


@dataclass(frozen=True, slots=True)
class Playbook:
    """The parameters of a `RuleSet` that decide what is played, drawn and marked, by their names.

    Each is a plain value: a round can only be played where the rules say what happens.
    """

    first_turn_mode: str
    first_turn_own_train_only: bool
    first_turn_stuck: str
    first_turn_double_deferred: bool
    own_train_first: bool
    private_trains: bool
    marked_open_from: str
    draw_count: int | str
    empty_boneyard: str
    mark_when_stuck: bool
    mark_when_no_follow_up: bool
    mark_when_cannot_cover: bool
    mark_when_left_uncovered: bool
    double_gives: str
    follow_up_targets: str
    uncovered_double_freezes: bool
    unstarted_train_frees: bool
    cover_on_unmarked_train: bool
    uncovered_double_opens_train: bool
    double_player_bound_later: bool
    max_doubles_per_turn: int | None
    second_double_needs_third_tile_from_hand: bool
    third_tile_target: str
    closing_order: str
    drawn_double_draw_again: bool
    impossible_double_releases: bool
    mexican_train: str
    out_ends_round: bool
    out_on_double: bool
    out_on_two_doubles: bool
    blocked_rule: str
    first_double_waits: bool


def complete_rules(preset: str, house: dict[str, object] | None = None) -> RuleSet:
    """Return a preset with house rules on top that leaves nothing open.

    What the preset leaves silent takes its default; where its clauses contradict each other the
    likeliest reading holds. ValueError where a house rule is not one.
    """
    rules = rule_set(rules_spec(preset, house or {}, fill=True))
    readings: dict[str, Any] = {}
    for name in PARAMETERS:
        value = rules.rule(name).value
        if isinstance(value, Unclear):
            readings[name] = value.readings[0]
    return replace(rules, **readings)


def playbook(rules: RuleSet) -> Playbook:
    """Return the rules as they are played by. ValueError where they leave open what happens."""
    values: dict[str, Any] = {}
    for field in fields(Playbook):
        if field.name not in PARAMETERS:
            continue
        value = rules.rule(field.name).value
        if value is SILENT or isinstance(value, Unclear):
            raise ValueError(f'A round cannot be played while "{field.name}" is left open.')
        values[field.name] = value
    if values["mexican_train"] in ("any_turn", "starter_opens") and first_turn_shuts_mexican(rules):
        values["mexican_train"] = "not_first_turn"
    return Playbook(**values, first_double_waits=first_double_waits_alone(rules))


class RoundState:
    """The state of one round.

    `hands`, `counts` (tiles in hand) and `open_ends` are lists by seat or train, to be changed in
    place. `marked`, `started` and `first_turns` are sets of numbers: marked and started trains, and
    the seats whose first turn is not over; `starter` took the first of all turns. `older` are the
    uncovered doubles of earlier turns, `pending` those of this turn. Of this turn: `played` tiles,
    `doubles` of them, `drawn` is a tile that waits to be played or kept, `drawn_played` says that
    it was played, `draws` counts tiles drawn since then, and `drew` says whether any was.
    """

    __slots__ = (
        "boneyard", "book", "counts", "doubles", "drawn", "drawn_played", "draws", "drew", "ended",
        "first_turns", "hands", "last_double", "marked", "moves", "older", "open_ends", "own_only",
        "passes", "pending", "played", "seat", "seats", "start", "started", "starter",
        "winner",
    )  # fmt: skip

    def __init__(
        self,
        book: Playbook,
        start: int,
        hands: list[list[int]],
        boneyard: list[tuple[int, int]],
        seat: int = 0,
        counts: list[int] | None = None,
    ) -> None:
        """Begin a round after the deal: `boneyard` is drawn from its end, `seat` plays first.

        `counts` are the hands' numbers of tiles, where somebody has counted them already.
        """
        self.book = book
        self.start = start
        self.hands = hands
        self.boneyard = boneyard
        self.seats = len(hands)
        self.counts = counts or [tile_number(hand) for hand in hands]
        self.open_ends = [start] * (self.seats + 1)
        self.marked = 0
        self.started = 0
        self.first_turns = (1 << self.seats) - 1
        self.older: list[BareDouble] = []
        self.passes = 0
        self.ended: Ended | None = None
        self.winner: int | None = None
        self.moves: tuple[int, ...] = ()
        self.seat = self.starter = seat
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.pending: list[BareDouble] = []
        self.played = 0
        self.doubles = 0
        self.own_only = True
        self.last_double = False
        self.drawn = NO_TILE
        self.drawn_played = False
        self.draws = 0
        self.drew = False

    def copy(self) -> "RoundState":
        """Return the same round, to be played on apart from this one."""
        other = RoundState.__new__(RoundState)
        for name in RoundState.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = [list(hand) for hand in self.hands]
        other.boneyard = list(self.boneyard)
        other.counts = list(self.counts)
        other.open_ends = list(self.open_ends)
        other.older = list(self.older)
        other.pending = list(self.pending)
        return other

    # --- how far the turn has come ---

    def builds_first_train(self) -> bool:
        """Return whether a first train is being built, in one turn of any length."""
        book = self.book
        return (
            self.played > 0
            and self.own_only
            and bool(self.first_turns >> self.seat & 1)
            and book.first_turn_mode != "single"
            and (not self.last_double or book.first_turn_double_deferred)
        )

    def _first_double_waits(self) -> bool:
        """Return whether a double that ends a first turn of one tile waits to be covered."""
        first = self.first_turns >> self.seat & 1
        return self.book.first_double_waits and self.own_only and bool(first)

    def binding(self) -> Sequence[BareDouble]:
        """Return the older doubles of which one must be covered first."""
        book = self.book
        if not self.older or not book.uncovered_double_freezes:
            return ()
        first = self.first_turns >> self.seat & 1
        waits = book.first_turn_own_train_only and book.first_turn_double_deferred
        if first and (waits or book.first_double_waits):
            return ()
        if book.unstarted_train_frees and not self.started >> self.seat & 1:
            return ()
        binding = [double for double in self.older if not self.is_released(double)]
        if not book.double_player_bound_later:
            binding = [double for double in binding if double.by != self.seat]
        if len(binding) < 2 or book.closing_order == "any":
            return binding
        return binding[:1] if book.closing_order == "oldest" else binding[-1:]

    def is_released(self, double: BareDouble) -> bool:
        """Return whether a double binds nobody, as no tile can cover it any more."""
        if not self.book.impossible_double_releases:
            return False
        pips = double.pips
        for hand in self.hands:
            if hand[pips]:
                return False
        return not any(pips in tile for tile in self.boneyard)

    # --- where tiles can go ---

    def open_trains(self) -> int:
        """Return the set of trains open to the seat on turn, leaving aside what doubles freeze."""
        book, own = self.book, 1 << self.seat
        first = self.first_turns & own
        trains = own
        if book.own_train_first and not self.started & own:
            return trains
        if book.mexican_train != "off" and (not first or self._opens_mexican_first()):
            trains |= 1 << self.seats
        if first and book.first_turn_own_train_only:
            return trains
        if not first or book.marked_open_from == "immediately":
            trains |= self.marked
        if self.older and (book.cover_on_unmarked_train or book.uncovered_double_opens_train):
            for double in self.older:
                if not self.marked >> double.train & 1:
                    trains |= 1 << double.train
        if not book.private_trains:
            trains |= ~self.marked & (1 << self.seats) - 1
        return trains

    def _opens_mexican_first(self) -> bool:
        """Return whether the Mexican Train is open to a seat on its first turn."""
        if self.book.mexican_train == "starter_opens":
            return self.seat == self.starter or bool(self.started >> self.seats & 1)
        return self.book.mexican_train == "any_turn"

    def _public_trains(self) -> int:
        """Return the trains for a follow-up that goes on the double or on a public train."""
        own = 1 << self.seat
        return self.open_trains() & ~(own & ~self.marked)

    def _trains_to_cover(self, binding: Sequence[BareDouble]) -> int:
        """Return the trains of the doubles that must be covered, as far as they can be reached."""
        book = self.book
        trains = 0
        for double in binding:
            trains |= 1 << double.train
        if book.cover_on_unmarked_train or book.uncovered_double_opens_train:
            return trains
        return trains & (self.open_trains() | 1 << self.seats)

    def targets(self) -> tuple[int, int]:
        """Return the trains for the next tile: for one that is no double, and for a double."""
        if self.older and (binding := self.binding()):
            trains = self._trains_to_cover(binding)
        elif self.pending:
            return self._follow_up_targets(), self._next_double_targets()
        else:
            trains = self.open_trains()
        return trains, trains

    def _follow_up_targets(self) -> int:
        book = self.book
        pending = [double for double in self.pending if not self.is_released(double)]
        here = 0
        for double in pending:
            here |= 1 << double.train
        if len(pending) > 1:
            if book.third_tile_target == "any":
                return here | self.open_trains()
            if book.third_tile_target == "first" and book.closing_order != "any":
                return 1 << pending[0 if book.closing_order == "oldest" else -1].train
            return here
        if book.follow_up_targets == "double_or_public":
            return here | self._public_trains()
        if pending and book.follow_up_targets == "double_only":
            return here
        return here | self.open_trains()

    def _next_double_targets(self) -> int:
        book = self.book
        most = book.max_doubles_per_turn
        if (most is not None and self.doubles >= most) or book.follow_up_targets == "double_only":
            return 0
        if book.follow_up_targets == "double_or_public":
            return self._public_trains()
        return self.open_trains()

    def legal_moves(self) -> tuple[int, ...]:
        """Return all moves of the seat on turn, by train; none in a round that is over."""
        if self.ended is not None:
            return ()
        hand = self.hands[self.seat]
        if self.played and self.builds_first_train():
            ends = hand[self.open_ends[self.seat]]
            return FITS[self.seat][ends] if ends else ()
        plain, double = self.targets()
        moves: tuple[int, ...] = ()
        for train in MEMBERS[plain | double]:
            if hand[self.open_ends[train]] and (ends := self.fitting(train, plain, double)):
                moves += FITS[train][ends]
        return moves

    def fitting(self, train: int, plain: int, double: int) -> int:
        """Return the other ends of the tiles that can be played on a train; see `targets`."""
        open_end = self.open_ends[train]
        ends = self.hands[self.seat][open_end]
        if not plain >> train & 1:
            ends &= 1 << open_end
        if ends >> open_end & 1 and not (double >> train & 1 and self._may_double(open_end)):
            ends ^= 1 << open_end
        return ends

    def _may_double(self, pips: int) -> bool:
        """Return whether the rules let a double of these pips follow those that wait."""
        needs_third = self.pending and self.book.second_double_needs_third_tile_from_hand
        return not needs_third or self._has_third_tile(pips)

    def _has_third_tile(self, pips: int) -> bool:
        """Return whether a double of these pips has the third tile that it may need."""
        hand = self.hands[self.seat]
        low, high = self.drawn
        for number in (pips, *(double.pips for double in self.pending)):
            ends = hand[number] & ~(1 << number)
            if number in self.drawn:
                ends &= ~(1 << (high if number == low else low))
            if ends:
                return True
        drawn = self.drawn != NO_TILE
        left = self.counts[self.seat] - drawn
        return left == (self.drawn != (pips, pips)) and self.book.out_on_two_doubles

    # --- what is due ---

    def next_act(self) -> Act:
        """Return what the seat on turn has to do next; one that may choose plays, else draws.

        PLAY means that there are `moves`. MARK ends the turn with a marker on the own train, PASS
        without one, and STOP where a first train cannot grow.
        """
        self.moves = self.legal_moves()
        if self.moves:
            return Act.PLAY
        if self.ended is not None or self._is_blocked():
            return Act.OVER
        if self.builds_first_train():
            return Act.STOP
        book = self.book
        if self.drawn != NO_TILE:
            more = book.draw_count == "until_playable" or self.draws != book.draw_count
            if more and self.boneyard:
                return Act.DRAW
            return self._after_drawing_in_vain()
        if self.drawn_played and not book.drawn_double_draw_again:
            return self._after_drawing_in_vain()
        if self._marks_without_drawing():
            return Act.MARK
        if not self.boneyard:
            return Act.MARK if book.empty_boneyard == "pass_and_mark" else Act.PASS
        return Act.DRAW

    def _marks_without_drawing(self) -> bool:
        """Return whether a seat that cannot play on its first turn marks its train at once."""
        first = self.first_turns >> self.seat & 1
        if self.played or not first or self.book.first_turn_stuck != "mark":
            return False
        return not self.binding()

    def _after_drawing_in_vain(self) -> Act:
        """Return whether a seat that has drawn and can play nothing marks its train."""
        book = self.book
        if self.pending:
            marks = book.mark_when_no_follow_up
        elif self.binding():
            marks = book.mark_when_cannot_cover
        else:
            marks = book.mark_when_stuck
        return Act.MARK if marks else Act.PASS

    def _is_blocked(self) -> bool:
        """Return whether nobody can go on; asked when the seat on turn can play nothing."""
        if self.boneyard or self.played or self.drew:
            return False
        rule = self.book.blocked_rule
        if rule != "empty_and_none_can" and self.passes < self.seats:
            return False
        here = self.seat
        for seat in range(self.seats):
            self.seat = seat
            able = self.legal_moves()
            self.seat = here
            if able:
                return False
        self.ended = Ended.STUCK if rule == "none" else Ended.BLOCKED
        return True

    # --- what happens ---

    def begin(self, seat: int, marked: int, passes: int = 0) -> None:
        """Begin this seat's turn, with these trains marked, after so many passes in a row."""
        self.seat, self.marked, self.passes = seat, marked, passes
        self._begin_turn()

    def draw(self) -> None:
        """Let the seat on turn take the next tile of the boneyard."""
        low, high = self.drawn = self.boneyard.pop()
        hand = self.hands[self.seat]
        hand[low] |= 1 << high
        hand[high] |= 1 << low
        self.counts[self.seat] += 1
        self.draws += 1
        self.drew = True

    def place(self, seat: int, train: int, end: int) -> None:
        """Move a tile from a hand to a train, so that `end` becomes its open end."""
        hand, open_end = self.hands[seat], self.open_ends[train]
        hand[open_end] &= ~(1 << end)
        hand[end] &= ~(1 << open_end)
        self.counts[seat] -= 1
        self.open_ends[train] = end

    def play(self, move: int) -> None:
        """Let the seat on turn make this move; where that ends its turn the next one begins."""
        train, end, seat = move >> 5, move & 31, self.seat
        open_end = self.open_ends[train]
        self.place(seat, train, end)
        self.started |= 1 << train
        self.played += 1
        if train == seat:
            self.marked &= ~(1 << seat)
        else:
            self.own_only = False
        if self.drawn in ((open_end, end), (end, open_end)):
            self.drawn, self.drawn_played, self.draws = NO_TILE, True, 0
        if self.older:
            self.older = [double for double in self.older if double.train != train]
        self.pending = [double for double in self.pending if double.train != train]
        self.last_double = open_end == end
        if self.last_double:
            self.doubles += 1
            self.pending.append(BareDouble(train, open_end, seat))
        if self._somebody_is_out():
            return
        follows = self.last_double and not self._first_double_waits()
        if follows and self.book.double_gives == "optional_tile":
            follows = bool(self.legal_moves())
        if not follows and not self.builds_first_train():
            self.end_turn(mark=bool(self.pending) and self.book.mark_when_left_uncovered)

    def _somebody_is_out(self) -> bool:
        """Return whether a seat has no tile left, and that ends the round."""
        book = self.book
        for seat, count in enumerate(self.counts):
            if count:
                continue
            if seat == self.seat:
                doubles = len(self.pending) if self.last_double else 0
            else:
                doubles = sum(double.by == seat for double in self.older)
            ends = (book.out_ends_round, book.out_on_double, book.out_on_two_doubles)
            if ends[min(doubles, 2)]:
                self.ended, self.winner = Ended.OUT, seat
                return True
        return False

    def end_turn(self, *, mark: bool = False) -> None:
        """End the turn of the seat on turn, with a marker on its train or without."""
        if mark:
            self.marked |= 1 << self.seat
        self.older += self.pending
        self.first_turns &= ~(1 << self.seat)
        self.passes = 0 if self.played or self.drew else self.passes + 1
        self.seat = (self.seat + 1) % self.seats
        self._begin_turn()
