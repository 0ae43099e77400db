"""Recording a round, checking it while it is typed, correcting, undoing, choosing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring import referee
from scoring.forms import RoundForm
from scoring.models import Game, SheetEntry
from scoring.selectors.access import actor_of, game_to_score
from scoring.selectors.plan import deal_of, plan_of
from scoring.selectors.sheet import RoundLine, SeatLine, Sheet, sheet_of
from scoring.services import rounds
from scoring.services.errors import FaultsFound, Refusal, Stale
from scoring.values import Checked

from .common import author_of, new_key, told_key


@dataclass(frozen=True)
class SeatRow:
    """One seat on the page of a round: its fields, what they count, and what is wrong with them.

    `points` is None while nothing has been told, `total` the seat's total with this round.
    """

    seat: SeatLine
    before: int
    total_field: BoundField
    tiles_field: BoundField
    count_field: BoundField
    marked_field: BoundField
    points: int | None
    errors: Sequence[str]
    out: bool

    @property
    def total(self) -> int:
        """The seat's total in the game with this round's points."""
        return self.before + (self.points or 0)


def _rows(sheet: Sheet, number: int, form: RoundForm, checked: Checked) -> list[SeatRow]:
    rows = []
    for seat in form.seats:
        played = sum(
            line.cells[seat.id].points
            for line in sheet.rounds
            if line.number < number and seat.id in line.cells
        )
        rows.append(
            SeatRow(
                seat=seat,
                before=seat.entry_total + played,
                total_field=form[f"seat-{seat.id}-total"],
                tiles_field=form[f"seat-{seat.id}-tiles"],
                count_field=form[f"seat-{seat.id}-count"],
                marked_field=form[f"seat-{seat.id}-marked"],
                points=checked.points.get(seat.id),
                errors=[*form.seat_errors(seat.id), *checked.texts_for(seat.id)]
                if form.is_bound
                else [],
                out=form["ending"].value() == f"out-{seat.id}",
            )
        )
    return rows


def _page(
    request: HttpRequest,
    sheet: Sheet,
    number: int,
    form: RoundForm,
    *,
    checked: Checked | None = None,
    line: RoundLine | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of one round, new or to be corrected, with everything typed where it was."""
    checked = checked or Checked()
    rows = _rows(sheet, number, form, checked)
    context = {
        "game": sheet.game,
        "sheet": sheet,
        "number": number,
        "form": form,
        "line": line,
        "ending": form["ending"].value() or "",
        "rows": rows,
        "checked": checked,
        "plan": plan_of(sheet, number),
        "doubles": range(sheet.game.set, -1, -1),
        "counts_markers": referee.marker_points(sheet.game) > 0,
        "deal": deal_of(sheet, number),
        "tiles_first": any(row.tiles_field.value() for row in rows),
        "details_open": bool(form.errors.keys() & {"starting_double", "boneyard"}),
        "draft": f"{sheet.game.code}-{number}" + (f"-{line.entry.pk}" if line else ""),
    }
    return render(request, "scoring/round_record.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def round_record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the page of the next round, and put the round on the sheet."""
    game = game_to_score(request, code)
    if request.method == "POST":
        return _record(request, game, number)
    sheet = sheet_of(game)
    if sheet.finished or number != sheet.next_round:
        if number > sheet.next_round:
            messages.info(request, _("Round %d comes first.") % sheet.next_round)
        elif not sheet.finished:
            messages.info(request, _("Round %d is on the sheet already.") % number)
        return redirect("scoring:sheet", code=code)
    form = RoundForm(
        sheet=sheet,
        seats=sheet.playing(number),
        initial={"key": new_key(), "starting_double": plan_of(sheet).starting_double},
    )
    return _page(request, sheet, number, form)


def _record(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    def write(form: RoundForm) -> HttpResponse:
        done = rounds.round_record(
            game=game,
            author=author_of(request),
            key=form.cleaned_data["key"],
            round_number=number,
            report=form.report(),
            reason=form.cleaned_data["reason"] if form.report().as_it_stands else "",
        )
        if done.outcome == "contest":
            return redirect("scoring:round-choose", code=game.code, number=number)
        said = {
            "recorded": _("Round %d is saved."),
            "already": _("Round %d was saved already. It counts once."),
            "same": _("Another tablet had saved round %d just the same. It counts once."),
        }
        messages.success(request, said[done.outcome] % number)
        return redirect("scoring:sheet", code=game.code)

    return _try(request, game, number, None, write)


@require_http_methods(["GET", "HEAD", "POST"])
def round_correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a recorded round with its numbers, and write it anew with a reason."""
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    line = sheet.line(number)
    if line is None:
        raise Http404
    if sheet.finished:
        messages.error(
            request, _("This game is finished. An organizer can reopen it to change the sheet.")
        )
        return redirect("scoring:sheet", code=code)
    if request.method == "POST":

        def write(form: RoundForm) -> HttpResponse:
            rounds.round_correct(
                game=game,
                author=author_of(request),
                key=form.cleaned_data["key"],
                round_number=number,
                report=form.report(),
                reason=form.cleaned_data["reason"],
                seen=form.cleaned_data["seen"] or 0,
            )
            messages.success(
                request, _("Round %d is corrected. The old numbers stay readable.") % number
            )
            return redirect("scoring:sheet", code=code)

        return _try(request, game, number, line, write)
    form = RoundForm(sheet=sheet, seats=sheet.playing(number), initial=_initial(line))
    return _page(request, sheet, number, form, line=line)


def _initial(line: RoundLine) -> dict[str, Any]:
    """The form's fields as a recorded round fills them."""
    entry = line.entry
    ending = f"out-{entry.out_seat_id}" if entry.out_seat_id else entry.ending
    initial: dict[str, Any] = {
        "key": new_key(),
        "seen": entry.pk,
        "ending": ending,
        "starting_double": entry.starting_double,
        "boneyard": entry.details.get("boneyard"),
    }
    for seat_id, cell in line.cells.items():
        told = cell.told_total
        initial[f"seat-{seat_id}-total"] = cell.points if told is None and not cell.tiles else told
        initial[f"seat-{seat_id}-tiles"] = cell.tiles
        initial[f"seat-{seat_id}-count"] = cell.count
        initial[f"seat-{seat_id}-marked"] = cell.marked
    return initial


def _try(
    request: HttpRequest,
    game: Game,
    number: int,
    line: RoundLine | None,
    write: Callable[[RoundForm], HttpResponse],
) -> HttpResponse:
    """Write if the form can be read; else, or if it is refused, the page again as it was typed."""
    sheet = sheet_of(game)
    form = RoundForm(request.POST, sheet=sheet, seats=sheet.playing(number))
    if not form.is_valid():
        checked = referee.check_round(game, _names(sheet, number), form.report())
        return _page(request, sheet, number, form, checked=checked, line=line)
    try:
        return write(form)
    except FaultsFound as found:
        form.add_error(None, found.message)
        return _page(request, sheet, number, form, checked=found.checked, line=line)
    except Stale as stale:
        sheet = sheet_of(game)
        form.sheet = sheet
        form.add_error(None, stale.message)
        form.data = {**request.POST.dict(), "seen": str(stale.newer[0].pk)}
        return _page(request, sheet, number, form, line=sheet.line(number), status=409)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, sheet, number, form, line=line)
    except OperationalError:
        form.add_error(
            None,
            _(
                "The club's server could not save just now. Nothing is lost: your numbers are "
                "still here. Wait a moment and press the button again."
            ),
        )
        return _page(request, sheet, number, form, line=line, status=503)


def _names(sheet: Sheet, number: int) -> dict[int, str]:
    return {seat.id: seat.name for seat in sheet.playing(number)}


@require_POST
def round_check(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say what is wrong with a round as far as it is typed, and what it counts; writes nothing."""
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    if number > sheet.next_round:
        raise Http404
    form = RoundForm(request.POST, sheet=sheet, seats=sheet.playing(number))
    form.is_valid()
    checked = referee.check_round(game, _names(sheet, number), form.report())
    context = {
        "sheet": sheet,
        "number": number,
        "form": form,
        "rows": _rows(sheet, number, form, checked),
        "checked": checked,
        "oob": True,
    }
    return render(request, "scoring/_round_check.html", context)


@require_POST
def entry_undo(request: HttpRequest, code: str) -> HttpResponse:
    """Strike through the last entry."""
    game = game_to_score(request, code)
    seen = request.POST.get("seen", "")
    try:
        rounds.entry_undo(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seen=int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 18 else 0,
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Undone. What was written stays readable, struck through."))
    return redirect("scoring:sheet", code=code)


@dataclass(frozen=True)
class Version:
    """One tablet's version of a round: its entry and its points a seat, in playing order."""

    entry: SheetEntry
    points: Sequence[tuple[SeatLine, int | None]]


@require_http_methods(["GET", "HEAD", "POST"])
def round_choose(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show what two tablets recorded for one round, side by side, and let the table choose."""
    game = game_to_score(request, code)
    if request.method == "POST":
        chosen = request.POST.get("chosen", "")
        try:
            rounds.contest_settle(
                game=game,
                author=author_of(request),
                key=told_key(request),
                chosen=int(chosen) if chosen.isascii() and chosen.isdecimal() else 0,
                round_number=number,
            )
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, _("Round %d is settled.") % number)
        return redirect("scoring:sheet", code=code)
    sheet = sheet_of(game)
    line = sheet.line(number)
    if line is None or not line.contests:
        return redirect("scoring:sheet", code=code)
    versions = [
        Version(
            entry,
            [
                (seat, result.points if (result := sheet.results[entry.pk].get(seat.id)) else None)
                for seat in sheet.playing(number)
            ],
        )
        for entry in (line.entry, *line.contests)
    ]
    context = {
        "game": game,
        "sheet": sheet,
        "number": number,
        "versions": versions,
        "key": new_key(),
        "me": actor_of(request).name,
    }
    return render(request, "scoring/round_choose.html", context)
