"""The score sheet, for those who score, those who watch, and for print."""

import csv
import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from scoring.accounts.access import actor_of
from scoring.sheets.access import (
    game_to_organize,
    game_to_score,
    game_to_see,
    game_to_watch,
    is_directed,
    may_direct,
    may_discard,
)
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.selectors.company import company_of
from scoring.sheets.selectors.drafts import drafts_done
from scoring.sheets.selectors.next_round import plan_of, rules_in_words
from scoring.sheets.selectors.notices import look_mark, notices_of, unchecked_notices
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.sheets.services.games import watch_link_renew
from scoring.values import Notice
from scoring.web.connection import phone_link
from scoring.web.pages import link_is_new, new_key

from .home import clubs_for_all

MOST_OF_A_KEY = 40


def _context(
    request: HttpRequest, sheet: Sheet, notices: tuple[Notice, ...] = ()
) -> dict[str, object]:
    """What every view of a sheet shows."""
    plan = plan_of(sheet)
    is_time = any(notice.is_time for notice in notices)
    return {
        "notices": (*unchecked_notices(sheet), *notices),
        "seen": look_mark(sheet.revision, notices),
        "game": sheet.game,
        "sheet": sheet,
        "plan": plan,
        "played_on": played_on(notices),
        "is_time": is_time,
        # Asked where it is shown alone: not on a page for watching, nor on paper.
        "can_discard": partial(may_discard, sheet.game, notices),
        "is_over": plan.over or is_time or ended_by_time(sheet),
        "series": totals_series(sheet),
        "labels": round_labels(sheet),
        "can_score": actor_of(request).may_score(sheet.game),
        "can_reopen": sheet.finished
        and not sheet.game.totals_only
        and may_direct(request, sheet.game),
        "key": new_key(),
        "redo_key": new_key(),
    }


def ended_by_time(sheet: Sheet) -> bool:
    """Whether time ran out in the newest round: then a table plays no other."""
    return bool(sheet.rounds) and sheet.rounds[-1].entry.ending == SheetEntry.Ending.TIME


def played_on(notices: Sequence[Notice]) -> datetime.date | None:
    """The date of the day to which a game belongs, as its notices say; None for one of its own."""
    return next((notice.date for notice in notices if notice.date), None)


@dataclass(frozen=True)
class SeatSeries:
    """One seat's line of the chart: its total after each round, None where it did not play."""

    position: int
    name: str
    totals: Sequence[int | None]


def totals_series(sheet: Sheet) -> list[SeatSeries]:
    """Each seat's totals by round, in playing order."""
    return [
        SeatSeries(
            position=seat.color,
            name=seat.name,
            totals=[
                line.cells[seat.id].running if seat.id in line.cells else None
                for line in sheet.rounds
            ],
        )
        for seat in sheet.seats
    ]


def round_labels(sheet: Sheet) -> list[str]:
    """The chart's rounds by their starting doubles, by number where none is known."""
    doubles = [(line.number, line.entry.starting_double) for line in sheet.rounds]
    return [str(number) if pips is None else f"{pips}-{pips}" for number, pips in doubles]


def _now(request: HttpRequest, game: Game, url: str, template: str) -> HttpResponse:
    """The sheet's changing part, or 204 where the asker has seen all that there is to it."""
    notices = notices_of(game)
    # The game knows its newest entry's number: most looks need not read the sheet.
    if request.GET.get("seen") == look_mark(game.revision, notices):
        return HttpResponse(status=204)
    context = _context(request, sheet_of(game), notices) | {"now_url": url}
    return render(request, template, context)


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The whole sheet, with what can be done next."""
    game = game_to_see(request, code)
    sheet = sheet_of(game)
    context = _context(request, sheet, notices_of(game))
    context |= {
        "now_url": reverse("scoring:sheet-now", args=[code]),
        "drafts_done": drafts_done(sheet),
    }
    return render(request, "scoring/sheet.html", context)


@require_safe
def sheet_now(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the sheet's page that other tablets change, asked for every few seconds."""
    game = game_to_see(request, code)
    return _now(request, game, reverse("scoring:sheet-now", args=[code]), "scoring/_sheet_now.html")


