"""The addresses under which this machine can be reached in its own network.

Standard library only: used by the settings and by ``manage.py serve``.
"""

import ipaddress
import re
import socket
from contextlib import suppress
from pathlib import Path

# The last words of names that a laptop's own certificates are made for.
LOCAL_NAMES = ("localhost", "local")
KERNEL_TABLE = Path("/proc/net/fib_trie")
# One target in each private range and one outside: the kernel tells from which of our addresses
# it would send there. Nothing is sent.
TARGETS = ("203.0.113.1", "10.254.254.254", "172.31.254.254", "192.168.254.254")


def lan_addresses() -> list[str]:
    """Return this machine's private IPv4 addresses, the likeliest for tablets first.

    Empty without a network. Loopback and public addresses are left out: a machine with a public
    address needs the setting SITE_ADDRESSES.
    """
    addresses: list[str] = []
    for target in TARGETS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            addresses.append(probe.getsockname()[0])
    with suppress(OSError):
        table = KERNEL_TABLE.read_text(encoding="ascii", errors="replace")
        addresses += re.findall(r"\|-- ([\d.]+)\n\s+/32 host LOCAL", table)
    return [address for address in dict.fromkeys(addresses) if is_private(address)]


def is_private(address: str) -> bool:
    """Return whether an address belongs to a private network, so to no stranger."""
    try:
        value = ipaddress.ip_address(address)
    except ValueError:
        return False
    return value.is_private and not (value.is_loopback or value.is_unspecified)


def own_hosts() -> list[str]:
    """Answer the host names and addresses that a browser may ask this machine by.

    Loopback, the machine's name, alone and with ``.local``, and its private addresses. A name
    that somebody else points at this machine is not among them.
    """
    name = socket.gethostname().lower().partition(".")[0]
    names = [name, f"{name}.local"] if re.fullmatch(r"[a-z0-9-]+", name) else []
    return ["localhost", "127.0.0.1", "[::1]", *names, *lan_addresses()]
