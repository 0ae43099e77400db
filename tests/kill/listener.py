"""Pages that listen at the event stream of a site that is killed, and come again when it is cut."""

import http.client
import re
import threading
import time
from contextlib import suppress
from html import unescape
from urllib.parse import urlencode

from tests.kill.browser import Browser, Fault
from tests.waiting import PATIENCE, PAUSE

WATCHED = re.compile(r'data-watch="([^"]+)"')


def stream_of(port: int, key: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    """Open the event stream of a key; raises OSError or HTTPException where there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", f"/news/?{urlencode({'watch': key})}")
    answer = connection.getresponse()
    if answer.status != 200:
        connection.close()
        raise http.client.HTTPException(answer.status)
    return connection, answer


def mark_in(line: bytes, key: str) -> str:
    """Return the mark that a line of the stream has for a key, "" for none."""
    text = line.decode().removeprefix("data: ").split()
    return text[1] if len(text) == 2 and text[0] == key else ""


class Listener:
    """A page that listens for news of one game; `mark` is the newest that it heard, and when."""

    def __init__(self, browser: Browser, game: str) -> None:
        """Open the game's page, and listen from now on, until it is ended."""
        page = browser.get(f"/games/{game}/").content.decode()
        key = WATCHED.search(page)
        if key is None:
            raise Fault("the sheet names nothing to listen for")
        self.key = unescape(key[1])
        self.port = browser.port
        self.mark, self.heard_at = "", 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while not self._over.wait(PAUSE):
            with suppress(OSError, http.client.HTTPException):
                connection, answer = stream_of(self.port, self.key)
                try:
                    while not self._over.is_set() and (line := answer.readline()):
                        if (mark := mark_in(line, self.key)) not in {"", self.mark}:
                            self.mark, self.heard_at = mark, time.monotonic()
                finally:
                    connection.close()

    def end(self) -> None:
        """Listen no more; the thread ends with the site at the latest."""
        self._over.set()
