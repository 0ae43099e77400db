"""Boards and records are there before somebody looks, for the clubs in which something was done."""

from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from league.models import Board, RecordBook, Season
from league.seasons.services import ahead
from league.seasons.services.ahead import derive_ahead, newest_line
from scoring.log.models import LogEntry
from scoring.models import Club
from tests.factories import ClubFactory
from tests.league.factories import GameDayFactory, SeasonFactory, day_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club: Club) -> Season:
    season: Season = SeasonFactory(club=club)
    day_game(GameDayFactory(club=club), {"Ann": (0, 10), "Bob": (20, 0)})
    return season


def log(club: Club | None, outcome: str = "done") -> None:
    now = timezone.now()
    LogEntry.objects.create(moment=now, club=club, what="scoring:round-record", outcome=outcome)


def test_after_a_deed_the_board_and_the_records_are_there(club: Club, season: Season) -> None:
    log(club)
    log(None)
    assert derive_ahead() == newest_line()
    assert [line.player.name for line in season.boards.get().standings.all()] == ["Ann", "Bob"]
    assert RecordBook.objects.get().season == season


def test_many_deeds_are_derived_once_and_none_again(
    club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived: list[dict[str, Season]] = []
    monkeypatch.setattr(ahead, "board_refresh", lambda **given: derived.append(given))
    for _deed in range(3):
        log(club)
    line = derive_ahead(after=0)
    assert derived == [{"season": season}]
    assert derive_ahead(after=line) == line
    assert derived == [{"season": season}]


def test_neither_refusals_nor_other_clubs_nor_closed_seasons_are_derived(
    club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    SeasonFactory(club=club, name="2025", closed_at="2026-01-01T00:00Z")
    log(ClubFactory())
    log(club, "refused")
    asked: list[Any] = []
    monkeypatch.setattr(ahead, "board_refresh", lambda season: asked.append(season.name))
    derive_ahead()
    assert asked == []
    assert not Board.objects.exists()
    log(club)
    derive_ahead()
    assert asked == ["2026"]


def test_a_season_that_cannot_be_derived_keeps_no_other_from_it(
    club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SeasonFactory(club=club, name="2027", first="2027-01-01", last="2027-12-31")
    asked = []

    def refresh(*, season: Season) -> None:
        asked.append(season)
        if season == broken:
            raise DatabaseError("disk I/O error")

    monkeypatch.setattr(ahead, "board_refresh", refresh)
    log(club)
    derive_ahead()
    assert {*asked} == {season, broken}
