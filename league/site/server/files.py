"""Answers that need no thread and no database: the files of the pages, and refusals."""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from whitenoise.middleware import WhiteNoiseMiddleware

from scoring.web.errors import cannot_save

from .limits import MB, RETRY_SECONDS
from .wsgi_call import Answer, Environ, Headers, spool

Middleware = Callable[[HttpRequest], HttpResponseBase]
FILES = "whitenoise.middleware.WhiteNoiseMiddleware"
# Of a request, what decides whether an event stream begins, and with which headers: the same for
# nearly all who come to it, ten thousand of them after a restart. Of so many kinds it is kept.
DECIDES_HEADERS = (
    "wsgi.url_scheme",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_ACCEPT",
    "HTTP_HX_REQUEST",
)
MOST_KEPT = 200


class RefusedError(Exception):
    """Why a request does not reach the site: a status, and for how many bytes it was too large."""

    def __init__(self, status: int, most: int = 0) -> None:
        """Say why; `most` is what would have been taken."""
        super().__init__(status)
        self.status = status
        self.most = most

    def sentence(self) -> str:
        """The message to the sender."""
        match self.status:
            case 408:
                return _("It took too long to arrive. Look at your network, then press again.")
            case 413 if self.most >= MB:
                return _("That is too large. Send at most %(size)d MB.") % {"size": self.most // MB}
            case 413:
                return _("That is too large. To send a file, sign in first.")
            case 503:
                return _("Too many requests came at once. Wait a few seconds, then try again.")
        return _("The request could not be read. Load the page again.")


class NoRoomError(RefusedError):
    """A large request or answer found no room on the disk, where it waits as a file."""

    def __init__(self) -> None:
        """Say that it is for a while."""
        super().__init__(503)

    def sentence(self) -> str:
        """The message to the sender, the same as where the database finds no room."""
        return cannot_save()


class QuickAnswers:
    """The site's first middlewares, up to the files: called outside the threads of its pages.

    They ask no database. What they put on an answer is the same as in front of a page.
    """

    def __init__(self) -> None:
        """Read which files there are."""
        names = settings.MIDDLEWARE
        before = [import_string(name) for name in names[: names.index(FILES)]]

        def behind(inner: Middleware) -> Middleware:
            for middleware in reversed(before):
                inner = middleware(inner)
            return inner

        table = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
        self._prefix: str = table.static_prefix
        self._file = behind(table)
        self._refusal = behind(_refusal_page)
        self._stream = behind(_stream_begins)
        self._stream_headers: dict[tuple[object, ...], Headers] = {}

    def is_file(self, environ: Environ) -> bool:
        """Whether the address is among those of files, also where there is no such file."""
        return bool(environ["PATH_INFO"].startswith(self._prefix))

    def file(self, environ: Environ) -> Answer | None:
        """Return the requested file; None if it does not exist."""
        if not self.is_file(environ):
            return None
        with suppress(SuspiciousOperation):
            response = self._file(WSGIRequest(environ))
            if response.status_code != 404:
                return _answer(response)
        return None

    def stream_headers(self, environ: Environ) -> Headers:
        """Return the headers of an event stream; raises RefusedError where there is to be none."""
        asked = tuple(environ.get(name) for name in DECIDES_HEADERS)
        if kept := self._stream_headers.get(asked):
            return kept
        with suppress(SuspiciousOperation):
            response = self._stream(WSGIRequest(environ))
            if response.status_code == 200:
                if len(self._stream_headers) >= MOST_KEPT:
                    self._stream_headers.clear()
                with (answer := _answer(response)).body:
                    self._stream_headers[asked] = answer.headers
                    return answer.headers
        raise RefusedError(400)

    def refusal(self, environ: Environ, refused: RefusedError) -> Answer:
        """Return a page, a part of a page or JSON that says why, and what to do."""
        request = WSGIRequest(environ)
        request.refused = refused  # type: ignore[attr-defined]
        try:
            return _answer(self._refusal(request))
        except SuspiciousOperation:  # asked for under a wrong name
            return _answer(HttpResponse(status=refused.status))


def _answer(response: HttpResponseBase) -> Answer:
    file = getattr(response, "file_to_stream", None)
    if file is None:
        file = spool()
        file.write(response.getvalue())
        file.seek(0)
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    return Answer(response.status_code, headers, file)


def _stream_begins(_request: HttpRequest) -> HttpResponse:
    response = HttpResponse(content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    # nginx would else keep events back until it has some kilobytes of them.
    response["X-Accel-Buffering"] = "no"
    return response


def _refusal_page(request: HttpRequest) -> HttpResponse:
    refused: RefusedError = request.refused  # type: ignore[attr-defined]
    sentence = refused.sentence()
    response: HttpResponse
    if "HX-Request" in request.headers:
        response = HttpResponse(
            render_to_string("_notice.html", {"kind": "error", "text": sentence})
        )
    elif request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response = JsonResponse({"saved": False, "message": sentence})
    else:
        response = HttpResponse(render_to_string("refused.html", {"sentence": sentence}))
    response.status_code = refused.status
    response["Content-Length"] = len(response.content)
    response["Cache-Control"] = "no-store"
    response["Connection"] = "close"
    if refused.status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response
