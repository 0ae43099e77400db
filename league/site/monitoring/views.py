"""Two addresses for programs that watch over the site; for everybody else they are not there."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from league.site import running

from . import checks
from .access import may_monitor
from .check import Check, Status
from .figures import REGISTRY

NAMES = {
    "database": _("Database"),
    "migrations": _("Version of the database"),
    "disk": _("Disk"),
    "row_security": _("Rules of the database"),
    "archive": _("Archive of all changes"),
    "replica": _("Replica"),
    "copies": _("Copies"),
}


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether the site can be used: 200, with warnings perhaps, or 503 where it cannot.

    Programs read JSON; people, whose browsers ask for a page, read what is wrong and what to do.
    """
    if not may_monitor(request):
        raise Http404
    for_people = _is_browser(request)
    # No middleware has chosen a language yet, and the thread still has that of its last request.
    language = get_language_from_request(request) if for_people else settings.LANGUAGE_CODE
    with override(language):
        results = checks.check_all()
        status = checks.worst(results)
        response = _as_page(results, status) if for_people else _as_answer(results, status)
    response.status_code = 503 if status == "failing" else 200
    # The body says what is wrong; Django would log the request once more with each probe.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _is_browser(request: HttpRequest) -> bool:
    return request.get_preferred_type(["application/json", "text/html"]) == "text/html"


def _as_page(results: dict[str, Check], status: Status) -> HttpResponse:
    """The page; made without the request, for whose club the database would be asked."""
    lines = [(NAMES[name], check) for name, check in results.items()]
    context = {"status": status, "lines": lines, "version": settings.VERSION}
    return HttpResponse(render_to_string("health.html", context))


def _as_answer(results: dict[str, Check], status: Status) -> HttpResponse:
    """The same for programs."""
    started = running.started_at()
    answer = {
        "status": status,
        "version": settings.VERSION,
        "newest_steps": checks.newest_steps(),
        "started_at": started.isoformat() if started else None,
        "checks": {name: _as_json(check) for name, check in results.items()},
    }
    return JsonResponse(answer)


def _as_json(check: Check) -> dict[str, object]:
    words = {"text": check.text, "action": check.action}
    return {
        "status": check.status,
        **{name: sentences for name, sentences in words.items() if sentences},
        **check.figures,
    }


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The site's figures, as Prometheus reads them."""
    if not may_monitor(request):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
