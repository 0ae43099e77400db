"""One round as it is played, with every tile known: what may be laid, and what follows.

A `Play` is changed by what the seats do; it makes no objects for their moves. Seats are numbers
from 0 in order of play, trains go by their owner's number, and the Mexican Train has the number
of seats. Moves and hands are as in `engine.moves`.

The rules are those of `engine.plays` and `engine.turns`, written anew for speed; that both agree
is proven by `engine.proving` in every position that rounds pass through.
"""

from collections.abc import Sequence

from engine.moves import FITS, MEMBERS, NO_TILE, Act, Bare, How, tile_number
from engine.playbook import Playbook


class Play:
    """The state of one round. `hands` and the like are lists by seat, to be changed in place."""

    __slots__ = (
        "boneyard", "book", "counts", "doubles", "drawn", "drawn_laid", "draws", "drew",
        "first", "hands", "how", "laid", "last_double", "marks", "moves", "older", "own_only",
        "passes", "pending", "seat", "seats", "start", "started", "tails", "winner",
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
        """A round after the deal: `boneyard` is drawn from its end, `seat` has the first turn.

        `counts` are the hands' numbers of tiles, where somebody has counted them already.
        """
        self.book = book
        self.start = start
        self.hands = hands
        self.boneyard = boneyard
        self.seats = len(hands)
        self.counts = counts or [tile_number(hand) for hand in hands]
        self.tails = [start] * (self.seats + 1)
        self.marks = 0
        self.started = 0
        self.first = (1 << self.seats) - 1
        self.older: list[Bare] = []
        self.passes = 0
        self.how: How | None = None
        self.winner: int | None = None
        self.moves: tuple[int, ...] = ()
        self.seat = seat
        self._begin()

    def _begin(self) -> None:
        """Nothing has been done this turn."""
        self.pending: list[Bare] = []
        self.laid = 0
        self.doubles = 0
        self.own_only = True
        self.last_double = False
        self.drawn = NO_TILE
        self.drawn_laid = False
        self.draws = 0
        self.drew = False

    def copy(self) -> "Play":
        """The same round, to be played on apart from this one."""
        other = Play.__new__(Play)
        for name in Play.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = [list(hand) for hand in self.hands]
        other.boneyard = list(self.boneyard)
        other.counts = list(self.counts)
        other.tails = list(self.tails)
        other.older = list(self.older)
        other.pending = list(self.pending)
        return other

    # --- how far the turn has come ---

    def chains(self) -> bool:
        """Whether a first train is being built."""
        book = self.book
        return (
            self.laid > 0
            and self.own_only
            and bool(self.first >> self.seat & 1)
            and book.first_turn_mode != "single"
            and (not self.last_double or book.first_turn_double_deferred)
        )

    def binding(self) -> Sequence[Bare]:
        """The older doubles of which one must be covered first."""
        book = self.book
        if not self.older or not book.uncovered_double_freezes:
            return ()
        first = self.first >> self.seat & 1
        if first and book.first_turn_own_train_only and book.first_turn_double_deferred:
            return ()
        binding = [each for each in self.older if not self.released(each)]
        if not book.double_player_bound_later:
            binding = [each for each in binding if each.by != self.seat]
        if len(binding) < 2 or book.closing_order == "any":
            return binding
        return binding[:1] if book.closing_order == "oldest" else binding[-1:]

    def released(self, each: Bare) -> bool:
        """Whether no tile can cover a double any more, and it therefore binds nobody."""
        if not self.book.impossible_double_releases:
            return False
        pips = each.pips
        for hand in self.hands:
            if hand[pips]:
                return False
        return not any(pips in tile for tile in self.boneyard)

    # --- where tiles can go ---

    def _open(self) -> int:
        """The set of trains open to the seat on turn, leaving aside what doubles freeze."""
        book, own = self.book, 1 << self.seat
        first = self.first & own
        found = own
        if book.own_train_first and not self.started & own:
            return found
        if book.mexican_train == "any_turn" or (book.mexican_train != "off" and not first):
            found |= 1 << self.seats
        if first and book.first_turn_own_train_only:
            return found
        if not first or book.marked_open_from == "immediately":
            found |= self.marks
        if self.older and (book.cover_on_unmarked_train or book.uncovered_double_opens_train):
            for each in self.older:
                if not self.marks >> each.train & 1:
                    found |= 1 << each.train
        if not book.private_trains:
            found |= ~self.marks & (1 << self.seats) - 1
        return found

    def _public(self) -> int:
        """The trains that a follow-up can go on that goes on the double or on a public train."""
        own = 1 << self.seat
        return self._open() & ~(own & ~self.marks)

    def _to_cover(self, binding: Sequence[Bare]) -> int:
        """Of the doubles that must be covered, the trains on which they can be."""
        book = self.book
        targets = 0
        for each in binding:
            targets |= 1 << each.train
        if book.cover_on_unmarked_train or book.uncovered_double_opens_train:
            return targets
        return targets & (self._open() | 1 << self.seats)

    def ways(self) -> tuple[int, int]:
        """The trains that the next tile can go on: one that is no double, and one that is."""
        if self.older and (binding := self.binding()):
            found = self._to_cover(binding)
        elif self.pending:
            return self._ways_to_follow(), self._ways_of_double()
        else:
            found = self._open()
        return found, found

    def _ways_to_follow(self) -> int:
        book = self.book
        live = [each for each in self.pending if not self.released(each)]
        here = 0
        for each in live:
            here |= 1 << each.train
        if len(live) > 1:
            if book.third_tile_target == "any":
                return here | self._open()
            if book.third_tile_target == "first" and book.closing_order != "any":
                return 1 << live[0 if book.closing_order == "oldest" else -1].train
            return here
        if book.follow_up_targets == "double_or_public":
            return here | self._public()
        return here if live and book.follow_up_targets == "double_only" else here | self._open()

    def _ways_of_double(self) -> int:
        book = self.book
        most = book.max_doubles_per_turn
        if (most is not None and self.doubles >= most) or book.follow_up_targets == "double_only":
            return 0
        return self._public() if book.follow_up_targets == "double_or_public" else self._open()

    def lays(self) -> tuple[int, ...]:
        """All moves of the seat on turn, by train; in a round that is over there are none."""
        if self.how is not None:
            return ()
        hand = self.hands[self.seat]
        if self.laid and self.chains():
            ends = hand[self.tails[self.seat]]
            return FITS[self.seat][ends] if ends else ()
        plain, double = self.ways()
        moves: tuple[int, ...] = ()
        for train in MEMBERS[plain | double]:
            if hand[self.tails[train]] and (ends := self.fitting(train, plain, double)):
                moves += FITS[train][ends]
        return moves

    def fitting(self, train: int, plain: int, double: int) -> int:
        """The other ends of the tiles that the seat on turn can lay on a train; see `ways`."""
        tail = self.tails[train]
        ends = self.hands[self.seat][tail]
        if not plain >> train & 1:
            ends &= 1 << tail
        if ends >> tail & 1 and not (double >> train & 1 and self._may_double(tail)):
            ends ^= 1 << tail
        return ends

    def _may_double(self, pips: int) -> bool:
        """Whether the rules let a double of these pips follow those that wait."""
        careful = self.pending and self.book.second_double_needs_third_tile_from_hand
        return not careful or self._third_tile(pips)

    def _third_tile(self, pips: int) -> bool:
        """Whether a double of these pips has the third tile that it may need."""
        hand = self.hands[self.seat]
        low, high = self.drawn
        for number in (pips, *(each.pips for each in self.pending)):
            ends = hand[number] & ~(1 << number)
            if number in self.drawn:
                ends &= ~(1 << (high if number == low else low))
            if ends:
                return True
        drawn = self.drawn != NO_TILE
        left = self.counts[self.seat] - drawn
        return left == (self.drawn != (pips, pips)) and self.book.out_on_two_doubles

    # --- what happens ---

    def act(self) -> Act:
        """What the seat on turn has to do next; who may choose lays, and else draws.

        LAY means that there are `moves`. MARK ends the turn with a marker on the own train, PASS
        without one, and STOP where a first train cannot grow.
        """
        self.moves = self.lays()
        if self.moves:
            return Act.LAY
        if self.how is not None or self._blocked():
            return Act.OVER
        if self.chains():
            return Act.STOP
        book = self.book
        if self.drawn != NO_TILE:
            more = book.draw_count == "until_playable" or self.draws != book.draw_count
            if more and self.boneyard:
                return Act.DRAW
            return self._in_vain()
        if self.drawn_laid and not book.drawn_double_draw_again:
            return self._in_vain()
        if self._marks_first():
            return Act.MARK
        if not self.boneyard:
            return Act.MARK if book.empty_boneyard == "pass_and_mark" else Act.PASS
        return Act.DRAW

    def _marks_first(self) -> bool:
        """Whether a seat that cannot lay on its first turn marks its train and draws nothing."""
        if self.laid or not self.first >> self.seat & 1 or self.book.first_turn_stuck != "mark":
            return False
        return not self.binding()

    def _in_vain(self) -> Act:
        """Whether who has drawn and can lay nothing marks the own train."""
        book = self.book
        if self.pending:
            marks = book.mark_when_no_follow_up
        elif self.binding():
            marks = book.mark_when_cannot_cover
        else:
            marks = book.mark_when_stuck
        return Act.MARK if marks else Act.PASS

    def _blocked(self) -> bool:
        """Whether nobody can go on; asked when the seat on turn can lay nothing."""
        if self.boneyard or self.laid or self.drew:
            return False
        rule = self.book.blocked_rule
        if rule != "empty_and_none_can" and self.passes < self.seats:
            return False
        here = self.seat
        for seat in range(self.seats):
            self.seat = seat
            able = self.lays()
            self.seat = here
            if able:
                return False
        self.how = How.STUCK if rule == "none" else How.BLOCKED
        return True

    def begin(self, seat: int, marks: int, passes: int = 0) -> None:
        """It is this seat's turn, with these markers on trains, after so many passes in a row."""
        self.seat, self.marks, self.passes = seat, marks, passes
        self._begin()

    def draw(self) -> None:
        """The seat on turn takes the next tile of the boneyard."""
        low, high = self.drawn = self.boneyard.pop()
        hand = self.hands[self.seat]
        hand[low] |= 1 << high
        hand[high] |= 1 << low
        self.counts[self.seat] += 1
        self.draws += 1
        self.drew = True

    def put(self, seat: int, train: int, end: int) -> None:
        """A tile goes from a hand to a train, so that this end becomes the tail."""
        hand, tail = self.hands[seat], self.tails[train]
        hand[tail] &= ~(1 << end)
        hand[end] &= ~(1 << tail)
        self.counts[seat] -= 1
        self.tails[train] = end

    def lay(self, move: int) -> None:
        """The seat on turn makes this move; where that ends its turn the next one begins."""
        train, end, seat = move >> 5, move & 31, self.seat
        tail = self.tails[train]
        self.put(seat, train, end)
        self.started |= 1 << train
        self.laid += 1
        if train == seat:
            self.marks &= ~(1 << seat)
        else:
            self.own_only = False
        if self.drawn in ((tail, end), (end, tail)):
            self.drawn, self.drawn_laid, self.draws = NO_TILE, True, 0
        if self.older:
            self.older = [each for each in self.older if each.train != train]
        self.pending = [each for each in self.pending if each.train != train]
        self.last_double = tail == end
        if self.last_double:
            self.doubles += 1
            self.pending.append(Bare(train, tail, seat))
        if self._somebody_out():
            return
        if not self.last_double and not self.chains():
            self.end_turn(mark=bool(self.pending) and self.book.mark_when_left_uncovered)

    def _somebody_out(self) -> bool:
        """Whether a seat has no tile left, and that ends the round."""
        book = self.book
        for seat, count in enumerate(self.counts):
            if count:
                continue
            if seat == self.seat:
                bare = len(self.pending) if self.last_double else 0
            else:
                bare = sum(each.by == seat for each in self.older)
            says = (book.out_ends_round, book.out_on_double, book.out_on_two_doubles)
            if says[min(bare, 2)]:
                self.how, self.winner = How.OUT, seat
                return True
        return False

    def end_turn(self, *, mark: bool = False) -> None:
        """The turn of the seat on turn is over, with a marker on its train or without."""
        if mark:
            self.marks |= 1 << self.seat
        self.older += self.pending
        self.first &= ~(1 << self.seat)
        self.passes = 0 if self.laid or self.drew else self.passes + 1
        self.seat = (self.seat + 1) % self.seats
        self._begin()
