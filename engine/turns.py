"""What the seat on turn may and must do: draw, stop, mark, cover, take off a marker, give notice.

`stand` says how far the turn has come and what is open to the seat; each ruling is then a few
lines on top.
"""

from enum import Enum

from engine.endings import somebody_out
from engine.outcomes import may as _may
from engine.outcomes import must as _must
from engine.outcomes import value as _value
from engine.plays import can_lay, can_lay_drawn
from engine.position import Uncovered
from engine.reasons import Outcome, Reason
from engine.supposed import Supposed
from engine.ways import Phase, is_released, phase, to_be_covered, why_free


class Stand(Enum):
    """What is open to the seat on turn."""

    OVER = "the round is over"
    COMPLETE = "the turn has what it asks for"
    GO_ON = "the first train must grow"
    CAN_LAY = "a tile in hand can be laid"
    CAN_LAY_DRAWN = "the tile just drawn can be laid"
    MUST_DRAW = "nothing can be laid, and a tile must be drawn"
    MAY_DRAW = "nothing can be laid, and a tile may be drawn"
    NO_DRAW = "nothing can be laid, and no tile is drawn on this turn"
    DREW_IN_VAIN = "a tile was drawn, and nothing can be laid"
    NONE_TO_DRAW = "nothing can be laid, and the boneyard is empty"


def stand(s: Supposed) -> Stand:
    """What is open to the seat on turn as it stands.

    A tile that was drawn shows that nothing in the hand could be laid before: only the drawn
    one is looked at then.
    """
    if somebody_out(s):
        return Stand.OVER
    now = phase(s)
    if now is Phase.DONE:
        return Stand.COMPLETE
    if now is Phase.CHAIN:
        grows = s.says("first_turn_mode") == "chain_max" and can_lay(s)
        return Stand.GO_ON if grows else Stand.COMPLETE
    if s.has_drawn():
        if can_lay_drawn(s):
            return Stand.CAN_LAY_DRAWN
        return Stand.MUST_DRAW if _draws_more(s) else Stand.DREW_IN_VAIN
    if can_lay(s):
        return Stand.CAN_LAY
    if s.position.drawn_laid and not s.says("drawn_double_draw_again"):
        return Stand.DREW_IN_VAIN
    return _stuck(s, now)


def _draws_more(s: Supposed) -> bool:
    """Whether who drew in vain draws again: one tile is the rule, a house may say more."""
    number = s.says("draw_count")
    if number == 1:
        return False
    enough = number != "until_playable" and s.position.draws >= number
    return not enough and not s.boneyard_is_empty()


def _stuck(s: Supposed, now: Phase) -> Stand:
    """What is open to a seat that can lay nothing and has not drawn."""
    how = _how_stuck(s, now)
    if how == "first_turn_stuck" and s.says(how) == "mark":
        return Stand.NO_DRAW
    if s.boneyard_is_empty():
        return Stand.NONE_TO_DRAW
    return Stand.MUST_DRAW if s.says(how) in ("must", "must_draw") else Stand.MAY_DRAW


def _how_stuck(s: Supposed, now: Phase) -> str:
    """The point of the rules that says whether a stuck seat draws."""
    if now is Phase.FOLLOW:
        return "draw_when_no_follow_up"
    if to_be_covered(s):
        return "draw_when_cannot_cover"
    return "first_turn_stuck" if s.first_turn() else "draw_when_stuck"


def _how_marked(s: Supposed) -> str:
    """The point of the rules that says whether who drew in vain marks the own train."""
    if phase(s) is Phase.FOLLOW:
        return "mark_when_no_follow_up"
    return "mark_when_cannot_cover" if to_be_covered(s) else "mark_when_stuck"


def _left_uncovered(s: Supposed) -> Uncovered | None:
    """A double of this turn that the complete turn leaves uncovered, if it asks for a marker."""
    pending = s.progress().pending
    if not pending or phase(s) is Phase.CHAIN:
        return None
    return pending[0] if s.says("mark_when_left_uncovered") else None


# --- drawing ----------------------------------------------------------------------------------


def may_draw(s: Supposed) -> Outcome:
    """May the seat on turn draw now?"""
    if s.boneyard_is_empty():
        return _may(s, False, Reason.BONEYARD_EMPTY, "empty_boneyard", "draw_when_stuck")
    now = stand(s)
    if now is Stand.CAN_LAY:
        must = s.says("must_play_if_able")
        reason = Reason.CAN_LAY if must else Reason.NEED_NOT_LAY
        return _may(s, not must, reason, "must_play_if_able", *_why_lay(s))
    if now in (Stand.MUST_DRAW, Stand.MAY_DRAW):
        reason = Reason.MUST_DRAW if now is Stand.MUST_DRAW else Reason.MAY_DRAW
        return _may(s, True, reason, *_draw_again(s), *_why_stuck(s), *_drawing(s))
    reason, points = _no_draw(s, now)
    return _may(s, False, reason, *points)


