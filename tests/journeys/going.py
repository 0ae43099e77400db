"""The journeys, one after the other, each in a club that is taken back."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.test import override_settings
from django.utils import translation

from tests.confirming import confirmed_for_long
from tests.factories import ClubFactory

from . import game_day, scoring, tournament
from .walker import Reader, Walker

JOURNEYS: Final[tuple[Callable[[Walker], None], ...]] = (
    scoring.walk,
    game_day.walk,
    tournament.walk,
    game_day.walk_club,
    scoring.walk_offline,
)


def go(language: str) -> list[str]:
    """Return what the journeys read in a language, line by line."""
    reader = Reader()
    for journey in JOURNEYS:
        with (
            override_settings(MAIL_GOES=True),
            confirmed_for_long(),
            translation.override(language),
            transaction.atomic(),
        ):
            club = ClubFactory(name="Hillside Dominoes", language=language)
            journey(Walker(language, club, reader))
            transaction.set_rollback(True)
    return reader.lines
