"""What a branch comes to: a verdict with its reason, and the clauses of the points it relies on."""

from engine.rulings.endings import somebody_out
from engine.rulings.hypothesis import Hypothesis
from engine.rulings.reasons import Outcome, Reason
from engine.sentences import say
from engine.table.position import Uncovered
from engine.tiles import double_of


def allowed_or_not(table: Hypothesis, allowed: bool, reason: Reason, *points: str) -> Outcome:
    """Return that something is allowed, or not."""
    return _outcome(table, "allowed" if allowed else "not_allowed", None, reason, points, {})


def yes_or_no(
    table: Hypothesis, yes: bool, reason: Reason, *points: str, double: Uncovered | None = None
) -> Outcome:
    """Return yes or no; `double` is what the reason is about."""
    about = {} if double is None else about_double(double)
    return _outcome(table, "yes" if yes else "no", None, reason, points, about)


def value(
    table: Hypothesis, what: str | None, reason: Reason, *points: str, **about: str
) -> Outcome:
    """Return a seat, or what to do next."""
    return _outcome(table, "value", what, reason, points, about)


def _outcome(
    table: Hypothesis,
    verdict: str,
    what: str | None,
    reason: Reason,
    points: tuple[str, ...],
    about: dict[str, str],
) -> Outcome:
    """Return an outcome about the seat on turn that relies on these points."""
    about["seat"] = table.seat
    if reason is Reason.LEFT_UNCOVERED:
        about |= about_double(table.progress().pending[0])
    elif reason is Reason.ROUND_OVER and (out := somebody_out(table)):
        about["out"] = out.seat
    return Outcome(verdict, what, table.cite(points), reason, about)


def about_double(double: Uncovered) -> dict[str, str]:
    """Return a double and where it lies, for a reason's sentence."""
    words = say("a double") if double.pips is None else str(double_of(double.pips))
    return {"double": words, "double_train": double.train}
