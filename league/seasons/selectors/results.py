"""What counts for a season: its game days, and everybody's results on them."""

import datetime
import zlib

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from league.days.models import GameDay, TableGame
from league.seasons.models import Season, SeatTally, Tally
from league.standings.methods import Count as Counting
from league.standings.methods import Measure, Method
from league.standings.results import Result
from league.standings.tie_breaks import OF_SEASONS, tie_breaks_named
from scoring.accounts.models import Club
from scoring.sheets.models import Game

# More tables than any hall has: what orders the games of a day is a round of seating, then a table.
TABLES = 1000


def season_on(club: Club, date: datetime.date) -> Season | None:
    """The club's season that a date falls in."""
    return Season.objects.filter(club=club, first__lte=date, last__gte=date).first()


def days_that_count(season: Season) -> QuerySet[GameDay]:
    """The season's game days whose games count, earliest first."""
    return GameDay.objects.filter(
        club_id=season.club_id,
        date__gte=season.first,
        date__lte=season.last,
        counts=True,
        cancelled_at=None,
    )


def method_of(season: Season) -> Method:
    """How the season counts, as plain values.

    Raises ValueError for parts that do not go together; services store no such season.
    """
    return Method(
        measure=Measure(season.measure),
        count=Counting(season.count),
        days=season.days,
        table=tuple(season.place_points),
        least_games=season.least_games,
        ties=tie_breaks_named(season.tie_breaks, OF_SEASONS),
    )


def board_dates(season: Season) -> list[datetime.date]:
    """The dates of game days that count and on which a game was begun, earliest first."""
    # A look at one game a day, not at all of them.
    played = TableGame.objects.filter(game_day=OuterRef("pk"), game__revision__gt=0)
    days = days_that_count(season).filter(Exists(played)).order_by("date")
    return list(days.values_list("date", flat=True).distinct())


def games_going_on(season: Season) -> int:
    """How many of the season's games have begun and are not finished."""
    games = Game.objects.filter(club_id=season.club_id, finished_at=None, revision__gt=0)
    return games.filter(table_game__game_day__in=days_that_count(season)).count()


def results_of(season: Season, until: datetime.date, *, game: Game | None = None) -> list[Result]:
    """Everybody's results in the season's games up to and including a date, as tallied.

    A game that is still going on counts as it stands. With a `game`, those of that game alone.
    """
    days = days_that_count(season).filter(date__lte=until)
    lines = SeatTally.objects.filter(game__table_game__game_day__in=days)
    rows = (lines if game is None else lines.filter(game=game)).values_list(
        "player_id",
        "game_id",
        "game__table_game__game_day__date",
        "game__table_game__seating_round",
        "game__table_game__table_number",
        "total",
        "rounds",
        "rounds_out",
        "place",
        "sharing",
        "players",
        "best_round",
    )
    return [
        Result(
            player=player,
            game=game,
            day=date,
            order=seating_round * TABLES + table,
            total=None if place is None else total,
            rounds=rounds,
            outs=outs,
            place=place,
            sharing=sharing,
            players=players,
            lowest_round=best,
        )
        for (
            player,
            game,
            date,
            seating_round,
            table,
            total,
            rounds,
            outs,
            place,
            sharing,
            players,
            best,
        ) in rows
    ]


def fingerprint(season: Season, until: datetime.date) -> str:
    """Return a fingerprint of what a board follows from: equal ones are of equal boards."""
    days = days_that_count(season).filter(date__lte=until)
    return f"{season.revision}/{mark_of(days)}"


def mark_of(days: QuerySet[GameDay], **ended: bool) -> str:
    """A mark of these days and their games' tallies: equal marks are of equal ones.

    A tally that is derived again is another row, so the newest one and their sum show it. `ended`
    can ask for the tallies of ended games alone.
    """
    dates = dict(days.values_list("pk", "date"))
    listed = " ".join(f"{pk}:{dates[pk]}" for pk in sorted(dates))
    tallies = Tally.objects.filter(game__table_game__game_day__in=days, **ended)
    sums = tallies.aggregate(games=Count("pk"), newest=Max("pk"), rows=Sum("pk"))
    return f"{sums['games']}/{sums['newest']}/{sums['rows']}/{zlib.crc32(listed.encode()):08x}"
