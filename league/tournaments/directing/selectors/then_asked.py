"""What else a director is asked once a table's start is taken back, before that is done."""

import copy
from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.courses import Loaded, TableState
from league.tournaments.models import Stage, StageEntrant
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.stale_seats import drift_cause, drift_words
from league.tournaments.stages.selectors.undecided import undecided_drifts
from scoring.lists import listed

from .next_in_line import free_seats
from .seat_changes import SeatChangePlan


def asked_then(
    snapshot: Loaded, numbers: Collection[int], plan: SeatChangePlan | None = None
) -> tuple[str, ...]:
    """Return in sentences what is asked once these tables of the game that is on wait again.

    With a `plan`, once somebody plays there who should by a correction. A seat whose owner lost it
    while the table played can be given away again then. Nothing that is asked already is repeated.
    """
    stage = snapshot.current
    if stage is None:
        return ()
    return asked_more(snapshot, _after(snapshot, stage, numbers, plan), stage)


def asked_more(snapshot: Loaded, after: Loaded, stage: Stage) -> tuple[str, ...]:
    """Return in sentences what is asked after a change at tables of that stage, and not before."""
    asked = [question for drift in undecided_drifts(snapshot) for question in drift.questions]
    people: set[int] = set()
    words: list[str] = []
    for drift in undecided_drifts(after):
        new = drift.only([question for question in drift.questions if question not in asked])
        if new.any:
            cause = new.stage.name + _(": ") + drift_cause(after, new)
            words += [cause, *drift_words(after, new)]
            people |= {int(key) for key in new.people}
    free_before = {pk for seats in free_seats(snapshot, stage).values() for pk in seats}
    free = [
        snapshot.entrants[pk].name
        for seats in free_seats(after, stage).values()
        for pk in seats
        if pk not in free_before | people
    ]
    if free:
        sentence = ngettext(
            "The seat of %(names)s is then free.",
            "The seats of %(names)s are then free.",
            len(free),
        )
        words.append(sentence % {"names": listed(free)})
    if not words:
        return ()
    return (
        _("You are then asked about more."),
        *words,
        _("Until you decide, no page shows places and medals that this may change."),
    )


def _after(
    snapshot: Loaded, stage: Stage, numbers: Collection[int], plan: SeatChangePlan | None
) -> Loaded:
    """The tournament as it would be: these tables have not begun, and the plan is done."""
    course = plan.after if plan else snapshot.courses[stage.pk]
    seats = {table.number: tuple(map(int, table.seats)) for table in course.rounds[-1].tables}
    number = round_now(snapshot, stage)
    tables = {
        key: _waiting(state, seats[key[2]])
        if key[:2] == (stage.pk, number) and key[2] in numbers
        else state
        for key, state in snapshot.tables.items()
    }
    rows = {row.entrant_id: row for row in snapshot.fields[stage.pk]}
    how = plan.how if plan else ""
    field = tuple(
        rows.get(int(member.key))
        or StageEntrant(
            stage=stage,
            entrant_id=int(member.key),
            seed=member.seed,
            group=member.group,
            how=how,
            carried=str(member.carried),
        )
        for member in course.field
    )
    return replace(
        snapshot,
        tables=tables,
        fields={**snapshot.fields, stage.pk: field},
        courses={**snapshot.courses, stage.pk: course},
    )


def _waiting(state: TableState, seats: tuple[int, ...]) -> TableState:
    row = copy.copy(state.row)
    row.game, row.on_paper_at = None, None
    return replace(state, row=row, seats=seats)
