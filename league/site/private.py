"""Data are for their owner alone, whatever the folder's own mode: what is new, and what was there.

A data folder may stand where others of the machine can look into it. What the site writes there,
and its copies, keys, certificates, logs and temporary files, nobody else can read.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG

# What nobody but the owner may do with a new file; a umask.
PRIVATE = 0o077
# In the data folder: its other files are somebody else's, for the folder may be anybody's home.
OURS = (
    "secret-key*",
    "*.lock",
    "*.json",
    "*.log*",
    "log",
    "logs",
    "logs/*",
    "static.collected",
    "certificates",
    "certificates/*",
)
COPIES = ("*.roundhouse", "*.part", "*.json", ".lock")


def tighten(data: Path, copies: Path, database: Path | None) -> list[Path]:
    """Take from group and others what they may do with the site's own files.

    `database` is SQLite's file. Answers what could not be tightened: files of another owner.
    """
    if sys.platform == "win32":
        # A file there belongs to whose folder it is in, and has no such modes.
        return []
    failed = []
    for path in _existing(data, copies, database):
        with suppress(FileNotFoundError):
            status = path.lstat()
            if not (S_ISDIR(status.st_mode) or S_ISREG(status.st_mode)):
                continue
            wanted = S_IMODE(status.st_mode) & ~PRIVATE
            if wanted != S_IMODE(status.st_mode):
                try:
                    path.chmod(wanted)
                except OSError:
                    failed.append(path)
    return failed


def _existing(data: Path, copies: Path, database: Path | None) -> Iterator[Path]:
    for pattern in OURS:
        yield from data.glob(pattern)
    for pattern in COPIES:
        yield from copies.glob(pattern)
    if copies.is_relative_to(data) and copies != data:
        yield copies
    if database:
        # With all that lies beside it under its name, such as what was moved aside.
        yield from database.parent.glob(f"{_literal(database.name)}*")


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
