"""Putting a game that was begun outside a game day into one, and taking it out again."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.days.models import GameDay, TableGame
from scoring.refusals import Refusal
from scoring.sheets.models import Game

from .attendance import check_in
from .calendar import day_open, day_touch


@transaction.atomic
def game_put(*, game: Game, day: GameDay, number: int, table: int) -> TableGame:
    """Let a game be the day's game `number` at `table`; whoever played it has come that day.

    A game of another day moves. Raises `Refusal` where the table has a game there already, for a
    game of a tournament, and for a cancelled day.
    """
    day = day_open(day)
    if hasattr(game, "stage_table"):
        raise Refusal("tournament", _("This game belongs to a tournament."))
    if game.taken_back_at:
        raise Refusal("back", _("This game was taken back. It counts nowhere."))
    _leave(game)
    try:
        with transaction.atomic():
            row = TableGame.objects.create(
                game_day=day, game=game, seating_round=number, table_number=table
            )
    except IntegrityError as error:
        raise Refusal(
            "taken",
            _("Table %(table)d has a game %(number)d on that day already. Choose another table.")
            % {"table": table, "number": number},
        ) from error
    for seat in game.seats.select_related("player__same_as"):
        check_in(day=day, player=seat.player)
    day_touch(day)
    return row


@transaction.atomic
def game_take_out(*, game: Game) -> None:
    """Let a game be one of its own; it counts for no season then. Its sheet stays as it is.

    Raises `Refusal` for one that was entered from paper, which is a game of its day or none.
    """
    if game.totals_only:
        raise Refusal(
            "paper", _("This game was entered from paper. You can take it back on its own page.")
        )
    _leave(game)


def _leave(game: Game) -> None:
    row = TableGame.objects.select_for_update().filter(game=game).first()
    if row is not None:
        row.delete()
        day_touch(row.game_day)
