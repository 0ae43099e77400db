"""Where the next tile can go: which trains are open to the seat on turn, and why.

`check_train` answers for one train, whatever the ends show; each function here answers one part
of that question. They read the table as if every fact were known (`engine.rulings.hypothesis`).
"""

from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Final, NamedTuple, TypeVar

from engine.rules.rule_set import first_double_waits_alone, first_turn_shuts_mexican
from engine.rulings.hypothesis import Hypothesis
from engine.rulings.reasons import Reason
from engine.table.position import Uncovered
from engine.tiles import MEXICAN

Answer = TypeVar("Answer")
_NOT_ASKED: Final = object()


class Phase(Enum):
    """How far a turn has come."""

    START = "nothing is played yet"
    CHAIN = "the first train is being built"
    FOLLOW = "a double waits for what follows"
    DONE = "what the turn asks for is played"


class Target(NamedTuple):
    """Whether a train is open, why, and the points of the rules that say so.

    `double` is the uncovered double that the reason is about.
    """

    open: bool
    reason: Reason
    points: tuple[str, ...]
    double: Uncovered | None = None


def once(question: Callable[[Hypothesis], Answer]) -> Callable[[Hypothesis], Answer]:
    """Answer a question once along each branch, as nothing changes there."""

    @wraps(question)
    def asked(table: Hypothesis) -> Answer:
        answer: Answer = table.cache.get(question, _NOT_ASKED)
        if answer is _NOT_ASKED:
            answer = table.cache[question] = question(table)
        return answer

    return asked


@once
def phase(table: Hypothesis) -> Phase:
    """Return how far the turn has come."""
    progress = table.progress()
    if not progress.tiles:
        return Phase.START
    if progress.own_only and table.first_turn() and table.says("first_turn_mode") != "single":
        if not progress.last_is_double or table.says("first_turn_double_deferred"):
            return Phase.CHAIN
        return Phase.FOLLOW
    if first_double_waits(table):
        return Phase.DONE
    return Phase.FOLLOW if progress.last_is_double else Phase.DONE


def first_double_waits(table: Hypothesis) -> bool:
    """Return whether the double just played on the own train waits, under a house rule for that."""
    progress = table.progress()
    if not progress.last_is_double or not progress.own_only:
        return False
    return first_double_waits_alone(table.rules) and table.first_turn()


# --- uncovered doubles ------------------------------------------------------------------------


@once
def to_be_covered(table: Hypothesis) -> tuple[Uncovered, ...]:
    """Return the doubles of earlier turns of which one must be covered before anything else."""
    if table.position.uncovered is not None and not table.older():
        return ()
    if not table.says("uncovered_double_freezes") or _first_turn_waits(table):
        return ()
    binding = tuple(double for double in table.older() if _binds(table, double))
    if binding and _is_free_unstarted(table):
        return ()
    if len(binding) < 2:
        return binding
    order = table.says("closing_order")
    if order == "any":
        return binding
    return (table.oldest(binding) if order == "oldest" else table.newest(binding),)


def _first_turn_waits(table: Hypothesis) -> bool:
    """Return whether a double at the end of a first train binds nobody while all build theirs."""
    if table.position.first_turn is False or not table.first_turn():
        return False
    if first_double_waits_alone(table.rules):
        return True
    return bool(table.says("first_turn_own_train_only")) and bool(
        table.says("first_turn_double_deferred")
    )


def _is_free_unstarted(table: Hypothesis) -> bool:
    """Return whether the seat on turn is bound by no double until its own train has a tile."""
    return bool(table.says("unstarted_train_frees")) and not table.started(table.seat)


def _binds(table: Hypothesis, double: Uncovered) -> bool:
    if is_released(table, double):
        return False
    return bool(table.says("double_player_bound_later")) or not table.is_mine(double)


