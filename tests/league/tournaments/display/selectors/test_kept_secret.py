"""While the medals are secret, no page for everybody says a result of the last stage."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Parting, Tournament
from league.tournaments.directing.services.partings import parting_record
from league.tournaments.directing.services.running import medals_hold
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.directing.services.test_seat_changes import person
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)
from tests.page import Page

pytestmark = pytest.mark.django_db
SECRET = "The result is shown when the director says so."
FINAL = {"name": "Final", "size": 3, "least": 2, "most": 4, "seating": "snake"}
ABOUT = {"public": True, "band_width": 0, "medals": True, "tie_breaks": ["play_off"]}


def read(tournament: Tournament, *, own: str) -> dict[str, str]:
    """What everybody reads on each page, and on somebody's own one."""
    own_page = reverse("league:place-why", args=[tournament.pk, person(tournament, own).pk])
    names = ("bracket", "places", "table-list", "television")
    pages = {name: reverse(f"league:{name}", args=[tournament.pk]) for name in names}
    return {
        name: Page(Client().get(address)).text
        for name, address in {**pages, "own": own_page}.items()
    }


def test_a_final_that_is_typed_in_is_told_nobody_before_the_director_says_so(club: Club) -> None:
    tournament = tournament_of(club, 8, WINNERS, FINAL, **ABOUT)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    medals_hold(tournament=tournament, author=ANN, hold=True)
    finalists = [person(tournament, name).pk for name in ("Ann", "Bob")]
    type_in(tournament, table(tournament, 1, 2), 777, 777)
    parting_record(
        tournament=tournament,
        stage=tournament.stages.get(number=2),
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=finalists,
        points=dict(zip(finalists, (555, 666), strict=True)),
    )
    for ended in (False, True):
        if ended:
            close(tournament, 2)
        pages = read(tournament, own="Ann")
        for name, text in pages.items():
            for word in ("777", "555", "won the play-off", "Gold", "in this stage, with 777"):
                assert word not in text, (name, word)
        assert all(SECRET in pages[name] for name in ("bracket", "own"))
        # Who plays where is said, and what happened before.
        assert "Table 1" in pages["bracket"]
        assert "with 11" in pages["own"]
    medals_hold(tournament=tournament, author=ANN, hold=False)
    pages = read(tournament, own="Ann")
    assert all("777" in pages[name] for name in ("bracket", "own"))
    assert SECRET not in "".join(pages.values())


def test_of_an_elimination_the_newest_games_are_secret(club: Club) -> None:
    """Who plays the final won the game before; who won the final is shown later."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2, "onward": "nobody"}
    tournament = tournament_of(club, 4, pairs, **ABOUT)
    begin(tournament)
    medals_hold(tournament=tournament, author=ANN, hold=True)
    play_all(tournament)
    assert "wins" not in read(tournament, own="Ann")["bracket"]
    seat(tournament, 2)
    type_in(tournament, table(tournament, 1, game=2), 888, 999)
    before = read(tournament, own="Ann")
    assert not any(number in text for text in before.values() for number in ("888", "999"))
    assert SECRET in before["television"]
    close(tournament)
    after = read(tournament, own="Ann")
    assert not any(number in text for text in after.values() for number in ("888", "999"))
    # Directors read all of it.
    assert now(tournament).courses[tournament.stages.get().pk].lines


@pytest.mark.parametrize("typed", [1, 2])
def test_a_last_stage_of_several_games_has_no_standing(club: Club, typed: int) -> None:
    games = {"size": 4, "rounds": 2, "onward": "nobody"}
    tournament = tournament_of(club, 8, games, **ABOUT)
    begin(tournament)
    medals_hold(tournament=tournament, author=ANN, hold=True)
    for game in range(1, typed + 1):
        if game > 1:
            seat(tournament, game)
        for number in (1, 2):
            type_in(tournament, table(tournament, number, game=game), 701, 702, 703, 704)
    text = " ".join(read(tournament, own="Ann").values())
    assert SECRET in text
    assert not any(str(number) in text for number in (701, 702, 703, 704, 1402, 1404))
