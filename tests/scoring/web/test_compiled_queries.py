"""Queries that are compiled once, and asked with another value each time."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Count
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from scoring.models import Game, LogEntry, SeatResult, SheetEntry
from scoring.sheets.services.entries import game_lock
from scoring.web.compiled_queries import CompiledInsert, CompiledQuery
from tests.factories import ClubFactory, make_game, play

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 30, 15, tzinfo=UTC)
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


def test_a_row_has_what_was_worked_out_with_it() -> None:
    game = make_game(players=3)
    sizes = CompiledQuery(lambda club: Game.objects.filter(club=club).annotate(size=Count("seats")))
    (row,) = sizes.rows(game.club_id)
    assert (row, vars(row)["size"]) == (game, 3)


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


def test_rows_are_those_that_django_makes() -> None:
    game = make_game(ClubFactory())
    play(game, 0, 24, 38, 17)
    asked = SheetEntry.objects.filter(game=game).select_related("game__club", "tablet")
    compiled = CompiledQuery(
        lambda key: SheetEntry.objects.filter(game=key).select_related("game__club", "tablet")
    )
    (made,), (expected,) = compiled.rows(game.pk), asked
    for row, other in ((made, expected), (made.game, expected.game)):
        assert {**vars(row), "_state": None} == {**vars(other), "_state": None}
        assert vars(row._state).keys() == vars(other._state).keys()
        assert (row._state.db, row._state.adding) == (other._state.db, other._state.adding)
    with CaptureQueriesContext(connection) as queries:
        assert (made.game.club.name, made.tablet) == (game.club.name, expected.tablet)
    assert not queries.captured_queries


@pytest.mark.parametrize("returns_keys", [True, False])
def test_what_is_inserted_is_there_with_its_keys(
    returns_keys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on SQLite before 3.35, which returns none."""
    if not returns_keys:
        if connection.vendor == "postgresql":
            pytest.skip("PostgreSQL always returns them")
        features = type(connection.features)
        monkeypatch.setattr(features, "can_return_columns_from_insert", False)
        monkeypatch.setattr(features, "can_return_rows_from_bulk_insert", False)
    club = ClubFactory()
    lines = [
        LogEntry(club=club, moment=MOMENT, who=who, role="organizer", address=address)
        for who, address in (("Ann", "192.168.1.20"), ("Bob", None))
    ]
    CompiledInsert(LogEntry).insert(lines)
    assert [line._state.adding for line in lines] == [False, False]
    for line in lines:
        kept = LogEntry.objects.get(pk=line.pk)
        assert {**vars(kept), "_state": None} == {**vars(line), "_state": None}


def test_an_insert_that_is_refused_takes_its_transaction_back() -> None:
    game = make_game(ClubFactory())
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            CompiledInsert(SeatResult).insert([SeatResult(seat=game.seats.first(), points=None)])
        assert transaction.get_rollback()
