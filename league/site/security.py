"""What the site tells browsers to keep to, and what it tells its keeper of those it refused."""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"
# Nothing inline and nothing from elsewhere; data: only for pictures, such as a QR code.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# The engine's worker keeps to what its own script came with. It alone may run WebAssembly, and text
# as a script no more than the pages may; it shows nothing, and fetches from here.
ENGINE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ENGINE_WORKER = re.compile(r"/scoring/engine-worker(\.[0-9a-f]{12})?\.js$")
# No page asks for any of these; a script that got in by a gap is not to either.
PERMISSIONS = ", ".join(
    (
        "accelerometer=()",
        "camera=()",
        "display-capture=()",
        "geolocation=()",
        "gyroscope=()",
        "magnetometer=()",
        "microphone=()",
        "midi=()",
        "payment=()",
        "usb=()",
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
    )
)


class ContentSecurityPolicyMiddleware:
    """Add the policies to each answer that brings none of its own.

    An answer that nothing has changed gets none: what the browser kept came with its policy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.NOT_MODIFIED:
            response.headers.setdefault(HEADER, POLICY)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


def policy_of_file(headers: Headers, path: str, url: str) -> None:
    """Give the engine's worker its policy, among the headers of a static file."""
    if ENGINE_WORKER.search(url):
        headers[HEADER] = ENGINE_POLICY


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
