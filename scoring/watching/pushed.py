"""Parts of pages that go along the event stream, rendered once for all who watch the same.

A page that watches a part for everybody (`everybody.py`) names its address beside the key. Once the
revision moved, the part is asked for as a stranger's browser would ask, once, and what came is sent
to all who listen for it. So ten thousand pages that watch one board ask nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple


class PartAsked(NamedTuple):
    """A part that pages listen for: the key of what it shows, and its address for everybody.

    `site` is by which name and way the site was reached, on which links in the part depend.
    """

    key: str
    address: str
    site: tuple[str, ...]


class Answered(NamedTuple):
    """What the site answered: the part's mark, and the part."""

    mark: str
    html: str


@dataclass(frozen=True)
class PushedPart:
    """A part as an event of the stream; who has seen its mark needs only `unchanged`."""

    mark: str
    event: bytes
    unchanged: bytes


Ask = Callable[[PartAsked, str], Awaitable[Answered | None]]


class PushedParts:
    """The newest of each part that somebody listens for; of one event loop."""

    def __init__(self) -> None:
        """Begin with none."""
        self._listeners: dict[PartAsked, int] = {}
        self._newest: dict[PartAsked, tuple[str, asyncio.Future[PushedPart | None]]] = {}

    def begin(self, part: PartAsked) -> None:
        """Note that one more listens for the part."""
        self._listeners[part] = self._listeners.get(part, 0) + 1

    def end(self, part: PartAsked) -> None:
        """Note that one listens no more; with the last one the part is forgotten."""
        self._listeners[part] -= 1
        if not self._listeners[part]:
            del self._listeners[part]
            self._newest.pop(part, None)

    async def newest(self, part: PartAsked, revision: str, ask: Ask) -> PushedPart | None:
        """Return the part of this revision, asked for by the first who wants it.

        None where the site does not answer with a part that is for everybody.
        """
        kept = self._newest.get(part)
        if kept is None or kept[0] != revision:
            kept = revision, asyncio.ensure_future(_event(part, revision, ask))
            self._newest[part] = kept
        return await asyncio.shield(kept[1])


async def _event(part: PartAsked, revision: str, ask: Ask) -> PushedPart | None:
    answered = await ask(part, revision)
    if answered is None:
        return None
    head = f"event: part\ndata: {part.key} {revision} {answered.mark}\n"
    # In an event each line stands by itself, whatever ends it.
    html = answered.html.replace("\r\n", "\n").replace("\r", "\n")
    lines = "".join(f"data: {line}\n" for line in html.split("\n"))
    return PushedPart(answered.mark, f"{head}{lines}\n".encode(), f"{head}\n".encode())
