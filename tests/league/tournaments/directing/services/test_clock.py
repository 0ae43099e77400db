"""The clock: running, standing, extra time, time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from league.models import Tournament
from league.tournaments.directing.services import clock as services
from league.tournaments.stages.selectors.clock import GameClock, clock_of
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import begin, now, table, tournament_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 6, 12, tzinfo=UTC)
RULES = {"base": "family", "fill": "defaults", "time_limit_minutes": 60}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    first = {"minutes": 60, "rules": RULES, "seating": "snake", "onward": "tables"}
    tournament = tournament_of(club, 8, first, {"name": "Final", "size": 2, "least": 2})
    begin(tournament)
    return tournament


def clock(tournament: Tournament, minute: float) -> GameClock:
    row = now(tournament).rounds[tournament.stages.get(number=1).pk][0]
    return clock_of(row, NOON + timedelta(minutes=minute))


def at(minute: float, what: Any, tournament: Tournament, **told: Any) -> Any:
    with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
        return what(tournament=tournament, author=ANN, **told)


def test_it_runs_for_the_stages_minutes(tournament: Tournament) -> None:
    assert (clock(tournament, 0).state, clock(tournament, 0).left) == ("ready", 3600)
    at(0, services.clock_run, tournament)
    at(5, services.clock_run, tournament)  # a second tap
    told = clock(tournament, 12.5)
    assert (told.state, told.left) == ("running", 47 * 60 + 30)
    assert told.ends_at == NOON + timedelta(hours=1)
    assert clock(tournament, 90).left == 0


def test_it_stands_while_it_is_stopped(tournament: Tournament) -> None:
    at(0, services.clock_run, tournament)
    at(10, services.clock_stop, tournament)
    at(12, services.clock_stop, tournament)
    assert (clock(tournament, 30).state, clock(tournament, 30).left) == ("stopped", 3000)
    assert clock(tournament, 30).ends_at is None
    at(30, services.clock_run, tournament)
    assert clock(tournament, 40).left == 2400
    at(40, services.clock_stop, tournament)
    at(45, services.clock_run, tournament)
    assert clock(tournament, 50).left == 2100


def test_a_table_has_extra_time_beyond_the_others(tournament: Tournament) -> None:
    at(0, services.clock_run, tournament)
    at(1, services.table_extra, tournament, table=2, minutes=5)
    told = clock(tournament, 62)
    one, two = table(tournament, 1), table(tournament, 2)
    assert (told.left_for(one), told.is_time(one)) == (0, True)
    assert (told.left_for(two), told.is_time(two)) == (180, False)
    at(2, services.table_extra, tournament, table=2, minutes=-10)
    assert clock(tournament, 62).is_time(table(tournament, 2))


def test_time_is_called_and_extra_time_still_holds(tournament: Tournament) -> None:
    at(0, services.clock_run, tournament)
    at(1, services.table_extra, tournament, table=2, minutes=5)
    at(20, services.time_call, tournament)
    at(25, services.time_call, tournament)
    told = clock(tournament, 22)
    assert told.state == "time"
    assert told.is_time(table(tournament, 1))
    assert told.left_for(table(tournament, 2)) == 180
    assert clock(tournament, 25).is_time(table(tournament, 2))
    at(26, services.time_undo, tournament)
    assert clock(tournament, 26).state == "running"


def test_a_server_whose_clock_is_set_back_gives_nobody_more_time(tournament: Tournament) -> None:
    at(0, services.clock_run, tournament)
    assert not clock(tournament, 0).set_back
    assert not clock(tournament, -0.5).set_back  # set right, as clocks are
    told = clock(tournament, -60)
    assert (told.state, told.left, told.set_back) == ("running", 3600, True)
    at(1, services.table_extra, tournament, table=2, minutes=5)
    assert clock(tournament, -60).left_for(table(tournament, 2)) == 3900
    at(20, services.time_call, tournament)
    told = clock(tournament, -60)
    assert told.is_time(table(tournament, 1))
    assert told.left_for(table(tournament, 2)) == 300
    assert told.set_back


def test_a_server_whose_clock_jumps_ahead_is_right_again_when_it_is_set_right(
    tournament: Tournament,
) -> None:
    at(0, services.clock_run, tournament)
    assert clock(tournament, 24 * 60).is_time(table(tournament, 1))
    assert clock(tournament, 20).left == 2400


def test_time_is_called_for_one_table(tournament: Tournament) -> None:
    at(0, services.clock_run, tournament)
    at(20, services.time_call, tournament, table=1)
    told = clock(tournament, 20)
    assert told.is_time(table(tournament, 1))
    assert not told.is_time(table(tournament, 2))
    at(21, services.time_undo, tournament, table=1)
    assert not clock(tournament, 22).is_time(table(tournament, 1))


def test_without_a_limit_time_can_still_be_called(tournament: Tournament) -> None:
    tournament.stages.update(minutes=None)
    assert (clock(tournament, 0).state, clock(tournament, 0).left) == ("none", None)
    assert clock(tournament, 999).left_for(table(tournament, 1)) is None
    at(5, services.time_call, tournament)
    assert clock(tournament, 5).is_time(table(tournament, 1))


def test_what_the_clock_cannot_do_is_told(tournament: Tournament) -> None:
    for what, told, said in (
        (services.clock_stop, {}, "does not run"),
        (services.table_extra, {"table": 9, "minutes": 5}, "no table 9"),
        (services.table_extra, {"table": 1, "minutes": 0}, "Extra time is 1 to 120"),
        (services.table_extra, {"table": 1, "minutes": 121}, "Extra time is 1 to 120"),
        (services.time_call, {"table": 9}, "no table 9"),
    ):
        with pytest.raises(Refusal, match=said):
            at(0, what, tournament, **told)
    at(0, services.time_call, tournament)
    with pytest.raises(Refusal, match="Time was called already"):
        at(1, services.clock_run, tournament)


def test_without_a_game_there_is_no_clock(club: Club) -> None:
    with pytest.raises(Refusal, match="No game is on"):
        at(0, services.clock_run, tournament_of(club, 8))
