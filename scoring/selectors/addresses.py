"""Where a request comes from, and what a browser allows a page that was asked for in that way."""

from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

# Who has an IPv6 connection has at least so much of the address space to move about in.
OWN_BITS = 64


def client_address(request: HttpRequest) -> str | None:
    """The address of whoever sends the request, as guesses are counted by; None if there is none.

    Behind a trusted proxy it is the last one that X-Forwarded-For names, which the proxy itself
    wrote; what stands before it is the sender's own word. Without a trusted proxy the header is
    not read. An IPv6 address answers its network of 64 bits, for one machine has all of them.
    """
    told = request.META.get("REMOTE_ADDR", "")
    if settings.TRUST_PROXY:
        last = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        return _counted(last) or _counted(told)
    return _counted(told)


def _counted(told: str) -> str | None:
    try:
        address = ip_address(told)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), OWN_BITS), strict=False).network_address)
    return str(address)


def passkeys_work(request: HttpRequest) -> bool:
    """Whether a browser lets this page use passkeys: a secure one, under a name, not a number."""
    name = urlsplit(f"//{request.get_host()}").hostname or ""
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return request.is_secure()
    return False
