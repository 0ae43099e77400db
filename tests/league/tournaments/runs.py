"""Tournaments for tests: entrants who are here, stages, and results typed from paper."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from league.models import Entrant, Stage, StageTable, Tournament
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.services.closing import stage_close
from league.tournaments.directing.services.results import PaperLine, paper_record
from league.tournaments.directing.services.running import round_seat, tournament_begin
from league.tournaments.stages.selectors.progress import closing_of
from scoring.models import Club
from tests.factories import ANN
from tests.league.factories import StageFactory, TournamentFactory, enter_all

WINNERS = {"onward": "tables", "seating": "snake"}
FINAL = {"name": "Final", "seating": "snake"}


def tournament_of(club: Club, people: int, *stages: Mapping[str, Any], **about: Any) -> Tournament:
    """A tournament of these stages, in which so many people are checked in; Ann is seeded first."""
    tournament: Tournament = TournamentFactory(club=club, **about)
    for number, fields in enumerate(stages or (WINNERS, FINAL), 1):
        StageFactory(tournament=tournament, number=number, **fields)
    enter(tournament, people)
    return tournament


def enter(tournament: Tournament, people: int, **about: Any) -> list[Entrant]:
    """So many more people, checked in, with seeds in the order of their numbers."""
    here = {"checked_in_at": timezone.now(), **about}
    before = tournament.entrants.count()
    return enter_all(
        tournament, [{"seed_by_hand": before + at, **here} for at in range(1, people + 1)]
    )


def begin(tournament: Tournament) -> Loaded:
    """Begin it; answers how it then stands."""
    tournament_begin(tournament=tournament, author=ANN)
    return now(tournament)


def now(tournament: Tournament) -> Loaded:
    """The tournament as it stands."""
    return loaded(Tournament.objects.get(pk=tournament.pk))


def table(tournament: Tournament, number: int, stage: int = 1, game: int = 1) -> StageTable:
    """A table by its number, the stage's and the game's."""
    return StageTable.objects.get(
        round__stage__tournament=tournament,
        round__stage__number=stage,
        round__number=game,
        number=number,
    )


def names_at(row: StageTable) -> list[str]:
    """Who sits at a table, in seat order."""
    return [seat.entrant.name for seat in row.seats.select_related("entrant")]


def type_in(tournament: Tournament, row: StageTable, *totals: int | None, **told: Any) -> None:
    """Paper of a table: totals in seat order; without any, 11, 21 ... at table 1, 12 ... at 2."""
    seats = [seat.entrant_id for seat in row.seats.all()]
    given = totals or tuple(10 * at + row.number for at in range(1, len(seats) + 1))
    lines = {pk: PaperLine(total) for pk, total in zip(seats, given, strict=True)}
    paper_record(tournament=tournament, table=row, author=ANN, lines=lines, **told)


def play_all(tournament: Tournament, stage: int = 1) -> None:
    """Type in totals for every table of the newest game of the stage that has no result."""
    rows = StageTable.objects.filter(
        round__stage__tournament=tournament, round__stage__number=stage, paper=None, game=None
    )
    for row in rows:
        type_in(tournament, row)


def close(tournament: Tournament, number: int = 1) -> Stage:
    """Close a stage as it stands."""
    found = now(tournament)
    stage = next(one for one in found.stages if one.number == number)
    mark = closing_of(found, stage).mark
    return stage_close(tournament=tournament, stage=stage, author=ANN, seen=mark)


def seat(tournament: Tournament, number: int) -> None:
    """Seat that game of the stage that is on."""
    round_seat(tournament=tournament, author=ANN, number=number)


def field_names(tournament: Tournament, number: int) -> list[str]:
    """Who is in a stage, the best seed first."""
    stage = tournament.stages.get(number=number)
    return [one.entrant.name for one in stage.field.select_related("entrant")]
