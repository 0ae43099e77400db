"""Recording a round, correcting one, striking the last entry, choosing between two tablets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author, clean_reason
from scoring.referee import check_round
from scoring.refusals import FaultsFound, KeyUsed, Refusal, Stale
from scoring.sheets.models import Game, SeatResult, SheetEntry
from scoring.sheets.selectors.sheet import RoundLine, Sheet
from scoring.values import Checked, RoundReport

from .entries import (
    RESULTS,
    entry_again,
    entry_append,
    entry_find,
    game_lock,
    key_used,
    locked_sheet,
    must_be_open,
    open_sheet,
    round_rewrite,
)
from .seats import late_totals_follow

Kind = SheetEntry.Kind


@dataclass(frozen=True)
class Recorded:
    """What became of a sent round: `outcome` is recorded, already, same or contest.

    already: this very sending had arrived before; same: another tablet had recorded the same round
    equally; contest: another tablet had recorded it differently, and both wait for a choice.
    """

    entry: SheetEntry
    outcome: str


@transaction.atomic
def round_record(
    *,
    game: Game,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    reason: str = "",
    unasked: bool = False,
    read: Sheet | None = None,
    at_end: Callable[[], object] | None = None,
    replaces: SheetEntry | None = None,
) -> Recorded:
    """Write a round on the sheet, once however often it is sent.

    A `reason` records the round in spite of its faults; `unasked` says that nobody at the table was
    shown them, so that the sheet warns of them. Raises `FaultsFound` where
    there are faults and no reason, `KeyUsed` where the key has brought something else, and
    `Refusal` where the round cannot be this game's next. `read` is the sheet as whoever asks has
    just read it, so that it is read again only if somebody wrote on it since. `at_end` is called
    once the round is written, within the same transaction. `replaces` is the contesting entry that
    this one corrects: from then on it alone is compared with what the sheet says.
    """
    sheet = locked_sheet(game, read)
    if sent := round_again(sheet=sheet, key=key, round_number=round_number, report=report):
        return Recorded(sent, "contest" if sent.contests_id else "already")
    must_be_open(sheet)
    if not 1 <= round_number <= sheet.next_round:
        raise Refusal("gap", _("Record round %d first.") % sheet.next_round)
    checked = _checked(sheet, round_number, report, reason)
    line = sheet.line(round_number)
    if line and replaces is None and (same := _said_before(sheet, line, report, checked)):
        return same
    contests = line.entry if line else None
    entry = _write_round(
        sheet,
        author,
        key,
        round_number,
        report,
        checked,
        reason=reason,
        supersedes=replaces,
        contests=contests,
        unasked=unasked,
    )
    if at_end:
        at_end()
    return Recorded(entry, "contest" if contests else "recorded")


@transaction.atomic
def round_correct(
    *,
    game: Game,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    reason: str,
    seen: int,
    unasked: bool = False,
) -> Recorded:
    """Supersede a round with a new entry, with the reason.

    `seen` is the id of the entry that the page showed. Raises `Stale` where another one has taken
    its place meanwhile, `Refusal` where nothing is changed or no reason is given. The reason also
    records the correction in spite of faults, if `report.as_it_stands` says so; for `unasked` see
    `round_record`. A round of whose faults nobody was asked may be confirmed with the same numbers.
    """
    sheet = locked_sheet(game)
    if sent := round_again(
        sheet=sheet, key=key, round_number=round_number, report=report, correction=True
    ):
        return Recorded(sent, "already")
    must_be_open(sheet)
    seen_entry = _entry_seen(sheet, round_number, seen)
    reason = clean_reason(reason)
    checked = _checked(sheet, round_number, report, reason if report.as_it_stands else "")
    confirms = bool(seen_entry.details.get("unasked")) and not unasked
    if not confirms and _says_same(sheet, seen_entry, report, checked):
        raise Refusal("unchanged", _("Nothing is different from what the sheet already says."))
    entry = _write_round(
        sheet,
        author,
        key,
        round_number,
        report,
        checked,
        reason=reason,
        supersedes=seen_entry,
        unasked=unasked,
    )
    late_totals_follow(before=sheet, author=author, key=key, change=entry)
    return Recorded(entry, "recorded")


def _entry_seen(sheet: Sheet, round_number: int, seen: int) -> SheetEntry:
    """Return the round's entry in force, which has to be the one that the page showed."""
    line = sheet.line(round_number)
    if line is None:
        raise Refusal(
            "unknown",
            _("Round %d is not on the sheet any more. Record it again, or go back to the sheet.")
            % round_number,
        )
    if line.entry.pk != seen:
        raise Stale(
            _("Somebody else has changed round %d meanwhile. Look at it and decide again.")
            % round_number,
            [line.entry],
        )
    return line.entry


