"""Rows of the league for tests: days, seasons, games that were played on a day, tournaments."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import factory
from django.db.models import F
from django.utils import timezone

from league.days.paper_grid import Grid, GridCell, GridRow
from league.days.selectors.paper import paper_plan
from league.days.services.attendance import check_in, first_open
from league.days.services.paper import paper_day_record
from league.days.services.seating import plan_make
from league.days.services.tables import tables_start
from league.models import (
    Attendance,
    Entrant,
    GameDay,
    League,
    Plan,
    Season,
    Stage,
    TableGame,
    Tournament,
)
from league.people.services.directory import player_add
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game, Player
from scoring.names import name_clean, name_key
from scoring.sheets.services.games import game_finish, game_start
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


class LeagueFactory(factory.django.DjangoModelFactory):
    """A league of a club of its own, by points a round, in which nobody takes part yet."""

    class Meta:
        model = League

    club = factory.SubFactory(ClubFactory)
    name = "Valley league"
    way = "average"


class TournamentFactory(factory.django.DjangoModelFactory):
    """A Monday's tournament of a club of its own, by age in bands of five years from 50 to 90."""

    class Meta:
        model = Tournament

    club = factory.SubFactory(ClubFactory)
    name = "Senior games"
    date = MONDAY
    place = "Gym"


class StageFactory(factory.django.DjangoModelFactory):
    """A stage of one game at tables of four."""

    class Meta:
        model = Stage

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda stage: stage.tournament.stages.count() + 1)
    name = factory.LazyAttribute(lambda stage: f"Stage {stage.number}")
    rules = factory.LazyFunction(lambda: {"base": "family", "fill": "defaults"})


class EntrantFactory(factory.django.DjangoModelFactory):
    """Somebody who is accepted and not checked in: Ann, then Bob ... and on with Ann 2."""

    class Meta:
        model = Entrant

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.LazyAttribute(lambda entrant: entrant.tournament.entrants.count() + 1)
    name = factory.LazyAttribute(lambda entrant: nth_name((entrant.number or 1) - 1))
    name_key = factory.LazyAttribute(lambda entrant: name_key(entrant.name))
    player = factory.LazyAttribute(
        lambda entrant: player_for_name(club=entrant.tournament.club, name=entrant.name)
    )
    born = datetime.date(1950, 6, 15)
    entered_at = factory.LazyFunction(timezone.now)


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


NAMES = (
    *("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo"),
    *("Mia", "Ned", "Ola", "Pam", "Quin", "Ray", "Sue", "Tom", "Una", "Vic", "Wes", "Xia"),
    *("Yan", "Zoe"),
)


def nth_name(at: int) -> str:
    """A plain name for each number from 0: Ann ... Zoe, Ann 2 ..."""
    again, which = divmod(at, len(NAMES))
    return f"{NAMES[which]} {again + 1}" if again else NAMES[which]


def people_named(club: Club, names: Iterable[str]) -> list[Player]:
    """The club's people of these names, as `player_for_name` answers them, but all at once."""
    wanted = {name_key(name): name_clean(name) for name in names}
    known = {
        player.name_key: player
        for player in club.players.filter(name_key__in=wanted).select_related("same_as")
    }
    new = {
        key: Player(club=club, name=name, name_key=key)
        for key, name in wanted.items()
        if key not in known
    }
    Player.objects.bulk_create(new.values())
    return [player.same_as or player for player in ({**known, **new}[key] for key in wanted)]


def come(day: GameDay, *names: str) -> list[Attendance]:
    """Check these people in, known or new; who is there for the first time, all at once."""
    day = GameDay.objects.select_related("club").get(pk=day.pk)
    people = people_named(day.club, names)
    before = set(day.attendances.values_list("player", flat=True))
    joins_at = first_open(day)
    new = Attendance.objects.bulk_create(
        Attendance(game_day=day, player=player, arrived_at=timezone.now(), joins_at=joins_at)
        for player in dict.fromkeys(people)
        if player.pk not in before
    )
    GameDay.objects.filter(pk=day.pk).update(revision=F("revision") + len(new))
    rows = {row.player_id: row for row in new}
    return [rows.get(player.pk) or check_in(day=day, player=player) for player in people]


def enter_all(tournament: Tournament, about: Sequence[Mapping[str, Any]]) -> list[Entrant]:
    """An entrant for each of these, as `EntrantFactory` makes one, but all at once."""
    first = tournament.entrants.count() + 1
    names = [told.get("name", nth_name(number - 1)) for number, told in enumerate(about, first)]
    people = people_named(tournament.club, names)
    return Entrant.objects.bulk_create(
        EntrantFactory.build(**{"tournament": tournament, "number": number, "player": one, **told})
        for number, (one, told) in enumerate(zip(people, about, strict=True), first)
    )


def seat(day: GameDay, people: int = 8) -> Plan:
    """Let so many people come, and seat them."""
    come(day, *NAMES[:people])
    return plan_make(day=day, author=ANN, seconds=0.05)


def begin(day: GameDay, *tables: int) -> list[Game]:
    """Start the games of the round of seating that is on, at these tables or at all."""
    day.refresh_from_db()
    started = tables_start(day=day, author=ANN, number=day.current_round, tables=tables or None)
    assert not started.refusals
    return list(started.games)


def end(game: Game) -> None:
    """Play one round, which the first seat wins and the others get 10, 20 ... in; and finish."""
    seats = game.seats.count()
    play(game, *range(0, 10 * seats, 10))
    game_finish(game=game, author=ANN, key=new_key())


def paper_game(
    day: GameDay,
    totals: Mapping[str, int | str],
    *,
    table_number: int = 1,
    last: Mapping[str, str] | None = None,
) -> Game:
    """A first game of that day, entered from paper: each name with its total of 13 rounds.

    `last` is the last round of who left early.
    """
    lines = [
        GridRow(name, (GridCell(str(table_number), str(n), last=(last or {}).get(name, "")),))
        for name, n in totals.items()
    ]
    grid = Grid(("13",), tuple(lines))
    plan = paper_plan(grid, club=day.club, like=day, day=day, outs=False)
    paper_day_record(club=day.club, author=ANN, key=new_key(), plan=plan, day=day)
    return Game.objects.get(table_game__game_day=day, table_number=table_number)
