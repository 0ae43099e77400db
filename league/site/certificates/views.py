"""Walking a tablet through trusting this laptop, so that its pages are secure ones."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.site.security import HEADER, POLICY
from scoring.web.connection import door, is_secure, phone_link

from .authority import read_root
from .walkthrough import devices


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """Say how this device comes to a secure connection, step by step for its kind.

    It is for everybody and says nothing of the club: a tablet needs it before it is paired.
    """
    root = read_root(settings.CERTIFICATES_DIR) if settings.SECURE_PORT else None
    secure = door(request, secure=True)
    kinds = devices(root.name) if root else []
    context = {
        "root": root,
        "devices": kinds,
        "device": next((kind for kind in kinds if kind.key == request.GET.get("device")), None),
        "secure_door": secure,
        "secure_now": is_secure(request),
        "addresses": [
            address for address in settings.SITE_ADDRESSES if address.startswith("https://")
        ],
        "hosted": bool(settings.SITE_ADDRESSES),
        "page_url": phone_link(request, reverse("league:trust")),
        "picture_url": f"{secure}{static('league/secure.svg')}" if secure else None,
    }
    response = render(request, "league/trust.html", context)
    if secure:
        # The check is a picture that only shows where the certificate is trusted.
        response[HEADER] = POLICY.replace("img-src 'self'", f"img-src 'self' {secure}")
    return response


@require_safe
def trust_certificate(request: HttpRequest) -> HttpResponse:
    """The file that a device is asked to trust, in the form (DER) that all of them read."""
    root = read_root(settings.CERTIFICATES_DIR) if settings.SECURE_PORT else None
    if root is None:
        raise Http404
    return HttpResponse(
        root.der,
        content_type="application/x-x509-ca-cert",
        headers={"Cache-Control": "no-store"},
    )
