"""Answers that are the same for all: asked for once, and given to whoever asks the same meanwhile.

Which these are, the site says itself: a cache may give them to anybody for a second (`s-maxage` in
Cache-Control). A proxy would do the same. Without one, threads would answer three hundred times
once a hall hears that there is a new sheet.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO

from scoring.watching.everybody import ALL

from .wsgi_call import Answer, Environ, Headers

SECONDS = 1.0
# By what the answer to an address for everybody may differ.
ASKED = (
    "wsgi.url_scheme",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_IF_NONE_MATCH",
    "HTTP_HX_REQUEST",
    "HTTP_ACCEPT",
    "PATH_INFO",
    "QUERY_STRING",
)


@dataclass(frozen=True)
class SharedAnswer:
    """An answer of which each who asks gets a copy."""

    status: int
    headers: Headers
    body: bytes

    @property
    def is_for_all(self) -> bool:
        """Whether the site lets a cache give it to others."""
        control = dict(self.headers).get(b"cache-control", b"")
        return control.startswith(b"public") and b"s-maxage=" in control

    def copy(self) -> Answer:
        """Return it as an answer that is sent, and closed."""
        return Answer(self.status, self.headers, BytesIO(self.body))


class SharedAnswers:
    """The answers of the last second, and those that are being made."""

    def __init__(self) -> None:
        """Begin with none."""
        self._answers: dict[tuple[object, ...], asyncio.Future[SharedAnswer]] = {}

    async def answer(self, environ: Environ, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer to a request: a shared one where there may be one, else its own."""
        if environ["REQUEST_METHOD"] != "GET" or f"{ALL}=" not in environ["QUERY_STRING"]:
            return await make()
        key = tuple(environ.get(name) for name in ASKED)
        if shared := self._answers.get(key):
            kept = await asyncio.shield(shared)
            return kept.copy() if kept.is_for_all else await make()
        mine = asyncio.ensure_future(_kept(make))
        self._answers[key] = mine
        seconds = 0.0
        try:
            kept = await asyncio.shield(mine)
            seconds = SECONDS if kept.is_for_all else 0.0
            return kept.copy()
        finally:
            asyncio.get_running_loop().call_later(seconds, self._answers.pop, key, None)


async def _kept(make: Callable[[], Awaitable[Answer]]) -> SharedAnswer:
    with (answer := await make()).body as body:
        return SharedAnswer(answer.status, answer.headers, body.read())
