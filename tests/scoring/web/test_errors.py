"""Pages for what goes wrong: each says what happened and what to do."""

import errno
import sqlite3
from unittest.mock import patch

import pytest
from django.db import InternalError, OperationalError
from django.db.transaction import TransactionManagementError
from django.test import Client
from psycopg import errors

from league.site.logs import OneLine
from scoring.models import Game
from tests.litany import CANNOT_ANSWER, NOTHING_HERE, READS, WRITES, ClientOf, database_refuses
from tests.page import Page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/",
        "/games/a b/",
        "/games/é/",
        "/games/x/round/one/",
        "/games/x/round/-1/",
    ],
)
def test_an_address_that_is_none(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert NOTHING_HERE in Page(answer).text
    assert "Then sign in first." in Page(answer).text


def test_a_number_that_no_computer_reads_is_no_address(client_of: ClientOf, game: Game) -> None:
    client = client_of("organizer")
    for path in (f"/games/{game.code}/round/{'9' * 5000}/", f"/tablets/{'9' * 5000}/unpair/"):
        assert client.post(path).status_code == 404


@pytest.mark.parametrize("who", ["organizer", "tablet", "nobody"])
def test_no_page_needs_the_database_to_say_that_it_is_gone(
    client_of: ClientOf, game: Game, who: str
) -> None:
    client = client_of(who)
    with database_refuses(*READS, *WRITES):
        answer = client.get(f"/games/{game.code}/")
    page = Page(answer)
    assert answer.status_code == 503
    # Who only reads has typed nothing, and has nothing to press.
    assert CANNOT_ANSWER in page.text
    assert "typed" not in page.text
    assert "its disk may be full, or its database does not answer" in page.text
    assert answer["Retry-After"] == "10"


def test_an_address_that_is_none_needs_no_database(client_of: ClientOf) -> None:
    client = client_of("organizer")
    with database_refuses(*READS, *WRITES):
        answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert NOTHING_HERE in Page(answer).text


def test_what_nobody_foresaw_has_a_page_of_its_own(client_of: ClientOf, game: Game) -> None:
    client = client_of("tablet")
    client.raise_request_exception = False
    with patch(
        "scoring.sheets.views.sheets.sheet_of", side_effect=RuntimeError("nobody foresaw this")
    ):
        answer = client.get(f"/games/{game.code}/")
    page = Page(answer)
    assert answer.status_code == 500
    assert "Nothing was half-saved." in page.text
    assert "nobody foresaw this" not in answer.content.decode()


def test_a_form_in_another_character_set_is_refused(game: Game) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    answer = client.post(f"/games/{game.code}/finish/", b"key=x", kind)
    assert answer.status_code == 400
    assert "did not understand" in Page(answer).text


def logged(client: Client, path: str, error: Exception, log: pytest.LogCaptureFixture) -> str:
    """Return what whoever keeps the server reads after that error, as the site's log writes it."""
    with patch("scoring.sheets.views.sheets.sheet_of", side_effect=error):
        assert client.get(path).status_code == 503
    return "\n".join(OneLine().format(record) for record in log.records)


def test_a_failing_database_is_one_line_in_the_log(
    client_of: ClientOf, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty tablets that retry on a full disk fill the log otherwise, a traceback each."""
    full = OperationalError("could not extend file\nHINT: Check free disk space.")
    text = logged(client_of("tablet"), f"/watch/{game.watch_key}/", full, caplog)
    assert "\n" not in text
    # Whoever reads the log is not to watch by it.
    assert text.endswith("The database failed at /watch/…/: could not extend file")


def because(error: Exception, cause: Exception) -> Exception:
    """Return an error as Django raises it for another one."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        # An upload, a used code in the cache: what is written beside the database.
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
        # So a host of databases sets one whose disk is nearly full.
        because(InternalError("cannot execute INSERT"), errors.ReadOnlySqlTransaction()),
        # Somebody caught the error of a statement, and went on within its transaction.
        because(TransactionManagementError("Until the end"), OperationalError("disk is full")),
    ],
)
def test_whatever_says_that_nothing_can_be_saved_is_said_so(
    client_of: ClientOf, game: Game, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    assert "\n" not in logged(client_of("tablet"), f"/games/{game.code}/", error, caplog)


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(errno.ENOENT, "No such file"),
        because(InternalError("is aborted"), errors.InFailedSqlTransaction()),
        TransactionManagementError("Until the end"),
    ],
)
def test_a_fault_of_ours_is_no_trouble_of_the_disk(
    client_of: ClientOf, game: Game, error: Exception
) -> None:
    client = client_of("tablet")
    client.raise_request_exception = False
    with patch("scoring.sheets.views.sheets.sheet_of", side_effect=error):
        assert client.get(f"/games/{game.code}/").status_code == 500


def test_a_statement_that_makes_no_sense_says_where_it_stands(
    client_of: ClientOf, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    cause = sqlite3.OperationalError("no such column: x")
    cause.sqlite_errorcode = sqlite3.SQLITE_ERROR
    ours = OperationalError("no such column: x")
    ours.__cause__ = cause
    assert "Traceback" in logged(client_of("tablet"), f"/games/{game.code}/", ours, caplog)


def test_only_a_paired_tablet_is_called_a_tablet(client_of: ClientOf, game: Game) -> None:
    """An organizer's own laptop is no tablet, and a page of the club keeps nothing for later."""
    laptop = client_of("organizer").get("/people/").content.decode()
    assert "nothing is saved from it until the server is back" in laptop
    assert "this tablet" not in laptop
    sheet = f"/games/{game.code}/"
    assert "Saved on this device:" in client_of("organizer").get(sheet).content.decode()
    assert "Saved on this tablet:" in client_of("tablet").get(sheet).content.decode()
