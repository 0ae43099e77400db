"""A power cut: takes back what no sync had carried to the disk, by the journal of `shim.c`.

What is promised is what ext4 and XFS promise, and no more. Of a file, what was written before a
sync of it began is there when that has ended; of what was written since, each sector of 512 bytes
is there as it last was, or as it was at any moment since. Files appear, disappear and change their
names in the order in which that was done, and a sync of any file carries what was done before.
"""

import os
import struct
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.kill.shim import Shim

HEAD = struct.Struct("=IIQQQQQQQ")
MAGIC = 0x4C494D53
WRITE, CUT, SYNC, CREATE, UNLINK, RENAME = range(1, 7)
SECTOR = 512


@dataclass(frozen=True)
class Record:
    """One line of the journal.

    Of a write, `offset` and `length` say where it was, `size` how long the file had been, and `old`
    what stood there. Of a cut, `offset` is the new size. Of a sync, `offset` is how long the
    journal was when it began. `inode` is the file; of a removal or a new name, the file that lost
    its name by it.
    """

    place: int
    kind: int
    inode: int
    offset: int
    length: int
    size: int
    path: str
    second: str
    old: bytes


def read(data: bytes) -> Iterator[Record]:
    """Answer the records of a journal; the last may be cut off, with whoever wrote it."""
    place = 0
    while place + HEAD.size <= len(data):
        magic, kind, inode, offset, length, size, old, path, second = HEAD.unpack_from(data, place)
        if magic != MAGIC:
            raise ValueError(f"the journal is broken at {place}")
        end = place + HEAD.size
        parts = []
        for part in (path, second, old):
            parts.append(data[end : end + part])
            end += part
        if end > len(data):
            return
        first, other = os.fsdecode(parts[0]), os.fsdecode(parts[1])
        yield Record(place, kind, inode, offset, length, size, first, other, parts[2])
        place = end


def pending(records: list[Record]) -> list[Record]:
    """Answer what no sync has carried to the disk."""
    synced: dict[int, int] = defaultdict(int)
    named = 0
    for record in records:
        if record.kind == SYNC:
            synced[record.inode] = max(synced[record.inode], record.offset)
            named = max(named, record.offset)
    return [
        record
        for record in records
        if record.kind != SYNC
        and record.place >= (synced[record.inode] if record.kind in (WRITE, CUT) else named)
    ]


def _pack(record: Record) -> bytes:
    path, second = os.fsencode(record.path), os.fsencode(record.second)
    head = (MAGIC, record.kind, record.inode, record.offset, record.length, record.size)
    return HEAD.pack(*head, len(record.old), len(path), len(second)) + path + second + record.old


def settle(shim: Shim) -> list[Record]:
    """Shorten the journal to what is pending, and answer that; only while nobody writes to it."""
    journal = shim.folder / "journal"
    left = pending(list(read(journal.read_bytes())))
    journal.write_bytes(b"".join(_pack(record) for record in left))
    needed = {str(record.inode) for record in left if record.kind in (UNLINK, RENAME)}
    for grave in shim.folder.iterdir():
        if grave.name.isdecimal() and grave.name not in needed:
            grave.unlink()
    return left


def cut_power(shim: Shim, rng: Random) -> int:
    """Make the files what a power cut could have left; everything that wrote them has been killed.

    Answers how many writes were taken back, whole or in part.
    """
    left = settle(shim)
    names = [record for record in left if record.kind not in (WRITE, CUT)]
    for record in reversed(names[rng.randint(0, len(names)) :]):
        _take_back_name(shim, record)
    files = {path.stat().st_ino: path for path in shim.root.rglob("*") if path.is_file()}
    of_file: dict[int, list[Record]] = defaultdict(list)
    for record in left:
        if record.kind in (WRITE, CUT):
            of_file[record.inode].append(record)
    # Nothing of it was written by the system meanwhile, or much, or nearly all.
    kept = rng.choice((0.0, 0.3, 0.9))
    taken = sum(
        _take_back(files[inode], records, rng, kept)
        for inode, records in of_file.items()
        if inode in files
    )
    (shim.folder / "journal").write_bytes(b"")
    settle(shim)
    return taken


def _take_back_name(shim: Shim, record: Record) -> None:
    path, grave = Path(record.path), shim.folder / str(record.inode)
    if record.kind == CREATE:
        with suppress(FileNotFoundError):
            if path.stat().st_ino == record.inode:
                path.unlink()
        return
    if record.kind == RENAME:
        second = Path(record.second)
        with suppress(FileNotFoundError):
            second.rename(path)
        path = second
    if record.inode and grave.exists() and not path.exists():
        # No record has folders: where a file comes back, its folder had not gone for good either.
        path.parent.mkdir(parents=True, exist_ok=True)
        os.link(grave, path)


def _take_back(path: Path, records: list[Record], rng: Random, kept: float) -> int:
    """Take back a file's unsynced writes, newest first, each sector to a moment of its own."""
    taken = 0
    # Sectors that have come to rest; and where the file ended at a cut that is not taken back.
    done: set[int] = set()
    limit = path.stat().st_size
    with path.open("r+b") as file:
        for record in reversed(records):
            if record.kind == CUT:
                # A file's end is a name's affair: it moves with the file's newest entry, or not.
                if rng.random() < kept or any(sector * SECTOR >= record.offset for sector in done):
                    limit = min(limit, record.offset)
                    continue
                changed = replace(record, length=len(record.old))
                limit = max(limit, record.size)
            else:
                changed = record
            taken += _restore(file.fileno(), changed, done, limit, rng, kept)
            size = os.fstat(file.fileno()).st_size
            highest = (max(done) + 1) * SECTOR if done else 0
            if record.kind == WRITE and record.size < size and highest <= record.size:
                os.ftruncate(file.fileno(), record.size)
    return taken


def _restore(
    file: int, record: Record, done: set[int], limit: int, rng: Random, kept: float
) -> bool:
    changed = False
    end = min(record.offset + record.length, limit)
    for sector in range(record.offset // SECTOR, -(-end // SECTOR)):
        if sector in done:
            continue
        if rng.random() < kept:
            done.add(sector)
            continue
        start = max(sector * SECTOR, record.offset)
        stop = min((sector + 1) * SECTOR, end)
        old = record.old[start - record.offset : stop - record.offset]
        os.pwrite(file, old.ljust(stop - start, b"\0"), start)
        changed = True
    return changed