def _no_draw(s: Supposed, now: Stand) -> tuple[Reason, tuple[str, ...]]:
    """Why no tile is drawn in these cases."""
    if now is Stand.CAN_LAY_DRAWN:
        return Reason.CAN_LAY_DRAWN, ("drawn_tile_must_be_played", "draw_count")
    if now is Stand.DREW_IN_VAIN:
        return Reason.HAS_DRAWN, (*_draw_again(s), "draw_count", *_drawing(s))
    if now is Stand.NO_DRAW:
        return Reason.MARKS_WITHOUT_DRAWING, ("first_turn_stuck",)
    if now is Stand.GO_ON:
        return Reason.MUST_GO_ON, ("first_turn_mode",)
    return _complete(s, now)


def _drawing(s: Supposed) -> tuple[str, ...]:
    """The points on which it rests that a tile is drawn, or one more."""
    how = _how_stuck(s, phase(s))
    return ("draw_count", how) if s.has_drawn() else (how,)


def _draw_again(s: Supposed) -> tuple[str, ...]:
    """The point on which it rests that who has drawn and laid a double draws again, or not."""
    return ("drawn_double_draw_again",) if s.position.drawn_laid else ()


def _why_lay(s: Supposed) -> tuple[str, ...]:
    """The further points on which it rests that a tile must be laid now."""
    if phase(s) is Phase.FOLLOW:
        return ("double_gives", "draw_when_no_follow_up")
    if to_be_covered(s):
        return ("draw_when_cannot_cover", "double_player_bound_later", "uncovered_double_freezes")
    if s.position.first_turn:
        return ("first_turn_stuck", "first_turn_mode", *why_free(s))
    return ("draw_when_stuck", *why_free(s))


def _why_stuck(s: Supposed) -> tuple[str, ...]:
    """The further points on which it rests that nothing can be laid."""
    if phase(s) is Phase.FOLLOW:
        more = len(s.progress().pending) > 1
        return ("third_tile_target", "double_gives") if more else ("double_gives",)
    return ("uncovered_double_freezes", *_in_order(s)) if to_be_covered(s) else why_free(s)


def _in_order(s: Supposed) -> tuple[str, ...]:
    """The point on which it rests which of several uncovered doubles comes first."""
    return ("closing_order",) if len(s.older()) > 1 else ()


def _complete(s: Supposed, now: Stand) -> tuple[Reason, tuple[str, ...]]:
    """Why a turn that is complete, or a round that is over, asks for nothing more."""
    if now is Stand.OVER:
        return Reason.ROUND_OVER, ("out_ends_round", "out_on_double")
    if phase(s) is Phase.CHAIN:
        return Reason.TURN_COMPLETE, ("first_turn_mode", "first_turn_double_deferred")
    if s.progress().doubles:
        left = ("mark_when_left_uncovered", "follow_up_targets", "double_gives", "tiles_a_turn")
        return Reason.TURN_COMPLETE, left
    return Reason.TURN_COMPLETE, ("tiles_a_turn", "must_play_if_able")


# --- ending the turn --------------------------------------------------------------------------


def may_stop(s: Supposed) -> Outcome:
    """May the seat on turn end its turn as it stands, without a marker?"""
    now = stand(s)
    if now is Stand.CAN_LAY:
        return _stop_though_able(s)
    if now is Stand.CAN_LAY_DRAWN:
        must = s.says("drawn_tile_must_be_played")
        reason = Reason.CAN_LAY_DRAWN if must else Reason.NEED_NOT_LAY_DRAWN
        return _may(s, not must, reason, "drawn_tile_must_be_played", *_why_lay(s))
    if now in (Stand.COMPLETE, Stand.OVER):
        return _stop_complete(s, now)
    if now is Stand.GO_ON:
        return _may(s, False, Reason.MUST_GO_ON, "first_turn_mode")
    if now is Stand.MUST_DRAW:
        reason = Reason.MUST_FOLLOW if phase(s) is Phase.FOLLOW else Reason.MUST_DRAW
        return _may(s, False, reason, *_draw_again(s), *_drawing(s), *_why_stuck(s))
    marks, reason, points = _due_marker(s, now)
    return _may(s, not marks, reason, *points)


