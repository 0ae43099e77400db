"""A club that the operator has paused: what its people read, and what everybody else does.

Its own people read the reason on every page, and can take the club's data away, erase it, switch
to another club of theirs and change their accounts. Public pages say that the club is paused. All
of it is 404, as what does not exist: so a tablet keeps what it could not hand over, and search
engines forget the pages.
"""

from collections.abc import Callable
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.web.errors import database_trouble

from .access import ClubPaused, actor_of
from .models import Club

# Their links say of which club they are; these are asked by `club_runs`.
OF_LINKS = frozenset(
    {
        *("scoring:watch", "scoring:watch-now", "league:mails-stop", "league:own-answers"),
        *("league:sign-up", "league:sign-up-sent", "league:wall-typed", "league:privacy"),
    }
)
# What is there for the people of a paused club; pages of one's account stand in no name space.
STAYS_OPEN = frozenset(
    {
        *("scoring:sign-in", "scoring:sign-out", "scoring:language", "scoring:notices-put-away"),
        *("scoring:own-clubs", "scoring:club-switch", "scoring:club-leave", "scoring:join"),
        *(
            "league:club-archive",
            "league:club-erase",
            "league:club-erase-stop",
            "league:person-export",
        ),
        *("league:own-account-erase", "league:found", "league:found-ask", "league:found-sent"),
        *("league:report", "league:report-sent", "league:club-find", "scoring:pair"),
        *("scoring:watch-find", "scoring:about"),
        # The same for everybody, or of no club.
        *("scoring:manifest", "scoring:service-worker", "scoring:offline", "scoring:tablet-hello"),
        *("scoring:tablet-files", "scoring:engine-bundle", "scoring:news", "scoring:rule-sets"),
        *("league:robots-txt", "league:security-txt", "league:health", "league:metrics"),
        *("league:trust", "league:trust-certificate"),
    }
)
STAYS_OPEN |= OF_LINKS


class PausedClubMiddleware:
    """Answer for a paused club, whoever asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; what is closed is closed once its view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Answer the people of a paused club instead of the view."""
        match = request.resolver_match
        name = match.view_name if match else ""
        if name in STAYS_OPEN or ":" not in name:
            return None
        try:
            club = actor_of(request).home
        except DatabaseError as error:
            # Django asks only for a view's own errors what answers them.
            if (answer := database_trouble(request, error)) is None:
                raise
            return answer
        return _paused(request, club) if club and club.suspended_at else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a stranger who asked for a page of a paused club."""
        return _paused(request, error.club) if isinstance(error, ClubPaused) else None


def _paused(request: HttpRequest, club: Club) -> HttpResponse:
    actor = actor_of(request)
    # Devices of the hall stand in everybody's sight: who signs in reads why.
    context = {"paused": club, "own": actor.club == club and actor.user is not None}
    response = render(request, "scoring/club_paused.html", context, status=404)
    # For a tablet that hands over: it says why, and keeps what it has.
    response["X-Club-Paused"] = "1"
    return response
