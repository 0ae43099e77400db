"""Lists of places, what is called out, what the state is sent."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, PaperResult, Parting, StageTable, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import (
    callings_of,
    group_lines,
    overall_lines,
    some_wait,
    state_lines,
)
from league.tournaments.brackets.values import Place
from league.tournaments.courses import loaded
from scoring.models import Club
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments import runs
from tests.league.tournaments.played import close, enter, paper, seat, table_played, three_stages
from tests.page import Page

pytestmark = pytest.mark.django_db


def test_who_has_no_total_has_no_points(club: Club) -> None:
    """A table's paper without Bob's total; "0 points" would be the best there are."""
    tournament = runs.tournament_of(club, 4, {"name": "Final", "seating": "snake"})
    runs.begin(tournament)
    runs.type_in(tournament, runs.table(tournament, 1), 10, None, 30, 40)
    lines = {line.entrant.name: line for line in overall_lines(runs.now(tournament))}
    assert (lines["Bob"].place.place, lines["Bob"].place.value) == (None, None)
    assert lines["Ann"].place.value == 10


@pytest.fixture
def final(club: Club) -> Tournament:
    """Two of 80-84, five of 75-79 of whom two share the second place, and one too young."""
    tournament = TournamentFactory(club=club, ribbons=5, qualifiers=1)
    stage = StageFactory(tournament=tournament, least=2, most=8)
    people = enter(tournament, 2, born="1945-05-05") + enter(tournament, 5, born="1950-05-05")
    people += enter(tournament, 1, born="1990-05-05")
    table_played(stage, people, (80, 70, 10, 20, 20, 40, 50, 5))
    close(stage)
    return tournament


def test_what_is_called_out_begins_below_and_ends_with_gold(final: Tournament) -> None:
    found = loaded(final)
    told = [
        (one.medals.name, [(c.what, c.place, [p.name for p in c.people]) for c in one.calls])
        for one in callings_of(found, medals_of(found))
    ]
    assert told == [
        (
            "75–79",
            [
                ("ribbon", 5, ["Gus"]),
                ("ribbon", 4, ["Fay"]),
                ("silver", 2, ["Dot", "Eve"]),
                ("gold", 1, ["Cal"]),
            ],
        ),
        ("80–84", [("silver", 2, ["Ann"]), ("gold", 1, ["Bob"])]),
    ]


def test_a_line_has_the_stage_in_which_the_place_was_won(club: Club) -> None:
    lines = overall_lines(loaded(three_stages(club, 37, until=4)))
    stages = [one.stage.name for one in lines if one.stage]
    assert stages == ["Final"] * 3 + ["Semi-finals"] * 7 + ["First stage"] * 27
    assert [one.place.place for one in lines][:10] == list(range(1, 11))


def test_within_a_division_places_begin_at_one(final: Tournament) -> None:
    found = loaded(final)
    (group, _other) = [one for one in medals_of(found).groups if one.places]
    lines = group_lines(found, group)
    assert [one.place.place for one in lines] == [1, 2, 2, 4, 5]
    assert [one.qualified for one in lines] == [True, False, False, False, False]
    assert [one.award.what.value if one.award else "" for one in lines][:3] == [
        "gold",
        "silver",
        "silver",
    ]


def test_the_state_gets_everybody_who_played(final: Tournament) -> None:
    found = loaded(final)
    lines = state_lines(found, medals_of(found))
    assert [(one.division, one.place, one.name, one.qualified) for one in lines] == [
        ("75–79", 1, "Cal", True),
        ("75–79", 2, "Dot", False),
        ("75–79", 2, "Eve", False),
        ("75–79", 4, "Fay", False),
        ("75–79", 5, "Gus", False),
        ("80–84", 1, "Bob", True),
        ("80–84", 2, "Ann", False),
        ("", None, "Hal", False),
    ]
    assert {one.residence for one in lines} == set(
        Entrant.objects.values_list("community", flat=True)
    )


def test_a_medal_is_sure_once_the_own_game_is_over(club: Club) -> None:
    """Two of three in a division are out already; the third plays for the title of all.

    Who plays may still leave without a total, and somebody who is out may still come in.
    """
    tournament = three_stages(club, 12, until=3)
    final = tournament.stages.get(number=3)
    finalists = final.field.values_list("entrant", flat=True)
    Entrant.objects.update(born="1950-05-05")
    alone = finalists[0]
    losers = Entrant.objects.exclude(pk__in=finalists).order_by("pk")[:2]
    Entrant.objects.filter(pk__in=[alone, *(one.pk for one in losers)]).update(born="1940-05-05")
    group = medals_of(loaded(tournament)).group_of(alone)
    assert group is not None
    assert not group.certain_awards
    row = StageTable.objects.get(round__stage=final)
    StageTable.objects.filter(pk=row.pk).update(on_paper_at=timezone.now())
    group = medals_of(loaded(tournament)).group_of(alone)
    assert group is not None
    assert not group.certain_awards
    paper(row, range(10, 10 + len(finalists)))
    found = loaded(tournament)
    medals = medals_of(found)
    group = medals.group_of(alone)
    assert group is not None
    assert [str(award.what) for award in group.certain_awards] == ["gold", "silver", "bronze"]
    assert medals.certain_places.keys() == {one.pk for one in found.entrants.values()}


def test_before_the_beginning_there_are_no_places(club: Club) -> None:
    tournament = three_stages(club, 4, until=0)
    assert overall_lines(loaded(tournament)) == ()


def test_before_a_stage_is_closed_nobody_stands_above_who_goes_on(club: Club) -> None:
    """The second table's winner, with more points than losers at the first, is before them.

    Nobody has a medal: a loser may still come into the final for somebody who leaves.
    """
    tournament = TournamentFactory(club=club, medals=True, ribbons=0, band_width=0)
    first = StageFactory(tournament=tournament, most=4, onward="tables", count=1, fill="none")
    StageFactory(tournament=tournament, name="Final", least=2, most=4)
    people = enter(tournament, 8)
    for row, begin in zip(seat(first, [people[:4], people[4:]]), (10, 50), strict=True):
        paper(row, [begin, begin + 10, begin + 20, begin + 30])
    found = loaded(tournament)
    (group,) = medals_of(found).groups
    shown = [
        (line.entrant, line.sure if line.waits else line.place.place, line.award)
        for line in group_lines(found, group)
    ]
    assert [(who, place) for who, place, _award in shown[:4]] == [
        (people[0], None),
        (people[4], None),
        (people[1], None),
        (people[2], None),
    ]
    assert not any(award for _who, _place, award in shown)


def test_who_went_home_without_a_place_waits_for_no_number(final: Tournament) -> None:
    """Over a list on which all others have one, nobody is said to have none yet."""
    line = replace(overall_lines(loaded(final))[0], waits=True, sure=None)
    assert some_wait([line])
    assert not some_wait([replace(line, left="disqualified", place=Place(line.place.key, None))])


def test_of_an_elimination_that_is_played_it_says_who_is_out_and_who_is_through(
    club: Club,
) -> None:
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    a, b, c, d = enter(tournament, 4)
    table, _other = seat(stage, [[a, d], [b, c]], by_seed=[a, b, c, d])
    paper(table, (10, 20))
    told = {line.entrant.name: line.details[1:] for line in overall_lines(loaded(tournament))}
    assert told == {
        "Ann": ["through, waits for the next game"],
        "Bob": ["not begun yet"],
        "Cal": ["not begun yet"],
        "Dot": ["out"],
    }


def test_it_says_what_parted_people_of_as_many_points(client: Client, club: Club) -> None:
    tournament = TournamentFactory(
        club=club, public=True, tie_breaks=["outs", "play_off"], medals=True
    )
    stage = StageFactory(tournament=tournament, size=5, most=5)
    a, b, c, d, e = enter(tournament, 5, born=date(1950, 1, 1), gender="woman")
    (table,) = seat(stage, [[a, b, c, d, e]])
    lines = [(a, 30, 1), (b, 30, 2), (c, 40, 1), (d, 40, 1), (e, 50, 1)]
    PaperResult.objects.create(
        table=table,
        lines=[[entrant.pk, total, outs, None] for entrant, total, outs in lines],
        author="Olive",
        recorded_at=timezone.now(),
    )
    Parting.objects.create(
        stage=stage,
        kind="play_off",
        numbers=[[c.pk, 7], [d.pk, 3]],
        author="Olive",
        recorded_at=timezone.now(),
    )
    close(stage)
    found = loaded(Tournament.objects.get())
    told = {line.entrant.name: line.details[1:] for line in overall_lines(found)}
    rounds, play_off = "tie · rounds won: 2 to 1", "tie · play-off: 3 to 7"
    assert told == {"Bob": [rounds], "Ann": [], "Dot": [play_off], "Cal": [], "Eve": []}
    # What is called out and what the television shows says the same.
    (calling,) = callings_of(found, medals_of(found))
    assert [call.tie for call in calling.calls] == [play_off, "", rounds]
    television = Page(client.get(reverse("league:television", args=[tournament.pk]))).text
    assert f"Bob {rounds} 30" in television
