"""What the seat on turn may and must do: draw, stop, mark, cover, take off a marker, give notice.

`stand` says how far the turn has come and what is open to the seat. The table `DUE` says for each
stand what is due then, why, and by which points of the rules; every question about drawing,
stopping and marking reads its answer there.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.rulings.endings import somebody_out
from engine.rulings.hypothesis import Fork, Hypothesis
from engine.rulings.outcomes import allowed_or_not, value, yes_or_no
from engine.rulings.plays import can_play, can_play_drawn, known_tile_can_play
from engine.rulings.reasons import Outcome, Reason
from engine.rulings.targets import (
    Phase,
    first_double_waits,
    in_order,
    is_released,
    order_unknown,
    phase,
    to_be_covered,
    why_free,
)
from engine.sentences import say
from engine.table.position import Position, Uncovered
from engine.tile_sets import NO_TILE


class Stand(Enum):
    """What is open to the seat on turn."""

    OVER = "the round is over"
    COMPLETE = "the turn has what it asks for"
    GO_ON = "the first train must grow"
    CAN_PLAY = "a tile in hand can be played"
    MAY_FOLLOW = "a tile in hand can follow the double, and need not"
    CAN_PLAY_DRAWN = "the tile just drawn can be played"
    MUST_DRAW = "nothing can be played, and a tile must be drawn"
    MAY_DRAW = "nothing can be played, and a tile may be drawn"
    NO_DRAW = "nothing can be played, and no tile is drawn on this turn"
    DREW_IN_VAIN = "a tile was drawn, and nothing can be played"
    NONE_TO_DRAW = "nothing can be played, and the boneyard is empty"


def stand(table: Hypothesis) -> Stand:
    """Return what is open to the seat on turn as it stands.

    A tile that was drawn shows that no unknown tile in the hand could be played before: beside
    the drawn one only those are looked at then that are known to be there.
    """
    if somebody_out(table):
        return Stand.OVER
    now = phase(table)
    if now is Phase.DONE:
        return Stand.COMPLETE
    if now is Phase.CHAIN:
        grows = table.says("first_turn_mode") == "chain_max" and can_play(table)
        return Stand.GO_ON if grows else Stand.COMPLETE
    if now is Phase.FOLLOW and follow_up_is_optional(table):
        return Stand.MAY_FOLLOW if can_play(table) else Stand.COMPLETE
    if table.has_drawn():
        if can_play_drawn(table):
            return Stand.CAN_PLAY_DRAWN
        if known_tile_can_play(table):
            return Stand.CAN_PLAY
        return Stand.MUST_DRAW if _draws_more(table) else Stand.DREW_IN_VAIN
    if can_play(table):
        return Stand.CAN_PLAY
    if table.position.drawn_played and not table.says("drawn_double_draw_again"):
        return Stand.DREW_IN_VAIN
    return _stuck(table, now)


def follow_up_is_optional(table: Hypothesis) -> bool:
    """Return whether a double allows one more tile and asks for none: so says a house rule only."""
    return table.rules.double_gives.value == "optional_tile"


def _draws_more(table: Hypothesis) -> bool:
    """Return whether a seat that drew in vain draws again: the rules may ask for several tiles."""
    number = table.says("draw_count")
    if number == 1:
        return False
    enough = number != "until_playable" and table.position.draws >= number
    return not enough and not table.boneyard_is_empty()


def _stuck(table: Hypothesis, now: Phase) -> Stand:
    """Return what is open to a seat that can play nothing and has not drawn."""
    how = _how_stuck(table, now)
    if how == "first_turn_stuck" and table.says(how) == "mark":
        return Stand.NO_DRAW
    if table.boneyard_is_empty():
        return Stand.NONE_TO_DRAW
    return Stand.MUST_DRAW if table.says(how) in ("must", "must_draw") else Stand.MAY_DRAW


def _how_stuck(table: Hypothesis, now: Phase) -> str:
    """Return the point of the rules that says whether a stuck seat draws."""
    if now is Phase.FOLLOW:
        return "draw_when_no_follow_up"
    if to_be_covered(table):
        return "draw_when_cannot_cover"
    return "first_turn_stuck" if table.first_turn() else "draw_when_stuck"


def _how_marked(table: Hypothesis) -> str:
    """Return the point of the rules that says whether a seat that drew in vain marks its train."""
    if phase(table) is Phase.FOLLOW:
        return "mark_when_no_follow_up"
    return "mark_when_cannot_cover" if to_be_covered(table) else "mark_when_stuck"


# --- points of the rules ----------------------------------------------------------------------


def _drawing(table: Hypothesis) -> tuple[str, ...]:
    """Return the points that say that a tile is drawn, or one more."""
    how = _how_stuck(table, phase(table))
    again = ("drawn_double_draw_again",) if table.position.drawn_played else ()
    return (*again, "draw_count", how) if table.has_drawn() else (*again, how)


def _why_play(table: Hypothesis) -> tuple[str, ...]:
    """Return the further points that say that a tile must be played now."""
    if phase(table) is Phase.FOLLOW:
        return ("double_gives", "draw_when_no_follow_up")
    if to_be_covered(table):
        return ("draw_when_cannot_cover", "double_player_bound_later", "uncovered_double_freezes")
    if table.position.first_turn:
        return ("first_turn_stuck", "first_turn_mode", *why_free(table))
    return ("draw_when_stuck", *why_free(table))


def _why_stuck(table: Hypothesis) -> tuple[str, ...]:
    """Return the further points that say why nothing can be played."""
    if phase(table) is Phase.FOLLOW:
        more = len(table.progress().pending) > 1
        return ("third_tile_target", "double_gives") if more else ("double_gives",)
    if to_be_covered(table):
        return ("uncovered_double_freezes", *in_order(table))
    return why_free(table)


# --- what is due ------------------------------------------------------------------------------

Why = tuple[Reason, tuple[str, ...]]
"""A reason, and the points of the rules that it relies on, the most decisive first."""


class Due(NamedTuple):
    """What a stand asks for.

    `act` is what to do next, in the contract's words; `may` are those of "draw", "stop" and "mark"
    that are allowed. `why` is the reason for all of this. An answer with a reason or points of its
    own is in `besides`: for "draw", "stop", "mark", and "must mark".
    """

    act: str
    why: Why
    may: tuple[str, ...] = ()
    besides: Mapping[str, Callable[[Hypothesis], Why]] = MappingProxyType({})


def _over(table: Hypothesis) -> Due:
    out = somebody_out(table)
    if out is not None and not out.seat:
        return _nothing_due(out.reason, out.points)
    return _nothing_due(Reason.ROUND_OVER, ("out_ends_round", "out_on_double"))


def _nothing_due(reason: Reason, points: tuple[str, ...]) -> Due:
    besides = {"mark": lambda _: (reason, ("mark_when_stuck", *points))}
    return Due("end_turn", (reason, points), ("stop",), besides)


def _complete(table: Hypothesis) -> Due:
    pending = table.progress().pending
    left_uncovered = pending and phase(table) is not Phase.CHAIN
    if left_uncovered and table.says("mark_when_left_uncovered"):
        why = Reason.LEFT_UNCOVERED, ("mark_when_left_uncovered",)
        return Due("mark", why, ("mark",), {"draw": _why_complete})
    return _nothing_due(*_why_complete(table))


def _why_complete(table: Hypothesis) -> Why:
    if phase(table) is Phase.CHAIN:
        return Reason.TURN_COMPLETE, ("first_turn_mode", "first_turn_double_deferred")
    if first_double_waits(table):
        return Reason.TURN_COMPLETE, ("first_turn_double_deferred", "first_turn_mode")
    if table.progress().doubles:
        points = ("mark_when_left_uncovered", "follow_up_targets", "double_gives", "tiles_a_turn")
        return Reason.TURN_COMPLETE, points
    return Reason.TURN_COMPLETE, ("tiles_a_turn", "must_play_if_able")


def _go_on(table: Hypothesis) -> Due:
    return Due("lay", (Reason.MUST_GO_ON, ("first_turn_mode",)))


def _can_play(table: Hypothesis) -> Due:
    # After a double the turn cannot simply end, even where nobody has to play.
    follows = phase(table) is Phase.FOLLOW
    why = _why_play(table)
    points = (*why, "must_play_if_able") if follows else ("must_play_if_able", *why)
    besides = {"must mark": _no_marker_while_able} | ({"stop": _must_follow} if follows else {})
    if table.says("must_play_if_able"):
        return Due("lay", (Reason.CAN_PLAY, points), (), besides)
    may = ("draw", "mark") if follows else ("draw", "mark", "stop")
    return Due("end_turn", (Reason.NEED_NOT_PLAY, points), may, besides)


def _may_follow(table: Hypothesis) -> Due:
    """Return what ends the turn, as where nothing can follow; the tile that may follow is free."""
    ends = _complete(table)
    besides: dict[str, Callable[[Hypothesis], Why]] = {
        "mark": lambda _: ends.why,
        **ends.besides,
        "draw": _why_complete,
        "must mark": lambda _: ends.why,
    }
    if "stop" not in ends.may:
        besides["stop"] = lambda _: ends.why
    return Due(ends.act, (Reason.MAY_FOLLOW, ("double_gives",)), ends.may, besides)


def _no_marker_while_able(table: Hypothesis) -> Why:
    left = ("mark_when_left_uncovered",) if table.progress().pending else ()
    return Reason.CAN_PLAY, (*left, _how_marked(table), "must_play_if_able")


def _must_follow(table: Hypothesis) -> Why:
    return Reason.MUST_FOLLOW, ("double_gives", "must_play_if_able")


def _can_play_drawn(table: Hypothesis) -> Due:
    points = ("drawn_tile_must_be_played", *_why_play(table))
    besides = {"draw": _plays_drawn, "must mark": _no_marker_for_drawn}
    if table.says("drawn_tile_must_be_played"):
        return Due("lay", (Reason.CAN_PLAY_DRAWN, points), (), besides)
    return Due("end_turn", (Reason.NEED_NOT_PLAY_DRAWN, points), ("mark", "stop"), besides)


def _no_marker_for_drawn(table: Hypothesis) -> Why:
    return Reason.CAN_PLAY_DRAWN, (_how_marked(table), "drawn_tile_must_be_played")


def _plays_drawn(table: Hypothesis) -> Why:
    return Reason.CAN_PLAY_DRAWN, ("drawn_tile_must_be_played", "draw_count")


def _must_draw(table: Hypothesis) -> Due:
    drawing, stuck = _drawing(table), _why_stuck(table)
    besides: dict[str, Callable[[Hypothesis], Why]] = {
        "mark": lambda table: (Reason.MUST_DRAW, (*drawing, _how_marked(table), *stuck)),
        "must mark": lambda table: (Reason.MUST_DRAW, (*drawing, _how_marked(table))),
    }
    if phase(table) is Phase.FOLLOW:
        besides["stop"] = lambda _: (Reason.MUST_FOLLOW, (*drawing, *stuck))
    return Due("draw", (Reason.MUST_DRAW, (*stuck, *drawing)), ("draw",), besides)


def _may_draw(table: Hypothesis) -> Due:
    due = _drew_in_vain(table)
    besides: dict[str, Callable[[Hypothesis], Why]] = {
        "draw": lambda table: (Reason.MAY_DRAW, (*_why_stuck(table), *_drawing(table))),
        "mark": lambda table: (Reason.MAY_DRAW, _drawing(table)),
    }
    return Due(due.act, due.why, ("draw", "mark", *due.may), besides)


def _no_draw(table: Hypothesis) -> Due:
    return Due("mark", (Reason.MARKS_WITHOUT_DRAWING, ("first_turn_stuck",)), ("mark",))


def _drew_in_vain(table: Hypothesis) -> Due:
    how, besides = _how_marked(table), {"draw": _has_drawn}
    points = (how, *_why_stuck(table))
    if table.says(how):
        return Due("mark", (Reason.MARKS, points), ("mark",), besides)
    return Due("end_turn", (Reason.NEED_NOT_MARK, points), ("stop",), besides)


def _has_drawn(table: Hypothesis) -> Why:
    again = ("drawn_double_draw_again",) if table.position.drawn_played else ()
    return Reason.HAS_DRAWN, (*again, "draw_count", _how_stuck(table, phase(table)))


def _none_to_draw(table: Hypothesis) -> Due:
    points = ("empty_boneyard", *_why_stuck(table))
    if table.says("empty_boneyard") == "pass_and_mark":
        return Due("pass_and_mark", (Reason.PASSES_AND_MARKS, points), ("mark",))
    return Due("pass", (Reason.PASSES, points), ("stop",))


DUE: Final[Mapping[Stand, Callable[[Hypothesis], Due]]] = MappingProxyType(
    {
        Stand.OVER: _over,
        Stand.COMPLETE: _complete,
        Stand.GO_ON: _go_on,
        Stand.CAN_PLAY: _can_play,
        Stand.MAY_FOLLOW: _may_follow,
        Stand.CAN_PLAY_DRAWN: _can_play_drawn,
        Stand.MUST_DRAW: _must_draw,
        Stand.MAY_DRAW: _may_draw,
        Stand.NO_DRAW: _no_draw,
        Stand.DREW_IN_VAIN: _drew_in_vain,
        Stand.NONE_TO_DRAW: _none_to_draw,
    }
)
"""For each stand what is due then: a rule of a turn is written in its row alone."""


def due(table: Hypothesis) -> Due:
    """Return what is due as the turn stands."""
    return DUE[stand(table)](table)


def _why(table: Hypothesis, now: Due, asked: str) -> Why:
    return now.besides[asked](table) if asked in now.besides else now.why


# --- questions: drawing, stopping, marking ----------------------------------------------------


def may_draw(table: Hypothesis) -> Outcome:
    """May the seat on turn draw now?"""
    # Who can play and must does not draw, whatever is left.
    must_play = table.rules.must_play_if_able.value is True and table.position.boneyard.high > 0
    if must_play and table.position.can_play.get(table.seat):
        return _may(table, "draw")
    if table.boneyard_is_empty():
        points = ("empty_boneyard", "draw_when_stuck")
        return allowed_or_not(table, False, Reason.BONEYARD_EMPTY, *points)
    return _may(table, "draw")


def may_stop(table: Hypothesis) -> Outcome:
    """May the seat on turn end its turn as it stands, without a marker?"""
    return _may(table, "stop")


def may_mark(table: Hypothesis) -> Outcome:
    """May the seat on turn mark its train and end its turn now?"""
    return _may(table, "mark")


def _may(table: Hypothesis, act: str) -> Outcome:
    now = due(table)
    reason, points = _why(table, now, act)
    return allowed_or_not(table, act in now.may, reason, *points)


def must_mark(table: Hypothesis) -> Outcome:
    """Must the seat on turn mark its own train, now that its turn is over?

    Its train may be marked already: then the marker stays.
    """
    now = due(table)
    reason, points = _why(table, now, "must mark")
    return yes_or_no(table, now.act in ("mark", "pass_and_mark"), reason, *points)


def must_act(table: Hypothesis) -> Outcome:
    """What must the seat on turn do next?"""
    now = due(table)
    reason, points = now.why
    if now.act == "draw" and _draws_one_and_plays(table):
        how = _how_marked(table)
        marks = getattr(table.rules, how).value
        if isinstance(marks, bool):
            reason = Reason.DRAWS_THEN_MARKS if marks else Reason.DRAWS_THEN_ENDS
            points = (*_drawing(table), how, *points)
    return value(table, now.act, reason, *points)


def _draws_one_and_plays(table: Hypothesis) -> bool:
    """Return whether one tile is drawn now and no more, and played if it fits."""
    rules = table.rules
    plays = rules.drawn_tile_must_be_played.value is True
    return plays and rules.draw_count.value == 1 and not table.position.drawn_played


# --- doubles, markers, notice -----------------------------------------------------------------


def must_cover(table: Hypothesis) -> Outcome:
    """Must the seat on turn cover the uncovered double if it can?"""
    pending = table.progress().pending
    now = phase(table)
    if now is Phase.FOLLOW:
        if _surely_drew_in_vain(table) and stand(table) is Stand.DREW_IN_VAIN:
            reason, points = due(table).why
            return yes_or_no(table, False, reason, *points)
        left = tuple(double for double in pending if not is_released(table, double))
        return _must_cover_own(table, left)
    if now is not Phase.START:
        reason, points = _why_complete(table)
        return yes_or_no(table, False, reason, *points)
    if doubles := to_be_covered(table):
        bound = ("double_player_bound_later", "uncovered_double_freezes", "must_play_if_able")
        points = (*bound, *in_order(table))
        if len(doubles) > 1:
            return yes_or_no(table, True, Reason.MUST_COVER_ONE, *points)
        if order := order_unknown(table):
            by_first = order == "oldest"
            reason = Reason.MUST_COVER_FIRST if by_first else Reason.MUST_COVER_LAST
            return yes_or_no(table, True, reason, *in_order(table), *points)
        reason = Reason.MUST_COVER
        if _draws_and_marks_for(table):
            reason = Reason.MUST_COVER_OR_DRAW
            points = (*points, "draw_when_cannot_cover", "mark_when_cannot_cover")
        return yes_or_no(table, True, reason, *points, double=doubles[0])
    if not table.older():
        return yes_or_no(table, False, Reason.NOTHING_UNCOVERED, "uncovered_double_freezes")
    free = why_free(table)
    released = free == ("impossible_double_releases",)
    reason = Reason.CANNOT_BE_COVERED if released else Reason.NEED_NOT_COVER
    return yes_or_no(table, False, reason, *free, "uncovered_double_freezes")


def _surely_drew_in_vain(table: Hypothesis) -> bool:
    """Return whether the facts say that a tile was drawn and that nothing can be played."""
    position = table.position
    has_drawn = position.drawn_played or not position.drawn & NO_TILE
    return has_drawn and position.can_play.get(table.seat) is False


def _draws_and_marks_for(table: Hypothesis) -> bool:
    """Return whether who cannot cover a double draws one tile, then marks their own train."""
    rules, position = table.rules, table.position
    has_drawn = position.drawn_played or not position.drawn & NO_TILE
    draws = rules.draw_when_cannot_cover.value in ("must", "must_draw")
    marks = rules.mark_when_cannot_cover.value is True
    return draws and marks and position.boneyard.high > 0 and not has_drawn


def _must_cover_own(table: Hypothesis, pending: tuple[Uncovered, ...]) -> Outcome:
    """Must the seat cover one of the doubles that it has just played itself?"""
    if not pending:
        return yes_or_no(table, False, Reason.CANNOT_BE_COVERED, "impossible_double_releases")
    if follow_up_is_optional(table):
        return yes_or_no(table, False, Reason.NEED_NOT_COVER, "double_gives", "follow_up_targets")
    if len(pending) > 1:
        must = bool(table.says("several_doubles_bind"))
        points: tuple[str, ...] = ("several_doubles_bind", "third_tile_target", "double_gives")
    else:
        must = table.says("follow_up_targets") == "double_only"
        points = ("follow_up_targets", "double_gives")
    if must:
        return yes_or_no(table, True, Reason.MUST_COVER, *points, double=pending[0])
    return yes_or_no(table, False, Reason.NEED_NOT_COVER, *points)


def must_unmark(table: Hypothesis) -> Outcome:
    """Must the marker of the seat on turn come off, after what it has played?"""
    if table.says("marker_off") == "optional":
        return _may_unmark(table)
    if not table.has_played_on_own():
        return yes_or_no(table, False, Reason.NOT_ON_OWN_TRAIN, "marker_off")
    if not table.marked(table.seat):
        return yes_or_no(table, False, Reason.NO_MARKER, "marker_off")
    return yes_or_no(table, True, Reason.MARKER_COMES_OFF, "marker_off")


def _may_unmark(table: Hypothesis) -> Outcome:
    """Return when the marker may come off where it need not: no fact makes that a must."""
    played = table.surely_played_on_own()
    if table.position.trains[table.seat].marked is False:
        reason = Reason.NO_MARKER
    elif played is None:
        reason = Reason.MARKER_MAY_COME_OFF
    else:
        reason = Reason.MARKER_MAY_STAY if played else Reason.NOT_ON_OWN_TRAIN
    return yes_or_no(table, False, reason, "marker_off")


def must_announce(table: Hypothesis) -> Outcome:
    """Must the seat on turn give notice, ending its turn with one tile in hand?

    The question says that it ends so: what is unknown of the hand and of the turn is not asked.
    """
    if not _may_have_one_tile(table.position):
        return _on_notice(table, False, Reason.NOT_ONE_TILE, "last_tile_notice")
    if table.says("last_tile_notice") == "none":
        return _on_notice(table, False, Reason.NO_NOTICE, "last_tile_notice")
    # An extra turn comes after a turn that is over; a tile more belongs to the same turn, and who
    # need not play it may end the turn here.
    same_turn = table.rules.double_gives.value not in ("extra_turn", "optional_tile")
    if same_turn and _surely_goes_on(table) and not table.says("notice_in_mid_turn"):
        points = ("notice_in_mid_turn", "last_tile_notice")
        return _on_notice(table, False, Reason.TURN_GOES_ON, *points)
    extra = () if same_turn else ("double_gives",)
    return _on_notice(table, True, Reason.GIVES_NOTICE, "last_tile_notice", *extra)


def _on_notice(table: Hypothesis, due: bool, reason: Reason, *points: str) -> Outcome:
    about = {"seat": table.position.seat or say("A player who ends the turn like this")}
    return Outcome("yes" if due else "no", None, table.cite(points), reason, about)


def _may_have_one_tile(position: Position) -> bool:
    """Return whether the seat on turn can have one tile, a drawn one that it keeps included."""
    if position.seat is None:
        return True
    low, high = position.counts[position.seat]
    no_draw = position.drawn_played or position.drawn & NO_TILE
    draw = not position.drawn_played and position.drawn & ~NO_TILE
    return (bool(no_draw) and low <= 1 <= high) or (bool(draw) and not low)


def _surely_goes_on(table: Hypothesis) -> bool:
    """Return whether the facts show that the turn is not over yet."""
    position = table.position
    if position.seat is None or not (position.drawn_played or position.drawn == NO_TILE):
        return False
    try:
        return phase(table) is Phase.FOLLOW
    except Fork as fork:
        if fork.paths[0].startswith("rules."):
            raise
        return False
