"""A game day's result: on a page, for phones by the wall's link, on paper, and as a picture."""

import textwrap
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.days.access import day_to_see, sees_board_alone
from league.days.models import GameDay
from league.days.selectors.calendar import day_after
from league.days.selectors.day_result import (
    DayResult,
    RankLine,
    day_result_of,
    result_on_board,
)
from league.days.selectors.links import result_path
from league.seasons.public import board_refresh, tallies_refresh
from league.seasons.selectors.results import dates_too_late
from league.seasons.tables import counting_of, value_of
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club
from scoring.dates import weekday
from scoring.lists import all_of
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link

# The picture, in pixels: as wide as phones show it, as high as its lines ask.
WIDTH, MARGIN, TOP, GAP, LINE, FOOT = 1080, 60, 50, 54, 66, 90
# A line of its head takes its letters' size and a bit more; names break off after so many lines.
LINE_HEIGHT, MOST_LINES = 1.35, 3
# So many people stand in one column; more in two, with smaller letters and shorter names.
ONE_COLUMN, LETTERS, SMALL_LETTERS = 40, 38, 24
# As wide as a letter is at most, on average, in parts of its size: where the picture's own font
# does not come, bold DejaVu Sans is the widest that it names.
WIDEST, REGULAR = 0.7, 0.6


def result_of(day: GameDay, *, board_alone: bool = False) -> dict[str, Any]:
    """Return what every view of a day's result shows; its tallies are brought up to date.

    With `board_alone` it is what the public leaderboard shows of a day that is over; raises Http404
    before that.
    """
    tallies_refresh(club=day.club)
    result = day_result_of(day)
    if board_alone:
        if not result.over:
            raise Http404
        result = result_on_board(result, board_refresh(season=result.season))
    return {
        "day": day,
        "result": result,
        "value_head": value_of(result.season),
        "counting": counting_of(result.season),
        "next_day": day_after(day) if result.over else None,
    }


def _context(day: GameDay, key: str, *, sheets_shown: bool, board_alone: bool) -> dict[str, Any]:
    shown = result_of(day, board_alone=board_alone)
    return shown | {
        # Today's may have its first round the next moment, on a page that is open.
        "empty": not shown["result"].lines and day.date != timezone.localdate(),
        "query": f"?{urlencode({'key': key})}" if key else "",
        "sheets_shown": sheets_shown,
    }


def _watched(request: HttpRequest, day: GameDay) -> Part:
    """The part of the result that changes."""
    asker, key = actor_of(request), request.GET.get("key", "")
    # Whoever has the day's link alone sees names and points, and no sheets.
    shown = day.club.shown == Club.Shown.GAMES or asker.club == day.club
    board_alone = sees_board_alone(request, day)
    path = reverse("league:day-result-now", args=[day.pk])
    return Part(
        request,
        part_address(path, {"key": key} if key else {}, everybody=asker.role == "stranger"),
        revision_of(day),
        "league/_day_result_now.html",
        cache(partial(_context, day, key, sheets_shown=shown, board_alone=board_alone)),
        for_whom=f"sheets {shown} board {board_alone}",
    )


@require_safe
def day_result(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole result; changes by itself while tables play."""
    day = day_to_see(request, pk)
    part = _watched(request, day)
    context = {**part.context(), "now": part.html}
    context["winners"] = winners_words(context["result"])
    season, own = context["result"].season, actor_of(request).club == day.club
    # Of a leaderboard that strangers do not see nothing has to be explained to them.
    context["season_closed"] = season.closed_at and day.counts and (own or season.public)
    context["too_late"] = dates_too_late(season, [day.date])
    if own:
        context["link"] = phone_link(request, result_path(day))
        context["warns"] = not context["link"]
    return render(request, "league/day_result.html", context)


@require_safe
def day_result_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the result that changes, or 204 where the asker has seen it already."""
    return _watched(request, day_to_see(request, pk)).answer()


@require_safe
def day_result_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The ranking as a picture (SVG) to send to others; the page makes a PNG of it."""
    day = day_to_see(request, pk)
    context = result_of(day, board_alone=sees_board_alone(request, day))
    head = list(_head(day, context["result"], context["counting"]))
    top = int(head[-1]["y"]) + LINE + GAP // 2
    lines = context["result"].lines
    columns = 1 if len(lines) <= ONE_COLUMN else 2
    deep = max(-(-len(lines) // columns), 1)
    height = top + LINE * deep + FOOT
    rows = [
        _row(line, at // deep, columns) | {"y": top + LINE * (at % deep)}
        for at, line in enumerate(lines)
    ]
    context |= {"width": WIDTH, "height": height, "foot": height - 36, "head": head, "rows": rows}
    return render(request, "league/day_result.svg", context, content_type="image/svg+xml")


def winners_words(result: DayResult) -> str:
    """Say who won or leads, such as "Winner of the day: Ann"; "" for nobody.

    Or that the winner is one whom the reader may not see.
    """
    if result.hides_winner:
        return _("The winner of the day is not on the public leaderboard.")
    winners = all_of(line.name for line in result.winners)
    return f"{result.first_words}{_(': ')}{winners}" if winners else ""


def _head(day: GameDay, result: DayResult, counting: str) -> Iterator[dict[str, Any]]:
    """Yield the lines above the ranking: whose day it was, who won, what counts, who stopped."""
    winners = winners_words(result)
    paragraphs = [
        (40, False, f"{day.club.name} · {day.title}" if day.title else day.club.name),
        (60, True, weekday(day.date)),
        *([(46, True, winners)] if winners else []),
        *(
            (28, False, sentence)
            for sentence in (f"{counting} {result.places_note}".strip(), *result.short)
        ),
    ]
    y = TOP
    for most, bold, text in paragraphs:
        # What nearly fits stands in smaller letters, so that no name breaks.
        fits = int((WIDTH - 2 * MARGIN) / (WIDEST * max(len(text), 1)))
        size = max(min(most, fits), most * 3 // 4) if bold else most
        letters = int((WIDTH - 2 * MARGIN) / ((WIDEST if bold else REGULAR) * size))
        lines = MOST_LINES if bold else None
        for line in textwrap.wrap(text, letters, max_lines=lines, placeholder=" …"):
            y += int(size * LINE_HEIGHT)
            yield {"y": y, "size": size, "bold": bold, "text": line}
        y += size // 4


def _row(line: RankLine, column: int, columns: int) -> dict[str, Any]:
    """Return where a line of the picture stands from left to right, and its words."""
    wide = (WIDTH - 2 * MARGIN) // columns
    left = MARGIN + column * wide
    size = LETTERS if columns == 1 else SMALL_LETTERS
    value = line.value if line.place else line.why
    # Why somebody has no place is longer than a value, and stands in smaller letters.
    value_size = size if line.place else size * 3 // 5
    name_x, value_x = left + 80, left + wide - (0 if column == columns - 1 else 40)
    room = value_x - name_x - WIDEST * value_size * (len(value) + 1)
    name = Truncator(line.name).chars(int(room / (WIDEST * size)))
    # What parted those of one value stands beside the name, or below it where there is no room.
    note = line.why if line.place else ""
    note_size = size * 7 // 10
    rest = room - WIDEST * size * (len(name) + 1)
    below = REGULAR * note_size * len(note) > rest
    return {
        "note": note,
        "note_size": size // 2 if below else note_size,
        "note_down": size * 5 // 8 if below else 0,
        "line": line,
        "name": name,
        "value": value,
        "size": size,
        "value_size": value_size,
        "place_x": left + 56,
        "name_x": name_x,
        "value_x": value_x,
    }
