"""A made-up season is one that could have been played, and the same for the same seed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.models import Board, Season, SeatTally
from league.seasons.selectors.results import results_of
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.samples import Sample, season_sample
from league.seasons.services.tallies import tallies_refresh
from scoring.models import Club, Game, Player
from scoring.sheets.selectors.many_sheets import sheets_of
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


def test_everybody_sits_once_a_day_and_every_game_is_whole() -> None:
    club = ClubFactory()
    told: list[int] = []
    season = season_sample(
        club=club, sample=Sample(players=11, days=3, rounds=4), progress=told.append
    )
    assert told == [3, 3, 3]
    games = list(Game.objects.filter(club=club).select_related("table_game__game_day"))
    assert len(games) == 9
    days: dict[object, list[int]] = {}
    for sheet in sheets_of(games):
        assert sheet.finished
        assert sheet.revision == sheet.game.revision == 5
        assert len(sheet.rounds) == 4
        for line in sheet.rounds:
            points = {seat_id: cell.points for seat_id, cell in line.cells.items()}
            outs = [seat_id for seat_id, each in points.items() if each == 0]
            assert outs == ([line.entry.out_seat_id] if line.entry.ending == "out" else [])
        seated = [seat.player_id for seat in sheet.seats]
        days.setdefault(sheet.game.started_at.date(), []).extend(seated)
    players = sorted(Player.objects.filter(club=club).values_list("pk", flat=True))
    assert [sorted(seated) for seated in days.values()] == [players] * 3
    tallies_refresh(club=club)
    assert len(results_of(season, season.last)) == 33


def board(seed: int) -> list[tuple[str, str, int]]:
    season = season_sample(club=ClubFactory(), sample=Sample(players=9, days=2, seed=seed))
    found = board_refresh(season=season)
    assert found is not None
    rows = found.standings.select_related("player")
    return [(one.player.name, one.shown, one.rounds_out) for one in rows]


def test_the_same_seed_gives_the_same_season() -> None:
    assert board(7) == board(7) != board(8)


def test_the_command_makes_one_and_says_where_it_is() -> None:
    told = StringIO()
    call_command("season_make", players=8, days=2, rounds=3, verbosity=0, stdout=told)
    season = Season.objects.get()
    assert f"/seasons/{season.pk}/" in told.getvalue()
    assert SeatTally.objects.count() == 16
    assert Board.objects.latest("date").standings.count() == 8


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"players": 0}, "--players is a number from 1 up, not 0."),
        ({"days": -1}, "--days is a number from 1 up, not -1."),
        ({"rounds": 0}, "--rounds is a number from 1 up, not 0."),
        ({"players": 1}, "a table needs at least 2 people"),
        ({"players": 2}, "cannot sit at tables of 3 to 5"),
    ],
)
def test_what_cannot_be_made_is_said(changed: dict[str, int], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("season_make", verbosity=0, **changed)
    assert not Club.objects.exists()
