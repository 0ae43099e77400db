"""Two organizers at one door, on the real database."""

import pytest

from league.days.services.attendance import check_in
from league.days.services.seating import round_go
from league.days.services.tables import tables_start
from league.models import Attendance, GameDay
from scoring.models import Club, Game, Player
from tests.factories import ANN
from tests.league.factories import GameDayFactory, seat
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def day(club: Club) -> GameDay:
    return GameDayFactory(club=club)


@pytest.mark.parametrize("time", range(3))
def test_one_person_who_is_checked_in_twice_is_there_once(day: GameDay, time: int) -> None:
    done = at_once(*(lambda: check_in(day=day, name="Zoe") for _organizer in range(3)))
    assert len({one.pk for one in done}) == 1
    assert (Attendance.objects.count(), Player.objects.count()) == (1, 1)


@pytest.mark.parametrize("time", range(3))
def test_tables_that_are_started_twice_have_one_game_each(day: GameDay, time: int) -> None:
    seat(day, 8)
    at_once(*(lambda: tables_start(day=day, author=ANN, number=1) for _tap in range(2)))
    assert Game.objects.count() == 2


def test_two_who_go_on_go_one_round(day: GameDay) -> None:
    seat(day, 8)
    at_once(*(lambda: round_go(day=day, author=ANN, number=2) for _tap in range(2)))
    day.refresh_from_db()
    assert day.current_round == 2
