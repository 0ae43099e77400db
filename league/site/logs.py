"""The site's own log: on the console, and in a file of limited size that is its keeper's alone.

What strangers can cause by knocking is one line an hour, whatever they send.
"""

import json
import logging
import os
import re
import threading
import time
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from scoring.web.request_ids import request_id

NAME = "roundhouse.log"
# The logger of lines about requests, which are written for programs alone.
REQUESTS = "roundhouse.requests"
# Six files in all: months of a club's troubles, and never more than that of the disk.
MOST_BYTES = 2 * 1024 * 1024
OLDER_FILES = 5
HOUR = 60 * 60
# Django's loggers of requests that it refused before any page: a wrong name for the site, a stale
# form, a cookie that nobody gave.
REFUSED = "django.security."
WRONG_HOST = f"{REFUSED}DisallowedHost"
# What a record is marked with, for the second handler that asks.
KEPT = "kept_this_hour"
LONGEST = 2000
# A link's key is part of its address: long, after a slash or as `key=`.
KEY_IN_ADDRESS = re.compile(r"(?<=/)[A-Za-z0-9_-]{20,}(?=/)|(?<=[?&]key=)[^&\s'\"]+")
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def logging_of(folder: Path | None, *, as_json: bool = False) -> dict[str, Any]:
    """Django's setting LOGGING; without a folder, nothing is kept in a file.

    As JSON the console has an object a line, for programs that gather logs, and one for each
    request. The file, which is for people, stays as it is.
    """
    handlers: dict[str, dict[str, Any]] = {"console": {"class": "logging.StreamHandler"}}
    if folder is not None:
        handlers["file"] = {"()": LogFile, "folder": folder}
    for handler in handlers.values():
        # One filter for both, so that a refusal is counted once.
        handler |= {"formatter": "line", "filters": ["refusals"]}
    if as_json:
        handlers["console"]["formatter"] = "json"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": OneLine}, "json": {"()": JsonLine}},
        "filters": {"refusals": {"()": RefusalsByTheHour}},
        "handlers": handlers,
        "root": {"handlers": [*handlers], "level": "WARNING"},
        "loggers": {
            # Django's own way writes nothing with DEBUG off. A page not found is no news.
            "django": {"handlers": [*handlers], "level": "WARNING", "propagate": False},
            "django.request": {"level": "ERROR"},
            REQUESTS: {
                "handlers": ["console"],
                "level": "INFO" if as_json else "WARNING",
                "propagate": False,
            },
        },
    }


class LogFile(RotatingFileHandler):
    """A file that is rotated when it is full, even if several processes write to it.

    What cannot be written, such as on a full disk, is on the console alone.
    """

    def __init__(self, folder: Path) -> None:
        """Name the file; it is made with the first line."""
        super().__init__(
            folder / NAME,
            maxBytes=MOST_BYTES,
            backupCount=OLDER_FILES,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )

    def _open(self) -> TextIOWrapper:
        file = Path(self.baseFilename)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Made as its keeper's alone; opening it does not change that.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
        return super()._open()

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line into the file that has the name now: another process may have begun it."""
        if self.stream and not self._is_current(self.stream.fileno()):
            self.stream.close()
            self.stream = None
        super().emit(record)

    def _is_current(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), Path(self.baseFilename).stat())
        except OSError:
            return False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Say nothing: the console has the line, and a full disk would have many."""


class OneLine(logging.Formatter):
    """One line a message, whatever a sender put into it: no line breaks, no colors, no end.

    A traceback has lines of its own, which begin with four spaces: none of them passes for another
    message, whatever was in the error.
    """

    def __init__(self) -> None:
        """Begin each with its time."""
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatTime(self, record: logging.LogRecord, _datefmt: str | None = None) -> str:  # noqa: N802  logging's name
        """The time with how far it is from UTC: an hour comes twice when summer time ends."""
        moment = datetime.fromtimestamp(record.created, UTC).astimezone()
        return moment.isoformat(" ", "milliseconds")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        """The line, without a traceback, and without the keys of links."""
        record.message = shown(record)
        line = super().formatMessage(record)
        return f"{line} (request {number})" if (number := request_id()) else line

    def formatException(self, ei: Any) -> str:  # noqa: N802  logging's name
        """The traceback, each line of it set in."""
        return "\n".join(f"    {line}" for line in lines_of(super().formatException(ei)))


class JsonLine(logging.Formatter):
    """A line of JSON a message, for programs: one object, with a traceback inside."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object; what belongs to the message stands in it by name."""
        record.message = record.getMessage()
        content: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": shown(record),
            "process": record.process,
        }
        if number := request_id():
            content["request"] = number
        content |= getattr(record, "fields", {})
        if record.exc_info:
            content["traceback"] = "\n".join(lines_of(self.formatException(record.exc_info)))
        return json.dumps(content, ensure_ascii=False)


def shown(record: logging.LogRecord) -> str:
    """Return the message as it may be written: not too long, without keys, all of it to be seen."""
    return UNSEEN.sub(escape, without_keys(record.message[:LONGEST]))


def lines_of(traceback: str) -> list[str]:
    """Return the lines of a traceback as they may be written.

    Lines that are set in show our own code; the others say what the error was.
    """
    lines = traceback.split("\n")
    lines = [line if line.startswith(" ") else without_keys(line) for line in lines]
    return [UNSEEN.sub(escape, line) for line in lines]


def without_keys(text: str) -> str:
    """Return the text with what could be a link's key in an address as three dots."""
    return KEY_IN_ADDRESS.sub("...", text)


def escape(match: re.Match[str]) -> str:
    """Return a sign that nobody sees as Python writes it: ``\\x1b``."""
    return ascii(match[0])[1:-1]


class RefusalsByTheHour(logging.Filter):
    """Let through one line an hour of each kind of refused request, with the number of the others.

    Anybody may send a million of these. A wrong name for the site gets a line that says what can
    be done, since it is most often the keeper's own.
    """

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._lock = threading.Lock()
        self._last: dict[str, float] = {}
        self._others: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; every handler of one record is answered the same."""
        if not record.name.startswith(REFUSED):
            return True
        kept: bool | None = getattr(record, KEPT, None)
        if kept is None:
            kept = self._is_first(record)
            setattr(record, KEPT, kept)
        return kept

    def _is_first(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        with self._lock:
            last = self._last.get(record.name)
            if last is not None and now - last < HOUR:
                self._others[record.name] = self._others.get(record.name, 0) + 1
                return False
            self._last[record.name] = now
            others = self._others.pop(record.name, 0)
        text = record.getMessage()
        if record.name == WRONG_HOST:
            text = (
                "A page was asked for under a name that is not this site's. If the name is yours, "
                f"put it into SITE_ADDRESSES. {text.partition('. You may')[0]}"
            )
        if others:
            text = f"{text[: LONGEST // 2]} (and {others} more like it since the last such line)"
        # Without arguments, logging leaves signs of percent as they are.
        record.msg, record.args = text, None
        record.exc_info = record.exc_text = None
        return True
