"""A game day on paper: place cards, table sheets to write on, the whole plan."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.days.access import day_to_score
from league.days.selectors.links import wall_path
from league.days.selectors.seating import DaySeating, seating_of, without_seat
from league.days.selectors.tables import starting_doubles
from scoring.accounts.languages import speak_as_club
from scoring.collation import name_order
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import rules_in_words
from scoring.web.connection import phone_link

# The plan has two columns of large letters; from so many people on three, of smaller ones.
PLAN_COLUMNS, FEW_PEOPLE = 3, 48


@require_safe
def print_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """A card for each person: table and seat in each round."""
    day = day_to_score(request, pk)
    speak_as_club(request, day.club)
    seating = seating_of(day)
    context = {"day": day, "people": _people(seating), "plan": seating.plan}
    return render(request, "league/print_cards.html", context)


@require_safe
def print_sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """A score sheet to write on for each table of a round: what to fall back on without a net."""
    day = day_to_score(request, pk)
    speak_as_club(request, day.club)
    seating = seating_of(day)
    text = request.GET.get("round", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if not 1 <= number <= len(seating.rounds):
        number = day.current_round
    like = Game(club=day.club, set=day.set, rules=day.rules, rule_sheet=day.rule_sheet)
    tables = [
        {
            "number": table,
            "names": [seating.names[player] for player in ids],
            "link": phone_link(request, reverse("league:table", args=[day.pk, table])),
        }
        for table, ids in enumerate(seating.tables(number), 1)
        if ids
    ]
    context = {
        "day": day,
        "plan": seating.plan,
        "number": number,
        "rounds": range(1, len(seating.rounds) + 1),
        "tables": tables,
        "doubles": starting_doubles(like),
        "rules": rules_in_words(like),
    }
    return render(request, "league/print_sheets.html", context)


@require_safe
def print_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits where in each round, on a page."""
    day = day_to_score(request, pk)
    speak_as_club(request, day.club)
    seating = seating_of(day)
    people = _people(seating)
    deep = -(-len(people) // (PLAN_COLUMNS if len(people) > FEW_PEOPLE else PLAN_COLUMNS - 1)) or 1
    context = {
        "day": day,
        "plan": seating.plan,
        "columns": [people[at : at + deep] for at in range(0, len(people), deep)],
        "unseated": [person.name for person, _number in without_seat(seating)],
        "rounds": range(1, len(seating.rounds) + 1),
        "most": max((len(tables) for tables in seating.rounds), default=0),
        "tables": _by_table(seating),
        "link": phone_link(request, wall_path(day)),
    }
    return render(request, "league/print_plan.html", context)


def _people(seating: DaySeating) -> list[dict[str, Any]]:
    """Each person by name, with (round, table or None, seat) for each round of seating."""
    seats = [seating.seats(number) for number in range(1, len(seating.rounds) + 1)]
    seated = {pk for table in seats for pk in table}
    names = sorted(seated, key=lambda pk: name_order(seating.names[pk]))
    return [
        {
            "name": seating.names[pk],
            "rounds": [
                (number, *places.get(pk, (None, 0))) for number, places in enumerate(seats, 1)
            ],
        }
        for pk in names
    ]


def _by_table(seating: DaySeating) -> list[list[list[str]]]:
    """A row a table, with the names that sit there in each round."""
    most = max((len(tables) for tables in seating.rounds), default=0)
    return [
        [
            [seating.names[pk] for pk in tables[table]] if table < len(tables) else []
            for tables in seating.rounds
        ]
        for table in range(most)
    ]
