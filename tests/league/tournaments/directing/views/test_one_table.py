"""A tablet of one table: it opens at its table's game, scores there, and nothing else is there."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.days.selectors.tables_now import day_table
from league.models import GameDay, StageTable, Tournament
from league.tournaments.directing.selectors.tables_now import tournament_table
from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.models import Club, Game
from tests.factories import ANN, make_game
from tests.league.factories import GameDayFactory, come, end, nth_name, seat
from tests.league.factories import begin as begin_day
from tests.league.tournaments.runs import begin, close, play_all, tournament_of
from tests.litany import ClientOf
from tests.page import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_day")]

HOME = "/"
SIZES = {"size": 2, "least": 2, "most": 2, "onward": "tables", "seating": "snake"}


@pytest.fixture
def table4(client_of: ClientOf) -> Client:
    return client_of("table4")


@pytest.fixture
def day(club: Club) -> GameDay:
    """Today, with sixteen people at four tables."""
    day = GameDayFactory(club=club, date=timezone.localdate())
    come(day, *(nth_name(at) for at in range(16)))
    seat(day, 16)
    return day


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Ten people at five tables of two, whose winners play a final."""
    tournament = tournament_of(club, 10, SIZES, {"name": "Final", "least": 2})
    begin(tournament)
    return tournament


def leads(client: Client) -> str:
    """Where the first page leads to; "" where it stays."""
    answer = client.get(HOME)
    assert answer.status_code in (200, 302)
    return answer.get("Location", "")


def test_a_day_leads_from_table_to_sheet_to_table(table4: Client, day: GameDay) -> None:
    page = reverse("league:table", args=[day.pk, 4])
    assert leads(table4) == page
    assert table4.get(page).status_code == 200
    told = {"round": "1", "table": "4"}
    answer = table4.post(reverse("league:tables-start", args=[day.pk]), told)
    game = Game.objects.get(table_number=4)
    assert answer["Location"] == leads(table4) == reverse("scoring:sheet", args=[game.code])
    end(game)
    assert leads(table4) == page
    assert "Start this table" not in table4.get(page).content.decode()
    GameDay.objects.update(current_round=2)
    assert leads(table4) == page


def test_what_a_table_cannot_start_is_said_on_its_own_page(table4: Client, day: GameDay) -> None:
    told = {"round": "2", "table": "4"}
    answer = table4.post(reverse("league:tables-start", args=[day.pk]), told, follow=True)
    assert answer.redirect_chain == [(reverse("league:table", args=[day.pk, 4]), 302)]
    assert "Game 1 is on now." in answer.content.decode()


def test_other_tables_of_the_day_are_not_there(table4: Client, day: GameDay) -> None:
    games = begin_day(day)
    for number, game in enumerate(games, 1):
        expected = 200 if number == 4 else 404
        assert table4.get(reverse("scoring:sheet", args=[game.code])).status_code == expected
        url = reverse("league:table", args=[day.pk, number])
        assert (table4.get(url).status_code == 404) is (number != 4)
    for name in ("day", "plan", "wall"):
        assert table4.get(reverse(f"league:{name}", args=[day.pk])).status_code == 404
    start = reverse("league:tables-start", args=[day.pk])
    for told in ({"round": "1"}, {"round": "1", "table": "3"}):
        assert table4.post(start, told).status_code == 404


def test_a_tournament_leads_from_table_to_sheet(table4: Client, tournament: Tournament) -> None:
    page = reverse("league:stage-table", args=[tournament.pk, 4])
    assert leads(table4) == page
    # No link of the page leads to what is not there for it.
    assert reverse("league:tournament", args=[tournament.pk]) not in Page(table4.get(page)).links
    start = reverse("league:stage-start", args=[tournament.pk])
    for told in ({}, {"table": "3"}):
        assert table4.post(start, told).status_code == 404
    answer = table4.post(start, {"table": "4"})
    game = Game.objects.get(table_number=4)
    assert answer["Location"] == leads(table4) == reverse("scoring:sheet", args=[game.code])
    assert b"Call the director" in table4.get(leads(table4)).content


def test_a_table_calls_for_itself_alone(table4: Client, tournament: Tournament) -> None:
    stage_tables_start(tournament=tournament, author=ANN)
    for row in StageTable.objects.filter(round__stage__tournament=tournament):
        url = reverse("league:table-call", args=[tournament.pk, row.pk])
        assert table4.post(url).status_code == (302 if row.number == 4 else 404)
        row.refresh_from_db()
        assert (row.called_at is not None) is (row.number == 4)


def test_a_table_that_is_not_in_the_next_stage_waits(
    table4: Client, tournament: Tournament
) -> None:
    play_all(tournament)
    assert leads(table4) == ""
    close(tournament)
    assert leads(table4) == ""
    assert tournament_table(tournament.club, 1) is not None
    Tournament.objects.update(cancelled_at=timezone.now())
    assert tournament_table(tournament.club, 1) is None


def test_a_day_of_another_date_or_cancelled_leads_nowhere(day: GameDay) -> None:
    assert day_table(day.club, 4) is not None
    assert day_table(day.club, 5) is None
    GameDay.objects.update(cancelled_at=timezone.now())
    assert day_table(day.club, 4) is None
    GameDay.objects.update(cancelled_at=None, date=timezone.localdate().replace(year=2020, day=1))
    assert day_table(day.club, 4) is None


def test_a_game_of_its_own_is_its_tables(table4: Client, club: Club) -> None:
    other = make_game(club)
    page = table4.get(HOME).content.decode()
    assert "Games of table 4" in page
    assert other.code not in page
    told = {"name-0": "Una", "name-1": "Vic", "rules": "family", "set": "12"}
    assert table4.post(reverse("scoring:game-start"), told).status_code == 302
    game = Game.objects.get(table_number=4)
    sheet = reverse("scoring:sheet", args=[game.code])
    assert leads(table4) == sheet
    # Its list is still to be had, with the way on.
    page = table4.get(HOME, {"games": ""}).content.decode()
    assert "Go on at table 4" in page
    assert sheet in page
    # A game that was left lying is not what the table plays.
    Game.objects.update(started_at=timezone.now() - timedelta(days=2))
    assert leads(table4) == ""


def test_whose_tablet_it_is_makes_the_table(client_of: ClientOf, club: Club) -> None:
    """Another club's table 4 is another table."""
    theirs = make_game()
    Game.objects.update(table_number=4)
    url = reverse("scoring:sheet", args=[theirs.code])
    assert client_of("table4").get(url).status_code == 404
    assert client_of("tablet").get(url).status_code == 404
