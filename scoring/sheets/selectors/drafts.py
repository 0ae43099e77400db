"""Under which names tablets keep what is typed into a round until it is on the sheet.

A draft belongs to one writing of the round: the first, or the one after a certain entry. So what
is typed again, after an undo for instance, is never confused with what was recorded before.
"""

from scoring.sheets.models import SheetEntry

from .sheet import Sheet


def _written(sheet: Sheet, number: int) -> list[int]:
    """The ids of the round's entries, struck ones too; not those that wait for a choice."""
    return [
        entry.pk
        for entry in sheet.entries
        if entry.kind == SheetEntry.Kind.ROUND
        and entry.round_number == number
        and entry.contests_id is None
    ]


def _name(sheet: Sheet, number: int, after: int | None) -> str:
    return f"{sheet.game.code}-{number}" + (f"-{after}" if after else "")


def draft_of(sheet: Sheet, number: int) -> str:
    """The name of the draft of what is written next for this round."""
    return _name(sheet, number, next(reversed(_written(sheet, number)), None))


def drafts_done(sheet: Sheet) -> list[str]:
    """The names of the drafts that are on the sheet, so that tablets can forget them."""
    numbers = dict.fromkeys(entry.round_number for entry in sheet.entries if entry.round_number)
    return [
        _name(sheet, number, after)
        for number in numbers
        for after in [None, *_written(sheet, number)][:-1]
    ]
