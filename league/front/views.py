"""The club's page for everybody: a stranger with a phone finds the next day and who leads."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.days.access import club_of_calendar, has_calendar_key, player_on_phone
from league.days.selectors.calendar import days_of_feed, feed_of
from league.days.selectors.links import own_key
from league.front.access import club_to_visit
from league.front.selectors import (
    clubs_to_index,
    front_of,
    next_answer,
    public_seasons,
    rules_of_club,
    season_shown,
    tournaments_of_feed,
)
from league.seasons.public import board_refresh, tallies_refresh
from league.seasons.tables import value_of
from scoring import referee
from scoring.accounts.access import actor_of
from scoring.accounts.selectors.addresses import short_names_of
from scoring.web.connection import phone_link


@require_safe
def front(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's name, its next days, its leaderboard, results and calendar."""
    club = club_to_visit(request, pk)
    seasons = public_seasons(club)
    season = season_shown(seasons)
    tallies_refresh(club=club)
    board = board_refresh(season=season) if season else None
    player = player_on_phone(request, club)
    address = reverse("league:calendar-ics", args=[club.pk])
    page, games = request.GET.get("page"), request.GET.get("games")
    own = actor_of(request).club == club
    shown = front_of(club, seasons, board, page, games, own=own)
    played = rules_of_club(club)
    context = {
        "club": club,
        "front": shown,
        "rules": referee.two_lines(*played[1:]) if played else (),
        "value": value_of(season) if season else "",
        "player": player,
        "own": next_answer(club, player) if player else None,
        "own_answers": reverse("league:own-answers", args=[own_key(player)]) if player else "",
        "today": timezone.localdate(),
        "feed": (phone_link(request, address) or address) if club.has_front else "",
    }
    return render(request, "league/front.html", context)


@require_safe
def calendar_ics(request: HttpRequest, pk: int) -> HttpResponse:
    """The game days and tournaments for calendar programs, which ask again by themselves."""
    club = club_of_calendar(request, pk)
    known = actor_of(request).club == club or has_calendar_key(request, club)
    tournaments = tournaments_of_feed(club, everybody=not known)
    response = HttpResponse(
        feed_of(club, days_of_feed(club), contacts=known, more=tournaments),
        content_type="text/calendar; charset=utf-8",
    )
    response["Content-Disposition"] = 'inline; filename="game-days.ics"'
    response["Cache-Control"] = "private, max-age=900"
    return response


@require_safe
def club_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rules by which the club plays, as questions with their answers."""
    club = club_to_visit(request, pk)
    played = rules_of_club(club)
    if played is None:
        raise Http404
    name, rules, set_ = played
    title, lines = name or str(referee.TITLES[rules["base"]]), referee.two_lines(rules, set_)
    context = {
        "club": club,
        # The first line of house rules begins with the same words.
        "title": "" if lines[0].startswith(title) else title,
        "lines": lines,
        "sections": referee.sheet_on_paper(rules, set_),
    }
    return render(request, "league/club_rules.html", context)


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Tell search engines which pages they may show: those of clubs that chose to be public."""
    clubs = clubs_to_index()
    allowed = [reverse("league:front", args=[club]) for club in clubs]
    allowed += [reverse("league:club-at", args=[name]) for name in short_names_of(clubs)]
    # Without the sign for the end, pages below a club's own would be allowed too.
    lines = ["User-agent: *", *(f"Allow: {path}$" for path in allowed), "Disallow: /"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
