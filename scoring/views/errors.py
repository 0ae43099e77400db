"""Pages for what goes wrong: a stale form, a page that is not there, a server in trouble."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

logger = logging.getLogger(__name__)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form was too old to be taken, and how to go on without losing what was typed."""
    return render(request, "scoring/csrf_failure.html", {"reason": reason}, status=403)


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
        response = render(request, "503.html", {"trouble": True}, status=503)
        response["Retry-After"] = "10"
        return response
