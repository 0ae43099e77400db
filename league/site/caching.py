"""Caching: nobody may keep an answer unless its view says so."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

NOT_KEPT = "private, no-store"


class NotKeptMiddleware:
    """Tell browsers and whatever stands between to keep no answer that does not say how long.

    Nearly every page names people, also in its head, and a hall's devices are shared: what is kept
    would be there for the next who taps "back". What is the same for everybody says so by itself
    (`Cache-Control: public`). A service worker keeps pages in its own store, which this leaves
    alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views, inside of what hands out static files."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header if the answer has none."""
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", NOT_KEPT)
        return response
