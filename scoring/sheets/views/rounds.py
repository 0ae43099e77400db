"""Recording a round, checking it while it is typed, correcting it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring import referee
from scoring.accounts.authors import author_of
from scoring.refusals import FaultsFound, Refusal, Stale
from scoring.sheets.access import game_to_score, may_direct, may_discard
from scoring.sheets.forms import RoundForm, with_hands_swapped
from scoring.sheets.models import Game
from scoring.sheets.selectors.drafts import draft_of
from scoring.sheets.selectors.next_round import deal_of, plan_of
from scoring.sheets.selectors.notices import notices_of
from scoring.sheets.selectors.sheet import RoundLine, SeatLine, Sheet, sheet_of
from scoring.sheets.selectors.time_limit import limit_notices, without_limit
from scoring.sheets.services import corrections, rounds
from scoring.values import Checked, Question
from scoring.web.log_within import log_within
from scoring.web.pages import RETRY_AFTER, next_key, told_id, told_key

from .refused_corrections import refused_drop, refused_fields, refused_keep

# Fields in the part of the page that is folded away.
DETAILS = re.compile(r"^starting_double$|^boneyard$|-count$")
SEAT_FIELD = re.compile(r"^seat-(?P<seat>[0-9]{1,15})-(?:total|tiles)$")


@dataclass(frozen=True)
class SeatRow:
    """One seat on the page of a round: its fields, what they count, and what is wrong with them.

    `points` is None while nothing has been typed, `total` the seat's total with this round. Those
    of a `run_off` count in no total.
    """

    seat: SeatLine
    before: int
    total_field: BoundField
    tiles_field: BoundField
    count_field: BoundField
    marked_field: BoundField
    points: int | None
    errors: Sequence[str]
    questions: Sequence[Question]
    out: bool
    swaps: bool
    run_off: bool = False

    @property
    def total(self) -> int:
        """The seat's total in the game with this round's points."""
        return self.before + (0 if self.run_off else self.points or 0)


def _rows(
    sheet: Sheet, number: int, form: RoundForm, checked: Checked, *, sent: bool
) -> list[SeatRow]:
    """A row a seat; what is missing is said only where the round is `sent`, not while typed."""
    ending = form["ending"].value()
    rows = []
    for seat in form.seats:
        unread = form.seat_errors(seat.id) if form.is_bound else []
        rows.append(
            SeatRow(
                seat=seat,
                before=sheet.total_after(seat, number - 1),
                total_field=form[f"seat-{seat.id}-total"],
                tiles_field=form[f"seat-{seat.id}-tiles"],
                count_field=form[f"seat-{seat.id}-count"],
                marked_field=form[f"seat-{seat.id}-marked"],
                points=checked.points.get(seat.id),
                errors=[*unread, *checked.texts_for(seat.id, missing=sent and not unread)],
                questions=checked.questions_for(seat.id),
                out=ending == f"out-{seat.id}",
                swaps=str(seat.id) in form.swap,
                run_off=sheet.is_run_off(number),
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
    seen: int = 0,
    preview: corrections.Preview | None = None,
    key: str = "",
    status: int = 200,
    is_kept: bool = False,
) -> HttpResponse:
    """The page of one round, new or to be corrected, with everything typed where it was.

    `seen` is the id of the entry that a correction is about, by default that of `line`;
    `preview` is what the correction would change, where that is known. `key` is the entry's, the
    one that was sent by default. `is_kept` says that a correction which was refused fills it.
    """
    context = round_context(request, sheet, number, form, checked=checked, line=line, seen=seen)
    context |= {"preview": preview, "is_kept": is_kept}
    context["key"] = key or context["key"]
    context["can_discard"] = not sheet.revision and may_discard(sheet.game, notices_of(sheet.game))
    response = render(request, "scoring/round_record.html", context, status=status)
    if status == 503:
        response["Retry-After"] = RETRY_AFTER
    return response


def round_context(
    request: HttpRequest,
    sheet: Sheet,
    number: int,
    form: RoundForm,
    *,
    checked: Checked | None = None,
    line: RoundLine | None = None,
    seen: int = 0,
) -> dict[str, Any]:
    """What the template of a round's page shows."""
    checked = checked or Checked()
    rows = _rows(sheet, number, form, checked, sent=form.is_bound)
    to = "scoring:round-correct" if line else "scoring:round-record"
    return {
        "game": sheet.game,
        "sheet": sheet,
        "number": number,
        "action": reverse(to, args=[sheet.game.code, number]),
        "form": form,
        "key": told_key(request),
        "line": line,
        "seen": seen or (line.entry.pk if line else 0),
        "ending": form["ending"].value() or "",
        "rows": rows,
        "checked": checked,
        "plan": plan_of(sheet, number),
        # A correction is of a round that was played before.
        "limit_notices": without_limit(limit_notices(sheet.game), sheet, over=line is not None),
        "doubles": range(sheet.game.set, -1, -1),
        "counts_markers": referee.marker_points(sheet.game) > 0,
        "counts_winners_marker": referee.counts_winners_marker(sheet.game),
        "deal": deal_of(sheet, number),
        "tiles_first": any(row.tiles_field.value() for row in rows),
        "details_open": any(DETAILS.search(name) for name in form.errors),
        "draft": draft_of(sheet, number),
    }


