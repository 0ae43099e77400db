"""What a tablet fetches to run the engine by itself. Public: it is the same for everybody."""

from dataclasses import asdict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import etag, require_safe

from scoring.tablets.offline.bundle import bundle
from scoring.tablets.offline.bundle import tablet_files as files_now

FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def engine_bundle(request: HttpRequest, digest: str) -> HttpResponse:
    """The engine's modules as one zip file; only the present ones are here."""
    bundles = (bundle(code) for code, _name in settings.LANGUAGES)
    packed = next((packed for packed in bundles if packed.digest == digest), None)
    if packed is None:
        raise Http404
    headers = {"Cache-Control": FOR_EVER}
    return HttpResponse(packed.data, content_type="application/zip", headers=headers)


def _version(request: HttpRequest) -> str:
    return f'"{files_now(request.LANGUAGE_CODE).version}"'


@require_safe
@etag(_version)
def tablet_files(request: HttpRequest) -> HttpResponse:
    """The addresses of all that the engine needs, and a version of them all."""
    return JsonResponse(
        asdict(files_now(request.LANGUAGE_CODE)), headers={"Cache-Control": "no-cache"}
    )
