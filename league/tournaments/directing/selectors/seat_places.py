"""Whose place or medal on the pages a change of seats moves, said before it is made."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.awards.selectors.moved import (
    DivisionPlace,
    Standings,
    moved_people,
    new_standing,
    standing_change,
)
from league.tournaments.brackets.seat_changes import SeatDeed
from league.tournaments.courses import Loaded, TableKey, TableState, with_derived
from league.tournaments.entrants.selectors.divisions import in_division
from league.tournaments.models import Stage, StageEntrant, TournamentEntry
from league.tournaments.stages.selectors.seat_log import CORRECTS, REPLACED
from league.tournaments.stages.selectors.stale_seats import seat_entries
from scoring.sheets.selectors.consequences import place_in_words

from .outcome import TournamentOutcome, no_longer_certain, outcome_of, shortened
from .seat_changes import SeatChangePlan


def place_words(plan: SeatChangePlan) -> tuple[str, ...]:
    """Say whose place or medal changes on pages, or that none does; at most eight queries.

    Of whom no page says a place then, such as who plays for one, only that is said.
    """
    facts, concerned = plan.facts, _concerned(plan)
    changed = with_change(plan)
    lists = _lists(facts.snapshot, changed)
    sentences = [
        new_standing(facts.snapshot.entrants[pk].name, at)
        for was, now in lists
        for pk, at in now.items()
        if pk not in was and pk in concerned
    ]
    sentences += [
        sentence for was, now in lists for sentence in _moves(changed, facts.stage, was, now)
    ]
    open_before = {pk for was, now in lists for pk in now.keys() - was.keys()}
    if others := len(open_before - concerned):
        sentences.append(
            ngettext(
                "The place of %d other person is then certain.",
                "The places of %d other people are then certain.",
                others,
            )
            % others
        )
    if not sentences:
        return (_("No place or medal on any page changes."),)
    return tuple(sentences)


def moved_words(before: Loaded, after: Loaded, stage: Stage) -> tuple[str, ...]:
    """Say whose place or medal on pages a change of seats in this stage moved; six queries."""
    lists = _lists(before, after)
    return tuple(sentence for was, now in lists for sentence in _moves(after, stage, was, now))


def lost_places(
    snapshot: Loaded, stage: Stage, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[str, ...]:
    """Say whose place no page says any more, as `snapshot` then is."""
    return tuple(
        sentence
        for was, now in _said(before, after)
        for sentence in _lost(snapshot, stage, was, now, no_longer_certain(snapshot, was, now))
    )


def _lists(before: Loaded, after: Loaded) -> list[tuple[Standings, Standings]]:
    return _said(outcome_of(before), outcome_of(after))


def _said(before: TournamentOutcome, after: TournamentOutcome) -> list[tuple[Standings, Standings]]:
    """Return the places that pages say before and after, in divisions and in the whole field."""
    return [
        (
            {pk: at for pk, at in was.items() if at.place},
            {pk: at for pk, at in now.items() if at.place},
        )
        for was, now in zip(before.readable, after.readable, strict=True)
    ]


def _concerned(plan: SeatChangePlan) -> set[int]:
    return {int(key) for key in (plan.change.who, plan.change.other) if key is not None}


def places_mark(words: Sequence[str]) -> str:
    """Return what is equal for the same sentences, in the language that they are read in."""
    return hashlib.sha256(repr(tuple(words)).encode()).hexdigest()[:32]


def _moves(after: Loaded, stage: Stage, was: Standings, now: Standings) -> Iterator[str]:
    """Yield whose medal is not certain any more, who has another place on a list, and who none."""
    unsure = no_longer_certain(after, was, now)
    yield from unsure.values()
    kept = {pk: at for pk, at in now.items() if pk in was and pk not in unsure}
    yield from shortened(
        [
            standing_change(after.entrants[pk].name, was[pk], now[pk])
            for pk in moved_people(was, kept)
        ]
    )
    yield from _lost(after, stage, was, now, unsure)


def _lost(
    after: Loaded, stage: Stage, was: Standings, now: Standings, unsure: Collection[int]
) -> Iterator[str]:
    playing = {int(member.key) for member in after.courses[stage.pk].field if not member.out}
    for pk, at in was.items():
        if pk not in now and (pk in playing or pk not in unsure):
            yield _goes(after.entrants[pk].name, at, stage, plays=pk in playing)


def _goes(name: str, was: DivisionPlace, stage: Stage, *, plays: bool) -> str:
    sentence = (
        _("%(name)s now plays for a place in %(stage)s, and no longer has %(place)s.")
        if plays
        else _("It is no longer certain that %(name)s has %(place)s.")
    )
    details = {
        "name": name,
        "place": place_in_words(was.place, shared=was.shared),
        "stage": stage.name,
    }
    return in_division(was.group, sentence % details)


def with_change(plan: SeatChangePlan) -> Loaded:
    """Return the tournament as it would be with the change made; one query."""
    snapshot, stage = plan.facts.snapshot, plan.facts.stage
    old = snapshot.fields[stage.pk]
    new = _field(plan)
    changed = replace(
        snapshot,
        courses={**snapshot.courses, stage.pk: plan.after},
        fields={**snapshot.fields, stage.pk: new},
        tables={**snapshot.tables, **_tables(plan)},
    )
    entries = seat_entries(snapshot)
    if plan.change.deed is SeatDeed.REPLACE:
        entries = [*entries, _log_line(plan, old, new)]
    return with_derived(changed, seat_entries, entries)


def _tables(plan: SeatChangePlan) -> dict[TableKey, TableState]:
    facts = plan.facts
    seats = {
        table.number: tuple(int(key) for key in table.seats)
        for table in plan.after.rounds[-1].tables
    }
    tables = {}
    for state in facts.states:
        row = copy(state.row)
        if row.number in facts.taken_back:
            row.game, row.on_paper_at = None, None
        key = (facts.stage.pk, facts.number, row.number)
        tables[key] = replace(state, row=row, seats=seats.get(row.number, ()))
    return tables


def _field(plan: SeatChangePlan) -> tuple[StageEntrant, ...]:
    known = {row.entrant_id: row for row in plan.facts.snapshot.fields[plan.facts.stage.pk]}
    return tuple(
        known.get(int(member.key))
        or StageEntrant(
            stage=plan.facts.stage,
            entrant_id=int(member.key),
            seed=member.seed,
            group=member.group,
            how=plan.how,
            carried=str(member.carried),
        )
        for member in plan.after.field
    )


def _log_line(
    plan: SeatChangePlan, old: Collection[StageEntrant], new: Collection[StageEntrant]
) -> TournamentEntry:
    """The line that the log will have of somebody who plays instead of another."""

    def rows(these: Collection[StageEntrant], others: Collection[StageEntrant]) -> list[list[Any]]:
        known = {row.entrant_id for row in others}
        return [
            [row.entrant_id, row.seed, row.group, row.how, row.carried]
            for row in these
            if row.entrant_id not in known
        ]

    seats = {table.number: list(table.seats) for table in plan.after.rounds[-1].tables}
    tables = [
        [state.row.pk, list(state.seats), seats.get(state.row.number, [])]
        for state in plan.facts.states
        if list(state.seats) != seats.get(state.row.number, [])
    ]
    details = {
        CORRECTS: plan.corrects,
        "entrants": [plan.change.other, plan.change.who],
        "tables": tables,
        "left": rows(old, new),
        "joined": rows(new, old),
    }
    return TournamentEntry(kind=REPLACED, details=details)
