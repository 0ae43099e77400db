"""The television in the gym: what is played, and at the end who won."""

from functools import cache, partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.awards.selectors.winners import (
    EndScreens,
    end_screens,
    level_for_medals,
    medal_screens,
    medals_moved,
)
from league.tournaments.courses import Loaded, loaded
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.bracket_nodes import BracketColumns, Column
from league.tournaments.display.selectors.screens import (
    Screen,
    clock_now,
    clock_words,
    of_division,
    turning_screens,
)
from league.tournaments.display.selectors.shapes import Shape, shape_told
from league.tournaments.display.selectors.table_list import table_list_in
from league.tournaments.models import Tournament
from league.tournaments.stages.selectors.undecided import undecided_drifts
from scoring.accounts.access import actor_of
from scoring.accounts.languages import speak_on_screen
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of

# What names in an address which screens turn, and the shape of the television they are for.
CHOICE = ("show", "division", "shape")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _television(
    request: HttpRequest, tournament: Tournament, other: dict[str, str]
) -> dict[str, Any]:
    """One screen, and the address of what comes after it: the next one, or the same again.

    After the last one it turns to the `other` language, where the club has two.
    """
    clock = clock_now(tournament, timezone.now())
    tallies_refresh(club=tournament.club)
    snapshot = loaded(tournament)
    division = request.GET.get("division", "")
    columns = of_division(bracket_of(snapshot), division)
    column = columns.current
    show = request.GET.get("show", "")
    shape = shape_told(request.GET.get("shape", ""))
    screens = _screens(snapshot, columns, show if show in ("names", "tables") else "", shape)
    page = max(_number(request.GET.get("page", "")), 1)
    # With more or fewer screens than there were, the next one would leave out tables.
    as_before = _number(request.GET.get("of", "")) in (0, len(screens))
    at = (page - 1) % len(screens) if screens and as_before else 0
    stays = "hold" in request.GET
    # One that came from a page that is no more turns back to the first.
    turns = (len(screens) > 1 or page > 1 or bool(other)) and not stays
    following = (at + 1) % max(len(screens), 1) + 1 if turns else at + 1
    spoken = {"language": request.GET.get("language", "")} if other else {}
    kept = {name: request.GET[name] for name in CHOICE if name in request.GET} | spoken
    asked = {"page": str(following)} | ({"hold": "1"} if stays else {}) | kept
    if turns:
        asked |= other if following == 1 else {"of": str(len(screens))}
    return {
        "tournament": tournament,
        "column": column,
        **_open_questions(snapshot, columns),
        # Nobody plays against the clock any more once all tables of the game are in.
        "clock": clock_words(clock) if column and snapshot.at_open_tables(column.stage) else "",
        "medals_moved": medals_moved(tournament, screens[at]) if screens else "",
        "screen": screens[at] if screens else None,
        "rule": _rule(column, screens[at]) if screens else "",
        "shape": shape,
        "number": at + 1,
        "screens": range(1, len(screens) + 1),
        "stays": stays,
        "show": urlencode(kept),
        "turns": turns,
        "after": urlencode(asked),
        "next_url": _address(request, tournament, asked),
        "ticks": clock is not None and clock.state in ("running", "time"),
    }


def _screens(
    snapshot: Loaded, columns: BracketColumns, show: str, shape: Shape
) -> tuple[Screen, ...]:
    """Return what turns, in its order: all screens, or those of `turning_screens` to `show`.

    While medals are kept secret after the end, one stands alone: so once they are shown, they come
    first.
    """
    # Nobody looks for a table after the end.
    looking = show == "names" and snapshot.tournament.ended_at is None
    end = EndScreens() if looking else end_screens(snapshot, shape)
    screens = turning_screens(
        columns,
        table_list_in(snapshot),
        notes=bool(snapshot.tournament.notes),
        show="" if show == "names" and not looking else show,
        winners=end.winners,
        places=end.places,
        shape=shape,
    )
    if snapshot.is_over and snapshot.tournament.medals_held:
        return screens[:1]
    return screens if looking else (*screens, *medal_screens(snapshot, shape))


def _rule(column: Column | None, screen: Screen) -> str:
    """Return who goes on from the stage, where a screen marks them; "" else."""
    return "" if column is None or column.stage.closed_at or screen.names else column.way


def _open_questions(snapshot: Loaded, columns: BracketColumns) -> dict[str, Any]:
    """What the director has yet to decide: stages that were corrected, and ties for a medal."""
    level = level_for_medals(snapshot)
    return {
        "corrected": [
            (shown.stage.name, shown.corrected) for shown in columns.columns if shown.corrected
        ],
        # Where it is too late to choose, nobody has to.
        "decides": bool(undecided_drifts(snapshot)),
        "level_for_medals": level,
        "level_keys": {key for tie in level for key in tie.keys},
    }


def _address(request: HttpRequest, tournament: Tournament, query: dict[str, str]) -> str:
    path = reverse("league:television-now", args=[tournament.pk])
    return part_address(path, query, everybody=actor_of(request).role == "stranger")


def _watched(request: HttpRequest, pk: int) -> Part:
    """The screen that is shown, and asked for again where it does not turn."""
    tournament = tournament_to_see(request, pk)
    asked = ("page", "of", "hold", *CHOICE, "language")
    query = {name: request.GET[name] for name in asked if name in request.GET}
    other = speak_on_screen(request, tournament.club)
    return Part(
        request,
        _address(request, tournament, query),
        revision_of(tournament),
        "league/_television_now.html",
        cache(partial(_television, request, tournament, other)),
    )


@require_safe
def television(request: HttpRequest, pk: int) -> HttpResponse:
    """The stage that is played, in letters for the whole gym; turns its pages by itself."""
    part = _watched(request, pk)
    return render(request, "league/television.html", {**part.context(), "now": part.html})


@require_safe
def television_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The next screen, or 204 where there is one alone and the asker has seen it already."""
    return _watched(request, pk).answer()
