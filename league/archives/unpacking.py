"""Opening an archive that anybody may have made: its manifest, and its rows line by line.

Limits hold for what is really unpacked, not for what the file says of itself.
"""

import json
import math
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _

from .errors import ArchiveError
from .shape import FORMAT, ROWS, VERSION, name_of

MANIFEST = "manifest.json"
# A large club of ten years has a tenth of these.
MOST_BYTES = 2 << 30
MOST_ROWS = 10_000_000
LONGEST_LINE = 1 << 20
LONGEST_NUMBER = 18
# A letter that no database keeps, or half of one.
NO_LETTER = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Manifest:
    """What an archive says of itself; `counts` are rows by model."""

    club: str
    made_at: datetime
    made_by: str
    counts: Mapping[str, int]


class Archive:
    """An open archive."""

    def __init__(self, packed: zipfile.ZipFile, name: str) -> None:
        self.name = name
        self._packed = packed
        self._bytes = 0
        self.manifest = self._manifest()

    def _manifest(self) -> Manifest:
        names = self._packed.namelist()
        if MANIFEST not in names:
            raise self.foreign()
        with self._packed.open(MANIFEST) as file:
            told = self._json(file.read(LONGEST_LINE + 1), MANIFEST)
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise self.foreign()
        version = told.get("version")
        if isinstance(version, int) and version > VERSION:
            raise self.newer()
        try:
            manifest = Manifest(
                club=str(told["club"])[:80],
                made_at=datetime.fromisoformat(told["made_at"]),
                made_by=str(told["made_by"])[:20],
                counts=dict(told["counts"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self.wrong(MANIFEST) from error
        counts = manifest.counts
        known = {name_of(model) for model in ROWS}
        if set(counts) - known:
            raise self.newer()
        if version != VERSION or not all(
            isinstance(count, int) and not isinstance(count, bool) and count >= 0
            for count in counts.values()
        ):
            raise self.wrong(MANIFEST)
        if counts.get("Club") != 1:
            raise self.wrong("Club.jsonl")
        if sum(counts.values()) > MOST_ROWS:
            raise self.huge()
        wanted = {MANIFEST, *(f"{one}.jsonl" for one in counts)}
        if len(names) != len(wanted) or set(names) != wanted:
            raise self.foreign()
        return manifest

    def rows(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows of a model's file with their numbers, from 1: as many as the manifest says."""
        wanted = self.manifest.counts.get(name, 0)
        if name not in self.manifest.counts:
            return
        number = 0
        with self._packed.open(f"{name}.jsonl") as file:
            for line in self._lines(file):
                number += 1
                if number > wanted:
                    raise self.wrong(f"{name}.jsonl")
                row = self._json(line, f"{name}.jsonl", number)
                if not isinstance(row, dict):
                    raise self.wrong(f"{name}.jsonl", number)
                yield number, row
        if number != wanted:
            raise self.wrong(f"{name}.jsonl")

    def _lines(self, file: IO[bytes]) -> Iterator[bytes]:
        while line := file.readline(LONGEST_LINE + 1):
            self._bytes += len(line)
            if self._bytes > MOST_BYTES or len(line) > LONGEST_LINE:
                raise self.huge()
            yield line

    def _json(self, line: bytes, where: str, number: int = 0) -> Any:
        try:
            text = line.decode()
            told = json.loads(text, parse_constant=_refused, parse_int=_whole, parse_float=_number)
            # Only what was written with a backslash can hold what UTF-8 cannot.
            if "\\u" in text:
                _refuse_letters(told)
        except (ValueError, RecursionError) as error:
            raise self.wrong(where, number) from error
        if "\x00" in text:
            raise self.wrong(where, number)
        return told

    def foreign(self) -> ArchiveError:
        """That it is something else."""
        return ArchiveError(_("%s is not a club's archive.") % self.name)

    def newer(self) -> ArchiveError:
        """That a newer version wrote it."""
        return ArchiveError(
            _("%s was made by a newer version of Roundhouse. Take that version here first.")
            % self.name
        )

    def huge(self) -> ArchiveError:
        """That it is larger than any club's."""
        return ArchiveError(_("%s is larger than a club's archive can be.") % self.name)

    def wrong(self, where: str, number: int = 0, why: str = "") -> ArchiveError:
        """That something in it is not what should be there."""
        place = _("%(where)s, line %(number)d") % {"where": where, "number": number}
        told = {"file": self.name, "place": place if number else where}
        said = _("%(file)s is damaged, or was not made by Roundhouse: see %(place)s") % told
        return ArchiveError(f"{said} ({why})." if why else f"{said}.")


@contextmanager
def archive_open(path: Path) -> Iterator[Archive]:
    """Open an archive; raises `ArchiveError`, also later while it is read."""
    try:
        with zipfile.ZipFile(path) as packed:
            yield Archive(packed, path.name)
    except FileNotFoundError as error:
        raise ArchiveError(_("There is no file %s.") % path) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        # RuntimeError is what a member with a password raises.
        raise ArchiveError(_("%s is not a club's archive, or is damaged.") % path.name) from error
    except OSError as error:
        raise ArchiveError(
            _("%(file)s cannot be read: %(error)s.")
            % {"file": path, "error": error.strerror or error}
        ) from error


def _refused(told: str) -> NoReturn:
    raise ValueError(told)


def _whole(told: str) -> int:
    if len(told) > LONGEST_NUMBER:
        raise ValueError(told[:40])
    return int(told)


def _number(told: str) -> float:
    value = float(told)
    if not math.isfinite(value):
        raise ValueError(told[:40])
    return value


def _refuse_letters(told: Any) -> None:
    if isinstance(told, str):
        if NO_LETTER.search(told):
            raise ValueError("a letter that cannot be kept")
    elif isinstance(told, list):
        for one in told:
            _refuse_letters(one)
    elif isinstance(told, dict):
        for name, one in told.items():
            _refuse_letters(name)
            _refuse_letters(one)