def why_free(table: Hypothesis) -> tuple[str, ...]:
    """Return the points that say why doubles of earlier turns do not bind; none without any."""
    if not table.knows_uncovered() or not table.older():
        return ()
    if not table.says("uncovered_double_freezes"):
        return ("uncovered_double_freezes",)
    if all(is_released(table, double) for double in table.older()):
        return ("impossible_double_releases",)
    if _first_turn_waits(table):
        return ("first_turn_double_deferred",)
    if _is_free_unstarted(table):
        return ("unstarted_train_frees",)
    return ("double_player_bound_later",)


def is_released(table: Hypothesis, double: Uncovered) -> bool:
    """Return whether this double binds nobody because no tile can cover it any more."""
    return table.position.cannot_be_covered(double.pips) and bool(
        table.says("impossible_double_releases")
    )


def in_order(table: Hypothesis) -> tuple[str, ...]:
    """Return the point that says which of several uncovered doubles comes first."""
    return ("closing_order",) if len(table.older()) > 1 else ()


def order_unknown(table: Hypothesis) -> str | None:
    """Return which double is to be covered, "oldest" or "newest", where none knows which that is.

    None where that is known, or where it does not matter.
    """
    position = table.position
    if position.in_order or len(position.uncovered or ()) < 2 or len(to_be_covered(table)) != 1:
        return None
    order: str = table.says("closing_order")
    return order


def _covering(table: Hypothesis, double: Uncovered) -> Target:
    """Return whether a double that must be covered can be reached where it lies."""
    points = ("uncovered_double_freezes", *in_order(table), "cover_on_unmarked_train")
    if double.train in (table.seat, MEXICAN) or table.says("cover_on_unmarked_train"):
        return Target(True, Reason.COVERS, points, double)
    if table.says("uncovered_double_opens_train"):
        return Target(True, Reason.COVERS, ("uncovered_double_opens_train", *points), double)
    return _others_train(table, double.train)


# --- trains -----------------------------------------------------------------------------------

_OWN: Final = Target(True, Reason.OWN_TRAIN, ("own_train_open",))
_NOT_STARTED: Final = Target(False, Reason.OWN_TRAIN_FIRST, ("own_train_first",))
_MEXICAN: Final = Target(True, Reason.MEXICAN_TRAIN, ("mexican_train",))
_NO_MEXICAN: Final = Target(False, Reason.NO_MEXICAN_TRAIN, ("mexican_train",))
_MEXICAN_LATER: Final = Target(
    False, Reason.MEXICAN_TRAIN_LATER, ("mexican_train", "first_turn_own_train_only")
)
_MEXICAN_STARTER: Final = Target(False, Reason.MEXICAN_TRAIN_STARTER, ("mexican_train",))
_FIRST_OWN: Final = Target(
    False, Reason.FIRST_TURN_OWN_TRAIN, ("first_turn_own_train_only", "marked_open_from")
)
_MEXICAN_UNSAID: Final = ("any_turn", "not_first_turn", "off")
"""What is tried where a text is silent; that only the starter opens it is a house's rule alone."""
_MARKED: Final = Target(True, Reason.MARKED_TRAIN, ("marker_opens_train", "marked_open_from"))
_MARKED_LATER: Final = Target(
    False, Reason.MARKED_TRAIN_LATER, ("marked_open_from", "marker_opens_train")
)
_MARKER_OPENS_NOTHING: Final = Target(False, Reason.MARKER_OPENS_NOTHING, ("marker_opens_train",))
_OPENED: Final = Target(
    True, Reason.OPENED_BY_DOUBLE, ("uncovered_double_opens_train", "cover_on_unmarked_train")
)
_PRIVATE: Final = Target(False, Reason.PRIVATE_TRAIN, ("private_trains",))
_NOT_PRIVATE: Final = Target(True, Reason.OPEN_TRAIN, ("private_trains",))


def available(table: Hypothesis, train: str) -> Target:
    """Return whether a train is open to the seat on turn, leaving aside what doubles freeze."""
    if train == table.seat:
        return _OWN
    if table.says("own_train_first") and not table.started(table.seat):
        return _NOT_STARTED
    if train != MEXICAN:
        return _others_train(table, train)
    target = mexican_train(table)
    may_be_first = table.position.first_turn is not False
    if target is _MEXICAN and may_be_first and first_turn_shuts_mexican(table.rules):
        # Where the rules let the Mexican Train wait, `mexican_train` has said so already.
        waits = table.says("mexican_train", *_MEXICAN_UNSAID) == "not_first_turn"
        return _FIRST_OWN if not waits and table.first_turn() else target
    return target