def _stop_though_able(s: Supposed) -> Outcome:
    if phase(s) is Phase.FOLLOW:
        return _may(s, False, Reason.MUST_FOLLOW, "double_gives", "must_play_if_able")
    must = s.says("must_play_if_able")
    reason = Reason.CAN_LAY if must else Reason.NEED_NOT_LAY
    return _may(s, not must, reason, "must_play_if_able", *_why_lay(s))


def _stop_complete(s: Supposed, now: Stand) -> Outcome:
    if now is Stand.COMPLETE and _left_uncovered(s):
        return _may(s, False, Reason.LEFT_UNCOVERED, "mark_when_left_uncovered")
    reason, points = _complete(s, now)
    return _may(s, True, reason, *points)


def _due_marker(s: Supposed, now: Stand) -> tuple[bool, Reason, tuple[str, ...]]:
    """Whether a seat that can lay nothing ends its turn with a marker, and by which points."""
    if now is Stand.NO_DRAW:
        return True, Reason.MARKS_WITHOUT_DRAWING, ("first_turn_stuck",)
    if now is Stand.NONE_TO_DRAW:
        marks = s.says("empty_boneyard") == "pass_and_mark"
        reason = Reason.PASSES_AND_MARKS if marks else Reason.PASSES
        return marks, reason, ("empty_boneyard", *_why_stuck(s))
    how = _how_marked(s)
    marks = bool(s.says(how))
    return marks, Reason.MARKS if marks else Reason.NEED_NOT_MARK, (how, *_why_stuck(s))


def may_mark(s: Supposed) -> Outcome:
    """May the seat on turn mark its train and end its turn now?"""
    now = stand(s)
    if now is Stand.CAN_LAY:
        must = s.says("must_play_if_able")
        reason = Reason.CAN_LAY if must else Reason.NEED_NOT_LAY
        return _may(s, not must, reason, "must_play_if_able", *_why_lay(s))
    if now is Stand.CAN_LAY_DRAWN:
        must = s.says("drawn_tile_must_be_played")
        reason = Reason.CAN_LAY_DRAWN if must else Reason.NEED_NOT_LAY_DRAWN
        return _may(s, not must, reason, "drawn_tile_must_be_played", *_why_lay(s))
    if now is Stand.COMPLETE and _left_uncovered(s):
        return _may(s, True, Reason.LEFT_UNCOVERED, "mark_when_left_uncovered")
    if now in (Stand.COMPLETE, Stand.OVER):
        reason, points = _complete(s, now)
        return _may(s, False, reason, "mark_when_stuck", *points)
    if now is Stand.GO_ON:
        return _may(s, False, Reason.MUST_GO_ON, "first_turn_mode")
    if now is Stand.MUST_DRAW:
        points = (*_draw_again(s), *_drawing(s), _how_marked(s), *_why_stuck(s))
        return _may(s, False, Reason.MUST_DRAW, *points)
    if now is Stand.MAY_DRAW:
        return _may(s, True, Reason.MAY_DRAW, *_drawing(s))
    marks, reason, points = _due_marker(s, now)
    return _may(s, marks, reason, *points)


def must_mark(s: Supposed) -> Outcome:
    """Has the seat on turn to mark its own train, its turn being over?

    Its train may carry the marker already: then it stays.
    """
    now = stand(s)
    if now in (Stand.COMPLETE, Stand.OVER):
        if now is Stand.COMPLETE and _left_uncovered(s):
            return _must(s, True, Reason.LEFT_UNCOVERED, "mark_when_left_uncovered")
        reason, points = _complete(s, now)
        return _must(s, False, reason, *points)
    if now is Stand.CAN_LAY:
        left = ("mark_when_left_uncovered",) if s.progress().pending else ()
        return _must(s, False, Reason.CAN_LAY, *left, _how_marked(s), "must_play_if_able")
    if now is Stand.CAN_LAY_DRAWN:
        return _must(s, False, Reason.CAN_LAY_DRAWN, _how_marked(s), "drawn_tile_must_be_played")
    if now is Stand.GO_ON:
        return _must(s, False, Reason.MUST_GO_ON, "first_turn_mode")
    if now is Stand.MUST_DRAW:
        return _must(s, False, Reason.MUST_DRAW, *_draw_again(s), *_drawing(s), _how_marked(s))
    marks, reason, points = _due_marker(s, now)
    return _must(s, marks, reason, *points)


