"""Who is level: what each has, what was tried, lots that anybody can draw again, brackets too."""

import hashlib

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Parting, Tournament
from league.tournaments.directing.selectors.level_people import (
    LevelGroup,
    draws_of,
    level_groups,
)
from league.tournaments.directing.selectors.shared_medals import shared_now
from league.tournaments.directing.services.partings import parting_record, parting_undo
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.seated_anew import no_longer_words
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN, MembershipFactory
from tests.league.tournaments.runs import (
    begin,
    enter,
    names_at,
    now,
    seat,
    table,
    tournament_of,
    type_in,
)
from tests.page import Page

pytestmark = pytest.mark.django_db
PAIRS = {"name": "Knockout", "kind": "single", "size": 2, "least": 2, "most": 2}


@pytest.fixture
def level(club: Club) -> Tournament:
    """Two won table 1 together, and one of them goes on."""
    tournament = tournament_of(club, 8, {"onward": "tables"}, {"name": "Final"})
    begin(tournament)
    type_in(tournament, table(tournament, 1), 5, 5, 9, 9)
    type_in(tournament, table(tournament, 2))
    return tournament


@pytest.fixture
def bracket(club: Club) -> Tournament:
    """The first two of a bracket of four are level."""
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 7, 7)
    type_in(tournament, table(tournament, 2), 1, 2)
    return tournament


def groups(tournament: Tournament) -> tuple[LevelGroup, ...]:
    loaded = now(tournament)
    stage = loaded.begun[-1]
    return level_groups(loaded, stage, closing_of(loaded, stage).advance)


def draw(tournament: Tournament) -> Parting:
    (group,) = groups(tournament)
    return parting_record(
        tournament=tournament,
        stage=group.stage,
        author=ANN,
        kind=Parting.Kind.LOT,
        entrants=sorted(group.keys),
    )


def test_each_has_a_total_and_a_table_and_each_tie_break_its_numbers(level: Tournament) -> None:
    (group,) = groups(level)
    assert (group.places, group.lots, group.all_on) == (1, True, True)
    assert [person.entrant.name for person in group.people] == sorted(names_at(table(level, 1))[:2])
    for person in group.people:
        (at,) = person.tables
        assert person.value == at.total == 5
        assert at.number == 1
    assert [tie.step for tie in group.ties][: len(level.tie_breaks)] == level.tie_breaks


def test_lots_can_be_drawn_again_by_anybody(level: Tournament) -> None:
    first = draw(level)
    parting_undo(tournament=level, parting=first, author=ANN)
    second = draw(level)
    loaded = now(level)
    stage = loaded.begun[-1]
    draws = draws_of(loaded, stage, list(stage.partings.all()))
    for number, parting in enumerate((first, second), 1):
        codes = {}
        for key, _lot in parting.numbers:
            text = f"{level.seed}-{stage.number}-{number}-{loaded.entrants[key].number}"
            codes[hashlib.sha256(text.encode()).hexdigest()] = key
        in_order = [codes[code] for code in sorted(codes)]
        assert [key for key, _lot in sorted(parting.numbers, key=lambda p: p[1])] == in_order
        assert [lot.code for lot in draws[parting.pk].lots] == sorted(codes)


def test_lots_of_another_making_are_not_said_to_follow_from_the_seed(level: Tournament) -> None:
    parting = draw(level)
    parting.numbers = [[key, 3 - lot] for key, lot in parting.numbers]
    loaded = now(level)
    assert not draws_of(loaded, loaded.begun[-1], [parting])


def test_two_of_a_bracket_are_parted_by_lot_and_the_last_two_are_not(bracket: Tournament) -> None:
    (group,) = groups(bracket)
    assert (group.places, group.lots, group.all_on) == (0, True, False)
    with pytest.raises(Refusal, match="not level for a place any more"):
        parting_record(
            tournament=bracket,
            stage=group.stage,
            author=ANN,
            kind=Parting.Kind.ALL,
            entrants=sorted(group.keys),
        )
    lots = dict(draw(bracket).numbers)
    assert not groups(bracket)
    seat(bracket, 2)
    final = table(bracket, 1, game=2)
    winner = min(lots, key=lambda key: lots[key])
    assert now(bracket).entrants[winner].name in names_at(final)
    type_in(bracket, final, 4, 4)
    (last,) = groups(bracket)
    assert not last.lots
    with pytest.raises(Refusal, match="not level for a place any more"):
        draw(bracket)


