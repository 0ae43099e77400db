"""Which game day a game belongs to."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.days.forms import GameDayForm
from league.days.models import GameDay, TableGame
from league.days.selectors.seating import seating_of
from league.days.selectors.sheet_notices import day_to_ask_about, place_in_words
from league.days.selectors.unassigned import (
    empty_games,
    planned_tables,
    seats_elsewhere,
    table_meant,
)
from league.days.services.moving import game_put, game_take_out, game_throw_away
from scoring import referee
from scoring.accounts.access import actor_of
from scoring.sheets.access import game_to_score
from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.web.pages import form_refusal, sent, show_refusal


@dataclass(frozen=True)
class EmptyGame:
    """A game without a score, and where it stands in its day."""

    game: Game
    day: GameDay
    number: int
    table: int


@require_http_methods(["GET", "HEAD", "POST"])
def game_day(request: HttpRequest, code: str) -> HttpResponse:
    """Put a game into a day; an organizer also moves it to another, or takes it out."""
    game = game_to_score(request, code)
    row = TableGame.objects.filter(game=game).select_related("game_day").first()
    organizes = actor_of(request).organizes
    if row is not None and not organizes:
        raise Http404
    if request.method == "POST" and request.POST.get("deed") == "out":
        with show_refusal(request):
            game_take_out(game=game)
            messages.success(request, _("The game is on its own now. It counts for no season."))
        return redirect("scoring:sheet", code=code)
    if request.method == "POST" and organizes and request.POST.get("deed") == "away":
        with show_refusal(request):
            game_throw_away(game=game)
            if row is None:
                messages.success(request, _("The game is thrown away."))
                return redirect("scoring:home")
            sentence = _("Table %d is not started any more.")
            messages.success(request, sentence % row.table_number)
            return redirect("league:day", pk=row.game_day_id)
    place = _initial(game, row)
    form = GameDayForm(
        sent(request),
        club=game.club,
        fixed_table=actor_of(request).table_number,
        initial=place,
    )
    if request.method == "POST" and form.is_valid():
        place = dict(form.cleaned_data)
        instead_of = request.POST.get("instead_of", "")
        with form_refusal(form, "table"):
            placed = game_put(game=game, **place, instead_of=instead_of)
            kept = _rounds_kept(game, placed.game_day)
            messages.success(
                request, f"{place_in_words(placed)}. {kept}" if kept else place_in_words(placed)
            )
            return redirect("scoring:sheet", code=code)
    context = {"game": game, "form": form, "row": row, "where": row and place_in_words(row)}
    context["empty"] = _empty_there(game, place)
    context["keeps"] = _rounds_kept(game, place.get("day"))
    context["can_throw_away"] = organizes and not game.revision and not game.taken_back_at
    return render(request, "league/game_day.html", context)


def _empty_there(game: Game, place: dict[str, Any]) -> EmptyGame | None:
    """Return the game with an empty sheet that stands where this one is to go; None for none."""
    if "day" not in place:
        return None
    empty = empty_games(place["day"], place["number"]).get(place["table"])
    if empty is None or empty == game:
        return None
    return EmptyGame(empty, place["day"], place["number"], place["table"])


def _rounds_kept(game: Game, day: GameDay | None) -> str:
    """Say that a game keeps its number of rounds where the day's games have another; else ""."""
    if day is None or game.totals_only:
        return ""
    own, of_day = referee.round_count(game), referee.round_count(day)
    if own is None or of_day is None or own == of_day:
        return ""
    if game.finished_at:
        return _rounds_differ(sheet_of(game).rounds_played, of_day)
    sentence = ngettext(
        "The day’s games have %(day)d round. This game keeps its own rules, with %(own)d.",
        "The day’s games have %(day)d rounds. This game keeps its own rules, with %(own)d.",
        of_day,
    )
    return sentence % {"day": of_day, "own": own}


def _rounds_differ(played: int, of_day: int) -> str:
    """Say that a finished game had another number of rounds than those of the day; else ""."""
    if played == of_day:
        return ""
    sentence = ngettext(
        "The day’s games have %(day)d round. This game was played over %(own)d.",
        "The day’s games have %(day)d rounds. This game was played over %(own)d.",
        of_day,
    )
    return sentence % {"day": of_day, "own": played}


def _initial(game: Game, row: TableGame | None) -> dict[str, Any]:
    """Return where the game is, else the day that it began on and a table there.

    Where its people were to sit, if nothing is on that sheet; else its own table or a free one.
    """
    if row is not None:
        return {"day": row.game_day, "number": row.seating_round, "table": row.table_number}
    began = timezone.localdate(game.started_at)
    of_that_date = GameDay.objects.filter(club=game.club, date=began, cancelled_at=None)
    day = day_to_ask_about(game) or of_that_date.first()
    if day is None:
        return {"number": 1, "table": game.table_number}
    number = day.current_round
    if table := table_meant(game, empty_games(day, number)):
        return {"day": day, "number": number, "table": table}
    # Nobody plays a game twice: the first of the day in which none of these people play.
    playing = seats_elsewhere(game, day)
    numbers = (number, *range(1, day.rounds + 1))
    number = next((free for free in numbers if free not in playing), number)
    seating = seating_of(day)
    planned = planned_tables(game, seating, number)
    own_number = game.table_number
    if own_number and ((number, own_number) in seating.games or planned.is_of_others(own_number)):
        own_number = None
    return {"day": day, "number": number, "table": planned.own or own_number or planned.free}
