"""What the rules give somebody who comes late, from the rounds before."""

from scoring.referee import late_arrival_total
from scoring.sheets.models import SheetEntry

from .sheet import SeatLine, Sheet

Kind = SheetEntry.Kind


def arrivals_of(sheet: Sheet) -> dict[int, SheetEntry]:
    """By seat, the newest entry by which somebody came, and not a later change of their points."""
    return {entry.details["seat"]: entry for entry in sheet.entries if _is_arrival(entry)}


def late_total(sheet: Sheet, arrival: SheetEntry) -> int:
    """Return what the rules gave for an arrival, from the totals that this sheet has before it."""
    last = arrival.details["from_round"] - 1
    seats = _counted_for(sheet, arrival)
    return late_arrival_total(sheet.game, [sheet.total_after(seat, last) for seat in seats])


def totals_by_rule(sheet: Sheet) -> dict[int, list[int]]:
    """By each seat that came with what the rules give, the seats from whose totals they make it.

    Who came with points on which the table had agreed is not among them.
    """
    counted: dict[int, list[int]] = {}
    for seat_id, first in arrivals_of(sheet).items():
        entry = sheet.arrival(seat_id)
        if entry and entry.details["total"] == late_total(sheet, first):
            counted[seat_id] = [seat.id for seat in _counted_for(sheet, first)]
    return counted


def _is_arrival(entry: SheetEntry) -> bool:
    return entry.kind == Kind.JOIN and "part_of" not in entry.details


def _counted_for(sheet: Sheet, arrival: SheetEntry) -> list[SeatLine]:
    """Return the seats that were there before an arrival, but for those who have no place."""
    came_later = {
        entry.details["seat"]
        for entry in sheet.entries
        if _is_arrival(entry) and entry.number >= arrival.number
    }
    left_before = {
        entry.details["seat"]
        for entry in sheet.entries
        if entry.kind == Kind.LEAVE and entry.pk in sheet.in_force and entry.number < arrival.number
    }
    return [
        seat
        for seat in sheet.seats
        if seat.id not in came_later and (seat.ranked or seat.id not in left_before)
    ]
