"""A whole game by its totals, as paper has it: written, corrected in two steps, taken back."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author, clean_reason
from scoring.quotas import GAMES, quota_hold
from scoring.refusals import Refusal, Stale
from scoring.sheets.models import Game, SeatResult, SheetEntry
from scoring.sheets.paper import PaperLine, outs_completed, outs_lacking, outs_lacking_words
from scoring.sheets.selectors.consequences import (
    paper_changes,
    place_changes,
    total_changes,
    watchers_of,
)
from scoring.sheets.selectors.sheet import Sheet, sheet_of

from .corrections import NotAgreed, Preview
from .entries import entry_again, entry_append, game_lock

Kind = SheetEntry.Kind
# Fewer play no game.
FEWEST = 2


@transaction.atomic
def totals_record(
    *,
    game: Game,
    author: Author,
    key: str,
    lines: Sequence[PaperLine],
    rounds: int,
    details: Mapping[str, Any] | None = None,
) -> SheetEntry:
    """Write what a game came to on paper, and that it is finished.

    `lines` are those of the seats by their places. Each has a total, but for who left early without
    a place. `details` are kept beside them. Must be the first that is written on the sheet of a
    game with `totals_only`.
    """
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=Kind.TOTALS):
        return sent
    sheet = sheet_of(game)
    if sheet.entries or not game.totals_only:
        raise Refusal("begun", _("This game has a sheet already. Look at it first."))
    entry = _write(sheet, author, key, lines, rounds, details=details)
    of_club = SheetEntry.objects.filter(game__club=game.club_id, kind=Kind.TOTALS)
    quota_hold(GAMES, of_club, "recorded_at")
    entry_append(sheet=sheet, author=author, key=f"{key[:56]}-end", kind=Kind.FINISH)
    return entry


@transaction.atomic
def totals_correct(
    *,
    game: Game,
    author: Author,
    key: str,
    lines: Sequence[PaperLine],
    rounds: int,
    reason: str,
    seen: int,
    agreed: str,
) -> SheetEntry:
    """Supersede a game's totals with others, where what that changes has been agreed to.

    `seen` is the id of the entry that the page showed and `agreed` the mark of the preview, ""
    for none. Raises `NotAgreed` with the preview as it is now where that is another one; then
    nothing is written. Raises `Stale` where the totals were changed meanwhile, and `Refusal` where
    nothing is different, or no reason is given.
    """
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=Kind.TOTALS, supersedes_id=seen):
        return sent
    before, watchers = sheet_of(game), watchers_of(game)
    if before.totals is None:
        raise Refusal("none", _("This game was taken back. There is nothing to correct."))
    if before.totals.pk != seen:
        raise Stale(
            _("Somebody else has corrected this game meanwhile. Look at it and decide again."),
            [before.totals],
        )
    lines = outs_completed([line.within(rounds) for line in lines], rounds)
    if _says(before) == (lines, rounds):
        raise Refusal("unchanged", _("Nothing is different from what the sheet already says."))
    entry = _write(
        before, author, key, lines, rounds, reason=clean_reason(reason), supersedes=before.totals
    )
    after = sheet_of(game)
    totals, places = total_changes(before, after), place_changes(before, after)
    beyond = tuple(consequence for tell in watchers for consequence in tell())
    content = [
        [[line.total, line.outs, line.from_round, line.after_round] for line in lines],
        rounds,
        places,
        [[consequence.heading, consequence.intro, consequence.sentences] for consequence in beyond],
    ]
    mark = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
    if mark != agreed:
        paper = paper_changes(before, after)
        raise NotAgreed(Preview(totals, places, beyond, mark, paper=paper))
    return entry


@transaction.atomic
def totals_take_back(*, game: Game, author: Author, key: str) -> None:
    """Strike the totals of a game, corrected ones too; the sheet stays readable and says so."""
    game = game_lock(game)
    sheet = sheet_of(game)
    while sheet.totals is not None:
        entry_append(
            sheet=sheet,
            author=author,
            key=f"{key[:52]}-{sheet.totals.pk}",
            kind=Kind.UNDO,
            supersedes=sheet.totals,
        )
        sheet = sheet_of(game)
    Game.objects.filter(pk=game.pk).update(taken_back_at=timezone.now())


def lines_of(sheet: Sheet) -> list[PaperLine]:
    """What the sheet of a game says of its seats by their places, as paper would."""
    seats = sorted(sheet.seats, key=lambda seat: seat.place)
    knows = sheet.knows_rounds_out
    return [
        PaperLine(
            seat.total if seat.ranked else None,
            seat.rounds_out if knows and (seat.ranked or seat.rounds_out) else None,
            from_round=seat.from_round,
            after_round=seat.after_round,
        )
        for seat in seats
    ]


def _says(sheet: Sheet) -> tuple[list[PaperLine], int]:
    return lines_of(sheet), sheet.rounds_played


def _write(
    sheet: Sheet,
    author: Author,
    key: str,
    lines: Sequence[PaperLine],
    rounds: int,
    *,
    details: Mapping[str, Any] | None = None,
    reason: str = "",
    supersedes: SheetEntry | None = None,
) -> SheetEntry:
    seats = sorted(sheet.seats, key=lambda seat: seat.place)
    lines = outs_completed([line.within(rounds) for line in lines], rounds)
    if outs_lacking(lines):
        raise Refusal("outs", outs_lacking_words())
    ranked = [line for line in lines if line.total is not None]
    missing = [line for line in lines if line.total is None and line.after_round is None]
    if missing or len(lines) != len(seats) or len(ranked) < FEWEST:
        raise Refusal("seats", _("Type the total of everybody at the table."))
    for seat, line in zip(seats, lines, strict=True):
        if faults := line.faults(seat.name, rounds):
            raise Refusal(faults[0].code, faults[0].text)
    known: dict[str, Any] = {}
    if all(line.outs is not None for line in ranked):
        known["outs"] = [line.outs or 0 for line in lines]
    if not all(line.is_whole for line in lines):
        known["spans"] = [[line.from_round, line.last_round(rounds)] for line in lines]
    entry = entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.TOTALS,
        details={**(details or {}), "rounds": rounds, **known},
        reason=reason,
        supersedes=supersedes,
    )
    SeatResult.objects.bulk_create(
        SeatResult(entry=entry, seat_id=seat.id, points=line.total, told_total=line.total)
        for seat, line in zip(seats, lines, strict=True)
        if line.total is not None
    )
    return entry
