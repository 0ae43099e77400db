"""What a Python does first that stands for one on Windows: modules of POSIX cannot be imported.

Where the site's own code does something else on Windows, it does that here too, on what stands in
for Windows below. Threads, sockets and processes stay this system's own.
"""

import asyncio
import ctypes
import errno
import fcntl
import getpass
import multiprocessing.connection
import multiprocessing.popen_fork
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from types import ModuleType, SimpleNamespace

OF_POSIX = (
    *("crypt", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource"),
    *("spwd", "syslog", "termios", "tty"),
)
# Those of the standard library that make do without them, or have them already.
READY = (asyncio, getpass, multiprocessing, shutil, subprocess, tempfile)


def locking(descriptor: int, _mode: int, count: int) -> None:
    """Lock bytes from where the file stands, for this opening of it alone, as Windows does."""
    wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_CUR, 0, count, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    except BlockingIOError as error:
        raise PermissionError(errno.EACCES, "locked") from error


def open_process(_rights: int, _inherits: bool, pid: int) -> int:
    """Return a handle of a process; 0 where there is none."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return pid
    return 0


KERNEL = SimpleNamespace(
    OpenProcess=open_process,
    WaitForSingleObject=lambda _handle, _milliseconds: 0x102,
    CloseHandle=lambda _handle: None,
    GetCurrentProcess=lambda: -1,
    SetPriorityClass=lambda _handle, _kind: None,
)
msvcrt = ModuleType("msvcrt")
vars(msvcrt).update(locking=locking, LK_NBLCK=2)
for name in OF_POSIX:
    sys.modules[name] = None  # type: ignore[assignment]
sys.modules["msvcrt"] = msvcrt
os.O_BINARY = 0  # type: ignore[attr-defined]
windows = ModuleType("sys")
vars(windows).update(vars(sys), platform="win32")

here, sys.platform = sys.platform, "win32"
from league.site import machine  # noqa: E402
from league.site.server import sockets  # noqa: E402

sys.platform = here
for module in (machine, sockets):
    vars(module)["sys"] = windows
vars(machine)["ctypes"] = SimpleNamespace(
    WinDLL=lambda *_names, **_options: KERNEL,
    c_void_p=ctypes.c_void_p,
    get_last_error=lambda: 0,
)
