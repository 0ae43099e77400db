"""The page that every address answers with while the database cannot be used."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.web.addresses import asked_on_the_machine

from . import trouble, watching
from .trouble import Trouble

RETRY_AFTER = "60"


class DatabaseMiddleware:
    """Answer 503 in the site's place while the database cannot be used, and ask it nothing.

    It stands outside of all that reads the database, and inside of what serves files.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if problem := trouble.read():
            return answer(request, problem)
        response = self.get_response(request)
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            watching.look_soon()
            if problem := trouble.read():
                return answer(request, problem)
        return response


def answer(request: HttpRequest, problem: Trouble) -> HttpResponse:
    """What is wrong and what to do: a page, or a sentence for a part of one or a script."""
    response: HttpResponse
    if "HX-Request" in request.headers:
        text = for_everybody(problem)
        response = HttpResponse(
            render_to_string("_notice.html", {"kind": "error", "text": text}), status=503
        )
    elif request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response = JsonResponse({"saved": False, "message": for_everybody(problem)}, status=503)
    else:
        response = HttpResponse(render_to_string("database.html", shown(request, problem)))
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    # Said once by whoever found it; not again for each page that a tablet asks for.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def shown(request: HttpRequest, problem: Trouble) -> dict[str, object]:
    """Return the context of the page, with commands only on the machine that can run them."""
    return {
        "what": trouble.what_is_wrong(problem),
        "is_here": asked_on_the_machine(request),
        "kind": problem.kind,
        "made_at": problem.moment,
        "restore": trouble.command(problem),
        "start": trouble.start_command(),
    }


def for_everybody(problem: Trouble) -> str:
    """What is said where there is room for a few words."""
    return _("%(what)s The club's organizer must restore a copy.") % {
        "what": trouble.what_is_wrong(problem)
    }
