"""Whether a page was asked for in a way that browsers hold for secure; and a laptop's doors."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from league.site.addresses import lan_addresses
from league.site.certificates import LOCAL_NAMES


def host_of(request: HttpRequest) -> str:
    """Answer the name or address that the page was asked for under, without its port."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def is_secure(request: HttpRequest) -> bool:
    """Answer whether a browser gives this page what it gives to secure ones alone.

    Work without the network and passkeys, that is. By https, or on the computer itself.
    """
    return request.is_secure() or is_loopback(host_of(request))


def is_loopback(host: str) -> bool:
    """Answer whether a host is the asking computer itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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


def _is_certified(host: str) -> bool:
    """Whether a host is an address, or a name of the kind that certificates are made for."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2] in LOCAL_NAMES
    return True


def connection(request: HttpRequest) -> dict[str, object]:
    """Tell every page whether its connection is insecure, and where a tablet reaches a laptop.

    `plain_door` is worked out by the page that asks for it.
    """
    return {
        "insecure_connection": not is_secure(request),
        "plain_door": lambda: door(request, secure=False),
    }