@transaction.atomic
def entry_undo(*, game: Game, author: Author, key: str, seen: int) -> SheetEntry:
    """Strike through the last entry of the sheet, or take the last undo back; all stay readable.

    `seen` is the id of the entry that the page offered to undo, or of the undo that it offered to
    take back. It may be that of a contesting entry, or of its undo: its own tablet takes these
    back. Raises `Stale` where it is not the last one any more, `Refusal` where there is
    nothing to undo.
    """
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=Kind.UNDO, supersedes_id=seen):
        return sent
    sheet = open_sheet(game)
    undo = sheet.last_undo
    last = undo if undo is not None and undo.pk == seen else sheet.last_entry
    beside = (*sheet.standing_contests, *sheet.undos_beside)
    last = next((entry for entry in beside if entry.pk == seen), last)
    if last is None:
        raise Refusal("empty", _("There is nothing on the sheet to undo."))
    if last.pk != seen:
        raise Stale(_("Something newer has been written on the sheet. Look at it first."), [last])
    return entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.UNDO,
        supersedes=last,
        round_number=last.round_number,
    )


@transaction.atomic
def contest_settle(
    *, game: Game, author: Author, key: str, chosen: int, round_number: int
) -> SheetEntry:
    """Choose between what two tablets recorded for one round; the other stays readable.

    `chosen` is the id of the entry in force or of a contesting one. Choosing the one in force
    writes down the choice; choosing another writes a new entry with its numbers.
    """
    game = game_lock(game)
    if sent := _settled_before(game, key, chosen, round_number):
        return sent
    sheet = open_sheet(game)
    line = sheet.line(round_number)
    if line is None or not line.contests:
        raise Refusal("settled", _("Round %d is settled already.") % round_number)
    settles = {"settles": [entry.pk for entry in line.contests]}
    if chosen == line.entry.pk:
        return entry_append(
            sheet=sheet,
            author=author,
            key=key,
            kind=Kind.KEEP,
            round_number=round_number,
            details=settles,
        )
    other = next((entry for entry in line.contests if entry.pk == chosen), None)
    if other is None:
        raise Refusal("unknown", _("Choose one of the two that the sheet shows."))
    entry = round_rewrite(
        sheet=sheet,
        author=author,
        key=key,
        source=other,
        supersedes=line.entry,
        reason=_("chosen: what %s had recorded") % other.author,
        details=settles,
    )
    late_totals_follow(before=sheet, author=author, key=key, change=entry)
    return entry


def round_again(
    *, sheet: Sheet, key: str, round_number: int, report: RoundReport, correction: bool = False
) -> SheetEntry | None:
    """The round's entry that this very sending has written before, None where it is new.

    Raises `KeyUsed` if something else was sent under the key, even a single number.
    """
    sent = next((entry for entry in sheet.entries if entry.key == key), None)
    if sent is None:
        return None
    corrects = sent.supersedes_id is not None and sent.contests_id is None
    if (sent.kind, sent.round_number, corrects) != (Kind.ROUND, round_number, correction):
        raise key_used(sent)
    kept = {
        result.seat_id: (result.told_total, result.tiles, result.count, result.marked)
        for result in sheet.results.get(sent.pk, {}).values()
    }
    reported = {
        seat.seat_id: (seat.total, seat.tiles, seat.count, seat.marked) for seat in report.seats
    }
    if (
        kept == reported
        and sent.ending == report.ending
        and sent.out_seat_id == report.out_seat_id
        and sent.starting_double == report.starting_double
        and sent.details.get("boneyard") == report.boneyard
    ):
        return sent
    raise KeyUsed(
        _(
            "Round %d was saved from this page before, with other numbers. The numbers here are "
            "not saved. Correct the round if you need to."
        )
        % round_number,
        [sent],
    )


