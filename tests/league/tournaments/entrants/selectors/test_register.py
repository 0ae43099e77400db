"""The list of entrants as pages show it: states, counts, flags."""

from datetime import date

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import DivisionMerge, Entrant, Tournament
from league.tournaments.brackets.divisions import Outside
from league.tournaments.entrants.forms import AgeGroupField
from league.tournaments.entrants.selectors.register import (
    Register,
    register_of,
    unsure_of,
    why_outside,
)
from tests.league.factories import EntrantFactory, TournamentFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()
OLD = date(1940, 5, 5)


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory(by_gender=True, band_width=10, last_age=80)
    for more in (
        {"name": "Ann", "gender": "woman", "checked_in_at": NOW},
        {"name": "Bob", "gender": "man"},
        {"name": "Cal", "gender": "man", "withdrawn_at": NOW, "checked_in_at": NOW},
        {"name": "Dot", "gender": "woman", "checked_in_at": NOW},
        {"name": "Eve", "gender": "woman", "born": None},
        {"name": "Fay", "gender": "woman", "born": OLD},
        {"name": "Gus", "gender": "man", "born": date(1990, 1, 1)},
        {"name": "Hal"},
        {"name": "Ida", "number": None, "player": None},
    ):
        EntrantFactory(tournament=tournament, **more)
    return tournament


def test_who_is_too_young_is_told_the_age_of_the_director_s_own_division() -> None:
    tournament = TournamentFactory.build(division_ages=[60, 75])
    assert why_outside(tournament, Outside.YOUNG) == "too young: the youngest division begins at 60"
    offered = [str(label) for _ages, label in AgeGroupField(tournament=tournament).choices]
    assert offered == ["not given", "under 60", "60–74", "75 and older"]


def flags(register: Register) -> dict[str, str]:
    return {group.name: group.flag for group in register.groups if group.flag}


def test_each_line_says_division_and_state(tournament: Tournament) -> None:
    register = register_of(tournament)
    told = {line.entrant.name: (line.group, line.why, line.state) for line in register.lines}
    young = "too young: the youngest division begins at 50"
    assert told == {
        "Ann": ("Women 70–79", "", "here"),
        "Bob": ("Men 70–79", "", "entered"),
        "Cal": ("Men 70–79", "", "withdrawn"),
        "Dot": ("Women 70–79", "", "here"),
        "Eve": ("", "neither a date of birth nor an age group is given", "entered"),
        "Fay": ("Women 80 and older", "", "entered"),
        "Gus": ("", young, "entered"),
        "Hal": ("", "neither woman nor man is given", "entered"),
    }
    assert register.counts == {"here": 2, "entered": 5, "absent": 0, "withdrawn": 1}
    assert register.playing == 7
    assert [one.name for one in register.waiting] == ["Ida"]
    assert [line.entrant.name for line in register.outside] == ["Eve", "Gus", "Hal"]
    assert [line.state_name for line in register.lines][:3] == ["here", "entered", "has withdrawn"]


def test_groups_are_counted_and_flagged(tournament: Tournament) -> None:
    register = register_of(tournament)
    counted = {one.name: (one.entered, one.here) for one in register.groups if one.entered}
    assert counted == {
        "Women 70–79": (2, 2),
        "Women 80 and older": (1, 0),
        "Men 70–79": (1, 0),
    }
    told = flags(register)
    assert told["Women 80 and older"] == (
        "Women 80 and older has only one entrant: combine it with another division, or she wins "
        "without an opponent."
    )
    assert told["Men 70–79"].endswith("or he wins without an opponent.")
    assert told["Men 50–59"] == "Nobody is in it."
    assert "Women 70–79" not in told
    assert [one.name for one in register.alone] == [
        "Women 80 and older",
        "Men 70–79",
    ]


def test_once_begun_who_did_not_come_is_not_counted(tournament: Tournament) -> None:
    tournament.began_at = NOW
    register = register_of(tournament)
    assert register.counts == {"here": 2, "entered": 0, "absent": 5, "withdrawn": 1}
    assert flags(register)["Women 80 and older"] == "Nobody is in it."


def test_who_left_once_in_a_stage_has_entered(tournament: Tournament) -> None:
    """A division of two, one of whom left with its gold, was said to have one entrant."""
    tournament.began_at = NOW
    before = register_of(tournament)
    women = next(one for one in before.groups if one.name == "Women 70–79")
    gone = next(line.entrant for line in before.lines if line.group == women.name)
    Entrant.objects.filter(pk=gone.pk).update(
        withdrawn_at=NOW, withdrawn_stage=1, keeps_place=True, checked_in_at=NOW
    )
    register = register_of(tournament)
    (group,) = (one for one in register.groups if one.name == women.name)
    assert (group.entered, group.here, group.alone) == (2, 1, False)
    assert register.playing == before.playing
    Entrant.objects.filter(pk=gone.pk).update(withdrawn_stage=None)
    assert register_of(tournament).playing == before.playing - 1


def test_a_group_of_women_and_men_is_flagged_without_a_gender(tournament: Tournament) -> None:
    DivisionMerge.objects.create(
        tournament=tournament, divisions=["women 80+", "men 80+"], reason="few", merged_at=NOW
    )
    group = next(one for one in register_of(tournament).groups if one.merged)
    assert group.flag == (
        "Women 80 and older + Men 80 and older has only one entrant: combine it with another "
        "division, or that person wins without an opponent."
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [("", 8), ("A", 4), ("ann", 1), ("2", 1), ("22", 0), ("ida", 0), (" ", 8), ("änn", 1)],
)
def test_names_and_numbers_are_found(tournament: Tournament, text: str, names: int) -> None:
    assert len(register_of(tournament).found(text)) == names


def test_it_takes_two_queries(
    tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    EntrantFactory.create_batch(20, tournament=TournamentFactory())
    with django_assert_num_queries(2):
        register_of(tournament)


@pytest.mark.parametrize(
    ("age_on", "born", "told"),
    [
        ("event", date(1946, 1, 1), ("80–84", "75–79")),
        ("event", date(1976, 1, 1), ("50–54", "no division")),
        ("event", date(1946, 1, 2), None),
        ("event", date(1944, 1, 1), None),
        ("year_end", date(1946, 1, 1), None),
        ("event", None, None),
    ],
)
def test_a_year_alone_leaves_some_unsure(
    age_on: str, born: date | None, told: tuple[str, str] | None
) -> None:
    """The tournament is on 2 March 2026."""
    entrant = EntrantFactory(tournament__age_on=age_on, born=born)
    found = [(one.now, one.later) for one in unsure_of(entrant.tournament, [entrant])]
    assert found == ([told] if told else [])


def test_the_list_goes_by_family_names() -> None:
    tournament = TournamentFactory()
    for name in ("Ann Young", "Bob Adams", "Cal van Dyk"):
        EntrantFactory(tournament=tournament, name=name)
    names = [line.entrant.name for line in register_of(tournament).lines]
    assert names == ["Bob Adams", "Cal van Dyk", "Ann Young"]
