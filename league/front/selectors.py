"""What the club's page shows to everybody: what is coming, who leads, what was played."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league.days.models import GameDay
from league.seasons.models import Board, Season, Standing
from league.tournaments.models import Tournament
from scoring.accounts.models import Club
from scoring.sheets.selectors.games import GameLine, games_of

NEXT_DAYS = 6
LEADERS = 5
PAST_DAYS = 6
GAMES = 8
TOURNAMENTS = 6


@dataclass(frozen=True)
class PlayedDay:
    """A day that is over, with the public season in which its leaderboard stands, if any."""

    day: GameDay
    season: Season | None

    @property
    def games(self) -> int:
        """How many games the tables played."""
        number: int = self.day.games  # type: ignore[attr-defined]
        return number


@dataclass(frozen=True)
class Front:
    """The club's page. `leaders` are the first of `board`, that of `season`.

    `games` are finished ones, where the club shows its games, and so its days' results.
    """

    coming: tuple[GameDay, ...]
    season: Season | None
    board: Board | None
    leaders: tuple[Standing, ...]
    more_seasons: tuple[Season, ...]
    played: tuple[PlayedDay, ...]
    games: tuple[GameLine, ...]
    tournaments: tuple[Tournament, ...]
    shows_games: bool


def public_seasons(club: Club) -> list[Season]:
    """The seasons that everybody may see, newest first; one query."""
    return list(Season.objects.filter(club=club, public=True).select_related("club"))


def public_tournaments(club: Club) -> QuerySet[Tournament]:
    """The tournaments that everybody may see, newest first."""
    return Tournament.objects.filter(club=club, public=True)


def season_shown(seasons: Sequence[Season]) -> Season | None:
    """The season of today, else the newest one that has begun, else none."""
    today = timezone.localdate()
    begun = [season for season in seasons if season.first <= today]
    return begun[0] if begun else None


def front_of(club: Club, seasons: Sequence[Season], board: Board | None) -> Front:
    """The club's page, with the newest board of `season_shown(seasons)`; six queries at most."""
    today = timezone.localdate()
    days = GameDay.objects.filter(club=club)
    played = (
        days.filter(date__lt=today, cancelled_at=None)
        .annotate(games=Count("table_games", filter=Q(table_games__game__revision__gt=0)))
        .filter(games__gt=0)
        .order_by("-date", "-starts")[:PAST_DAYS]
    )
    shows_games = club.shown == Club.Shown.GAMES
    season = season_shown(seasons)
    leaders = board.standings.select_related("player")[:LEADERS] if board else ()
    return Front(
        coming=tuple(days.filter(date__gte=today)[:NEXT_DAYS]),
        season=season,
        board=board,
        leaders=tuple(leaders),
        more_seasons=tuple(other for other in seasons if other != season),
        played=tuple(PlayedDay(day, _season_of(day, seasons)) for day in played),
        games=tuple(games_of(club, finished=True)[:GAMES]) if shows_games else (),
        tournaments=tuple(public_tournaments(club)[:TOURNAMENTS]),
        shows_games=shows_games,
    )


def _season_of(day: GameDay, seasons: Sequence[Season]) -> Season | None:
    if not day.counts:
        return None
    return next((season for season in seasons if season.first <= day.date <= season.last), None)