def _sheet(game: Game, number: int) -> Sheet:
    """The game's sheet, for a round that could be on it; 404 for one that nobody can have typed."""
    sheet = sheet_of(game)
    # Each round takes an entry, so that no more rounds than these have ever been on the sheet.
    if not 1 <= number <= sheet.revision + 1:
        raise Http404
    return sheet


@require_http_methods(["GET", "HEAD", "POST"])
def round_record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the page of the next round, and put the round on the sheet."""
    game = game_to_score(request, code)
    if request.method == "POST":
        return _record(request, game, number)
    if game.taken_back_at and "aside" not in request.GET:
        return redirect("scoring:sheet", code=code)
    sheet = sheet_of(game)
    if number < 1:
        raise Http404
    if sheet.finished or number != sheet.next_round:
        address = reverse("scoring:sheet", args=[code])
        wanted = min(number, sheet.next_round + 1)
        return redirect(address if sheet.finished else f"{address}?wanted={wanted}")
    usual = {"starting_double": plan_of(sheet).starting_double}
    initial, key = _filled_in(request, game, usual)
    form = RoundForm(sheet=sheet, seats=sheet.playing(number), initial=initial)
    return _page(request, sheet, number, form, key=key)


def _filled_in(
    request: HttpRequest, game: Game, usual: Mapping[str, object]
) -> tuple[Mapping[str, object], str]:
    """What the form shows at first, and its key.

    That is what a tablet sent and the sheet could not take, where the address names such a sending:
    so it can be mended and written. Else it is `usual`, and a key is made.
    """
    number = request.GET.get("aside", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 18):
        return usual, ""
    kept = game.set_aside.filter(pk=number).first()
    return (kept.fields, kept.key) if kept else (usual, "")


def _record(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    sheet = _sheet(game, number)

    def write(form: RoundForm) -> HttpResponse:
        report = form.report()
        record = partial(
            rounds.round_record,
            game=game,
            author=author_of(request),
            key=told_key(request),
            round_number=number,
            report=report,
            reason=form.cleaned_data["reason"] if report.as_it_stands else "",
            read=sheet,
        )
        done = log_within(request, lambda log: record(at_end=log))
        if done.outcome == "contest":
            return redirect("scoring:round-choose", code=game.code, number=number)
        messages.success(request, _message_of(game, done) % number)
        return redirect("scoring:sheet", code=game.code)

    return _try(request, sheet, number, None, write)


def _message_of(game: Game, done: rounds.Recorded) -> str:
    """Return what a tablet says of a round that is on the sheet, with a gap for its number."""
    if done.outcome == "recorded":
        return _("Round %d is saved.")
    if done.outcome == "same":
        return _("Another tablet had saved round %d just the same. It counts once.")
    if done.entry.pk in sheet_of(game).in_force:
        return _("Round %d was saved already. It counts once.")
    return _("Round %d was saved already. It has been changed since, as the sheet tells.")


@require_http_methods(["GET", "HEAD", "POST"])
def round_correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a recorded round and what correcting it would change, and write the correction.

    The round is written where the form says which preview has been agreed to, and that is what
    would happen still; else the page comes back with the preview as it is now.
    """
    game = game_to_score(request, code)
    if request.method == "POST":
        return _correct(request, game, number)
    sheet = sheet_of(game)
    line = sheet.line(number)
    if line is None:
        raise Http404
    if sheet.finished and not may_direct(request, game):
        messages.error(
            request, _("This game is finished. An organizer can reopen it to change the sheet.")
        )
        return redirect("scoring:sheet", code=code)
    refused = refused_fields(request, game, line)
    initial, key = _filled_in(request, game, refused or _initial(line))
    form = RoundForm(sheet=sheet, seats=sheet.playing(number), initial=initial)
    written = Checked(points={seat_id: cell.points for seat_id, cell in line.cells.items()})
    return _page(
        request, sheet, number, form, checked=written, line=line, key=key, is_kept=bool(refused)
    )


