"""The places of a tournament, and why each of them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.place_why import place_why as why_of
from league.tournaments.awards.selectors.places import (
    group_lines,
    held_from,
    lines_while_held,
    overall_lines,
    some_placed,
    some_wait,
    waiting_words,
    why_none,
    why_unsure,
)
from league.tournaments.awards.selectors.winners import level_for_medals
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.bracket import notices_of
from league.tournaments.display.selectors.kept_secret import for_everybody
from league.tournaments.models import Tournament
from league.tournaments.stages.selectors.rounds_played import counting_notes
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club
from scoring.accounts.shown_names import names_shortened
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of

FEW_LINES = 3
"""How many lines of changes stand above the places; of more, all but the first are folded."""


def _watched(request: HttpRequest, tournament: Tournament) -> Part:
    """The part that changes: places and medals as they stand, the same for all who see names so."""
    path = reverse("league:places-now", args=[tournament.pk])
    address = part_address(path, {}, everybody=actor_of(request).role == "stranger")

    def context() -> dict[str, Any]:
        tallies_refresh(club=tournament.club)
        snapshot = loaded(tournament)
        medals = medals_of(snapshot)
        groups = [(group, group_lines(snapshot, group)) for group in medals.groups if group.places]
        alone = len(groups) == 1 and not medals.outside
        notices = notices_of(snapshot)
        overall = groups[0][1] if alone else overall_lines(snapshot, medals)
        if tournament.medals_held:
            overall = lines_while_held(snapshot, overall, medals)
            groups = [(group, lines_while_held(snapshot, lines, medals)) for group, lines in groups]
        moved = moved_of(snapshot, medals, shown={line.entrant.pk for line in overall})
        kept = [*notices.kept.items(), *notices.earlier.items()]
        instead = notices.all_instead(snapshot)
        return {
            "tournament": tournament,
            "alone": alone,
            "groups": [] if alone else [(group, lines) for group, lines in groups if lines],
            "held_from": snapshot.stages[held_from(snapshot, medals) - 1]
            if overall and tournament.medals_held
            else None,
            "overall": overall,
            "some_placed": any(map(some_placed, (overall, *(lines for _group, lines in groups)))),
            "some_wait": any(map(some_wait, (overall, *(lines for _group, lines in groups)))),
            "why_unsure": why_unsure(snapshot, overall),
            "counting": list(counting_notes(for_everybody(snapshot))),
            "outside": [entrant for listed in medals.outside.values() for entrant in listed],
            "begun": bool(snapshot.begun),
            "one_stage": len(snapshot.begun) == 1,
            "waiting_words": waiting_words(snapshot),
            "why_none": "" if snapshot.is_over else why_none(snapshot),
            "waiting": notices.waiting.items(),
            "kept": kept,
            "instead": instead,
            "moved": moved,
            "folded": len(kept) + len(instead) + sum(1 + len(change.lines) for change in moved)
            > FEW_LINES,
            "level_for_medals": level_for_medals(snapshot, medals),
            "names_shortened": names_shortened(),
        }

    revision = revision_of(tournament)
    return Part(request, address, revision, "league/_places_now.html", context)


@require_safe
def places(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's place in each division and in the whole field; renews itself."""
    tournament = tournament_to_see(request, pk)
    actor = actor_of(request)
    context = {
        "tournament": tournament,
        "now": _watched(request, tournament).html,
        "directs": actor.directs and actor.club == tournament.club,
    }
    return render(request, "league/places.html", context)


@require_safe
def places_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the places that changes, or 204 where the asker has seen it already."""
    return _watched(request, tournament_to_see(request, pk)).answer()


def _watched_person(request: HttpRequest, pk: int, entrant: int) -> tuple[Tournament, Part]:
    """The tournament, and the part that says why somebody has the place."""
    tournament = tournament_to_see(request, pk)
    actor = actor_of(request)
    insider = actor.club == tournament.club
    path = reverse("league:place-why-now", args=[pk, entrant])

    def context() -> dict[str, Any]:
        tallies_refresh(club=tournament.club)
        snapshot = loaded(tournament)
        if entrant not in snapshot.entrants:
            raise Http404
        return {
            "tournament": tournament,
            "why": why_of(snapshot, snapshot.entrants[entrant]),
            "places": reverse("league:places", args=[pk]),
            "insider": insider,
            "sheets": insider or tournament.club.shown == Club.Shown.GAMES,
            "names_shortened": names_shortened(),
        }

    return tournament, Part(
        request,
        part_address(path, {}, everybody=actor.role == "stranger"),
        revision_of(tournament),
        "league/_place_why_now.html",
        context,
        for_whom="insider" if insider else "",
    )


@require_safe
def place_why(request: HttpRequest, pk: int, entrant: int) -> HttpResponse:
    """Why somebody has the place: tables, totals, tie-breaks, changes; renews itself."""
    tournament, part = _watched_person(request, pk, entrant)
    context = {
        "tournament": tournament,
        "now": part.html,
        "name": tournament.entrants.get(pk=entrant).name,
    }
    return render(request, "league/place_why.html", context)


@require_safe
def place_why_now(request: HttpRequest, pk: int, entrant: int) -> HttpResponse:
    """The part of somebody's page that changes, or 204 where the asker has seen it already."""
    _tournament, part = _watched_person(request, pk, entrant)
    return part.answer()
