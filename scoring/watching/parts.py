"""Parts of pages that renew themselves: what is answered to who asks whether there is anything new.

Whoever asks names by `seen` what is shown already. Where the revision of what is watched is known
here, the answer follows from it without deriving anything: from a part that was rendered for it, or
from a mark that was derived for it. Both are kept in this process, a few hundred at the most.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any

from django.core.cache import caches
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template import Context, Engine
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from scoring.accounts.shown_names import names_shown

from .everybody import ALL, is_for_everybody
from .replica import read_where_fresh
from .revisions import RowRevision

cache = caches["parts"]
# How long what was derived is kept, in seconds: where a clock runs in it, and else, where the date
# alone may change it.
TICKS, RESTS = 4, 60
# Stands in the rendered part until its mark is known.
SEEN = "mark-of-this-part"
# By what a request says how the site was reached.
SITE = ("HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO")
# A cache in between keeps it for a second, and gives it out for another while it asks anew. A
# browser asks less often than that, so it is never answered with what it has.
SHARED = "public, max-age=0, s-maxage=1, stale-while-revalidate=1"


def part_address(path: str, query: Mapping[str, Any], *, everybody: bool) -> str:
    """Return the address of a part, without what its asker has seen.

    For everybody it names the language, so that all who ask there are answered the same.
    """
    named = {ALL: get_language() or ""} if everybody else {}
    asked = urlencode({**query, **named}, doseq=True)
    return f"{path}?{asked}" if asked else path


@dataclass(frozen=True)
class Part:
    """A part of a page that renews itself: rendered once for a revision, and kept.

    Of whoever asks nothing gets into the template but under which name the site was reached. It
    finds the address at which it asks for itself as `ask`. What decides what it shows stands in the
    address; what does not, such as a permission, in `for_whom`. Where `ticks` is true in its
    `context`, a clock runs in it. One that is not `is_kept` is for one person, such as with a name
    that is looked for: it is rendered anew each time, and its mark is the revision.
    """

    request: HttpRequest
    address: str
    revision: str
    template: str
    context: Callable[[], Mapping[str, Any]]
    for_whom: str = ""
    is_kept: bool = True

    @cached_property
    def html(self) -> str:
        """The part as the page shows it."""
        return mark_safe(self._kept[0])  # noqa: S308  # a template made it

    @cached_property
    def mark(self) -> str:
        """What the page names when it asks again; equal marks are of equal parts."""
        return self._kept[1] if self.is_kept else _digest(self._key)

    def answer(self) -> HttpResponse:
        """Answer who asks for the part alone; with nothing (204) where it is seen already."""
        is_seen = self.request.GET.get("seen") == self.mark
        response = HttpResponse(status=204) if is_seen else HttpResponse(self.html)
        if not (is_for_everybody(self.request) and self.is_kept):
            return response
        response.headers["Cache-Control"] = SHARED
        if is_seen:
            return response
        response.headers["ETag"] = f'"{self.mark}"'
        answer = get_conditional_response(self.request, etag=response["ETag"], response=response)
        return answer or response

    @cached_property
    def _key(self) -> str:
        site = f"{self.request.scheme}://{self.request.get_host()}"
        return _key(site, self.template, self.address, self.revision, self.for_whom)

    @cached_property
    def _kept(self) -> tuple[str, str]:
        if self.is_kept and (kept := _read(self._key)):
            return kept
        if ALL in QueryDict(self.address.partition("?")[2]) and isinstance(
            self.revision, RowRevision
        ):
            return read_where_fresh(self.revision.watched, self.revision, self._render)
        return self._render()

    def _render(self) -> tuple[str, str]:
        values = self.context()
        ask = f"{self.address}{'&' if '?' in self.address else '?'}{urlencode({'seen': SEEN})}"
        bare = _by_nobody(self.request, self.address)
        context = Context({**values, "ask": ask, "request": bare})
        # No context processor: these know who asks. Tables look for the request here.
        context.request = bare  # type: ignore[attr-defined]
        html = Engine.get_default().get_template(self.template).render(context)
        mark = _digest(html if self.is_kept else self._key)
        rendered = html.replace(SEEN, mark), mark
        if self.is_kept:
            _keep(self._key, rendered, ticks=bool(values.get("ticks")))
        return rendered


def kept_mark(name: str, revision: str, derive: Callable[[], tuple[str, bool]]) -> str:
    """Return the mark of a part that is for the asker alone, derived once for a revision.

    `derive` also says whether a clock runs in it. Equal marks are of parts that show the same.
    """
    key = _key("mark", name, revision)
    if kept := _read(key):
        return kept[1]
    mark, ticks = derive()
    _keep(key, ("", mark), ticks=ticks)
    return mark


def _read(key: str) -> tuple[str, str] | None:
    """Return the part and its mark as they are kept, None where that was too long ago."""
    kept, kept_at, seconds = cache.get(key, (None, 0.0, 0))
    # A clock may have been set back since.
    return kept if 0 <= time.time() - kept_at < seconds else None


def _keep(key: str, rendered: tuple[str, str], *, ticks: bool) -> None:
    seconds = TICKS if ticks else RESTS
    cache.set(key, (rendered, time.time(), seconds), seconds)


def _key(*parts: str) -> str:
    whose = get_language() or "", names_shown(), get_current_timezone_name()
    return _digest("\0".join((*parts, *whose)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _by_nobody(request: HttpRequest, address: str) -> WSGIRequest:
    """Return a request of nobody for that address, from which links in a part are made."""
    path, _mark, query = address.partition("?")
    left = {name: request.META[name] for name in SITE if name in request.META}
    kept = QueryDict(query, mutable=True)
    kept.pop(ALL, None)
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": kept.urlencode()}
    return WSGIRequest({**left, **asked, "wsgi.input": BytesIO()})
