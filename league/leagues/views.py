"""Leagues: their boards for everybody; founding one, inviting clubs, taking part and leaving."""

from collections.abc import Callable
from functools import cache
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.leagues import services
from league.leagues.access import league_to_organize, league_to_see, part_to_organize
from league.leagues.forms import LeagueForm, LeagueSeasonForm
from league.leagues.models import League
from league.leagues.selectors import (
    club_places,
    counting_of,
    counts,
    invitation_key,
    invitation_of_key,
    invitations_open,
    lines_named,
    parts_of,
    parts_of_club,
    place_in_league,
    played_of,
    seasons_to_play,
    standings_found,
    standings_of_league,
)
from league.seasons.place_words import place_reasons
from league.seasons.tables import value_of
from league.spreadsheets.writing import CSV, XLSX, Value, csv_bytes, xlsx_bytes
from scoring.accounts.access import actor_of, club_runs, club_to_organize, club_to_score
from scoring.accounts.views.confirming import confirm_person
from scoring.names import name_clean
from scoring.watching.everybody import ALL
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, sent, show_refusal

PER_PAGE = 50


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues in which the club takes part, newest first."""
    parts = parts_of_club(club_to_score(request))
    return render(request, "league/leagues.html", {"parts": parts})


@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest) -> HttpResponse:
    """Found a league."""
    club = club_to_organize(request)
    form, season_form = LeagueForm(sent(request)), LeagueSeasonForm(sent(request), club)
    if request.method == "POST" and form.is_valid() and season_form.is_valid():
        with form_refusal(form):
            league = services.league_found(
                club=club, fields=form.changes(), season=season_form.cleaned_data["season"]
            )
            messages.success(request, _("%s is founded. Now invite the other clubs.") % league.name)
            return redirect("league:league-edit", pk=league.pk)
    context = {
        "form": form,
        "season_form": season_form,
        "has_seasons": seasons_to_play(club).exists(),
    }
    return render(request, "league/league_new.html", context)


def _watched(request: HttpRequest, league: League) -> Part:
    """The board of people, the same for everybody."""
    query = {
        name: values for name, values in request.GET.lists() if name not in ("seen", "heard", ALL)
    }

    typed = name_clean(request.GET.get("name", "")[:60])

    @cache
    def context() -> dict[str, object]:
        board = services.league_board_refresh(league=league)
        standings = standings_found(board, typed) if typed else standings_of_league(board)
        page = Paginator(standings, PER_PAGE).get_page(request.GET.get("page"))
        return {
            "league": league,
            "page": page,
            "lines": lines_named(page),
            "value": value_of(counting_of(league)),
            "played": played_of(parts_of(league)),
            "typed": typed,
        }

    return Part(
        request,
        part_address(
            reverse("league:league-now", args=[league.pk]),
            query,
            everybody=actor_of(request).role == "stranger",
        ),
        revision_of(league),
        "league/_league_now.html",
        context,
        is_kept=not typed,
    )


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a league: its board of people, how it counts, and its clubs."""
    league = league_to_see(pk)
    actor = actor_of(request)
    parts = parts_of(league)
    context = {
        "league": league,
        "club": league.club,
        "now": _watched(request, league).html,
        "typed": name_clean(request.GET.get("name", "")[:60]),
        "counting": counting_of(league),
        "parts": [(part, counts(part)) for part in parts],
        "own": next((part for part in parts if actor.club and part.club == actor.club), None),
        "founder": actor.organizes and actor.club == league.club,
    }
    return render(request, "league/league.html", context)


