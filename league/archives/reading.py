"""Reading a club's archive into this installation: all of it or nothing.

The rows get new ids; what they refer to can be nothing but other rows of the same file. At the end
everything that pages show is derived once, so that a file that contradicts itself is found now.
"""

import secrets
import uuid
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.core.serializers.base import DeserializedObject
from django.db import DatabaseError, IntegrityError, models, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.seasons.public import board_refresh, records_refresh, tallies_refresh
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.courses import loaded
from league.tournaments.models import Stage, Tournament, TournamentEntry
from league.tournaments.stages.selectors.stale_seats import KIND, drift_of
from scoring.accounts.models import Club
from scoring.accounts.public import address_give
from scoring.disputes.public import precedents_adopt
from scoring.sheets.public import CODE_LETTERS, new_watch_key

from .checking import NewerRulesError, UnfitError, checked
from .errors import ArchiveError
from .jsonids import ShapeError, exchanged
from .numbering import ids_reserve
from .pages import CONTRADICTIONS, pages_check
from .shape import JSON_IDS, KEYS, ROWS, SAME, Model, fields_of, ids_in, name_of
from .unpacking import Archive, Manifest, archive_open

CHUNK = 1000
# As the models themselves and the services make them.
RENEWED: Mapping[str, Callable[[], Any]] = {
    "Game.code": lambda: "".join(secrets.choice(CODE_LETTERS) for _letter in range(8)),
    "Game.watch_key": new_watch_key,
    "GameDay.uid": uuid.uuid4,
    "Tournament.sign_up_key": uuid.uuid4,
}


def archive_look(path: Path) -> Manifest:
    """What an archive says of itself. Raises `ArchiveError` for a file that is none."""
    with archive_open(path) as archive:
        return archive.manifest


def archive_read(*, path: Path, progress: Callable[[int], object] = lambda _rows: None) -> Club:
    """Read a club into this installation, beside those that are here; answers it.

    Nobody has an account in it yet, and its tablets are to be paired anew. Links, codes and
    calendars' marks stay as they were, but for those that are taken here already. `progress` is
    told how many rows have been read since it was told last. Raises `ArchiveError`, and then
    nothing was read.
    """
    with archive_open(path) as archive:
        try:
            with transaction.atomic():
                reader = _Reader(archive)
                for model in ROWS:
                    reader.read(model)
                    progress(archive.manifest.counts.get(name_of(model), 0))
                club = Club.objects.get(pk=reader.id_of(Club, 1))
                precedents_adopt(club=club)
                _agree(club, archive)
                _settle(club)
                _derive(club, archive)
                if not club.made_up:
                    address_give(club=club)
        except (IntegrityError, RecursionError) as error:
            raise archive.wrong(_("rows that contradict each other")) from error
        except DatabaseError as error:
            raise ArchiveError(_("The database cannot take it: %s.") % error) from error
    return club


def archive_check(*, club: Club, file: IO[bytes], path: Path) -> None:
    """Read an archive of a club that is here, by all of the reader's checks; nothing is written.

    `file` is open for reading, and is or will be at the path. Raises `ArchiveError` where it could
    not be read into an installation.
    """
    with archive_open(path, file) as archive:
        reader = _Reader(archive, dry=True)
        for model in ROWS:
            reader.check(model)
        _agree(club, archive)


