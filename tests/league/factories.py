"""Rows of the league for tests: days, seasons, and games that were played on a day."""

import datetime
from collections.abc import Mapping

import factory

from league.models import GameDay, Season, TableGame
from league.services.people import player_add
from scoring.models import Club, Game, Player
from scoring.services.games import game_finish, game_start
from tests.factories import ANN, ClubFactory, new_key, play

MONDAY = datetime.date(2026, 3, 2)


class GameDayFactory(factory.django.DjangoModelFactory):
    """A Monday afternoon of a club of its own."""

    class Meta:
        model = GameDay

    club = factory.SubFactory(ClubFactory)
    date = MONDAY
    starts = datetime.time(13)
    ends = datetime.time(16)
    place = "Community center"
    rules = factory.LazyFunction(lambda: {"base": "family", "fill": "defaults"})


class SeasonFactory(factory.django.DjangoModelFactory):
    """The year 2026 of a club of its own."""

    class Meta:
        model = Season

    club = factory.SubFactory(ClubFactory)
    name = "2026"
    first = datetime.date(2026, 1, 1)
    last = datetime.date(2026, 12, 31)


def day_game(
    day: GameDay,
    rounds: Mapping[str, tuple[int, ...]],
    *,
    seating_round: int = 1,
    table_number: int = 1,
    finished: bool = True,
) -> Game:
    """A game of that day: each name with its points, round after round; 0 is who went out."""
    club: Club = day.club
    game = game_start(club=club, author=ANN, names=list(rounds), set_=day.set, rules=day.rules)
    for points in zip(*rounds.values(), strict=True):
        play(game, *points)
    if finished and any(rounds.values()):
        game_finish(game=game, author=ANN, key=new_key())
    TableGame.objects.create(
        game_day=day, game=game, seating_round=seating_round, table_number=table_number
    )
    return game


def person(club: Club, name: str, **details: object) -> Player:
    """Somebody in the club's directory, with what it says."""
    return player_add(club=club, name=name, details=details)
