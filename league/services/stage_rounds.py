"""Seating a stage's next round, and writing fields and rounds down."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from league.brackets.rounds import seat_next
from league.brackets.values import Member, Round, StageCourse
from league.models import (
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)
from league.seating.errors import CaseError
from league.selectors.fields import in_no_division
from league.selectors.words import listed
from scoring.services.errors import Refusal

SECONDS = 1.0
TRIES = 3
# Gaps of the sentences of `league.brackets` that are filled with an entrant.
PEOPLE = ("name", "one", "other")


def round_think(
    tournament: Tournament, stage: Stage, course: StageCourse, names: Mapping[int, str]
) -> Round:
    """Who sits where in the stage's next round; may take `SECONDS`, so outside of any lock.

    Raises `Refusal` where nobody can be seated so, in a sentence that says the least change.
    """
    if outside := in_no_division(stage, course.field):
        raise Refusal(
            "division",
            _(
                "%(stage)s is played by division, and these fall in none: %(names)s. Mend their "
                "entries, or let the stage be played by all together."
            )
            % {"stage": stage.name, "names": listed(names[pk] for pk in outside)},
        )
    try:
        return seat_next(course, seed=tournament.seed * 100 + stage.number, seconds=SECONDS)
    except CaseError as error:
        raise in_words(error, names) from error


def in_words(error: CaseError, names: Mapping[int, str]) -> Refusal:
    """A sentence of the pure packages in the reader's language, with names for entrants' ids."""
    told = {
        gap: names.get(value, value) if gap in PEOPLE and isinstance(value, int) else value
        for gap, value in error.values.items()
    }
    return Refusal("plan", _(error.sentence).format_map(told))


def field_write(stage: Stage, field: Iterable[Member], how: Mapping[int, str]) -> None:
    """Write down who is in the stage; `how` says by what each came, nothing for the first stage."""
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage,
            entrant_id=int(one.key),
            seed=one.seed,
            group=one.group,
            how=how.get(int(one.key), ""),
            carried=str(one.carried),
        )
        for one in field
    )
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])


def round_write(stage: Stage, seated: Round) -> StageRound:
    """Write down a round of seating: its tables, who sits at each, and who has a bye."""
    row = StageRound.objects.create(
        stage=stage, number=seated.number, byes=list(seated.byes), seated_at=timezone.now()
    )
    tables = StageTable.objects.bulk_create(
        StageTable(round=row, number=one.number, group=one.group) for one in seated.tables
    )
    StageSeat.objects.bulk_create(
        StageSeat(table=table, entrant_id=int(key), place=place)
        for table, one in zip(tables, seated.tables, strict=True)
        for place, key in enumerate(one.seats)
    )
    return row
