"""Tournaments that are being played, written as rows: who sits where, what paper says."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from league.models import (
    Entrant,
    PaperResult,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)
from scoring.models import Club
from tests.league.factories import StageFactory, TournamentFactory, enter_all


def enter(tournament: Tournament, people: int, **details: Any) -> list[Entrant]:
    """So many more entrants, who are here; each next one half a year younger than the last."""
    now = timezone.now()
    first = datetime.date(1931, 1, 1)
    begin = tournament.entrants.count()
    return enter_all(
        tournament,
        [
            {
                "checked_in_at": now,
                "community": ("Hillside", "Sun Valley", "Old Mill")[at % 3],
                "born": first + datetime.timedelta(days=183 * at),
                **details,
            }
            for at in range(begin, begin + people)
        ],
    )


def seat(
    stage: Stage,
    tables: Sequence[Sequence[Entrant]],
    number: int = 1,
    *,
    how: str = "",
    byes: Iterable[Entrant] = (),
    by_seed: Sequence[Entrant] = (),
) -> list[StageTable]:
    """Seat a round of a stage; who is new to the stage comes into its field, as seated or told."""
    byes = list(byes)
    now = timezone.now()
    known = set(stage.field.values_list("entrant", flat=True))
    people = by_seed or [one for table in tables for one in table] + byes
    new = [one for one in people if one.pk not in known]
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=one, seed=seed, how=how)
        for seed, one in enumerate(new, len(known) + 1)
    )
    this_round = StageRound.objects.create(
        stage=stage, number=number, seated_at=now, byes=[one.pk for one in byes]
    )
    Stage.objects.filter(pk=stage.pk, opened_at=None).update(opened_at=now)
    Tournament.objects.filter(pk=stage.tournament_id, began_at=None).update(began_at=now)
    rows = StageTable.objects.bulk_create(
        StageTable(round=this_round, number=at) for at in range(1, len(tables) + 1)
    )
    StageSeat.objects.bulk_create(
        StageSeat(table=row, entrant=one, place=place)
        for row, table in zip(rows, tables, strict=True)
        for place, one in enumerate(table)
    )
    return rows


def paper(table: StageTable, totals: Mapping[int, int | None] | Sequence[int], **more: Any) -> None:
    """Type a table's sheet: totals by entrant's id, or in seat order."""
    ids = list(table.seats.values_list("entrant", flat=True))
    told = totals if isinstance(totals, Mapping) else dict(zip(ids, totals, strict=True))
    PaperResult.objects.create(
        table=table,
        lines=[[pk, total, None, None] for pk, total in told.items()],
        **{"author": "Olive", "recorded_at": timezone.now(), **more},
    )


def table_played(
    stage: Stage,
    people: Sequence[Entrant],
    totals: Sequence[int],
    number: int = 1,
    *,
    byes: Sequence[Entrant] = (),
) -> StageTable:
    """A round of a stage with one table, and its totals in seat order; byes are the best seeds."""
    (table,) = seat(stage, [people], number, byes=byes, by_seed=[*byes, *people])
    paper(table, totals)
    return table


def close(stage: Stage) -> None:
    """Say that the stage is closed; the tournament too if it is the last one."""
    now = timezone.now()
    Stage.objects.filter(pk=stage.pk).update(closed_at=now, closed_by="Olive")
    if not stage.tournament.stages.filter(number__gt=stage.number).exists():
        Tournament.objects.filter(pk=stage.tournament_id).update(ended_at=now)


def dealt(people: Sequence[Entrant], size: int = 4) -> list[list[Entrant]]:
    """The people over as few tables as seat them by so many, in turn."""
    tables = -(-len(people) // size)
    return [list(people[at::tables]) for at in range(tables)]


def total_of(entrant: Entrant) -> int:
    """A total that follows from who it is, and differs within a hundred people."""
    return 40 + (entrant.number or 0) * 37 % 101


def three_stages(club: Club, people: int, *, until: int = 3, **details: Any) -> Tournament:
    """A first stage, a second one and a final, of each of which the winners go on.

    Stages before `until` are closed; that one is seated, and all but its last table are finished.
    With `until` 4 the final is closed too. From closed stages winners alone go on, and from others
    the best of the rest with them.
    """
    tournament = TournamentFactory(
        **{"club": club, "public": True, "medals": True, "ribbons": 5, "qualifiers": 2, **details}
    )
    stages = [
        StageFactory(
            tournament=tournament,
            name=name,
            most=4,
            **{"onward": "tables", "count": 1, "fill": "none" if at < until else "full"}
            if name != "Final"
            else {},
        )
        for at, name in enumerate(("First stage", "Semi-finals", "Final"), 1)
    ]
    field = enter(tournament, people)
    for at, stage in enumerate(stages, 1):
        if at > until:
            break
        tables = dealt(field) if at < 3 else [field]
        rows = seat(stage, tables, how="table" if at > 1 else "")
        finished = rows if at < until else rows[:-1]
        for row, seats in zip(rows, tables, strict=True):
            if row in finished:
                paper(row, [total_of(one) + at for one in seats])
        if at < until:
            close(stage)
            field = sorted((min(table, key=total_of) for table in tables), key=total_of)
    return tournament
