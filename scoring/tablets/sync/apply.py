"""Taking what a tablet recorded without a network: once, in order, and never lost.

Every sending carries the key that the device made. What the sheet cannot take is set aside, where
everybody of the club can read it, until it is written after all or left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author, clean_reason
from scoring.accounts.models import Club
from scoring.log.models import LogEntry
from scoring.quotas import (
    HAND_OVERS,
    SET_ASIDE,
    SET_ASIDE_IN_CLUB,
    QuotaReached,
    quota_hold,
    recent,
)
from scoring.refusals import FaultsFound, KeyUsed, Refusal, Stale
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.public import (
    Recorded,
    entry_find,
    entry_undo,
    game_lock,
    round_correct,
    round_record,
)
from scoring.values import RoundReport

from .models import SetAside
from .payloads import MAX_ROUND, Seen

Kind = SetAside.Kind


@dataclass(frozen=True)
class Handed:
    """What became of one sending, for the tablet that sent it.

    `outcome` is recorded, already, same or contest as in `Recorded`; refused: set aside on the
    server, with `text` for why; left: it was set aside, and somebody has left it out; faults: the
    sender is still there and corrects it, nothing was kept;
    clash: another entry has that key, so it is to be sent again under a new one;
    later: it is to be sent again as it is, with `text` for why where that is not the database.
    """

    key: str
    outcome: str
    text: str = ""


def round_take(
    *,
    game: Game,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    reason: str,
    asks: bool,
) -> Recorded:
    """Write a round that a tablet hands over.

    With `asks` somebody sits before the faults and mends them, so they are raised. Else the table
    has gone on: a round that can be counted is written as it stands, and the sheet says so.
    """
    why = reason if report.as_it_stands else ""
    write = partial(round_record, game=game, author=author, key=key, round_number=round_number)
    try:
        return write(report=report, reason=why)
    except FaultsFound as faults:
        if asks or faults.checked.missing:
            raise
        return write(
            report=replace(report, as_it_stands=True),
            reason=_("recorded without the network; nobody was asked"),
            unasked=True,
        )


def correction_take(
    *,
    game: Game,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    reason: str,
    seen: Seen,
) -> Recorded:
    """Write a correction that a tablet hands over, as it stands.

    Where somebody else has changed the round meanwhile, both versions wait for a choice: nobody's
    numbers win by having come first, or last. Where it corrects what the same tablet had recorded
    beside the sheet, it takes that one's place. Sent again, it is what it was the first time.
    """
    write_beside = partial(
        round_record,
        game=game,
        author=author,
        key=key,
        round_number=round_number,
        report=replace(report, as_it_stands=True),
    )
    sent = entry_find(game=game, key=key)
    if sent and sent.contests_id:
        return write_beside(reason=reason)
    try:
        return round_correct(
            game=game,
            author=author,
            key=key,
            round_number=round_number,
            report=replace(report, as_it_stands=True),
            reason=reason,
            seen=_entry_seen(game, seen),
            unasked=not report.as_it_stands,
        )
    except KeyUsed:
        raise
    except Stale:
        corrected = entry_find(game=game, key=seen.key) if seen.key else None
        is_beside = corrected is not None and corrected.contests_id is not None
        return write_beside(reason=clean_reason(reason), replaces=corrected if is_beside else None)
    except Refusal as refusal:
        line = _round_in_force(game, round_number) if refusal.code == "unchanged" else None
        if line is None:
            raise
        return Recorded(line, "same")


def undo_take(*, game: Game, author: Author, key: str, seen: Seen) -> Recorded:
    """Undo what the tablet showed as the last entry, or take back the last undo, if it still is."""
    return Recorded(
        entry_undo(game=game, author=author, key=key, seen=_entry_seen(game, seen)), "recorded"
    )


def _entry_seen(game: Game, seen: Seen) -> int:
    """Return the id of the entry that was looked at; 0, which no entry has, if it is unknown."""
    if not seen.key:
        return seen.entry
    entry = entry_find(game=game, key=seen.key)
    return entry.pk if entry else 0


def _round_in_force(game: Game, round_number: int) -> SheetEntry | None:
    return (
        SheetEntry.objects.filter(
            game=game, kind=SheetEntry.Kind.ROUND, round_number=round_number, contests=None
        )
        .order_by("-number")
        .first()
    )


def taken(
    *,
    game: Game,
    author: Author,
    key: str,
    kind: SetAside.Kind,
    round_number: int | None,
    sending: Mapping[str, Any],
    write: Callable[[], str],
    asks: bool = False,
) -> Handed:
    """Let `write` put one sending on the sheet, and answer its outcome; set it aside if refused.

    Raises `QuotaReached` where there is room for neither.
    """
    kept = SetAside.objects.filter(game=game, key=key).first()
    if kept and entry_find(game=game, key=key):
        return Handed(key, "already")  # somebody has mended it, and written it on the sheet
    if kept and kept.left_at:
        return Handed(key, "left", _("It was left out, and stays readable on the server."))
    try:
        outcome = write()
    except KeyUsed:
        return Handed(key, "clash")
    except QuotaReached:
        raise
    except Refusal as refusal:
        if asks:
            return Handed(key, "faults", refusal.message)
        sentence = refusal.message
        if isinstance(refusal, FaultsFound):
            checked = refusal.checked
            complaints = (*checked.missing, *checked.complaints, *checked.unanswered)
            sentence = " ".join([sentence, *(complaint.text for complaint in complaints)])
        set_aside(
            game=game,
            author=author,
            key=key,
            kind=kind,
            round_number=round_number,
            sending=sending,
            sentence=sentence,
        )
        return Handed(key, "refused", sentence)
    if kept and not entry_find(game=game, key=key):
        kept.delete()  # the same stands there under another key, or among the disputes
    return Handed(key, outcome)


@transaction.atomic
def set_aside(
    *,
    game: Game,
    author: Author,
    key: str,
    kind: SetAside.Kind,
    round_number: int | None,
    sending: Mapping[str, Any],
    sentence: str,
) -> SetAside:
    """Keep a sending that could not be written, once however often it comes; newest reason.

    Raises `QuotaReached` where there is no room for it: the tablet keeps it.
    """
    game_lock(game)
    number = round_number if round_number and 0 < round_number <= MAX_ROUND else None
    kept, made = SetAside.objects.get_or_create(
        game=game,
        key=key,
        defaults={
            "kind": kind,
            "round_number": number,
            "sending": dict(sending),
            "sentence": sentence,
            "author": author.name,
            "user": author.user,
            "tablet": author.tablet,
            "device_time": author.device_time,
            "received_at": timezone.now(),
        },
    )
    if made:
        quota_hold(SET_ASIDE, game.set_aside.all())
        club = SetAside.objects.filter(game__club=game.club_id)
        quota_hold(SET_ASIDE_IN_CLUB, club, "received_at")
    if not made and kept.sentence != sentence:
        kept.sentence = sentence
        kept.save(update_fields=["sentence"])
    return kept


@transaction.atomic
def set_aside_leave(*, kept: SetAside, author: Author) -> SetAside:
    """Leave a sending out of the sheet; it stays readable. Leaving it twice changes nothing.

    Raises `Refusal` where it has been written meanwhile.
    """
    game_lock(kept.game)
    if entry_find(game=kept.game, key=kept.key):
        raise Refusal("written", _("It is on the sheet already."))
    kept.refresh_from_db()
    if kept.left_at is None:
        kept.left_at, kept.left_by = timezone.now(), author.name
        kept.save(update_fields=["left_at", "left_by"])
    return kept


def hand_overs_hold(club: Club) -> None:
    """Raise `QuotaReached` where the club's tablets have handed over as often as they may."""
    lines = LogEntry.objects.filter(
        recent(HAND_OVERS, "moment", timezone.now()), club=club, what="scoring:hand-over"
    )
    if lines.order_by()[: HAND_OVERS.most].count() >= HAND_OVERS.most:
        raise QuotaReached(HAND_OVERS)
