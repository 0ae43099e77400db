"""Two addresses for programs that watch over the site; for everybody else they are not there."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from league.site import running

from . import checks
from .access import may_monitor
from .figures import REGISTRY


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether the site can be used: 200, with warnings perhaps, or 503 where it cannot."""
    if not may_monitor(request):
        raise Http404
    results = checks.check_all()
    status = checks.worst(results)
    started = running.started_at()
    answer = {
        "status": status,
        "version": settings.VERSION,
        "started_at": started.isoformat() if started else None,
        "checks": {name: _as_json(check) for name, check in results.items()},
    }
    response = JsonResponse(answer, status=503 if status == "failing" else 200)
    # The body says what is wrong; Django would log the request once more with each probe.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _as_json(check: checks.Check) -> dict[str, object]:
    text = {"text": check.text} if check.text else {}
    return {"status": check.status, **text, **check.figures}


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of this process, as Prometheus reads them."""
    if not may_monitor(request):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
