"""Who has missed a game of a stage whose games all count has no place in it, on whatever page."""

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
    assert (
        f"{late.name} has missed a game of Stage 1, and so plays along and has no place in it."
        in said
    )
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


def test_has_no_place_on_any_page(club: Club) -> None:
    tournament, late = with_walk_up(club)
    leaver = names_at(table(tournament, 1, game=2))[0]
    entrant_withdraw(entrant=person(tournament, leaver), author=ANN, keeps=True)
    seat(tournament, 3)
    assert "no place: did not play all games" in page_of(tournament, late)
    assert "No place in this stage: did not play all games." in page_of(tournament, late)
    assert not lines(tournament)[late.name].is_open
    play_all(tournament)
    seat(tournament, 4)
    play_all(tournament)
    close(tournament)
    listed = lines(tournament)
    assert listed[late.name].place.place is None
    assert [name for name, line in listed.items() if line.place.place is None] == [late.name]
    assert listed[leaver].place.place == 16
    snapshot = now(tournament)
    medals = medals_of(snapshot)
    (row,) = [row for row in state_lines(snapshot, medals) if row.entrant == late]
    assert (row.place, row.award, row.qualified) == (None, "", False)
    assert late.pk not in {award.key for group in medals.groups for award in group.awards}
    standing = {row.name: row.place for row in bracket_of(snapshot).columns[0].standing}
    last = list(listed)[-3]
    assert standing[late.name] is None
    assert standing[last] == listed[last].place.place
    for name in (last, leaver):
        text = page_of(tournament, person(tournament, name))
        assert f"place {listed[name].place.place} of 16" in text
        assert "of 17" not in text
    assert f"lace {listed[last].place.place} of 16 in this stage" in page_of(
        tournament, person(tournament, last)
    )
    text = page_of(tournament, late)
    assert "no place" in text
    assert "of 17" not in text
    assert "of 16" not in text


def test_who_comes_in_between_two_games_has_none_from_then_on(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "swiss", "rounds": 2}, public=True)
    begin(tournament)
    play_all(tournament)
    (late,) = enter(tournament, 1)
    do(tournament, "join", late.name)
    assert "no place: did not play all games" in page_of(tournament, late)
    seat(tournament, 2)
    play_all(tournament)
    close(tournament)
    assert lines(tournament)[late.name].place.place is None
    assert "of 8 in this stage" in page_of(tournament, person(tournament, "Ann"))


def test_does_not_come_to_a_place_by_leaving(club: Club) -> None:
    tournament, late = with_walk_up(club)
    (choice, *_others) = leaving_plan(now(tournament), late, "withdrew").choices
    said = f"{late.name} has missed a game of Stage 1, and so has no place in it."
    assert choice.sentences[0] == said
    assert not any("come before" in sentence for sentence in choice.sentences)
    entrant_withdraw(entrant=late, author=ANN, keeps=True)
    play_on(tournament)
    close(tournament)
    line = lines(tournament)[late.name]
    assert line.place.place is None
    assert line.left.endswith("no place")


def test_who_sat_one_game_out_has_none_either(club: Club) -> None:
    tournament = tournament_of(club, 8, {"seating": "swiss", "rounds": 2}, public=True)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    do(tournament, "leave_out", "Dot")
    play_all(tournament)
    close(tournament)
    assert lines(tournament)["Dot"].place.place is None
    assert lines(tournament)["Dot"].details[1:] == ["did not play all games"]
    text = page_of(tournament, person(tournament, "Ann"))
    assert "of 7 in this stage" in text
