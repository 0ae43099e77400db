"""Where a stage was seated from results that have been corrected since.

Nothing is redone by itself: what follows from the results now is put beside who really went on,
and the director is asked. The choice is kept in the log, and the question is not asked again
until its answer would be another.

Whom the director let somebody play for is another story, told by itself (`seat_log`): people are
compared as they were seated, before such changes. What everybody reads of a choice is what the
choice was about.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.apart import apart
from league.tournaments.brackets.values import StageCourse
from league.tournaments.courses import Loaded, TableState, kept_with_snapshot
from league.tournaments.models import Stage, StageEntrant, TournamentEntry
from scoring.lists import listed
from scoring.names import one_stop

from .progress import Closing, closing_of, gone, round_now, table_done
from .seat_log import REPLACED, UNDONE, ways_as_seated

KIND = "drift"
CHOICE = "choice"
TAKEN_IN = "take"
"""The director's choice to let those who should have gone on join as well."""
ANEW = "redo"
"""The director's choice to seat the stage again; what was chosen before is over."""
LEVEL = "on"
"""How somebody went on who is level, by results that were corrected since, with who did not."""


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
    equal for equal differences, and no other once somebody plays in another's place. `left` are
    those who lost their place in the stage since it was closed, where that alone makes the
    difference and no result was corrected. `closing` counts those as going on who came, played and
    left later. `seated` are those who came, before such changes.
    """

    stage: Stage
    following: Stage
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    carried: tuple[Carried, ...]
    level: tuple[tuple[int, ...], ...]
    mark: str
    closing: Closing
    left: tuple[int, ...] = ()
    seated: frozenset[int] = frozenset()

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.missing or self.extra or self.carried or self.level)

    @property
    def people(self) -> frozenset[Key]:
        """Those of whom the director decides whether they go on."""
        return frozenset((*self.missing, *self.extra)).union(*self.level)

    @property
    def concerned(self) -> frozenset[Key]:
        """All whose place the director's decision may change."""
        return self.people | {change.entrant for change in self.carried}


def drift_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    """What differs after a closed stage; None where the next has not begun, or nobody can say.

    Where somebody was only disqualified since, the seat in the next stage could still be given
    while its table has not begun. Later there is nothing to choose, so nothing differs.
    """
    kept = _kept_drifts(snapshot)
    if stage.pk not in kept:
        kept[stage.pk] = _drift_of(snapshot, stage)
    return kept[stage.pk]


@kept_with_snapshot
def _kept_drifts(_snapshot: Loaded) -> dict[int, Drift | None]:
    return {}


def _drift_of(snapshot: Loaded, stage: Stage) -> Drift | None:
    following = snapshot.following(stage)
    if stage.closed_at is None or following is None or following.pk not in snapshot.courses:
        return None
    ways: dict[int, str] = {row.entrant_id: row.how for row in snapshot.fields[following.pk]}
    left = _left_since(snapshot, stage)
    states = snapshot.tables_of(following, round_now(snapshot, following))
    free = left.intersection(pk for state in states if not state.begun for pk in state.seats)
    # Who came, played and left later had gone on rightly, whatever else was corrected since.
    as_played = _with_them(snapshot, stage, left.intersection(ways) - free)
    drift = _compared(as_played, stage, following, ways)
    if drift is not None and drift.any:
        ways = ways_as_seated(snapshot, following, ways, seat_entries(snapshot))
        drift = _compared(as_played, stage, following, ways)
    if drift is None or not drift.any or not free:
        return drift
    before = _compared(_with_them(snapshot, stage, left), stage, following, ways)
    if before is None or before.any:
        return drift
    return replace(drift, left=tuple(sorted(free)))


def _left_since(snapshot: Loaded, stage: Stage) -> frozenset[int]:
    """Who is out of a closed stage, and left after it was closed."""
    closed_at = stage.closed_at
    return frozenset(
        pk
        for pk in gone(snapshot, stage)
        if (at := snapshot.entrants[pk].withdrawn_at) and closed_at and at >= closed_at
    )


def _with_them(snapshot: Loaded, stage: Stage, left: frozenset[int]) -> Loaded:
    """The tournament as it would be had they not left the stage."""
    course = snapshot.courses[stage.pk]
    field = tuple(
        replace(member, out=False, keeps=False) if member.key in left else member
        for member in course.field
    )
    courses = {**snapshot.courses, stage.pk: replace(course, field=field)}
    return replace(snapshot, courses=courses)


