"""Pages for what goes wrong: a stale form, a page that is not there, a server in trouble."""

import logging
import sys
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from .common import RETRY_AFTER

logger = logging.getLogger(__name__)


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
        response = render(request, "503.html", {"trouble": True})
    response.status_code = 503
    response["Retry-After"] = RETRY_AFTER
    return response


def cannot_save() -> str:
    """What is said where there is room for a few words."""
    return _("The club's server cannot save just now. Wait a moment and try again.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what no view has caught: a session that could not be written, a fault of ours."""
    if isinstance(error := sys.exc_info()[1], OperationalError):
        logger.error("The database failed around %s", request.path, exc_info=error)
        return trouble(request)
    return defaults.server_error(request)


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
        """Answer 503 with a sentence where the database could not read or write."""
        if not isinstance(error, OperationalError):
            return None
        logger.error("The database failed at %s", request.path, exc_info=error)
        return trouble(request)
