"""Changes of seats by hand, as the director's log tells them: which of them still stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage, TournamentEntry
from league.tournaments.wording import left_publicly

REPLACED: Final = "replaced"
UNDONE: Final = "seats_undo"
CORRECTS: Final = "corrects"
"""In a line of the log: somebody plays instead who should have gone on instead."""


def not_taken_back(entries: Iterable[TournamentEntry]) -> list[TournamentEntry]:
    """Return these changes of seats without those that others of them took back; by time."""
    standing: list[TournamentEntry] = []
    for entry in entries:
        tables = entry.details.get("tables")
        if entry.kind == UNDONE:
            undone = reversed_tables(tables or ())
            newest = next((i for i in reversed(standing) if i.details["tables"] == undone), None)
            standing = [line for line in standing if line is not newest]
        elif tables:
            standing.append(entry)
    return standing


def reversed_tables(tables: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Return the tables of a line in the log with what was before and after exchanged."""
    return [[row[0], row[2], row[1]] for row in tables]


def ways_as_seated(
    loaded: Loaded, stage: Stage, ways: Mapping[int, str], entries: Iterable[TournamentEntry]
) -> dict[int, str]:
    """Return by what each one came to a stage, as it was before others played in their places.

    `ways` are of those who are in it now, by entrants' ids. Where somebody plays instead as a
    correction says, that stays.
    """
    tables = {state.row.pk for key, state in loaded.tables.items() if key[0] == stage.pk}
    before = dict(ways)
    # Who had given the place to another, and was taken in since: that is not taken back here.
    again: set[int] = set()
    for entry in reversed(not_taken_back(entries)):
        details = entry.details
        if entry.kind != REPLACED or details.get(CORRECTS):
            continue
        if details["tables"][0][0] not in tables or not details["joined"]:
            continue
        for joined in details["joined"]:
            if joined[0] in again:
                again.remove(joined[0])
            else:
                before.pop(joined[0], None)
        again |= {row[0] for row in details["left"]} & before.keys()
        left = {row[0]: row[3] for row in details["left"] if row[0] is not None}
        before = left | before
    return before


@dataclass(frozen=True)
class Substitute:
    """Somebody (`plays`) who came into a later stage in another's place (`instead_of`)."""

    stage: Stage
    plays: int
    instead_of: int


def substitutes_of(
    loaded: Loaded, entries: Iterable[TournamentEntry]
) -> dict[int, tuple[Substitute, ...]]:
    """Return who plays instead of whom, by the id of each later stage, from lines of the log.

    Who plays instead of a substitute does so instead of the first of them.
    """
    stage_of = {state.row.pk: key[0] for key, state in loaded.tables.items()}
    seats: dict[int, dict[int, int]] = {}
    for entry in not_taken_back(entries):
        stage = stage_of.get(entry.details["tables"][0][0])
        if entry.kind == REPLACED and stage is not None and entry.details["joined"]:
            plays, instead_of = entry.details["entrants"]
            own = seats.setdefault(stage, {})
            own[plays] = own.pop(instead_of, instead_of)
    return {
        stage.pk: tuple(
            Substitute(stage, plays, instead_of)
            for plays, instead_of in seats.get(stage.pk, {}).items()
            if plays != instead_of and _is_in(loaded, stage, plays)
        )
        for stage in loaded.begun[1:]
    }


def _is_in(loaded: Loaded, stage: Stage, entrant: int) -> bool:
    return any(row.entrant_id == entrant for row in loaded.fields[stage.pk])


def substitute_words(loaded: Loaded, substitute: Substitute) -> str:
    """Say who plays instead of whom, and why."""
    plays, other = (loaded.entrants[pk] for pk in (substitute.plays, substitute.instead_of))
    over = substitute.stage.closed_at is not None
    if other.withdrawn_at is None:
        sentence = (
            _("%(plays)s played in %(stage)s instead of %(other)s: the director decided.")
            if over
            else _("%(plays)s plays in %(stage)s instead of %(other)s: the director decided.")
        )
    else:
        sentence = (
            _("%(plays)s played in %(stage)s instead of %(other)s (%(left)s).")
            if over
            else _("%(plays)s plays in %(stage)s instead of %(other)s (%(left)s).")
        )
    return sentence % {
        "plays": plays.name,
        "stage": substitute.stage.name,
        "other": other.name,
        "left": left_publicly(other) if other.withdrawn_at else "",
    }
