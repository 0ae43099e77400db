"""Putting a new database file in the place of whatever is there, which is moved aside whole.

The file that is to come is made ready beside the database, on the same disk, and is given its
name in one step: from then on the restore has happened. What is left, moving the old files aside
and the new one into their place, is done by `finish`, which can be cut off anywhere and begun
again: the next restore or start of the site finishes it. The old files are only renamed, never
opened, so it is all the same what they are.
"""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from league.site import machine

# What SQLite keeps beside a database under its name.
PARTS = ("", "-wal", "-shm", "-journal")
READY, ASIDE = ".ready-", ".aside-"
UNFINISHED = "restoring-"
# The bytes that SQLite locks for as long as somebody has the database open, by its file format.
SHARED_FIRST, SHARED_BYTES = 0x40000000 + 2, 510


def make_ready(staged: Path, database: Path) -> None:
    """Let the new file, whole and on the database's own disk, take the database's place.

    It belongs to whom the old one belonged to, also where root puts it there.
    """
    staged.chmod(0o600)
    machine.give_to_owner_of(staged, database if database.exists() else database.parent)
    machine.sync(staged)
    moment = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    staged.rename(database.with_name(f"{database.name}{READY}{moment}"))
    machine.sync(database.parent)


def finish(database: Path) -> Path | None:
    """Do what is left of a restore; answers the name under which the old files lie now.

    None where nothing is left to do, or where there were no old files.
    """
    aside = None
    for ready in sorted(database.parent.glob(f"{database.name}{READY}*")):
        name = database.with_name(ready.name.replace(READY, ASIDE))
        aside = _move_aside(database, name) or aside
        ready.rename(database)
        machine.sync(database.parent)
    return aside


def withdraw(database: Path) -> None:
    """Let a restore that could not even begin to move the old files never have happened."""
    if os.path.lexists(database):
        for ready in database.parent.glob(f"{database.name}{READY}*"):
            ready.unlink()


def _move_aside(database: Path, name: Path) -> Path | None:
    """Give all that is there the new name; on to another where a cut off try began with it."""
    there = [part for part in PARTS if os.path.lexists(f"{database}{part}")]
    if not there:
        begun = any(os.path.lexists(f"{name}{part}") for part in PARTS)
        return name if begun else None
    free, number = name, 2
    while any(os.path.lexists(f"{free}{part}") for part in there):
        free = name.with_name(f"{name.name}-{number}")
        number += 1
    for part in there:
        Path(f"{database}{part}").rename(f"{free}{part}")
    machine.sync(database.parent)
    return free


def asides(database: Path) -> list[Path]:
    """The databases that were moved aside, the oldest first."""
    files = database.parent.glob(f"{database.name}{ASIDE}*")
    return sorted(path for path in files if not path.name.endswith(PARTS[1:]))


def throw_away(aside: Path) -> None:
    """Remove what was moved aside, once a copy holds it."""
    for part in PARTS:
        Path(f"{aside}{part}").unlink(missing_ok=True)


def sweep(database: Path) -> None:
    """Remove what a restore that was cut off before its new file was ready left behind."""
    for path in database.parent.glob(f"{UNFINISHED}*"):
        shutil.rmtree(path, ignore_errors=True)


def in_use(database: Path) -> bool:
    """Whether another process has the database open.

    One that still has a database open after it was moved aside would remove the new one's `-wal`
    when it ends, for it goes by the old name. To be asked only where this process has no
    connection to the file itself: closing it here would let go of that connection's locks.
    """
    with suppress(OSError):
        descriptor = os.open(database, os.O_RDWR)
        try:
            machine.hold_bytes(descriptor, SHARED_FIRST, SHARED_BYTES)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
    return False
