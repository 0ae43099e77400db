"""Starting the games of a round of seating, each at its table."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import GameDay, TableGame
from league.selectors.seating import Seating, seating_of
from league.selectors.tables import playing_now
from scoring.models import Game
from scoring.services.entries import Author
from scoring.services.errors import Refusal
from scoring.services.games import game_start

from .calendar import day_open, day_touch


@dataclass(frozen=True)
class Started:
    """What came of starting tables: their games, and a sentence for each that could not begin."""

    games: tuple[Game, ...]
    refusals: tuple[str, ...]


@transaction.atomic
def tables_start(
    *, day: GameDay, author: Author, number: int, tables: Collection[int] | None = None
) -> Started:
    """Begin the games of the round of seating `number` at these tables, at all without any.

    A table whose game has begun already keeps it, so a second tap starts no second game. Nobody
    who has left is seated, and nobody who still plays elsewhere. Raises `Refusal` where the round
    is not the one that is on, or nobody is seated in it.
    """
    day = day_open(day)
    if number != day.current_round:
        raise Refusal(
            "round", _("Round %d of seating is on now. Look at its tables.") % day.current_round
        )
    seating = seating_of(day)
    if not seating.tables(number):
        raise Refusal("plan", _("Seat the people first."))
    busy = playing_now(seating, number)
    games, refusals = [], []
    for table, ids in enumerate(seating.tables(number), 1):
        if (tables is not None and table not in tables) or not ids:
            continue
        if known := seating.games.get((number, table)):
            games.append(known)
            continue
        try:
            with transaction.atomic():
                games.append(_start(seating, author, number, table, busy))
        except Refusal as refusal:
            refusals.append(
                _("Table %(table)d: %(why)s") % {"table": table, "why": refusal.message}
            )
    if games:
        day_touch(day)
    return Started(tuple(games), tuple(refusals))


def _start(
    seating: Seating, author: Author, number: int, table: int, busy: dict[int, tuple[int, int]]
) -> Game:
    there = {one.player.pk for one in seating.people if one.plays(number)}
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
        table_number=table,
    )
    TableGame.objects.create(
        game_day=seating.day, game=game, seating_round=number, table_number=table
    )
    busy.update(dict.fromkeys(ids, (number, table)))
    return game


def _busy(seating: Seating, pk: int, number: int, where: tuple[int, int]) -> str:
    told = {"name": seating.names[pk], "round": where[0], "table": where[1]}
    if where[0] == number:
        return _("%(name)s sits at table %(table)d in this round already.") % told
    return (
        _("%(name)s still plays at table %(table)d of round %(round)d. Finish that game first.")
        % told
    )
