"""What counts for a season: its game days, and everybody's results on them."""

import datetime
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from league.days.models import GameDay, TableGame
from league.seasons.models import Board, Season, SeasonStatus, SeatTally
from league.standings.methods import BY_DAY, Brought, Measure, Method
from league.standings.methods import Count as Counting
from league.standings.results import Result, sum_known
from league.standings.tie_breaks import OF_SEASONS, tie_breaks_named
from scoring.accounts.models import Club
from scoring.sheets.models import Game

from .sources import Sums, mark_of

# More tables than any hall has: what orders the games of a day is a round of seating, then a table.
TABLES = 1000
# Grows where boards are derived in another way, so that those of open seasons are derived again.
BOARDS = 4
# The most players whose results are asked for by their keys.
FEW = 500


def season_on(club: Club, date: datetime.date) -> Season | None:
    """The club's season that a date falls in."""
    return Season.objects.filter(club=club, first__lte=date, last__gte=date).first()


def dates_too_late(season: Season, dates: Iterable[datetime.date]) -> list[datetime.date]:
    """Those of these dates that lie in a season and came to it after it was closed, earliest first.

    One query for a closed season with such dates.
    """
    if not season.closed_at:
        return []
    within = {date for date in dates if season.first <= date <= season.last}
    return sorted(within.difference(board_dates(season))) if within else []


def days_that_count(season: Season) -> QuerySet[GameDay]:
    """The season's game days whose games count, earliest first."""
    return _days_in(season).filter(counts=True)


def days_left_out(season: Season) -> QuerySet[GameDay]:
    """The game days in the season's time that count for no season, earliest first."""
    return _days_in(season).filter(counts=False)


def days_still_to_come(season: Season) -> list[GameDay]:
    """The season's days from today on that count and on which no game was begun."""
    played = TableGame.objects.filter(game_day=OuterRef("pk"), game__revision__gt=0)
    return list(days_that_count(season).filter(~Exists(played), date__gte=timezone.localdate()))


def _days_in(season: Season) -> QuerySet[GameDay]:
    return GameDay.objects.filter(
        club_id=season.club_id,
        date__gte=season.first,
        date__lte=season.last,
        cancelled_at=None,
    )


def method_of(season: Season) -> Method:
    """How the season counts, as plain values.

    Raises ValueError for parts that do not go together; services store no such season.
    """
    return Method(
        measure=Measure(season.measure),
        count=Counting(season.count),
        days=season.days,
        table=tuple(season.place_points),
        least_games=season.least_games,
        ties=tie_breaks_named(season.tie_breaks, OF_SEASONS),
        apart=guests_of(season) if season.guests == Season.Guests.APART else (),
        brought=brought_of(season),
    )


def guests_of(season: Season) -> tuple[int, ...]:
    """The ids of the season's guests, of whoever a merged record means; one query."""
    guests = season.statuses.filter(kind=SeasonStatus.Kind.GUEST)
    return tuple(
        sorted({same or pk for pk, same in guests.values_list("player", "player__same_as")})
    )


def brought_of(season: Season) -> tuple[Brought, ...]:
    """What people bring forward into the season, each once, of whoever a merged record means.

    Guests who are left out bring nothing, and to a way of counting that chooses among days nobody
    can. One query where there is something, two where guests are left out.
    """
    if not season.brings_forward or Counting(season.count) in BY_DAY:
        return ()
    out = guests_of(season) if season.guests == Season.Guests.LEFT_OUT else ()
    sums: dict[int, Brought] = {}
    rows = season.brought_forward.order_by("player").values_list(
        "player", "player__same_as", "amount", "games", "rounds", "wins", "rounds_out"
    )
    for player, same, amount, games, rounds, wins, outs in rows:
        person = same or player
        if person in out:
            continue
        # What the season counts is the amount itself.
        whole = int(amount) if amount == int(amount) else None
        before = sums.get(person, Brought(person, "0", wins=0, outs=0))
        sums[person] = Brought(
            person,
            str(before.value + Fraction(amount)),
            before.games + (games or 0),
            before.rounds + (rounds or 0),
            sum_known(before.wins, whole if season.measure == Measure.WINS else wins),
            sum_known(before.outs, whole if season.measure == Measure.OUTS else outs),
        )
    return tuple(sums[person] for person in sorted(sums))


def board_dates(season: Season) -> list[datetime.date]:
    """The dates of game days that count and on which a game was begun, earliest first.

    The season's first day where there is none, and something is brought forward. Those of a closed
    season are the ones that it was closed with: a day that is played or entered later is none.
    """
    if season.closed_at:
        kept = Board.objects.filter(season=season).order_by("date")
        return list(kept.values_list("date", flat=True))
    # A look at one game a day, not at all of them.
    played = TableGame.objects.filter(game_day=OuterRef("pk"), game__revision__gt=0)
    days = days_that_count(season).filter(Exists(played)).order_by("date")
    dates = list(days.values_list("date", flat=True).distinct())
    # What is brought forward stands on a board before any game does.
    return dates or ([season.first] if season.brings_forward else [])