class _Reader:
    """Makes rows of what the file says, with ids of this installation.

    A `dry` one reserves no ids, and makes rows only to look at them.
    """

    def __init__(self, archive: Archive, *, dry: bool = False) -> None:
        self.archive = archive
        self.dry = dry
        self.counts = {model: archive.manifest.counts.get(name_of(model), 0) for model in ROWS}
        self.bases = dict.fromkeys(ROWS, 0) if dry else ids_reserve(self.counts)
        self.codes: dict[str, str] = {}

    def id_of(self, model: Model, number: int) -> int:
        """The id here of a row of the file; raises `ShapeError` for a number that no row has."""
        if isinstance(number, bool) or not isinstance(number, int):
            raise ShapeError(f"{number!r} is no number of a row")
        if not 1 <= number <= self.counts[model]:
            raise ShapeError(f"there is no {name_of(model)} {number}")
        return self.bases[model] + number

    def read(self, model: Model) -> None:
        """Write all rows of the model."""
        fields = fields_of(model)
        # Moments that the database would set itself are kept too, which takes a row at a time.
        sets_moments = any(getattr(field, "auto_now_add", False) for field in fields)
        rows = self._rows(model, fields)
        while chunk := list(islice(rows, CHUNK)):
            self._renew(model, chunk)
            if sets_moments:
                for row in chunk:
                    DeserializedObject(row).save(force_insert=True)
            else:
                model._default_manager.bulk_create(chunk, batch_size=CHUNK)

    def check(self, model: Model) -> None:
        """Look at all rows of the model."""
        for _values in self._checked_rows(model, fields_of(model)):
            pass

    def _rows(self, model: Model, fields: "list[models.Field[Any, Any]]") -> Iterator[models.Model]:
        for number, values in enumerate(self._checked_rows(model, fields), start=1):
            row = model(pk=self.bases[model] + number, **self._left_out(model))
            for name, value in values.items():
                setattr(row, name, value)
            yield row

    def _checked_rows(
        self, model: Model, fields: "list[models.Field[Any, Any]]"
    ) -> Iterator[dict[str, Any]]:
        """What the file says of each row, as its fields hold it, by their columns' names."""
        name = name_of(model)
        known = {field.name for field in fields}
        for number, row in self.archive.rows(name):
            if set(row) - known:
                raise self.archive.newer()
            try:
                values = {field.attname: self._value(model, field, row) for field in fields}
                pages_check(model, values)
            except NewerRulesError as error:
                raise self.archive.newer_rules(str(error)) from error
            except (UnfitError, ShapeError) as error:
                raise self.archive.wrong(f"{name}.jsonl", number, str(error)) from error
            yield values

    def _left_out(self, model: Model) -> dict[str, Any]:
        return {"secret_hash": ""} if name_of(model) == "Tablet" else {}

    def _value(
        self, model: Model, field: "models.Field[Any, Any]", values: Mapping[str, Any]
    ) -> Any:
        name = f"{name_of(model)}.{field.name}"
        if field.name not in values:
            # An earlier version did not know the field: it is as a migration makes it.
            is_text = isinstance(field, models.CharField | models.TextField)
            empty_text = is_text and field.blank
            if field.has_default() or field.null or empty_text:
                return field.get_default()
            raise UnfitError(f"{field.name} is missing")
        try:
            if field.is_relation:
                if values[field.name] is None and field.null:
                    return None
                return self.id_of(_model(field.related_model), values[field.name])
            value = checked(field, values[field.name])
            if name in KEYS and not KEYS[name].fullmatch(str(value)):
                raise UnfitError(repr(str(value)[:40]))
            if name in JSON_IDS:
                kind = values.get("kind") if isinstance(values.get("kind"), str) else ""
                for path, of in ids_in(model, field.name, {"kind": kind}).items():
                    value = exchanged(value, path, partial(self.id_of, of))
        except (UnfitError, ShapeError) as error:
            raise UnfitError(f"{field.name}: {error}") from error
        if model is TournamentEntry and field.name == "details":
            return self._log(values, value)
        return value

    def _log(self, values: Mapping[str, Any], details: dict[str, Any]) -> dict[str, Any]:
        """A line of the director's log, with the games' codes that they have here."""
        if "code" in details:
            details = {**details, "code": self.codes.get(details["code"], details["code"])}
        # The mark follows from the whole log, once that is read (`_settle`).
        return {**details, "mark": ""} if values.get("kind") == KIND else details

    def _renew(self, model: Model, chunk: list[models.Model]) -> None:
        """Give another code or key to rows whose own is taken here already."""
        for name, make in RENEWED.items():
            of, _dot, field = name.partition(".")
            if of != name_of(model):
                continue
            keys = [getattr(row, field) for row in chunk]
            taken = model._default_manager.filter(**{f"{field}__in": keys})
            gone = set(taken.values_list(field, flat=True))
            for row in chunk:
                old = getattr(row, field)
                if old in gone:
                    setattr(row, field, make())
                    if name == "Game.code":
                        self.codes[old] = getattr(row, field)


def _model(related: Any) -> Model:
    if related not in ROWS:
        raise ShapeError(f"{related.__name__} is in no archive")
    return related  # type: ignore[no-any-return]


def _settle(club: Club) -> None:
    """Give the lines of the director's logs that settle a question its mark as it is here."""
    entries = list(TournamentEntry.objects.filter(tournament__club=club, kind=KIND))
    for entry in entries:
        if entry.details.pop("settles", False):
            entry.details["mark"] = _mark(entry.details.get("stage"))
    TournamentEntry.objects.bulk_update(entries, ["details"], batch_size=500)


def _mark(stage_id: int | None) -> str:
    """The mark of the question that a line of the log settles, as it would be asked here."""
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id or 0).first()
    drift = drift_of(loaded(stage.tournament), stage) if stage else None
    return drift.mark if drift else ""


def _agree(club: Club, archive: Archive) -> None:
    """Raise `ArchiveError` where two ways to one row lead to two."""
    for model, field, other in SAME:
        rows = model._default_manager.filter(**_of_club(model, club))
        apart = rows.filter(**{f"{field}__isnull": False}).exclude(**{field: F(other)})
        if apart.exists():
            raise archive.wrong(f"{name_of(model)}.jsonl", why=field)


def _of_club(model: Model, club: Club) -> dict[str, Any]:
    return {name: club if value == "club" else value for name, value in ROWS[model].items()}


def _derive(club: Club, archive: Archive) -> None:
    """Derive everything once that pages derive; raise `ArchiveError` where that cannot be."""
    try:
        tallies_refresh(club=club)
        for season in club.seasons.all():
            board_refresh(season=season)
            records_refresh(club=club, season=season)
        records_refresh(club=club)
        for tournament in Tournament.objects.filter(club=club).select_related("club", "season"):
            now = loaded(tournament)
            medals_of(now)
            for stage in now.stages:
                drift_of(now, stage)
    except CONTRADICTIONS as error:
        raise archive.wrong(_("what follows from its rows"), why=str(error)[:200]) from error