def test_before_all_tables_are_in_nobody_is_level_for_a_place(club: Club) -> None:
    """Two of the first table are level for the second place until the other table is in."""
    tournament = tournament_of(
        club, 8, {"onward": "best", "count": 2}, {"name": "Final"}, tie_breaks=["play_off"]
    )
    begin(tournament)
    type_in(tournament, table(tournament, 1), 5, 9, 9, 20)
    assert not groups(tournament)
    loaded = now(tournament)
    pair = [int(key) for key in loaded.courses[loaded.begun[0].pk].rounds[0].tables[0].seats[1:3]]
    for kind in Parting.Kind:
        with pytest.raises(Refusal, match="Once all its tables are in"):
            parting_record(
                tournament=tournament,
                stage=loaded.begun[0],
                author=ANN,
                kind=kind,
                entrants=pair,
                points=dict.fromkeys(pair, 3),
            )
    director = Client()
    director.force_login(MembershipFactory(club=club).user)
    address = reverse("league:parting", args=[tournament.pk])
    assert "Once all its tables are in" in Page(director.get(address)).text
    type_in(tournament, table(tournament, 2), 9, 30, 31, 32)
    (group,) = groups(tournament)
    assert (len(group.people), group.places) == (3, 1)
    assert "They are level for 1 place." in Page(director.get(address)).text


def test_of_two_play_offs_of_the_same_people_the_later_one_counts(level: Tournament) -> None:
    level.tie_breaks = [*level.tie_breaks, "play_off"]
    level.save()
    (group,) = groups(level)
    ann, bob = sorted(group.keys)
    rows = [
        parting_record(
            tournament=level,
            stage=group.stage,
            author=ANN,
            kind=Parting.Kind.PLAY_OFF,
            entrants=[ann, bob],
            points=points,
        )
        for points in ({ann: 3, bob: 3}, {ann: 3, bob: 8})
    ]
    words = [no_longer_words(now(level), row) for row in rows]
    assert words == ["A later play-off counts instead.", ""]


@pytest.mark.parametrize(("medals", "what"), [(True, "a medal or the first"), (False, "the first")])
def test_what_is_open_names_medals_only_where_some_are_given(
    club: Club, *, medals: bool, what: str
) -> None:
    tournament = tournament_of(club, 4, {"name": "Final"}, medals=medals)
    begin(tournament)
    said = f"Final is not over. Until then nobody can say who is level for {what} place."
    assert shared_now(now(tournament)).open_words == said


def test_a_level_game_is_said_while_others_play(client: Client, club: Club) -> None:
    """The bug it would catch: "Done" after 7 to 7, and nothing until all tables are in."""
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    client.force_login(MembershipFactory(club=club, role="organizer").user)
    first = table(tournament, 1)
    sheet = reverse("league:paper", args=[tournament.pk, 1])
    totals = {f"total-{seat.entrant_id}": "7" for seat in first.seats.all()}
    answer = client.post(sheet, {"way": "totals", "then": "2", **totals}, follow=True)
    names = " and ".join(sorted(names_at(first)))
    assert f"Level: {names}. Break the tie" in Page(answer).trouble
    page = Page(client.get(reverse("league:direct", args=[tournament.pk])))
    assert f"{names}: They are level at their table" in page.trouble


def test_a_division_that_is_in_does_not_wait_for_others(client: Client, club: Club) -> None:
    best = {"by_division": True, "size": 3, "least": 2, "onward": "best", "count": 2}
    tournament = tournament_of(club, 3, best, {"name": "Final"}, tie_breaks=["play_off"])
    enter(tournament, 3, born="1930-01-01")
    begin(tournament)
    type_in(tournament, table(tournament, 1), 5, 9, 9)
    (tied,) = groups(tournament)
    client.force_login(MembershipFactory(club=club, role="organizer").user)
    names = " and ".join(person.entrant.name for person in tied.people)
    page = Page(client.get(reverse("league:direct", args=[tournament.pk])))
    assert f"{names}: They are level for 1 place." in page.trouble
    stage = now(tournament).begun[-1]
    points = {key: at for at, key in enumerate(sorted(tied.keys))}
    parting_record(
        tournament=tournament,
        stage=stage,
        kind=Parting.Kind.PLAY_OFF,
        entrants=list(points),
        points=points,
        author=ANN,
    )
    assert not groups(tournament)
    others = [seat.entrant_id for seat in table(tournament, 2).seats.all()][:2]
    with pytest.raises(Refusal, match="Once all its tables are in"):
        parting_record(
            tournament=tournament,
            stage=stage,
            kind=Parting.Kind.PLAY_OFF,
            entrants=others,
            points=dict.fromkeys(others, 1),
            author=ANN,
        )
