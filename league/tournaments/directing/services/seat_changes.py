"""Changing who sits where at tables that have not begun, and taking such a change back.

What a change does is worked out once, in `selectors.seat_changes`, and shown before it is done.
Here it is written: the seats, the stage's field, and a line of the log that says how it was before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.awards.selectors.moved import SURE, UNDOES
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.outcome import outcome_of, unsettled
from league.tournaments.directing.selectors.seat_changes import (
    SeatChangePlan,
    printed_words,
    seat_change_plan,
    seat_facts,
)
from league.tournaments.directing.selectors.seat_places import (
    moved_words,
    place_words,
    places_mark,
)
from league.tournaments.directing.selectors.starts import begun_on_paper
from league.tournaments.directing.selectors.then_asked import asked_more
from league.tournaments.models import (
    Entrant,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
    TournamentEntry,
)
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import (
    CORRECTS,
    LATE,
    REPLACED,
    UNDONE,
    not_taken_back,
    reversed_tables,
)
from scoring.accounts.authors import Author
from scoring.lists import listed
from scoring.refusals import Refusal, Stale

from .running import stage_on

KINDS: Final[Mapping[SeatDeed, str]] = {
    SeatDeed.REPLACE: REPLACED,
    SeatDeed.ADD: LATE,
    SeatDeed.LEAVE_OUT: "left_out",
    SeatDeed.SWAP: "swap",
    SeatDeed.MOVE: "move",
    SeatDeed.JOIN: LATE,
}

FieldRow = list[Any]
"""A line of a stage's field in the log: entrant's id, seed, group, how, carried."""


class SeatNotAgreed(Refusal):
    """A seat, or taking a change of seats back, that nobody has agreed to as it would be now.

    `sentences` say what it does, and `mark` is equal for equal sentences.
    """

    def __init__(self, sentences: tuple[str, ...]) -> None:
        """Keep what it moves, so that it can be shown and agreed to."""
        super().__init__("not agreed", _("Look at what this changes, and agree to it."))
        self.sentences = sentences
        self.mark = places_mark(sentences)


@transaction.atomic
def seats_change(
    *,
    tournament: Tournament,
    author: Author,
    change: TableChange,
    seen: str | None,
    reason: str = "",
    places: str | None = None,
) -> TournamentEntry:
    """Do a change of seats as it was `seen`, or unseen where that is None; answer its line.

    `places` marks what was shown of whose place it moves (`places_mark`), if that was. A second tap
    does nothing more. Raises what `seat_change_plan` raises, and `Stale` where it would do
    something else by now.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    stage = stage_on(snapshot)
    done = next(iter(changes_to_undo(snapshot)), None)
    if done is not None and seen and done.details.get("seen") == seen:
        return done
    plan = seat_change_plan(seat_facts(snapshot, stage), change)
    moved = places is not None and places != places_mark(place_words(plan))
    if moved or (seen is not None and plan.mark != seen):
        raise Stale(_("Something has changed since you looked. Look once more."), [])
    before = _field_rows(stage)
    tables = _write(plan)
    after = _field_rows(stage)
    outcomes = outcome_of(snapshot), outcome_of(loaded(tournament))
    _check_in(snapshot, change)
    return log_append(
        tournament=tournament,
        author=author,
        kind=KINDS[change.deed],
        text=plan.sentences[0],
        reason=reason.strip(),
        details={
            "stage": stage.pk,
            CORRECTS: plan.corrects,
            "entrants": [pk for pk in (change.other, change.who) if pk is not None],
            "tables": tables,
            "byes": _write_byes(plan),
            "left": [row for row in before if row not in after],
            "joined": [row for row in after if row not in before],
            "seen": plan.mark,
            **unsettled(*outcomes),
        },
    )


def _check_in(snapshot: Loaded, change: TableChange) -> None:
    """Note that whoever gets a seat is here."""
    pk = change.comes
    if pk is not None and snapshot.entrants[int(pk)].checked_in_at is None:
        Entrant.objects.filter(pk=pk).update(checked_in_at=timezone.now())


def _field_rows(stage: Stage) -> list[FieldRow]:
    fields = ("entrant_id", "seed", "group", "how", "carried")
    return [list(row) for row in StageEntrant.objects.filter(stage=stage).values_list(*fields)]


def _write(plan: SeatChangePlan) -> list[list[Any]]:
    """Write the stage as it is after the change; answer the tables that changed, as in the log."""
    _write_field(plan)
    new = {table.number: table.seats for table in plan.after.rounds[-1].tables}
    changed = []
    for state in plan.facts.states:
        seats = [int(key) for key in new.get(state.row.number, ())]
        if seats != list(state.seats):
            seats_write(state.row.pk, seats)
            changed.append([state.row.pk, list(state.seats), seats])
    return changed


def _write_byes(plan: SeatChangePlan) -> list[list[int]]:
    """Write who has a bye after the change; answer who had one before and after."""
    before, after = (
        [int(key) for key in course.rounds[-1].byes] for course in (plan.facts.course, plan.after)
    )
    if before != after:
        _byes_of(plan.facts.stage, plan.facts.number).update(byes=after)
    return [before, after]


def _byes_of(stage: Stage, number: int) -> QuerySet[StageRound]:
    return StageRound.objects.filter(stage=stage, number=number)


def seats_write(table: int, seats: Sequence[int]) -> None:
    """Let these entrants sit at a table, in this order; with nobody it has not begun either."""
    if not seats:
        StageTable.objects.filter(pk=table).update(on_paper_at=None)
    StageSeat.objects.filter(table=table).delete()
    StageSeat.objects.bulk_create(
        StageSeat(table_id=table, entrant_id=pk, place=place) for place, pk in enumerate(seats)
    )


