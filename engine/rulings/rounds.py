"""Who acts next, whether the round is over, and whether a train is public."""

from collections.abc import Iterator
from dataclasses import replace

from engine.rulings.able import is_first
from engine.rulings.endings import out_of_tiles, out_of_time, somebody_out, why_over
from engine.rulings.hypothesis import Fork, Hypothesis
from engine.rulings.outcomes import value
from engine.rulings.plays import can_play, known_tile_can_play
from engine.rulings.reasons import Outcome, Reason
from engine.rulings.targets import Phase, mexican_train, opened_to_all, phase, train_of_a_seat
from engine.rulings.turns import Stand, follow_up_is_optional, stand
from engine.sentences import say
from engine.table.position import NOTHING_PLAYED, Span
from engine.tile_sets import NO_TILE
from engine.tiles import MEXICAN


def who_next(table: Hypothesis) -> Outcome:
    """Which seat acts next, after what has been played? The same one if its turn goes on.

    The value is None where the round is over: then nobody does.
    """
    if out := somebody_out(table):
        return value(table, None, why_over(out), *out.points)
    if not _turn_is_over(table):
        if phase(table) is Phase.FOLLOW:
            points: tuple[str, ...] = ("double_gives", "draw_when_no_follow_up")
        elif phase(table) is Phase.CHAIN:
            points = ("first_turn_mode",)
        else:
            points = ("play_direction",)
        return value(table, table.seat, Reason.TURN_GOES_ON, *points)
    seats = table.seats()
    following = seats[(seats.index(table.seat) + 1) % len(seats)]
    points = ("play_direction", "tiles_a_turn")
    if phase(table) is Phase.CHAIN:
        points = ("first_turn_double_deferred", "first_turn_mode", "play_direction")
    elif phase(table) is Phase.FOLLOW:
        optional = follow_up_is_optional(table)
        points = ("double_gives" if optional else "mark_when_no_follow_up", "play_direction")
    if table.position.uncovered and table.rules.uncovered_double_freezes.value is True:
        points = (*points, "cover_on_unmarked_train", "double_player_bound_later")
    return value(table, following, Reason.NEXT_SEAT, *points, next=following)


def _turn_is_over(table: Hypothesis) -> bool:
    """Return whether the seat on turn has nothing more to play or draw, but for its marker."""
    now = phase(table)
    if now is Phase.DONE:
        return True
    if now is Phase.FOLLOW and follow_up_is_optional(table):
        return stand(table) is Stand.COMPLETE
    if now is not Phase.CHAIN and not table.position.drawn_played and not table.has_drawn():
        return False
    return stand(table) in (Stand.COMPLETE, Stand.DREW_IN_VAIN)


def is_over(table: Hypothesis) -> Outcome:
    """Is the round over?"""
    if time := out_of_time(table):
        return _over(table, True, time.reason, *time.points)
    for seat in _empty_hands_first(table):
        if table.hand_is(seat, 0, "out") and (out := out_of_tiles(table, seat)):
            return _over(table, out.over, out.reason, *out.points, out=seat)
    if not table.boneyard_is_empty():
        return _over(table, False, Reason.NOBODY_OUT, "out_ends_round", "blocked_rule")
    rule = table.says("blocked_rule")
    if rule == "none":
        return _over(table, False, Reason.NO_BLOCKED_ROUND, "blocked_rule")
    if rule == "empty_and_all_pass" and not table.all_have_passed():
        return _over(table, False, Reason.NOT_ALL_PASSED, "blocked_rule")
    if table.position.anybody_can_play:
        return _over(table, False, Reason.SOMEBODY_CAN_PLAY, "blocked_rule", can=say("Somebody"))
    for seat in sorted(table.seats(), key=lambda seat: not table.position.hand_is_whole(seat)):
        if _may_be_able(table, seat):
            return _over(table, False, Reason.SOMEBODY_CAN_PLAY, "blocked_rule", can=seat)
    return _over(table, True, Reason.BLOCKED, "blocked_rule")


def _may_be_able(table: Hypothesis, seat: str) -> bool:
    """Return whether this seat is able to play; that nobody is would settle it too."""
    try:
        return _is_able(table, seat)
    except Fork as fork:
        if f"can_play.{seat}" not in fork.paths:
            raise
        paths = ("can_play", *fork.paths)
        raise Fork(fork.key, paths, fork.options, silent=fork.silent) from None


def _over(table: Hypothesis, over: bool, reason: Reason, *points: str, **about: str) -> Outcome:
    return Outcome("yes" if over else "no", None, table.cite(points), reason, about)


def _empty_hands_first(table: Hypothesis) -> Iterator[str]:
    """Yield all seats: one whose hand is known to be empty settles it, whoever else is there."""
    empty = [seat for seat, count in table.position.counts.items() if not count.high]
    yield from empty
    yield from (seat for seat in table.seats() if seat not in empty)


def _is_able(table: Hypothesis, seat: str) -> bool:
    """Return whether this seat has a tile that it may play now or on its next turn.

    A pass shows that a seat could not, unless its tiles are known.
    """
    position = table.position
    all_passed = not position.hand_is_whole(seat) and _has_passed(table, seat)
    on_turn = seat == position.seat and phase(table) in (Phase.START, Phase.FOLLOW)
    if not all_passed and on_turn and stand(table) in _ABLE:
        return True
    drawn = NO_TILE if position.drawn_played else table.drawn()
    hands, counts, unseen = position.hands, position.counts, position.unseen
    if not drawn & (drawn - 1):
        unseen &= ~drawn
        if drawn != NO_TILE and seat == position.seat:
            low, high = counts[seat]
            hands = hands | {seat: hands[seat] | drawn}
            counts = counts | {seat: Span(low + 1, high + 1)}
        drawn = NO_TILE
    next_turn = Hypothesis(
        replace(
            position,
            seat=seat,
            hands=hands,
            counts=counts,
            unseen=unseen,
            first_turn=is_first(position, seat),
            drawn=drawn,
            drawn_played=False,
            plays=(),
            progress=NOTHING_PLAYED,
        ),
        table.assumed,
    )
    return known_tile_can_play(next_turn) if all_passed else can_play(next_turn)


_ABLE = (Stand.CAN_PLAY, Stand.CAN_PLAY_DRAWN, Stand.MAY_FOLLOW)


def _has_passed(table: Hypothesis, seat: str) -> bool:
    """Return whether this seat has passed since a tile was last played."""
    return seat in table.position.passed or table.all_have_passed()


def is_public(table: Hypothesis, train: str) -> Outcome:
    """Is this train open to the other seats, leaving aside what an uncovered double freezes?"""
    if table.position.seat is None:
        # No turn is asked about, so none is a first turn on which a train opens later.
        table = Hypothesis(replace(table.position, first_turn=False), table.assumed)
    if train == MEXICAN:
        target = mexican_train(table)
    else:
        target = train_of_a_seat(table, train, opened_to_all)
    points = target.points
    if target.reason in (Reason.PRIVATE_TRAIN, Reason.OPEN_TRAIN):
        points = (*points, "uncovered_double_opens_train")
    verdict = "yes" if target.open else "no"
    return Outcome(verdict, None, table.cite(points), target.reason, {"train": train})