def _settled_before(game: Game, key: str, chosen: int, round_number: int) -> SheetEntry | None:
    """The entry by which this very sending has chosen between two tablets, if it has."""
    sent = entry_find(game=game, key=key)
    if sent is None:
        return None
    others = sent.details.get("settles", [])
    # Keeping the version in force is an entry of its own kind; another version is a new entry.
    kind = Kind.ROUND if chosen in others else Kind.KEEP
    return entry_again(game=game, key=key, kind=kind, round_number=round_number, settles=others)


def _checked(sheet: Sheet, round_number: int, report: RoundReport, reason: str) -> Checked:
    """The report checked against the whole table; raises unless it is sound or has a reason."""
    playing = {seat.id: seat.name for seat in sheet.playing(round_number)}
    if {seat.seat_id for seat in report.seats} != set(playing):
        raise Refusal(
            "seats",
            _("The table has changed since this page was opened. Look at who plays and try again."),
        )
    checked = check_round(sheet.game, playing, report)
    if checked.missing:
        raise FaultsFound(_("Something is still missing, or not clear."), checked)
    if checked.complaints and not reason.strip():
        raise FaultsFound(
            _("Say in a few words why you save it anyway: the sheet keeps it.")
            if report.as_it_stands
            else _("Something does not fit. Fix it, or save it anyway."),
            checked,
        )
    if checked.unanswered and not reason.strip():
        raise FaultsFound(
            _("%s’s number is very high. Type it again, or tap “keep” under it.")
            % playing[checked.unanswered[0].seat_ids[0]],
            checked,
        )
    return checked


def _points(checked: Checked) -> Mapping[int, int]:
    return {seat_id: points for seat_id, points in checked.points.items() if points is not None}


def _says_same(sheet: Sheet, entry: SheetEntry, report: RoundReport, checked: Checked) -> bool:
    """Whether an entry counts the same for everybody as a report does."""
    recorded = {seat_id: result.points for seat_id, result in sheet.results[entry.pk].items()}
    return (
        entry.ending == report.ending
        and entry.out_seat_id == report.out_seat_id
        and entry.starting_double == report.starting_double
        and recorded == _points(checked)
    )


def _said_before(
    sheet: Sheet, line: RoundLine, report: RoundReport, checked: Checked
) -> Recorded | None:
    """Return what of a recorded round counts the same as a report, in force or to be chosen."""
    if _says_same(sheet, line.entry, report, checked):
        return Recorded(line.entry, "same")
    for waiting in line.contests:
        if _says_same(sheet, waiting, report, checked):
            return Recorded(waiting, "contest")
    return None


def _write_round(
    sheet: Sheet,
    author: Author,
    key: str,
    round_number: int,
    report: RoundReport,
    checked: Checked,
    *,
    reason: str,
    supersedes: SheetEntry | None = None,
    contests: SheetEntry | None = None,
    unasked: bool = False,
) -> SheetEntry:
    details: dict[str, object] = {}
    if faults := (*checked.complaints, *checked.unanswered):
        details["faults"] = [complaint.as_json() for complaint in faults]
        if unasked:
            details["unasked"] = True
    if report.boneyard is not None:
        details["boneyard"] = report.boneyard
    entry = entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=Kind.ROUND,
        details=details,
        round_number=round_number,
        starting_double=report.starting_double,
        ending=report.ending,
        out_seat_id=report.out_seat_id,
        reason=clean_reason(reason) if reason.strip() else "",
        supersedes=supersedes,
        contests=contests,
    )
    points = _points(checked)
    RESULTS.insert(
        [
            SeatResult(
                entry=entry,
                seat_id=seat.seat_id,
                points=points[seat.seat_id],
                told_total=seat.total,
                tiles=seat.tiles,
                count=seat.count,
                marked=seat.marked,
            )
            for seat in report.seats
        ]
    )
    return entry