def _compared(
    snapshot: Loaded, stage: Stage, following: Stage, ways: Mapping[int, str]
) -> Drift | None:
    """Who goes on from a closed stage by its results, beside who came to the next one, by `ways`.

    Who should have come and plays there by now is not missing, and who has gone from it not wrong.
    """
    try:
        closing = closing_of(snapshot, stage)
    except CaseError:
        return None
    if closing.fault is not None:
        return None
    rows = {row.entrant_id: row for row in snapshot.fields[following.pk]}
    by_choice = {pk for pk, how in ways.items() if how == CHOICE}
    people = apart(closing.advance, ways.keys(), by_choice)
    missing, extra = (sorted(map(int, keys)) for keys in (people.missing, people.extra))
    undecided = [tuple(sorted(map(int, keys))) for keys in people.level]
    carried = _carried(closing, rows)
    content = [missing, extra, undecided, [[change.entrant, str(change.now)] for change in carried]]
    return Drift(
        stage=stage,
        following=following,
        missing=tuple(pk for pk in missing if pk not in rows),
        extra=tuple(pk for pk in extra if pk in rows),
        carried=carried,
        level=tuple(undecided),
        mark=hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32],
        closing=closing,
        seated=frozenset(ways),
    )


def _carried(closing: Closing, rows: dict[int, StageEntrant]) -> tuple[Carried, ...]:
    return tuple(
        Carried(int(member.key), Fraction(rows[int(member.key)].carried), member.carried)
        for member in closing.field
        if int(member.key) in rows and Fraction(rows[int(member.key)].carried) != member.carried
    )


def drift_cause(snapshot: Loaded, drift: Drift) -> str:
    """Say what came after a stage was closed: a correction, or that somebody lost a place."""
    if not drift.left:
        return _("Corrected after it was closed.")
    names = [snapshot.entrants[key].name for key in drift.left]
    sentence = ngettext(
        "%(names)s lost the place there after it was closed.",
        "%(names)s lost their places there after it was closed.",
        len(names),
    )
    return sentence % {"names": listed(names)}


def drift_words(snapshot: Loaded, drift: Drift) -> list[str]:
    """Who should have gone on instead of whom, and what else differs, in sentences."""
    return _difference_words(snapshot, drift, drift.missing, drift.extra)


def _difference_words(
    snapshot: Loaded, drift: Drift, missing: Iterable[int], extra: Iterable[int]
) -> list[str]:
    def named(keys: Iterable[int]) -> str:
        # Whoever was removed from the tournament since has no name any more.
        names = [snapshot.entrants[key].name for key in keys if key in snapshot.entrants]
        return listed(names) if names else ""

    wrong = gone_wrong(named(missing), named(extra), drift.following.name)
    words = [wrong] if wrong else []
    words += [
        _("%(names)s are level for a place in %(next)s.")
        % {"names": named(keys), "next": drift.following.name}
        for keys in drift.level
    ]
    if drift.carried:
        words.append(_("Points that are carried to %s have changed.") % drift.following.name)
    return words


@dataclass(frozen=True)
class Decision:
    """What the director last chose about a stage, as it was then; ids are entrants'.

    `missing` should have gone on, `extra` should not have, and `came` were taken in, now or by an
    earlier choice that still holds.
    """

    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    came: tuple[int, ...] = ()


def decision_of(drift: Drift, entries: Iterable[TournamentEntry]) -> Decision:
    """Return what the director's log says was chosen about what differs there."""
    should = {int(goer.key) for goer in drift.closing.advance.going}
    decision = Decision()
    for entry in entries:
        if entry.kind != KIND or entry.details["stage"] != drift.stage.pk:
            continue
        if entry.details["choice"] == ANEW:
            decision = Decision()
            continue
        missing, extra = entry.details["missing"], entry.details["extra"]
        # Who was taken in before should have gone on as well, if the results still say so.
        still = (pk for pk in decision.came if pk in should)
        new = missing if entry.details["choice"] == TAKEN_IN else ()
        came = (pk for pk in (*decision.came, *new) if pk in drift.seated)
        decision = Decision(
            missing=tuple(dict.fromkeys((*still, *missing))),
            extra=tuple(extra),
            came=tuple(dict.fromkeys(came)),
        )
    return decision


def kept_words(snapshot: Loaded, drift: Drift, decision: Decision) -> str:
    """Say what the director chose where not all play who should.

    Those who had gone on play on, and perhaps others were taken in, or came for somebody later.
    """
    differs = _difference_words(snapshot, drift, decision.missing, decision.extra)
    words = [drift_cause(snapshot, drift), *differs]
    came = [snapshot.entrants[pk].name for pk in decision.came if pk in snapshot.entrants]
    if came:
        sentence = _("The director took in %(names)s too, and those who had gone on play on.")
        words.append(one_stop(sentence % {"names": listed(came)}))
    else:
        words.append(_("The director let those who had gone on play on."))
    there = {row.entrant_id for row in snapshot.fields[drift.following.pk]}
    later = [
        snapshot.entrants[pk].name
        for pk in decision.missing
        if pk in there and pk not in decision.came and pk in snapshot.entrants
    ]
    if later:
        sentence = ngettext(
            "%(names)s came into %(next)s later.", "%(names)s came into %(next)s later.", len(later)
        )
        words.append(sentence % {"names": listed(later), "next": drift.following.name})
    return " ".join(words)