def _write_field(plan: SeatChangePlan) -> None:
    stage = plan.facts.stage
    old = {int(member.key): member.seed for member in plan.facts.course.field}
    new = {int(member.key): member for member in plan.after.field}
    StageEntrant.objects.filter(stage=stage, entrant__in=old.keys() - new.keys()).delete()
    for key, member in new.items():
        if key not in old:
            StageEntrant.objects.create(
                stage=stage,
                entrant_id=key,
                seed=member.seed,
                group=member.group,
                how=plan.how,
                carried=str(member.carried),
            )
        elif old[key] != member.seed:
            StageEntrant.objects.filter(stage=stage, entrant=key).update(seed=member.seed)


def changes_to_undo(snapshot: Loaded) -> tuple[TournamentEntry, ...]:
    """Lines of the log about changes of seats that can be taken back now, the newest first.

    The people of the tables that a change touched can still change, and sit as it left them. The
    stage's field has the people that it put there. A stage that was seated anew has other tables.
    """
    stage = snapshot.current
    if stage is None:
        return ()
    newest = snapshot.rounds[stage.pk][-1]
    states = snapshot.tables_of(stage, newest.number)
    field = [
        [row.entrant_id, row.seed, row.group, row.how, row.carried]
        for row in snapshot.fields[stage.pk]
    ]
    entries = snapshot.tournament.log.filter(kind__in=(*KINDS.values(), UNDONE)).order_by("pk")
    listed = not_taken_back(entries)
    return tuple(
        entry for entry in reversed(listed) if _stands(snapshot, entry, newest, states, field)
    )


def _stands(
    snapshot: Loaded,
    entry: TournamentEntry,
    newest: StageRound,
    states: Sequence[TableState],
    field: Sequence[FieldRow],
) -> bool:
    """Whether all is as the change left it, and everybody can be where they were before."""
    changed = {row[0]: (row[1], row[2]) for row in entry.details["tables"]}
    left, joined = entry.details["left"], entry.details["joined"]
    # A line of the log from before there were byes at tables has none.
    _byes, byes = entry.details.get("byes", [[], []])
    if list(newest.byes) != byes:
        return False
    on_paper = begun_on_paper(snapshot)
    can_change = {
        state.row.pk: list(state.seats)
        for state in states
        if not state.begun or state.row.number in on_paper
    }
    if any(can_change.get(table) != new for table, (_old, new) in changed.items()):
        return False
    if any(row not in field for row in joined):
        return False
    staying = {row[0] for row in field if row not in joined}
    back = {row[0] for row in left}
    if back & staying or not back <= snapshot.entrants.keys():
        return False
    sitting = {pk for old, _new in changed.values() for pk in old}
    elsewhere = {pk for state in states if state.row.pk not in changed for pk in state.seats}
    return sitting <= staying | back and not sitting & elsewhere


@transaction.atomic
def seats_undo(
    *, tournament: Tournament, author: Author, entry: int, agreed: str | None = None
) -> None:
    """Take a change of seats back; `entry` is the id of its line in the log.

    `agreed` is the mark of what was shown; with None nobody is asked. Raises `Refusal` where a
    table that it touched has begun, or was changed again since, and `SeatNotAgreed`.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    line = next((line for line in changes_to_undo(snapshot) if line.pk == entry), None)
    if line is None:
        raise Refusal("undo", _("This change cannot be taken back any more."))
    stage, details = stage_on(snapshot), line.details
    for table, _new, old in reversed_tables(details["tables"]):
        seats_write(table, old)
    if "byes" in details:
        _byes_of(stage, round_now(snapshot, stage)).update(byes=details["byes"][0])
    joined = [row[0] for row in details["joined"]]
    StageEntrant.objects.filter(stage=stage, entrant__in=joined).delete()
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant_id=pk, seed=seed, group=group, how=how, carried=carried)
        for pk, seed, group, how, carried in details["left"]
    )
    log_append(
        tournament=tournament,
        author=author,
        kind=UNDONE,
        text=_("Taken back: %s") % line.text,
        details={
            "stage": details["stage"],
            "entrants": details["entrants"],
            "tables": reversed_tables(details["tables"]),
            **({SURE: [], UNDOES: line.pk} if SURE in details else {}),
        },
    )
    sentences = tuple(_undo_words(snapshot, loaded(tournament), stage))
    if agreed is not None and agreed != places_mark(sentences):
        raise SeatNotAgreed(sentences)


def _undo_words(before: Loaded, after: Loaded, stage: Stage) -> Iterator[str]:
    """Say who sits where once a change of seats is taken back, and what else that does."""
    number, names = round_now(after, stage), after.entrants
    old = {state.row.pk: state.seats for state in before.tables_of(stage, number)}
    for state in after.tables_of(stage, number):
        if state.seats != old[state.row.pk]:
            people = listed([names[pk].name for pk in state.seats], len(state.seats))
            details = {"table": state.row.number, "names": people}
            yield _("At table %(table)d sit then: %(names)s.") % details
            if state.begun:
                was = replace(state, seats=old[state.row.pk])
                yield from printed_words(after, was, state.seats)
    byes = [snapshot.rounds[stage.pk][-1].byes for snapshot in (before, after)]
    for pk in byes[1]:
        if pk not in byes[0]:
            details = {"name": names[pk].name, "game": number}
            yield _("%(name)s has a bye in game %(game)d.") % details
    staying = {row.entrant_id for row in after.fields[stage.pk]}
    for row in before.fields[stage.pk]:
        if row.entrant_id not in staying:
            details = {"name": names[row.entrant_id].name, "stage": stage.name}
            yield _("%(name)s is free and no longer plays in %(stage)s.") % details
    yield from asked_more(before, after, stage)
    yield from moved_words(before, after, stage) or (_("No place or medal on any page changes."),)
