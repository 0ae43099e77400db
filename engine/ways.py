"""Which trains are open to the seat on turn: one small function a question.

`way` puts them together: whether the next tile, a double or not, can go on a train, whatever the
ends show. Each function reads as if every fact were known (`engine.supposed`).
"""

from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Final, NamedTuple, TypeVar

from engine.position import MEXICAN, Uncovered
from engine.reasons import Reason
from engine.rules import first_turn_shuts_mexican
from engine.supposed import Supposed

Found = TypeVar("Found")


class Phase(Enum):
    """How far a turn has come."""

    START = "nothing is laid yet"
    CHAIN = "the first train is being built"
    FOLLOW = "a double waits for what follows"
    DONE = "what the turn asks for is laid"


class Way(NamedTuple):
    """Whether a train is open, why, and the points of the rules that this rests on."""

    open: bool
    reason: Reason
    points: tuple[str, ...]
    double: Uncovered | None = None


def once(question: Callable[[Supposed], Found]) -> Callable[[Supposed], Found]:
    """The same question, worked out once along each branch, as nothing changes there."""

    @wraps(question)
    def asked(s: Supposed) -> Found:
        if question not in s.found:
            s.found[question] = question(s)
        found: Found = s.found[question]
        return found

    return asked


@once
def phase(s: Supposed) -> Phase:
    """How far the turn has come."""
    progress = s.progress()
    if not progress.tiles:
        return Phase.START
    if progress.own_only and s.first_turn() and s.says("first_turn_mode") != "single":
        if not progress.last_is_double or s.says("first_turn_double_deferred"):
            return Phase.CHAIN
        return Phase.FOLLOW
    return Phase.FOLLOW if progress.last_is_double else Phase.DONE


# --- uncovered doubles ------------------------------------------------------------------------


@once
def to_be_covered(s: Supposed) -> tuple[Uncovered, ...]:
    """The doubles of earlier turns of which one must be covered before anything else is laid."""
    if s.position.uncovered is not None and not s.older():
        return ()
    if not s.says("uncovered_double_freezes") or _first_turn_waits(s):
        return ()
    binding = tuple(each for each in s.older() if _binds(s, each))
    if len(binding) < 2:
        return binding
    order = s.says("closing_order")
    if order == "any":
        return binding
    return (s.oldest(binding) if order == "oldest" else s.newest(binding),)


def _first_turn_waits(s: Supposed) -> bool:
    """Whether a double that ends a first train binds nobody, as all build theirs first."""
    return (
        s.position.first_turn is not False
        and s.first_turn()
        and bool(s.says("first_turn_own_train_only"))
        and bool(s.says("first_turn_double_deferred"))
    )


def _binds(s: Supposed, uncovered: Uncovered) -> bool:
    if is_released(s, uncovered):
        return False
    return bool(s.says("double_player_bound_later")) or not s.is_mine(uncovered)


def why_free(s: Supposed) -> tuple[str, ...]:
    """The points on which it rests that doubles of earlier turns, if there are any, do not bind."""
    if not s.knows_uncovered() or not s.older():
        return ()
    if not s.says("uncovered_double_freezes"):
        return ("uncovered_double_freezes",)
    if all(is_released(s, each) for each in s.older()):
        return ("impossible_double_releases",)
    if _first_turn_waits(s):
        return ("first_turn_double_deferred",)
    return ("double_player_bound_later",)


def is_released(s: Supposed, uncovered: Uncovered) -> bool:
    """Whether this double binds nobody because no tile can cover it any more."""
    return s.position.cannot_be_covered(uncovered.pips) and bool(
        s.says("impossible_double_releases")
    )


def _way_to_cover(s: Supposed, target: Uncovered) -> Way:
    """Whether a double that must be covered can be reached where it lies."""
    points = ("uncovered_double_freezes", "closing_order", "cover_on_unmarked_train")
    if target.train in (s.seat, MEXICAN) or s.says("cover_on_unmarked_train"):
        return Way(True, Reason.COVERS, points, target)
    if s.says("uncovered_double_opens_train"):
        return Way(True, Reason.COVERS, ("uncovered_double_opens_train", *points), target)
    return _way_to_anothers(s, target.train)


