"""Correcting a sheet of a tournament: what it would change there is told before it is made."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.awards.selectors.winners import medals_corrected_at
from league.tournaments.directing.selectors.outcome import outcome_of
from league.tournaments.directing.services.running import medals_hold
from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.models import Club, Game, SheetEntry
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.corrections import NotAgreed, Preview, correction_record
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, new_key, play, report_of
from tests.league.tournaments.runs import (
    begin,
    close,
    field_names,
    names_at,
    now,
    seat,
    table,
    tournament_of,
    type_in,
)
from tests.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Table 1 is scored on a tablet: Ann 0, Dot 10, Eve 20, Hal 30; table 2 is on paper."""
    first = {"onward": "tables", "seating": "snake"}
    tournament = tournament_of(club, 8, first, {"name": "Final", "size": 2, "least": 2})
    begin(tournament)
    (game,) = stage_tables_start(tournament=tournament, author=ANN, tables=[1]).games
    play(game, 0, 10, 20, 30)
    type_in(tournament, table(tournament, 2))
    return tournament


def game_of(tournament: Tournament) -> Game:
    game = table(tournament, 1).game
    assert game is not None
    return game


def asked(game: Game, *points: int, agreed: str = "") -> Preview:
    sheet = sheet_of(game)
    with pytest.raises(NotAgreed) as answer:
        correction_record(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report_of(sheet, points, round_number=1),
            reason="counted again",
            seen=sheet.rounds[0].entry.pk,
            agreed=agreed,
        )
    return answer.value.preview


def of_tournament(preview: Preview) -> tuple[str, ...]:
    return next((one.sentences for one in preview.beyond if one.heading == "Senior games"), ())


def test_while_the_table_plays_no_more_than_the_order_so_far_changes(
    tournament: Tournament,
) -> None:
    """Neither who could go on nor a medal, since anything may still come of an open table."""
    game = game_of(tournament)
    # Behind Bob's 12 points as before, and ahead of Cal's 22.
    assert of_tournament(asked(game, 0, 11, 20, 30)) == ()
    (told,) = of_tournament(asked(game, 25, 0, 20, 30))
    assert told.startswith("By the results so far some places in Stage 1 change.")
    assert SheetEntry.objects.count() == 1


def test_after_the_closing_the_director_is_asked(tournament: Tournament) -> None:
    game = game_of(tournament)
    game_finish(game=game, author=ANN, key=new_key())
    close(tournament)
    game_reopen(game=game, author=ANN, key=new_key(), reason="counted again")
    told = of_tournament(asked(game, 25, 0, 20, 30))
    assert told[0].startswith("Dot should have gone on to Final instead of Ann.")
    assert field_names(tournament, 2) == ["Ann", "Bob"]


def test_after_the_end_the_log_says_that_a_medal_moved(club: Club) -> None:
    tournament = tournament_of(club, 4, {"name": "Final"}, band_width=0)
    begin(tournament)
    (game,) = stage_tables_start(tournament=tournament, author=ANN).games
    play(game, 0, 10, 20, 30)
    game_finish(game=game, author=ANN, key=new_key())
    close(tournament)
    tournament.refresh_from_db()
    before = tournament.log.count()

    def correct(*points: int, agreed: str) -> None:
        sheet = sheet_of(game)
        correction_record(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report_of(sheet, points, round_number=1),
            reason="counted again",
            seen=sheet.rounds[0].entry.pk,
            agreed=agreed,
            reopens=True,
        )

    def agreed(*points: int) -> str:
        with pytest.raises(NotAgreed) as answer:
            correct(*points, agreed="")
        return answer.value.preview.mark

    correct(0, 10, 20, 31, agreed=agreed(0, 10, 20, 31))
    assert medals_corrected_at(tournament) is None
    assert moved_of(now(tournament), medals_of(now(tournament))) == ()
    mark = agreed(15, 0, 20, 31)
    assert tournament.log.count() == before
    correct(15, 0, 20, 31, agreed=mark)
    entry = tournament.log.get(kind="sheet")
    assert entry.text.startswith("Final, table 1 on its sheet corrected: ")
    first, second = [seat.player.name for seat in game.seats.order_by("place")[:2]]
    assert f"{second} wins gold instead of silver" in entry.text
    assert (entry.author, entry.reason) == (ANN.name, "counted again")
    assert medals_corrected_at(tournament) == entry.made_at
    (moved,) = moved_of(now(tournament), medals_of(now(tournament)))
    assert moved.at == entry.made_at
    assert moved.lines == [
        f"{second} wins gold instead of silver, with place 1 instead of place 2.",
        f"{first} wins silver instead of gold, with place 2 instead of place 1.",
    ]
    (notice,) = place_why(now(tournament), tournament.entrants.get(name=second)).notices
    assert f"{second} wins gold instead of silver" in notice
    medals_hold(tournament=tournament, author=ANN, hold=True)
    assert moved_of(now(tournament), medals_of(now(tournament))) == ()


def test_a_correction_that_changes_nobody_is_silent(tournament: Tournament) -> None:
    assert of_tournament(asked(game_of(tournament), 0, 10, 20, 31)) == ()


def test_its_queries_do_not_grow(
    club: Club, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    def count(people: int, name: str) -> int:
        tournament = tournament_of(club, people, name=name)
        begin(tournament)
        (game,) = stage_tables_start(tournament=tournament, author=ANN, tables=[1]).games
        play(game, 0, *range(10, 10 * game.seats.count(), 10))
        assert now(tournament).tables
        points = [*range(10, 10 * game.seats.count(), 10), 0]
        with CaptureQueriesContext(connection) as seen:
            asked(game, *points)
        return len(seen)

    assert count(8, "Small") == count(40, "Large")


def test_another_winner_by_a_sheet_plays_in_the_next_game_of_a_bracket(club: Club) -> None:
    """As by paper: it is shown first, and nothing moves before it is agreed to."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 4, pairs, public=True)
    begin(tournament)
    (game,) = stage_tables_start(tournament=tournament, author=ANN, tables=[1]).games
    play(game, 0, 10)
    game_finish(game=game, author=ANN, key=new_key())
    type_in(tournament, table(tournament, 2))
    seat(tournament, 2)
    winner, loser = names_at(table(tournament, 1))
    before = names_at(table(tournament, 1, game=2))
    game_reopen(game=game, author=ANN, key=new_key(), reason="counted again")
    # While it is open nobody has won it by walkover, and nobody has a place for certain.
    text = Page(Client().get(reverse("league:bracket", args=[tournament.pk]))).text
    assert "walkover" not in text
    assert not outcome_of(now(tournament)).standings
    listed = Page(Client().get(reverse("league:table-list", args=[tournament.pk]))).text
    assert f"{loser} no table in this game" in listed
    preview = asked(game, 10, 0)
    assert of_tournament(preview) == (
        f"{loser} wins this game instead of {winner}.",
        f"{loser} plays in {winner}'s place at table 1 of game 2.",
    )
    assert names_at(table(tournament, 1, game=2)) == before
    sheet = sheet_of(game)
    correction_record(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=1,
        report=report_of(sheet, (10, 0), round_number=1),
        reason="counted again",
        seen=sheet.rounds[0].entry.pk,
        agreed=preview.mark,
    )
    assert names_at(table(tournament, 1, game=2)) == [
        loser if name == winner else name for name in before
    ]
    assert tournament.log.get(kind="follows").author == ANN.name
