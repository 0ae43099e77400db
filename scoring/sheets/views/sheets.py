"""The score sheet, for those who score, those who watch, and for print."""

import csv
import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from scoring.accounts.access import actor_of
from scoring.accounts.club_rows import first_of_any_club
from scoring.sheets.access import (
    game_to_organize,
    game_to_score,
    game_to_see,
    game_to_watch,
    is_directed,
    may_direct,
    may_discard,
)
from scoring.sheets.models import Game
from scoring.sheets.selectors.company import company_of
from scoring.sheets.selectors.drafts import drafts_done
from scoring.sheets.selectors.next_round import again_in_words, rules_in_words
from scoring.sheets.selectors.next_step import next_step
from scoring.sheets.selectors.notices import (
    beside_entries,
    look_mark,
    notices_of,
    unchecked_notices,
)
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.sheets.services.games import watch_link_renew
from scoring.values import Notice
from scoring.watching.parts import Part, kept_mark, part_address
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link
from scoring.web.pages import link_is_new, new_key, read_id

from .home import clubs_for_all

MOST_OF_A_KEY = 40


def _context(
    request: HttpRequest, sheet: Sheet, notices: tuple[Notice, ...] = ()
) -> dict[str, object]:
    """What every view of a sheet shows."""
    step = next_step(sheet, notices)
    notices = step.notices
    return {
        "notices": (*unchecked_notices(sheet), *notices),
        "ticks": any(notice.ticks for notice in notices),
        "is_replaced": any(notice.replaces for notice in notices),
        "ties_elsewhere": any(notice.ties_elsewhere for notice in notices),
        "game": sheet.game,
        "sheet": sheet,
        "plan": step.plan,
        "played_on": played_on(notices),
        "is_time": step.is_time,
        # Asked where it is shown alone: not on a page for watching, nor on paper.
        "can_discard": partial(may_discard, sheet.game, notices),
        "has_ended": step.has_ended,
        "is_over": step.is_over,
        "series": totals_series(sheet),
        "labels": round_labels(sheet),
        "can_score": actor_of(request).may_score(sheet.game),
        "can_reopen": sheet.finished
        and not sheet.game.totals_only
        and may_direct(request, sheet.game),
        "key": new_key(),
        "redo_key": new_key(),
    }


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


def _watched(request: HttpRequest, game: Game, url: str, template: str, *, everybody: bool) -> Part:
    """The changing part of a sheet as those see it who only watch."""

    def context() -> dict[str, object]:
        shown = _context(request, sheet_of(game), notices_of(game))
        return {**shown, "can_score": False, "can_reopen": False}

    address = part_address(url, {}, everybody=everybody)
    return Part(request, address, revision_of(game), template, context)


@dataclass(frozen=True)
class _Look:
    """A look at a game by somebody who scores it: what others say of it, and what it shows."""

    game: Game

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """What the sheet says besides its entries."""
        return notices_of(self.game)

    @property
    def seen(self) -> str:
        """Equal for looks that show the same."""
        return kept_mark(f"sheet {self.game.pk}", revision_of(self.game), self._derive)

    def _derive(self) -> tuple[str, bool]:
        mark = look_mark(self.game.revision, self.notices, beside_entries(self.game))
        return mark, any(notice.ticks for notice in self.notices)

    def ask(self) -> str:
        """Return the address at which the sheet's page asks for news."""
        return f"{reverse('scoring:sheet-now', args=[self.game.code])}?seen={self.seen}"


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The whole sheet, with what can be done next."""
    game = game_to_see(request, code)
    if not actor_of(request).may_score(game):
        shown = {"game": game, "can_score": False, "now": _sheet_part(request, game).html}
        return render(request, "scoring/sheet.html", shown)
    # Read before the page: what changes between the two is asked for once more, not missed.
    look = _Look(game)
    ask = look.ask()
    sheet = sheet_of(game)
    if "wanted" in request.GET:
        _say_why_not(request, sheet, read_id(request.GET["wanted"]))
    context = _context(request, sheet, look.notices)
    context |= {"ask": ask, "drafts_done": drafts_done(sheet)}
    return render(request, "scoring/sheet.html", context)


def _say_why_not(request: HttpRequest, sheet: Sheet, wanted: int) -> None:
    """Say why a round's page leads to the sheet, as the sheet stands now.

    A sentence that waited for the next page could be wrong by then: with a weak network a tablet
    may have recorded the round meanwhile, and show another page first.
    """
    if wanted > sheet.next_round:
        messages.info(request, _("Round %d comes first.") % sheet.next_round)
    elif 0 < wanted < sheet.next_round:
        messages.info(request, _("Round %d is on the sheet already.") % wanted)


@require_safe
def sheet_now(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the sheet's page that other tablets change, or 204 where it is seen already."""
    game = game_to_see(request, code)
    if not actor_of(request).may_score(game):
        return _sheet_part(request, game).answer()
    look = _Look(game)
    if request.GET.get("seen") == look.seen:
        return HttpResponse(status=204)
    context = _context(request, sheet_of(game), look.notices)
    return render(request, "scoring/_sheet_now.html", context | {"ask": look.ask()})


