"""What the people of a game have played together."""

import pytest

from scoring.models import Club, Game
from scoring.sheets.selectors import company
from scoring.sheets.selectors.company import Company, company_of
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, ClubFactory, make_game, new_key, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory()


def finished(club: Club, *rounds: tuple[int, ...]) -> Game:
    """A finished game of Ann, Bob and so on, with these points in each round."""
    game = make_game(club, players=len(rounds[0]))
    for points in rounds:
        play(game, *points)
    game_finish(game=game, author=ANN, key=new_key())
    game.refresh_from_db()
    return game


def company_now(game: Game) -> Company:
    return company_of(sheet_of(game))


def wins(game: Game) -> dict[str, int]:
    return {line.seat.name: line.games for line in company_now(game).wins}


def test_only_games_of_all_of_them_count_up_to_this_one(club: Club) -> None:
    first = finished(club, (0, 8, 9))
    finished(club, (7, 0))
    finished(ClubFactory(), (8, 0, 9))
    make_game(club, players=3)
    second = finished(club, (5, 0, 9, 4))
    third = finished(club, (5, 9, 0))
    assert company_now(first).met == 1
    assert company_now(second).met == 1
    assert company_now(third).met == 3
    assert wins(third) == {"Ann": 1, "Bob": 1, "Cal": 1}


def test_a_streak_ends_with_another_winner_and_with_a_shared_win(club: Club) -> None:
    games = [
        finished(club, (0, 8)),
        finished(club, (8, 0)),
        finished(club, (9, 0)),
        finished(club, (6, 0), (0, 6)),
        finished(club, (7, 0)),
    ]
    assert [company_now(game).streak for game in games] == [1, 1, 2, 0, 1]
    assert wins(games[-1]) == {"Bob": 4, "Ann": 2}


def test_the_best_game_is_among_those_of_as_many_rounds(club: Club) -> None:
    finished(club, (0, 8))
    first = finished(club, (0, 8), (4, 0))
    assert company_now(first).best is None
    second = finished(club, (9, 0), (0, 5))
    best = company_now(second).best
    assert best is not None
    assert (best.names, best.total, best.is_this) == (("Ann",), 4, False)
    best = company_now(finished(club, (9, 0), (9, 0))).best
    assert best is not None
    assert (best.names, best.total, best.is_this) == (("Bob",), 0, True)


def test_older_games_are_only_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: object
) -> None:
    monkeypatch.setattr(company, "NEWEST", 2)
    for _game in range(3):
        game = finished(club, (8, 0))
    sheet = sheet_of(game)
    with django_assert_num_queries(6):  # type: ignore[operator]
        together = company_of(sheet)
    assert (together.met, together.read, together.streak) == (3, 2, 2)
