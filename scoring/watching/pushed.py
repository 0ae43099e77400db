"""Parts of pages that go along the event stream, rendered once for all who watch the same.

A page that watches a part for everybody (`everybody.py`) names its address beside the key. Once the
revision moved, the part is asked for as a stranger's browser would ask, once, and what came is sent
to all who listen for it. So ten thousand pages that watch one board ask nothing.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from .packed import Event, event_of


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
class News:
    """What pages are told of a key: that it moved, or with a `mark` the part that shows it.

    Who has seen this mark needs only `unchanged`.
    """

    event: Event
    mark: str = ""
    unchanged: Event | None = None


# Answers a part of a revision; None where it is not for everybody.
Ask = Callable[[PartAsked, str], Awaitable[Answered | None]]


def news_that_it_moved(key: str, revision: str) -> News:
    """Return the news that bids a page ask for itself."""
    return News(event_of(f"data: {key} {revision}\n\n"))


def news_of_part(part: PartAsked, revision: str, answered: Answered) -> News:
    """Return the news that brings the part along."""
    head = f"event: part\ndata: {part.key} {revision} {answered.mark}\n"
    # In an event each line stands by itself, whatever ends it.
    html = answered.html.replace("\r\n", "\n").replace("\r", "\n")
    lines = "".join(f"data: {line}\n" for line in html.split("\n"))
    return News(event_of(f"{head}{lines}\n"), answered.mark, event_of(f"{head}\n"))
