"""The one place that writes the log: around every view, so that no page can forget it."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from scoring.accounts.access import STRANGER, Actor, actor_anew, actor_of, club_told
from scoring.deeds import Deed, deed_of
from scoring.web.addresses import client_address
from scoring.web.log_within import is_logged
from scoring.web.pages import path_without_keys
from scoring.web.written import watching

from .models import LogEntry
from .services import log_write

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
# Fields in which sign-in forms ask for the account.
ACCOUNT_FIELDS = ("username", "login")


class LogMiddleware:
    """Log each request that wrote into the database, and each writing one that was refused.

    Looking, polling and checking while somebody types write nothing, so they are not logged. What
    counts as no deed, such as sessions and what is derived, is named in LOG_LEAVES_OUT.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and write down what came of it."""
        safe = request.method in SAFE
        before = STRANGER if safe else _asker(request)
        # A view may log its deed within its own transaction; see `log_within`.
        log_deed = partial(_log, request, before, LogEntry.Outcome.DONE, within=True)
        request.log_deed = log_deed  # type: ignore[attr-defined]
        with watching() as written:
            response = self.get_response(request)
        wrote = any(not table.startswith(LEAVES_OUT) for table in written.tables())
        # Counted by whoever stands further out.
        request.wrote = wrote  # type: ignore[attr-defined]
        match = request.resolver_match
        if match is None:
            return response
        if wrote and is_logged(request):
            return response
        deed = deed_of(match.view_name)
        if safe and not (wrote or deed.always):
            return response
        outcome = _outcome(response.status_code, deed, wrote=wrote, safe=safe)
        if getattr(response, "wrong_guess", False):
            outcome = LogEntry.Outcome.REFUSED
        if outcome is not None:
            account = _account(request) if deed.guess and outcome == "refused" else ""
            _log(request, before, outcome, account)
        return response


LEAVES_OUT = tuple(settings.LOG_LEAVES_OUT)


def _log(
    request: HttpRequest,
    before: Actor,
    outcome: LogEntry.Outcome,
    account: str = "",
    *,
    within: bool = False,
) -> None:
    match = request.resolver_match
    log_write(
        actor=_who(request, before),
        what=match.view_name if match else "",
        path=path_without_keys(request),
        address=client_address(request),
        outcome=outcome,
        club=club_told(request),
        user=request.user if request.user.is_authenticated else None,
        account=account,
        within=within,
    )


def _asker(request: HttpRequest) -> Actor:
    """Who sends it, before the view can change that; a stranger where nobody can say now."""
    try:
        return actor_of(request)
    except DatabaseError:
        return STRANGER


def _who(request: HttpRequest, before: Actor) -> Actor:
    """Return who did it: the person who has just signed in, or the actor before that."""
    if request.user.is_authenticated and request.user != before.user:
        return actor_anew(request)
    return actor_of(request)


def _outcome(status: int, deed: Deed, *, wrote: bool, safe: bool) -> LogEntry.Outcome | None:
    if status in (403, 404):
        return None if safe or deed.quiet else LogEntry.Outcome.REFUSED
    if safe and not wrote and 300 <= status < 400:
        return None  # the file was not given: the way led to the page that asks for the password
    if status < 400 and (wrote or deed.always):
        return LogEntry.Outcome.DONE
    if status >= 500 and wrote:
        return LogEntry.Outcome.DONE  # it failed, after something that was kept
    if deed.guess and not wrote and not safe and not 300 <= status < 400:
        return LogEntry.Outcome.REFUSED
    return None


def _account(request: HttpRequest) -> str:
    names = (request.POST.get(field, "") for field in ACCOUNT_FIELDS)
    return next((name for name in names if name), "")