# --- trains -----------------------------------------------------------------------------------

_OWN: Final = Way(True, Reason.OWN_TRAIN, ("own_train_open",))
_NOT_STARTED: Final = Way(False, Reason.OWN_TRAIN_FIRST, ("own_train_first",))
_MEXICAN: Final = Way(True, Reason.MEXICAN_TRAIN, ("mexican_train",))
_NO_MEXICAN: Final = Way(False, Reason.NO_MEXICAN_TRAIN, ("mexican_train",))
_MEXICAN_LATER: Final = Way(
    False, Reason.MEXICAN_TRAIN_LATER, ("mexican_train", "first_turn_own_train_only")
)
_FIRST_OWN: Final = Way(
    False, Reason.FIRST_TURN_OWN_TRAIN, ("first_turn_own_train_only", "marked_open_from")
)
_MARKED: Final = Way(True, Reason.MARKED_TRAIN, ("marker_opens_train", "marked_open_from"))
_MARKED_LATER: Final = Way(False, Reason.MARKED_TRAIN_LATER, ("marked_open_from",))
_NOT_OPENED: Final = Way(False, Reason.MARKER_OPENS_NOTHING, ("marker_opens_train",))
_OPENED: Final = Way(
    True, Reason.OPENED_BY_DOUBLE, ("uncovered_double_opens_train", "cover_on_unmarked_train")
)
_PRIVATE: Final = Way(False, Reason.PRIVATE_TRAIN, ("private_trains",))
_NOT_PRIVATE: Final = Way(True, Reason.OPEN_TRAIN, ("private_trains",))


def available(s: Supposed, train: str) -> Way:
    """Whether a train is open to the seat on turn, leaving aside what doubles freeze."""
    if train == s.seat:
        return _OWN
    if s.says("own_train_first") and not s.started(s.seat):
        return _NOT_STARTED
    return way_to_mexican(s) if train == MEXICAN else _way_to_anothers(s, train)


def way_to_mexican(s: Supposed) -> Way:
    """Whether the Mexican Train is open; whoever starts it needs the starting double's pips."""
    when = s.says("mexican_train")
    if when == "off":
        return _NO_MEXICAN
    if when == "not_first_turn":
        return _MEXICAN_LATER if s.first_turn() else _MEXICAN
    may_be_first = s.position.first_turn is not False and first_turn_shuts_mexican(s.rules)
    return _FIRST_OWN if may_be_first and s.first_turn() else _MEXICAN


def _way_to_anothers(s: Supposed, train: str) -> Way:
    may_be_first = s.position.first_turn is not False
    if may_be_first and s.says("first_turn_own_train_only") and s.first_turn():
        return _FIRST_OWN
    if s.marked(train):
        return way_to_marked(s)
    if _opened_by_double(s, train):
        return _OPENED
    return _PRIVATE if s.says("private_trains") else _NOT_PRIVATE


def way_to_marked(s: Supposed) -> Way:
    """Whether a marked train is open to the others yet; rules may be silent on markers."""
    if not s.says("marker_opens_train", False):
        return _NOT_OPENED
    may_be_first = s.position.first_turn is not False
    if may_be_first and s.says("marked_open_from") == "second_turn" and s.first_turn():
        return _MARKED_LATER
    return _MARKED


def _opened_by_double(s: Supposed, train: str) -> bool:
    """Whether an uncovered double opens this unmarked train to those who cover it."""
    listed = s.position.uncovered
    if listed is not None and not any(each.train == train for each in listed):
        return False
    if not s.says("cover_on_unmarked_train") and not s.says("uncovered_double_opens_train"):
        return False
    return any(each.train == train for each in s.older())


# --- where the next tile can go ---------------------------------------------------------------

_DONE: Final = Way(False, Reason.TURN_DONE, ("tiles_a_turn",))
_GROWS: Final = Way(
    True, Reason.FIRST_TRAIN_GROWS, ("first_turn_mode", "first_turn_own_train_only")
)
_FIRST_ONLY: Final = Way(
    False, Reason.FIRST_TRAIN_ONLY, ("first_turn_own_train_only", "first_turn_mode")
)


