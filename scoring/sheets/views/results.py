"""After a game: its result as a picture to send, and the same people once more."""

import textwrap
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.text import Truncator
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from scoring.accounts.authors import author_of
from scoring.sheets.access import game_to_score, game_to_see
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.notices import notices_of
from scoring.sheets.selectors.sheet import SeatLine, Sheet, sheet_of
from scoring.sheets.services.games import game_again
from scoring.sheets.views.sheets import played_on, round_labels, totals_series
from scoring.web.charts import totals_chart
from scoring.web.pages import show_refusal
from scoring.web.seat_marks import color, shape

# The picture, in pixels: as wide as phones show it, as high as its lines ask.
WIDTH, HEAD, TITLE_LINE, LINE, GAP, FOOT = 1080, 150, 64, 62, 40, 90
# So many letters stand in a line of the title, and in a name.
TITLE_LETTERS, NAME_LETTERS, MOST_TITLE_LINES = 32, 30, 3
# Fewer in the name of who left or came late: when stands beside it.
LEFT_LETTERS = 22


@require_safe
def result_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The result as a picture (SVG) with the curve of totals; the page makes a PNG of it."""
    game = game_to_see(request, code)
    sheet = sheet_of(game)
    if not sheet.finished:
        raise Http404
    notices = notices_of(game)
    ties_elsewhere = any(notice.ties_elsewhere for notice in notices)
    context = _picture(sheet, ties_elsewhere=ties_elsewhere) | {"played_on": played_on(notices)}
    return render(request, "scoring/result.svg", context, content_type="image/svg+xml")


def _picture(sheet: Sheet, *, ties_elsewhere: bool) -> dict[str, Any]:
    """Return where everything stands in the picture, in pixels."""
    named = {"sheet": sheet, "ties_elsewhere": ties_elsewhere}
    leaders = strip_tags(render_to_string("scoring/_leaders.html", named))
    title = textwrap.wrap(
        " ".join(leaders.split()), TITLE_LETTERS, max_lines=MOST_TITLE_LINES, placeholder=" …"
    )
    below_title = HEAD + TITLE_LINE * len(title) - GAP // 2
    first = below_title + LINE + GAP // 2
    ranked = [*sheet.ranking, *(seat for seat in sheet.seats if seat.position is None)]
    # A game of which only the totals are known has no rounds, so no curves.
    series = [
        seat for seat in totals_series(sheet) if any(total is not None for total in seat.totals)
    ]
    chart = totals_chart(round_labels(sheet), series)
    chart_top = first + LINE * len(ranked) + GAP // 2
    height = chart_top + (chart.height if chart.lines else 0) + FOOT
    return {
        "game": sheet.game,
        "sheet": sheet,
        "width": WIDTH,
        "height": height,
        "foot": height - 32,
        "rounds": plan_of(sheet).rounds,
        "below_title": below_title,
        "title": [(HEAD + TITLE_LINE * at, line) for at, line in enumerate(title)],
        "rows": [
            {
                "seat": seat,
                "place": _place(seat),
                "name": Truncator(seat.name).chars(
                    LEFT_LETTERS if seat.left or seat.from_round > 1 else NAME_LETTERS
                ),
                "y": first + LINE * at,
                "mark_y": first + LINE * at - 31,
                "color": color(seat.color),
                "path": shape(seat.color)[1],
            }
            for at, seat in enumerate(ranked)
        ],
        "chart": chart,
        "chart_top": chart_top,
        "lines": [
            (line, color(seat.position)) for line, seat in zip(chart.lines, series, strict=True)
        ],
    }


def _place(seat: SeatLine) -> str:
    if seat.position is None:
        return "–"
    shared = pgettext("a place that is shared, in a narrow column", "%(place)s=")
    return shared % {"place": seat.position} if seat.shared else str(seat.position)


@require_POST
def again(request: HttpRequest, code: str) -> HttpResponse:
    """Start the next game of the same people, with the same rules; the next one begins."""
    game = game_to_score(request, code)
    if game.finished_at is None:
        raise Http404
    with show_refusal(request):
        following = game_again(game=game, author=author_of(request))
        if following.revision:
            return redirect("scoring:sheet", code=following.code)
        return redirect("scoring:round-record", code=following.code, number=1)
    return redirect("scoring:result", code=code)