def _others_train(table: Hypothesis, train: str) -> Target:
    """Return whether another seat's train is open to the seat on turn."""
    may_be_first = table.position.first_turn is not False
    if may_be_first and table.says("first_turn_own_train_only") and table.first_turn():
        return _FIRST_OWN
    return train_of_a_seat(table, train, _can_be_covered)


def mexican_train(table: Hypothesis) -> Target:
    """Return whether the Mexican Train is open; who starts it needs the starting double's pips."""
    when = table.says("mexican_train", *_MEXICAN_UNSAID)
    if when == "off":
        return _NO_MEXICAN
    if when == "not_first_turn" and table.first_turn():
        # Where a text shuts all other trains then, that says it; what it says of this one does not.
        if table.rules.first_turn_own_train_only.value is True:
            return _MEXICAN_LATER._replace(points=_MEXICAN_LATER.points[::-1])
        return _MEXICAN_LATER
    if when == "starter_opens" and table.first_turn() and not table.started(MEXICAN):
        return _MEXICAN if table.began_round() else _MEXICAN_STARTER
    return _MEXICAN


def train_of_a_seat(
    table: Hypothesis, train: str, opened_by_double: Callable[[Hypothesis, str], bool]
) -> Target:
    """Return whether a seat's train is open to the others.

    `opened_by_double` says whether an uncovered double opens it where it is not marked.
    """
    if table.marked(train):
        return marked_train(table)
    if opened_by_double(table, train):
        return _OPENED
    return _PRIVATE if table.says("private_trains") else _NOT_PRIVATE


def marked_train(table: Hypothesis) -> Target:
    """Return whether marked trains are open to the others yet; rules may be silent on markers."""
    if not table.says("marker_opens_train", False):
        return _MARKER_OPENS_NOTHING
    may_be_first = table.position.first_turn is not False
    if may_be_first and table.says("marked_open_from") == "second_turn" and table.first_turn():
        return _MARKED_LATER
    return _MARKED


def _can_be_covered(table: Hypothesis, train: str) -> bool:
    """Return whether an uncovered double opens this unmarked train to those who cover it."""
    uncovered = table.position.uncovered
    if uncovered is not None and not any(double.train == train for double in uncovered):
        return False
    if not table.says("cover_on_unmarked_train") and not table.says("uncovered_double_opens_train"):
        return False
    return any(double.train == train for double in table.older())


def opened_to_all(table: Hypothesis, train: str) -> bool:
    """Return whether an uncovered double makes this unmarked train public."""
    uncovered = table.position.uncovered
    if uncovered is not None and not any(double.train == train for double in uncovered):
        return False
    return bool(table.says("uncovered_double_opens_train")) and table.ends_in_uncovered(train)


# --- where the next tile can go ---------------------------------------------------------------

_DONE: Final = Target(False, Reason.TURN_DONE, ("tiles_a_turn",))
_GROWS: Final = Target(
    True, Reason.FIRST_TRAIN_GROWS, ("first_turn_mode", "first_turn_own_train_only")
)
_FIRST_ONLY: Final = Target(
    False, Reason.FIRST_TRAIN_ONLY, ("first_turn_own_train_only", "first_turn_mode")
)
_FROZEN_POINTS: Final = ("double_player_bound_later", "impossible_double_releases")


def check_train(table: Hypothesis, train: str, is_double: bool) -> Target:
    """Return whether the next tile, a double or not, can go on this train, its ends aside."""
    now = phase(table)
    if now is Phase.DONE:
        return _DONE
    if now is Phase.CHAIN:
        return _GROWS if train == table.seat else _FIRST_ONLY
    if doubles := to_be_covered(table):
        for double in doubles:
            if double.train == train:
                return _covering(table, double)
        target = _frozen(table)
        # Of several doubles, the one on this train comes later.
        if "closing_order" in target.points and any(d.train == train for d in table.older()):
            return target._replace(points=(*in_order(table), *target.points))
        return target
    if now is Phase.FOLLOW:
        return _further_double(table, train) if is_double else _follow_up(table, train)
    return available(table, train)


