"""What the club's page shows to everybody: what is coming, who leads, what was played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import icalendar
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.days.models import GameDay, TableGame
from league.days.selectors.answers import (
    AskedDay,
    days_not_over,
    days_played,
    days_to_ask,
    days_to_come,
)
from league.days.selectors.calendar import PAST_IN_FEED, event_name, saying_yes
from league.days.selectors.day_result import winners_of
from league.days.selectors.games import GameRow, game_row, games_listed
from league.seasons.models import Board, Season, Standing
from league.tournaments.models import Tournament
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Player
from scoring.accounts.shown_names import ClubNames, Names, name_shown, names_in
from scoring.sheets.models import Game

NEXT_DAYS = 6
LEADERS = 5
# So many results stand on a page.
PAST_DAYS = 6
GAMES = 8
TOURNAMENTS = 6
# Among so many of the newest are those that the page shows.
TOURNAMENTS_READ = 40
# One that nobody has closed stands for so long among those under way.
UNDER_WAY = timedelta(days=6)
# Among so many of the newest days the usual rules are looked for.
USUAL_AMONG = 12


@dataclass(frozen=True)
class ComingDay:
    """A day that is not over; `plays` says that its first game has begun.

    `full` says that no place is left: who says yes now is on the waiting list.
    """

    day: GameDay
    plays: bool
    full: bool


@dataclass(frozen=True)
class PlayedDay:
    """A day that is over, with the public season in which its leaderboard stands, if any.

    `winners` are names, none where a table never finished. Of a club that does not show its games
    they are None where one of them is not on the public board. `is_open` says whether the reader
    may open the day's result.
    """

    day: GameDay
    season: Season | None
    winners: tuple[str, ...] | None
    is_open: bool

    @property
    def games(self) -> int:
        """How many games the tables played."""
        number: int = self.day.games  # type: ignore[attr-defined]
        return number


@dataclass(frozen=True)
class Front:
    """The club's page. `leaders` are the first of `board`, that of `season`.

    No day is both among those that are `coming`, the next one first, and those that were played:
    `last` is the newest of these, on the first `page`, and `earlier` are its others, the newest
    first. `tournaments` are those under way or to come, the next one first, and
    `earlier_tournaments` the others, the newest first. `games` are finished ones, where the club
    shows its games, and so its days' tables.
    """

    coming: tuple[ComingDay, ...]
    season: Season | None
    board: Board | None
    leaders: tuple[Standing, ...]
    more_seasons: tuple[Season, ...]
    last: PlayedDay | None
    earlier: tuple[PlayedDay, ...]
    page: Page[GameDay]
    games: tuple[GameRow, ...]
    games_page: Page[Game] | None
    tournaments: tuple[Tournament, ...]
    earlier_tournaments: tuple[Tournament, ...]
    shows_games: bool

    @property
    def earlier_open(self) -> bool:
        """Whether the reader may open the result of one of the earlier days."""
        return any(line.is_open for line in self.earlier)


@every_club()
def clubs_to_index() -> list[int]:
    """The ids of clubs whose page search engines may show: real ones that chose to have one."""
    shown = Club.objects.exclude(shown=Club.Shown.NOTHING).filter(made_up=False, suspended_at=None)
    return list(shown.order_by("pk").values_list("pk", flat=True))


def public_seasons(club: Club) -> list[Season]:
    """The seasons that everybody may see, newest first; one query."""
    return list(Season.objects.filter(club=club, public=True).select_related("club"))


def public_tournaments(club: Club) -> QuerySet[Tournament]:
    """The tournaments that everybody may see, newest first."""
    return Tournament.objects.filter(club=club, public=True, rehearsal_of=None)


def tournaments_shown(club: Club) -> tuple[list[Tournament], list[Tournament]]:
    """Public tournaments under way or to come, in their order, and the others; one query.

    The others are newest first, as many as the page has room for.
    """
    today = timezone.localdate()
    coming: list[Tournament] = []
    over: list[Tournament] = []
    for tournament in public_tournaments(club)[:TOURNAMENTS_READ]:
        begun = tournament.began_at is not None and tournament.cancelled_at is None
        last = tournament.date + UNDER_WAY if begun else tournament.date
        stands = tournament.ended_at is None and last >= today
        (coming if stands else over).append(tournament)
    return coming[::-1], over[:TOURNAMENTS]


def tournaments_of_feed(club: Club, *, everybody: bool) -> list[icalendar.Event]:
    """The club's tournaments as days of its calendar; only public ones where `everybody` reads."""
    tournaments = Tournament.objects.filter(club=club, rehearsal_of=None)
    if everybody:
        tournaments = public_tournaments(club)
    recent = tournaments.filter(date__gte=timezone.localdate() - PAST_IN_FEED)
    return [_tournament_event(club, tournament) for tournament in recent.order_by("date", "pk")]


