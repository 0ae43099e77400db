"""Whether a page was asked for in a way that browsers hold for secure; and a laptop's doors."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from scoring.web.addresses import host_of, is_loopback
from scoring.web.own_addresses import LOCAL_NAMES, lan_addresses


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
        host = next(iter(_own_addresses()), "")
    return _origin(host, port) if host else None


def phone_link(request: HttpRequest, path: str, *, accounts: bool = False) -> str | None:
    """Return the whole address at which a phone opens a path of the site, None if none is known.

    Every QR code and every address to type or to subscribe to is made here. With `accounts` it is
    for a page on which somebody signs in.
    """
    origin = _phone_origin(request, accounts=accounts)
    return f"{origin}{path}" if origin else None


def link_to_show(request: HttpRequest, path: str, *, accounts: bool = False) -> str:
    """Return the whole address that a page shows for a path: one for phones, if any is known.

    Else it is that by which this page was asked for, which opens on this computer at least.
    """
    return phone_link(request, path, accounts=accounts) or request.build_absolute_uri(path)


def site_address() -> str:
    """Return the site's own address, as far as a command can know it."""
    return settings.SITE_ADDRESSES[0] if settings.SITE_ADDRESSES else "http://localhost:8000"


def works_here_only(link: str) -> bool:
    """Whether an address opens in this network alone: a number, or a name such as laptop.local."""
    return _is_certified(_host_in(link))


def _phone_origin(request: HttpRequest, *, accounts: bool) -> str | None:
    """Return an origin for other devices: by the settings, else by the network.

    A laptop is named by its number, since not every phone knows names such as laptop.local. It is
    named at its plain door, since a phone that does not trust its certificate yet is shown a
    warning at the secure one. Only who signs in needs that.
    """
    host = host_of(request)
    own = f"{request.scheme}://{request.get_host()}"
    if settings.SITE_ADDRESSES:
        sites = [site for site in settings.SITE_ADDRESSES if not is_loopback(_host_in(site))]
        best = [site for site in sites if site == own] or sorted(sites, key=_is_plain)
        return best[0] if best else None
    if not settings.PLAIN_PORT:
        # Served by another program than ours, which does not say where it listens.
        return None if is_loopback(host) else own
    named = "" if is_loopback(host) else host
    at = named if _is_number(named) else next(iter(_own_addresses()), "") or named
    port = settings.SECURE_PORT if accounts and settings.SECURE_PORT else settings.PLAIN_PORT
    return _origin(at, port) if at else None


def _origin(host: str, port: int) -> str:
    scheme = "https" if port == settings.SECURE_PORT else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _own_addresses() -> list[str]:
    """Return the addresses of this machine at which the site listens, the likeliest first."""
    host = settings.SERVED_HOST
    if not host or (_is_number(host) and ipaddress.ip_address(host).is_unspecified):
        return lan_addresses()
    return [] if is_loopback(host) else [host]


def _host_in(site: str) -> str:
    return urlsplit(site).hostname or ""


def _is_plain(site: str) -> bool:
    return not site.startswith("https://")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_certified(host: str) -> bool:
    """Whether a host is an address, or a name of the kind that certificates are made for."""
    return _is_number(host) or host.rpartition(".")[2] in LOCAL_NAMES


def connection(request: HttpRequest) -> dict[str, object]:
    """Tell every page whether its connection is insecure, and where the secure door is.

    That address is worked out by the page that asks for it.
    """
    return {
        "insecure_connection": not is_secure(request),
        "secure_door": lambda: door(request, secure=True),
    }
