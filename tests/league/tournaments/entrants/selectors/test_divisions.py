"""Who wins in which division, and who in none."""

from datetime import date

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import DivisionMerge, Tournament
from league.tournaments.brackets.divisions import Outside
from league.tournaments.entrants.selectors.divisions import (
    division_name,
    divisions_of,
    entrants_by_group,
    entrants_of,
    group_name,
    groups_of,
    merges_of,
)
from tests.league.factories import EntrantFactory, TournamentFactory

pytestmark = pytest.mark.django_db


def merge(tournament: Tournament, *keys: str, undone: bool = False) -> DivisionMerge:
    return DivisionMerge.objects.create(
        tournament=tournament,
        divisions=list(keys),
        reason="few",
        author="Olive",
        merged_at=timezone.now(),
        undone_at=timezone.now() if undone else None,
    )


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"band_width": 10, "last_age": 80}, ["50–59", "60–69", "70–79", "80 and older"]),
        ({"band_width": 0}, ["Open"]),
        ({"band_width": 0, "by_gender": True}, ["Women", "Men"]),
        (
            {"band_width": 20, "last_age": 70, "by_gender": True},
            ["Women 50–69", "Women 70 and older", "Men 50–69", "Men 70 and older"],
        ),
        ({"band_width": 1, "first_age": 89}, ["89", "90 and older"]),
        ({"division_ages": [50, 60, 75]}, ["50–59", "60–74", "75 and older"]),
        ({"division_ages": [0, 65], "band_width": 0}, ["under 65", "65 and older"]),
    ],
)
def test_divisions_follow_the_tournament_s_rules(
    rules: dict[str, object], names: list[str]
) -> None:
    divisions = divisions_of(TournamentFactory.build(**rules))
    assert [division_name(one) for one in divisions] == names


def test_combined_divisions_are_one_group_until_that_is_undone() -> None:
    tournament = TournamentFactory(band_width=10, last_age=80)
    merge(tournament, "50-59", "60-69", undone=True)
    merge(tournament, "80+", "70-79")
    merge(TournamentFactory(), "50-59", "60-69")
    groups = groups_of(tournament)
    assert [group.key for group in groups] == ["50-59", "60-69", "70-79 + 80+"]
    assert group_name(groups[-1]) == "70 and older"


def test_a_merge_of_divisions_that_there_are_no_more_means_nothing() -> None:
    tournament = TournamentFactory()
    merge(tournament, "85-89", "90+")
    tournament.band_width = 10
    assert merges_of(tournament) == ()
    assert len(groups_of(tournament)) == 5


@pytest.mark.parametrize(
    ("age_on", "born", "key"),
    [
        ("year_end", date(1941, 12, 31), "85-89"),
        ("year_end", date(1942, 1, 1), "80-84"),
        ("event", date(1941, 3, 2), "85-89"),
        ("event", date(1941, 3, 3), "80-84"),
        ("year_end", date(1926, 5, 5), "90+"),
        ("year_end", date(1977, 1, 1), ""),
    ],
)
def test_age_counts_on_the_tournament_s_day(age_on: str, born: date, key: str) -> None:
    """The tournament is on 2 March 2026."""
    entrant = EntrantFactory(tournament__age_on=age_on, born=born)
    grouped = entrants_by_group(entrant.tournament)
    assert grouped.key_of() == {entrant.pk: key}
    assert grouped.members.get(key, (entrant,)) == (entrant,)
    assert grouped.outside == ({} if key else {Outside.YOUNG: (entrant,)})


def test_who_falls_in_none_is_told_with_the_reason() -> None:
    tournament = TournamentFactory(by_gender=True)
    ann = EntrantFactory(tournament=tournament, gender="woman")
    bob = EntrantFactory(tournament=tournament, gender="man", born=None)
    cal = EntrantFactory(tournament=tournament)
    # As when the event is moved to an earlier day.
    dot = EntrantFactory(tournament=tournament, gender="woman", born=date(2026, 3, 3))
    grouped = entrants_by_group(tournament)
    assert grouped.outside == {Outside.NO_AGE: (bob, dot), Outside.NO_GENDER: (cal,)}
    assert grouped.members["women 75-79"] == (ann,)
    assert grouped.members["men 75-79"] == ()


def test_who_waits_or_has_withdrawn_is_not_counted() -> None:
    tournament = TournamentFactory(band_width=0)
    ann = EntrantFactory(tournament=tournament)
    bob = EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
    EntrantFactory(tournament=tournament, name="Cal", number=None, player=None)
    EntrantFactory()
    assert entrants_by_group(tournament).members == {"open": (ann,)}
    assert entrants_by_group(tournament, [bob, ann]).members == {"open": (bob, ann)}
    assert list(entrants_of(tournament)) == [ann, bob]


def test_it_takes_two_queries_however_many_there_are(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = TournamentFactory()
    EntrantFactory.create_batch(30, tournament=tournament)
    for keys in (("50-54", "55-59"), ("80-84", "85-89")):
        merge(tournament, *keys)
    with django_assert_num_queries(2):
        assert len(entrants_by_group(tournament).key_of()) == 30
