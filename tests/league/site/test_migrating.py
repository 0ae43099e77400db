"""Bringing a database up to this version while an older site still uses it."""

from typing import Any

import pytest
from django.db import OperationalError, connection

from league.site.management.commands import serve


class Locked(Exception):  # noqa: N818  as the driver of PostgreSQL names it
    """What PostgreSQL answers to who has waited for a table too long."""

    sqlstate = "55P03"


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[BaseException | None]:
    """What each try comes to, the last of them first."""
    outcomes: list[BaseException | None] = []

    def call_command(*_words: str, **_options: Any) -> None:
        if error := outcomes.pop():
            raise error

    monkeypatch.setattr(serve, "call_command", call_command)
    monkeypatch.setattr(serve, "LOCK_PAUSE", 0)
    monkeypatch.setattr(connection, "close", lambda: None)
    return outcomes


def locked() -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = Locked()
    return error


@pytest.mark.django_db
def test_a_step_that_would_keep_others_waiting_is_tried_anew(
    tries: list[BaseException | None],
) -> None:
    tries += [None, locked(), locked()]
    serve.migrate()
    assert tries == []
    tries += [None, OperationalError("no such table")]
    with pytest.raises(OperationalError, match="no such table"):
        serve.migrate()
    tries[:] = [locked() for _try in range(serve.LOCK_TRIES)]
    with pytest.raises(serve.ServeError, match="keeps a table of the database locked"):
        serve.migrate()
