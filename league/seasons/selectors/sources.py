"""Which tallies something was derived from, and what has changed since.

A tally that is derived again is another row. So the keys of the tallies of each day say which games
the day had and how they stood, and comparing two such lists shows which games have changed. The
lists are compared by their sums first, which the database counts, and key by key only where a sum
differs.

An example: a board was derived when March 2 had the tallies 5, 6 and 7. Now the day has 5, 7 and 9,
and tally 9 says that it was 6 earlier. So one game has changed, and the players to look at are
those who are in it now and those who were.
"""

import datetime
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet, Sum

from league.days.models import GameDay
from league.seasons.models import SeatTally, Tally

Day = datetime.date
# The keys of the tallies of each day, by its date as in JSON, which is how it is kept.
Source = Mapping[str, list[int]]
# With more changed tallies than these, everything is derived anew: it takes hardly longer.
MOST = 2000


class DaySum(NamedTuple):
    """How many tallies a day has, and the newest key and the sum of their keys."""

    games: int
    newest: int
    keys: int


Sums = Mapping[Day, DaySum]


def sums_of(days: QuerySet[GameDay], **ended: bool) -> dict[Day, DaySum]:
    """The sums of the tallies of these days by date; `ended` can ask for ended games alone."""
    sums = (
        Tally.objects.filter(game__table_game__game_day__in=days, **ended)
        .order_by()
        .values_list("game__table_game__game_day__date")
        .annotate(Count("pk"), Max("pk"), Sum("pk"))
    )
    return {date: DaySum(*numbers) for date, *numbers in sums}


def mark_of(sums: Sums) -> str:
    """A mark of these sums: equal marks are of equal tallies on equal dates."""
    listed = " ".join(f"{date}:{numbers}" for date, numbers in sorted(sums.items()))
    return hashlib.blake2b(listed.encode(), digest_size=16).hexdigest()


def source_of(days: QuerySet[GameDay], **ended: bool) -> dict[str, list[int]]:
    """The keys of the tallies of these days, lowest first; see `sums_of`."""
    tallies = Tally.objects.filter(game__table_game__game_day__in=days, **ended).order_by("pk")
    source: dict[str, list[int]] = {}
    for date, key in tallies.values_list("game__table_game__game_day__date", "pk"):
        source.setdefault(date.isoformat(), []).append(key)
    return source


def sums_kept(source: Source) -> dict[Day, DaySum]:
    """The sums of the tallies that something was derived from."""
    return {
        Day.fromisoformat(date): DaySum(len(keys), max(keys), sum(keys))
        for date, keys in source.items()
    }


@dataclass(frozen=True)
class Changes:
    """What has changed since a source: games by their keys, and all who are or were in them.

    `rated_from` is the first day on which a game had, or has, another ranking; None where there is
    none. `source` is what there is now.
    """

    source: Source
    rated_from: Day | None = None
    games: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()


def changes_since(
    source: Source, days: QuerySet[GameDay], sums: Sums, **ended: bool
) -> Changes | None:
    """Return what has changed on these days since they had this source; `sums` are theirs now.

    None where it cannot be told, since a tally was deleted, or is more than is worth looking at.
    """
    kept = sums_kept(source)
    dates = {date for date in {*kept, *sums} if kept.get(date) != sums.get(date)}
    if not dates:
        return Changes(source)
    now = source_of(days.filter(date__in=dates), **ended)
    before = {date: {*source.get(date.isoformat(), ())} for date in dates}
    after = {date: {*now.get(date.isoformat(), ())} for date in dates}
    keys = {key for date in dates for key in before[date] ^ after[date]}
    known = _known_tallies(keys) if len(keys) <= MOST else None
    if known is None:
        return None
    ranked = [
        date
        for date in dates
        if {known.rankings[key] for key in before[date] - after[date]}
        != {known.rankings[key] for key in after[date] - before[date]}
    ]
    same = {date: rows for date, rows in source.items() if Day.fromisoformat(date) not in dates}
    rated_from = min(ranked, default=None)
    return Changes({**same, **now}, rated_from, frozenset(known.games), frozenset(known.players))


class _Known(NamedTuple):
    """The games of some tallies, all players of these, now and then, and each tally's ranking."""

    games: set[int]
    players: set[int]
    rankings: dict[int, tuple[int, str]]


def _known_tallies(keys: Collection[int]) -> _Known | None:
    """What is known of these tallies, each of which is there or was earlier; None if one is not."""
    known = _Known(set(), set(), {})
    tallies = Tally.objects.filter(pk__in=keys)
    for key, game, ranking, earlier, former in tallies.values_list(
        "pk", "game_id", "ranking", "earlier", "former"
    ):
        known.games.add(game)
        known.players.update(former)
        for row, places in ((key, ranking), *earlier):
            known.rankings[row] = (game, str(places))
    if not known.rankings.keys() >= set(keys):
        return None
    lines = SeatTally.objects.filter(game__in=known.games)
    known.players.update(lines.values_list("player_id", flat=True))
    return known
