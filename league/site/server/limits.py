"""What a request may cost before the site's own code sees it: bytes, seconds, and how many at once.

Standard library only. Every limit of the server stands here, and each address that takes more than
an ordinary form.
"""

import re
from dataclasses import dataclass
from typing import Final

KB: Final = 1024
MB: Final = 1024 * KB

# SQLite has one writer at a time: more threads would only wait in line.
THREADS: Final = 4

# An ordinary form; the largest, a page of results for forty tables, has 30 KB.
FORM_BYTES: Final = 256 * KB
# Of a body or an answer, what stays in memory; the rest waits in a temporary file.
MEMORY_BYTES: Final = 256 * KB
# The lines before a body, all together.
HEAD_BYTES: Final = 32 * KB

# A request's head, and a connection on which nothing is asked.
HEAD_SECONDS: Final = 20
# A body: a pause in it, and the whole of it, which may take longer the more has come.
PAUSE_SECONDS: Final = 15.0
BODY_SECONDS: Final = 30.0
SLOWEST_BYTES_A_SECOND: Final = 4 * KB
# How long what is too large is read and thrown away, so that the browser reads our answer.
DRAIN_SECONDS: Final = 3.0
# A part of an answer that nobody takes. A slow line may need most of a minute, for what the system
# itself keeps of it may be megabytes.
WRITE_SECONDS: Final = 120.0
PART_BYTES: Final = 64 * KB
# What all answers to an address together may have of the machine: more than a hall's wifi carries,
# and little enough that a hundred begun downloads do not take the processor from the pages.
BYTES_A_SECOND_OF_AN_ADDRESS: Final = 8 * MB

# Requests that one address may have at work or on the line at once. A club of a hundred tablets
# behind one address stays far below; a request above it ends the oldest that is still running.
# One that waits costs little, and each that is ended may come again at once: rather many than few.
AN_ADDRESS: Final = 800
# Of all addresses together.
ALTOGETHER: Final = 4000
# Connections that may be open, idle ones among them: altogether, and of one address. Looked at so
# often. With TRUST_PROXY all come from the proxy, which is to limit its own.
CONNECTIONS: Final = 16_384
CONNECTIONS_OF_AN_ADDRESS: Final = 1000
SECONDS_TO_COUNT: Final = 2.0
# Pages that listen for news, each at a connection of its own that does not count above: a hall that
# watches on its phones, and all halls. One costs some 25 KB. Who is refused asks every few seconds.
LISTENERS_OF_AN_ADDRESS: Final = 2000
LISTENERS: Final = 12_000
# What one page may listen for.
KEYS_OF_A_PAGE: Final = 8
# Connections that wait to be taken.
BACKLOG: Final = 4096
# What the system keeps of an answer for a connection.
SEND_BUFFER_BYTES: Final = 256 * KB
RETRY_SECONDS: Final = 5
# The longest that a page takes: a worker that has not stopped by then is killed.
END_SECONDS: Final = 10


@dataclass(frozen=True)
class Large:
    """An address that takes more than a form, from everybody who may see a page.

    `page` is asked for with the sender's own cookies before more than a form's bytes are read: who
    is not answered 200 there may send no more. It is filled in from the groups of `address`.
    """

    address: re.Pattern[str]
    most: int
    page: str


LARGE: Final = (
    Large(re.compile(r"/people/import/"), 25 * MB, "/people/import/"),
    Large(
        re.compile(r"/tournaments/(\d{1,18})/entrants/import/"),
        25 * MB,
        r"/tournaments/\1/entrants/import/",
    ),
    # What a tablet recorded without a network.
    Large(
        re.compile(r"/games/([-\w]{1,50})/hand-over/", re.ASCII),
        5 * MB // 2,
        r"/games/\1/tablet/",
    ),
)


def large_of(path: str) -> tuple[int, str] | None:
    """Return how many bytes an address takes and the page to ask first; None for ordinary ones."""
    for large in LARGE:
        if match := large.address.fullmatch(path):
            return large.most, match.expand(large.page)
    return None
