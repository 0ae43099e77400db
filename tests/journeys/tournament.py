"""A tournament: entrants and their import, the door, stages, directing, results, awards."""

import datetime
from typing import Final

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from league.models import StageTable, Tournament
from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, correct, new_key, play
from tests.league.factories import EntrantFactory
from tests.league.tournaments.runs import (
    begin,
    close,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

from .walker import Walker, rooms

ROOMS: Final = (
    *rooms("league", "tournament", "entrant", "door", "walk-up", "sign-up", "division", "stage"),
    *rooms("league", "direct", "paper", "print-tables", "rehearsal", "bracket", "television"),
    *rooms("league", "table-list", "place", "award", "certificates", "state"),
)
STAGES = (
    {"name": "A", "size": 4, "least": 2, "onward": "tables", "seating": "snake"},
    {"name": "B", "size": 4, "least": 2, "seating": "snake"},
)
FILE = b"""Name,Date of birth,Community,Gender
Ann,1950-03-04,Riverside,f
Bob,4.3.1944,Riverside,m
Cal,nonsense,,m
Ann,1950-03-04,Riverside,f
,1940-01-01,,f
"""


def walk(walker: Walker) -> None:
    """Run a tournament of sixteen from the first entrant to the certificates."""
    walker.reader.begin("A tournament")
    walker.wander(
        reverse("league:tournaments"), reverse("league:tournament-new"), rooms=ROOMS, most=1
    )
    tournament = tournament_of(
        walker.club, 0, *STAGES, sign_up=True, public=True, name="Ref", tie_breaks=["play_off"]
    )
    top = reverse("league:tournament", args=[tournament.pk])
    _enter(walker, tournament)
    walker.wander(top, rooms=ROOMS)
    begin(tournament)
    walker.wander(reverse("league:direct", args=[tournament.pk]), rooms=ROOMS)
    _play(walker, tournament)
    walker.wander(reverse("league:direct", args=[tournament.pk]), rooms=ROOMS)
    _finish(walker, tournament)
    walker.wander(top, reverse("league:awards", args=[tournament.pk]), rooms=ROOMS)
    walker.wander(reverse("league:state-list", args=[tournament.pk]), rooms=ROOMS, most=1)
    walker.wander(reverse("league:certificates", args=[tournament.pk]), rooms=ROOMS, most=1)


def _enter(walker: Walker, tournament: Tournament) -> None:
    address = reverse("league:entrants-import", args=[tournament.pk])
    walker.open(address)
    walker.send(address, {"file": SimpleUploadedFile("list.csv", FILE, "text/csv")}, "a file")
    for at in range(18):
        EntrantFactory(tournament=tournament, born=datetime.date(1930 + 2 * at, 6, 15))
    EntrantFactory(tournament=tournament, name="Zoe", number=None, player=None)
    walker.read("league:sign-up", tournament.sign_up_key)
    walker.send(reverse("league:sign-up", args=[tournament.sign_up_key]), {"name": "Yan"}, "sent")
    door = reverse("league:door", args=[tournament.pk])
    walker.wander(door, rooms=("league:door",))
    tournament.entrants.filter(number__lte=16).update(checked_in_at="2026-03-02T12:00Z")
    walker.wander(door, rooms=("league:door", "league:walk-up"))


def _play(walker: Walker, tournament: Tournament) -> None:
    started = stage_tables_start(tournament=tournament, author=ANN, tables=(1, 2)).games
    for game in started:
        play(game, *range(0, 10 * game.seats.count(), 10))
    walker.read("league:direct", tournament.pk)
    correct(started[0], 1, [5, 0, *[20] * (started[0].seats.count() - 2)])
    for game in started:
        game_finish(game=game, author=ANN, key=new_key())
    paper = table(tournament, 3)
    type_in(tournament, paper)
    play_all(tournament)
    walker.read("league:direct", tournament.pk)
    entrant = tournament.entrants.get(number=7)
    leaving = reverse("league:entrant-withdraw", args=[tournament.pk, entrant.pk])
    walker.open(leaving)
    walker.send(leaving, {"how": "ill", "reason": "Ref"}, "somebody leaves")


def _finish(walker: Walker, tournament: Tournament) -> None:
    close(tournament)
    walker.wander(reverse("league:direct", args=[tournament.pk]), rooms=ROOMS, most=1)
    seat(tournament, 1)
    for row in StageTable.objects.filter(
        round__stage__tournament=tournament, paper=None, game=None
    ):
        # Two with the same total: what parts them is said.
        type_in(tournament, row, *([30] * row.seats.count()))
    walker.wander(reverse("league:direct", args=[tournament.pk]), rooms=ROOMS)
