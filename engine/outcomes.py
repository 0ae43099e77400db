"""What a branch comes to, put together from a reason and the points of the rules it rests on."""

from engine.endings import somebody_out
from engine.position import Uncovered
from engine.reasons import Outcome, Reason
from engine.supposed import Supposed
from engine.tiles import double


def may(s: Supposed, allowed: bool, reason: Reason, *points: str, **about: str) -> Outcome:
    """Allowed or not."""
    return outcome(s, "allowed" if allowed else "not_allowed", None, reason, points, about)


def must(
    s: Supposed, yes: bool, reason: Reason, *points: str, target: Uncovered | None = None
) -> Outcome:
    """Yes or no; `target` is the double that it is about."""
    about = {} if target is None else about_double(target)
    return outcome(s, "yes" if yes else "no", None, reason, points, about)


def value(s: Supposed, what: str | None, reason: Reason, *points: str, **about: str) -> Outcome:
    """A seat, or what to do next."""
    return outcome(s, "value", what, reason, points, about)


def outcome(
    s: Supposed,
    says: str,
    what: str | None,
    reason: Reason,
    points: tuple[str, ...],
    about: dict[str, str],
) -> Outcome:
    """An outcome about the seat on turn, which rests on these points."""
    about["seat"] = s.seat
    if reason is Reason.LEFT_UNCOVERED:
        about |= about_double(s.progress().pending[0])
    elif reason is Reason.ROUND_OVER and (out := somebody_out(s)):
        about["out"] = out.seat
    return Outcome(says, what, s.cite(points), reason, about)


def about_double(uncovered: Uncovered) -> dict[str, str]:
    """A double and where it lies, for a reason's sentence."""
    pips = uncovered.pips
    said = "a double" if pips is None else str(double(pips))
    return {"double": said, "double_train": uncovered.train}
