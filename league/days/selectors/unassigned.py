"""Game days that count for no leaderboard, and what would mend it; games that no day has."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay
from league.seasons.models import Season
from league.seasons.selectors.results import dates_too_late
from scoring.accounts.models import Club
from scoring.sheets.models import Game, Seat
from scoring.sheets.selectors.games import scored_among

from .seating import DaySeating

MOST_OUTSIDE = 20


def days_outside(club: Club, days: Iterable[GameDay]) -> str:
    """Say which of these days would count, and that no season has or only a closed one.

    "" where there is none, and for a club without a season, which keeps no leaderboard; one query,
    and one for each closed season with such a day.
    """
    seasons = list(Season.objects.filter(club=club))
    counting = {day.date for day in days if day.counts and day.cancelled_at is None}
    out = sorted(
        date
        for date in counting
        if not any(season.first <= date <= season.last for season in seasons)
    )
    late = (_too_late_words(season, dates_too_late(season, counting)) for season in seasons)
    return " ".join(filter(None, (_out_words(seasons, out), *late)))


def _too_late_words(season: Season, dates: Sequence[datetime.date]) -> str:
    """Say that the season is closed to the days of these dates; "" for none."""
    if not dates:
        return ""
    details = {
        "days": len(dates),
        "name": season.name,
        "first": date_format(dates[0]),
        "last": date_format(dates[-1]),
    }
    what = ngettext(
        "%(name)s is closed, so games of %(first)s do not count for it.",
        "%(name)s is closed, so games of %(days)d game days from %(first)s to %(last)s do not "
        "count for it.",
        len(dates),
    )
    mend = _("To let them count, open the season again.")
    return f"{what % details} {mend}"


def _out_words(seasons: Sequence[Season], out: Sequence[datetime.date]) -> str:
    if not seasons or not out:
        return ""
    details = {"days": len(out), "first": date_format(out[0]), "last": date_format(out[-1])}
    what = ngettext(
        "%(first)s is in no season, so its games count for no leaderboard.",
        "%(days)d game days from %(first)s to %(last)s are in no season, so their games count for "
        "no leaderboard.",
        len(out),
    )
    return f"{what % details} {_mend(seasons, out[0], out[-1])}"


def games_outside(day: GameDay) -> list[tuple[Game, list[str]]]:
    """Games that began on the day's date outside of any day and tournament, with who plays.

    The newest first; two queries.
    """
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    newest = _outside(day).order_by("-started_at").prefetch_related(seats)[:MOST_OUTSIDE]
    return [(game, [seat.player.name for seat in game.seats.all()]) for game in newest]


def outside_words(day: GameDay) -> str:
    """Say how many such games there are; "" for none. One query."""
    number = _outside(day).count()
    sentence = ngettext(
        "%d game of this date is outside the game day, and counts for no season.",
        "%d games of this date are outside the game day, and count for no season.",
        number,
    )
    return sentence % number if number else ""


def _outside(day: GameDay) -> QuerySet[Game]:
    return Game.objects.filter(
        club_id=day.club_id,
        started_at__date=day.date,
        table_game=None,
        stage_table=None,
        taken_back_at=None,
    )


def empty_games(day: GameDay, number: int) -> dict[int, Game]:
    """The games `number` of a day that have begun with nothing on their sheets, by table.

    With their seats; three queries.
    """
    rows = day.table_games.filter(seating_round=number, game__finished_at=None)
    rows = rows.select_related("game").prefetch_related("game__seats")
    games = {row.table_number: row.game for row in rows}
    scored = scored_among(game.pk for game in games.values())
    return {table: game for table, game in games.items() if game.pk not in scored}


def table_meant(game: Game, empty: Mapping[int, Game]) -> int | None:
    """Return the table with an empty game that this one was probably played at; None for none.

    The one where most of its people were to sit, else that of its own number.
    """
    people = {seat.player_id for seat in game.seats.all()}
    shared = {
        table: len(people & {seat.player_id for seat in other.seats.all()})
        for table, other in empty.items()
    }
    best = max(shared, key=lambda table: shared[table], default=None)
    if best is not None and 2 * shared[best] > len(people):
        return best
    return game.table_number if game.table_number in empty else None


@dataclass(frozen=True)
class PlannedTables:
    """The tables of one game of a day that are planned and have not begun, seen from one game.

    `own` is where most of the game's people were to sit, None where none of them was. `free` is a
    number that no planned table and no game has. `names` are who is planned at each table.
    """

    own: int | None
    free: int
    names: Mapping[int, tuple[str, ...]]
    _shared: Mapping[int, int]

    def is_of_others(self, table: int) -> bool:
        """Whether other people than the game's are planned at that table."""
        if table not in self.names:
            return False
        return not self._shared[table] or self._shared[table] < max(self._shared.values())


def planned_tables(game: Game, seating: DaySeating, number: int) -> PlannedTables:
    """Return the planned tables of the day's game `number` for a game that is to be one of it.

    One query. A game that is in that place already leaves it first.
    """
    people = {_person(seat) for seat in game.seats.select_related("player")}
    tables = dict(enumerate(seating.tables(number), 1))
    begun = {table for at, table in seating.games if at == number}
    planned = {table: ids for table, ids in tables.items() if ids and table not in begun}
    shared = {table: len(people.intersection(ids)) for table, ids in planned.items()}
    own = max(shared, key=lambda table: shared[table], default=None)
    return PlannedTables(
        own=own if own is not None and shared[own] else None,
        free=max([*planned, *begun], default=0) + 1,
        names={table: tuple(seating.names[pk] for pk in ids) for table, ids in planned.items()},
        _shared=shared,
    )


def seats_elsewhere(game: Game, day: GameDay) -> dict[int, list[Seat]]:
    """Return the seats that a game's people have in other games of a day, by number; two queries.

    Somebody entered twice is one person.
    """
    people = {_person(seat) for seat in game.seats.select_related("player")}
    seats = Seat.objects.filter(game__table_game__game_day=day).exclude(game=game)
    elsewhere: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player", "game__table_game"):
        if _person(seat) in people:
            elsewhere.setdefault(seat.game.table_game.seating_round, []).append(seat)
    return elsewhere


def _person(seat: Seat) -> int:
    return seat.player.same_as_id or seat.player_id


def _mend(seasons: Sequence[Season], first: datetime.date, last: datetime.date) -> str:
    """The least change: the nearest season that can still be changed lasts longer."""
    between = [season for season in seasons if season.last >= first and season.first <= last]
    before = max(
        (season for season in seasons if season.last < first), key=lambda s: s.last, default=None
    )
    after = min(
        (season for season in seasons if season.first > last), key=lambda s: s.first, default=None
    )
    if before is not None and not before.closed_at and not between:
        return _("Let %(name)s last until %(date)s, or open another season.") % {
            "name": before.name,
            "date": date_format(last),
        }
    if after is not None and not after.closed_at and not between:
        return _("Let %(name)s begin on %(date)s, or open another season.") % {
            "name": after.name,
            "date": date_format(first),
        }
    return _("Open a season that has such days.")
