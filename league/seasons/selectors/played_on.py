"""On which day a game was played: that of its game day, however late it was typed in."""

from collections.abc import Sequence
from datetime import date

from django.db.models import DateField, F
from django.db.models.functions import Coalesce, TruncDate

from scoring.sheets.models import Game


def played_on(path: str = "") -> Coalesce:
    """The day of the game that `path` leads to; of a game outside of game days, when it began."""
    day, began = F(f"{path}table_game__game_day__date"), TruncDate(f"{path}started_at")
    return Coalesce(day, began, output_field=DateField())


def game_of_day(path: str = "") -> F:
    """Which of its day's games the game that `path` leads to is; null outside of game days.

    Games of a day that was typed in from paper all began at the same time: their number orders
    them.
    """
    return F(f"{path}table_game__seating_round")


def dates_of(games: Sequence[Game]) -> dict[int, date]:
    """The days on which these games were played, by their ids; one query."""
    rows = Game.objects.filter(pk__in=[game.pk for game in games])
    return dict(rows.annotate(day=played_on()).values_list("pk", "day"))