def games_going_on(season: Season) -> int:
    """How many of the season's games have begun and are not finished."""
    games = Game.objects.filter(club_id=season.club_id, finished_at=None, revision__gt=0)
    return games.filter(table_game__game_day__in=days_that_count(season)).count()


def results_of(
    season: Season,
    until: datetime.date,
    *,
    since: datetime.date | None = None,
    only: Collection[int] | None = None,
) -> list[Result]:
    """Everybody's results in the season's games up to and including a date, as tallied.

    A game that is still going on counts as it stands. Guests who are left out have none; the places
    of the others stay what they were at the table. With `only`, the results of these players; with
    `since`, those of that day and later.
    """
    days = days_until(season, until)
    if since is not None:
        days = days.filter(date__gte=since)
    lines = _tallies_of(season).filter(game__table_game__game_day__in=days)
    # A database takes so many parameters: the results of many players are picked from all.
    few = only is not None and len(only) <= FEW
    if only is not None and few:
        lines = lines.filter(player__in=only)
    results = _results(lines)
    return [result for result in results if only is None or few or result.player in only]


def results_on(days: QuerySet[GameDay]) -> list[Result]:
    """Everybody's results on these days, as tallied; one query."""
    return _results(SeatTally.objects.filter(game__table_game__game_day__in=days))


def results_by_day(days: Iterable[GameDay]) -> dict[int, list[Result]]:
    """Everybody's results on each of these days, by the day's id, as tallied; one query."""
    lines = SeatTally.objects.filter(game__table_game__game_day__in=list(days))
    results: dict[int, list[Result]] = defaultdict(list)
    for day, *row in lines.values_list("game__table_game__game_day", *RESULT):
        results[day].append(_result(*row))
    return results


def _results(lines: QuerySet[SeatTally]) -> list[Result]:
    return [_result(*row) for row in lines.values_list(*RESULT)]


# What of a tally makes a result, in the order in which `_result` takes it.
RESULT = (
    "player_id",
    "game_id",
    "game__table_game__game_day__date",
    "game__table_game__seating_round",
    "game__table_game__table_number",
    "total",
    "rounds",
    "rounds_out",
    "place",
    "sharing",
    "players",
    "best_round",
    "game__tally__ended",
)


def _result(
    player: int,
    game: int,
    date: datetime.date,
    seating_round: int,
    table: int,
    total: int,
    rounds: int,
    outs: int | None,
    place: int | None,
    sharing: int,
    players: int,
    best: int | None,
    ended: bool | None,
) -> Result:
    return Result(
        player=player,
        game=game,
        day=date,
        order=seating_round * TABLES + table,
        total=None if place is None else total,
        rounds=rounds,
        outs=outs,
        place=place,
        sharing=sharing,
        players=players,
        lowest_round=best,
        ended=bool(ended),
    )


def _tallies_of(season: Season) -> QuerySet[SeatTally]:
    """All tallies but those of the season's guests, if these are left out."""
    if season.guests == Season.Guests.LEFT_OUT:
        return SeatTally.objects.exclude(player__in=guests_of(season))
    return SeatTally.objects.all()


def days_until(season: Season, until: datetime.date) -> QuerySet[GameDay]:
    """The season's game days that count, up to and including a date."""
    return days_that_count(season).filter(date__lte=until)


def dates_played(season: Season, until: datetime.date) -> list[datetime.date]:
    """The dates until then on which somebody has a result, earliest first."""
    # A look at one line a day, not at all of them.
    lines = _tallies_of(season).filter(game__table_game__game_day=OuterRef("pk"))
    days = days_until(season, until).filter(Exists(lines)).order_by("date")
    return list(days.values_list("date", flat=True).distinct())


def counting_mark(season: Season) -> str:
    """How the fingerprint of a board begins: how the season counts, and whom. Ends with a slash."""
    # Who is a guest changes also where two records are merged.
    guests = () if season.guests == Season.Guests.RANKED else guests_of(season)
    people = repr(guests)
    if brought := brought_of(season):
        people += repr(brought)
    return f"{BOARDS}/{season.revision}/{zlib.crc32(people.encode()):08x}/"


def fingerprint(season: Season, sums: Sums) -> str:
    """Return a fingerprint of what a board follows from: equal ones are of equal boards.

    `sums` are those of its days' tallies.
    """
    return f"{counting_mark(season)}{mark_of(sums)}"
