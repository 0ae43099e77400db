"""Counting what is answered, and answering monitors where nothing else can be."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from . import figures, views
from .access import may_monitor


class MonitoringMiddleware:
    """Count and time each request, and let a monitor be answered before the database is needed.

    It stands outside of what answers 503 in the site's place while the database cannot be used.
    Whoever may not monitor goes on to the views, and finds nothing there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the site."""
        self.get_response = get_response
        self._views = {
            reverse("league:health"): views.health,
            reverse("league:metrics"): views.metrics,
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a monitor, or count the site's answer."""
        view = self._views.get(request.path_info)
        if view and may_monitor(request):
            return view(request)
        begun = time.perf_counter()
        response = self.get_response(request)
        figures.count(request, response, time.perf_counter() - begun)
        return response
