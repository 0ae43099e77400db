"""What the director can still decide about a stage that was seated from results corrected since.

One that is closed has to be opened again for another choice than to leave it so, which is refused
once a table of a later stage has begun. Then it is too late: the director is still asked to note
the correction, but nothing depends on that, so no page leaves anything out for it.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.values import StageCourse
from league.tournaments.courses import Loaded, kept_with_snapshot
from league.tournaments.models import Stage
from scoring.lists import listed

from .progress import closing_of
from .seat_log import taken_in_for, ways_as_seated
from .stale_seats import (
    CHOICE,
    Drift,
    anew_words,
    drift_cause,
    drift_of,
    drifts_of,
    left_since,
    seat_entries,
    with_them,
)

PLAIN = "on"
"""How somebody went on of whom the results no longer say so, and nobody has decided it either."""


def played_after(snapshot: Loaded, stage: Stage) -> tuple[Stage, list[int]] | None:
    """Return the first later stage with tables that have begun, and these; None for none.

    A stage with such a one after it cannot be opened again.
    """
    for later in snapshot.begun:
        tables = (state for key, state in snapshot.tables.items() if key[0] == later.pk)
        numbers = sorted({state.row.number for state in tables if state.begun})
        if later.number > stage.number and numbers:
            return later, numbers
    return None


def can_be_seated_again(snapshot: Loaded, stage: Stage) -> bool:
    """Whether a stage that has begun is on or can be opened again, so that who plays can change.

    Also where what was played after it may count no longer, since the director can seat that again.
    """
    asked = {drift.following.pk for drift in drifts_of(snapshot)}
    later = {other.pk for other in snapshot.begun if other.number > stage.number} - asked
    return not any(state.begun for key, state in snapshot.tables.items() if key[0] in later)


def is_too_late(snapshot: Loaded, drift: Drift) -> bool:
    """Whether the director can only leave it as it was seated."""
    return not can_be_seated_again(snapshot, drift.following)


@kept_with_snapshot
def undecided_drifts(snapshot: Loaded) -> tuple[Drift, ...]:
    """What the director is asked and can still choose about, the earliest stage first."""
    return tuple(drift for drift in drifts_of(snapshot) if not is_too_late(snapshot, drift))


def open_words(snapshot: Loaded, drift: Drift) -> str:
    """Say that the director has still to decide, or that it is too late, both without names."""
    late = is_too_late(snapshot, drift)
    words = too_late_words() if late else _("The director decides.")
    return f"{drift_cause(snapshot, drift)} {words}"


def too_late_words() -> str:
    """Say that nobody can decide any more who plays."""
    return _("It is too late to change who played.")


def choices_once_open(snapshot: Loaded, drift: Drift) -> list[str]:
    """Say what can be chosen about a closed stage once it is opened again; nothing for nothing."""
    following, words = drift.following, list[str]()
    if not drift.closing.advance.level:
        words.append(
            _("You can then seat %s again. What was played there then no longer counts.")
            % following.name
        )
        words += filter(None, [anew_words(snapshot, drift)])
    if drift.carried:
        words.append(_("You can then correct the points that people carry; seats stay."))
    words += filter(None, [not_anew_words(snapshot, drift)])
    return words


def not_anew_words(snapshot: Loaded, drift: Drift) -> str:
    """Say that people are level, so that a stage cannot be seated again; "" where nobody is."""
    if not drift.closing.advance.level:
        return ""
    sentence = _("%(next)s cannot be seated again while %(names)s are level for a place.")
    return sentence % {"next": drift.following.name, "names": _names(snapshot, drift)}


def _names(snapshot: Loaded, drift: Drift) -> str:
    groups = drift.closing.advance.level
    return listed(snapshot.entrants[int(key)].name for group in groups for key in group.keys)


def undecided_people(snapshot: Loaded, stage: Stage | None = None) -> frozenset[Key]:
    """Return of whom the director has still to decide, after that stage alone where one is given.

    With a stage, those of whom it is open whether they go on; else all whose place may change.
    """
    drifts = undecided_drifts(snapshot)
    if stage is not None:
        return frozenset().union(*(drift.people for drift in drifts if drift.stage == stage))
    return frozenset().union(*(drift.concerned for drift in drifts))


def may_change_here(snapshot: Loaded, stage: Stage) -> frozenset[Key]:
    """Return of whom the director has still to decide whether they play in a stage.

    That is after a correction of any stage before it: who is here may have to leave, and who is not
    may come in, also where tables here have begun, since the director can have it seated again.
    """
    drifts = undecided_drifts(snapshot)
    return frozenset().union(
        *(drift.people for drift in drifts if drift.following.number <= stage.number)
    )


def seated_again(snapshot: Loaded, stage: Stage) -> bool:
    """Whether an answer that is still open can have the stage seated again, or one before it.

    One that is closed is opened again for that, also after the end.
    """
    return any(drift.following.number <= stage.number for drift in undecided_drifts(snapshot))


def may_count_no_more(snapshot: Loaded, stage: Stage) -> bool:
    """Whether the director may still have a stage seated again, so that nobody surely goes on.

    Not while people are level for a place in it: it cannot be seated again then.
    """
    return any(
        drift.following.number <= stage.number and not drift.closing.advance.level
        for drift in undecided_drifts(snapshot)
    )


def certain_course(snapshot: Loaded, stage: Stage) -> StageCourse:
    """Return the course of a stage that is on, from which follows what is certain of it."""
    course, undecided = snapshot.settled_course(stage), undecided_people(snapshot)
    return replace(course, undecided=undecided) if undecided else course


def ways_on(snapshot: Loaded, stage: Stage) -> Mapping[Key, str]:
    """Return by what each one of the next stage came there, as the results stand now.

    Who came although the results say otherwise did so because the director let them play; whom
    the results send on did so by these, also where they were taken in after a correction. Where
    people are level, or it was too late for the director to choose, nothing else is said.
    """
    following = snapshot.following(stage)
    rows = snapshot.fields[following.pk] if following else ()
    stored: dict[Key, str] = {row.entrant_id: row.how or "all" for row in rows}
    left = left_since(snapshot, stage)
    if following and left:
        # Who left before the next stage was seated again made room for who is there by results.
        plain = {row.entrant_id: row.how for row in rows}
        left &= ways_as_seated(snapshot, following, plain, seat_entries(snapshot)).keys()
    drift = None if left else drift_of(snapshot, stage)
    try:
        closing = drift.closing if drift else closing_of(with_them(snapshot, stage, left), stage)
    except CaseError:
        return stored
    if closing.fault is not None:
        return stored
    by_results = {int(goer.key): str(goer.how) for goer in closing.advance.going}
    if following and left:
        by_results |= _ways_for_lost(snapshot, stage, following)
    plain_ways: set[Key] = {int(key) for group in closing.advance.level for key in group.keys}
    plain_ways |= _too_late_people(snapshot, stage)
    plain_ways |= drift.stay if drift else frozenset()
    ways: dict[Key, str] = {}
    for row in rows:
        other = PLAIN if row.entrant_id in plain_ways and row.how != CHOICE else CHOICE
        ways[row.entrant_id] = by_results.get(row.entrant_id, other)
    return ways


def _ways_for_lost(snapshot: Loaded, stage: Stage, following: Stage) -> dict[int, str]:
    """Return by what those went on who were taken in for who had lost the place; by ids."""
    came = taken_in_for(snapshot, following, seat_entries(snapshot))
    going = closing_of(snapshot, stage).advance.going if came else ()
    return {int(goer.key): str(goer.how) for goer in going if int(goer.key) in came}


def _too_late_people(snapshot: Loaded, stage: Stage) -> frozenset[Key]:
    """Return who went on from a stage by results that were corrected when it was too late."""
    drifts = (drift for drift in drifts_of(snapshot) if drift.stage == stage)
    return frozenset(key for drift in drifts if is_too_late(snapshot, drift) for key in drift.extra)
