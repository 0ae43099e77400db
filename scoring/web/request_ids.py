"""A number for each request, which its answer and each line of the site's log about it carry.

So whoever runs a site finds what was wrong where somebody saw an error. Standard library only: the
log's formatters read it before Django is ready.
"""

import re
import secrets
from contextvars import ContextVar
from typing import Final

HEADER: Final = "X-Request-ID"
# As proxies make them.
ACCEPTED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Return the number of the request that is answered now; "" outside of requests."""
    return _current.get()


class numbered:  # noqa: N801  a context manager is read as a verb
    """Give what happens inside a number: the one that a trusted proxy sent, else a new one."""

    def __init__(self, sent: str = "") -> None:
        """Take the number, or make one."""
        self.number = sent if ACCEPTED.fullmatch(sent) else secrets.token_hex(8)

    def __enter__(self) -> str:
        """Begin, and return the number."""
        self._token = _current.set(self.number)
        return self.number

    def __exit__(self, *_: object) -> None:
        """Leave no number to the next request."""
        _current.reset(self._token)
