"""Seating a stage's next round, and writing fields and rounds down."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.values import Member, Round, StageCourse
from league.tournaments.entrants.selectors.divisions import group_names
from league.tournaments.models import (
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)
from league.tournaments.stages.selectors.fields import in_no_division
from league.tournaments.wording import case_in_words
from scoring.lists import listed
from scoring.refusals import Refusal

TRIES = 3


def round_think(
    tournament: Tournament, stage: Stage, course: StageCourse, names: Mapping[int, str]
) -> Round:
    """Return the seats of the stage's next round; may take seconds, so call it outside any lock.

    Raises `Refusal` where nobody can be seated so, in a sentence that says the least change.
    """
    if outside := in_no_division(stage, course.field):
        raise Refusal(
            "division",
            _(
                "%(stage)s is played by division, and these people are in none: %(names)s. "
                "Correct their entries, or let everybody play together."
            )
            % {"stage": stage.name, "names": listed(names[pk] for pk in outside)},
        )
    try:
        return seat_next(course, seed=tournament.seed * 100 + stage.number)
    except CaseError as error:
        raise case_in_words(error, names, group_names(tournament)) from error


def field_write(stage: Stage, field: Iterable[Member], how: Mapping[int, str]) -> None:
    """Write down the stage's field; `how` says how each got there, empty for the first stage."""
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage,
            entrant_id=int(member.key),
            seed=member.seed,
            group=member.group,
            how=how.get(int(member.key), ""),
            carried=str(member.carried),
        )
        for member in field
    )
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])


def round_write(stage: Stage, seated: Round) -> StageRound:
    """Write down a round of seating: its tables, their seats, and byes."""
    row = StageRound.objects.create(
        stage=stage, number=seated.number, byes=list(seated.byes), seated_at=timezone.now()
    )
    tables = StageTable.objects.bulk_create(
        StageTable(round=row, number=table.number, group=table.group) for table in seated.tables
    )
    StageSeat.objects.bulk_create(
        StageSeat(table=table, entrant_id=int(key), place=place)
        for table, laid in zip(tables, seated.tables, strict=True)
        for place, key in enumerate(laid.seats)
    )
    return row
