"""Whether a round has ended because a seat has no tile left."""

from typing import NamedTuple

from engine.reasons import Reason
from engine.supposed import Supposed


class Out(NamedTuple):
    """A seat whose hand is empty, and whether that ends the round."""

    seat: str
    over: bool
    reason: Reason
    points: tuple[str, ...]


def somebody_out(s: Supposed) -> Out | None:
    """A seat that the facts show to be out, ending the round; None while it goes on.

    Where the number of a hand's tiles is not known the round is taken to go on: who asks about a
    turn says as much.
    """
    for seat, (_, high) in s.position.counts.items():
        if not high and (out := out_of_tiles(s, seat)) is not None and out.over:
            return out
    return None


def out_of_tiles(s: Supposed, seat: str) -> Out | None:
    """Whether this seat, with an empty hand, has ended the round; None if it holds a drawn tile.

    What it laid last decides: another tile, a double, or the second of two doubles.
    """
    points: tuple[str, ...] = ("out_ends_round",)
    here = seat == s.position.seat
    if here and s.has_drawn():
        return None
    if here and (progress := s.progress()).tiles:
        doubles = len(progress.pending) if progress.last_is_double else 0
    else:
        doubles = sum(each.laid_by == seat for each in s.position.uncovered or ())
    if not doubles:
        return Out(seat, bool(s.says("out_ends_round")), Reason.WENT_OUT, points)
    parameter = "out_on_double" if doubles == 1 else "out_on_two_doubles"
    over = bool(s.says(parameter))
    reason = Reason.WENT_OUT if over else Reason.OUT_IS_NOT_OVER
    return Out(seat, over, reason, (parameter, "out_ends_round"))
