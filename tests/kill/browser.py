"""What a tablet's browser does with the site: pages, forms, cookies, and patience."""

import http.client
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from tests.page import Page
from tests.waiting import PATIENCE

PAUSE = 0.03


class Stopped(Exception):  # noqa: N818  it is no fault
    """The trial is over, and nobody waits for an answer any more."""


class Fault(Exception):  # noqa: N818  of the site, not of the test
    """The site did what it must never do."""


@dataclass
class Answer:
    """What came back: the status, where it leads, and the page."""

    status: int
    location: str
    content: bytes

    @property
    def page(self) -> Page:
        """The page as its reader meets it."""
        return Page(self)


class Browser:
    """One browser with its cookies; `stop` answers whether the trial is over.

    `said_in_trouble` is what the pages said that told of trouble before the last answer came,
    `refused` how often the site answered that it cannot save.
    """

    def __init__(self, port: int, stop: Callable[[], bool]) -> None:
        """Know the site; nothing is asked yet."""
        self.port = port
        self.cookies: dict[str, str] = {}
        self.said_in_trouble = ""
        self.refused = 0
        self._stop = stop
        self._connection: http.client.HTTPConnection | None = None

    def twin(self) -> "Browser":
        """The same browser on a connection of its own."""
        other = Browser(self.port, self._stop)
        other.cookies = dict(self.cookies)
        return other

    def get(self, path: str) -> Answer:
        """The page, asked for until it comes."""
        return self._until_answered("GET", path, None)

    def post(self, path: str, form: Mapping[str, object]) -> Answer:
        """The answer to a form, which is sent again as it is until there is one."""
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        return self._until_answered("POST", path, urlencode({**form, **token}))

    def _until_answered(self, method: str, path: str, body: str | None) -> Answer:
        self.said_in_trouble = ""
        while True:
            answer = self.ask(method, path, body)
            if answer is None or answer.status == 503:
                self.refused += answer is not None
                self.said_in_trouble += answer.page.text if answer else ""
                if self._stop():
                    raise Stopped
                time.sleep(PAUSE)
                continue
            if answer.status not in (200, 302, 409):
                raise Fault(f"{method} {path} was answered {answer.status}: {answer.page.text}")
            return answer

    def ask(self, method: str, path: str, body: str | None = None) -> Answer | None:
        """One try; None where the server went away before it had answered."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self._connection.request(method, path, body, headers)
            told = self._connection.getresponse()
            content = told.read()
        except (OSError, http.client.HTTPException):
            self.close()
            return None
        for cookie in told.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(told.status, told.headers.get("Location", ""), content)

    def move(self, port: int) -> None:
        """Ask another server from now on; only while nothing is asked."""
        self.close()
        self.port = port

    def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
