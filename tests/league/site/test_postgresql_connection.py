"""A connection to PostgreSQL is kept from page to page, with the plans of what it asks often."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import NotSupportedError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from league.site.environment import KEEPS_PLANS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept() -> Iterator[BaseDatabaseWrapper]:
    """A second connection, kept as the server keeps its own."""
    if connection.vendor != "postgresql":
        pytest.skip("it is about PostgreSQL")
    kept = connection.copy()
    kept.settings_dict["CONN_MAX_AGE"], kept.settings_dict["CONN_HEALTH_CHECKS"] = None, True
    kept.close_if_unusable_or_obsolete()
    yield kept
    kept.close()


def ask(on: BaseDatabaseWrapper, question: str, *values: Any) -> list[Any]:
    """Ask as one page does."""
    with on.cursor() as cursor:
        cursor.execute(question, values)
        return list(cursor.fetchall()) if cursor.description else []


def test_a_connection_that_the_database_ended_is_opened_anew(kept: BaseDatabaseWrapper) -> None:
    [(process,)] = ask(kept, "SELECT pg_backend_pid()")
    ask(connection, "SELECT pg_terminate_backend(%s, 60000)", process)
    kept.close_if_unusable_or_obsolete()
    [(other,)] = ask(kept, "SELECT pg_backend_pid()")
    assert other != process


def test_it_is_not_asked_whether_it_is_there(kept: BaseDatabaseWrapper) -> None:
    ask(kept, "SELECT 2")
    kept.close_if_unusable_or_obsolete()
    kept.cursor().close()
    [(last,)] = ask(
        connection,
        "SELECT query FROM pg_stat_activity WHERE pid = %s",
        kept.connection.info.backend_pid,
    )
    assert last == "SELECT 2"


def test_a_column_that_changed_is_read_by_the_next_page(kept: BaseDatabaseWrapper) -> None:
    ask(connection, "CREATE TABLE changes (name varchar(8))")
    try:
        for _page in range(KEEPS_PLANS["prepare_threshold"] + 2):
            ask(kept, "SELECT name FROM changes")
            kept.close_if_unusable_or_obsolete()
        ask(connection, "ALTER TABLE changes ALTER name TYPE varchar(9)")
        with pytest.raises(NotSupportedError, match="cached plan"):
            ask(kept, "SELECT name FROM changes")
        kept.close_if_unusable_or_obsolete()
        assert ask(kept, "SELECT name FROM changes") == []
    finally:
        ask(connection, "DROP TABLE changes")