def way(s: Supposed, train: str, is_double: bool) -> Way:
    """Whether the next tile, a double or not, can go on this train, its ends aside."""
    now = phase(s)
    if now is Phase.DONE:
        return _DONE
    if now is Phase.CHAIN:
        return _GROWS if train == s.seat else _FIRST_ONLY
    if targets := to_be_covered(s):
        for target in targets:
            if target.train == train:
                return _way_to_cover(s, target)
        return Way(
            False,
            Reason.FROZEN,
            (
                "uncovered_double_freezes",
                "closing_order",
                "double_player_bound_later",
                "impossible_double_releases",
            ),
            targets[0],
        )
    if now is Phase.FOLLOW:
        return _way_of_double(s, train) if is_double else _way_of_follow_up(s, train)
    return available(s, train)


def _way_of_follow_up(s: Supposed, train: str) -> Way:
    """Where a tile that is no double can go after one or more doubles of the same turn."""
    pending = tuple(each for each in s.progress().pending if not is_released(s, each))
    here = next((each for each in pending if each.train == train), None)
    if len(pending) > 1:
        return _way_of_third_tile(s, train, pending, here)
    if here is not None:
        return Way(True, Reason.FOLLOWS, ("follow_up_targets", "double_gives"), here)
    last = pending[0] if pending else s.progress().pending[-1]
    targets = s.says("follow_up_targets")
    points: tuple[str, ...] = ("follow_up_targets", "double_gives")
    if targets == "double_or_public":
        return _way_to_public(s, train, last)
    if targets == "double_only":
        if pending:
            return Way(False, Reason.FOLLOW_ON_DOUBLE, points, last)
        points = ("impossible_double_releases", *points)
    found = available(s, train)
    if found.open:
        return Way(True, Reason.FOLLOWS_ELSEWHERE, points + found.points, last)
    return found


def _way_to_public(s: Supposed, train: str, last: Uncovered) -> Way:
    """Whether a follow-up that goes on the double or on a public train can go here."""
    points = ("follow_up_targets", "double_gives")
    if train == s.seat and not s.marked(train):
        return Way(False, Reason.FOLLOW_ON_PUBLIC, points, last)
    found = available(s, train)
    if found.open:
        return Way(True, Reason.FOLLOW_ON_PUBLIC, points + found.points, last)
    return found


def _way_of_third_tile(
    s: Supposed, train: str, pending: tuple[Uncovered, ...], here: Uncovered | None
) -> Way:
    """Where the tile goes that is laid after two or more doubles."""
    target = s.says("third_tile_target")
    points: tuple[str, ...] = ("third_tile_target", "second_double_needs_third_tile_from_hand")
    if target == "any":
        if here is not None:
            return Way(True, Reason.FOLLOWS, points, here)
        found = available(s, train)
        return Way(found.open, found.reason, points + found.points)
    if target == "first":
        points = ("third_tile_target", "closing_order")
        order = s.says("closing_order")
        first = pending[0] if order == "oldest" else pending[-1]
        if order != "any":
            return Way(first is here, Reason.THIRD_TILE, points, first)
    return Way(here is not None, Reason.THIRD_TILE, points, here or pending[0])


def _way_of_double(s: Supposed, train: str) -> Way:
    """Where a further double can go after one or more doubles of the same turn."""
    progress = s.progress()
    last = progress.pending[-1]
    most = s.says("max_doubles_per_turn", None, 1)
    points: tuple[str, ...] = ("max_doubles_per_turn", "next_double_targets")
    if most is not None and progress.doubles >= most:
        return Way(False, Reason.TOO_MANY_DOUBLES, points, last)
    targets = s.says("next_double_targets")
    if targets == "as_follow_up":
        targets, points = s.says("follow_up_targets"), (*points, "follow_up_targets")
    if targets == "double_only":
        return Way(False, Reason.FOLLOW_ON_DOUBLE, points, last)
    if targets == "double_or_public":
        return _way_to_public(s, train, last)
    found = available(s, train)
    if found.open:
        return Way(True, Reason.FOLLOWS_ELSEWHERE, points + found.points, last)
    return found
