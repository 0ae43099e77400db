"""Sessions whose key may change while other requests of the same browser are running."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class SessionKeptMiddleware:
    """Take the cookie of a session away only where somebody looks at a page or sends a form.

    A page that asks every few seconds may have sent the key from before just when the session got
    a new one. To take the cookie away then, as Django does, would sign the person out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around what reads and writes sessions."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the answer on, without an empty cookie where a script has asked."""
        response = self.get_response(request)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        by_script = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
        if cookie is not None and not cookie.value and by_script:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response
