"""Where a table goes on now on a game day; named in the setting TABLES_NOW."""

from django.urls import reverse

from scoring.accounts.models import Club
from scoring.sheets.models import Game
from scoring.sheets.selectors.table_home import address_at

from .begun import days_going_on
from .seating import seating_of


def day_table(club: Club, number: int) -> str | None:
    """The table's place in the game that is on today; None as with a tournament.

    Once that game is finished it is the page that says what comes next there, unless the table has
    begun a game of its own since.
    """
    ended: tuple[Game, str] | None = None
    for day in days_going_on(club).select_related("club"):
        seating = seating_of(day)
        tables = seating.tables(day.current_round)
        if number > len(tables) or not tables[number - 1]:
            continue
        page = reverse("league:table", args=[day.pk, number])
        game = seating.games.get((day.current_round, number))
        if address := address_at(game, page):
            return address
        if game is not None:
            ended = game, page
    if ended is None or _goes_on_alone(ended[0], number):
        return None
    return ended[1]


def _goes_on_alone(game: Game, number: int) -> bool:
    """Whether the table plays a later game that belongs to no day."""
    later = Game.objects.filter(club_id=game.club_id, table_number=number, finished_at=None)
    return later.filter(started_at__gt=game.started_at, table_game=None).exists()
