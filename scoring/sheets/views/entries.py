"""What follows an entry: striking it through, and choosing where two tablets differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.sheets.access import game_to_score
from scoring.sheets.models import SheetEntry
from scoring.sheets.selectors.sheet import SeatLine, sheet_of, step_of
from scoring.sheets.services import rounds
from scoring.web.pages import new_key, show_refusal, told_id, told_key


@require_POST
def entry_undo(request: HttpRequest, code: str) -> HttpResponse:
    """Strike through the last entry, or take the last undo back."""
    game = game_to_score(request, code)
    with show_refusal(request):
        undo = rounds.entry_undo(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seen=told_id(request, "seen"),
        )
        # "Done. Undone." would contradict itself.
        messages.success(request, _undo_in_words(undo), extra_tags="bare")
    return redirect("scoring:sheet", code=code)


def _undo_in_words(undo: SheetEntry) -> str:
    """Return what a tablet says after an undo, or after a redo: an undo of an undo."""
    number = undo.round_number
    struck = undo.supersedes
    if struck is not None and struck.kind == SheetEntry.Kind.UNDO:
        # Of a correction that is back, its round was never away.
        step = step_of(struck.supersedes) if struck.supersedes else ""
        sentences = {
            "": _("Round %d is back."),
            "correction": _("The correction of round %d is back."),
            "choice": _("The choice in round %d is back."),
        }
        return sentences[step] % number if number else _("It is back on the sheet.")
    return _("Undone. It stays readable on the sheet, under “Undone”.")


@dataclass(frozen=True)
class Version:
    """One tablet's version of a round: its entry and its points a seat, in playing order."""

    entry: SheetEntry
    points: Sequence[tuple[SeatLine, int | None]]

    def hand(self, seat: SeatLine) -> tuple[int | None, bool]:
        """What it says of a seat: its points, and whether it went out."""
        return dict(self.points).get(seat), self.entry.out_seat_id == seat.id


def differing_seats(versions: Sequence[Version]) -> frozenset[int]:
    """The ids of the seats of which the versions of a round do not say the same."""
    seats = [seat for seat, _points in versions[0].points]
    return frozenset(
        seat.id for seat in seats if len({version.hand(seat) for version in versions}) > 1
    )


@require_http_methods(["GET", "HEAD", "POST"])
def round_choose(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show what two tablets recorded for one round, side by side, and let the table choose.

    First stands what was recorded first, whichever came in first.
    """
    game = game_to_score(request, code)
    if request.method == "POST":
        with show_refusal(request):
            rounds.contest_settle(
                game=game,
                author=author_of(request),
                key=told_key(request),
                chosen=told_id(request, "chosen"),
                round_number=number,
            )
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
        for entry in sorted((line.entry, *line.contests), key=lambda entry: entry.made_at)
    ]
    context = {
        "game": game,
        "sheet": sheet,
        "number": number,
        "versions": versions,
        "differing": differing_seats(versions),
        "key": new_key(),
        "me": actor_of(request).name,
    }
    return render(request, "scoring/round_choose.html", context)
