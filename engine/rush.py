"""A round of random lays as fast as it goes.

`rush` plays what `go` with random lays plays, move for move: the steps that are most of a round
are done here in a few lines each, and all others by `Play`. While it runs, the seat on turn and
the markers are kept apart from the `Play`; at the end all but `started` and `first` is right there.
"""

from collections.abc import Iterator

from engine.moves import FITS, NO_TILE, TRAINS, Act, Bare
from engine.play import Play
from engine.playbook import Playbook
from engine.players import Player, random_lay

_NONE = -1


class Opens(dict[int, tuple[int, ...]]):
    """For one seat, by the set of marked trains: the trains open to it after first turns."""

    def __init__(self, book: Playbook, seats: int, seat: int) -> None:
        super().__init__()
        mexican = 0 if book.mexican_train == "off" else 1 << seats
        self.always = 1 << seat | mexican

    def __missing__(self, marks: int) -> tuple[int, ...]:
        self[marks] = found = TRAINS[self.always | marks]
        return found


class Course:
    """What does not change from round to round: the rules and the seats."""

    def __init__(self, book: Playbook, seats: int) -> None:
        self.opens = [Opens(book, seats, seat) for seat in range(seats)]
        self.following = [(seat + 1) % seats for seat in range(seats)]
        self.first_differs = (
            book.first_turn_mode != "single"
            or book.first_turn_own_train_only
            or book.first_turn_stuck == "mark"
            or book.marked_open_from != "immediately"
            or book.mexican_train == "not_first_turn"
        )
        covers = book.cover_on_unmarked_train or book.uncovered_double_opens_train
        self.bare_is_harmless = not book.uncovered_double_freezes and not covers
        bound = (
            book.uncovered_double_freezes
            and covers
            and book.double_player_bound_later
            and book.mark_when_cannot_cover
        )
        self.rushes = (
            book.draw_count == 1
            and book.private_trains
            and book.mark_when_stuck
            and book.mark_when_no_follow_up
            and book.drawn_double_draw_again
            and not book.own_train_first
            and book.follow_up_targets == "any_available"
            and not book.mark_when_left_uncovered
            and (bound or self.bare_is_harmless)
        )

    def trains_now(self, play: Play) -> tuple[int, ...] | None:
        """The trains that each seat must lay on; none where no double binds; None: go slowly."""
        if (play.first and self.first_differs) or play.laid or play.drew or not self.rushes:
            return None
        if not play.older or self.bare_is_harmless:
            return ()
        targets = 0
        for each in play.binding():
            targets |= 1 << each.train
        return TRAINS[targets]

    def turn_done(self, play: Play, seat: int, train: int, waiting: int) -> tuple[int, ...]:
        """The same at the end of a turn with a lay on `train`, or with none (-1).

        `waiting` is the train of the double laid before that, or -1.
        """
        older = play.older
        if older:
            if waiting < 0 and len(older) == 1 and older[0].train == train:
                older.clear()
                return ()
            older[:] = [each for each in older if each.train != train]
        if waiting not in (train, _NONE):
            older.append(Bare(waiting, play.tails[waiting], seat))
        return () if not older else self.trains_now(play) or ()

    def slowly(
        self, play: Play, turn: tuple[int, int, int], drawn: tuple[int, int], roll: int
    ) -> tuple[tuple[int, ...] | None, int, int]:
        """Let the `Play` go on with this turn: the seat, the markers, the waiting double's train.

        Answers what `trains_now` does, the seat on turn and the markers.
        """
        play.seat, play.marks, waiting = turn
        play.drawn, play.drew = drawn, drawn is not NO_TILE
        play.draws = int(play.drew)
        if waiting >= 0:
            play.pending = [Bare(waiting, play.tails[waiting], play.seat)]
            play.laid = play.doubles = 1
            play.last_double = True
        go(play, random_lay, roll)
        return self.trains_now(play), play.seat, play.marks


def go(play: Play, player: Player, roll: int) -> None:
    """One lay, or the end of a turn, with the draws before it; nothing in a round that is over."""
    while (act := play.act()) is Act.DRAW:
        play.draw()
    if act is Act.LAY:
        play.lay(player(play, play.moves, roll))
    elif act is not Act.OVER:
        play.end_turn(mark=act is Act.MARK)


def rush(play: Play, course: Course, rolls: Iterator[int]) -> None:  # noqa: C901  the fast path
    """Play a round of random lays to its end."""
    hands, tails, counts, boneyard = play.hands, play.tails, play.counts, play.boneyard
    following, opens, waiting = course.following, course.opens, _NONE
    bound, seat, marks = course.trains_now(play), play.seat, play.marks
    for roll in rolls:
        if bound is None:
            bound, seat, marks = course.slowly(play, (seat, marks, _NONE), NO_TILE, roll)
            if play.how is not None:
                return
            continue
        hand, drawn = hands[seat], NO_TILE
        trains = bound or opens[seat][marks]
        while True:
            moves: tuple[int, ...] = ()
            for train in trains:
                if ends := hand[tails[train]]:
                    moves += FITS[train][ends]
            if moves or drawn is not NO_TILE or not boneyard:
                break
            low, high = drawn = boneyard.pop()
            hand[low] |= 1 << high
            hand[high] |= 1 << low
            counts[seat] += 1
        if moves and counts[seat] > 1 and (waiting < 0 or _are_plain(moves, tails)):
            move = moves[roll % len(moves)]
            train, end = move >> 5, move & 31
            tail = tails[train]
            hand[tail] ^= 1 << end
            counts[seat] -= 1
            if train == seat:
                marks &= ~(1 << seat)
            if tail == end:
                waiting = train
                continue
            hand[end] ^= 1 << tail
            tails[train] = end
        elif drawn is not NO_TILE and not moves:
            marks, train = marks | 1 << seat, _NONE
        else:
            bound, seat, marks = course.slowly(play, (seat, marks, waiting), drawn, roll)
            waiting = _NONE
            if play.how is not None:
                return
            continue
        if waiting >= 0 or (bound and train >= 0):
            bound = course.turn_done(play, seat, train, waiting)
            waiting = _NONE
        play.passes = 0
        seat = following[seat]


def _are_plain(moves: tuple[int, ...], tails: list[int]) -> bool:
    """Whether none of the moves lays a double."""
    return all(tails[move >> 5] != move & 31 for move in moves)