@once
def _frozen(table: Hypothesis) -> Target:
    """Return that a train is shut as long as the double to be covered lies on another one."""
    points = ("uncovered_double_freezes", *in_order(table), *_FROZEN_POINTS)
    if order := order_unknown(table):
        reason = Reason.FROZEN_BY_FIRST if order == "oldest" else Reason.FROZEN_BY_LAST
        return Target(False, reason, (*in_order(table), *points))
    return Target(False, Reason.FROZEN, points, to_be_covered(table)[0])


def _follow_up(table: Hypothesis, train: str) -> Target:
    """Return whether a tile that is no double can go here after doubles of the same turn."""
    pending = tuple(double for double in table.progress().pending if not is_released(table, double))
    here = next((double for double in pending if double.train == train), None)
    if len(pending) > 1:
        return _third_tile(table, train, pending, here)
    if here is not None:
        return Target(True, Reason.FOLLOWS, ("follow_up_targets", "double_gives"), here)
    last = pending[0] if pending else table.progress().pending[-1]
    where = table.says("follow_up_targets")
    points: tuple[str, ...] = ("follow_up_targets", "double_gives")
    if where == "double_or_public":
        return _public_train(table, train, last)
    if where == "double_only":
        if pending:
            return Target(False, Reason.FOLLOW_ON_DOUBLE, points, last)
        points = ("impossible_double_releases", *points)
    target = available(table, train)
    if target.open:
        return Target(True, Reason.FOLLOWS_ELSEWHERE, points + target.points, last)
    return target


def _public_train(table: Hypothesis, train: str, last: Uncovered) -> Target:
    """Return whether a tile can go here that goes on the double or on a public train."""
    points = ("follow_up_targets", "double_gives")
    if train == table.seat and not table.marked(train):
        return Target(False, Reason.FOLLOW_ON_PUBLIC, points, last)
    target = available(table, train)
    if target.open:
        return Target(True, Reason.FOLLOW_ON_PUBLIC, points + target.points, last)
    return target


def _third_tile(
    table: Hypothesis, train: str, pending: tuple[Uncovered, ...], here: Uncovered | None
) -> Target:
    """Return whether the tile that is played after two or more doubles can go here."""
    where = table.says("third_tile_target")
    points: tuple[str, ...] = ("third_tile_target", "second_double_needs_third_tile_from_hand")
    if where == "any":
        if here is not None:
            return Target(True, Reason.FOLLOWS, points, here)
        target = available(table, train)
        if not target.open:
            return target
        return Target(True, target.reason, points + target.points)
    if where == "first":
        points = ("third_tile_target", "closing_order")
        order = table.says("closing_order")
        first = pending[0] if order == "oldest" else pending[-1]
        if order != "any":
            return Target(first is here, Reason.THIRD_TILE, points, first)
    return Target(here is not None, Reason.THIRD_TILE, points, here or pending[0])


def _further_double(table: Hypothesis, train: str) -> Target:
    """Return whether a further double can go here after doubles of the same turn."""
    progress = table.progress()
    last = progress.pending[-1]
    most = table.says("max_doubles_per_turn", None, 1)
    points: tuple[str, ...] = ("max_doubles_per_turn", "next_double_targets")
    if most is not None and progress.doubles >= most:
        return Target(False, Reason.TOO_MANY_DOUBLES, points, last)
    where = table.says("next_double_targets")
    if where == "as_follow_up":
        where, points = table.says("follow_up_targets"), (*points, "follow_up_targets")
    if where == "double_only":
        return Target(False, Reason.FOLLOW_ON_DOUBLE, points, last)
    if where == "double_or_public":
        return _public_train(table, train, last)
    target = available(table, train)
    if target.open:
        return Target(True, Reason.FOLLOWS_ELSEWHERE, points + target.points, last)
    return target
