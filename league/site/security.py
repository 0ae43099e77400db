"""What the site tells browsers to keep to, and what it tells its keeper of those it refused."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"
# Nothing inline and nothing from elsewhere; data: only for pictures, such as a QR code.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class ContentSecurityPolicyMiddleware:
    """Add the policy to each answer that brings none of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault(HEADER, POLICY)
        return response


class PlainRefusals(logging.Filter):
    """Tell of a page asked for under a wrong name in one line that says what can be done."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.security.DisallowedHost":
            told = record.getMessage().partition(". You may")[0]
            record.msg = (
                "A page was asked for under a name that is not this site's. If the name is yours, "
                "put it into SITE_ADDRESSES. %s"
            )
            record.args = (told,)
            record.exc_info = record.exc_text = None
        return True
