"""Adding an entry to a game's sheet: the one place where the sheet is written."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author
from scoring.quotas import ENTRIES, HOUR, QuotaReached
from scoring.refusals import KeyUsed, Refusal
from scoring.sheets.models import Game, SeatResult, SheetEntry
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.web.compiled_queries import CompiledInsert, CompiledQuery

LOCKED_GAME = CompiledQuery(lambda pk: Game.objects.select_for_update().filter(pk=pk))
ENTRY = CompiledInsert(SheetEntry)
RESULTS = CompiledInsert(SeatResult)


def game_lock(game: Game) -> Game:
    """The game's row, held until the transaction ends, so that entries come one at a time."""
    return LOCKED_GAME.get(game.pk)


def entry_find(*, game: Game, key: str) -> SheetEntry | None:
    """The entry that the device has sent before under this key, if any."""
    return SheetEntry.objects.filter(game=game, key=key).first()


def entry_again(
    *, game: Game, key: str, kind: SheetEntry.Kind, **values: object
) -> SheetEntry | None:
    """The entry that this very sending has written before, None where it is new.

    `values` are fields and details that the entry has where the same was sent. Raises `KeyUsed`
    where it was something else.
    """
    sent = entry_find(game=game, key=key)
    if sent is None:
        return None
    kept = {**sent.details, **vars(sent)}
    if sent.kind != kind or any(kept.get(name) != value for name, value in values.items()):
        raise key_used(sent)
    return sent


def key_used(sent: SheetEntry) -> KeyUsed:
    """Return the refusal of something sent under a key that another entry has used."""
    return KeyUsed(
        _(
            "This page was used already, for something else that is on the sheet. This has not "
            "been saved. Look at the sheet and, if needed, do it again."
        ),
        [sent],
    )


def entry_append(
    *,
    sheet: Sheet,
    author: Author,
    key: str,
    kind: SheetEntry.Kind,
    details: Mapping[str, Any] | None = None,
    **fields: Any,
) -> SheetEntry:
    """Write one more entry under the game's lock and keep the game's row in step with the sheet.

    Must run inside the transaction that holds `game_lock` and that read `sheet`. Raises
    `QuotaReached` for more than anybody writes.
    """
    now = timezone.now()
    if sum(now - HOUR < entry.recorded_at <= now for entry in sheet.entries) >= ENTRIES.most:
        raise QuotaReached(ENTRIES)
    kept_details = dict(details or {})
    if author.made_at is not None:
        kept_details["made_at"] = author.made_at.isoformat(timespec="seconds")
    entry = ENTRY.create(
        SheetEntry(
            game=sheet.game,
            # More than one may be written for the sheet as it was read.
            number=max(sheet.revision, sheet.game.revision) + 1,
            kind=kind,
            key=key,
            details=kept_details,
            author=author.name,
            user=author.user,
            tablet=author.tablet,
            device_time=author.device_time,
            recorded_at=now,
            **fields,
        )
    )
    sheet.game.revision = entry.number
    changed: dict[str, Any] = {"revision": entry.number}
    if sheet.game.taken_back_at and not sheet.game.totals_only:
        # It was put away while a tablet without a network scored it.
        changed["taken_back_at"] = None
    if kind in (SheetEntry.Kind.FINISH, SheetEntry.Kind.REOPEN):
        changed["finished_at"] = now if kind == SheetEntry.Kind.FINISH else None
    Game.objects.filter(pk=sheet.game.pk).update(**changed)
    return entry


def round_rewrite(
    *,
    sheet: Sheet,
    author: Author,
    key: str,
    source: SheetEntry,
    supersedes: SheetEntry,
    reason: str,
    details: Mapping[str, Any] | None = None,
    exchange: Mapping[int, int] | None = None,
) -> SheetEntry:
    """Write a new entry for a round with the results of `source`, with seats as exchanged."""
    seat_ids = dict(exchange or {})
    out = source.out_seat_id
    entry = entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=SheetEntry.Kind.ROUND,
        details={**lasting(source.details), **(details or {})},
        round_number=source.round_number,
        starting_double=source.starting_double,
        ending=source.ending,
        out_seat_id=seat_ids.get(out, out) if out else None,
        supersedes=supersedes,
        reason=reason,
    )
    RESULTS.insert(
        [
            SeatResult(
                entry=entry,
                seat_id=seat_ids.get(result.seat_id, result.seat_id),
                points=result.points,
                told_total=result.told_total,
                tiles=result.tiles,
                count=result.count,
                marked=result.marked,
            )
            for result in sheet.results[source.pk].values()
        ]
    )
    return entry


def lasting(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details that a rewritten entry takes over: not of what it was a part, nor when."""
    return {name: value for name, value in details.items() if name not in ("made_at", "part_of")}


def open_sheet(game: Game) -> Sheet:
    """The locked game's sheet, for writing on.

    Raises `Refusal` for a finished game: an organizer reopens it first.
    """
    sheet = sheet_of(game)
    must_be_open(sheet)
    return sheet


def locked_sheet(game: Game, read: Sheet | None = None) -> Sheet:
    """Lock a game and return its sheet, finished or not, for writing on.

    `read` is the sheet as it was read before; it is read again where it was written on since.
    """
    game = game_lock(game)
    if read is not None and read.revision == game.revision:
        return replace(read, game=game)
    return sheet_of(game)


def must_be_open(sheet: Sheet) -> None:
    """Raise `Refusal` for a finished game: an organizer reopens it first."""
    if sheet.finished:
        raise Refusal(
            "finished", _("This game is finished. An organizer can reopen it to change the sheet.")
        )
