"""Forms belong to the club in which their page was opened.

Somebody of several clubs may have a page of one open in a tab, switch to another club in a second
tab, and then press the button in the first. Many forms name no row that could tell the difference:
"add a person" would add one to the wrong club. So each form carries the number of its club, and one
that comes from another club than the asker now acts in is refused with a sentence. Scripts of htmx
send the number as a header. It is no secret and no permit: what may be done is asked elsewhere.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.web.errors import database_trouble

from .access import Actor, actor_of

FIELD = "of-club"
HEADER = "X-Of-Club"
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
# What is done in no club, or names its club itself.
OF_NO_CLUB = frozenset(
    {
        *("scoring:sign-in", "scoring:sign-out", "scoring:language", "scoring:notices-put-away"),
        *("scoring:club-switch", "scoring:club-leave", "scoring:join", "scoring:hand-over"),
        *("league:found-ask", "league:found"),
    }
)


def club_of_form(request: HttpRequest | None) -> str:
    """Return the number of the club that forms of this request's page belong to; "" for none."""
    # A page of an error may be made before anybody has asked who sends the request.
    if request is None or not hasattr(request, "user"):
        return ""
    # The page that says that the database cannot be read has to be made without it.
    with suppress(DatabaseError):
        home = actor_of(request).home
        return str(home.pk) if home else ""
    return ""


class ClubFormsMiddleware:
    """Refuse a form that was opened in another club than its sender acts in now."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; what is refused is refused once its view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Answer 409 with a sentence instead of the view."""
        if request.method in SAFE:
            return None
        match = request.resolver_match
        name = match.view_name if match else ""
        # Pages of allauth, about one's own account, stand in no name space.
        if name in OF_NO_CLUB or ":" not in name:
            return None
        try:
            actor = actor_of(request)
        except DatabaseError as error:
            # Django asks only for a view's own errors what answers them.
            if (answer := database_trouble(request, error)) is None:
                raise
            return answer
        mark = request.headers.get(HEADER) or request.POST.get(FIELD, "")
        return _refusal(request, actor, mark) if is_of_other_club(actor, mark) else None


def is_of_other_club(actor: Actor, mark: str) -> bool:
    """Whether a form with that mark was opened in another club than the actor's.

    Without a mark nobody knows, which matters to somebody of several clubs alone.
    """
    if actor.home is None:
        return False
    return mark != str(actor.home.pk) if mark else bool(actor.other_clubs)


def _refusal(request: HttpRequest, actor: Actor, mark: str) -> HttpResponse:
    opened_in = next((club for club in actor.other_clubs if str(club.pk) == mark), None)
    if "HX-Request" in request.headers:
        text = _("You are in another club now. Nothing was saved. Load this page again.")
        return render(request, "_notice.html", {"kind": "error", "text": text}, status=409)
    context = {"opened_in": opened_in, "acts_in": actor.home}
    return render(request, "scoring/form_of_other_club.html", context, status=409)