def _tournament_event(club: Club, tournament: Tournament) -> icalendar.Event:
    event = icalendar.Event()
    # The number alone is another site's, too.
    event.add("uid", f"tournament-{tournament.pk}-{club.created_at:%Y%m%d%H%M%S}@roundhouse")
    event.add("dtstamp", timezone.now())
    event.add("sequence", tournament.revision)
    event.add("dtstart", tournament.date)
    cancelled = tournament.cancelled_at is not None
    event_name(event, tournament.name, tournament.place, cancelled=cancelled)
    return event


def season_shown(seasons: Sequence[Season]) -> Season | None:
    """The season of today, else the newest one that has begun, else none."""
    today = timezone.localdate()
    begun = [season for season in seasons if season.first <= today]
    return begun[0] if begun else None


def season_of_now(club: Club) -> Season | None:
    """The club's season of today, else the newest one that has begun, public or not; one query."""
    return season_shown(list(Season.objects.filter(club=club).select_related("club")))


def season_to_offer(club: Club) -> Season | None:
    """The season whose leaderboard could be shown to everybody, and is not; None for none."""
    season = season_of_now(club)
    return season if season and not season.public and not season.closed_at else None


@dataclass(frozen=True)
class StrangersView:
    """What a stranger would see of a club: the next day, and who leads, in each way of names.

    `lines` are place, value, and the name by the club's choices (`Names`). `offered` says that the
    leaderboard is not public yet.
    """

    next_day: GameDay | None
    season: Season | None
    offered: bool
    lines: tuple[tuple[int | None, str, dict[str, str]], ...]


def strangers_view(club: Club, board: Board | None) -> StrangersView:
    """Return what a stranger would see, with the first lines of the newest board; five queries."""
    season = season_of_now(club)
    leaders = board.standings.select_related("player")[:LEADERS] if board else ()
    whole = names_in(club.pk)
    return StrangersView(
        next_day=days_to_come(club).filter(cancelled_at=None).first(),
        season=season,
        offered=season_to_offer(club) is not None,
        lines=tuple(
            (line.place, line.value_words, _names(line.player.name, whole)) for line in leaders
        ),
    )


def _names(name: str, whole: ClubNames) -> dict[str, str]:
    """Return the name by each of the club's choices; `whole` are the names of all its people."""
    return {choice: name_shown(name, choice, whole) for choice in Names.values}


def front_of(
    club: Club,
    seasons: Sequence[Season],
    board: Board | None,
    page: str | None = None,
    games: str | None = None,
    *,
    own: bool = False,
) -> Front:
    """The club's page, with the newest board of `season_shown(seasons)`; twelve queries or so.

    The tallies have to be up to date. `page` is the page of earlier results that was asked for, and
    `games` that of games. `own` says that somebody of the club asks.
    """
    today = timezone.localdate()
    shows_games = club.shown == Club.Shown.GAMES
    ended = days_played(club)
    next_days = days_not_over(club).exclude(pk__in=ended)
    coming = list(next_days.annotate(begun=_with_a_round(), yes=saying_yes())[:NEXT_DAYS])
    past = _played(GameDay.objects.filter(club=club)).exclude(pk__in=[day.pk for day in coming])
    shown = Paginator(past, PAST_DAYS).get_page(page)
    played = list(shown)
    over = [
        day
        for day in played
        if (day.date < today or day.pk in ended) and not day.playing  # type: ignore[attr-defined]
    ]
    season = season_shown(seasons)
    winners = _winners(club, over, season, board)
    lines = [_played_day(day, seasons, winners, open_all=own or shows_games) for day in played]
    leaders = board.standings.select_related("player")[:LEADERS] if board else ()
    of_games = _games(club, games) if shows_games else None
    coming_tournaments, earlier_tournaments = tournaments_shown(club)
    return Front(
        coming=tuple(_coming_day(day, day.begun, day.yes) for day in coming),
        season=season,
        board=board,
        leaders=tuple(leaders),
        more_seasons=tuple(other for other in seasons if other != season),
        last=lines[0] if lines and shown.number == 1 else None,
        earlier=tuple(lines[1:] if shown.number == 1 else lines),
        page=shown,
        games=tuple(game_row(game) for game in of_games or ()),
        games_page=of_games,
        tournaments=tuple(coming_tournaments),
        earlier_tournaments=tuple(earlier_tournaments),
        shows_games=shows_games,
    )


