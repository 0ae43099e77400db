"""Where a stage was seated from results that have been corrected since.

Nothing is redone by itself: what follows from the results now is put beside who really went on,
and the director is asked. The choice is kept in the log, and the question is not asked again
until its answer would be another.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from league.case_words import listed
from league.seating.errors import CaseError
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage, StageEntrant, TournamentEntry

from .progress import Closing, closing_of

KIND = "drift"
REPLACED = "replaced"
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


def drift_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    """What differs after a closed stage; None where the next has not begun, or nobody can say."""
    following = snapshot.following(stage)
    if stage.closed_at is None or following is None or following.pk not in snapshot.courses:
        return None
    try:
        closing = closing_of(snapshot, stage)
    except CaseError:
        return None
    if closing.fault is not None:
        return None
    rows = {row.entrant_id: row for row in snapshot.fields[following.pk]}
    should = {int(member.key) for member in closing.advance.going}
    level = [frozenset(map(int, group.keys)) for group in closing.advance.level]
    open_to = frozenset().union(*level)
    missing = sorted(should - rows.keys())
    by_choice = {pk for pk, row in rows.items() if row.how == CHOICE}
    extra = sorted(rows.keys() - should - open_to - by_choice)
    undecided = [
        tuple(sorted(keys))
        for keys, group in zip(level, closing.advance.level, strict=True)
        if len(keys & rows.keys()) != group.places
    ]
    carried = _carried(closing, rows)
    content = [missing, extra, undecided, [[change.entrant, str(change.now)] for change in carried]]
    return Drift(
        stage=stage,
        following=following,
        missing=tuple(missing),
        extra=tuple(extra),
        carried=carried,
        level=tuple(undecided),
        mark=hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32],
        closing=closing,
    )


def _carried(closing: Closing, rows: dict[int, StageEntrant]) -> tuple[Carried, ...]:
    return tuple(
        Carried(int(member.key), Fraction(rows[int(member.key)].carried), member.carried)
        for member in closing.field
        if int(member.key) in rows and Fraction(rows[int(member.key)].carried) != member.carried
    )


def drift_words(snapshot: Loaded, drift: Drift) -> list[str]:
    """Who should have gone on instead of whom, and what else differs, in sentences."""

    def named(keys: Iterable[int]) -> str:
        return listed(snapshot.entrants[key].name for key in keys)

    wrong = gone_wrong(named(drift.missing), named(drift.extra), drift.following.name)
    words = [wrong] if wrong else []
    words += [
        _("%(names)s are level for a place in %(next)s.")
        % {"names": named(keys), "next": drift.following.name}
        for keys in drift.level
    ]
    if drift.carried:
        words.append(_("Points that are carried to %s have changed.") % drift.following.name)
    return words


def gone_wrong(missing: str, extra: str, following: str) -> str:
    """Say who should have gone on, and who should not have; "" where both are nobody."""
    details = {"missing": missing, "extra": extra, "next": following}
    if missing and extra:
        return _("%(missing)s should have gone on to %(next)s instead of %(extra)s.") % details
    if missing:
        return _("%(missing)s should have gone on to %(next)s too.") % details
    return _("%(extra)s should not have gone on to %(next)s.") % details if extra else ""


def drifts_of(snapshot: Loaded) -> tuple[Drift, ...]:
    """What the director is still to be asked, the earliest stage first; one query."""
    drifts = [
        drift for stage in snapshot.begun if (drift := drift_of(snapshot, stage)) and drift.any
    ]
    settled = settled_marks(snapshot.tournament.log.filter(kind__in=(KIND, REPLACED)))
    return tuple(drift for drift in drifts if settled.get(drift.stage.pk) != drift.mark)


def settled_marks(entries: Iterable[TournamentEntry]) -> dict[int, str]:
    """What the director chose last for each stage, by the mark of what it left."""
    return {entry.details["stage"]: entry.details["mark"] for entry in entries}
