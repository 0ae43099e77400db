"""Which game days no season has, and what is said of them."""

import datetime

import pytest
from django.utils import timezone

from league.days.selectors.unassigned import days_outside
from scoring.models import Club
from tests.league.factories import GameDayFactory, SeasonFactory

pytestmark = pytest.mark.django_db


def said(club: Club, *dates: str, **fields: object) -> str:
    days = [
        GameDayFactory(club=club, date=datetime.date.fromisoformat(date), **fields)
        for date in dates
    ]
    return days_outside(club, days)


def test_a_club_without_a_season_keeps_no_leaderboard(club: Club) -> None:
    SeasonFactory()
    assert said(club, "2026-03-02") == ""


def test_the_first_and_the_last_day_are_in_the_season(club: Club) -> None:
    SeasonFactory(club=club)
    assert said(club, "2026-01-01", "2026-12-31") == ""
    assert said(club, "2027-01-01").startswith("Jan. 1, 2027 is in no season")


def test_the_season_that_is_nearest_is_to_last_longer(club: Club) -> None:
    SeasonFactory(club=club)
    assert said(club, "2026-12-28", "2027-01-11", "2027-01-04") == (
        "2 game days from Jan. 4, 2027 to Jan. 11, 2027 are in no season, so their games count for "
        "no leaderboard. Let 2026 last until Jan. 11, 2027, or open another season."
    )
    assert "Let 2026 begin on Dec. 29, 2025, or open another season." in said(club, "2025-12-29")


def test_a_closed_season_stays_and_a_next_one_is_not_run_over(club: Club) -> None:
    SeasonFactory(club=club, closed_at=timezone.now())
    assert said(club, "2027-01-04").endswith("Open a season that has such days.")
    SeasonFactory(club=club, name="2027", first="2027-01-11", last="2027-06-30")
    assert "Let 2027 begin on Jan. 4, 2027" in said(club, "2027-01-04")
    assert said(club, "2027-01-04", "2027-07-05").endswith("Open a season that has such days.")


def test_a_closed_season_counts_no_day_that_comes_to_it_later(club: Club) -> None:
    season = SeasonFactory(club=club, closed_at=timezone.now())
    season.boards.create(date="2026-03-02")
    assert said(club, "2026-03-02", "2027-01-04").startswith("Jan. 4, 2027 is in no season")
    assert said(club, "2026-03-02", "2026-03-09") == (
        "2026 is closed, so games of March 9, 2026 do not count for it. "
        "To let them count, open the season again."
    )
    assert "games of 2 game days from March 9, 2026 to March 16, 2026 do not" in said(
        club, "2026-03-16", "2026-03-09"
    )
    assert said(club, "2026-03-09", counts=False) == ""


def test_what_does_not_count_misses_no_season(club: Club) -> None:
    SeasonFactory(club=club)
    assert said(club, "2027-01-04", counts=False) == ""
    assert said(club, "2027-01-04", cancelled_at=timezone.now()) == ""
