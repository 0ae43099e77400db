"""Two devices write at the same moment, on the real database: one after the other, never an error.

Each thread has its own connection, and they start together.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.accounts.services.people import member_remove
from scoring.models import Club, Game, Membership, Player, SheetEntry, Tablet
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.rounds import entry_undo, round_record
from scoring.tablets.pairing.services import code_make, tablet_pair
from tests.factories import ANN, MembershipFactory, new_key, play, report_of, totals
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = (12, 0, 45, 9)
OTHERS = (12, 0, 54, 9)


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """What came of each deed, or the refusal; any other error fails the test."""
    together = threading.Barrier(len(deeds), timeout=PATIENCE)

    def run(deed: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            together.wait()
            return deed()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def record(game: Game, points: tuple[int, ...], key: str = "") -> Callable[[], Any]:
    report = report_of(sheet_of(game), points, round_number=1)
    return lambda: round_record(
        game=game, author=ANN, key=key or new_key(), round_number=1, report=report
    )


@pytest.mark.parametrize("time", range(3))
def test_the_same_round_from_three_tablets_is_one_round(game: Game, time: int) -> None:
    done = at_once(*(record(game, POINTS) for _tablet in range(3)))
    assert sorted(one.outcome for one in done) == ["recorded", "same", "same"]
    assert len({one.entry.pk for one in done}) == 1
    assert totals(game) == list(POINTS)


@pytest.mark.parametrize("time", range(3))
def test_one_sending_that_arrives_twice_is_one_round(game: Game, time: int) -> None:
    done = at_once(record(game, POINTS, key="k"), record(game, POINTS, key="k"))
    assert sorted(one.outcome for one in done) == ["already", "recorded"]
    assert game.entries.count() == 1


@pytest.mark.parametrize("time", range(3))
def test_two_different_rounds_are_one_contest(game: Game, time: int) -> None:
    done = at_once(record(game, POINTS), record(game, OTHERS))
    assert sorted(one.outcome for one in done) == ["contest", "recorded"]
    sheet = sheet_of(game)
    assert len(sheet.rounds) == len(sheet.contests) == 1
    assert [seat.total for seat in sheet.seats] in (list(POINTS), list(OTHERS))
    assert [entry.number for entry in sheet.entries] == [1, 2]
    assert all(entry.results.count() == 4 for entry in sheet.entries)


def test_two_undo_one_entry(game: Game) -> None:
    play(game, *POINTS)
    last = play(game, 1, 0, 2, 3).entry.pk
    done = at_once(
        *(lambda: entry_undo(game=game, author=ANN, key=new_key(), seen=last) for _ in range(2))
    )
    assert sorted(type(one).__name__ for one in done) == ["SheetEntry", "Stale"]
    assert totals(game) == list(POINTS)


def test_two_games_with_the_same_new_people(club: Club) -> None:
    def start() -> Game:
        rules = {"base": "family", "fill": "defaults"}
        return game_start(club=club, author=ANN, names=["Una", "Vic"], set_=12, rules=rules)

    games = at_once(start, start)
    assert len({game.code for game in games}) == 2
    assert Player.objects.filter(club=club).count() == 2


@pytest.mark.parametrize("time", range(3))
def test_one_start_that_arrives_twice_is_one_game(club: Club, time: int) -> None:
    def start() -> Game:
        rules = {"base": "family", "fill": "defaults"}
        names = ["Una", "Vic"]
        return game_start(club=club, author=ANN, names=names, set_=12, rules=rules, key="k")

    one, other = at_once(start, start)
    assert one == other
    assert one.seats.count() == 2


def test_twenty_set_ups_make_one_club(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path

    def set_up(number: int) -> int:
        form = {"club": f"Club {number}", "name": "Ann", "username": f"ann{number}"}
        answer = Client().post(reverse("scoring:setup"), form | {"password": "train-station-42"})
        return answer.status_code

    statuses = at_once(*(lambda number=number: set_up(number) for number in range(20)))
    assert statuses.count(302) == 1
    assert set(statuses) <= {302, 200, 404}
    assert Club.objects.count() == Membership.objects.count() == User.objects.count() == 1


def test_one_code_pairs_one_tablet(club: Club) -> None:
    code = code_make(club=club, tablet_name="Table 4", made_by=None).code
    done = at_once(*(lambda: tablet_pair(code=code, address=None) for _ in range(2)))
    assert sorted(type(one).__name__ for one in done) == ["Refusal", "tuple"]
    assert Tablet.objects.filter(club=club).count() == 1


@pytest.mark.parametrize("time", range(3))
def test_two_organizers_cannot_remove_each_other(club: Club, time: int) -> None:
    both = [MembershipFactory(club=club) for _organizer in range(2)]
    found = [Membership.objects.get(pk=one.pk) for one in both]
    done = at_once(*(lambda one=one: member_remove(membership=one) for one in found))
    assert sum(isinstance(one, Refusal) for one in done) == 1
    assert Membership.objects.filter(club=club).count() == 1


def test_entries_are_numbered_without_a_gap(game: Game) -> None:
    for _round in range(3):
        at_once(*(record(game, (number, 0, 3, 4)) for number in range(5, 9)))
    numbers = SheetEntry.objects.filter(game=game).order_by("number")
    assert [entry.number for entry in numbers] == [1, 2, 3, 4]