def _sheet_part(request: HttpRequest, game: Game) -> Part:
    """The changing part of the sheet's page for those who may not score."""
    url = reverse("scoring:sheet-now", args=[game.code])
    everybody = actor_of(request).role == "stranger"
    return _watched(request, game, url, "scoring/_sheet_now.html", everybody=everybody)


@require_safe
def watch(request: HttpRequest, watch_key: str) -> HttpResponse:
    """The sheet for players' phones: no account, nothing to press, updates by itself."""
    game = game_to_watch(watch_key)
    shown = {"game": game, "now": _watch_part(request, game).html}
    return render(request, "scoring/watch.html", shown)


@require_safe
def watch_find(request: HttpRequest) -> HttpResponse:
    """Lead a phone without a camera to the sheet whose key somebody types."""
    typed = request.GET.get("key", "").strip()[:MOST_OF_A_KEY]
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    key = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    game = first_of_any_club(Game.objects.filter(watch_key__in=[typed, key]))
    if game is not None:
        return redirect("scoring:watch", watch_key=game.watch_key)
    context = {"typed": typed, "clubs": clubs_for_all()}
    return render(request, "scoring/watch_find.html", context)


def _watch_part(request: HttpRequest, game: Game) -> Part:
    url = reverse("scoring:watch-now", args=[game.watch_key])
    return _watched(request, game, url, "scoring/_watch_now.html", everybody=True)


@require_safe
def watch_now(request: HttpRequest, watch_key: str) -> HttpResponse:
    """The part of the watchers' page that changes, or 204 where it is seen already."""
    return _watch_part(request, game_to_watch(watch_key)).answer()


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Who won, in large letters, to show around the table; a game that is open has a sheet.

    An open page asks with `seen`, and is drawn anew where something else is on the sheet.
    """
    game = game_to_see(request, code)
    asked = request.GET.get("seen")
    if game.finished_at is None:
        address = reverse("scoring:sheet", args=[code])
        return HttpResponseClientRedirect(address) if asked else redirect(address)
    look = _Look(game)
    seen = look.seen
    if asked:
        return HttpResponse(status=204) if asked == seen else HttpResponseClientRefresh()
    notices = look.notices
    sheet = sheet_of(game)
    context = _context(request, sheet, notices)
    context |= {
        "seen": seen,
        "company": company_of(sheet),
        "again": again_in_words(sheet),
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
    path = reverse("scoring:watch", args=[game.watch_key])
    context = {"game": game, "path": path, "link": phone_link(request, path)}
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
    if sheet.begins_with_points:
        writer.writerow([_("came in with"), "", *(seat.entry_total for seat in sheet.seats)])
    for line in sheet.rounds:
        double = line.entry.starting_double
        writer.writerow(
            [
                f"{line.number} {_('run-off')}" if line.run_off else line.number,
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
