"""A leaderboard is what its games say, at once and however it came about."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from league.models import Board, GameDay, Season, Standing
from league.people.services.merging import merge_make
from league.seasons.selectors.results import results_of, season_on
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.seasons import season_update, statuses_set
from scoring.models import Club, Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_reopen
from scoring.sheets.services.rounds import round_correct
from tests.factories import ANN, make_game, new_key, play, report_of
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game, person

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(days=7)
FIRST = {"Ann": (0, 10), "Bob": (20, 0), "Cal": (30, 30)}
SECOND = {"Ann": (40, 30), "Bob": (0, 5), "Dot": (10, 0)}


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club)


@pytest.fixture
def days(club: Club) -> list[GameDay]:
    return [GameDayFactory(club=club, date=MONDAY + number * WEEK) for number in range(3)]


def refreshed(season: Season, as_of: datetime.date | None = None) -> Board:
    board = board_refresh(season=season, as_of=as_of)
    assert board is not None
    return board


def lines(board: Board) -> list[tuple[int | None, str, str, int | None]]:
    """Place, name, value and movement of each line, in order."""
    rows = board.standings.select_related("player")
    return [(one.place, one.player.name, one.shown, one.moved) for one in rows]


def everything(board: Board) -> list[dict[str, Any]]:
    """All that a board says, but for its rows' own numbers."""
    rows = Standing.objects.filter(board=board).values()
    return [{k: v for k, v in row.items() if k not in ("id", "board_id")} for row in rows]


def correct(game: Game, number: int, *points: int) -> None:
    game.refresh_from_db()
    if game.finished_at:
        game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")
    sheet = sheet_of(game)
    round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=number,
        report=report_of(sheet, points, round_number=number),
        reason="read wrongly",
        seen=sheet.rounds[number - 1].entry.pk,
    )


def test_before_the_first_game_there_is_none(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], {"Ann": (), "Bob": (), "Cal": ()})
    assert board_refresh(season=season) is None
    assert not Board.objects.exists()


