"""What is to be known of rules and seats to play rounds fast, worked out once for all rounds.

The trains that a tile can go on are held ready by set, as `Around` gives them. A `Plan` covers
the rules of the presets and what is near to them; where it does not, `now` says so, and the
`Play` itself must go on.
"""

from collections.abc import Sequence
from typing import Final

from engine.moves import BIT, Around, Bare, subsets
from engine.play import Play
from engine.playbook import Playbook

Looks = tuple[tuple[int, ...], ...]
"""A set of trains: by the train to look at first, all of them from there on (`Around`)."""

_LISTED: Final = 8
"""Up to so many seats have few enough sets of marked trains to list all of them."""


class Opens(dict[int, Looks]):
    """For one seat, by the set of marked trains: the trains that are open to it."""

    def __init__(self, around: Around, always: int) -> None:
        super().__init__()
        self.around, self.always = around, always

    def __missing__(self, marks: int) -> Looks:
        self[marks] = found = self.around[self.always | marks]
        return found


class Plan:
    """The rules, the seats and a double-`highest` set as tables.

    `fits` says whether they hold what the rules say. `first_opens` is by seat, for the first tile
    of a first turn where that goes on the own train or the Mexican Train only (`first_is_own`).
    `strict` rules allow not just any double that fits to follow a double.
    """

    def __init__(self, book: Playbook, seats: int, highest: int) -> None:
        self.book, self.seats, self.trains = book, seats, seats + 1
        self.members = subsets(highest + 1)
        self.bares = [
            [[Bare(train, pips, seat) for pips in range(highest + 1)] for train in range(seats + 1)]
            for seat in range(seats)
        ]
        self.around = Around(self.trains)
        self.following = [*range(1, seats), 0]
        self.mexican = 0 if book.mexican_train == "off" else BIT[seats]
        self.always = [BIT[seat] | self.mexican for seat in range(seats)]
        opens = [Opens(self.around, always) for always in self.always]
        self.opens: Sequence[Sequence[Looks] | Opens] = opens
        if seats <= _LISTED:  # a list is looked up faster
            self.opens = [[each[marks] for marks in range(1 << seats)] for each in opens]
        first_mexican = self.mexican if book.mexican_train == "any_turn" else 0
        self.first_opens = [self.around[BIT[seat] | first_mexican] for seat in range(seats)]
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
        self.fits = self._doubles_are_plain() and (
            book.draw_count == 1
            and book.private_trains
            and book.mark_when_stuck
            and not book.own_train_first
            and book.empty_boneyard == "pass_and_mark"
            and book.out_ends_round
            and book.out_on_double
        )
        self.first_is_own = (
            self.fits and book.first_turn_own_train_only and book.first_turn_double_deferred
        )

    def _doubles_are_plain(self) -> bool:
        """Whether an uncovered double binds everybody, or nobody, and marks nothing by itself."""
        book = self.book
        covers = book.cover_on_unmarked_train or book.uncovered_double_opens_train
        self.bare_is_harmless = not book.uncovered_double_freezes and not covers
        binds = (
            book.uncovered_double_freezes
            and covers
            and book.double_player_bound_later
            and book.mark_when_cannot_cover
        )
        return (
            (self.bare_is_harmless or binds)
            and (book.out_on_two_doubles or book.second_double_needs_third_tile_from_hand)
            and book.mark_when_no_follow_up
            and book.drawn_double_draw_again
            and not book.mark_when_left_uncovered
        )

    def now(self, play: Play) -> Looks | None:
        """The trains that each seat must lay on; none where no double binds; None: go slowly."""
        if (play.first and self.first_differs) or play.laid or play.drew or not self.fits:
            return None
        return self.bound(play) if all(play.counts) else None

    def bound(self, play: Play) -> Looks:
        """The trains of the doubles of which one must be covered; none where there is none."""
        if not play.older or self.bare_is_harmless:
            return ()
        targets = 0
        for each in play.binding():
            targets |= BIT[each.train]
        return self.around[targets] if targets else ()

    def follow(self, marks: int, train: int) -> Looks:
        """The trains for the tile after a double on `train`; none where all that are open are.

        Nothing fits on that train any more where the double binds nobody.
        """
        return () if self.follows_anywhere else self.around[self.mexican | marks | BIT[train]]

    def only_plain(self, play: Play, seat: int, marks: int) -> bool:
        """Whether, under `strict` rules, no double but the one just laid comes into question."""
        if self.follows_there:
            return False
        if play.boneyard:
            low, high = play.boneyard[-1]
            if low == high:
                return False
        hand, tails = play.hands[seat], play.tails
        for train in self.opens[seat][marks][0]:
            tail = tails[train]
            if hand[tail] >> tail & 1:
                return False
        return True

    def left_bare(self, play: Play, bare: Bare) -> Looks:
        """The trains that all must lay on once a turn has ended with this double."""
        if self.bare_is_harmless:
            return ()
        play.older.append(bare)
        if len(play.older) > 1:
            return self.bound(play)
        return () if play.released(bare) else self.around[BIT[bare.train]]

    def all_left_bare(self, play: Play, bare: list[Bare]) -> Looks:
        """The trains that all must lay on once a turn has ended with these doubles."""
        if not self.bare_is_harmless:
            play.older += bare
        return self.bound(play)

    def after(self, play: Play, waits: Bare | None, train: int) -> Looks:
        """The trains that all must lay on after a turn that ended with a tile on `train`.

        `waits` is the double that was laid before it, if one was; else it has covered an older one.
        """
        if waits is not None:
            return () if waits.train == train else self.left_bare(play, waits)
        if len(play.older) == 1:
            play.older.clear()
            return ()
        play.older = [each for each in play.older if each.train != train]
        return self.bound(play)

    def passes(self, play: Play, only: Looks, marks: int, passes: int) -> bool:
        """Whether a seat that cannot lay, with no tile to draw, marks its train, and all go on."""
        if self.book.blocked_rule != "empty_and_none_can":
            return passes < self.seats
        tails = play.tails
        for hand, opens in zip(play.hands, self.opens, strict=True):
            for train in (only or opens[marks])[0]:
                if hand[tails[train]]:
                    return True
        return False
