"""The newest finished games, for the first page of a club."""

from league.days.selectors.games import GameRow, game_row, games_listed
from league.seasons.public import tallies_refresh
from scoring.accounts.models import Club

NEWEST = 12


def finished_games(club: Club, table_number: int | None) -> list[GameRow]:
    """Return the club's newest finished games with day and winner; of one table where told.

    Who won follows from the tallies: what changed since is derived first. Six queries.
    """
    tallies_refresh(club=club)
    games = games_listed(club).filter(finished_at__isnull=False)
    if table_number is not None:
        games = games.filter(table_number=table_number)
    return [game_row(game) for game in games[:NEWEST]]
