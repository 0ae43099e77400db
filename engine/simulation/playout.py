"""Rounds of random plays as fast as they go: the fast path of the simulator.

`play_out` plays what `step` with random tiles plays, move for move, and gives up generality for
speed. The steps that are most of a round (play a tile that fits, or draw one, or mark) take a few
lines each, in `_run`; all others are left to `RoundState`. Three things make that fast:

1. Where tiles can go is looked up. `Playout` asks `RoundState` once for every set of marked trains
   which trains are open to a seat, and keeps the answers. With four seats, seat 1 and trains 0 and
   3 marked, `opens[1][0b1001]` holds the trains 0, 1, 3 and 4 (the Mexican Train), once for each
   train to look at first: `opens[1][0b1001][3]` is `(3, 4, 0, 1)`. A roll picks the first train
   and the tile: two looks into a hand of numbers, no list of moves, no objects.
2. The seat on turn and the marked trains are local variables of the loop, and not kept in the
   state until the round ends or a step goes slowly.
3. Rules that the loop does not play by are found out before the round, not in each turn: `FAST`
   names the values of each parameter that it knows. Under any other the whole round goes slowly,
   so that a new parameter of `Playbook` is safe here without being named.

No rule is decided here that `RoundState` does not state. Tests play thousands of rounds both ways,
under any house rules, and compare all that is left, down to the next random number.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Final

from engine.rules.rule_set import PARAMETERS
from engine.simulation.moves import BIT, OFF, Around, BareDouble, Ended, subsets
from engine.simulation.play import Playbook, RoundState
from engine.simulation.players import (
    TILE_ROLL,
    any_that_fits,
    first_that_takes,
    random_tile,
    step,
)

ANY: Final = None

FAST: Final = MappingProxyType(
    {
        "first_turn_mode": ANY,
        "first_turn_own_train_only": ANY,
        "first_turn_stuck": ANY,
        "first_turn_double_deferred": ANY,
        "own_train_first": (False,),
        "private_trains": (True,),
        "marked_open_from": ANY,
        "draw_count": (1,),
        "empty_boneyard": ("pass_and_mark",),
        "mark_when_stuck": (True,),
        "mark_when_no_follow_up": (True,),
        "mark_when_cannot_cover": ANY,
        "mark_when_left_uncovered": (False,),
        "double_gives": ("follow_up_tile", "extra_turn"),
        "follow_up_targets": ANY,
        "uncovered_double_freezes": ANY,
        "cover_on_unmarked_train": ANY,
        "uncovered_double_opens_train": ANY,
        "double_player_bound_later": ANY,
        "max_doubles_per_turn": ANY,
        "second_double_needs_third_tile_from_hand": ANY,
        "third_tile_target": ANY,
        "closing_order": ANY,
        "drawn_double_draw_again": (True,),
        "impossible_double_releases": ANY,
        "mexican_train": ("off", "any_turn", "not_first_turn"),
        "out_ends_round": (True,),
        "out_on_double": (True,),
        "out_on_two_doubles": ANY,
        "blocked_rule": ANY,
        "first_double_waits": (False,),
    }
)
"""By parameter: the values that are played fast.

