"""Refusing looks at pages of a club that takes more than its share; see `club_rate.py`."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from scoring.accounts.access import actor_of
from scoring.accounts.club_rate import looking, rate_hold
from scoring.quotas import QuotaReached
from scoring.web.errors import too_much


class ClubRateMiddleware:
    """Count looks at pages of the asker's own club; `club_runs` counts those at others'."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Note whether the request is a look, and pass it on."""
        with looking(is_look=request.method in ("GET", "HEAD")):
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Refuse a look where there were too many."""
        # A database that fails here fails in the view as well, which says so.
        with suppress(DatabaseError):
            if (club := actor_of(request).home) is not None:
                try:
                    rate_hold(club)
                except QuotaReached as reached:
                    return too_much(request, reached)
        return None
