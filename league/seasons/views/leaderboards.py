"""The leaderboard of a season."""

import datetime
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from league.paging import sort_and_page
from league.seasons.access import season_to_see
from league.seasons.models import Board, Season, Standing
from league.seasons.place_words import place_reasons
from league.seasons.selectors.leaderboard import communities_of, leaderboard_of, standings_of
from league.seasons.selectors.places import came_in_of, game_gains, line_of, place_among
from league.seasons.selectors.rating_story import rating_story
from league.seasons.selectors.results import (
    board_dates,
    days_left_out,
    days_still_to_come,
    season_on,
)
from league.seasons.services.leaderboard import board_refresh
from league.seasons.tables import VALUES, BoardTable, value_of
from league.spreadsheets.writing import CSV, XLSX, Value, csv_bytes, xlsx_bytes
from scoring.accounts.access import actor_of, club_to_score
from scoring.accounts.models import Club
from scoring.accounts.shown_names import names_shortened, names_show
from scoring.lists import all_of
from scoring.names import name_clean
from scoring.watching.everybody import ALL
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link

PER_PAGE = 50


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Go to the leaderboard of today's season, else the newest one's, else to the seasons."""
    club = club_to_score(request)
    season = season_on(club, timezone.localdate()) or Season.objects.filter(club=club).first()
    if season is None:
        return redirect("league:seasons")
    return redirect("league:leaderboard", pk=season.pk)


def _as_of(request: HttpRequest) -> datetime.date | None:
    """The date that was asked for; None, which is now, where it was not or is none."""
    try:
        return parse_date(request.GET.get("as_of", "")[:10])
    except ValueError:
        return None


def _context(request: HttpRequest, season: Season, board: Board | None) -> dict[str, object]:
    """What the page shows of this board; its rows are those of the mark that it carries."""
    shown = leaderboard_of(season, board, tuple(board_dates(season)))
    # Whoever reads initials is not to try out whole names; communities are for the club's people.
    insider = actor_of(request).club == season.club
    asked = ("name", "community", "ranked") if insider else ("ranked",)
    asked = asked if insider or names_shortened() else ("name", *asked)
    filters = {name: name_clean(request.GET.get(name, "")[:60]) for name in asked}
    lines = (
        Standing.objects.none()
        if board is None
        else standings_of(
            board,
            name=filters.get("name", ""),
            community=filters.get("community", ""),
            ranked_only=bool(filters["ranked"]),
        )
    )
    # By the whole name's letters a shortened one would be told apart from others.
    table = BoardTable(
        lines,
        season,
        by_name=not names_shortened(),
        as_of=None if shown.is_newest else board,
        missed=_missed(season, board),
    )
    sort_and_page(table, request, PER_PAGE)
    return {
        "season": season,
        "shown": shown,
        "board": board,
        "table": table,
        "outs_unknown": any(row.record.rounds_out is None for row in table.page.object_list),
        "rounds_unknown": any(row.record.rounds_unknown for row in table.page.object_list),
        "filters": filters,
        "filtered": any(filters.values()),
        "communities": communities_of(board) if board and insider else [],
        "wide": "wide" in request.GET,
    }


def _missed(season: Season, board: Board | None) -> dict[int, int]:
    """The rounds that late arrivals were given points for, by player."""
    came_in = came_in_of(season, board) if board else {}
    return {player: rounds for player, (_points, rounds) in came_in.items()}


def _watched(request: HttpRequest, season: Season) -> Part:
    """The part that moves, as it is sorted and filtered."""
    asker = actor_of(request)
    query = {
        name: values for name, values in request.GET.lists() if name not in ("seen", "heard", ALL)
    }
    path = reverse("league:leaderboard-now", args=[season.pk])

    @cache
    def context() -> dict[str, object]:
        return _context(request, season, board_refresh(season=season, as_of=_as_of(request)))

    return Part(
        request,
        part_address(path, query, everybody=asker.role == "stranger"),
        revision_of(season),
        "league/_leaderboard_now.html",
        context,
        for_whom=f"of the club {asker.club == season.club}",
        is_kept=not request.GET.get("name"),
    )


@require_safe
def leaderboard(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole leaderboard."""
    season = season_to_see(request, pk)
    if "embed" in request.GET and season.public and season.club.framed:
        return _framed(request, season)
    part = _watched(request, season)
    context = {**part.context(), "now": part.html}
    context["today"] = timezone.localdate()
    context["newly_opened"] = "opened" in request.GET
    if actor_of(request).club == season.club and not season.closed_at:
        left_out = list(days_left_out(season))
        dates = all_of(date_format(day.date) for day in left_out)
        context["left_out"] = {"days": left_out, "dates": dates}
        if actor_of(request).organizes:
            context["still_to_come"] = still_to_come = days_still_to_come(season)
            context["dates_to_come"] = all_of(date_format(day.date) for day in still_to_come)
    if actor_of(request).organizes and season.public:
        context["address"] = phone_link(request, request.path)
        context["frame_address"] = phone_link(request, f"{request.path}?embed=1")
    return render(request, "league/leaderboard.html", context)


