"""Record books: what they hold, when they are made anew, and of which games."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from league.models import GameDay, RecordBook, Season
from league.seasons.selectors.records import record_lines, records_read
from league.seasons.services.records import records_refresh
from league.seasons.services.seasons import season_close, season_reopen
from scoring.models import Club
from scoring.sheets.services.games import game_reopen
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(days=7)
# In the first game Bob lies 20 behind after round 1, and wins; nobody goes out in round 3. In the
# second Dot does after round 3, and shares the win.
FIRST = {"Ann": (0, 10, 30, 35), "Bob": (20, 8, 5, 0), "Cal": (30, 0, 40, 20)}
SECOND = {"Ann": (40, 30, 9, 9), "Bob": (0, 0, 0, 20), "Dot": (10, 5, 5, 0)}


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club)


@pytest.fixture
def days(club: Club) -> list[GameDay]:
    return [GameDayFactory(club=club, date=MONDAY + number * WEEK) for number in range(3)]


def told(book: RecordBook) -> dict[str, tuple[int | None, list[tuple[Any, ...]]]]:
    """Each record's value, and its holders' names, day and round."""
    return {
        line.name: (
            line.value,
            [(", ".join(one.names), one.day, one.round) for one in line.holders],
        )
        for line in record_lines(records_read(book.records))
    }


def test_the_records_of_two_days(club: Club, season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    first, second = days[0].date, days[1].date
    book = records_refresh(club=club, season=season)
    assert book.least_rounds == 4
    assert told(book) == {
        "lowest_game": (20, [("Bob", second, None), ("Dot", second, None)]),
        "highest_round": (40, [("Cal", first, 3), ("Ann", second, 1)]),
        "run": (4, [("Bob", second, 3)]),
        "run_in_game": (3, [("Bob", second, 3)]),
        "comeback": (20, [("Bob", first, 1), ("Dot", second, 3)]),
        "blocked": (1, [("Ann, Bob, Cal", first, None)]),
    }
    assert told(records_refresh(club=club)) == told(book)


def test_without_games_nobody_holds_one(club: Club, season: Season) -> None:
    for book in (records_refresh(club=club), records_refresh(club=club, season=season)):
        assert len(told(book)) == 6
        assert all(line == (None, []) for line in told(book).values())


def test_a_season_has_its_own_days(club: Club, season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    Season.objects.filter(pk=season.pk).update(first=days[1].date)
    season.refresh_from_db()
    assert told(records_refresh(club=club, season=season))["run"] == (None, [])
    assert told(records_refresh(club=club))["highest_round"][0] == 40


def test_only_ended_games_of_days_that_count(club: Club, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    before = told(records_refresh(club=club))
    day_game(days[0], {"Ann": (0, 0), "Bob": (90, 90)}, table_number=2, finished=False)
    play(make_game(club), 0, 99, 99, 99)
    day_game(GameDayFactory(club=club, counts=False), {"Ann": (0, 0), "Bob": (90, 90)})
    cancelled = GameDayFactory(club=club, cancelled_at="2026-03-02T12:00Z")
    day_game(cancelled, {"Ann": (0, 0), "Bob": (90, 90)})
    day_game(GameDayFactory(), {"Ann": (0, 0), "Bob": (90, 90)})
    assert told(records_refresh(club=club)) == before


def test_a_game_that_ended_early_is_not_the_lowest(club: Club, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    day_game(days[2], {"Ann": (0,), "Bob": (5,), "Cal": (6,)})
    assert told(records_refresh(club=club))["lowest_game"][0] == 20


def test_a_reopened_game_counts_still(club: Club, days: list[GameDay]) -> None:
    game = day_game(days[0], FIRST)
    before = told(records_refresh(club=club))
    game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")
    assert told(records_refresh(club=club)) == before


def test_who_came_late_or_left_unranked(club: Club, days: list[GameDay]) -> None:
    game = day_game(days[0], {"Ann": (0,), "Bob": (50,), "Cal": (10,)})
    game_reopen(game=game, author=ANN, key=new_key(), reason="one more round")
    seat_join(game=game, author=ANN, key=new_key(), name="Dot", total=60)
    play(game, 90, 1, 80, 0)
    seat_leave(
        game=game,
        author=ANN,
        key=new_key(),
        seat_id=game.seats.get(player__name="Ann").pk,
        ranked=False,
    )
    found = told(records_refresh(club=club))
    # Ann's 90 are no record, and Dot's 60 are counted, but not as points of a round.
    assert found["highest_round"] == (80, [("Cal", MONDAY, 2)])
    assert found["lowest_game"] == (51, [("Bob", MONDAY, None)])
    assert found["comeback"] == (40, [("Bob", MONDAY, 1)])


def test_it_is_kept_until_something_changes(
    club: Club, days: list[GameDay], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    day_game(days[0], FIRST)
    mark = records_refresh(club=club).fingerprint
    with django_assert_max_num_queries(4):
        assert records_refresh(club=club).fingerprint == mark
    # A table that plays on makes nothing anew; one that ends does.
    open_game = day_game(days[1], {"Ann": (0,), "Bob": (99,), "Cal": (6,)}, finished=False)
    assert records_refresh(club=club).fingerprint == mark
    play(open_game, 1, 0, 2)
    assert records_refresh(club=club).fingerprint == mark
    day_game(days[2], SECOND)
    assert records_refresh(club=club).fingerprint != mark
    assert RecordBook.objects.count() == 1


def test_a_closed_season_keeps_its_own(club: Club, season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    season = season_close(season=season, author=ANN)
    before = told(records_refresh(club=club, season=season))
    day_game(days[1], SECOND)
    assert told(records_refresh(club=club, season=season)) == before
    season = season_reopen(season=season)
    assert told(records_refresh(club=club, season=season)) != before


def test_the_same_whatever_was_entered_first(days: list[GameDay]) -> None:
    other = GameDayFactory(date=MONDAY), GameDayFactory(date=MONDAY + WEEK)
    GameDay.objects.filter(pk=other[1].pk).update(club=other[0].club)
    other[1].club = other[0].club
    for on, rounds in ((days[0], FIRST), (days[1], SECOND), (other[1], SECOND), (other[0], FIRST)):
        day_game(on, rounds)
    books = [records_refresh(club=club) for club in (days[0].club, other[0].club)]
    assert told(books[0]) == told(books[1])
