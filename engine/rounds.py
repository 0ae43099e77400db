"""Who acts next, whether the round is over, and whether a train is public."""

from collections.abc import Iterator
from dataclasses import replace

from engine.bits import NO_TILE
from engine.endings import out_of_tiles, somebody_out
from engine.outcomes import value
from engine.plays import can_lay, shown_able
from engine.position import MEXICAN, NOTHING_LAID, Position, Span
from engine.reasons import Outcome, Reason
from engine.supposed import Supposed
from engine.turns import Stand, stand
from engine.ways import Phase, phase


def who_next(s: Supposed) -> Outcome:
    """Which seat acts next, after what `laid` shows? The same one if its turn goes on.

    The value is None where the round is over: then nobody does.
    """
    if out := somebody_out(s):
        return value(s, None, Reason.ROUND_OVER, *out.points)
    if not _turn_is_over(s):
        if phase(s) is Phase.FOLLOW:
            points: tuple[str, ...] = ("double_gives", "draw_when_no_follow_up")
        elif phase(s) is Phase.CHAIN:
            points = ("first_turn_mode",)
        else:
            points = ("play_direction",)
        return value(s, s.seat, Reason.TURN_GOES_ON, *points)
    seats = s.seats()
    following = seats[(seats.index(s.seat) + 1) % len(seats)]
    points = ("play_direction", "tiles_a_turn")
    if phase(s) is Phase.CHAIN:
        points = ("first_turn_double_deferred", "first_turn_mode", "play_direction")
    elif phase(s) is Phase.FOLLOW:
        points = ("mark_when_no_follow_up", "play_direction")
    if s.position.uncovered and s.rules.uncovered_double_freezes.value is True:
        points = (*points, "cover_on_unmarked_train", "double_player_bound_later")
    return value(s, following, Reason.NEXT_SEAT, *points, next=following)


def _turn_is_over(s: Supposed) -> bool:
    """Whether the seat on turn has nothing more to lay or draw; its marker may be still to do."""
    now = phase(s)
    if now is Phase.DONE:
        return True
    if now is not Phase.CHAIN and not s.position.drawn_laid and not s.has_drawn():
        return False
    return stand(s) in (Stand.COMPLETE, Stand.DREW_IN_VAIN)


def is_over(s: Supposed) -> Outcome:
    """Is the round over?"""
    for seat in _those_first_that_are_empty(s):
        if s.hand_is(seat, 0) and (out := out_of_tiles(s, seat)):
            return _over(s, out.over, out.reason, *out.points, out=seat)
    if not s.boneyard_is_empty():
        return _over(s, False, Reason.NOBODY_OUT, "out_ends_round", "blocked_rule")
    rule = s.says("blocked_rule")
    if rule == "none":
        return _over(s, False, Reason.NO_BLOCKED_ROUND, "blocked_rule")
    if rule == "empty_and_all_pass" and not s.all_have_passed():
        return _over(s, False, Reason.NOT_ALL_PASSED, "blocked_rule")
    for seat in sorted(s.seats(), key=lambda seat: not s.position.hand_is_whole(seat)):
        if _is_able(s, seat):
            return _over(s, False, Reason.SOMEBODY_CAN_LAY, "blocked_rule", can=seat)
    return _over(s, True, Reason.BLOCKED, "blocked_rule")


def _those_first_that_are_empty(s: Supposed) -> Iterator[str]:
    """All seats: one whose hand is known to be empty settles it, whoever else sits there."""
    empty = [seat for seat, count in s.position.counts.items() if not count.high]
    yield from empty
    yield from (seat for seat in s.seats() if seat not in empty)


def _is_able(s: Supposed, seat: str) -> bool:
    """Whether this seat has a tile that it may lay now or on its next turn.

    A pass shows that a seat could not, unless its tiles are known.
    """
    position = s.position
    all_passed = position.passes is not None and s.all_have_passed()
    on_turn = seat == position.seat and phase(s) in (Phase.START, Phase.FOLLOW)
    if not all_passed and on_turn and stand(s) in (Stand.CAN_LAY, Stand.CAN_LAY_DRAWN):
        return True
    drawn = NO_TILE if position.drawn_laid else s.drawn()
    hands, counts, unseen = position.hands, position.counts, position.unseen
    if not drawn & (drawn - 1):
        unseen &= ~drawn
        if drawn != NO_TILE and seat == position.seat:
            low, high = counts[seat]
            hands = hands | {seat: hands[seat] | drawn}
            counts = counts | {seat: Span(low + 1, high + 1)}
        drawn = NO_TILE
    fresh = Supposed(
        replace(
            position,
            seat=seat,
            hands=hands,
            counts=counts,
            unseen=unseen,
            first_turn=_is_first(position, seat),
            drawn=drawn,
            drawn_laid=False,
            laid=(),
            progress=NOTHING_LAID,
        ),
        s.given,
    )
    return shown_able(fresh) if all_passed else can_lay(fresh)


def _is_first(position: Position, seat: str) -> bool | None:
    """Whether it is, or will be, this seat's first turn; None where that is not known.

    Nobody has a second turn before all have had their first. A first turn leaves a tile or a
    marker on the own train, where it goes on no other.
    """
    if seat == position.seat or position.first_turn is not True:
        return position.first_turn
    own = position.trains[seat]
    return False if own.started or own.marked else position.first_turn


def _over(s: Supposed, over: bool, reason: Reason, *points: str, **about: str) -> Outcome:
    return Outcome("yes" if over else "no", None, s.cite(points), reason, about)


def is_public(s: Supposed, train: str) -> Outcome:
    """Is this train open to the other seats, leaving aside what an uncovered double freezes?"""
    if train == MEXICAN:
        when = s.says("mexican_train")
        if when == "off":
            return _public(s, False, Reason.NO_MEXICAN_TRAIN, ("mexican_train",), train)
        later = when == "not_first_turn" and _on_first_turn(s)
        reason = Reason.MEXICAN_TRAIN_LATER if later else Reason.MEXICAN_TRAIN
        return _public(s, not later, reason, ("mexican_train",), train)
    if s.marked(train):
        if not s.says("marker_opens_train", False):
            reason = Reason.MARKER_OPENS_NOTHING
            return _public(s, False, reason, ("marker_opens_train",), train)
        later = s.says("marked_open_from") == "second_turn" and _on_first_turn(s)
        reason = Reason.MARKED_TRAIN_LATER if later else Reason.MARKED_TRAIN
        return _public(s, not later, reason, ("marker_opens_train", "marked_open_from"), train)
    if _opened(s, train):
        points = ("uncovered_double_opens_train", "cover_on_unmarked_train")
        return _public(s, True, Reason.OPENED_BY_DOUBLE, points, train)
    closed = bool(s.says("private_trains"))
    reason = Reason.PRIVATE_TRAIN if closed else Reason.OPEN_TRAIN
    points = ("private_trains", "uncovered_double_opens_train")
    return _public(s, not closed, reason, points, train)


def _on_first_turn(s: Supposed) -> bool:
    """Whether it is a first turn, where a turn is told of at all."""
    return s.position.seat is not None and s.first_turn()


def _opened(s: Supposed, train: str) -> bool:
    """Whether an uncovered double makes this train public."""
    listed = s.position.uncovered
    if listed is not None and not any(each.train == train for each in listed):
        return False
    return bool(s.says("uncovered_double_opens_train")) and s.ends_in_uncovered(train)


def _public(
    s: Supposed, public: bool, reason: Reason, points: tuple[str, ...], train: str
) -> Outcome:
    return Outcome("yes" if public else "no", None, s.cite(points), reason, {"train": train})
