"""A full disk and a locked database, for real: it is said, nothing is half-written, then it works.

The litany of each view has a database that refuses; here the database itself refuses.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from scoring.accounts.access import Actor, actor_of
from scoring.models import Game, SeatResult
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import play, totals
from tests.litany import CANNOT_ANSWER, CANNOT_SAVE, ClientOf, rows
from tests.page import Page
from tests.scoring.sheets.views.typed import seat_ids, typed_round

pytestmark = pytest.mark.django_db(transaction=True)

Trouble = Callable[[], AbstractContextManager[None]]
NOW_FULL = """
CREATE OR REPLACE FUNCTION refuse_as_full() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END;
$$ LANGUAGE plpgsql
"""


def execute(sql: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone() if cursor.description else None


@contextmanager
def full_disk() -> Iterator[None]:
    """The database finds no room in the middle of a round.

    In SQLite's file a page may have room for one row more, and which rows fit there hangs on their
    random keys. So each row wants more room than any page has.
    """
    table = SeatResult._meta.db_table
    if connection.vendor == "sqlite":
        execute("CREATE TABLE large (bytes BLOB)")
        execute(
            f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} "  # noqa: S608  our own words
            "BEGIN INSERT INTO large VALUES (zeroblob(1000000)); END"
        )
        execute("VACUUM")
        (pages,) = execute("PRAGMA page_count")
        execute(f"PRAGMA max_page_count = {pages}")
        yield
        execute("PRAGMA max_page_count = 1073741823")
        execute("DROP TRIGGER full_disk")
        execute("DROP TABLE large")
    else:
        execute(NOW_FULL)
        execute(
            f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_as_full()"
        )
        yield
        execute(f"DROP TRIGGER full_disk ON {table}")


@contextmanager
def locked_database() -> Iterator[None]:
    """Somebody else writes for longer than the site waits."""
    other = connection.copy("other")
    on_sqlite = connection.vendor == "sqlite"
    waits: AbstractContextManager[Any] = nullcontext()
    if on_sqlite:
        # There the site itself waits, see league/site/sqlite/base.py.
        waits = patch.dict(connection.settings_dict["OPTIONS"], timeout=0.05)
    else:
        execute("SET lock_timeout = 50")
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if on_sqlite else "BEGIN")
            if not on_sqlite:
                cursor.execute(f"LOCK TABLE {Game._meta.db_table} IN EXCLUSIVE MODE")
        with waits:
            yield
    finally:
        other.close()
        if not on_sqlite:
            execute("RESET lock_timeout")


TROUBLES = [full_disk, locked_database]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_round_is_kept_in_its_form_and_saved_later(
    client_of: ClientOf, game: Game, trouble: Trouble
) -> None:
    client = client_of("tablet")
    url, form = (
        reverse("scoring:round-record", args=[game.code, 1]),
        typed_round(game, 12, "out", 45, 9),
    )
    with trouble():
        before = rows()
        for _time in range(2):
            answer = client.post(url, form)
            assert answer.status_code == 503
            assert answer["Retry-After"] == "10"
            page = Page(answer)
            assert (
                "could not save just now. Nothing is lost: your numbers are still" in page.trouble
            )
            assert page.fields[f"seat-{seat_ids(game)[2]}-total"] == "45"
            assert page.fields["key"] == form["key"]
        assert rows() == before
        # What is on the sheet can be read all the while.
        assert client.get(f"/games/{game.code}/").status_code == 200
    assert "Round 1 is saved." in Page(client.post(url, form, follow=True)).trouble
    assert "It counts once." in Page(client.post(url, form, follow=True)).trouble
    assert totals(game) == [12, 0, 45, 9]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_else_is_sent_is_said_not_to_be_saved(
    client_of: ClientOf, game: Game, trouble: Trouble
) -> None:
    play(game, 12, 0, 45, 9)
    client = client_of("tablet")
    ann, bob, *_ = seat_ids(game)
    url = f"/games/{game.code}/seats/swap/"
    form = {"key": "k", "one": ann, "other": bob, "points": "too"}
    with trouble():
        before = rows()
        answer = client.post(url, form)
        assert answer.status_code == 503
        assert answer["Retry-After"] == "10"
        assert CANNOT_SAVE in Page(answer).text
        # Not the swap without the rounds that are written anew with it, nor the other way round.
        assert rows() == before
    for _time in range(2):
        assert client.post(url, form).status_code == 302
    assert [seat.total for seat in sheet_of(game).seats] == [12, 0, 45, 9]
    assert [seat.id for seat in sheet_of(game).seats][:2] == [bob, ann]


def test_a_script_gets_a_sentence(client_of: ClientOf, game: Game) -> None:
    client, url = client_of("tablet"), f"/games/{game.code}/seats/leave/"
    form = {"key": "k", "seat": seat_ids(game)[0]}
    with locked_database():
        part = client.post(url, form, headers={"hx-request": "true"})
        told = client.post(url, form, headers={"accept": "application/json"})
        page = client.post(url, form, headers={"accept": "text/html,*/*;q=0.8"})
    for answer in (part, told, page):
        assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    sentence = "The club's server cannot save just now. Wait a moment and try again."
    assert told.json() == {"saved": False, "message": sentence}
    assert Page(part).trouble == f"Not done. {sentence}"
    assert "html" not in Page(part).tags
    assert CANNOT_SAVE in Page(page).text
    assert sheet_of(game).entries == ()


def refuse_updates(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    if sql.startswith("UPDATE"):
        raise OperationalError("disk is full")
    return execute(sql, params, many, context)


@pytest.mark.parametrize(
    "refused",
    [
        # Django says of a row that it could not update that the session has ended.
        # Asked for now: a test in a browser before it may have opened another connection.
        lambda: connection.execute_wrapper(refuse_updates),
        partial(patch.object, SessionStore, "save", side_effect=OperationalError("disk is full")),
    ],
)
def test_a_session_that_cannot_be_written_is_said(
    organizer: User,
    caplog: pytest.LogCaptureFixture,
    refused: Callable[[], AbstractContextManager[Any]],
) -> None:
    """It is written around the view, where no middleware of ours stands."""
    client = Client(raise_request_exception=False)
    client.force_login(organizer)
    session = client.session
    session["seen"] = "anything"
    session.save()
    with (
        refused(),
        patch("scoring.sheets.views.home.actor_of", side_effect=change_session),
    ):
        answer = client.get("/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert CANNOT_ANSWER in Page(answer).text
    assert [bool(record.exc_info) for record in caplog.records] == [False], "one line"


def change_session(request: HttpRequest) -> Actor:
    request.session["seen"] = "something else"
    return actor_of(request)
