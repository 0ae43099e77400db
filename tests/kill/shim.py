"""A bad day by LD_PRELOAD: see `shim.c`, which is compiled where there is a C compiler."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("shim.c")
CONTROL = struct.Struct("=qqq")
# What the disk can be: with room, full so that no file grows, or such that nothing can be written.
ROOM, NO_GROWTH, NO_WRITE = range(3)


class ShimError(Exception):
    """Why there is no shim here, in a sentence."""


def compile_shim(folder: Path) -> Path:
    """Answer the library, made in this folder. Raises `ShimError` where it cannot be."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        raise ShimError("It needs Linux and a C compiler: get it with `sudo apt install gcc`.")
    library = folder / "shim.so"
    done = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ShimError(f"The shim could not be compiled: {done.stderr.strip()[:500]}")
    return library


class Shim:
    """The switches of the programs that are started with `variables`; all begin switched off."""

    def __init__(
        self, library: Path, folder: Path, root: Path, *, full: Path | None = None
    ) -> None:
        """Watch the files below `root`; `folder` lies beside it, on the same file system.

        `full` is the part of them that the disk can be full for.
        """
        self.folder = folder
        self.root = root
        # Programs of another user write here too.
        folder.mkdir()
        folder.chmod(0o777)
        (folder / "journal").touch()
        (folder / "journal").chmod(0o666)
        self._control = folder / "control"
        self._state = [ROOM, 0, 0]
        self._control.write_bytes(CONTROL.pack(*self._state))
        self.variables = {
            "LD_PRELOAD": str(library),
            "SHIM_CONTROL": str(self._control),
            "SHIM_ROOT": str(root),
            "SHIM_FULL": str(full or root),
            "SHIM_JOURNAL": str(folder),
        }

    def fill_disk(self, how: int) -> None:
        """Let the disk be full, or have room again."""
        self._set(0, how)

    def move_clock(self, seconds: int) -> None:
        """Let the clock be so far ahead of the machine's own."""
        self._set(1, seconds)

    def keep_journal(self) -> None:
        """Note from now on what a power cut would take."""
        self._set(2, 1)

    def _set(self, place: int, value: int) -> None:
        self._state[place] = value
        with self._control.open("r+b") as file:
            # In place: the programs have it in their memory.
            os.pwrite(file.fileno(), CONTROL.pack(*self._state), 0)
