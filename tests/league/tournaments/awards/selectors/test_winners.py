"""Who won, on screens for a television."""

from fractions import Fraction

import pytest
from django.utils import timezone

from league.models import Entrant, Stage, Tournament
from league.tournaments.awards.selectors.winners import end_screens
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.screens import MedalLine, Podium, podium_screens
from scoring.models import Club
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.played import close, enter, table_played

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(club: Club) -> Tournament:
    """Ann, Bob, Cal and Dot of one division at one table, with 10, 20, 20 and 40."""
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament)
    table_played(stage, enter(tournament, 4, born="1950-05-05"), (10, 20, 20, 40))
    close(stage)
    return tournament


def champions(tournament: Tournament) -> list[tuple[str, str]]:
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=tournament.pk))).winners
    assert screen.champion is not None
    return [(line.name, line.what) for line in screen.champion.lines]


def test_one_division_has_its_medals_beside_the_winner(final: Tournament) -> None:
    assert champions(final) == [("Ann", "gold"), ("Bob", "silver"), ("Cal", "silver")]
    Tournament.objects.update(medals=False)
    assert champions(final) == [("Ann", ""), ("Bob", ""), ("Cal", "")]


def test_nobody_has_won_before_the_end_or_where_it_is_cancelled(final: Tournament) -> None:
    Tournament.objects.update(cancelled_at=timezone.now())
    assert end_screens(loaded(Tournament.objects.get(pk=final.pk))).winners == ()
    Tournament.objects.update(cancelled_at=None, ended_at=None)
    assert end_screens(loaded(Tournament.objects.get(pk=final.pk))).winners == ()


def test_all_places_come_after_who_won(final: Tournament) -> None:
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=final.pk))).places
    ((podium,),) = screen.podiums
    lines = [(line.place, line.name, line.what) for line in podium.lines]
    assert lines == [(1, "Ann", ""), (2, "Bob", ""), (2, "Cal", ""), (4, "Dot", "")]
    Tournament.objects.update(medals_held=True)
    assert end_screens(loaded(Tournament.objects.get(pk=final.pk))).places == ()


def test_a_visitor_who_wins_no_medal_is_first_on_another_screen(final: Tournament) -> None:
    Entrant.objects.filter(name="Ann").update(visitor=True)
    Tournament.objects.update(visitors_win=False)
    medals, first = end_screens(loaded(Tournament.objects.get(pk=final.pk))).winners
    assert first.champion is not None
    assert [line.name for line in first.champion.lines] == ["Ann", "Bob", "Cal"]
    ((podium,),) = medals.podiums
    assert [(line.name, line.what) for line in podium.lines][:2] == [
        ("Bob", "gold"),
        ("Cal", "gold"),
    ]


def test_who_was_disqualified_is_not_called_the_winner(final: Tournament) -> None:
    Entrant.objects.filter(name="Ann").update(
        withdrawn_at=timezone.now(), withdrawn_how="disqualified", keeps_place=True
    )
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=final.pk))).winners
    assert screen.champion is None


def test_divisions_that_end_apart_have_no_winner_of_all(final: Tournament) -> None:
    Stage.objects.update(by_division=True)
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=final.pk))).winners
    assert screen.champion is None
    assert [podium.name for column in screen.podiums for podium in column] == ["75–79"]


def podium(number: int, people: int = 3) -> Podium:
    return Podium(f"Division {number}", tuple(MedalLine("Ann", at) for at in range(people)))


def test_few_divisions_have_large_letters_and_many_turn() -> None:
    for number, layout, pages in (
        (1, "of-1", 1),
        (3, "of-2", 1),
        (9, "of-3", 1),
        (14, "of-3", 2),
    ):
        screens = podium_screens([podium(at) for at in range(number)])
        assert {screen.layout for screen in screens} == {f"medals {layout}"}
        assert len(screens) == pages
        shown = [part.name for screen in screens for column in screen.podiums for part in column]
        assert shown == [f"Division {at}" for at in range(number)]


def test_a_medal_that_very_many_share_is_cut_in_no_line() -> None:
    (screen,) = podium_screens([podium(1, 25)])
    lines = [len(part.lines) for column in screen.podiums for part in column]
    assert (sum(lines), max(lines)) == (25, 9)


def test_points_of_different_stages_do_not_stand_beside_each_other() -> None:
    lines = tuple(MedalLine("Ann", at, points=Fraction(9), stage=2) for at in (1, 2))
    assert Podium("", lines).comparable
    assert not Podium("", (*lines, MedalLine("Cal", 3, points=Fraction(4), stage=1))).comparable