def rules_of_club(club: Club) -> tuple[str, Mapping[str, Any], int] | None:
    """The name and the rules by which the club usually plays, and its dominoes; two queries.

    They are those of most of its newest days, of equally many the newest: one short evening changes
    nothing. Of a club without days they are those of its newest game.
    """
    played = GameDay.objects.filter(club=club, cancelled_at=None).exclude(rules={})
    days = list(
        played.select_related("rule_sheet").order_by("-date", "-starts", "-pk")[:USUAL_AMONG]
    )
    if days:
        played_by = [(day.rules, day.set) for day in days]
        day = max(days, key=lambda day: played_by.count((day.rules, day.set)))
        return day.rule_sheet.name if day.rule_sheet else "", day.rules, day.set
    game = Game.objects.filter(club=club).order_by("-pk").only("rules", "set").first()
    return ("", game.rules, game.set) if game and game.rules else None


def _winners(
    club: Club, over: Sequence[GameDay], season: Season | None, board: Board | None
) -> dict[int, tuple[str, ...] | None]:
    """The names of who won these days, as far as everybody may know.

    Where the club does not show its games, these are days of the public board, and names on it;
    None for a day that somebody won who is not there.
    """
    if club.shown == Club.Shown.GAMES:
        return {**winners_of(club, over)} if over else {}
    if season is None or board is None:
        return {}
    counted = [day for day in over if _season_of(day, [season])]
    if not counted:
        return {}
    shown = set(board.standings.values_list("player__name", flat=True))
    winners = winners_of(club, counted)
    return {day: names if shown.issuperset(names) else None for day, names in winners.items()}


def next_answer(club: Club, player: Player) -> AskedDay | None:
    """The next day that can still be answered, with what the player said, if there is one."""
    asked = days_to_ask(club, player)
    return next((day for day in asked if not day.room and not day.day.cancelled_at), None)


def _coming_day(day: GameDay, plays: bool, yes: int) -> ComingDay:
    return ComingDay(day, plays, full=day.places is not None and yes >= day.places)


def _played_day(
    day: GameDay,
    seasons: Sequence[Season],
    winners: Mapping[int, tuple[str, ...] | None],
    *,
    open_all: bool,
) -> PlayedDay:
    season = _season_of(day, seasons)
    return PlayedDay(day, season, winners.get(day.pk, ()), open_all or season is not None)


def _played(days: QuerySet[GameDay]) -> QuerySet[GameDay]:
    """Days with games, the newest first, also of today or begun early; with `games`, `playing`."""
    games = Count("table_games", filter=Q(table_games__game__revision__gt=0))
    playing = Count("table_games", filter=Q(table_games__game__finished_at=None))
    played = days.filter(cancelled_at=None)
    played = played.annotate(games=games, playing=playing).filter(games__gt=0)
    return played.order_by("-date", "-starts", "-pk")


def _with_a_round() -> Exists:
    """What is true of a day on whose sheets something is written."""
    return Exists(TableGame.objects.filter(game_day=OuterRef("pk"), game__revision__gt=0))


def _games(club: Club, page: str | None) -> Page[Game]:
    """A page of the finished games, the newest first."""
    finished = games_listed(club).filter(finished_at__isnull=False)
    return Paginator(finished, GAMES).get_page(page)


def _season_of(day: GameDay, seasons: Sequence[Season]) -> Season | None:
    if not day.counts:
        return None
    return next((season for season in seasons if season.first <= day.date <= season.last), None)
