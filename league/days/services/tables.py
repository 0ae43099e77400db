"""Starting the games of a round of seating, each at its table."""

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import GameDay, TableGame
from league.days.selectors.seating import DaySeating, seating_of
from league.days.selectors.tables import playing_now
from scoring.accounts.authors import Author
from scoring.refusals import Refusal
from scoring.sheets.models import Game
from scoring.sheets.public import StartedTables, game_start, tables_begin

from .calendar import day_move_to_today, day_open, day_touch


@transaction.atomic
def tables_start(
    *,
    day: GameDay,
    author: Author,
    number: int,
    tables: Collection[int] | None = None,
    moves: bool = False,
) -> StartedTables:
    """Begin the games of the round of seating `number` at these tables, at all without any.

    A table whose game has begun already keeps it, so a second tap starts no second game. Nobody
    who has left is seated, and nobody who still plays elsewhere. A day of a later date is today's
    from then on if it `moves`. Raises `Refusal` where the round is not the one that is on, or
    nobody is seated in it.
    """
    day = day_open(day)
    if number != day.current_round:
        raise Refusal("round", _("Game %d is on now. Look at its tables.") % day.current_round)
    seating = seating_of(day)
    if not seating.tables(number):
        raise Refusal("plan", _("Seat the people first."))
    busy = playing_now(seating, number)
    started = tables_begin(
        (table, partial(_begun, seating, author, number, table, busy))
        for table, ids in enumerate(seating.tables(number), 1)
        if ids and (tables is None or table in tables)
    )
    if started.games:
        if moves and day.date > timezone.localdate():
            day_move_to_today(day)
        day_touch(day)
    return started


def _begun(
    seating: DaySeating, author: Author, number: int, table: int, busy: dict[int, tuple[int, int]]
) -> Game:
    known = seating.games.get((number, table))
    return known or _start(seating, author, number, table, busy)


def _start(
    seating: DaySeating, author: Author, number: int, table: int, busy: dict[int, tuple[int, int]]
) -> Game:
    there = {person.player.pk for person in seating.people if person.plays(number)}
    ids = [pk for pk in seating.tables(number)[table - 1] if pk in there]
    for pk in ids:
        if pk in busy:
            raise Refusal("busy", _busy(seating, pk, number, busy[pk]))
    if len(ids) < 2:
        raise Refusal(
            "few", _("Nobody plays alone. Plan the rest of the day again, and all have a table.")
        )
    game = game_start(
        club=seating.day.club,
        author=author,
        names=[seating.names[pk] for pk in ids],
        set_=seating.day.set,
        rules=seating.day.rules,
        rule_sheet=seating.day.rule_sheet,
        table_number=table,
    )
    TableGame.objects.create(
        game_day=seating.day, game=game, seating_round=number, table_number=table
    )
    busy.update(dict.fromkeys(ids, (number, table)))
    return game


def _busy(seating: DaySeating, pk: int, number: int, where: tuple[int, int]) -> str:
    details = {"name": seating.names[pk], "round": where[0], "table": where[1]}
    if where[0] == number:
        return _("%(name)s sits at table %(table)d in this game already.") % details
    return (
        _("%(name)s still plays at table %(table)d of game %(round)d. Finish that game first.")
        % details
    )
