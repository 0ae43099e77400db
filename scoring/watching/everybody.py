"""Parts of public pages at an address of their own, at which all who ask are answered the same."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# In an address: this is for everybody, in that language.
ALL = "for-all"


class EverybodyMiddleware:
    """Let who asks with ALL be nobody: no cookie and no wish of the browser is read or set.

    So what is answered there follows from the address alone, and a cache may give it to all. Who is
    signed in sees there what a stranger sees. Stands outside of all that reads cookies.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around whatever reads a cookie."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as nobody would be answered, in the language that the address names."""
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        language = request.GET.get(ALL)
        if language not in dict(settings.LANGUAGES):
            return self.get_response(request)
        request.COOKIES = {}
        request.META.pop("HTTP_COOKIE", None)
        request.META["HTTP_ACCEPT_LANGUAGE"] = language
        request.is_for_everybody = True  # type: ignore[attr-defined]
        response = self.get_response(request)
        response.cookies.clear()
        # Nothing of the request but its address was read.
        response.headers.pop("Vary", None)
        return response


def is_for_everybody(request: HttpRequest) -> bool:
    """Whether the answer to this request is the same for all."""
    return getattr(request, "is_for_everybody", False)
