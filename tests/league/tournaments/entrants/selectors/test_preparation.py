"""What a tournament needs next before it begins."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Tournament
from league.tournaments.entrants.selectors.preparation import preparation_of
from tests.league.factories import EntrantFactory, TournamentFactory

pytestmark = pytest.mark.django_db


def step_of(tournament: Tournament, *, here: int = 0, absent: int = 0) -> str:
    for checked_in_at in [timezone.now()] * here + [None] * absent:
        EntrantFactory(tournament=tournament, checked_in_at=checked_in_at)
    return preparation_of(tournament).step


@pytest.mark.parametrize(
    ("in_days", "here", "absent", "step"),
    [
        (0, 0, 0, "enter"),
        (7, 0, 0, "enter"),
        (7, 0, 4, "rehearse"),
        (0, 0, 4, "check in"),
        (7, 1, 3, "check in"),
        (0, 2, 6, "check in"),
        (0, 1, 0, "check in"),
        (0, 4, 4, "seat"),
        (0, 4, 0, "seat"),
    ],
)
def test_the_step_follows_who_has_entered_and_come(
    in_days: int, here: int, absent: int, step: str
) -> None:
    """The bug it would catch: with two of thirty here, the main button seated these two."""
    day = timezone.localdate() + timedelta(days=in_days)
    assert step_of(TournamentFactory(date=day), here=here, absent=absent) == step


def test_who_asked_to_enter_is_answered_before_anybody_comes() -> None:
    tournament = TournamentFactory(date=timezone.localdate())
    EntrantFactory(tournament=tournament, number=None, name="Zoe")
    assert step_of(tournament, absent=3) == "answer"
    assert step_of(tournament, here=1) == "check in"


def test_who_withdrew_is_not_waited_for() -> None:
    tournament = TournamentFactory(date=timezone.localdate())
    EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
    assert step_of(tournament, here=2) == "seat"
    assert preparation_of(tournament).words.startswith("All are here.")
