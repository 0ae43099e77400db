"""What the site tells browsers to keep to."""

import re
from collections.abc import Callable
from http import HTTPStatus
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"
# Nothing inline and nothing from elsewhere; data: only for pictures, such as a QR code.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# The one page that other sites may show in a frame: a public leaderboard, where the club says so.
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
# A drawing that is sent to others carries its letters with it, and nothing that runs.
PICTURE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "font-src data:",
        "img-src data:",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# A worker keeps to what its own script came with. Those of the engine and the camera alone may run
# WebAssembly, and text as a script no more than the pages may; they show nothing, and fetch from
# here.
WORKER_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# Other sites can neither embed what is answered nor read it by a detour through the processor.
RESOURCE_HEADER = "Cross-Origin-Resource-Policy"
RESOURCE_POLICY = "same-origin"
DOOR_PICTURE = re.compile(r"/league/secure(\.[0-9a-f]{12})?\.svg$")
SVG = "image/svg+xml; charset=utf-8"
WORKERS = re.compile(r"/scoring/(engine|camera)-worker(\.[0-9a-f]{12})?\.js$")
# No page asks for those with nothing in brackets; a script that got in by a gap is not to either.
PERMISSIONS = ", ".join(
    (
        "accelerometer=()",
        "camera=()",
        "display-capture=()",
        "geolocation=()",
        "gyroscope=()",
        "magnetometer=()",
        "microphone=()",
        "midi=()",
        "payment=()",
        "usb=()",
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
    )
)
# A round's pages show the device's camera, to photograph hands; no frame in them gets one.
CAMERA_PAGES = {"scoring:round-record", "scoring:round-correct", "scoring:tablet-round"}
CAMERA_PERMISSIONS = PERMISSIONS.replace("camera=()", "camera=(self)")


class ContentSecurityPolicyMiddleware:
    """Add the policies to each answer that brings none of its own, pages and files alike.

    What a view exempts from X-Frame-Options may stand in a frame of any site.

    An answer that nothing has changed gets none: what the browser kept came with its policy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.NOT_MODIFIED:
            framed = getattr(response, "xframe_options_exempt", False)
            resources = "cross-origin" if framed else RESOURCE_POLICY
            response.headers.setdefault(HEADER, _policy_of(response, framed=framed))
            response.headers.setdefault("Permissions-Policy", _permissions_of(request))
            response.headers.setdefault(RESOURCE_HEADER, resources)
            # Old plug-ins asked for a file that lets them read all pages.
            response.headers.setdefault("X-Permitted-Cross-Domain-Policies", "none")
        return response


def _policy_of(response: HttpResponse, *, framed: bool) -> str:
    if response.headers.get("Content-Type", "").startswith("image/svg+xml"):
        return PICTURE_POLICY
    return FRAMED_POLICY if framed else POLICY


def _permissions_of(request: HttpRequest) -> str:
    page = request.resolver_match
    return CAMERA_PERMISSIONS if page and page.view_name in CAMERA_PAGES else PERMISSIONS


def headers_of_file(headers: Headers, path: str, url: str) -> None:
    """Add to the headers of a static file: a worker that runs WebAssembly has a policy of its own.

    The picture by which the page of trust sees that a device trusts the secure door is asked for
    from the plain one, which browsers take for another site. Drawings are text, so they say in
    which letters they are written, as all text does.
    """
    if url.endswith(".svg"):
        headers["Content-Type"] = SVG
    if WORKERS.search(url):
        headers[HEADER] = WORKER_POLICY
    if DOOR_PICTURE.search(url):
        headers[RESOURCE_HEADER] = "cross-origin"
