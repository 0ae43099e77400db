"""Whether a page was asked for in a way that browsers hold for secure; and a laptop's doors."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from scoring.web.addresses import host_of, is_loopback
from scoring.web.own_addresses import lan_addresses

from .own_addresses import LOCAL_NAMES


def is_secure(request: HttpRequest) -> bool:
    """Answer whether a browser gives this page what it gives to secure ones alone.

    Work without the network and passkeys, that is. By https, or on the computer itself.
    """
    return request.is_secure() or is_loopback(host_of(request))


def door(request: HttpRequest, *, secure: bool) -> str | None:
    """Answer the origin of a laptop's plain or secure door, as another device reaches it.

    Under the name of this request where the certificate holds it, else under the laptop's own
    address. None where there is no such door, or no network.
    """
    port = settings.SECURE_PORT if secure else settings.PLAIN_PORT
    host = host_of(request)
    if not port:
        return None
    if is_loopback(host) or not _is_certified(host):
        host = next(iter(lan_addresses()), "")
    if not host:
        return None
    return f"{'https' if secure else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"


def origin_for_others(request: HttpRequest, *, secure: bool = False) -> str:
    """Return the origin at which other devices find the site, for links and QR codes.

    At the laptop itself people use `localhost`, which on a phone is the phone. Without a
    network there is no better address.
    """
    own = f"{request.scheme}://{request.get_host()}"
    if not is_loopback(host_of(request)):
        return own
    return (door(request, secure=True) if secure else None) or door(request, secure=False) or own


def _is_certified(host: str) -> bool:
    """Whether a host is an address, or a name of the kind that certificates are made for."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2] in LOCAL_NAMES
    return True


def connection(request: HttpRequest) -> dict[str, object]:
    """Tell every page whether its connection is insecure, and where a tablet reaches a laptop.

    The addresses are worked out by the page that asks for one.
    """
    return {
        "insecure_connection": not is_secure(request),
        "plain_door": lambda: door(request, secure=False),
        "watching_origin": lambda: origin_for_others(request),
        "sign_in_origin": lambda: origin_for_others(request, secure=True),
    }
