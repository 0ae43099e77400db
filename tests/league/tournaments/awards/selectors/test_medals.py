"""Medals, ribbons and qualifiers of each division, from the rows."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import DivisionMerge, Entrant, StageTable, Tournament
from league.tournaments.awards.selectors.medals import Medals, medals_of
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.brackets.knockout import brackets
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.leaving import entrant_leave
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club
from tests.factories import ANN
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.directing.services.test_seat_changes import person
from tests.league.tournaments.played import (
    close,
    enter,
    paper,
    table_played,
    three_stages,
    total_of,
)
from tests.league.tournaments.runs import (
    begin,
    field_names,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)
from tests.league.tournaments.runs import close as close_stage
from tests.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(club: Club) -> Tournament:
    """Ann, Bob, Cal and Dot at one table, with 10, 20, 30 and 40; three of 75-79, Dot of 80-84."""
    tournament = TournamentFactory(club=club, qualifiers=1)
    stage = StageFactory(tournament=tournament)
    people = enter(tournament, 3, born="1950-05-05") + enter(tournament, 1, born="1945-05-05")
    table_played(stage, people, (10, 20, 30, 40))
    close(stage)
    return tournament


def told(found: Medals) -> dict[str, list[tuple[str, str]]]:
    names = dict(Entrant.objects.values_list("pk", "name"))
    return {
        one.name: [(names[int(award.key)], award.what.value) for award in one.awards]
        for one in found.groups
        if one.places
    }


def test_each_division_has_its_own_medals(final: Tournament) -> None:
    found = medals_of(loaded(final))
    assert told(found) == {
        "75–79": [("Ann", "gold"), ("Bob", "silver"), ("Cal", "bronze")],
        "80–84": [("Dot", "gold")],
    }
    assert [one.alone for one in found.groups if one.places] == [False, True]
    dot = Entrant.objects.get(name="Dot")
    alone = found.group_of(dot.pk)
    assert alone is not None
    assert alone.name == "80–84"
    assert alone.qualified == {dot.pk}


def test_combined_divisions_win_together_and_say_why(final: Tournament) -> None:
    DivisionMerge.objects.create(
        tournament=final,
        divisions=["75-79", "80-84"],
        reason="Dot was alone",
        author="Olive",
        merged_at=timezone.now(),
    )
    (group,) = [one for one in medals_of(loaded(final)).groups if one.places]
    assert (group.name, group.reason, group.combined) == ("75–84", "Dot was alone", True)
    assert [place.place for place in group.places] == [1, 2, 3, 4]
    assert len(group.awards) == 3


@pytest.mark.parametrize("win", [True, False])
def test_a_visitor_wins_only_where_visitors_may(final: Tournament, win: bool) -> None:
    Entrant.objects.filter(name="Ann").update(visitor=True)
    Tournament.objects.update(visitors_win=win)
    final.refresh_from_db()
    found = medals_of(loaded(final))
    first = told(found)["75–79"][0]
    assert first == (("Ann", "gold") if win else ("Bob", "gold"))
    qualified = {pk for one in found.groups for pk in one.qualified}
    names = Entrant.objects.filter(pk__in=qualified).values_list("name", flat=True)
    assert sorted(names) == ["Bob", "Dot"]


def test_who_went_home_has_the_medal_as_soon_as_the_others_have_theirs(club: Club) -> None:
    """Before that the place depends; the list before the end of a stage shows no gap."""
    best = {"onward": "best", "count": 3, "seating": "snake"}
    final = {"name": "Final", "seating": "snake", "size": 3, "least": 2}
    tournament = tournament_of(club, 8, best, final, medals=True)
    Entrant.objects.update(born="1950-05-05")
    begin(tournament)
    play_all(tournament)
    close_stage(tournament)
    snapshot = now(tournament)
    gone = tournament.entrants.get(name=field_names(tournament, 2)[0])
    keeps, none = leaving_plan(snapshot, gone, "withdrew").choices
    assert keeps.sentences[0].endswith("Which place that is depends on what is still to come.")
    assert none.sentences[0] == f"{gone.name} has no place, and wins no medal."
    entrant_leave(entrant=gone, author=ANN, how="withdrew", keeps=True, reason="", seen=keeps.mark)
    row = table(tournament, 1, 2)
    seats = [seat.entrant_id for seat in row.seats.all()]
    type_in(tournament, row, *(None if pk == gone.pk else 10 for pk in seats))
    group = medals_of(now(tournament)).group_of(gone.pk)
    assert group is not None
    assert group.certain_places[gone.pk] == 3
    assert group.certain_award_of[gone.pk].what == "bronze"


def test_who_falls_in_no_division_is_told_and_wins_nothing(final: Tournament) -> None:
    Entrant.objects.filter(name="Ann").update(born=None)
    found = medals_of(loaded(final))
    assert [[one.name for one in listed] for listed in found.outside.values()] == [["Ann"]]
    assert told(found)["75–79"] == [("Bob", "gold"), ("Cal", "silver")]
    assert found.group_of(Entrant.objects.get(name="Ann").pk) is None


def test_no_medal_is_certain_while_a_division_before_it_is_unknown(final: Tournament) -> None:
    """The bug it would catch: bronze taken back when a date of birth is filled in."""
    Entrant.objects.filter(name="Bob").update(born=None)
    by_name = {group.name: group for group in medals_of(loaded(final)).groups}
    bob = Entrant.objects.get(name="Bob")
    names = dict(Entrant.objects.values_list("pk", "name"))
    first, second = by_name["75–79"], by_name["80–84"]
    assert [names[int(award.key)] for award in first.certain_awards] == ["Ann"]
    # Dot alone is of the other division, and behind Bob, who may be of it.
    assert (second.certain_awards, second.unknown, first.unknown) == ((), (bob.pk,), (bob.pk,))
    assert by_name["70–74"].unknown == ()
    Entrant.objects.filter(name="Bob").update(born=None, age_from=75, age_to=79)
    by_name = {group.name: group for group in medals_of(loaded(final)).groups}
    assert len(by_name["80–84"].certain_awards) == 1


def test_places_behind_somebody_of_an_unknown_division_can_still_change(
    final: Tournament, client: Client
) -> None:
    """They were shown as final after the end, and moved when a date of birth was filled in."""
    Tournament.objects.update(ended_at=timezone.now(), public=True, medals=False, ribbons=0)
    Entrant.objects.filter(name="Bob").update(born=None)
    sentence = "Until it is, places from 2 on can still change."
    for view in ("places", "television"):
        address = reverse(f"league:{view}", args=[final.pk])
        assert sentence in Page(client.get(address, {"page": "2"})).text
    for name, movable in (("Ann", False), ("Cal", True)):
        entrant = Entrant.objects.get(name=name)
        page = client.get(reverse("league:place-why", args=[final.pk, entrant.pk]))
        assert ("division is not known yet" in Page(page).text) == movable


def test_before_the_end_it_is_said_that_a_place_waits_for_a_division(club: Club) -> None:
    """The list for the state left it blank without a word, and so did places."""
    tournament = three_stages(club, 17)
    last = StageTable.objects.get(round__stage__number=3)
    paper(last, [total_of(seat.entrant) for seat in last.seats.all()])
    assert not any(group.open_words for group in medals_of(loaded(tournament)).groups)
    first = next(line for line in overall_lines(loaded(tournament)) if line.place.stage == 1)
    Entrant.objects.filter(pk=first.entrant.pk).update(born=None)
    sentence = "The division of somebody is not known yet. Until it is, not all places are certain."
    assert sentence in [group.open_words for group in medals_of(loaded(tournament)).groups]
    page = Client().get(reverse("league:places", args=[tournament.pk]))
    assert "The division of somebody is not known yet." in Page(page).text


def test_before_the_beginning_nobody_has_a_place(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    enter(tournament, 3, born="1950-05-05")
    Entrant.objects.filter(name="Cal").update(withdrawn_at=timezone.now())
    (group,) = [one for one in medals_of(loaded(tournament)).groups if one.places]
    assert [one.place for one in group.places] == [None, None]
    assert group.awards == ()


def test_its_queries_do_not_grow(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for people in (7, 37):
        found = loaded(three_stages(club, people))
        with django_assert_num_queries(2):
            medals_of(found)


def test_a_walkover_of_an_earlier_game_keeps_no_medal_back(club: Club) -> None:
    """Who left the final had silver for certain; it was not shown before the stage was closed."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2, "rounds": 1}
    tournament = tournament_of(club, 8, pairs, medals=True, band_width=0)
    begin(tournament)
    _stays, leaves = names_at(table(tournament, 1))
    entrant_withdraw(entrant=person(tournament, leaves), author=ANN, how="injured", keeps=True)
    for number in (2, 3, 4):
        type_in(tournament, table(tournament, number))
    seat(tournament, 2)
    for number in (1, 2):
        type_in(tournament, table(tournament, number, game=2))
    snapshot = now(tournament)
    (bracket,) = brackets(snapshot.courses[snapshot.begun[0].pk]).values()
    second = snapshot.entrants[int(bracket.still_in[1])]
    entrant_withdraw(entrant=second, author=ANN, how="injured", keeps=True)
    (group,) = (one for one in medals_of(now(tournament)).groups if one.places)
    assert {award.what.value for award in group.certain_awards} == {"gold", "silver"}
