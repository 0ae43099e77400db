"""One checksum over the whole file of a copy, so that no damage anywhere in it goes unseen.

ZIP itself has a checksum for each member and none for what stands between them. A copy therefore
ends in a comment, as ZIP calls it: the SHA-256 of every byte before its 64 digits. Any reader of
ZIP passes over it. Copies of format 1, which version 0.1.0 made, end without one.
"""

import hashlib
import os
import zipfile
from pathlib import Path

SEAL = b"roundhouse sha256:"
DIGITS = 64
BLOCK = 1 << 20


def leave_room(packed: zipfile.ZipFile) -> None:
    """Give a ZIP that is being written the comment that `seal` fills in."""
    packed.comment = SEAL + b"0" * DIGITS


def seal(path: Path) -> None:
    """Write the checksum into a whole file that `leave_room` prepared."""
    digits = _digest(path)
    with path.open("r+b") as file:
        file.seek(-DIGITS, os.SEEK_END)
        file.write(digits)
        file.flush()
        os.fsync(file.fileno())


def is_sealed(path: Path) -> bool:
    """Whether the file ends in the checksum of all that stands before it."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        if size < len(SEAL) + DIGITS:
            return False
        file.seek(-len(SEAL) - DIGITS, os.SEEK_END)
        tail = file.read()
    return tail.startswith(SEAL) and tail.removeprefix(SEAL) == _digest(path)


def _digest(path: Path) -> bytes:
    """The checksum of all but the last digits, as digits."""
    left, digest = path.stat().st_size - DIGITS, hashlib.sha256()
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(BLOCK, left))):
            digest.update(block)
            left -= len(block)
    return digest.hexdigest().encode()
