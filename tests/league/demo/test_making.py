"""A made-up club is one that could be: every game was possible, and nothing of it stays behind."""

from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from league.demo.public import MadeUpClub, made_up_club_make, made_up_club_remove
from league.demo.services import making
from league.models import GameDay, Standing, Tournament
from scoring.models import Club, Erasure, Game, Membership, SheetEntry
from scoring.refusals import Refusal
from scoring.sheets.selectors.many_sheets import sheets_of
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One past day is as good as six, and sooner there."""
    monkeypatch.setattr(making, "PAST_DAYS", 1)


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The club alone is made, for tests of whether there is to be one."""
    monkeypatch.setattr(making._Maker, "fill", lambda _maker: None)


def results(made_up: MadeUpClub) -> list[object]:
    """Who sat where in the games of days, and with which points."""
    games = Game.objects.filter(club=made_up.club, table_game__isnull=False).order_by("pk")
    return [
        ([seat.name for seat in sheet.seats], [cell.points for cell in line.cells.values()])
        for sheet in sheets_of(list(games))
        for line in sheet.rounds
    ]


def test_a_day_is_under_way_and_a_tournament_in_its_first_stage() -> None:
    club = made_up_club_make().club
    today = GameDay.objects.get(club=club, current_round=2, rounds=3)
    second = today.table_games.filter(seating_round=2)
    assert second.filter(game__finished_at__isnull=False).count() == 2
    running = second.get(game__finished_at=None).game
    [sheet] = sheets_of([running])
    assert len(sheet.rounds) == 3
    hands = [result.tiles for cells in sheet.results.values() for result in cells.values()]
    assert any(hands)
    tournament = Tournament.objects.get(club=club)
    stage = tournament.stages.get(opened_at__isnull=False)
    games = Game.objects.filter(stage_table__round__stage=stage)
    assert sorted(game.finished_at is None for game in games) == [False, True, True]
    assert Standing.objects.filter(board__season__club=club, place=1).exists()
    # A sheet says of a round that could not have been that it could not.
    assert not SheetEntry.objects.filter(game__club=club, details__has_key="faults").exists()


@pytest.mark.alike
def test_the_same_seed_gives_the_same_results() -> None:
    first, second, other = (made_up_club_make(seed=seed, beside=True) for seed in (4, 4, 5))
    assert results(first) == results(second) != results(other)


@pytest.mark.alike
@pytest.mark.usefixtures("empty")
def test_a_code_that_reads_like_a_word_of_the_game_is_no_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes = iter(["R4P6-U9HU-975B", "K7TM-2QVX-9WZD"])
    monkeypatch.setattr(making, "new_code", lambda *_parts: next(codes))
    assert made_up_club_make().password == "K7TM-2QVX-9WZD"


@pytest.mark.alike
@pytest.mark.usefixtures("empty")
def test_only_beside_a_club_where_that_is_said() -> None:
    ClubFactory()
    with pytest.raises(Refusal):
        made_up_club_make()
    assert Club.objects.count() == 1
    made_up_club_make(beside=True)
    assert list(Club.objects.order_by("pk").values_list("made_up", flat=True)) == [False, True]


def test_one_that_could_not_be_filled_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_values: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(making, "tournament_make", fail)
    with pytest.raises(OSError, match="No space"):
        made_up_club_make()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_removing_it_leaves_nothing_and_a_real_club_alone() -> None:
    real = Membership.objects.create(
        club=ClubFactory(), user=User.objects.create_user("olive"), role="organizer"
    )
    before = rows()
    made_up_club_remove(club=made_up_club_make(beside=True).club)
    assert rows() == before
    with pytest.raises(Refusal, match="is not made up"):
        made_up_club_remove(club=real.club)
    assert Club.objects.exists()


def rows() -> dict[str, int]:
    """How many rows each table has; but of erasures, which copies are held against."""
    models = {
        model
        for app in ("league", "scoring", "auth")
        for model in apps.get_app_config(app).get_models()
    }
    return {model._meta.label: model._base_manager.count() for model in models - {Erasure}}


@pytest.mark.alike
class TestTheCommand:
    """`manage.py demo`, as whoever has just installed the site types it."""

    def run(self, *arguments: str) -> str:
        out = StringIO()
        call_command("demo", *arguments, verbosity=0, stdout=out)
        return out.getvalue()

    @pytest.mark.usefixtures("empty")
    def test_it_says_where_to_look_and_what_to_type(self) -> None:
        words = self.run()
        user = User.objects.get()
        assert f"User name: {user.username}" in words
        password = next(line for line in words.splitlines() if "Password" in line).split()[-1]
        assert user.check_password(password)
        assert "http://localhost:8000/sign-in/" in words

    def test_it_stops_where_there_is_a_club(self) -> None:
        ClubFactory()
        with pytest.raises(CommandError, match="Add --beside"):
            self.run()
        assert Club.objects.count() == 1

    def test_it_removes_what_was_made_up_alone(self) -> None:
        real = ClubFactory()
        ClubFactory(made_up=True)
        assert "is removed" in self.run("--remove")
        assert Club.objects.get() == real
        with pytest.raises(CommandError, match="no made-up club"):
            self.run("--remove")