def must_act(s: Supposed) -> Outcome:
    """What has the seat on turn to do next?"""
    now = stand(s)
    if now is Stand.CAN_LAY:
        must = s.says("must_play_if_able")
        reason = Reason.CAN_LAY if must else Reason.NEED_NOT_LAY
        points = ("must_play_if_able", *_why_lay(s))
        return _value(s, "lay" if must else "end_turn", reason, *points)
    if now is Stand.CAN_LAY_DRAWN:
        must = s.says("drawn_tile_must_be_played")
        reason = Reason.CAN_LAY_DRAWN if must else Reason.NEED_NOT_LAY_DRAWN
        points = ("drawn_tile_must_be_played", *_why_lay(s))
        return _value(s, "lay" if must else "end_turn", reason, *points)
    if now is Stand.GO_ON:
        return _value(s, "lay", Reason.MUST_GO_ON, "first_turn_mode")
    if now in (Stand.COMPLETE, Stand.OVER):
        if now is Stand.COMPLETE and _left_uncovered(s):
            return _value(s, "mark", Reason.LEFT_UNCOVERED, "mark_when_left_uncovered")
        reason, points = _complete(s, now)
        return _value(s, "end_turn", reason, *points)
    if now is Stand.MUST_DRAW:
        points = (*_draw_again(s), *_why_stuck(s), *_drawing(s))
        return _value(s, "draw", Reason.MUST_DRAW, *points)
    marks, reason, points = _due_marker(s, now)
    if now is Stand.NONE_TO_DRAW:
        return _value(s, "pass_and_mark" if marks else "pass", reason, *points)
    return _value(s, "mark" if marks else "end_turn", reason, *points)


# --- doubles, markers, notice -----------------------------------------------------------------


def must_cover(s: Supposed) -> Outcome:
    """Must the seat on turn cover the uncovered double if it can?"""
    pending = s.progress().pending
    now = phase(s)
    if now is Phase.FOLLOW:
        return _must_cover_own(s, tuple(each for each in pending if not is_released(s, each)))
    if now is not Phase.START:
        reason, why = _complete(s, Stand.COMPLETE)
        return _must(s, False, reason, *why)
    if targets := to_be_covered(s):
        bound = ("double_player_bound_later", "uncovered_double_freezes", "must_play_if_able")
        return _must(s, True, Reason.MUST_COVER, *bound, *_in_order(s), target=targets[0])
    if not s.older():
        return _must(s, False, Reason.NOTHING_UNCOVERED, "uncovered_double_freezes")
    free = why_free(s)
    released = free == ("impossible_double_releases",)
    reason = Reason.CANNOT_BE_COVERED if released else Reason.NEED_NOT_COVER
    return _must(s, False, reason, *free, "uncovered_double_freezes")


def _must_cover_own(s: Supposed, pending: tuple[Uncovered, ...]) -> Outcome:
    """The same for the doubles that the seat has just laid itself."""
    if not pending:
        return _must(s, False, Reason.CANNOT_BE_COVERED, "impossible_double_releases")
    if len(pending) > 1:
        must = bool(s.says("several_doubles_bind"))
        points: tuple[str, ...] = ("several_doubles_bind", "third_tile_target", "double_gives")
    else:
        must = s.says("follow_up_targets") == "double_only"
        points = ("follow_up_targets", "double_gives")
    if must:
        return _must(s, True, Reason.MUST_COVER, *points, target=pending[0])
    return _must(s, False, Reason.NEED_NOT_COVER, *points)


def must_unmark(s: Supposed) -> Outcome:
    """The seat on turn has just laid what `laid` says: has its marker to come off?"""
    if not s.has_laid_on_own():
        return _must(s, False, Reason.NOT_ON_OWN_TRAIN, "marker_off")
    if not s.marked(s.seat):
        return _must(s, False, Reason.NO_MARKER, "marker_off")
    if s.says("marker_off") == "automatic":
        return _must(s, True, Reason.MARKER_COMES_OFF, "marker_off")
    return _must(s, False, Reason.MARKER_MAY_STAY, "marker_off")


def must_announce(s: Supposed) -> Outcome:
    """Its turn ends with one tile in hand: has the seat on turn to give notice?"""
    if not s.hand_is(s.seat, 0 if s.has_drawn() else 1):
        return _must(s, False, Reason.NOT_ONE_TILE, "last_tile_notice")
    if s.says("last_tile_notice") == "none":
        return _must(s, False, Reason.NO_NOTICE, "last_tile_notice")
    if phase(s) is Phase.FOLLOW and not s.has_drawn() and not s.says("notice_in_mid_turn"):
        return _must(s, False, Reason.TURN_GOES_ON, "notice_in_mid_turn", "last_tile_notice")
    return _must(s, True, Reason.GIVES_NOTICE, "last_tile_notice")
