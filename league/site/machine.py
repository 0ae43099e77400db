"""What Linux, macOS and Windows do differently: locks, processes, and what a disk has taken in.

Standard library only, for `setup` locks before any package is there. That is why no library does
it. All else of the site asks here, and nowhere by itself which system it runs on.
"""

import locale
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import NoReturn

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl

PAUSE = 0.1
# Windows locks bytes, and keeps others from reading them: these are beyond the end of our files.
LOCKED_FROM = 0x70000000
# How many can share a lock there: each holds one byte, and who wants it alone needs them all.
SHARERS = 64
GENTLE = 15
GENTLE_CLASS = 0x4000
MAY_WAIT_FOR = 0x100000
RUNS_ON = 0x102
NOT_ALLOWED = 5


def lock(descriptor: int, *, wait: bool, shared: bool = False) -> None:
    """Lock an open file until it is closed, at the latest by the end of the process.

    Raises `BlockingIOError` where others hold it, or waits. A `shared` lock keeps out only who
    wants the file alone.
    """
    while True:
        try:
            if sys.platform == "win32":
                _lock_bytes(descriptor, shared=shared)
            else:
                kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
                fcntl.flock(descriptor, kind | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            if not wait:
                raise
            time.sleep(PAUSE)
        else:
            return


def hold_bytes(descriptor: int, first: int, count: int) -> None:
    """Lock these bytes of an open file, as SQLite does; raises `BlockingIOError`."""
    if sys.platform == "win32":
        os.lseek(descriptor, first, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, count)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
    else:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)


if sys.platform == "win32":

    def _lock_bytes(descriptor: int, *, shared: bool) -> None:
        if not shared:
            hold_bytes(descriptor, LOCKED_FROM, SHARERS)
            return
        for byte in range(LOCKED_FROM, LOCKED_FROM + SHARERS):
            try:
                hold_bytes(descriptor, byte, 1)
            except BlockingIOError:
                continue
            return
        raise BlockingIOError


def is_alive(pid: int) -> bool:
    """Whether there is a process of that number."""
    if sys.platform == "win32":
        # Never by a signal: there, signal 0 is Ctrl-C.
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(MAY_WAIT_FOR, False, pid)
        if not handle:
            return ctypes.get_last_error() == NOT_ALLOWED
        try:
            return int(kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0)) == RUNS_ON
        finally:
            kernel.CloseHandle(ctypes.c_void_p(handle))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def become(command: list[str]) -> NoReturn:
    """Go on as another program, which has the terminal and its signals to itself.

    Windows has no such thing: there this process waits for the other one, and ends as it did.
    """
    sys.stdout.flush()
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606 - our own words
    with subprocess.Popen(command) as process:  # noqa: S603 - our own words
        while True:
            try:
                sys.exit(process.wait())
            except KeyboardInterrupt:
                # The other one has heard it too, and ends in its own time.
                continue


def when_the_parent_is_gone(end: Callable[[], None]) -> None:
    """Call `end` once this worker's parent process has died, from a thread."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        end()

    threading.Thread(target=watch, name="parent", daemon=True).start()


def give_way() -> None:
    """Let this process come after all others."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.SetPriorityClass(ctypes.c_void_p(kernel.GetCurrentProcess()), GENTLE_CLASS)
    else:
        os.nice(GENTLE)


def sync(path: Path) -> None:
    """Wait until the disk has a file, or the names in a folder. Windows keeps names by itself."""
    writes = os.O_RDONLY
    if sys.platform == "win32":
        if path.is_dir():
            return
        writes = os.O_RDWR | os.O_BINARY
    descriptor = os.open(path, writes)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_to_owner_of(path: Path, other: Path) -> None:
    """Let a file belong to whom `other` belongs to, where an administrator made it."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = other.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def name_if_free(file: Path, name: Path) -> None:
    """Give a whole file its name in one step, or raise `FileExistsError`."""
    if sys.platform == "win32":
        file.rename(name)
    else:
        os.link(file, name)


def cores() -> int:
    """How many processor cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def languages() -> list[str] | None:
    """Return what Windows speaks to its owner, such as "de_DE"; None where variables say it."""
    if sys.platform == "win32":
        spoken = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
        return [spoken] if spoken else []
    return None


def speak_utf8() -> None:
    """Let a console that cannot write a letter write another one, and not end the command."""
    for stream in (sys.stdout, sys.stderr):
        if sys.platform == "win32" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
