"""Starting tables: once each, with who is there, and nobody at two."""

import pytest

from league.days.services.attendance import attendance_leave
from league.days.services.calendar import day_cancel
from league.days.services.seating import round_go
from league.days.services.tables import tables_start
from league.models import Attendance, GameDay, TableGame
from scoring.models import Club, Game
from scoring.refusals import Refusal
from scoring.sheets.public import StartedTables
from scoring.sheets.services.seats import seat_leave
from tests.factories import ANN, new_key, play
from tests.league.factories import GameDayFactory, begin, come, end, seat

pytestmark = pytest.mark.django_db

RULES = {"base": "family", "fill": "defaults", "rounds": 4, "double_blank_value": 25}


@pytest.fixture
def day(club: Club) -> GameDay:
    day = GameDayFactory(club=club, rules=RULES, set=12)
    seat(day, 8)
    return day


def start(day: GameDay, *tables: int, number: int = 1) -> StartedTables:
    return tables_start(day=day, author=ANN, number=number, tables=tables or None)


def test_each_table_has_a_game_by_the_days_rules(day: GameDay) -> None:
    started = start(day)
    assert len(started.games) == 2
    assert [
        (row.table_number, row.seating_round, row.game.rules, row.game.set)
        for row in TableGame.objects.all()
    ] == [(1, 1, RULES, 12), (2, 1, RULES, 12)]
    plan = day.plans.get()
    assert [[seat.player_id for seat in game.seats.all()] for game in started.games] == (
        plan.tables[0]
    )


def test_a_second_tap_starts_no_second_game(day: GameDay) -> None:
    (one,) = start(day, 1).games
    assert start(day, 1).games == (one,)
    assert start(day).games[0] == one
    start(day)
    assert Game.objects.count() == 2


def test_who_has_left_is_not_seated(day: GameDay) -> None:
    attendance_leave(attendance=Attendance.objects.get(player__name="Ann"), when="now")
    start(day)
    assert sorted(game.seats.count() for game in Game.objects.all()) == [3, 4]
    assert not Game.objects.filter(seats__player__name="Ann").exists()


def test_nobody_plays_alone(day: GameDay) -> None:
    first = day.plans.get().tables[0][0]
    for attendance in Attendance.objects.filter(player__in=first[1:]):
        attendance_leave(attendance=attendance, when="now")
    started = start(day)
    assert len(started.games) == 1
    assert "Table 1: Nobody plays alone." in started.refusals[0]


def test_nobody_sits_at_two_tables(day: GameDay) -> None:
    """The plan names somebody twice, as when two records turned out to be one person."""
    plan = day.plans.get()
    twice = plan.tables[0][0][0]
    plan.tables[0][1][0] = twice
    plan.save()
    started = start(day)
    assert len(started.games) == 1
    name = day.club.players.get(pk=twice).name
    assert started.refusals == (f"Table 2: {name} sits at table 1 in this game already.",)


def test_nobody_begins_while_still_playing(day: GameDay) -> None:
    one, other = begin(day)
    end(one)
    round_go(day=day, author=ANN, number=2)
    started = start(day, number=2)
    assert len(started.games) + len(started.refusals) == 2
    assert started.refusals
    assert "still plays at table 2 of game 1. Finish that game first." in started.refusals[0]
    end(other)
    assert not start(day, number=2).refusals


def test_who_left_a_game_can_begin_elsewhere(day: GameDay) -> None:
    one, _other = begin(day)
    plan = day.plans.get()
    ann = one.seats.first()
    play(one, 0, 1, 2, 3)
    round_go(day=day, author=ANN, number=2)
    plan.tables[1] = [[ann.player_id, *(pk for pk in come_ids(day, "Yan", "Zoe"))]]
    plan.save()
    assert start(day, number=2).refusals
    seat_leave(game=one, author=ANN, key=new_key(), seat_id=ann.pk, ranked=False)
    assert not start(day, number=2).refusals


def come_ids(day: GameDay, *names: str) -> list[int]:
    return [one.player_id for one in come(day, *names)]


@pytest.mark.parametrize("number", [0, 2, 99])
def test_only_the_round_that_is_on_begins(day: GameDay, number: int) -> None:
    with pytest.raises(Refusal, match="Game 1 is on now"):
        start(day, number=number)


def test_without_seats_or_on_a_cancelled_day_nothing_begins(club: Club, day: GameDay) -> None:
    with pytest.raises(Refusal, match="Seat the people first"):
        start(GameDayFactory(club=club))
    day_cancel(day=day)
    with pytest.raises(Refusal, match="cancelled"):
        start(day)
    assert not Game.objects.exists()
