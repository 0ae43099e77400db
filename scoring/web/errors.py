"""Pages for what goes wrong: a stale form, a page that is not there, a server in trouble."""

import errno
import logging
import sys
from collections.abc import Callable

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, OperationalError
from django.db.transaction import TransactionManagementError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _

from scoring.quotas import QuotaReached

from .pages import RETRY_AFTER, path_without_keys
from .request_ids import request_id

logger = logging.getLogger(__name__)
# Malformed, and not a database; and PostgreSQL's class of errors for damaged rows and indexes.
SQLITE_DAMAGE = (11, 26)
PG_DAMAGE = "XX"
# PostgreSQL may be read, and not written: so hosts set it whose disk is nearly full.
PG_READ_ONLY = "25006"
# What a file says that cannot be written, such as an upload's or the cache's: the disk is full, or
# somebody's part of it is, or it went read-only.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
# What Django raises in the place of what the database said.
IN_PLACE_OF_ANOTHER = (TransactionManagementError, UpdateError, SessionInterrupted)
# A statement that makes no sense to the database: a fault of ours, and no trouble of the disk's.
SQLITE_STATEMENT = 1


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form was too old to be taken, and how to go on without losing what was typed."""
    return render(request, "scoring/csrf_failure.html", {"reason": reason}, status=403)


def trouble(request: HttpRequest) -> HttpResponse:
    """Say that the database cannot be used, and that it can be tried again.

    In a sentence for a part of a page or for a script that asked, else as a page.
    """
    response: HttpResponse
    if "HX-Request" in request.headers:
        response = render(request, "_notice.html", {"kind": "error", "text": cannot_save()})
    elif request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response = JsonResponse({"saved": False, "message": cannot_save()})
    else:
        typed = request.method not in ("GET", "HEAD")
        response = render(request, "503.html", {"trouble": True, "typed": typed})
    response.status_code = 503
    response["Retry-After"] = RETRY_AFTER
    # Said by write_down(); Django would say it again, with a traceback where no view was reached.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def too_much(request: HttpRequest, reached: QuotaReached) -> HttpResponse:
    """Say that there are as many of these as anybody may write, and what can be done."""
    if "HX-Request" in request.headers:
        content = {"kind": "error", "text": reached.message}
        response = render(request, "_notice.html", content, status=429)
    else:
        response = render(request, "429.html", {"text": reached.message}, status=429)
    response["Retry-After"] = str(reached.wait_seconds or RETRY_AFTER)
    return response


def cannot_save() -> str:
    """What is said where there is room for a few words."""
    return _("The club's server cannot save just now. Wait a moment and try again.")


def cannot_be_used(error: BaseException | None) -> bool:
    """Whether it is the database or the disk that failed: locked, full, unreachable, or damaged."""
    if isinstance(error, IN_PLACE_OF_ANOTHER):
        return cannot_be_used(error.__cause__ or error.__context__)
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if isinstance(error, OperationalError):
        return True
    if not isinstance(error, DatabaseError):
        return False
    sqlstate = getattr(error.__cause__, "sqlstate", "") or ""
    return (
        sqlite_code(error) in SQLITE_DAMAGE
        or sqlstate.startswith(PG_DAMAGE)
        or sqlstate == PG_READ_ONLY
    )


def sqlite_code(error: BaseException) -> int:
    """SQLite's number for what went wrong; 0 where it was not SQLite, or gave none."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF


def write_down(where: str, request: HttpRequest, error: BaseException) -> None:
    """Log that the database failed: in one line, with what it said.

    Tablets try again and again while a disk is full. A traceback for each of them would fill the
    log in minutes, and tells nothing: the trouble is where the database lies. Only a statement that
    the database does not understand is a fault in the code, and says where it stands.
    """
    ours = error if sqlite_code(error) == SQLITE_STATEMENT else None
    reason = str(error).partition("\n")[0]
    path = path_without_keys(request)
    logger.error("The database failed %s %s: %s", where, path, reason, exc_info=ours)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read, such as a form in a character set that no browser sends.

    Nothing looks at the form here: Django's own page for this checks the form's token first, which
    reads the form again, fails again, and makes a 500 of it. Django also comes here where a session
    could not be saved.
    """
    if cannot_be_used(exception):
        write_down("around", request, exception)
        return trouble(request)
    return HttpResponse(loader.get_template("400.html").render(), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what no view has caught: a session that could not be written, a fault of ours."""
    error = sys.exc_info()[1]
    if error is not None and cannot_be_used(error):
        write_down("around", request, error)
        return trouble(request)
    page = loader.get_template("500.html").render({"number": request_id()})
    return HttpResponseServerError(page)


def database_trouble(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Answer an error in which the database could not read or write; None for any other one."""
    if not cannot_be_used(error):
        return None
    write_down("at", request, error)
    return trouble(request)


class DatabaseTroubleMiddleware:
    """Turn a locked, full or unreachable database into a page that says so.

    Every write is one transaction, so nothing is half-written when this page is shown.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on what goes well."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 with a sentence where the database could not read or write.

        And 429 for what is over a quota, where the view has no place of its own for that.
        """
        if isinstance(error, QuotaReached):
            return too_much(request, error)
        return database_trouble(request, error)