def open_words(snapshot: Loaded, drift: Drift) -> str:
    """Say that the director has still to decide; nobody's name stands there before that."""
    return f"{drift_cause(snapshot, drift)} {_('The director decides.')}"


def gone_wrong(missing: str, extra: str, following: str) -> str:
    """Say who should have gone on, and who should not have; "" where both are nobody."""
    details = {"missing": missing, "extra": extra, "next": following}
    if missing and extra:
        sentence = _("%(missing)s should have gone on to %(next)s instead of %(extra)s.")
        return one_stop(sentence % details)
    if missing:
        return _("%(missing)s should have gone on to %(next)s too.") % details
    return _("%(extra)s should not have gone on to %(next)s.") % details if extra else ""


@kept_with_snapshot
def drifts_of(snapshot: Loaded) -> tuple[Drift, ...]:
    """What the director is still to be asked, the earliest stage first; at most one query."""
    if not _all_drifts(snapshot):
        return ()
    return open_and_kept(snapshot, seat_entries(snapshot))[0]


def undecided_people(snapshot: Loaded, stage: Stage | None = None) -> frozenset[Key]:
    """Return of whom the director has still to decide, after that stage alone where one is given.

    With a stage, those of whom it is open whether they go on; else all whose place may change.
    """
    drifts = drifts_of(snapshot)
    if stage is not None:
        return frozenset().union(*(drift.people for drift in drifts if drift.stage == stage))
    return frozenset().union(*(drift.concerned for drift in drifts))


def certain_course(snapshot: Loaded, stage: Stage) -> StageCourse:
    """Return the course of a stage that is on, from which follows what is certain of it."""
    course, undecided = snapshot.settled_course(stage), undecided_people(snapshot)
    return replace(course, undecided=undecided) if undecided else course


def ways_on(snapshot: Loaded, stage: Stage) -> Mapping[Key, str]:
    """Return by what each one of the next stage came there, as the results stand now.

    Who came although the results say otherwise did so because the director let them play; whom
    the results send on did so by these, also where they were taken in after a correction.
    """
    following = snapshot.following(stage)
    rows = snapshot.fields[following.pk] if following else ()
    stored: dict[Key, str] = {row.entrant_id: row.how or "all" for row in rows}
    left = _left_since(snapshot, stage)
    drift = None if left else drift_of(snapshot, stage)
    try:
        closing = drift.closing if drift else closing_of(_with_them(snapshot, stage, left), stage)
    except CaseError:
        return stored
    if closing.fault is not None:
        return stored
    by_results = {int(goer.key): str(goer.how) for goer in closing.advance.going}
    level = {int(key) for group in closing.advance.level for key in group.keys}
    ways: dict[Key, str] = {}
    for row in rows:
        other = LEVEL if row.entrant_id in level and row.how != CHOICE else CHOICE
        ways[row.entrant_id] = by_results.get(row.entrant_id, other)
    return ways


@kept_with_snapshot
def seat_entries(snapshot: Loaded) -> list[TournamentEntry]:
    """The lines of the log about who plays instead, and about seats from corrected results."""
    return list(snapshot.tournament.log.filter(kind__in=(KIND, REPLACED, UNDONE)).order_by("pk"))


def open_and_kept(
    snapshot: Loaded, entries: Iterable[TournamentEntry]
) -> tuple[tuple[Drift, ...], tuple[Drift, ...]]:
    """What the director is still to be asked, and what was to stay as it is, by `seat_entries`."""
    drifts = _all_drifts(snapshot)
    settled = settled_marks(entry for entry in entries if entry.kind == KIND)
    kept = tuple(drift for drift in drifts if settled.get(drift.stage.pk) == drift.mark)
    return tuple(drift for drift in drifts if drift not in kept), kept


def _all_drifts(snapshot: Loaded) -> list[Drift]:
    """What differs after any stage, whether the director has chosen or not."""
    drifts = [drift_of(snapshot, stage) for stage in snapshot.begun]
    return [drift for drift in drifts if drift is not None and drift.any]


def settled_marks(entries: Iterable[TournamentEntry]) -> dict[int, str]:
    """What the director chose last for each stage, by the mark of what it left."""
    return {entry.details["stage"]: entry.details["mark"] for entry in entries}


def tables_to_join(snapshot: Loaded, stage: Stage) -> list[TableState]:
    """Return the tables that somebody can join now, the smallest first.

    A game on a tablet takes in late arrivals; one that has begun on paper does not.
    """
    tables = [
        table
        for table in snapshot.tables_of(stage, round_now(snapshot, stage))
        if not table_done(snapshot, stage, table)
        and len(table.seats) < stage.most
        and (table.game is not None or not table.begun)
    ]
    return sorted(tables, key=lambda table: (len(table.seats), table.row.number))
