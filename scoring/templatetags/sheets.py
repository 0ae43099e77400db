"""The sheet's rows and notes in the shape that its table shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django import template
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.shown_names import names_shortened
from scoring.lists import all_of
from scoring.sheets.models import SheetEntry
from scoring.sheets.selectors.sheet import (
    Cell,
    RoundLine,
    SeatLine,
    Sheet,
    step_of,
    undo_entries,
)

register = template.Library()

Kind = SheetEntry.Kind


@dataclass(frozen=True)
class SheetRow:
    """One round of the table: each seat in playing order with its cell, None if it did not play."""

    line: RoundLine
    cells: tuple[tuple[SeatLine, Cell | None], ...]
    domino: str
    newest: bool


@dataclass(frozen=True)
class Note:
    """One line below the sheet: an entry that says more than its numbers, in words."""

    entry: SheetEntry
    text: str
    reason: str
    in_force: bool


@register.filter
def sheet_rows(sheet: Sheet, oldest_first: object = "") -> list[SheetRow]:
    """The rounds with their cells in the order of the seats; the newest first unless asked."""
    rows = [
        SheetRow(
            line=line,
            cells=tuple((seat, line.cells.get(seat.id)) for seat in sheet.seats),
            domino=_domino(line.entry),
            newest=line.number == len(sheet.rounds) and not sheet.finished,
        )
        for line in sheet.rounds
    ]
    return rows if oldest_first else rows[::-1]


def _domino(entry: SheetEntry) -> str:
    double = entry.starting_double
    return "" if double is None else f"{double}-{double}"


@register.filter
def sheet_notes(sheet: Sheet) -> list[Note]:
    """What is written on the sheet beside plain rounds, newest first, struck lines included.

    What was undone is left out: `undone_notes` has it.
    """
    undos = undo_entries(sheet.entries)
    undone = {entry.supersedes_id for entry in sheet.entries if entry.pk in undos & sheet.in_force}
    left_out = undone | _opened_to_correct(sheet.entries)
    away = _rounds_away(sheet)
    return [
        Note(
            entry,
            text,
            # Of a name it is the one before, of a finished game who checked it: no reasons why.
            # And where names are shortened, a reason may name somebody in full.
            "" if entry.kind in (Kind.NAME, Kind.FINISH) or names_shortened() else entry.reason,
            # That another tablet recorded it stays so, whichever of the two counts.
            entry.pk in sheet.in_force or entry.contests_id is not None,
        )
        for entry in reversed(sheet.entries)
        if not left_out & {entry.pk, entry.details.get("part_of")}
        if (text := _entry_in_words(sheet, entry) or _away_in_words(away.get(entry.pk, ())))
    ]


def _rounds_away(sheet: Sheet) -> dict[int, list[int]]:
    """The rounds that were recorded without the network, by the first entry of each hand-over.

    A round that came at once was recorded without the network, too, where the one before it from
    the same device was still waiting then.
    """
    groups: list[list[SheetEntry]] = []
    before: SheetEntry | None = None
    for entry in sheet.entries:
        if entry.kind != Kind.ROUND or entry.pk not in sheet.in_force:
            continue
        waited = (
            before is not None
            and (entry.user_id, entry.tablet_id) == (before.user_id, before.tablet_id)
            and entry.made_at < before.recorded_at
        )
        before = entry if waited or entry.came_late else None
        if before and not waited:
            groups.append([])
        if before and not _round_in_words(sheet, entry):
            groups[-1].append(entry)
    return {group[0].pk: [entry.round_number or 0 for entry in group] for group in groups if group}


def _away_in_words(numbers: Sequence[int]) -> str:
    if len(numbers) > 1:
        return _("Rounds %s were recorded without the network.") % all_of(map(str, numbers))
    return "".join(_("Round %d was recorded without the network.") % number for number in numbers)


def _opened_to_correct(entries: Sequence[SheetEntry]) -> set[int]:
    """Return the entries that open a finished game for one correction and end it again.

    The line of the correction has the same reason, author and moment, so they have none. Who opens
    a game by hand gives another reason, or writes more on its sheet.
    """
    around: set[int] = set()
    for opened, correction in pairwise(entries):
        reopens = opened.kind == Kind.REOPEN and correction.kind == Kind.ROUND
        if not (reopens and correction.supersedes_id and correction.reason == opened.reason):
            continue
        following = (entry for entry in entries if entry.number > correction.number)
        for entry in following:
            if entry.details.get("part_of") == correction.pk:
                continue
            if entry.kind == Kind.FINISH and not entry.reason:
                around |= {opened.pk, entry.pk}
            break
    return around


@register.filter
def undone_notes(sheet: Sheet) -> list[Note]:
    """One line for each undo, newest first: what it struck, or that it was taken back."""
    by_id = {entry.pk: entry for entry in sheet.entries}
    undos = undo_entries(sheet.entries)
    return [
        Note(
            entry,
            _undo_in_words(sheet, entry, struck),
            # Why a correction was made says nothing of why its undo was taken back.
            struck.reason if entry.pk in sheet.in_force else "",
            entry.pk in sheet.in_force,
        )
        for entry in reversed(sheet.entries)
        if entry.pk in undos
        if (struck := by_id.get(entry.supersedes_id or 0))
    ]


@register.filter
def undo_in_words(sheet: Sheet) -> str:
    """What of other things than rounds an undo would take back; "" where there is nothing."""
    return _step_in_words(sheet, sheet.last_entry)


@register.filter
def redo_in_words(sheet: Sheet) -> str:
    """What of other things than rounds a redo would bring back; "" where there is nothing."""
    undo = sheet.last_undo
    struck = (entry for entry in sheet.entries if undo and entry.pk == undo.supersedes_id)
    return _step_in_words(sheet, next(struck, None))


def _step_in_words(sheet: Sheet, entry: SheetEntry | None) -> str:
    if entry is None:
        return ""
    sentences = {
        Kind.JOIN: _("%(name)s’s arrival"),
        Kind.LEAVE: _("%(name)s leaves"),
        Kind.SWAP: _("%(name)s and %(other)s change seats"),
    }
    if entry.kind not in sentences:
        return entry.get_kind_display()
    names = _names(sheet, entry)
    return sentences[Kind(entry.kind)] % {"name": names[0], "other": names[-1]}


def _undo_in_words(sheet: Sheet, undo: SheetEntry, struck: SheetEntry) -> str:
    number = struck.round_number
    if undo.pk not in sheet.in_force:
        if step_of(struck) == "correction":
            return _("The correction of round %d was undone, and put back.") % number
        if not (text := _entry_in_words(sheet, struck)):
            return _("Round %d was undone, and put back.") % number
        return _("Undone, and put back: %s") % text
    if struck.kind == Kind.ROUND and not struck.supersedes_id and not struck.contests_id:
        return _("Round %(number)d was undone: %(points)s.") % {
            "number": number,
            "points": _points_in_words(sheet, struck),
        }
    return _("This was undone: %s") % _entry_in_words(sheet, struck)


def _entry_in_words(sheet: Sheet, entry: SheetEntry) -> str:
    """What an entry says in words; "" for a plain round that still stands, and for an undo."""
    details, number = entry.details, entry.round_number
    if entry.kind == Kind.ROUND:
        return _round_in_words(sheet, entry)
    if entry.kind == Kind.UNDO:
        return ""
    if entry.kind == Kind.TOTALS:
        return _totals_in_words(sheet, entry)
    if entry.kind in (Kind.JOIN, Kind.LEAVE, Kind.SWAP, Kind.NAME):
        return _people_in_words(entry, _names(sheet, entry))
    if entry.kind == Kind.KEEP:
        return _("Round %d stays as it was on the sheet.") % (number or 0)
    if entry.kind == Kind.RULES:
        return _("From here on this game is played by another rule: %(question)s %(answer)s.") % {
            "question": referee.parameter_sentence(details["rule"]),
            "answer": referee.answer_in_words(details["rule"], details["value"]),
        }
    if entry.kind == Kind.FINISH:
        finished = _("The game was finished.")
        return finished if names_shortened() else f"{finished} {entry.reason}".strip()
    return _("The game was reopened.")


def _people_in_words(entry: SheetEntry, names: Sequence[str]) -> str:
    """Say who came, left, changed seats, or has another name now."""
    details = entry.details
    if entry.kind == Kind.JOIN:
        sentence = (
            _("%(name)s, who came in round %(number)d, now begins with %(total)d points.")
            if "part_of" in details
            else _("%(name)s came in round %(number)d with %(total)d points.")
        )
        return sentence % {
            "name": names[0],
            "number": details["from_round"],
            "total": details["total"],
        }
    if entry.kind == Kind.LEAVE:
        sentence = (
            _("%(name)s left after round %(number)d and keeps a place.")
            if details["ranked"]
            else _("%(name)s left after round %(number)d and has no place at this table.")
        )
        return sentence % {"name": names[0], "number": details["after_round"]}
    if entry.kind == Kind.SWAP:
        return _("%(one)s and %(other)s changed seats.") % {"one": names[0], "other": names[1]}
    return _name_in_words(names[0], entry.reason)


def _name_in_words(name: str, was: str) -> str:
    """Say whose name was corrected; not from what, where names are shortened."""
    if names_shortened():
        return _("A name was corrected. It is %(name)s now.") % {"name": name}
    return _("The name %(old)s was corrected to %(name)s.") % {"old": was, "name": name}


def _points_in_words(sheet: Sheet, entry: SheetEntry) -> str:
    results = sheet.results.get(entry.pk, {})
    return ", ".join(
        f"{seat.name} {results[seat.id].points}" for seat in sheet.seats if seat.id in results
    )


def _totals_in_words(sheet: Sheet, entry: SheetEntry) -> str:
    """Say what was entered from paper; totals that were taken back have their line all the same."""
    sentence = (
        _("The totals from paper were corrected to: %s.")
        if entry.supersedes_id
        else _("The totals were entered from paper: %s.")
    )
    outs = entry.details.get("outs")
    if outs is None or not any(outs):
        return sentence % _points_in_words(sheet, entry)
    names = [seat.name for seat in sorted(sheet.seats, key=lambda seat: seat.place)]
    gone_out = ", ".join(
        f"{name} {number}" for name, number in zip(names, outs, strict=True) if number
    )
    return "{} {}".format(
        sentence % _points_in_words(sheet, entry), _("Rounds won: %s.") % gone_out
    )


def _round_in_words(sheet: Sheet, entry: SheetEntry) -> str:
    number = entry.round_number or 0
    values = {"number": number, "points": _points_in_words(sheet, entry)}
    if entry.contests_id:
        return _("Another tablet recorded round %(number)d as: %(points)s.") % values
    if entry.supersedes_id:
        return _("Round %(number)d was corrected to: %(points)s.") % values
    if entry.pk not in sheet.in_force:
        return _("Round %(number)d: %(points)s.") % values
    if entry.details.get("faults"):
        # The faults were written with whole names.
        faults = [] if names_shortened() else [fault["text"] for fault in entry.details["faults"]]
        sentence = _("Round %(number)d was saved although something did not fit. %(faults)s")
        return (sentence % {"number": number, "faults": " ".join(faults)}).strip()
    return ""


def _names(sheet: Sheet, entry: SheetEntry) -> list[str]:
    """The names that an entry's seats have; of seats that are gone by undo too."""
    details = entry.details
    seat_ids = details.get("seats") or [details.get("seat")]
    return [
        (seat.name if (seat := sheet.seat(seat_id)) else details.get("name", "?"))
        for seat_id in seat_ids
    ]
