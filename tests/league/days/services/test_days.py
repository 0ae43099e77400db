"""Game days in the calendar: series, changes, cancelling."""

import datetime
from typing import Any

import pytest

from league.days.services.calendar import (
    day_cancel,
    day_create,
    day_edit,
    day_restore,
    series_cancel,
    series_create,
)
from league.models import GameDay
from scoring.models import Club
from scoring.refusals import Refusal
from tests.league.factories import MONDAY, GameDayFactory, begin, end, seat

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(weeks=1)


def fields(**changed: Any) -> dict[str, Any]:
    return {
        "date": MONDAY,
        "starts": datetime.time(13),
        "ends": datetime.time(16),
        "place": "Community center",
        "rules": {"base": "family", "fill": "defaults"},
        "rounds": 4,
        **changed,
    }


@pytest.mark.parametrize(("until", "days"), [(0, 1), (6, 1), (7, 2), (20, 3), (365, 53)], ids=str)
def test_a_series_has_a_day_a_week(club: Club, until: int, days: int) -> None:
    last = MONDAY + datetime.timedelta(days=until)
    series = series_create(club=club, fields=fields(), until=last)
    found = list(series.game_days.order_by("date"))
    assert [day.date for day in found] == [MONDAY + n * WEEK for n in range(days)]
    assert {day.date.weekday() for day in found} == {0}
    assert {(day.place, day.rounds, day.club) for day in found} == {("Community center", 4, club)}
    assert len({day.uid for day in found}) == days


@pytest.mark.parametrize("until", [-1, 371, 4000])
def test_a_series_ends_within_a_year_after_it_began(club: Club, until: int) -> None:
    last = MONDAY + datetime.timedelta(days=until)
    with pytest.raises(Refusal, match="within a year"):
        series_create(club=club, fields=fields(), until=last)
    assert not GameDay.objects.exists()


def test_one_day_of_a_series_is_changed_alone(club: Club) -> None:
    series = series_create(club=club, fields=fields(), until=MONDAY + 2 * WEEK)
    first, second, third = series.game_days.order_by("date")
    day_edit(day=second, fields={"place": "Library", "starts": datetime.time(14)})
    second.refresh_from_db()
    assert (second.place, second.starts, second.sequence) == ("Library", datetime.time(14), 1)
    for other in (first, third):
        before = (other.place, other.sequence, other.changed_at)
        other.refresh_from_db()
        assert (other.place, other.sequence, other.changed_at) == before


def test_a_day_is_cancelled_and_brought_back_once_each(club: Club) -> None:
    day = day_create(club=club, fields=fields())
    uid = day.uid
    for _tap in range(2):
        day_cancel(day=day)
    day.refresh_from_db()
    assert day.cancelled_at is not None
    assert day.sequence == 1
    for _tap in range(2):
        day_restore(day=day)
    day.refresh_from_db()
    assert day.cancelled_at is None
    assert (day.sequence, day.uid) == (2, uid)


def test_the_rest_of_a_series_is_cancelled_at_once(club: Club) -> None:
    series = series_create(club=club, fields=fields(), until=MONDAY + 3 * WEEK)
    alone = day_create(club=club, fields=fields())
    days = list(series.game_days.order_by("date"))
    day_cancel(day=days[3])
    assert [day.date for day in series_cancel(day=days[1])] == [days[1].date, days[2].date]
    known = [(day.cancelled_at is None, day.sequence) for day in series.game_days.order_by("date")]
    assert known == [(True, 0), (False, 1), (False, 1), (False, 1)]
    assert series_cancel(day=days[1]) == []
    assert series_cancel(day=alone) == [alone]
    assert GameDay.objects.filter(cancelled_at=None).count() == 1


def test_a_day_keeps_the_rounds_that_have_begun(club: Club) -> None:
    day = GameDayFactory(club=club, rounds=3)
    seat(day)
    for game in begin(day):
        end(game)
    GameDay.objects.update(current_round=2)
    begin(day)
    with pytest.raises(Refusal, match="Game 2 is on"):
        day_edit(day=day, fields={"rounds": 1})
    day_edit(day=day, fields={"rounds": 2})
    day.refresh_from_db()
    assert day.rounds == 2
