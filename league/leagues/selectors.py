"""What is read of leagues: who takes part, how games count, who stands where.

A league shows of a club what its public leaderboard shows: its name, and its people's names as
strangers read them. All people of all clubs read the same, so one page is made for everybody.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.core import signing
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from league.days.models import TableGame
from league.leagues.models import League, LeagueBoard, LeagueClub, LeagueStanding
from league.seasons.models import Season
from league.seasons.place_words import PlaceAmong, players_compared
from league.seasons.selectors.places import neighbors
from league.seasons.selectors.results import days_that_count, method_of
from league.seasons.ways import TIE_BREAKS, WAYS
from league.standings.methods import Count, Measure, Method
from league.standings.scores import Score, Unranked, decimals_of, place_points, written
from league.standings.table import rank
from scoring.accounts.club_rows import every_club, read_club
from scoring.accounts.models import Club, Player
from scoring.accounts.shown_names import (
    ClubNames,
    Names,
    name_shown,
    names_by_club,
    names_whole,
)
from scoring.names import name_found

SALT: Final = "league.leagues"


def invitation_key(part: LeagueClub) -> str:
    """Return the key in the link of an invitation; nobody without the site's secret can make it."""
    return signing.dumps(part.pk, salt=SALT)


@every_club()
def invitation_of_key(key: str) -> LeagueClub | None:
    """Return the invitation of a link; None for a forged one, and one that is used or too old."""
    try:
        number = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return None
    return invitations_open().filter(pk=number).select_related("league__club").first()


def invitations_open() -> QuerySet[LeagueClub]:
    """Return the invitations that no club has accepted and that are not too old."""
    return LeagueClub.objects.filter(club=None, expires_at__gt=timezone.now())


def seasons_to_play(club: Club) -> QuerySet[Season]:
    """Return the club's seasons that can stand in a league: those that everybody may see."""
    return Season.objects.filter(club=club, public=True)


def parts_of(league: League) -> list[LeagueClub]:
    """Return the clubs of a league, in the order in which they came; one query.

    Each has agreed to be shown there: the rest of the request may read them all.
    """
    parts = LeagueClub.objects.filter(league=league, club__isnull=False)
    with every_club():
        rows = list(parts.select_related("club", "season__club"))
    read_club(*(part.club for part in rows if part.club is not None))
    return rows


@every_club()
def parts_of_club(club: Club) -> list[LeagueClub]:
    """Return the club's part in each of its leagues, the newest league first."""
    parts = LeagueClub.objects.filter(club=club).select_related("league__club", "season")
    return list(parts.order_by("-league"))


def counts(part: LeagueClub) -> bool:
    """Whether the club's results stand in the league now."""
    club, season = part.club, part.season
    return bool(club and not club.suspended_at and season and season.public)


def counting_of(league: League) -> Season:
    """Return how the league counts, as a season that is not kept."""
    season = Season(name=league.name)
    return _counted(league, season)


def season_counted(part: LeagueClub) -> Season:
    """Return a copy of a club's season that counts as the league does; it is not to be kept.

    What was brought forward is in it only where the club counts in the same way: elsewhere nobody
    knows what it would be.
    """
    season = part.season
    if season is None:
        raise ValueError(f"{part} has no season")
    counted = _counted(part.league, copy(season))
    same = (season.measure, season.count) == (counted.measure, counted.count)
    counted.brings_forward = season.brings_forward and same
    return counted


@dataclass(frozen=True)
class Played:
    """The last date that a league's board counts, and how many tables play on."""

    date: datetime.date | None
    going_on: int


def played_of(parts: Iterable[LeagueClub]) -> Played:
    """Return how far these clubs' seasons are played; two queries, none without a season shown."""
    seasons = [part.season for part in parts if part.season and counts(part)]
    if not seasons:
        return Played(None, 0)
    begun = TableGame.objects.filter(game__revision__gt=0)
    shown = begun.filter(_days_of(seasons)).aggregate(date=Max("game_day__date"))
    # A closed season stays as it was, whatever is played later.
    still_open = [season for season in seasons if not season.closed_at]
    plays = begun.filter(game__finished_at=None)
    return Played(shown["date"], plays.filter(_days_of(still_open)).count() if still_open else 0)


def _days_of(seasons: Sequence[Season]) -> Q:
    days = Q()
    for season in seasons:
        days |= Q(game_day__in=days_that_count(season))
    return days


def _counted(league: League, season: Season) -> Season:
    fields = WAYS[league.way].fields
    season.measure, season.count = fields["measure"], fields["count"]
    season.days = fields["days"]
    season.place_points = [int(points) for points in fields["place_points"].split()]
    season.least_games = league.least_games
    season.tie_breaks = [tie_break.value for tie_break in TIE_BREAKS]
    return season


