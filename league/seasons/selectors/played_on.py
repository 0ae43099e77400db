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


def dates_of(games: Sequence[Game]) -> dict[int, date]:
    """The days on which these games were played, by their ids; one query."""
    rows = Game.objects.filter(pk__in=[game.pk for game in games])
    return dict(rows.annotate(day=played_on()).values_list("pk", "day"))