def _correct(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    sheet = _sheet(game, number)

    def write(form: RoundForm) -> HttpResponse:
        corrections.correction_record(
            game=game,
            author=author_of(request),
            key=told_key(request),
            round_number=number,
            report=form.report(),
            reason=form.cleaned_data["reason"],
            seen=told_id(request, "seen"),
            agreed=request.POST.get("agreed", ""),
            reopens=may_direct(request, game),
        )
        refused_drop(request, game)
        messages.success(
            request, _("Round %d is corrected. The old numbers stay readable.") % number
        )
        return redirect("scoring:sheet", code=game.code)

    return _try(request, sheet, number, sheet.line(number), write)


def _initial(line: RoundLine) -> dict[str, Any]:
    """The form's fields as a recorded round fills them."""
    entry = line.entry
    initial: dict[str, Any] = {
        "ending": f"out-{entry.out_seat_id}" if entry.out_seat_id else entry.ending,
        "starting_double": entry.starting_double,
        "boneyard": entry.details.get("boneyard"),
    }
    for seat_id, cell in line.cells.items():
        initial[f"seat-{seat_id}-total"] = cell.told_total
        initial[f"seat-{seat_id}-tiles"] = _("none") if cell.tiles == "" else cell.tiles
        initial[f"seat-{seat_id}-count"] = cell.count
        initial[f"seat-{seat_id}-marked"] = cell.marked
    return initial


def _try(
    request: HttpRequest,
    sheet: Sheet,
    number: int,
    line: RoundLine | None,
    write: Callable[[RoundForm], HttpResponse],
) -> HttpResponse:
    """Write if the form can be read; else, or if it is refused, the page again as it was typed."""
    seats = sheet.playing(number)
    form = RoundForm(_typed(request, seats), sheet=sheet, seats=seats)
    shown: dict[str, Any] = {"line": line, "seen": told_id(request, "seen")}
    if not _readable(request, sheet, number, form):
        shown["checked"] = _check(sheet, number, form)
        return _page(request, sheet, number, form, **shown)
    try:
        return write(form)
    except Stale as stale:
        sheet = form.sheet = sheet_of(sheet.game)
        line = sheet.line(number)
        shown = {"line": line, "key": next_key(request, stale), "status": 409}
        form.add_error(None, stale.message)
        if line:
            form.add_error(None, _("The sheet now says: %s.") % _round_in_words(sheet, line))
    except corrections.NotAgreed as asked:
        shown |= {"preview": asked.preview, "checked": _check(sheet, number, form)}
        if agreed := request.POST.get("agreed"):
            # What was shown is still so: a reason is missing.
            shown["status"] = 200 if agreed == asked.preview.mark else 409
            form.add_error(None, asked.message)
    except FaultsFound as faults:
        shown["checked"] = faults.checked
        form.add_error(None, faults.message)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        if line:
            refused_keep(request, sheet.game, line)
    except OperationalError:
        shown["status"] = 503
        form.add_error(
            None,
            _(
                "The club's server could not save just now. Nothing is lost: your numbers are "
                "still here. Wait a moment and press the button again."
            ),
        )
    shown.setdefault("checked", _check(sheet, number, form))
    return _page(request, sheet, number, form, **shown)


def _typed(request: HttpRequest, seats: Sequence[SeatLine]) -> QueryDict:
    """What was typed; where two seats were tapped to be swapped, with their hands swapped."""
    swap = set(request.POST.getlist("swap"))
    if len(swap) == 2 and swap <= {str(seat.id) for seat in seats}:
        return with_hands_swapped(request.POST, *swap)
    return request.POST


def _readable(request: HttpRequest, sheet: Sheet, number: int, form: RoundForm) -> bool:
    """Return whether everything sent can be read and is about seats that play; else add errors."""
    if not form.is_valid():
        form.add_error(None, _("Something cannot be read. Correct it, and press the button again."))
    if form.swap:
        form.add_error(None, _("Whose numbers were swapped? Tap two players, or none."))
    for sentence in typed_for_others(request.POST.dict(), sheet, number):
        form.add_error(None, sentence)
    return not form.errors


def typed_for_others(fields: Mapping[str, object], sheet: Sheet, number: int) -> list[str]:
    """What was typed for people who do not play the round: the page was older than the table."""
    playing = {str(seat.id) for seat in sheet.playing(number)}
    typed = {
        match["seat"]: value.strip()[:80]
        for name, text in fields.items()
        if (match := SEAT_FIELD.match(name))
        and match["seat"] not in playing
        and (value := str(text)).strip()
    }
    if not typed:
        return []
    return [
        _(
            "%(name)s does not play this round any more, and %(told)s was typed for %(name)s. "
            "If that is right, press the button again. If not, look at who sits here first."
        )
        % {"name": seat.player.name, "told": typed[str(seat.pk)]}
        for seat in sheet.game.seats.select_related("player").filter(pk__in=typed)
    ]


def _check(sheet: Sheet, number: int, form: RoundForm) -> Checked:
    """What is wrong with the round as it is typed, and what it counts."""
    names = {seat.id: seat.name for seat in sheet.playing(number)}
    return referee.check_round(sheet.game, names, form.report())


def _round_in_words(sheet: Sheet, line: RoundLine) -> str:
    """A round's points in one line."""
    return _(", ").join(
        f"{seat.name} {line.cells[seat.id].points}" for seat in sheet.seats if seat.id in line.cells
    )


def _meanwhile(request: HttpRequest, sheet: Sheet, number: int) -> str:
    """What another tablet did to the round since the page was opened, in sentences; else ""."""
    line, seen = sheet.line(number), told_id(request, "seen")
    if line is None or line.entry.pk == seen or line.entry.key == request.POST.get("key"):
        return ""
    words = {
        "number": number,
        "author": line.entry.author,
        "points": _round_in_words(sheet, line),
    }
    if seen:
        return (
            _(
                "%(author)s has changed round %(number)d meanwhile. The sheet now says: "
                "%(points)s. Go on only if that is not right."
            )
            % words
        )
    return (
        _(
            "%(author)s has recorded round %(number)d meanwhile: %(points)s. If that is right, "
            "go back to the score sheet. If not, record yours, and choose which one counts."
        )
        % words
    )


@require_POST
def round_check(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say what is wrong with a round as far as it is typed, and what it counts; writes nothing."""
    game = game_to_score(request, code)
    sheet = _sheet(game, number)
    if "meanwhile" in request.POST:
        changed = {"meanwhile": _meanwhile(request, sheet, number), "game": game, "sheet": sheet}
        return render(request, "scoring/_round_meanwhile.html", changed)
    form = RoundForm(request.POST, sheet=sheet, seats=sheet.playing(number))
    form.is_valid()
    checked = _check(sheet, number, form)
    context = {
        "sheet": sheet,
        "number": number,
        "form": form,
        "rows": _rows(sheet, number, form, checked, sent=False),
        "checked": checked,
        "oob": True,
    }
    return render(request, "scoring/_round_check.html", context)
