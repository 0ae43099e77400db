"""The file that a copy is: how it is packed, read, named and listed."""

import errno
import hashlib
import json
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from league.site import machine
from scoring.referee import read_json

from . import sealing

# From 2 on, a checksum over the whole file stands at its end; 1 is what version 0.1.0 wrote.
FORMAT, OLDEST = 2, 1
NOTE, DATABASE = "note.json", "database"
SUFFIX = ".roundhouse"
UNFINISHED = ".part"
LONGEST_NOTE = 1_000_000
BLOCK = 1 << 20
# Quick: a copy must be made in a few seconds, and rows are much alike.
PACKING = 1
PACKED_BY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What Python's reader raises for a ZIP in which a byte is another one: such as an unknown method
# of packing, or a password that is wanted.
DAMAGE = (zipfile.BadZipFile, zlib.error, RuntimeError, struct.error, LookupError, ArithmeticError)


class BackupError(Exception):
    """Why there is no copy, or why it is not put back: a sentence that says what to do."""


class BusyError(BackupError):
    """Another copy is being made just now."""


@dataclass(frozen=True)
class Facts:
    """What a database holds: applied migrations by app, rows by table, the newest sheet entry."""

    migrations: Mapping[str, list[str]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    last: str = ""


@dataclass(frozen=True)
class Note:
    """What a copy says of itself.

    `vendor` is sqlite or postgresql. `kind` is why it was made: auto, migration, restore or hand.
    `mark` is equal for databases in which nothing was written since. `number` says in which order
    copies were made, whatever the clock showed; it is 0 in those of version 0.1.0.
    """

    format: int
    version: str
    vendor: str
    kind: str
    made_at: str
    sha256: str
    size: int
    mark: str = ""
    migrations: Mapping[str, list[str]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    last: str = ""
    number: int = 0

    @property
    def is_sealed(self) -> bool:
        """Whether a checksum over the whole file belongs to the copy."""
        return self.format > OLDEST

    @property
    def moment(self) -> datetime:
        """When the copy was made."""
        return datetime.fromisoformat(self.made_at)

    @property
    def last_entry(self) -> datetime | None:
        """Return when the newest entry of a sheet was recorded; None if there is none."""
        return datetime.fromisoformat(self.last) if self.last else None


@dataclass(frozen=True)
class Copy:
    """A copy in the folder of copies; `size` is in bytes."""

    path: Path
    note: Note
    size: int


def folder() -> Path:
    """The folder of copies, made where it is missing, for its owner alone."""
    try:
        settings.BACKUP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(trouble_in_words(error)) from error
    return Path(settings.BACKUP_DIR)


def trouble_in_words(error: OSError, data: Path | None = None, target: Path | None = None) -> str:
    """What keeps the disk from being written to, and what to do about it.

    It is about the folder of copies, or about `data`, the folder of the database. A copy for a
    file of its own, `target`, fails by that file's folder, or by what the error names.
    """
    if target is not None and not target.parent.is_dir():
        return _("There is no folder %s. Make it first, or look at its name again.") % target.parent
    if target is not None and str(error.filename or "").startswith(f"{target}"):
        text = _(
            "Nothing can be written to %(folder)s: %(error)s. "
            "Free some space, or make the folder writable."
        )
        return text % {"folder": target.parent, "error": error.strerror or error}
    text = (
        _(
            "Nothing can be written to the database's folder, %(folder)s: %(error)s. "
            "Free some space, or make the folder writable."
        )
        if data
        else _(
            "Nothing can be written to the folder of copies, %(folder)s: %(error)s. "
            "Free some space, or make the folder writable."
        )
    )
    return text % {"folder": data or settings.BACKUP_DIR, "error": error.strerror or error}


def copies() -> list[Copy]:
    """The copies of the folder, the newest first; files that are none are passed over."""
    copies_there = []
    for path in sorted(settings.BACKUP_DIR.glob(f"*{SUFFIX}"), reverse=True):
        with suppress(BackupError, OSError):
            copies_there.append(Copy(path, read_note(path), path.stat().st_size))
    # By the number: a clock may have jumped between two of them.
    return sorted(
        copies_there, key=lambda copy: (copy.note.number, copy.note.made_at), reverse=True
    )


@contextmanager
def one_at_a_time(*, wait: bool) -> Iterator[None]:
    """Hold the lock under which copies are made and put back; raises `BusyError`."""
    try:
        descriptor = os.open(folder() / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BackupError(trouble_in_words(error)) from error
    try:
        try:
            machine.lock(descriptor, wait=wait)
        except BlockingIOError as error:
            raise BusyError(_("A copy is being made just now. Try again in a minute.")) from error
        yield
    finally:
        os.close(descriptor)


def sha256_of(path: Path) -> str:
    """The file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(database: Path, target: Path, note: Note) -> None:
    """Write the copy beside its name, see that it can be read, and only then give it its name."""
    draft = target.with_name(target.name + UNFINISHED)
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with (
            os.fdopen(descriptor, "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=PACKING) as packed,
        ):
            packed.writestr(NOTE, json.dumps(asdict(note), indent=1))
            packed.write(database, DATABASE)
            sealing.leave_room(packed)
        sealing.seal(draft)
        check(draft, read_note(draft))
        draft.replace(target)
        machine.sync(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def read_note(path: Path) -> Note:
    """What the copy says of itself. Raises `BackupError` for a file that is no copy."""
    with _opened(path) as packed:
        try:
            if sorted(packed.namelist()) != [DATABASE, NOTE]:
                raise _foreign(path)
            if packed.getinfo(NOTE).file_size > LONGEST_NOTE:
                raise _foreign(path)
            if any(member.compress_type not in PACKED_BY for member in packed.infolist()):
                raise _damaged(path)
            fields: Any = read_json(packed.read(NOTE))
            # Before all else: a newer version may have put anything beside it.
            if _is_newer(fields):
                raise _newer(path)
            note = Note(**fields)
            if _well_formed(note):
                return note
        except (ValueError, TypeError, EOFError) as error:
            raise _damaged(path) from error
    raise _foreign(path)


def _is_newer(fields: Any) -> bool:
    number = fields.get("format") if isinstance(fields, dict) else None
    return isinstance(number, int) and number > FORMAT


def _well_formed(note: Note) -> bool:
    texts = (note.version, note.vendor, note.kind, note.made_at, note.sha256, note.mark, note.last)
    return (
        note.format in (OLDEST, FORMAT)
        and all(isinstance(text, str) for text in texts)
        and note.moment.tzinfo is not None
        and (note.last_entry is None or note.last_entry.tzinfo is not None)
        and isinstance(note.size, int)
        and all(isinstance(names, list) for names in note.migrations.values())
        and all(isinstance(count, int) for count in note.counts.values())
        and isinstance(note.number, int)
    )


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except FileNotFoundError as error:
        raise BackupError(_("There is no file %s.") % path) from error
    except DAMAGE as error:
        raise _damaged(path) from error
    except OSError as error:
        if error.errno == errno.EINVAL:
            # A number in the file led to a place before its beginning.
            raise _damaged(path) from error
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> BackupError:
    text = _("%(file)s cannot be read: %(error)s.")
    return BackupError(text % {"file": path, "error": error.strerror or error})


def _foreign(path: Path) -> BackupError:
    return BackupError(_("%s is not a copy that Roundhouse made.") % path.name)


def _newer(path: Path) -> BackupError:
    return BackupError(
        _("%s was made by a newer version of Roundhouse. Take that version here first.") % path.name
    )


def _damaged(path: Path) -> BackupError:
    return BackupError(
        _("%s is damaged, or is not a copy that Roundhouse made. Take another copy.") % path.name
    )


def check(path: Path, note: Note) -> None:
    """Read the whole copy; raises `BackupError` unless all of it is as it was packed."""
    check_seal(path, note)
    for _block in _blocks(path, note):
        pass


def check_seal(path: Path, note: Note) -> None:
    """Raise `BackupError` where a byte of the file is another one; old copies have no such seal."""
    try:
        if note.is_sealed and not sealing.is_sealed(path):
            raise _damaged(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def unpack(path: Path, note: Note, target: Path) -> None:
    """Write the database that is in the copy to a new file, as it was packed or not at all."""
    try:
        with target.open("xb") as file:
            for block in _blocks(path, note):
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _blocks(path: Path, note: Note) -> Iterator[bytes]:
    digest, size = hashlib.sha256(), 0
    with _opened(path) as packed, packed.open(DATABASE) as member:
        # Never more than the note says: a file made to fill the disk fills nothing.
        while size <= note.size:
            try:
                block = member.read(BLOCK)
            except (*DAMAGE, EOFError, ValueError) as error:
                raise _damaged(path) from error
            if not block:
                break
            digest.update(block)
            size += len(block)
            if size <= note.size:
                yield block
    if (size, digest.hexdigest()) != (note.size, note.sha256):
        raise _damaged(path)


def new_path(kind: str, moment: datetime) -> Path:
    """A name in the folder of copies that is still free."""
    stem = f"{moment.astimezone(UTC):%Y%m%d-%H%M%S}-{kind}"
    path, number = folder() / f"{stem}{SUFFIX}", 2
    while path.exists():
        path = folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def sweep() -> None:
    """Throw away what a copy that was cut off left behind; only under the lock."""
    for path in folder().glob(f"*{UNFINISHED}"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
