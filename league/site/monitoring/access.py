"""Who may read whether the site is well, and its figures."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from scoring.web.addresses import sent_on_the_machine

SCHEME = "Bearer "


def may_monitor(request: HttpRequest) -> bool:
    """Whether a program of the serving computer asks, or one that has the token."""
    return sent_on_the_machine(request) or _has_token(request)


def _has_token(request: HttpRequest) -> bool:
    sent = request.META.get("HTTP_AUTHORIZATION", "")
    if not (settings.MONITOR_TOKEN and sent.startswith(SCHEME)):
        return False
    return constant_time_compare(sent.removeprefix(SCHEME).strip(), settings.MONITOR_TOKEN)
