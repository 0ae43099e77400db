"""Queries that are compiled once, and asked with another value each time."""

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from scoring.models import Game
from scoring.sheets.services.entries import game_lock
from scoring.web.compiled_queries import CompiledQuery
from tests.factories import ClubFactory, make_game

pytestmark = pytest.mark.django_db
GAMES_OF_CLUB = CompiledQuery(
    lambda club: Game.objects.filter(club=club, totals_only=False).select_related("club")
)


def test_each_value_gets_its_own_rows_as_they_are_now() -> None:
    club, other_club = ClubFactory(), ClubFactory()
    here, elsewhere = make_game(club), make_game(other_club)
    assert GAMES_OF_CLUB.rows(club.pk) == [here]
    assert GAMES_OF_CLUB.rows(other_club.pk) == [elsewhere]
    newer = make_game(club)
    Game.objects.filter(pk=here.pk).update(table_number=7)
    rows = GAMES_OF_CLUB.rows(club.pk)
    assert rows == [newer, here]
    assert (rows[1].table_number, rows[1].club.name) == (7, club.name)


@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**30])
def test_a_value_that_no_row_has_gives_none(number: int) -> None:
    make_game(ClubFactory())
    assert GAMES_OF_CLUB.first(number) is None


@pytest.mark.django_db(transaction=True)
def test_a_row_is_locked_in_a_transaction_alone() -> None:
    game = make_game(ClubFactory())
    with transaction.atomic():
        assert game_lock(game) == game
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            game_lock(game)
