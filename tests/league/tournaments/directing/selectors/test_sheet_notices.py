"""What tables are told on their sheets: the time they have, and what time means by their rules."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.models import Parting, StageTable, Tournament
from league.tournaments.directing.selectors.sheet_notices import notices_of
from league.tournaments.directing.services import clock as services
from league.tournaments.directing.services.partings import parting_record
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    table_call,
    table_to_paper,
)
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, MembershipFactory, make_game, new_key, play
from tests.league.tournaments.runs import begin, close, play_all, table, tournament_of
from tests.page import Page

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 6, 12, tzinfo=UTC)
RULES = {"base": "family", "fill": "defaults", "time_limit_minutes": 60}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    first = {"minutes": 60, "rules": RULES, "seating": "snake", "onward": "tables"}
    tournament = tournament_of(club, 8, first, {"name": "Final", "size": 2, "least": 2})
    begin(tournament)
    return tournament


def at(minute: float, what: Any, tournament: Tournament) -> None:
    with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
        what(tournament=tournament, author=ANN)


def told(game: Game, minute: float) -> str:
    game.refresh_from_db()
    with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
        (notice,) = notices_of(game)
    return notice.text


@pytest.fixture
def playing(tournament: Tournament) -> Game:
    return stage_tables_start(tournament=tournament, author=ANN).games[0]


def test_a_table_is_told_how_long_it_plays(tournament: Tournament, playing: Game) -> None:
    where = "Senior games · Stage 1 · table 1. "
    assert told(playing, 0) == where + "The clock has not been started."
    at(0, services.clock_run, tournament)
    assert told(playing, 48.2) == where + "12 minutes left."
    assert told(playing, 59.5) == where + "less than a minute left."
    at(50, services.clock_stop, tournament)
    assert told(playing, 55) == where + "10 minutes left; the clock is stopped."


def test_time_closes_the_round_where_the_rules_have_a_limit(
    tournament: Tournament, playing: Game
) -> None:
    at(0, services.time_call, tournament)
    assert "everybody counts what is left. Write the round down first, as ended by time." in told(
        playing, 1
    )


def test_time_lets_the_round_end_where_no_rule_sets_a_limit(
    tournament: Tournament, playing: Game
) -> None:
    Game.objects.update(rules={"base": "family", "fill": "defaults"})
    at(0, services.time_call, tournament)
    assert "play the round to its end. Write it down first, then" in told(playing, 1)


def test_a_table_can_call_and_say_that_it_is_settled(tournament: Tournament, playing: Game) -> None:
    (notice,) = notices_of(playing)
    row = StageTable.objects.get(game=playing)
    assert (notice.label, notice.address) == (
        "Call the director",
        f"/tournaments/{tournament.pk}/call/{row.pk}/",
    )
    table_call(tournament=tournament, table=row, call=True)
    (notice,) = notices_of(playing)
    assert (notice.label, notice.kind) == ("We have settled it", "warning")
    assert notice.address.endswith("?settled=1")


def test_a_finished_table_waits_for_the_next_game(tournament: Tournament, playing: Game) -> None:
    play(playing, 0, 1, 2, 3)
    game_finish(game=playing, author=ANN, key=new_key())
    assert "The result is in" in told(playing, 1)
    table_to_paper(tournament=tournament, table=table(tournament, 2), author=ANN, reason="x")
    play_all(tournament)
    close(tournament)
    assert told(playing, 1) == "Senior games · Stage 1 · table 1"


def test_who_is_level_on_the_sheet_of_a_final_has_not_won_together(
    client: Client, club: Club
) -> None:
    """The play-off that the director writes down decides; and no other game comes to wait for."""
    final = {"name": "Final", "size": 2, "least": 2}
    tournament = tournament_of(club, 2, final, tie_breaks=["play_off"], public=True)
    begin(tournament)
    (game,) = stage_tables_start(tournament=tournament, author=ANN).games
    play(game, 7, 7)
    game_finish(game=game, author=ANN, key=new_key())
    open_words = told(game, 1)
    assert "The result is in. This was the last game." in open_words
    assert "are level on this sheet. The tournament decides who comes first." in open_words
    pks = list(tournament.entrants.order_by("number").values_list("pk", flat=True))
    parting_record(
        tournament=tournament,
        stage=tournament.stages.get(),
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=pks,
        points={pks[0]: 9, pks[1]: 5},
    )
    assert "Bob won the play-off against Ann." in told(game, 1)
    client.force_login(MembershipFactory(club=club).user)
    page = Page(client.get(reverse("scoring:result", args=[game.code]))).text
    assert "are level with 7." in page
    assert "win together" not in page


def test_a_game_that_counts_no_longer_is_told(tournament: Tournament, playing: Game) -> None:
    table_to_paper(tournament=tournament, table=table(tournament, 1), author=ANN, reason="fell")
    assert told(playing, 1).startswith("This game does not count in the tournament any more")


def test_other_games_are_told_nothing(club: Club) -> None:
    assert notices_of(make_game(club)) == []
