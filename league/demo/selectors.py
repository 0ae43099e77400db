"""Where to look first in a made-up club."""

from dataclasses import dataclass

from league.days.models import GameDay
from league.seasons.models import Season
from league.tournaments.models import Tournament
from scoring.accounts.models import Club
from scoring.sheets.models import Game


@dataclass(frozen=True)
class MadeUpPlaces:
    """What is worth a look: the newest of each; None where somebody has taken it away."""

    day: GameDay | None
    game: Game | None
    season: Season | None
    tournament: Tournament | None


def made_up_places(club: Club) -> MadeUpPlaces:
    """The day that is under way, a game of it that goes on, the season, and the tournament."""
    day = club.game_days.filter(table_games__isnull=False).order_by("-date").first()
    running = Game.objects.filter(table_game__game_day=day, finished_at=None)
    return MadeUpPlaces(day, running.first(), club.seasons.first(), club.tournaments.first())
