"""What is to be known of rules and seats to play rounds fast, worked out once for all rounds.

The trains that a tile can go on are held ready by set, as `Around` gives them. A `Plan` covers
the rules of the presets and what is near to them; where it does not, `now` says so, and the
`Play` itself must go on.
"""

from engine.moves import BIT, Around, Bare
from engine.play import Play
from engine.playbook import Playbook

Looks = tuple[tuple[int, ...], ...]
"""A set of trains: by the train to look at first, all of them from there on (`Around`)."""


class Opens(dict[int, Looks]):
    """For one seat, by the set of marked trains: the trains that are open to it."""

    def __init__(self, around: Around, always: int) -> None:
        super().__init__()
        self.around, self.always = around, always

    def __missing__(self, marks: int) -> Looks:
        self[marks] = found = self.around[self.always | marks]
        return found


class Plan:
    """The rules and the seats as tables. `fits` says whether they hold what the rules say.

    `opens` is by seat, after first turns, and `first_opens` for the first tile of a first turn
    where that goes on the own train or the Mexican Train only (`first_is_own`).
    """

    def __init__(self, book: Playbook, seats: int) -> None:
        self.book, self.seats, self.trains = book, seats, seats + 1
        self.around = Around(self.trains)
        self.following = [*range(1, seats), 0]
        mexican = 0 if book.mexican_train == "off" else BIT[seats]
        self.always = [BIT[seat] | mexican for seat in range(seats)]
        self.opens = [Opens(self.around, always) for always in self.always]
        first_mexican = mexican if book.mexican_train == "any_turn" else 0
        self.follows_anywhere = book.follow_up_targets == "any_available"
        self.doubles_go_on = (
            self.follows_anywhere
            and book.max_doubles_per_turn != 1
            and not book.second_double_needs_third_tile_from_hand
        )
        self.first_opens = [self.around[BIT[seat] | first_mexican] for seat in range(seats)]
        self.first_is_chain = book.first_turn_mode != "single"
        self.first_differs = (
            self.first_is_chain
            or book.first_turn_own_train_only
            or book.first_turn_stuck == "mark"
            or book.marked_open_from != "immediately"
            or book.mexican_train == "not_first_turn"
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
        if self.bare_is_harmless:
            binds = book.out_on_two_doubles
        else:
            binds = (
                book.uncovered_double_freezes
                and covers
                and book.double_player_bound_later
                and book.mark_when_cannot_cover
            )
        return (
            binds
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

    def follow(self, play: Play, seat: int, marks: int, train: int) -> Looks:
        """The trains for the tile after a double on `train`; none where all that are open are."""
        where = self.book.follow_up_targets
        if where == "any_available":
            return ()
        released = play.released(Bare(train, play.tails[train], seat))
        if where == "double_only":
            return () if released else self.around[BIT[train]]
        public = (self.always[seat] & ~BIT[seat]) | marks
        return self.around[public if released else public | BIT[train]]

    def is_free(self, hand: list[int], tails: list[int], trains: tuple[int, ...]) -> bool:
        """Whether any tile that fits can follow a double: further doubles too, or there is none."""
        if not self.doubles_go_on:
            for train in trains:
                tail = tails[train]
                if hand[tail] >> tail & 1:
                    return False
        return True

    def covered(self, play: Play, train: int) -> Looks:
        """The trains that all must lay on once an older double on `train` has been covered."""
        if len(play.older) == 1:
            play.older.clear()
            return ()
        play.older = [each for each in play.older if each.train != train]
        return self.bound(play)

    def left_bare(self, play: Play, seat: int, train: int) -> Looks:
        """The trains that all must lay on once `seat` ended its turn with a double on `train`."""
        if self.bare_is_harmless:
            return ()
        bare = Bare(train, play.tails[train], seat)
        play.older.append(bare)
        if len(play.older) > 1:
            return self.bound(play)
        return () if play.released(bare) else self.around[BIT[train]]

    def passes(self, play: Play, only: Looks, marks: int, passes: int) -> bool:
        """Whether a seat that cannot lay, with no tile to draw, marks its train, and all go on."""
        if self.book.blocked_rule != "empty_and_none_can":
            return passes < self.seats
        for seat, hand in enumerate(play.hands):
            for train in (only or self.opens[seat][marks])[0]:
                if hand[play.tails[train]]:
                    return True
        return False
