"""Who runs on the data folder: one server at a time, and no restore beneath it.

The main process of the server holds `server.lock`, and each worker `serving.lock`, which outlives
a main process that was killed. A lock ends with its process, whatever ends it. What is written in
`server.lock` says how the last server ended: after a power cut the database is looked at.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from league.site import machine
from league.site.backups.files import BackupError

SERVER, WORKERS = "server.lock", "serving.lock"
# So long may the workers of a server that was killed take to notice, and to end.
SECONDS_TO_END = 15.0
PAUSE = 0.1


class RunningError(BackupError):
    """Somebody else runs on the data folder: a sentence that says what to do."""


def worker_lock() -> int:
    """Say, for as long as this worker lives, that it may use the database.

    Waits while a copy is being put back. The answer is the lock's descriptor, to keep open.
    """
    descriptor = _open(WORKERS)
    machine.lock(descriptor, wait=True, shared=True)
    return descriptor


@contextmanager
def only_server() -> Iterator[None]:
    """Be the one server on the data folder, and note at the end that it ended well.

    Raises `RunningError` where there is another one, or a copy is being put back.
    """
    sentence = (
        f"Roundhouse runs on {settings.DATA_DIR} already, or a copy is being put back there. "
        "Stop that first, or name another folder in DATA_DIR."
    )
    with _locked(SERVER, sentence, wait=not _is_alive()) as descriptor:
        with _locked(WORKERS, sentence, wait=True):
            pass
        ended_well = _read(descriptor).get("ended") is True
        note = {
            "pid": os.getpid(),
            "started": _now(),
            "port": settings.PLAIN_PORT,
            "after_unclean_end": not ended_well,
        }
        _write(descriptor, {**note, "ended": False})
        yield
        _write(descriptor, {**note, "ended": True})


@contextmanager
def nobody_serves() -> Iterator[None]:
    """Hold that the site does not run, and cannot start meanwhile; else raises `RunningError`."""
    sentence = "The site is running. Stop it first (Ctrl-C where it runs), then try again."
    wait = not _is_alive()
    with _locked(SERVER, sentence, wait=wait), _locked(WORKERS, sentence, wait=False):
        yield


def ended_uncleanly() -> bool:
    """Return whether the previous server was killed, or its power was cut."""
    return _noted().get("after_unclean_end", True) is True


def port_in_use() -> int | None:
    """The port of the server that runs on this data folder; None where none does."""
    note = _noted()
    port = note.get("port")
    return port if isinstance(port, int) and not note.get("ended") and _is_alive() else None


def started_at() -> datetime | None:
    """When the server that runs now was started; None where nobody knows."""
    with suppress(KeyError, TypeError, ValueError):
        return datetime.fromisoformat(_noted()["started"])
    return None


def _noted() -> dict[str, Any]:
    with suppress(OSError), (Path(settings.DATA_DIR) / SERVER).open("rb") as file:
        return _read(file.fileno())
    return {}


def _is_alive() -> bool:
    """Whether the process that wrote the note is there; else its workers may be ending."""
    pid = _noted().get("pid")
    return isinstance(pid, int) and pid > 0 and machine.is_alive(pid)


@contextmanager
def _locked(name: str, sentence: str, *, wait: bool) -> Iterator[int]:
    """The lock's descriptor; raises `RunningError` with the sentence where others have it."""
    descriptor = _open(name)
    end = time.monotonic() + (SECONDS_TO_END if wait else 0)
    try:
        while True:
            try:
                machine.lock(descriptor, wait=False)
                break
            except BlockingIOError as error:
                if time.monotonic() >= end:
                    raise RunningError(sentence) from error
            time.sleep(PAUSE)
        yield descriptor
    finally:
        os.close(descriptor)


def _open(name: str) -> int:
    try:
        return os.open(Path(settings.DATA_DIR) / name, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        text = f"Nothing can be written to {settings.DATA_DIR}: {error.strerror or error}."
        raise BackupError(text) from error


def _read(descriptor: int) -> dict[str, Any]:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        note = json.loads(os.read(descriptor, 10_000))
    except ValueError:
        return {}
    return note if isinstance(note, dict) else {}


def _write(descriptor: int, note: dict[str, Any]) -> None:
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, json.dumps(note).encode())
    os.fsync(descriptor)


def _now() -> str:
    return datetime.now(UTC).isoformat()
