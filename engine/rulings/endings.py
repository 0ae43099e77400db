"""Whether a round has ended because a seat has no tile left."""

from typing import NamedTuple

from engine.rulings.hypothesis import Hypothesis
from engine.rulings.reasons import Reason


class Out(NamedTuple):
    """A seat whose hand is empty, and whether that ends the round.

    There is no seat ("") where time has run out.
    """

    seat: str
    over: bool
    reason: Reason
    points: tuple[str, ...]


def somebody_out(table: Hypothesis) -> Out | None:
    """Return who or what has ended the round; None while it goes on.

    Where the number of tiles in a hand is unknown the round is taken to go on: whoever asks about a
    turn says as much.
    """
    if table.position.time_up and (out := out_of_time(table)):
        return out
    for seat, (_, high) in table.position.counts.items():
        if not high and (out := out_of_tiles(table, seat)) is not None and out.over:
            return out
    return None


def why_over(out: Out) -> Reason:
    """Return the reason why nobody plays any more."""
    return Reason.ROUND_OVER if out.seat else out.reason


def out_of_time(table: Hypothesis) -> Out | None:
    """Return that time has run out under rules with a limit; None where it has not."""
    limit = "time_limit_minutes"
    if not table.position.time_up or table.says(limit, 60) is None:
        return None
    return Out("", True, Reason.TIME_UP, (limit,))


def out_of_tiles(table: Hypothesis, seat: str) -> Out | None:
    """Return whether this seat, its hand empty, has ended the round; None if it has a drawn tile.

    What it played last decides: another tile, a double, or the second of two doubles.
    """
    points: tuple[str, ...] = ("out_ends_round",)
    on_turn = seat == table.position.seat
    if on_turn and table.has_drawn():
        return None
    if on_turn and (progress := table.progress()).tiles:
        doubles = len(progress.pending) if progress.last_is_double else 0
    else:
        uncovered = table.position.uncovered or ()
        doubles = sum(double.played_by == seat for double in uncovered)
    if not doubles:
        return Out(seat, bool(table.says("out_ends_round")), Reason.WENT_OUT, points)
    parameter = "out_on_double" if doubles == 1 else "out_on_two_doubles"
    over = bool(table.says(parameter))
    reason = Reason.WENT_OUT if over else Reason.OUT_IS_NOT_OVER
    return Out(seat, over, reason, (parameter, "out_ends_round"))
