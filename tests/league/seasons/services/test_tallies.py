"""What is derived from sheets is as new as they are, whatever happened to it meanwhile."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from league.models import SeatTally, Tally
from league.seasons.selectors.tallies import stale_games
from league.seasons.services import tallies as making
from league.seasons.services.tallies import tallies_forget, tallies_refresh
from scoring.models import Club, Game
from scoring.sheets.selectors.many_sheets import sheets_of
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.rounds import round_correct
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play, report_of

pytestmark = pytest.mark.django_db


def tallies(club: Club) -> list[dict[str, Any]]:
    """Every derived line of the club, but for its own number."""
    found = SeatTally.objects.filter(game__club=club).order_by("game", "player")
    return [{k: v for k, v in row.items() if k != "id"} for row in found.values()]


def line(game: Game, name: str) -> SeatTally:
    return SeatTally.objects.get(game=game, player__name=name)


def test_a_line_says_what_the_sheet_says(club: Club) -> None:
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    play(game, 0, 20, 5, 41)
    play(game, 8, 3, 6, 2, ending="blocked")
    assert tallies_refresh(club=club) == 1
    ann, cal = line(game, "Ann"), line(game, "Cal")
    assert (ann.total, ann.rounds, ann.rounds_out, ann.best_round) == (20, 3, 1, 0)
    assert (ann.place, ann.sharing, ann.players) == (1, 1, 4)
    assert (ann.points, ann.out_rounds) == ([12, 0, 8], [2])
    assert (cal.total, cal.place, cal.points) == (56, 4, [45, 5, 6])
    tally = Tally.objects.get(game=game)
    assert (tally.rounds, tally.blocked, tally.revision) == (3, 1, 3)


def test_a_run_off_parts_people_and_is_no_round_of_theirs(club: Club) -> None:
    rules = {"base": "family", "fill": "defaults", "rounds": 2, "tie_break": "playoff"}
    game = make_game(club, rules=rules)
    play(game, 0, 12, 8, 4)
    play(game, 8, 12, 0, 40)
    play(game, 30, 0)  # Ann and Cal alone
    tallies_refresh(club=club)
    ann, bob, cal = line(game, "Ann"), line(game, "Bob"), line(game, "Cal")
    assert [(seat.place, seat.total) for seat in (cal, ann, bob)] == [(1, 8), (2, 8), (3, 24)]
    assert [(seat.rounds, seat.points) for seat in (ann, cal)] == [(2, [0, 8]), (2, [8, 0])]
    assert [seat.out_rounds for seat in (ann, bob, cal)] == [[1], [], [2]]


def test_shared_places_say_how_many_share_them(club: Club) -> None:
    game = make_game(club)
    play(game, 9, 9, 9, 0)
    tallies_refresh(club=club)
    assert [
        (t.place, t.sharing) for t in SeatTally.objects.filter(game=game).order_by("place", "pk")
    ] == [
        (1, 1),
        (2, 3),
        (2, 3),
        (2, 3),
    ]


def test_who_came_late_and_who_left(club: Club) -> None:
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=45)
    ann = sheet_of(game).seats[0]
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=ann.id, ranked=False)
    play(game, 0, 7, 8, 9)
    tallies_refresh(club=club)
    eve, left = line(game, "Eve"), line(game, "Ann")
    # The 45 stand for the round that Eve missed.
    assert (eve.rounds, eve.entered_with, eve.total, eve.points) == (2, 45, 54, [None, 9])
    assert (left.place, left.sharing, left.rounds, left.points) == (None, 0, 1, [12, None])
    assert eve.players == 4


def test_who_came_after_the_last_round_is_ranked_nowhere(club: Club) -> None:
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=45)
    game_finish(game=game, author=ANN, key=new_key())
    tallies_refresh(club=club)
    eve, cal = line(game, "Eve"), line(game, "Cal")
    assert (eve.place, eve.sharing, eve.players) == (None, 0, 4)
    assert (cal.place, cal.sharing) == (4, 1)
    assert len(Tally.objects.get(game=game).ranking or ()) == 4


def test_an_update_derives_such_games_anew(club: Club) -> None:
    game, other = make_game(club), make_game(club)
    play(game, 12, 0, 45, 9)
    play(other, 12, 0, 45, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=45)
    tallies_refresh(club=club)
    import_module("league.migrations.0023_ranked_by_play").forget_tallies(apps, None)
    assert list(stale_games(club)) == [game]


def test_a_game_without_a_round_has_no_lines(club: Club) -> None:
    make_game(club)
    assert tallies_refresh(club=club) == 1
    assert tallies(club) == []
    assert not stale_games(club)


def test_only_what_changed_is_derived_again(club: Club) -> None:
    first, second = make_game(club), make_game(club)
    play(first, 12, 0, 45, 9)
    play(second, 1, 0, 2, 3)
    assert tallies_refresh(club=club) == 2
    kept = Tally.objects.get(game=second).pk
    play(first, 5, 0, 5, 5)
    assert [game.pk for game in stale_games(club)] == [first.pk]
    assert tallies_refresh(club=club) == 1
    assert tallies_refresh(club=club) == 0
    assert Tally.objects.get(game=second).pk == kept
    assert line(first, "Ann").total == 17


def test_a_correction_and_its_correction_back_leave_no_trace(club: Club) -> None:
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    tallies_refresh(club=club)
    before = tallies(club)
    for anns in (13, 12):
        sheet = sheet_of(game)
        round_correct(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report_of(sheet, (anns, 0, 45, 9), round_number=1),
            reason="read wrongly",
            seen=sheet.rounds[0].entry.pk,
        )
        tallies_refresh(club=club)
        assert (tallies(club) == before) is (anns == 12)


def test_what_is_forgotten_is_derived_again(club: Club) -> None:
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    tallies_refresh(club=club)
    before, old = tallies(club), Tally.objects.get(game=game).pk
    tallies_forget(games=[game.pk])
    assert tallies_refresh(club=club) == 1
    assert tallies(club) == before
    # Whoever remembers the tally by its number sees that it is another one.
    assert Tally.objects.get(game=game).pk > old


def test_another_clubs_games_are_left_alone(club: Club) -> None:
    play(make_game(), 12, 0, 45, 9)
    assert tallies_refresh(club=club) == 0


def test_many_sheets_are_those_that_are_read_one_by_one(
    club: Club, django_assert_num_queries: Callable[[int], Any]
) -> None:
    games = [make_game(club), make_game(club, players=3), make_game(club)]
    play(games[0], 12, 0, 45, 9)
    play(games[1], 12, 0, 45)
    seat_join(game=games[1], author=ANN, key=new_key(), name="Eve")
    games = list(Game.objects.filter(club=club))
    with django_assert_num_queries(3):
        many = list(sheets_of(games))
    for sheet, game in zip(many, games, strict=True):
        alone = sheet_of(game)
        assert (sheet.game, sheet.seats) == (game, alone.seats)
        assert [one.cells for one in sheet.rounds] == [one.cells for one in alone.rounds]


@pytest.mark.django_db(transaction=True)
def test_it_is_derived_under_the_locks_of_its_games(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks asks for it, outside of any transaction; PostgreSQL locks no row there."""
    play(make_game(club), 12, 0, 45, 9)
    locked = []

    def read(games: list[Game]) -> Any:
        locked.append(connection.in_atomic_block)
        return sheets_of(games)

    monkeypatch.setattr(making, "sheets_of", read)
    assert tallies_refresh(club=club) == 1
    assert locked == [True]