def _framed(request: HttpRequest, season: Season) -> HttpResponse:
    """The board's first lines for a frame on another web site: as strangers read it, always."""
    names_show(season.club.names, season.club.pk)
    board = board_refresh(season=season)
    context = {
        "season": season,
        "board": board,
        "lines": standings_of(board, ranked_only=True)[:PER_PAGE] if board else (),
        "value": value_of(season),
    }
    response = render(request, "league/leaderboard_framed.html", context)
    response.xframe_options_exempt = True
    return response


@require_safe
def place(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Say why somebody's place on the leaderboard is what it is."""
    season = season_to_see(request, pk)
    board = board_refresh(season=season, as_of=_as_of(request))
    line = line_of(board, player) if board else None
    if board is None or line is None:
        raise Http404
    # On which days somebody came no board says: strangers read it where they see the games.
    insider = actor_of(request).club == season.club
    games_public = season.club.shown == Club.Shown.GAMES
    among = place_among(season, line, with_days=insider)
    games_shown = insider or games_public
    tells_rating = games_shown and not season.closed_at
    context = {
        "season": season,
        "board": board,
        "player": line.player,
        "line": line,
        "rounds_played": line.rounds - among.came_in[1],
        "reasons": place_reasons(season, among),
        "gains": game_gains(season, line) if games_shown else (),
        "tells_rating": tells_rating,
        "story": rating_story(season, line) if tells_rating and "rating" in request.GET else None,
        "gain_head": VALUES[season.measure],
        "by_rounds": season.count == Season.Count.PER_ROUND,
        "as_of": _as_of(request),
        "insider": insider,
    }
    return render(request, "league/season_place.html", context)


@require_safe
def leaderboard_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part that moves, or 204 where the asker has seen this very board."""
    season = season_to_see(request, pk)
    return _watched(request, season).answer()


@require_safe
def leaderboard_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's line as CSV, as of the date asked for."""
    return _file(request, pk, "csv", CSV)


@require_safe
def leaderboard_xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's line as a workbook, as of the date asked for."""
    return _file(request, pk, "xlsx", XLSX)


def _file(request: HttpRequest, pk: int, ending: str, kind: str) -> HttpResponse:
    season = season_to_see(request, pk)
    board = board_refresh(season=season, as_of=_as_of(request))
    heads, rows = _columns(season, board)
    written = csv_bytes(heads, rows) if ending == "csv" else xlsx_bytes(season.name, heads, rows)
    date = f"-{board.date}" if board else ""
    return HttpResponse(
        written,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="season-{pk}{date}.{ending}"'},
    )


def _columns(season: Season, board: Board | None) -> tuple[list[str], list[tuple[Value, ...]]]:
    """Return the heads of a file and its rows.

    What is rare, the last two columns, is there only where somebody has some.
    """
    heads = [
        pgettext("a rank", "place"),
        _("player"),
        value_of(season),
        _("games"),
        _("rounds"),
        _("rounds won"),
        _("won"),
        _("best game"),
        _("rating"),
        _("places up"),
        _("rounds missed"),
        _("brought forward"),
    ]
    missed = _missed(season, board)
    rows: list[tuple[Value, ...]] = [
        (
            line.place,
            line.player.name,
            float(line.shown) if line.shown else None,
            None if line.games_unknown else line.games,  # type: ignore[attr-defined]
            None
            if line.rounds_unknown  # type: ignore[attr-defined]
            else line.rounds - missed.get(line.player_id, 0),
            line.rounds_out,
            line.games_won,
            line.best_game,
            line.rating,
            line.moved,
            missed.get(line.player_id),
            None if line.brought is None else float(line.brought),
        )
        for line in (standings_of(board) if board else ())
    ]
    for rare in (-2, -1):
        if not any(row[rare] is not None for row in rows):
            del heads[rare]
            rows = [(*row[:rare], *row[len(row) + rare + 1 :]) for row in rows]
    return heads, rows
