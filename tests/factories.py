"""Rows for tests, with plain first names; a game is started as the site starts one."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import factory
from django.contrib.auth.models import User

from scoring import referee
from scoring.accounts.authors import Author
from scoring.disputes.desk import AskedQuestion, case_of, next_path
from scoring.disputes.selectors import scene_of
from scoring.disputes.services import dispute_keep
from scoring.models import Club, Dispute, Game, Membership, SheetEntry
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.rounds import Recorded, round_correct, round_record
from scoring.values import RoundReport, SeatReport

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo")
ANN = Author("Ann's tablet")

_keys = itertools.count(1)


def new_key() -> str:
    """A key that no other entry of this run has."""
    return f"key-{next(_keys)}"


class UserFactory(factory.django.DjangoModelFactory):
    """An account without a club."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"user{number}")
    first_name = "Olive"
    password = factory.django.Password("train-station-42")


class ClubFactory(factory.django.DjangoModelFactory):
    """A club that shows nothing to the public."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda number: f"Club {number}")


class MembershipFactory(factory.django.DjangoModelFactory):
    """An organizer of a club of their own."""

    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    user = factory.SubFactory(UserFactory)
    role = Membership.Role.ORGANIZER


def make_game(
    club: Club | None = None,
    players: int = 4,
    *,
    set_: int = 12,
    rules: dict[str, Any] | None = None,
) -> Game:
    """A game of so many players, under Family rules unless told otherwise."""
    return game_start(
        club=club or ClubFactory(),
        author=ANN,
        names=NAMES[:players],
        set_=set_,
        rules=rules or {"base": "family", "fill": "defaults"},
    )


def report_of(
    sheet: Sheet,
    points: Sequence[int],
    *,
    round_number: int | None = None,
    ending: str = "",
    as_it_stands: bool = False,
) -> RoundReport:
    """A round by totals, in playing order; the first seat with 0 points went out.

    Without such a seat, or with an `ending`, nobody did: the round is blocked unless told.
    """
    number = round_number or sheet.next_round
    seats = sheet.playing(number)
    out = None
    if not ending and 0 in points:
        out = seats[list(points).index(0)].id
    line = sheet.line(number)
    first = max(sheet.game.set + 1 - number, 0)
    return RoundReport(
        starting_double=line.entry.starting_double if line else first,
        ending=ending or ("out" if out else "blocked"),
        out_seat_id=out,
        as_it_stands=as_it_stands,
        seats=tuple(
            SeatReport(seat.id, total=None if seat.id == out else total)
            for seat, total in zip(seats, points, strict=True)
        ),
    )


def dispute(game: Game, *, author: Author = ANN) -> Dispute:
    """A dispute on the sheet: who begins the first round, where nobody knows what decides."""
    asked = AskedQuestion("begins", {"what": "first_player"})
    scene = scene_of(sheet_of(game), 1)
    while path := next_path(referee.rule(case_of(scene, asked)), asked):
        asked = replace(asked, unknown=(*asked.unknown, path))
    return dispute_keep(game=game, author=author, asked=asked, round_number=1)


def play(game: Game, *points: int, key: str = "", ending: str = "", **given: Any) -> Recorded:
    """Record the game's next round by totals, as `report_of` reads them."""
    sheet = sheet_of(game)
    number = given.pop("round_number", sheet.next_round)
    return round_record(
        game=game,
        author=given.pop("author", ANN),
        key=key or new_key(),
        round_number=number,
        report=report_of(sheet, points, round_number=number, ending=ending),
        **given,
    )


def correct(game: Game, number: int, points: Sequence[int]) -> SheetEntry:
    """Correct a round to these points, in playing order, by totals."""
    sheet = sheet_of(game)
    return round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=number,
        report=report_of(sheet, points, round_number=number),
        reason="the table says so",
        seen=sheet.rounds[number - 1].entry.pk,
    ).entry


def totals(game: Game) -> list[int]:
    """The seats' totals in playing order."""
    return [seat.total for seat in sheet_of(game).seats]


def last_entry(game: Game) -> SheetEntry:
    """The newest entry of the game's sheet."""
    return game.entries.latest("number")