def lines_named(lines: Iterable[LeagueStanding]) -> list[LeagueStanding]:
    """Give each line its player with the name as that club shows it; three queries."""
    named = list(lines)
    names = names_of([line.player_id for line in named])
    for line in named:
        line.player = Player(pk=line.player_id, name=names.get(line.player_id, ""))
    return named


def names_of(players: Sequence[int]) -> dict[int, str]:
    """Return the names of these players, each as strangers read it in its own club."""
    with names_whole():
        shown = Player.objects.filter(pk__in=players)
        rows = list(shown.values_list("pk", "name", "club", "club__names"))
    shorten = {club for _pk, _name, club, way in rows if way != Names.FULL}
    whole = names_by_club(shorten)
    return {pk: name_shown(name, way, whole.get(club, ClubNames())) for pk, name, club, way in rows}


def standings_of_league(board: LeagueBoard) -> QuerySet[LeagueStanding]:
    """Return the board's lines with their clubs, best first; without names, see `lines_named`."""
    return board.standings.select_related("part__club", "part__season")


def standings_found(board: LeagueBoard, typed: str) -> QuerySet[LeagueStanding]:
    """Return the lines of whom somebody may mean, by the names that everybody reads there."""
    names = names_of(list(board.standings.order_by().values_list("player", flat=True)))
    players = [pk for pk, name in names.items() if name_found(name, typed)]
    return standings_of_league(board).filter(player__in=players)


def place_in_league(line: LeagueStanding) -> PlaceAmong:
    """Return what decided a line's place; nine queries or so, however many lines there are."""
    around = neighbors(line, standings_of_league(line.board))
    others = (*around["level"], around["ahead"], around["behind"])
    lines_named([line, *(other for other in others if other is not None)])
    return PlaceAmong(**around, names=names_of(sorted(players_compared(line))))


@dataclass(frozen=True)
class ClubPerson:
    """Somebody who counts for a club: the line, and what it gives, as people read it."""

    line: LeagueStanding
    shown: str


@dataclass(frozen=True)
class ClubPlace:
    """A club's line of the board of clubs; `place` is None where too few people have one."""

    part: LeagueClub
    place: int | None
    shared: bool
    value: Fraction | None
    shown: str
    people: tuple[ClubPerson, ...]


def club_places(league: League, board: LeagueBoard) -> list[ClubPlace]:
    """Return the board of clubs, best first; five queries, however many clubs there are."""
    lines = list(standings_of_league(board).exclude(place=None).order_by("position"))
    method = clubs_method(league)
    gains = _gains(league, lines)
    by_part: dict[int, list[LeagueStanding]] = defaultdict(list)
    for line in lines:
        if line.pk in gains and len(by_part[line.part_id]) < league.people:
            by_part[line.part_id].append(line)
    parts = {part.pk: part for part in parts_of(league) if counts(part)}
    scores = [_club_score(league, pk, by_part[pk], gains) for pk in parts]
    lines_named(line for people in by_part.values() for line in people)
    decimals = 2 if method.averages else decimals_of(gains.values())
    return [
        ClubPlace(
            part=parts[int(standing.player)],
            place=standing.place,
            shared=standing.shared,
            value=standing.value,
            shown="" if standing.value is None else written(standing.value, decimals),
            people=tuple(
                ClubPerson(line, written(gains[line.pk], decimals))
                for line in by_part[int(standing.player)]
            ),
        )
        for standing in rank(method, scores)
    ]


def clubs_method(league: League) -> Method:
    """Return how clubs are ranked: as people are, or by points for places, summed."""
    if league.clubs_way == League.ClubsWay.POINTS:
        return Method(Measure.PLACES, Count.SUM, table=_points(league))
    people = method_of(counting_of(league))
    # A mean has decimals, also of sums.
    return Method(people.measure, Count.PER_GAME, table=people.table)


def _points(league: League) -> tuple[int, ...]:
    """Return what the places of the league give: the last that counts 1, the one before 2."""
    return tuple(range(league.people, 0, -1))


def _gains(league: League, lines: Sequence[LeagueStanding]) -> dict[int, Fraction]:
    """Return what each line can give its club, by its id."""
    if league.clubs_way == League.ClubsWay.MEAN:
        return {line.pk: Fraction(*map(int, line.exact.split("/"))) for line in lines}
    sharing: dict[int | None, int] = defaultdict(int)
    for line in lines:
        sharing[line.place] += 1
    gains = {
        line.pk: place_points(_points(league), 0, line.place or 0, sharing[line.place])
        for line in lines
    }
    return {pk: gain for pk, gain in gains.items() if gain}


def _club_score(
    league: League,
    part: int,
    people: Sequence[LeagueStanding],
    gains: Mapping[int, Fraction],
) -> Score:
    total = sum((gains[line.pk] for line in people), Fraction(0))
    if league.clubs_way == League.ClubsWay.POINTS:
        return Score(part, total, None)
    value = total / len(people) if people else None
    too_few = Unranked.FEW_GAMES if len(people) < league.people else None
    return Score(part, value, too_few)
