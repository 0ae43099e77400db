"""Memory for the calls of a request, in one piece.

CPython keeps what its calls need, their frames, in pieces of 16 kB. A call that does not fit asks
the system for a further piece, and gives it back as soon as it returns. A page is some hundred
calls deep, so one of these borders lies somewhere in it; and where a loop calls across it, a piece
comes and goes each time. A score sheet took up to twice as long for it, and any middleware more or
less changed by how much. CPython 3.13 and 3.14 keep the piece since March 2026
(https://github.com/python/cpython/issues/142183): once no older one is supported, this can go.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# In words of 8 bytes. The frame does not fit into a piece of 16 kB, nor into one of 128 kB: its
# piece has 256 kB, and all further calls have the 120 kB behind it. What is not used costs nothing.
FRAME_WORDS = 17_000


class FramesTogetherMiddleware:
    """Let all calls of a request have their frames in one piece of memory."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around everything else."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return in_one_piece(lambda: self.get_response(request))


def in_one_piece(call: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what the call returns. This function's frame is large, and does nothing else."""
    return call()


in_one_piece.__code__ = in_one_piece.__code__.replace(co_stacksize=FRAME_WORDS)
