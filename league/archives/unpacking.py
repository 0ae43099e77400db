"""Opening an archive that anybody may have made: its manifest, and its rows line by line.

Limits hold for what is really unpacked, not for what the file says of itself.
"""

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext as _

from scoring.referee import JsonError, read_json

from .errors import ArchiveError
from .shape import FORMAT, ROWS, VERSION, name_of

MANIFEST = "manifest.json"
# A large club of ten years has a tenth of these.
MOST_BYTES = 2 << 30
MOST_ROWS = 10_000_000
LONGEST_LINE = 8 << 20


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
            content = self._json(file.read(LONGEST_LINE + 1), MANIFEST)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise self.foreign()
        version = content.get("version")
        if isinstance(version, int) and version > VERSION:
            raise self.newer()
        try:
            manifest = Manifest(
                club=str(content["club"])[:80],
                made_at=datetime.fromisoformat(content["made_at"]),
                made_by=str(content["made_by"])[:20],
                counts=dict(content["counts"]),
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
        wanted = {MANIFEST, *(f"{count}.jsonl" for count in counts)}
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
            return read_json(line, letters=True)
        except JsonError as error:
            raise self.wrong(where, number) from error

    def foreign(self) -> ArchiveError:
        """That it is something else."""
        return ArchiveError(_("%s is not a club's archive.") % self.name)

    def newer(self) -> ArchiveError:
        """That a newer version wrote it."""
        return ArchiveError(
            _("%s was made by a newer version of Roundhouse. Take that version here first.")
            % self.name
        )

    def newer_rules(self, rule: str) -> ArchiveError:
        """That it has a rule which only a newer version knows."""
        return ArchiveError(
            _(
                "%(file)s has rules of a newer version of Roundhouse (“%(rule)s”). "
                "Take that version here first."
            )
            % {"file": self.name, "rule": rule[:40]}
        )

    def huge(self) -> ArchiveError:
        """That it is larger than any club's."""
        return ArchiveError(_("%s is larger than a club's archive can be.") % self.name)

    def wrong(self, where: str, number: int = 0, why: str = "") -> ArchiveError:
        """That something in it is not what should be there."""
        place = _("%(where)s, line %(number)d") % {"where": where, "number": number}
        details = {"file": self.name, "place": place if number else where}
        sentence = _("%(file)s is damaged, or was not made by Roundhouse: see %(place)s") % details
        return ArchiveError(f"{sentence} ({why})." if why else f"{sentence}.")


@contextmanager
def archive_open(path: Path, file: IO[bytes] | None = None) -> Iterator[Archive]:
    """Open an archive, also one that is an open `file` still, and is to be at the path.

    Raises `ArchiveError`, also later while it is read.
    """
    try:
        with zipfile.ZipFile(file or path) as packed:
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
