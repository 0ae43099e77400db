"""A request's calls have their frames in one piece of memory: no loop makes one come and go."""

import pytest
from django.http import HttpRequest, HttpResponse

from league.site.call_memory import FramesTogetherMiddleware
from league.site.settings import MIDDLEWARE

resource = pytest.importorskip("resource", reason="Windows does not count pages of memory")
CALLS = 1000
DEEPEST = 300


def nothing() -> None:
    """One call."""


def calls_at(depth: int) -> None:
    """Call a function over and over, so many calls deep."""
    if depth:
        calls_at(depth - 1)
        return
    for _call in range(CALLS):
        nothing()


def pages_taken(depth: int) -> int:
    """How many pages of memory the system gave while that was going on."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    calls_at(depth)
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


def most_pages_taken() -> int:
    return max(pages_taken(depth) for depth in range(DEEPEST))


def test_no_depth_of_calls_takes_memory_with_every_call() -> None:
    taken: list[int] = []

    def respond(_request: HttpRequest) -> HttpResponse:
        taken.append(most_pages_taken())
        return HttpResponse("answered")

    handle = FramesTogetherMiddleware(respond)
    answers = [handle(HttpRequest()) for _warm_and_counted in range(2)]
    assert [answer.content for answer in answers] == [b"answered"] * 2
    assert taken[-1] < CALLS / 10


def test_it_stands_around_all_else() -> None:
    assert MIDDLEWARE[0] == "league.site.call_memory.FramesTogetherMiddleware"