@require_safe
def watch(request: HttpRequest, watch_key: str) -> HttpResponse:
    """The sheet for players' phones: no account, nothing to press, updates by itself."""
    game = game_to_watch(watch_key)
    context = _context(request, sheet_of(game), notices_of(game))
    context |= {"now_url": reverse("scoring:watch-now", args=[watch_key]), "can_score": False}
    return render(request, "scoring/watch.html", context)


@require_safe
def watch_find(request: HttpRequest) -> HttpResponse:
    """Lead a phone without a camera to the sheet whose key somebody types."""
    typed = request.GET.get("key", "").strip()[:MOST_OF_A_KEY]
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    key = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    game = Game.objects.filter(watch_key__in=[typed, key]).first()
    if game is not None:
        return redirect("scoring:watch", watch_key=game.watch_key)
    context = {"typed": typed, "clubs": clubs_for_all()}
    return render(request, "scoring/watch_find.html", context)


@require_safe
def watch_now(request: HttpRequest, watch_key: str) -> HttpResponse:
    """The part of the watchers' page that changes."""
    game = game_to_watch(watch_key)
    url = reverse("scoring:watch-now", args=[watch_key])
    return _now(request, game, url, "scoring/_watch_now.html")


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Who won, in large letters, to show around the table; a game that is open has a sheet.

    An open page asks with `seen`, and is drawn anew where something else is on the sheet.
    """
    game = game_to_see(request, code)
    seen = request.GET.get("seen")
    if game.finished_at is None:
        address = reverse("scoring:sheet", args=[code])
        return HttpResponseClientRedirect(address) if seen else redirect(address)
    notices = notices_of(game)
    if seen:
        is_same = seen == look_mark(game.revision, notices)
        return HttpResponse(status=204) if is_same else HttpResponseClientRefresh()
    sheet = sheet_of(game)
    context = _context(request, sheet, notices)
    context |= {
        "company": company_of(sheet),
        "is_arranged": any(notice.date or notice.kind == "warning" for notice in notices)
        or is_directed(game),
    }
    return render(request, "scoring/result.html", context)


@require_safe
def sheet_print(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet on one page of A4 or letter paper."""
    game = game_to_see(request, code)
    context = _context(request, sheet_of(game), notices_of(game))
    context |= {"rules": rules_in_words(game)}
    return render(request, "scoring/sheet_print.html", context)


@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The link and the QR code with which players watch the sheet."""
    game = game_to_score(request, code)
    context = {
        "game": game,
        "link": phone_link(request, reverse("scoring:watch", args=[game.watch_key])),
    }
    return render(request, "scoring/share.html", context)


@require_POST
def watch_renew(request: HttpRequest, code: str) -> HttpResponse:
    """Give those who watch a new link; phones that have the old one find nothing any more."""
    game = game_to_organize(request, code)
    watch_link_renew(game=game)
    messages.success(request, link_is_new())
    return redirect("scoring:share", code=code)


@require_safe
def sheet_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet as CSV: a line a round, a column a seat, then the totals and places."""
    game = game_to_see(request, code)
    sheet = sheet_of(game)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="sheet-{code}.csv"'
    response.write("\ufeff")  # spreadsheet programs take the file for UTF-8 by this mark
    writer = csv.writer(response)
    writer.writerow([_("round"), _("starting double"), *(plain(s.name) for s in sheet.seats)])
    if any(seat.entry_total for seat in sheet.seats):
        writer.writerow([_("came in with"), "", *(seat.entry_total for seat in sheet.seats)])
    for line in sheet.rounds:
        double = line.entry.starting_double
        writer.writerow(
            [
                line.number,
                "" if double is None else f"{double}-{double}",
                *(
                    line.cells[seat.id].points if seat.id in line.cells else ""
                    for seat in sheet.seats
                ),
            ]
        )
    writer.writerow([_("total"), "", *(seat.total for seat in sheet.seats)])
    writer.writerow(
        [pgettext("a rank", "place"), "", *(seat.position or "" for seat in sheet.seats)]
    )
    return response


def plain(text: str) -> str:
    """Text that a spreadsheet program does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
