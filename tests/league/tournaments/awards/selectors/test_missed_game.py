"""Who has missed a game where all totals count comes after all who did not, on whatever page."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import PlaceLine, overall_lines, state_lines
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.directing.services.test_seat_changes import do, person, plan
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
)
from tests.page import Page

pytestmark = pytest.mark.django_db
FOUR_GAMES = {"seating": "swiss", "rounds": 4}


def with_walk_up(club: Club) -> tuple[Tournament, Entrant]:
    """Sixteen people in the second game of four, and who came in for it."""
    tournament = tournament_of(club, 16, FOUR_GAMES, public=True, medals=True, ribbons=30)
    begin(tournament)
    play_all(tournament)
    (late,) = enter(tournament, 1)
    seat(tournament, 2)
    said = plan(tournament, "add", late.name, to=4).sentences
    behind = f"All who play every game of Stage 1 come before {late.name}."
    assert f"{late.name} has missed a game. {behind}" in said
    do(tournament, "add", late.name, to=4)
    play_all(tournament)
    return tournament, late


def play_on(tournament: Tournament) -> None:
    for game in (3, 4):
        seat(tournament, game)
        play_all(tournament)


def lines(tournament: Tournament) -> dict[str, PlaceLine]:
    return {line.entrant.name: line for line in overall_lines(now(tournament))}


def page_of(tournament: Tournament, entrant: Entrant) -> str:
    return Page(Client().get(reverse("league:place-why", args=[tournament.pk, entrant.pk]))).text


def test_comes_after_the_others_on_each_page(club: Club) -> None:
    tournament, late = with_walk_up(club)
    leaver = names_at(table(tournament, 1, game=2))[0]
    entrant_withdraw(entrant=person(tournament, leaver), author=ANN, keeps=True)
    seat(tournament, 3)
    assert "Did not play all games. Those who did come before." in page_of(tournament, late)
    assert lines(tournament)[late.name].is_open
    play_all(tournament)
    seat(tournament, 4)
    play_all(tournament)
    close(tournament)
    listed = lines(tournament)
    assert listed[late.name].details[1:] == ["did not play all games"]
    # Three games are more than the two of who left.
    assert listed[late.name].place.place == 16
    assert listed[leaver].place.place == 17
    snapshot = now(tournament)
    medals = medals_of(snapshot)
    (row,) = [row for row in state_lines(snapshot, medals) if row.entrant == late]
    assert (row.place, row.award) == (16, "ribbon")
    standing = {row.name: row.place for row in bracket_of(snapshot).columns[0].standing}
    last = list(listed)[-3]
    for name in (last, late.name, leaver):
        assert standing[name] == listed[name].place.place
        text = page_of(tournament, person(tournament, name))
        assert f"place {listed[name].place.place} of 17" in text
        assert f"lace {listed[name].place.place} of 17 in this stage" in text


def test_who_comes_in_between_two_games_is_told_so_from_then_on(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "swiss", "rounds": 2}, public=True)
    begin(tournament)
    play_all(tournament)
    (late,) = enter(tournament, 1)
    do(tournament, "join", late.name)
    assert "Did not play all games. Those who did come before." in page_of(tournament, late)
    seat(tournament, 2)
    play_all(tournament)
    close(tournament)
    assert lines(tournament)[late.name].place.place == 9
    rows = bracket_of(now(tournament)).columns[0].standing
    assert [row.name for row in rows if row.behind == "did not play all games"] == [late.name]
    assert "lace 9 of 9 in this stage" in page_of(tournament, late)


def test_comes_after_who_has_more_games_by_leaving(club: Club) -> None:
    tournament, late = with_walk_up(club)
    (choice, *_others) = leaving_plan(now(tournament), late, "withdrew").choices
    said = f"Those who go further or finish more games come before {late.name}."
    assert said in choice.sentences
    entrant_withdraw(entrant=late, author=ANN, keeps=True)
    play_on(tournament)
    close(tournament)
    line = lines(tournament)[late.name]
    assert line.place.place == 17
    assert not line.left.endswith("no place")


def test_who_sat_one_game_out_comes_after_the_others_too(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "swiss", "rounds": 2}, public=True)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    do(tournament, "leave_out", "Dot")
    play_all(tournament)
    close(tournament)
    assert lines(tournament)["Dot"].place.place == 8
    assert lines(tournament)["Dot"].details[1:] == ["did not play all games"]
    text = page_of(tournament, person(tournament, "Ann"))
    assert "of 8 in this stage" in text
