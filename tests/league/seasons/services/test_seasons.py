"""A season's days and settings, and what a closed one keeps."""

import datetime
from typing import Any

import pytest

from league.models import Board, GameDay, Season
from league.seasons.selectors.results import board_dates
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.seasons import (
    season_close,
    season_create,
    season_reopen,
    season_update,
)
from scoring.models import Club
from scoring.refusals import Refusal
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, new_key, play
from tests.league.factories import GameDayFactory, SeasonFactory, day_game

pytestmark = pytest.mark.django_db


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, first=day("2026-03-01"), last=day("2026-06-30"))


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-06-30", "2026-08-31", "Let this one begin on July 1, 2026."),
        ("2026-01-01", "2026-03-01", "Let this one end on Feb. 28, 2026."),
        ("2026-01-01", "2026-12-31", "Let this one end on Feb. 28, 2026."),
        ("2026-04-01", "2026-04-02", "Choose days outside it."),
        ("2026-03-01", "2026-06-30", "Choose days outside it."),
        ("2026-09-02", "2026-09-01", "Exchange the two."),
    ],
)
def test_seasons_do_not_overlap(season: Season, first: str, last: str, said: str) -> None:
    fields: dict[str, Any] = {"name": "Other", "first": day(first), "last": day(last)}
    with pytest.raises(Refusal, match=said) as refused:
        season_create(club=season.club, fields=fields)
    if refused.value.code == "overlap":
        assert "2026 runs from March 1, 2026 to June 30, 2026" in refused.value.message
    assert Season.objects.get() == season
    # Another club's days are its own.
    if first <= last:
        season_create(
            club=SeasonFactory(first=day("1999-01-01"), last=day("1999-01-01")).club, fields=fields
        )


def test_seasons_may_touch(season: Season) -> None:
    for first, last in (("2026-07-01", "2026-07-01"), ("2026-02-28", "2026-02-28")):
        season_create(
            club=season.club, fields={"name": "Day", "first": day(first), "last": day(last)}
        )
    assert Season.objects.count() == 3


def test_a_change_makes_what_was_derived_old(season: Season) -> None:
    changed = season_update(season=season, changes={"name": "Spring", "last": day("2026-05-31")})
    season.refresh_from_db()
    assert (season.name, season.last, season.revision) == ("Spring", day("2026-05-31"), 2)
    assert changed == season


def test_a_season_does_not_overlap_itself(season: Season) -> None:
    season_update(season=season, changes={"first": day("2026-03-02")})
    other = SeasonFactory(club=season.club, first=day("2026-07-01"), last=day("2026-07-31"))
    with pytest.raises(Refusal, match="Let this one end on June 30, 2026"):
        season_update(season=season, changes={"last": day("2026-07-01")})
    assert other.revision == 1


def test_a_closed_season_stays_as_it_was(season: Season) -> None:
    days = [GameDayFactory(club=season.club, date=day(f"2026-03-0{n}")) for n in (2, 9)]
    game = day_game(days[0], {"Ann": (0,), "Bob": (20,), "Cal": (30,)})
    day_game(days[1], {"Ann": (10,), "Bob": (0,), "Cal": (30,)})
    season = season_close(season=season, author=ANN)
    assert (season.closed_by, Board.objects.count()) == (ANN.name, 2)
    before = list(Board.objects.order_by("pk").values())
    game_reopen(game=game, author=ANN, key=new_key(), reason="one more")
    play(game, 90, 0, 1)
    for as_of in (None, days[0].date):
        board_refresh(season=season, as_of=as_of)
    assert list(Board.objects.order_by("pk").values()) == before
    with pytest.raises(Refusal, match="is closed and stays as it was"):
        season_update(season=season, changes={"name": "Late", "public": True})
    with pytest.raises(Refusal, match="is closed already"):
        season_close(season=season, author=ANN)


def test_a_closed_season_has_no_board_of_a_date_that_its_day_was_moved_from(season: Season) -> None:
    moved = GameDayFactory(club=season.club, date=day("2026-03-30"))
    day_game(moved, {"Ann": (0,), "Bob": (20,)})
    board_refresh(season=season)
    GameDay.objects.update(date=day("2026-03-24"))
    season = season_close(season=season, author=ANN)
    assert board_dates(season) == [day("2026-03-24")]


def test_a_day_that_comes_after_a_season_was_closed_counts_once_it_is_opened_again(
    season: Season,
) -> None:
    day_game(GameDayFactory(club=season.club), {"Ann": (0,), "Bob": (20,), "Cal": (30,)})
    season = season_close(season=season, author=ANN)
    before = board_refresh(season=season)
    late = GameDayFactory(club=season.club, date=day("2026-03-09"))
    day_game(late, {"Ann": (90,), "Bob": (0,), "Cal": (30,)})
    assert board_refresh(season=season) == before
    assert Board.objects.count() == 1
    board = board_refresh(season=season_reopen(season=season))
    assert board is not None
    assert board.date == late.date


def test_a_season_that_is_opened_again_follows_its_games(season: Season) -> None:
    game = day_game(GameDayFactory(club=season.club), {"Ann": (0,), "Bob": (20,), "Cal": (30,)})
    season = season_close(season=season, author=ANN)
    game_reopen(game=game, author=ANN, key=new_key(), reason="one more")
    play(game, 90, 0, 1)
    season = season_reopen(season=season)
    board = board_refresh(season=season)
    assert board is not None
    assert board.standings.select_related("player")[0].player.name == "Bob"
    with pytest.raises(Refusal, match="is open"):
        season_reopen(season=season)


def test_a_season_is_not_closed_while_a_table_plays(season: Season) -> None:
    game = day_game(
        GameDayFactory(club=season.club), {"Ann": (0,), "Bob": (20,), "Cal": (3,)}, finished=False
    )
    with pytest.raises(Refusal, match="1 game of this season is not finished"):
        season_close(season=season, author=ANN)
    game_finish(game=game, author=ANN, key=new_key())
    season_close(season=season, author=ANN)


def test_an_empty_season_can_be_closed(season: Season) -> None:
    assert season_close(season=season, author=ANN).closed_at
