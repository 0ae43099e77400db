"""Writing a club's archive: all rows of the club as they are at one moment.

Django's own serializers would keep the ids of this installation, cut moments to a thousandth of a
second and name accounts; so the rows are written here, field by field.
"""

import datetime
import decimal
import json
import uuid
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.courses import loaded
from league.tournaments.models import Tournament, TournamentEntry
from league.tournaments.stages.selectors.stale_seats import KIND, drift_of
from scoring.accounts.models import Club, Membership, Tablet
from scoring.tablets.sync.models import SetAside

from .errors import ArchiveError
from .fitting import fitted
from .jsonids import ShapeError, exchanged
from .reading import archive_check
from .shape import FORMAT, JSON_IDS, ROWS, VERSION, Model, fields_of, ids_in, name_of

CHUNK = 2000


def archive_write(*, club: Club, file: IO[bytes], path: Path) -> dict[str, int]:
    """Write all of the club into the open file; answers how many rows of each model.

    As of one moment, while others write on. It is read again before it is called done, so the file
    is open for both; `path` is where it will be. Raises `ArchiveError` for one that nobody could
    read.
    """
    moment = timezone.now()
    with _one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        numbers = {model: _numbers(model, club) for model in ROWS}
        counts = {name_of(model): len(rows) for model, rows in numbers.items()}
        packed.writestr("manifest.json", json.dumps(_manifest(club, moment, counts), indent=1))
        writer = _Writer(moment, numbers, _settled(club))
        for model in ROWS:
            with packed.open(f"{name_of(model)}.jsonl", "w", force_zip64=True) as out:
                for row in writer.rows(model, club):
                    out.write(json.dumps(row, ensure_ascii=False, default=_plain).encode() + b"\n")
    file.seek(0)
    archive_check(club=club, file=file, path=path)
    return counts


def archive_keep(*, club: Club, path: Path) -> dict[str, int]:
    """Write the archive to a file, which appears whole or not at all. Raises `ArchiveError`."""
    draft = path.with_name(f"{path.name}.part")
    try:
        with draft.open("w+b") as file:
            counts = archive_write(club=club, file=file, path=path)
        draft.replace(path)
    except OSError as error:
        raise ArchiveError(
            _("%(file)s cannot be written: %(error)s.")
            % {"file": path, "error": error.strerror or error}
        ) from error
    finally:
        draft.unlink(missing_ok=True)
    return counts


@contextmanager
def _one_moment() -> Iterator[None]:
    """Let all queries see the database as it is now, and keep nobody from writing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Not atomic(): that would be a writer's transaction, and everybody else would wait.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")


def _manifest(club: Club, moment: datetime.datetime, counts: Mapping[str, int]) -> dict[str, Any]:
    people = Membership.objects.filter(club=club).select_related("user").order_by("pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": moment.isoformat(),
        "made_by": settings.VERSION,
        "club": club.name,
        # For whoever sets the club up elsewhere; nobody gets an account by it.
        "people": [
            {"name": person.user.get_full_name() or person.user.get_username(), "role": person.role}
            for person in people
        ],
        "counts": dict(counts),
    }


def _rows_of(model: Model, club: Club) -> "models.QuerySet[Any]":
    lookups = {name: club if value == "club" else value for name, value in ROWS[model].items()}
    if "pk" in lookups:
        lookups["pk"] = club.pk
    return model._default_manager.filter(**lookups).order_by("pk")


def _numbers(model: Model, club: Club) -> dict[int, int]:
    """The rows' numbers in the file, from 1, by their ids."""
    ids = _rows_of(model, club).values_list("pk", flat=True).iterator(chunk_size=CHUNK)
    return {pk: number for number, pk in enumerate(ids, start=1)}


def _settled(club: Club) -> frozenset[int]:
    """Lines of the director's logs by which a question is settled that would be asked else."""
    settled = set()
    logs = TournamentEntry.objects.filter(tournament__club=club, kind=KIND).order_by("pk")
    for tournament in Tournament.objects.filter(pk__in=logs.values("tournament")):
        now = loaded(tournament)
        newest = {log.details["stage"]: log for log in logs.filter(tournament=tournament)}
        for stage in now.stages:
            line, drift = newest.get(stage.pk), drift_of(now, stage)
            if line is not None and drift is not None and line.details["mark"] == drift.mark:
                settled.add(line.pk)
    return frozenset(settled)


class _Writer:
    """Turns rows into what the file says of them."""

    def __init__(
        self,
        moment: datetime.datetime,
        numbers: Mapping[Model, Mapping[int, int]],
        settled: frozenset[int],
    ) -> None:
        self.moment, self.numbers, self.settled = moment, numbers, settled

    def rows(self, model: Model, club: Club) -> Iterator[dict[str, Any]]:
        """Each row of the model, in the order of its number."""
        fields = fields_of(model)
        names = [field.attname for field in fields]
        for values in _rows_of(model, club).values_list("pk", *names).iterator(chunk_size=CHUNK):
            row_values = dict(zip((field.name for field in fields), values[1:], strict=True))
            row = {field.name: self._value(model, field, row_values) for field in fields}
            if model is Tablet:
                # Another installation knows no secret of it: it is unpaired there.
                row["unpaired_at"] = row["unpaired_at"] or self.moment
            if model is SetAside and isinstance(row["sending"], dict):
                # The tablet's proof of who recorded it: `author` says it in the open.
                row["sending"].pop("author", None)
            if model is TournamentEntry and row_values["kind"] == KIND:
                # The mark is made of ids; what it says is whether the question is settled.
                del row["details"]["mark"]
                row["details"]["settles"] = values[0] in self.settled
            yield row

    def _value(
        self, model: Model, field: "models.Field[Any, Any]", values: Mapping[str, Any]
    ) -> Any:
        value = values[field.name]
        if field.is_relation:
            return None if value is None else self._number(field.related_model, value)
        if f"{name_of(model)}.{field.name}" in JSON_IDS:
            for path, of in ids_in(model, field.name, values).items():
                try:
                    # What is gone has no number; a list loses it.
                    value = exchanged(value, path, self.numbers[of].get)
                except ShapeError:
                    if model is not SetAside:
                        raise
                    value = _beside(value, path.split(".")[0])
        return fitted(value) if isinstance(field, models.JSONField) else value

    def _number(self, model: Any, pk: int) -> int:
        return self.numbers[model][pk]


def _beside(sending: Any, name: str) -> dict[str, Any]:
    """What an older version kept of a tablet, with the part that has no ids where they belong.

    That part stands under another name, so that the rest can be read.
    """
    if not isinstance(sending, dict):
        return {"damaged": sending}
    kept = {field: value for field, value in sending.items() if field != name}
    return {**kept, f"damaged {name}": sending[name]}


def _plain(value: object) -> str:
    """Moments whole, to the millionth of a second; amounts to the last digit."""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, uuid.UUID | decimal.Decimal):
        return str(value)
    raise TypeError(f"{value!r} cannot be written")
