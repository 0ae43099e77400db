"""Where a stage was seated from results that have been corrected since.

Nothing is redone by itself: what follows from the results now is put beside who really went on,
and the director is asked. What was chosen stands in the log, and the question is not asked again
until its answer would be another.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from league.models import Stage, StageEntrant, TournamentEntry
from league.seating.errors import CaseError

from .courses import Loaded
from .progress import Closing, closing_of

KIND = "drift"
CHOICE = "choice"


@dataclass(frozen=True)
class Carried:
    """Somebody who carries other points into a stage than the results give now."""

    entrant: int
    had: Fraction
    now: Fraction


@dataclass(frozen=True)
class Drift:
    """What has come apart between a closed stage and the one after it; ids are entrants'.

    `missing` should have gone on and did not, `extra` did and should not have; who
    came by the director's choice is not among these. `level` are groups
    of people of whom another number is in than there are places, and who are level now. `mark` is
    equal for equal differences.
    """

    stage: Stage
    following: Stage
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    carried: tuple[Carried, ...]
    level: tuple[tuple[int, ...], ...]
    mark: str
    closing: Closing

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.missing or self.extra or self.carried or self.level)


def drift_of(found: Loaded, stage: Stage) -> Drift | None:
    """What differs after a closed stage; None where the next has not begun, or nobody can say."""
    following = found.following(stage)
    if stage.closed_at is None or following is None or following.pk not in found.courses:
        return None
    try:
        closing = closing_of(found, stage)
    except CaseError:
        return None
    if closing.fault is not None:
        return None
    rows = {row.entrant_id: row for row in found.fields[following.pk]}
    should = {int(one.key) for one in closing.advance.going}
    level = [frozenset(map(int, one.keys)) for one in closing.advance.level]
    open_to = frozenset().union(*level)
    missing = sorted(should - rows.keys())
    by_choice = {pk for pk, row in rows.items() if row.how == CHOICE}
    extra = sorted(rows.keys() - should - open_to - by_choice)
    undecided = [
        tuple(sorted(keys))
        for keys, one in zip(level, closing.advance.level, strict=True)
        if len(keys & rows.keys()) != one.places
    ]
    carried = _carried(closing, rows)
    said = [missing, extra, undecided, [[one.entrant, str(one.now)] for one in carried]]
    return Drift(
        stage=stage,
        following=following,
        missing=tuple(missing),
        extra=tuple(extra),
        carried=carried,
        level=tuple(undecided),
        mark=hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32],
        closing=closing,
    )


def _carried(closing: Closing, rows: dict[int, StageEntrant]) -> tuple[Carried, ...]:
    return tuple(
        Carried(int(one.key), Fraction(rows[int(one.key)].carried), one.carried)
        for one in closing.field
        if int(one.key) in rows and Fraction(rows[int(one.key)].carried) != one.carried
    )


def drifts_of(found: Loaded) -> tuple[Drift, ...]:
    """What the director is still to be asked, the earliest stage first; one query."""
    drifts = [drift for stage in found.begun if (drift := drift_of(found, stage)) and drift.any]
    if not drifts:
        return ()
    settled = settled_marks(found.tournament.log.filter(kind=KIND))
    return tuple(one for one in drifts if settled.get(one.stage.pk) != one.mark)


def settled_marks(entries: Iterable[TournamentEntry]) -> dict[int, str]:
    """What the director chose last for each stage, by the mark of what it left."""
    return {entry.details["stage"]: entry.details["mark"] for entry in entries}
