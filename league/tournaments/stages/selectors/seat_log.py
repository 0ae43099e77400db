"""Changes of seats by hand, as the director's log tells them: which of them still stand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded, kept_with_snapshot
from league.tournaments.models import Stage, TournamentEntry
from league.tournaments.wording import left_publicly, totals_in_words

REPLACED: Final = "replaced"
LATE: Final = "late"
UNDONE: Final = "seats_undo"
# What was played at a table that was taken away, or begun anew.
DETACHED: Final = "detach"
CORRECTS: Final = "corrects"
"""In a line of the log: somebody plays instead who should have gone on instead."""
INSTEAD: Final = "instead"
"""In a line of the log: who was taken into which stage for somebody who had lost the place there.

Each row has the stage's id, who came, and who had lost the place.
"""


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


@kept_with_snapshot
def _taken_back_lines(loaded: Loaded) -> list[TournamentEntry]:
    return list(
        loaded.tournament.log.filter(kind=DETACHED, details__has_key="stage").order_by("pk")
    )


def games_taken_back(loaded: Loaded, stage: Stage) -> Iterator[TournamentEntry]:
    """Yield the lines of the log about games of an elimination that a correction took back.

    Not about games from before it was seated again as a whole.
    """
    first = loaded.tables_of(stage, 1)
    if stage.kind == Stage.Kind.TABLES or not first:
        return
    seated_at = min(state.row.round.seated_at for state in first)
    for entry in _taken_back_lines(loaded):
        if entry.details["stage"] == stage.pk and entry.made_at >= seated_at:
            yield entry


def taken_back_words(loaded: Loaded, entry: TournamentEntry) -> str:
    """Say of which game something was played that no longer counts, and what that was."""
    return _("What was played in game %(game)d no longer counts: %(lines)s.") % {
        "game": entry.details["round"],
        "lines": totals_in_words(loaded.entrants, entry.details["lines"]),
    }


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
    """Somebody (`plays`) who came into a later stage in another's place (`instead_of`).

    One who `corrects` should have gone on by results that were corrected.
    """

    stage: Stage
    plays: int
    instead_of: int
    corrects: bool = False


def substitutes_of(
    loaded: Loaded, entries: Iterable[TournamentEntry]
) -> dict[int, tuple[Substitute, ...]]:
    """Return who plays instead of whom, by the id of each later stage, from lines of the log.

    Who plays instead of a substitute does so instead of the first of them.
    """
    entries = list(entries)
    stage_of = {state.row.pk: key[0] for key, state in loaded.tables.items()}
    seats: dict[int, dict[int, int]] = {}
    correcting: set[tuple[int, int]] = set()
    for entry in not_taken_back(entries):
        stage = stage_of.get(entry.details["tables"][0][0])
        if entry.kind == REPLACED and stage is not None and entry.details["joined"]:
            plays, instead_of = entry.details["entrants"]
            own = seats.setdefault(stage, {})
            own[plays] = own.pop(instead_of, instead_of)
            correcting.discard((stage, plays))
            correcting |= {(stage, plays)} if entry.details.get(CORRECTS) else set()
    return {
        stage.pk: tuple(
            Substitute(stage, plays, instead_of, corrects=(stage.pk, plays) in correcting)
            for plays, instead_of in seats.get(stage.pk, {}).items()
            if plays != instead_of and _is_in(loaded, stage, plays)
        )
        + tuple(
            Substitute(stage, plays, lost, corrects=True)
            for plays, lost in taken_in_for(loaded, stage, entries).items()
            if plays not in seats.get(stage.pk, {}) and _is_in(loaded, stage, plays)
        )
        for stage in loaded.begun[1:]
    }


def taken_in_for(
    loaded: Loaded, stage: Stage, entries: Iterable[TournamentEntry]
) -> dict[int, int]:
    """Return who was taken into a stage, and for whom, who had lost the place; entrants' ids.

    Nobody for one who is back in, or whose seat was given to another or went when the stage was
    seated again.
    """
    rows = (row for entry in entries for row in entry.details.get(INSTEAD, ()))
    return {
        plays: lost
        for stage_pk, plays, lost in rows
        if stage_pk == stage.pk
        if _is_in(loaded, stage, lost) and loaded.entrants[lost].withdrawn_at is not None
    }


def _is_in(loaded: Loaded, stage: Stage, entrant: int) -> bool:
    return any(row.entrant_id == entrant for row in loaded.fields[stage.pk])


def substitute_why(loaded: Loaded, substitute: Substitute) -> str:
    """Return after what somebody plays instead: "disqualification", "correction", or ""."""
    other = loaded.entrants[substitute.instead_of]
    if other.withdrawn_at is not None:
        return "disqualification" if other.is_disqualified else ""
    return "correction" if substitute.corrects else ""


def substitute_words(loaded: Loaded, substitute: Substitute) -> str:
    """Say who plays instead of whom, and why."""
    plays, other = (loaded.entrants[pk] for pk in (substitute.plays, substitute.instead_of))
    over = substitute.stage.closed_at is not None
    if other.withdrawn_at is None and substitute.corrects:
        sentence = (
            _("%(plays)s played in %(stage)s instead of %(other)s: a result had been corrected.")
            if over
            else _("%(plays)s plays in %(stage)s instead of %(other)s: a result was corrected.")
        )
    elif other.withdrawn_at is None:
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