def test_places_values_and_movement(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    assert lines(refreshed(season)) == [
        (1, "Ann", "5.00", None),
        (2, "Bob", "10.00", None),
        (3, "Cal", "30.00", None),
    ]
    day_game(days[1], SECOND)
    board = refreshed(season)
    assert board.date == days[1].date
    assert lines(board) == [
        (1, "Dot", "5.00", None),
        (2, "Bob", "6.25", 0),
        (3, "Ann", "20.00", -2),
        (4, "Cal", "30.00", -1),
    ]


def test_as_of_a_date_is_what_it_was_then(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    then = everything(refreshed(season))
    day_game(days[1], SECOND)
    now = refreshed(season)
    assert everything(now) != then
    for date in (days[0].date, days[1].date - datetime.timedelta(days=1)):
        assert everything(refreshed(season, date)) == then
    assert refreshed(season, datetime.date(2030, 1, 1)) == now
    assert board_refresh(season=season, as_of=days[0].date - WEEK) is None


def test_it_moves_while_a_table_still_plays(season: Season, days: list[GameDay]) -> None:
    game = day_game(days[0], FIRST, finished=False)
    refreshed(season)
    play(game, 40, 0, 1)
    assert lines(refreshed(season))[0][1] == "Bob"


def test_it_is_left_alone_while_nothing_changed(
    season: Season, days: list[GameDay], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    day_game(days[0], FIRST)
    rows = [one.pk for one in refreshed(season).standings.all()]
    with django_assert_max_num_queries(5):
        board = refreshed(season)
    assert [one.pk for one in board.standings.all()] == rows


def test_a_correction_and_its_correction_back_leave_no_trace(
    season: Season, days: list[GameDay]
) -> None:
    game = day_game(days[0], FIRST)
    before = everything(refreshed(season))
    correct(game, 1, 0, 99, 30)
    assert everything(refreshed(season)) != before
    correct(game, 1, 0, 20, 30)
    assert everything(refreshed(season)) == before


def test_only_games_of_days_that_count(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    before = everything(refreshed(season))
    play(make_game(season.club), 0, 1, 2, 3)
    day_game(GameDayFactory(club=season.club, date=season.last + WEEK), SECOND)
    day_game(GameDayFactory(club=season.club, date=MONDAY, counts=False), SECOND)
    day_game(GameDayFactory(date=MONDAY), SECOND)
    day_game(days[1], SECOND)
    GameDay.objects.filter(pk=days[1].pk).update(cancelled_at="2026-03-09T12:00Z")
    assert everything(refreshed(season)) == before


def test_a_day_that_is_moved_moves_its_games(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    refreshed(season)
    # The second becomes the first: what moved since the game day before is another thing.
    GameDay.objects.filter(pk=days[1].pk).update(date=MONDAY - WEEK)
    board = refreshed(season)
    assert board.date == days[0].date
    assert board.race["days"] == ["2026-02-23", "2026-03-02"]


def test_how_games_count_can_be_changed(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    refreshed(season)
    season = season_update(
        season=season,
        changes={"measure": "places", "count": "sum", "place_points": [7, 5, 4]},
    )
    assert [line[:3] for line in lines(refreshed(season))] == [
        (1, "Bob", "12"),
        (2, "Ann", "11"),
        (3, "Dot", "5"),
        (4, "Cal", "4"),
    ]


def test_tie_breaks_say_what_they_did(season: Season, days: list[GameDay]) -> None:
    season = season_update(season=season, changes={"tie_breaks": ["wins", "outs"]})
    day_game(days[0], {"Ann": (0, 20), "Bob": (20, 0), "Cal": (5, 15), "Dot": (30, 30)})
    ann, bob, cal, dot = refreshed(season).standings.all()
    assert [(one.place, one.shared) for one in (ann, bob, cal)] == [
        (1, True),
        (1, True),
        (3, False),
    ]
    players = [one.player_id for one in (ann, bob, cal)]
    wins, outs = ann.why
    assert wins == ["wins", "level", [[player, "1"] for player in players]]
    assert outs[:2] == ["outs", "parted"]
    assert outs[2] == [[players[0], "1"], [players[1], "1"], [players[2], "0"]]
    assert dot.why == []


def test_who_is_not_ranked_stands_below_and_why(season: Season, days: list[GameDay]) -> None:
    season = season_update(season=season, changes={"least_games": 2})
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    rows = refreshed(season).standings.select_related("player")
    assert [(one.player.name, one.place, one.unranked) for one in rows] == [
        ("Bob", 1, ""),
        ("Ann", 2, ""),
        ("Dot", None, "few_games"),
        ("Cal", None, "few_games"),
    ]


def test_the_rating_follows_the_places(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    ratings = [one.rating or 0 for one in refreshed(season).standings.all()]
    assert ratings == sorted(set(ratings), reverse=True)
    assert len(ratings) == 3


def test_the_race_has_a_point_a_day(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], FIRST)
    day_game(days[1], SECOND)
    board = refreshed(season)
    ids = {one.player.name: one.player_id for one in board.standings.select_related("player")}
    assert board.race == {
        "days": ["2026-03-02", "2026-03-09"],
        "lines": [
            [ids["Dot"], [None, 5.0]],
            [ids["Bob"], [10.0, 6.25]],
            [ids["Ann"], [5.0, 20.0]],
            [ids["Cal"], [30.0, 30.0]],
        ],
    }


def test_games_of_one_day_are_told_apart_by_round_and_table(
    season: Season, days: list[GameDay]
) -> None:
    late = day_game(days[0], FIRST, seating_round=2, table_number=1)
    early = day_game(days[0], SECOND, seating_round=1, table_number=9)
    refreshed(season)
    order = {one.game: one.order for one in results_of(season, MONDAY)}
    assert order[early.pk] < order[late.pk]


def test_a_date_has_one_season(season: Season) -> None:
    assert season_on(season.club, season.first) == season
    assert season_on(season.club, season.last) == season
    assert season_on(season.club, season.last + WEEK) is None


def test_guests_are_ranked_apart_or_left_out(season: Season, days: list[GameDay]) -> None:
    """Ann leads before Bob; as a guest she has no place, or is not there at all."""
    day_game(days[0], {"Ann": (0, 1), "Bob": (5, 0), "Cal": (9, 9)})
    ann = Player.objects.get(club=season.club, name="Ann")
    assert [line[:2] for line in lines(refreshed(season))] == [(1, "Ann"), (2, "Bob"), (3, "Cal")]
    statuses_set(season=season, kinds={ann.pk: "guest"})
    for guests, listed in (
        ("ranked", [(1, "Ann"), (2, "Bob"), (3, "Cal")]),
        ("apart", [(1, "Bob"), (2, "Cal"), (None, "Ann")]),
        ("left_out", [(1, "Bob"), (2, "Cal")]),
    ):
        season = season_update(season=season, changes={"guests": guests})
        assert [line[:2] for line in lines(refreshed(season))] == listed


def test_a_merged_guest_is_a_guest(season: Season, days: list[GameDay]) -> None:
    day_game(days[0], {"Ann": (0, 1), "Bob": (5, 0)})
    ann = Player.objects.get(club=season.club, name="Ann")
    anna = person(season.club, "Anna")
    statuses_set(season=season, kinds={anna.pk: "guest"})
    merge_make(kept=ann, gone=anna, author=ANN)
    season = season_update(season=season, changes={"guests": "left_out"})
    assert [line[:2] for line in lines(refreshed(season))] == [(1, "Bob")]
