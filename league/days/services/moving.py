"""Putting a game that was begun outside a game day into one, and taking it out again."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.days.models import GameDay, TableGame
from league.days.selectors.seating import seating_of
from league.days.selectors.unassigned import PlannedTables, planned_tables, seats_elsewhere
from league.seasons.public import tallies_forget
from scoring.lists import all_of
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.public import game_lock, game_take_back
from scoring.sheets.selectors.games import is_scored

from .attendance import forget_unplayed, note_played
from .calendar import day_open, day_touch


@transaction.atomic
def game_put(
    *, game: Game, day: GameDay, number: int, table: int, instead_of: str = ""
) -> TableGame:
    """Let a game be the day's game `number` at `table`; whoever played it has come that day.

    A game of another day moves. It takes the place of the game with the code `instead_of`, which is
    thrown away, where that stands there with an empty sheet. Raises `Refusal` where the table has
    another game there already or is planned for other people, for a game of a tournament, for a
    cancelled day, and where one of its people plays another game of that number.
    """
    # Two taps come one at a time: the second finds the first one's row, and takes its place.
    game = game_lock(game)
    day = day_open(day)
    if hasattr(game, "stage_table"):
        raise Refusal("tournament", _("This game belongs to a tournament."))
    if game.taken_back_at:
        raise Refusal("back", _("This game was taken back. It counts nowhere."))
    left = _leave(game)
    room_made = bool(instead_of) and _make_room(day, number, table, instead_of)
    planned = None if room_made else planned_tables(game, seating_of(day), number)
    try:
        with transaction.atomic():
            row = TableGame.objects.create(
                game_day=day, game=game, seating_round=number, table_number=table
            )
    except IntegrityError as error:
        raise taken(number, table) from error
    _nobody_plays_twice(game, day, number)
    if planned is not None and planned.is_of_others(table):
        raise _planned_for_others(planned, number, table)
    for seat in game.seats.select_related("player__same_as"):
        note_played(day=day, player=seat.player, number=number)
    # Last: whoever has another game here, or the same one at another table, stays as they are.
    for of_day in {day, left or day}:
        forget_unplayed(of_day)
    day_touch(day)
    return row


def _nobody_plays_twice(game: Game, day: GameDay, number: int) -> None:
    if seats := seats_elsewhere(game, day).get(number):
        seat = seats[0]
        raise Refusal(
            "plays_twice",
            _("%(name)s plays game %(game)d at table %(other)d already.")
            % {
                "name": seat.player.name,
                "game": number,
                "other": seat.game.table_game.table_number,
            },
        )


def _planned_for_others(planned: PlannedTables, number: int, table: int) -> Refusal:
    return Refusal(
        "planned",
        _("Table %(table)d of game %(game)d is planned for %(names)s. Choose table %(other)d.")
        % {
            "table": table,
            "game": number,
            "names": all_of(planned.names[table]),
            "other": planned.own or planned.free,
        },
    )


def _make_room(day: GameDay, number: int, table: int, code: str) -> bool:
    """Throw away the game with that code if it is the one there, and nothing is on its sheet.

    Return whether one was thrown away.
    """
    made = False
    there = day.table_games.select_related("game").filter(
        seating_round=number, table_number=table, game__code=code, game__finished_at=None
    )
    for row in there:
        if is_scored(row.game):
            continue
        game_take_back(game=row.game)
        _leave(row.game)
        made = True
    return made


def taken(number: int, table: int) -> Refusal:
    """Return the refusal of a second game `number` at a table."""
    return Refusal(
        "taken",
        _("Table %(table)d has a game %(number)d on that day already. Choose another table.")
        % {"table": table, "number": number},
    )


@transaction.atomic
def game_take_out(*, game: Game) -> None:
    """Let a game be one of its own; it counts for no season then. Its sheet stays as it is.

    Whoever had come by this game alone was not there.

    Raises `Refusal` for one that was entered from paper, which is a game of its day or none.
    """
    if game.totals_only:
        raise Refusal(
            "paper", _("This game was entered from paper. You can take it back on its own page.")
        )
    if day := _leave(game):
        forget_unplayed(day)


@transaction.atomic
def game_throw_away(*, game: Game) -> None:
    """Throw away a game that was begun by mistake; its place in a day is free again.

    A tablet without a network may hold rounds of it: when they come, the game is there again, as
    one that belongs to no day. Raises `Refusal` where something is written on its sheet, and for a
    game of a tournament.
    """
    if hasattr(game, "stage_table"):
        raise Refusal("tournament", _("This game belongs to a tournament."))
    game_take_back(game=game)
    if day := _leave(game):
        forget_unplayed(day)


def _leave(game: Game) -> GameDay | None:
    """Take a game out of its day, if it has one; return that day.

    Its tally is derived anew: the order of a day's games is in no tally, and ratings and runs
    follow from it. So a game that is put elsewhere on its day is another one to what is kept.
    """
    game = game_lock(game)
    row = TableGame.objects.select_for_update().filter(game=game).first()
    if row is None:
        return None
    row.delete()
    tallies_forget(games=[game.pk])
    day_touch(row.game_day)
    return row.game_day
