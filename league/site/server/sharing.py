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

from .limits import PART_BYTES
from .wsgi_call import Answer, Environ, Headers, Scope

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


# The same, as the heads that a request comes with.
RAW = frozenset(
    name.removeprefix("HTTP_").replace("_", "-").lower().encode()
    for name in ASKED
    if name.startswith("HTTP_")
)
# What is sent in one piece, and never waits for who reads: the system keeps it.
AT_ONCE_BYTES = PART_BYTES
# Of askers who differ in what they send along; far more than browsers that there are.
MOST_HEADS = 200


def is_for_all(headers: Headers) -> bool:
    """Whether the site lets a cache give an answer with these headers to others."""
    control = dict(headers).get(b"cache-control", b"")
    return control.startswith(b"public") and b"s-maxage=" in control


@dataclass(frozen=True)
class SharedAnswer:
    """An answer of which each who asks gets a copy, `until` a time of the event loop."""

    status: int
    headers: Headers
    body: bytes
    until: float

    @property
    def is_for_all(self) -> bool:
        """Whether the site lets a cache give it to others."""
        return is_for_all(self.headers)

    def copy(self) -> Answer:
        """Return it as an answer that is sent, and closed."""
        return SharedCopy(self.status, self.headers, BytesIO(self.body), self)


@dataclass
class SharedCopy(Answer):
    """One of the copies of an answer for all."""

    kept: SharedAnswer


class SharedAnswers:
    """The answers of the last second, and those that are being made."""

    def __init__(self) -> None:
        """Begin with none."""
        self._answers: dict[tuple[object, ...], asyncio.Future[SharedAnswer]] = {}
        self._ready: dict[tuple[object, ...], SharedAnswer] = {}

    def ready(self, scope: Scope) -> SharedAnswer | None:
        """Return the answer of the last second to a request that is word for word the same.

        For ten thousand who ask at once: nothing of the request is read but its words.
        """
        if scope["method"] != "GET" or not scope["query_string"]:
            return None
        kept = self._ready.get(_words(scope))
        return kept if kept and asyncio.get_running_loop().time() < kept.until else None

    async def answer_to(
        self, scope: Scope, environ: Environ, make: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """Answer as `answer` does, and be ready for whoever asks in the same words."""
        answer = await self.answer(environ, make)
        if isinstance(answer, SharedCopy) and len(answer.kept.body) <= AT_ONCE_BYTES:
            if len(self._ready) >= MOST_HEADS:
                self._ready.clear()
            self._ready[_words(scope)] = answer.kept
        return answer

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
            if not kept.is_for_all:
                return Answer(kept.status, kept.headers, BytesIO(kept.body))
            seconds = SECONDS
            return kept.copy()
        finally:
            asyncio.get_running_loop().call_later(seconds, self._answers.pop, key, None)


async def _kept(make: Callable[[], Awaitable[Answer]]) -> SharedAnswer:
    with (answer := await make()).body as body:
        until = asyncio.get_running_loop().time() + SECONDS
        return SharedAnswer(answer.status, answer.headers, body.read(), until)


def _words(scope: Scope) -> tuple[object, ...]:
    """Return all that the answer to an address for everybody may differ by, as it was sent."""
    heads = [head for head in scope["headers"] if head[0] in RAW]
    path = scope.get("raw_path") or scope["path"]
    return scope["scheme"], path, scope["query_string"], *heads
