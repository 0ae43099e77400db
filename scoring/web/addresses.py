"""Where a request comes from, and what a browser allows a page that was asked for in that way."""

from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

# An IPv6 connection has at least this much of the address space for itself.
OWN_BITS = 64
# Named, since Python's own `is_private` holds the ranges for examples in texts for private as well.
HOME_NETWORKS = [
    ip_network(text)
    for text in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::/127", "fc00::/7", "fe80::/10"),
    )
]


def client_address(request: HttpRequest) -> str | None:
    """Return the address of the client, as guesses are counted by it; None if there is none.

    Behind a trusted proxy it is the last one that X-Forwarded-For names, which the proxy itself
    wrote; what stands before it is the sender's own word. Without a trusted proxy the header is
    not read. An IPv6 address answers its network of 64 bits, for one machine has all of them.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    if settings.TRUST_PROXY:
        last = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        return counted_address(last) or counted_address(peer)
    return counted_address(peer)


def is_private(address: str | None) -> bool:
    """Whether an address is of a home's or a hall's network, or of this machine: no stranger's."""
    try:
        value = ip_address(address or "")
    except ValueError:
        return False
    return any(value.version == network.version and value in network for network in HOME_NETWORKS)


# What a proxy writes into a request that it passes on: one of them is enough.
PASSED_ON = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA"),
)


def host_of(request: HttpRequest) -> str:
    """Return the name or address that the page was asked for under, without its port."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def is_loopback(host: str) -> bool:
    """Return whether a name or address is the asking computer itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    # A server that listens by IPv6 sees 127.0.0.1 as ::ffff:127.0.0.1.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def on_the_machine(request: HttpRequest) -> bool:
    """Return whether the request comes from the very computer that serves the site.

    Asked of the connection itself. Behind a proxy all come from its address, which is often this
    computer's: then nobody is taken for being here, be the proxy told of in the settings or seen by
    what it adds. Where the site has addresses of its own, it must also be asked for as this
    computer, since a proxy that adds nothing passes on the name that others asked for.
    """
    if settings.TRUST_PROXY or any(name in request.META for name in PASSED_ON):
        return False
    if settings.SITE_ADDRESSES and not _asked_as_loopback(request):
        return False
    return is_loopback(request.META.get("REMOTE_ADDR", ""))


def asked_on_the_machine(request: HttpRequest) -> bool:
    """Return whether a browser on the computer that serves asks for it as this very computer.

    Stricter than `on_the_machine`: a program that passes on what other devices ask also comes from
    here, but brings the name that they asked for.
    """
    return on_the_machine(request) and _asked_as_loopback(request)


def sent_on_the_machine(request: HttpRequest) -> bool:
    """Return whether a program on the serving computer asks, such as a container's health check.

    As `asked_on_the_machine`, and also where a proxy is trusted, since that one adds a header. The
    Host is read as it was sent: the names of the site may leave out this computer's own.
    """
    if any(name in request.META for name in PASSED_ON):
        return False
    try:
        host = urlsplit(f"//{request.META.get('HTTP_HOST', '')}").hostname or ""
    except ValueError:
        return False
    return is_loopback(host) and is_loopback(request.META.get("REMOTE_ADDR", ""))


def _asked_as_loopback(request: HttpRequest) -> bool:
    try:
        return is_loopback(host_of(request))
    except DisallowedHost:
        return False


def counted_address(text: str) -> str | None:
    """The address as it is counted, an IPv6 one by its network; None for what is no address."""
    try:
        address = ip_address(text)
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
