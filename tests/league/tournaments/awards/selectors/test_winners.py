"""Who won, on screens for a television."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import timezone

from league.models import Entrant, Stage, Tournament
from league.templatetags.brackets import certificate_words
from league.tournaments.awards.selectors.medals import Medals, medals_of
from league.tournaments.awards.selectors.places import callings_of
from league.tournaments.awards.selectors.winners import end_screens, medal_screens
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


def test_before_the_end_the_medals_that_places_show_are_on_the_television(
    final: Tournament,
) -> None:
    """Bob and Cal are still level: only Ann's medal is certain."""
    Tournament.objects.update(ended_at=None)
    Stage.objects.update(closed_at=None)

    def shown() -> list[tuple[str, str]]:
        screens = medal_screens(loaded(Tournament.objects.get(pk=final.pk)))
        podiums = [podium for screen in screens for column in screen.podiums for podium in column]
        return [(line.name, line.what) for podium in podiums for line in podium.lines]

    assert shown() == [("Ann", "gold")]
    Tournament.objects.update(medals_held=True)
    assert shown() == []


def test_all_places_come_after_who_won(final: Tournament) -> None:
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=final.pk))).places
    ((podium,),) = screen.podiums
    lines = [(line.place, line.name, line.what) for line in podium.lines]
    assert lines == [(1, "Ann", ""), (2, "Bob", ""), (2, "Cal", ""), (4, "Dot", "")]
    how = {"withdrawn_at": timezone.now(), "withdrawn_how": "disqualified"}
    Entrant.objects.filter(name="Ann").update(**how, keeps_place=False)
    (screen,) = end_screens(loaded(Tournament.objects.get(pk=final.pk))).places
    ((podium,),) = screen.podiums
    assert [(line.place, line.name) for line in podium.lines][-1] == (0, "Ann")
    assert podium.lines[-1].left == "disqualified"
    Tournament.objects.update(medals_held=True)
    assert end_screens(loaded(Tournament.objects.get(pk=final.pk))).places == ()


def test_the_number_of_a_place_that_can_change_is_not_called_out(final: Tournament) -> None:
    """Somebody of an unknown division could move it, and not what is won with it."""
    snapshot = loaded(Tournament.objects.get(pk=final.pk))
    (group,) = [group for group in medals_of(snapshot).groups if group.places]
    (calling,) = callings_of(snapshot, Medals((replace(group, open_from=2),), {}))
    assert [(call.place, call.movable) for call in calling.calls] == [(2, True), (1, False)]
    assert [certificate_words(call) for call in calling.calls] == ["Silver", "Gold · first place"]


def test_a_visitor_who_wins_no_medal_is_first_on_another_screen(final: Tournament) -> None:
    def passes_over() -> list[bool]:
        snapshot = loaded(Tournament.objects.get(pk=final.pk))
        return [calling.passes_over for calling in callings_of(snapshot, medals_of(snapshot))]

    assert passes_over() == [False]
    Entrant.objects.filter(name="Ann").update(visitor=True)
    Tournament.objects.update(visitors_win=False)
    assert passes_over() == [True]
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
        (1, "across-1 line-90", 1),
        (3, "across-2 line-73", 1),
        (6, "across-3 line-49", 1),
        (9, "across-3 line-49", 1),
        (14, "across-3 line-49", 2),
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


def test_whoever_wins_the_medal_of_somebody_disqualified_keeps_the_place_of_the_list(
    final: Tournament,
) -> None:
    """Dot has place 4 and wins bronze: the awards and the television call it no place 3."""
    Entrant.objects.filter(name="Ann").update(
        withdrawn_at=timezone.now(), withdrawn_how="disqualified", keeps_place=True
    )
    snapshot = loaded(Tournament.objects.get(pk=final.pk))
    medals = medals_of(snapshot)
    (calling,) = callings_of(snapshot, medals)
    called = [(call.place, call.what) for call in calling.calls]
    assert called == [(4, "bronze"), (2, "gold")]
    (screen,) = end_screens(snapshot).winners
    ((podium,),) = screen.podiums
    assert [(line.place, line.what) for line in podium.lines] == [
        (2, "gold"),
        (2, "gold"),
        (4, "bronze"),
    ]
