"""All games of a club: on which day, at which table, who played and who won."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Case, Exists, F, OuterRef, Prefetch, QuerySet, When
from django.db.models.functions import Coalesce

from league.seasons.models import SeatTally
from league.seasons.public import game_of_day, played_on
from scoring.accounts.models import Club
from scoring.names import name_key
from scoring.sheets.models import Game, Seat


@dataclass(frozen=True)
class GameRow:
    """One game of the list; without `winners` it is not finished, or nobody was ranked.

    `number` is which of its day's games it is, where the day has several.
    """

    game: Game
    day: date
    number: int | None
    table: int | None
    names: tuple[str, ...]
    winners: tuple[str, ...]


def games_listed(club: Club, query: str = "", day: date | None = None) -> QuerySet[Game]:
    """The club's games, newest first; with words of names, or a day, those alone. To be paged.

    Of a day its last game comes first, with its tables in order, whenever each was entered; before
    these, games of that date that no game day has.
    """
    games = Game.objects.filter(club=club, revision__gt=0, taken_back_at=None).annotate(
        day=played_on(),
        table=Coalesce(F("table_game__table_number"), F("table_number")),
        number=Case(When(table_game__game_day__rounds__gt=1, then=F("table_game__seating_round"))),
    )
    if day is not None:
        games = games.filter(day=day)
    for word in name_key(query).split():
        seat = Seat.objects.filter(game=OuterRef("pk"), player__name_key__contains=word)
        games = games.filter(Exists(seat))
    within = (
        game_of_day().desc(nulls_first=True),
        F("table_game__table_number").asc(nulls_last=True),
    )
    return games.order_by("-day", *within, "-started_at", "-pk").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player").order_by("place")),
        Prefetch(
            "seat_tallies",
            SeatTally.objects.filter(place=1).select_related("player").defer("points"),
            to_attr="firsts",
        ),
    )


def game_row(game: Game) -> GameRow:
    """What the list shows of a game of `games_listed`."""
    firsts = game.firsts if game.finished_at else []  # type: ignore[attr-defined]
    return GameRow(
        game=game,
        day=game.day,  # type: ignore[attr-defined]
        number=game.number,  # type: ignore[attr-defined]
        table=game.table,  # type: ignore[attr-defined]
        names=tuple(seat.player.name for seat in game.seats.all()),
        winners=tuple(tally.player.name for tally in firsts),
    )