@require_safe
def league_now(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer the board alone, or 204 where the asker has seen this very board."""
    return _watched(request, league_to_see(pk)).answer()


@require_safe
def league_place(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Say why somebody's place in a league is what it is."""
    league = league_to_see(pk)
    board = services.league_board_refresh(league=league)
    line = standings_of_league(board).filter(player=player).first()
    if line is None:
        raise Http404
    counting = counting_of(league)
    context = {
        "league": league,
        "club": league.club,
        "season": counting,
        "reasons": place_reasons(counting, place_in_league(line)),
        "line": line,
    }
    return render(request, "league/league_place.html", context)


@require_safe
def league_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's line as CSV."""
    return _file(league_to_see(pk), _people_table, "csv")


@require_safe
def league_xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's line as a workbook."""
    return _file(league_to_see(pk), _people_table, "xlsx")


@require_safe
def league_clubs_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Each club's line as CSV."""
    return _file(league_to_see(pk), _clubs_table, "csv")


@require_safe
def league_clubs_xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    """Each club's line as a workbook."""
    return _file(league_to_see(pk), _clubs_table, "xlsx")


# The name of a file, and the heads and rows in it.
Table = tuple[str, list[str], list[tuple[Value, ...]]]


def _people_table(league: League) -> Table:
    board = services.league_board_refresh(league=league)
    rows: list[tuple[Value, ...]] = [
        (
            line.place,
            line.player.name,
            line.part.club.name if line.part.club else "",
            float(line.shown) if line.shown else None,
            line.games,
            line.rounds,
            line.rounds_out,
            line.wins,
            line.best_game,
        )
        for line in lines_named(standings_of_league(board))
    ]
    heads = [
        pgettext("a rank", "place"),
        _("player"),
        _("club"),
        value_of(counting_of(league)),
        _("games"),
        _("rounds"),
        _("rounds won"),
        _("won"),
        _("best game"),
    ]
    return f"league-{league.pk}", heads, rows


def _clubs_table(league: League) -> Table:
    places = club_places(league, services.league_board_refresh(league=league))
    by_points = league.clubs_way == League.ClubsWay.POINTS
    rows: list[tuple[Value, ...]] = [
        (
            line.place,
            line.part.club.name if line.part.club else "",
            float(line.shown) if line.shown else None,
            len(line.people),
        )
        for line in places
    ]
    value = _("points") if by_points else value_of(counting_of(league))
    heads = [pgettext("a rank", "place"), _("club"), value, _("people who count")]
    return f"league-{league.pk}-clubs", heads, rows


def _file(league: League, table: Callable[[League], Table], ending: str) -> HttpResponse:
    name, heads, rows = table(league)
    is_csv = ending == "csv"
    return HttpResponse(
        csv_bytes(heads, rows) if is_csv else xlsx_bytes(league.name, heads, rows),
        content_type=CSV if is_csv else XLSX,
        headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'},
    )


@require_safe
def league_clubs(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board of clubs, with who counts for each."""
    league = league_to_see(pk)
    board = services.league_board_refresh(league=league)
    context = {
        "league": league,
        "club": league.club,
        "places": club_places(league, board),
        "value": value_of(counting_of(league)),
        "by_points": league.clubs_way == League.ClubsWay.POINTS,
    }
    return render(request, "league/league_clubs.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a league; show its clubs and the links that invite others."""
    league = league_to_organize(request, pk)
    # Another object: the form writes into it, and the page's head names the league as it is.
    form = LeagueForm(sent(request), instance=League.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        services.league_update(league=league, fields=form.changes())
        messages.success(request, _("Saved."))
        return redirect("league:league", pk=pk)
    invitations = []
    for invitation in invitations_open().filter(league=league):
        path = reverse("league:league-join", args=[invitation_key(invitation)])
        invitations.append((invitation, path, phone_link(request, path, accounts=True)))
    context = {
        "form": form,
        "league": league,
        "parts": parts_of(league),
        "invitations": invitations,
    }
    return render(request, "league/league_edit.html", context)


@require_POST
def league_invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link by which one club can take part."""
    league = league_to_organize(request, pk)
    with show_refusal(request):
        services.club_invite(league=league)
        messages.success(request, _("Send the link to an organizer of the other club."))
    return redirect("league:league-edit", pk=pk)


@require_POST
def league_club_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a club out of the league, or an invitation back."""
    league = league_to_organize(request, pk)
    part = get_object_or_404(league.clubs.select_related("league", "club"), pk=number)
    with show_refusal(request):
        services.part_end(part=part)
        messages.success(
            request,
            _("%s is no longer in the league.") % part.club.name
            if part.club
            else _("The link no longer works."),
        )
    return redirect("league:league-edit", pk=pk)


@require_POST
def league_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a league for good."""
    league = league_to_organize(request, pk)
    confirm_person(request)
    services.league_delete(league=league)
    messages.success(request, _("The league %s is deleted.") % league.name)
    return redirect("league:leagues")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_join(request: HttpRequest, league_key: str) -> HttpResponse:
    """Say what taking part means; let an organizer of another club consent and choose a season."""
    invitation = invitation_of_key(league_key)
    if invitation is None:
        return render(request, "league/league_gone.html", status=404)
    club_runs(invitation.league.club)
    actor = actor_of(request)
    league, own = invitation.league, actor.club if actor.organizes else None
    form = LeagueSeasonForm(sent(request), own) if own else None
    if request.method == "POST" and own and form and form.is_valid():
        with form_refusal(form):
            services.part_accept(
                invitation=invitation, club=own, season=form.cleaned_data["season"]
            )
            messages.success(request, _("Your club takes part in %s now.") % league.name)
            return redirect("league:league", pk=league.pk)
    context = {
        "league": league,
        "club": league.club,
        "counting": counting_of(league),
        "form": form,
        "own_club": own,
        "has_seasons": own is not None and seasons_to_play(own).exists(),
        "sign_in": f"{reverse('scoring:sign-in')}?{urlencode({'next': request.path})}",
    }
    return render(request, "league/league_join.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def league_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the league shows of one's own club; choose another season."""
    part = part_to_organize(request, pk)
    club = club_to_organize(request)
    form = LeagueSeasonForm(sent(request), club, initial={"season": part.season_id})
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            services.part_season_set(part=part, season=form.cleaned_data["season"])
            messages.success(request, _("Saved."))
            return redirect("league:league", pk=pk)
    context = {
        "league": part.league,
        "part": part,
        "counts": counts(part),
        "form": form,
        "has_seasons": seasons_to_play(club).exists(),
        "founder": part.club_id == part.league.club_id,
    }
    return render(request, "league/league_part.html", context)


@require_POST
def league_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own club out of a league."""
    part = part_to_organize(request, pk)
    with show_refusal(request):
        services.part_end(part=part)
        messages.success(
            request, _("Your club has left %s. Its results are gone from there.") % part.league.name
        )
        return redirect("league:leagues")
    return redirect("league:league-part", pk=pk)
