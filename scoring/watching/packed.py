"""Events of the stream as bytes: as they are, and compressed once for all who listen.

A stream in gzip (RFC 1952) is a head and then blocks of deflate (RFC 1951). Each event is
compressed by itself and ends with a whole byte. Its blocks refer to nothing before them, so they
may follow whatever a page was sent: ten thousand pages get the very same bytes, a tenth of the
text.
"""

import zlib
from typing import Final, NamedTuple

# The head of a stream in gzip: deflate, no name, no time, an unknown system.
GZIP_HEAD: Final = bytes.fromhex("1f8b08000000000000ff")


class Event(NamedTuple):
    """Text of the stream, in both of its forms."""

    plain: bytes
    packed: bytes


def event_of(text: str) -> Event:
    """Return text that ends with a line as an event of the stream, or as a part of one."""
    plain = text.encode()
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return Event(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


def takes_gzip(accepted: str) -> bool:
    """Return whether a browser that sends this as Accept-Encoding reads gzip."""
    codings = (coding.partition(";") for coding in accepted.lower().split(","))
    return any(
        name.strip() == "gzip" and weight.replace(" ", "") not in {"q=0", "q=0.0"}
        for name, _semicolon, weight in codings
    )
