"""A line for each request that the site's own code answers, where the log is for programs."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.site.logs import REQUESTS, without_keys
from scoring.accounts.club_rows import clubs_read
from scoring.watching.everybody import is_for_everybody
from scoring.web.pages import path_without_keys
from scoring.web.request_ids import HEADER, numbered

logger = logging.getLogger(REQUESTS)


class RequestIdMiddleware:
    """Number each request, and write a line about it where the setting LOG_FORMAT is json.

    The line names the page and the clubs by number, and nobody. An answer that caches give to
    everybody carries no number: it would be that of another one's request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the site."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        sent = request.headers.get(HEADER, "") if settings.TRUST_PROXY else ""
        begun = time.perf_counter()
        with numbered(sent) as number:
            response = self.get_response(request)
            if not is_for_everybody(request):
                response.headers[HEADER] = number
            if logger.isEnabledFor(logging.INFO):
                write_line(request, response, time.perf_counter() - begun)
        return response


def write_line(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Write what was asked, what was answered, and how long it took."""
    match = request.resolver_match
    page = match.view_name if match else ""
    path = without_keys(path_without_keys(request))
    logger.info(
        "%s %s %d",
        request.method,
        page or path,
        response.status_code,
        extra={
            "fields": {
                "method": request.method,
                "page": page,
                "path": path,
                "status": response.status_code,
                "milliseconds": round(seconds * 1000, 1),
                "clubs": sorted(clubs_read() or ()),
                "wrote": getattr(request, "wrote", False),
            }
        },
    )