One that is not named, such as a new house rule, is played fast at its default alone; at any other
value the round is played step by step by `RoundState`. Some of these hold only together: see
`Playout._doubles_are_simple`.
"""

Looks = tuple[tuple[int, ...], ...]
"""A set of trains: by the train to look at first, all of them from there on (`Around`)."""

_MOST_LISTED: Final = 8
"""Up to this many seats have few enough sets of marked trains to list all of them."""

_NOTHING: Final = -1
"""The end of a tile that there is not, where a seat can play nothing."""


class _Lookup(dict[int, Looks]):
    """Trains by a key, asked for once and then kept."""

    def __init__(self, around: Around, ask: Callable[[int], int]) -> None:
        super().__init__()
        self.around, self.ask = around, ask

    def __missing__(self, key: int) -> Looks:
        self[key] = looks = self.around[self.ask(key)]
        return looks


class Playout:
    """The rules, the seats and a double-`highest` set as tables, worked out once for all rounds.

    `is_fast` says whether the rules can be played fast at all. `opens` gives by seat and set of
    marked trains the trains open to it, `first_opens` by seat those for the first tile of a first
    turn that goes on the own train or the Mexican Train only (`first_is_own`). `strict` rules do
    not allow just any double that fits to follow a double.
    """

    def __init__(self, book: Playbook, seats: int, highest: int) -> None:
        self.book, self.seats, self.trains = book, seats, seats + 1
        self.members = subsets(highest + 1)
        self.doubles = [
            [
                [BareDouble(train, pips, seat) for pips in range(highest + 1)]
                for train in range(seats + 1)
            ]
            for seat in range(seats)
        ]
        self.around = Around(self.trains)
        self.next_seat = [*range(1, seats), 0]
        self._make_lookups(seats, highest)
        self.first_is_chain = book.first_turn_mode != "single"
        self.first_stuck_marks = book.first_turn_stuck == "mark"
        self.first_differs = (
            self.first_is_chain
            or book.first_turn_own_train_only
            or self.first_stuck_marks
            or book.marked_open_from != "immediately"
            or book.mexican_train == "not_first_turn"
        )
        self.follows_anywhere = book.follow_up_targets == "any_available"
        self.follows_there = book.follow_up_targets == "double_only"
        self.strict = (
            self.follows_there
            or book.max_doubles_per_turn == 1
            or book.second_double_needs_third_tile_from_hand
        )
        covers = book.cover_on_unmarked_train or book.uncovered_double_opens_train
        self.bare_is_harmless = not book.uncovered_double_freezes and not covers
        self.is_fast = self._parameters_are_fast() and self._doubles_are_simple(covers)
        self.first_is_own = (
            self.is_fast and book.first_turn_own_train_only and book.first_turn_double_deferred
        )

    def _make_lookups(self, seats: int, highest: int) -> None:
        """Ask a state for the trains open to each seat, before and after its first turn."""
        # Somebody has a tile of each number, so that no double counts as impossible to cover.
        state = RoundState(self.book, 0, [[1] * (highest + 1) for _ in range(seats)], [])

        def asker(seat: int, first_turns: int) -> Callable[[int], int]:
            def ask(marked: int) -> int:
                state.seat, state.marked, state.first_turns = seat, marked, first_turns
                state.started, state.pending = OFF[0], []
                return state.open_trains()

            return ask

        def follow_asker(seat: int) -> Callable[[int], int]:
            def ask(key: int) -> int:
                state.seat, state.marked, state.first_turns = seat, key >> 8, 0
                state.started, state.pending = OFF[0], [BareDouble(key & 255, 0, seat)]
                plain, _ = state.targets()
                return plain

            return ask

        opens = [_Lookup(self.around, asker(seat, 0)) for seat in range(seats)]
        self.opens: Sequence[Sequence[Looks] | _Lookup] = opens
        if seats <= _MOST_LISTED:  # a list is looked up faster
            self.opens = [[lookup[marked] for marked in range(1 << seats)] for lookup in opens]
        everybody = (1 << seats) - 1
        self.first_opens = [self.around[asker(seat, everybody)(0)] for seat in range(seats)]
        self.follow_ups = [_Lookup(self.around, follow_asker(seat)) for seat in range(seats)]

    def _parameters_are_fast(self) -> bool:
        """Return whether each parameter has a value that is played fast."""
        for field in fields(Playbook):
            name = field.name
            known = FAST[name] if name in FAST else (PARAMETERS[name].default,)
            if known is not ANY and getattr(self.book, field.name) not in known:
                return False
        return True

    def _doubles_are_simple(self, covers: bool) -> bool:
        """Return whether an uncovered double binds everybody, or nobody."""
        book = self.book
        binds = (
            book.uncovered_double_freezes
            and covers
            and book.double_player_bound_later
            and book.mark_when_cannot_cover
        )
        return (self.bare_is_harmless or binds) and (
            book.out_on_two_doubles or book.second_double_needs_third_tile_from_hand
        )

    def forced(self, state: RoundState) -> Looks | None:
        """Return the trains that each seat must play on; none where no double binds.

        None: the turn cannot be played fast.
        """
        if (state.first_turns and self.first_differs) or state.played or state.drew:
            return None
        return self.bound(state) if self.is_fast and all(state.counts) else None

    def bound(self, state: RoundState) -> Looks:
        """Return the trains of the doubles of which one must be covered; none if there is none."""
        if not state.older or self.bare_is_harmless:
            return ()
        if len(state.older) == 1:
            # Nearly always: under rules that are played fast it binds whoever is on turn.
            double = state.older[0]
            return () if state.is_released(double) else self.around[BIT[double.train]]
        trains = 0
        for double in state.binding():
            trains |= BIT[double.train]
        return self.around[trains] if trains else ()

    def follow(self, seat: int, marked: int, train: int) -> Looks:
        """Return the trains for the tile after a double on `train`; none where all open ones are.

        Nothing fits on that train any more where the double binds nobody.
        """
        return () if self.follows_anywhere else self.follow_ups[seat][marked << 8 | train]

    def only_plain(self, state: RoundState, seat: int, marked: int) -> bool:
        """Return whether, under `strict` rules, no further double comes into question."""
        if self.follows_there:
            return False
        if state.boneyard:
            low, high = state.boneyard[-1]
            if low == high:
                return False
        hand, open_ends = state.hands[seat], state.open_ends
        for train in self.opens[seat][marked][0]:
            open_end = open_ends[train]
            if hand[open_end] >> open_end & 1:
                return False
        return True

    def left_bare(self, state: RoundState, doubles: list[BareDouble]) -> Looks:
        """Return the trains that all must play on once a turn has ended with these doubles."""
        if not self.bare_is_harmless:
            state.older += doubles
        return self.bound(state)

    def after(self, state: RoundState, pending: BareDouble | None, train: int) -> Looks:
        """Return the trains that all must play on after a turn that ended on `train`.

        `pending` is the double that was played before, if one was; else an older one was covered.
        """
        if pending is not None:
            return () if pending.train == train else self.left_bare(state, [pending])
        if len(state.older) == 1:
            state.older.clear()
            return ()
        state.older = [double for double in state.older if double.train != train]
        return self.bound(state)

    def passes(self, state: RoundState, forced: Looks, marked: int, passes: int) -> bool:
        """Return whether the round goes on though a seat can neither play nor draw."""
        if self.book.blocked_rule != "empty_and_none_can":
            return passes < self.seats
        open_ends = state.open_ends
        for hand, opens in zip(state.hands, self.opens, strict=True):
            for train in (forced or opens[marked])[0]:
                if hand[open_ends[train]]:
                    return True
        return False


def play_out(state: RoundState, playout: Playout, rolls: Iterator[int]) -> None:
    """Play a round of random plays to its end, or until there are no rolls left.

    At the end hands, open ends, marked trains and boneyard are right, and how the round ended.
    """
    if playout.first_is_own and state.first_turns:
        _first_turns(state, playout, rolls)
    while state.ended is None:
        forced = playout.forced(state)
        if forced is not None:
            if not _run(state, playout, forced, rolls):
                return
        elif (roll := next(rolls, None)) is not None:
            step(state, random_tile, roll)
        else:
            return


# One loop for all seats. A turn that played a double goes on while that is `pending`; `passes` is
# -1 in a turn that did something; a tile that is drawn and played at once is never in the hand.


def _run(state: RoundState, playout: Playout, forced: Looks, rolls: Iterator[int]) -> bool:  # noqa: C901
    """Play on until the round is over or a roll went slowly; False: until no rolls are left."""
    hands, open_ends, counts, boneyard = state.hands, state.open_ends, state.counts, state.boneyard
    opens, next_seat, members = playout.opens, playout.next_seat, playout.members
    seat, marked, passes, pending = state.seat, state.marked, state.passes, None
    every, bit, off = playout.trains, BIT, OFF
    for roll in rolls:
        hand, trains = hands[seat], (forced or opens[seat][marked])[roll % every]
        for train in trains:
            if ends := hand[open_end := open_ends[train]]:
                end = (fits := members[ends])[(roll >> TILE_ROLL) % len(fits)]
                hand[open_end] = ends ^ bit[end]
                hand[end] &= off[open_end]
                counts[seat] = left = counts[seat] - 1
                break
        else:
            end = _NOTHING
            if boneyard:
                passes, (low, high) = -1, boneyard.pop()
                for train in trains:
                    if (open_end := open_ends[train]) == low or open_end == high:
                        end, left = low + high - open_end, 1
                        break
                else:
                    hand[low] |= bit[high]
                    hand[high] |= bit[low]
                    counts[seat] += 1
            elif pending is None and not playout.passes(state, forced, marked, passes):
                return _step_slowly(state, seat, marked, passes, roll)
            if end < 0:
                if pending is not None:
                    forced, pending = playout.left_bare(state, [pending]), None
                marked, seat, passes = marked | bit[seat], next_seat[seat], passes + 1
                continue
        open_ends[train] = end
        if train == seat:
            marked &= off[seat]
        if open_end == end and left:
            double = playout.doubles[seat][train][end]
            if pending is None and (not playout.strict or playout.only_plain(state, seat, marked)):
                forced, pending, passes = playout.follow(seat, marked, train), double, -1
                continue
            marked, forced = _more_doubles(state, playout, marked, pending, double, rolls)
            pending, left = None, counts[seat]
        elif forced or pending is not None:
            forced, pending = playout.after(state, pending, train), None
        if not left:
            return _go_out(state, seat, marked)
        seat, passes = next_seat[seat], 0
    return False


def _step_slowly(state: RoundState, seat: int, marked: int, passes: int, roll: int) -> bool:
    """Leave a turn in which nothing can be done to the `RoundState`."""
    state.begin(seat, marked, passes)
    step(state, random_tile, roll)
    return True


def _go_out(state: RoundState, seat: int, marked: int) -> bool:
    """End the round, as this seat has no tile left."""
    state.marked, state.ended, state.winner = marked, Ended.OUT, seat
    return True


# --- turns with several doubles ---------------------------------------------------------------


def _more_doubles(
    state: RoundState,
    playout: Playout,
    marked: int,
    pending: BareDouble | None,
    last: BareDouble,
    rolls: Iterator[int],
) -> tuple[int, Looks]:
    """Play a turn on after its `last` double, by all that the rules say of it.

    `pending` is the double that was played before, if any. Returns the marked trains after the
    turn, and the trains that all must play on then; none where no double binds, where the seat is
    out, or where no rolls are left.
    """
    seat, doubles = last.by, [last] if pending is None else [pending, last]
    state.begin(seat, marked)
    state.pending, state.played, state.doubles = doubles, len(doubles), len(doubles)
    for roll in rolls:
        plain, double = state.targets()
        trains = playout.around[plain | double][roll % playout.trains]
        train, ends = _first_fitting(state, trains, plain, double)
        if not ends and state.boneyard:
            state.draw()
            train, ends = _first_fitting(state, trains, plain, double)
        if not ends:
            return state.marked | BIT[seat], playout.left_bare(state, doubles)
        open_end, end = state.open_ends[train], any_that_fits(ends, roll)
        state.place(seat, train, end)
        if train == seat:
            state.marked &= OFF[seat]
        if not state.counts[seat]:
            break
        if open_end != end:
            left = [double for double in doubles if double.train != train]
            return state.marked, playout.left_bare(state, left)
        doubles.append(playout.doubles[seat][train][open_end])
        state.doubles += 1
    return state.marked, ()


def _first_fitting(
    state: RoundState, trains: tuple[int, ...], plain: int, double: int
) -> tuple[int, int]:
    """Return the first of these trains that takes a tile, and the ends that fit; else 0 ends."""
    hand, open_ends = state.hands[state.seat], state.open_ends
    for train in trains:
        if hand[open_ends[train]] and (ends := state.fitting(train, plain, double)):
            return train, ends
    return 0, 0


# --- first turns ------------------------------------------------------------------------------


def _first_turns(state: RoundState, playout: Playout, rolls: Iterator[int]) -> None:
    """Play the first turns of all seats, or until the round is over or no rolls are left.

    What is not simply playing or marking is left to the `RoundState`.
    """
    for roll in rolls:
        if state.played or state.drew:
            step(state, random_tile, roll)
        else:
            _first_turn(state, playout, roll, rolls)
        if not state.first_turns or state.ended is not None:
            return


def _first_turn(state: RoundState, playout: Playout, roll: int, rolls: Iterator[int]) -> None:
    """Play a first turn as far as it is simple: one tile, or a train as long as it grows."""
    seat, open_ends = state.seat, state.open_ends
    hand = state.hands[seat]
    train = first_that_takes(hand, open_ends, playout.first_opens[seat][roll % playout.trains])
    if train is None:
        if playout.first_stuck_marks and state.boneyard:
            state.end_turn(mark=True)
        else:
            step(state, random_tile, roll)
        return
    open_end = open_ends[train]
    end = any_that_fits(hand[open_end], roll)
    state.place(seat, train, end)
    if state.older:
        state.older = [double for double in state.older if double.train != train]
    if train == seat and playout.first_is_chain:
        open_end, end = _grow(state, playout, open_end, end, rolls)
    if not state.counts[seat]:
        state.ended, state.winner = Ended.OUT, seat
        return
    state.played, state.own_only, state.last_double = 1, train == seat, open_end == end
    if open_end == end:
        state.doubles, state.pending = 1, [BareDouble(train, open_end, seat)]
    if open_end != end or state.builds_first_train():
        state.end_turn()


def _grow(
    state: RoundState, playout: Playout, open_end: int, end: int, rolls: Iterator[int]
) -> tuple[int, int]:
    """Play on the own train what fits until nothing does; return both ends of its last tile."""
    seat, members, played = state.seat, playout.members, 0
    hand, left = state.hands[seat], state.counts[seat]
    for roll in rolls if left else ():  # who is out has no further roll
        if not (ends := hand[end]):
            break
        fits = members[ends]
        open_end, end = end, fits[(roll >> TILE_ROLL) % len(fits)]
        hand[open_end] = ends ^ BIT[end]
        hand[end] &= OFF[open_end]
        played += 1
        if played == left:
            break
    state.open_ends[seat], state.counts[seat] = end, left - played
    return open_end, end
