"""A club's game day and its season: from the answers beforehand to the leaderboard."""

from datetime import timedelta
from typing import Final

from django.urls import reverse
from django.utils import timezone

from league.days.selectors.links import link_key, own_key, stop_key
from league.days.services.answers import answer_set
from league.models import DayAnswer, GameDay, Season, Wish
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from scoring.models import Player
from tests.factories import new_key, play
from tests.league.factories import (
    NAMES,
    GameDayFactory,
    SeasonFactory,
    begin,
    come,
    end,
    paper_game,
    person,
    seat,
)

from .walker import Walker, rooms

DAYS: Final = rooms(
    "league",
    "day",
    "calendar",
    "plan",
    "wish",
    "check-in",
    "attendance",
    "table",
    "print",
    "wall",
    "games",
)
SEASONS: Final = rooms("league", "season", "leaderboard", "records", "brought", "attendance-report")
PEOPLE: Final = rooms("league", "player", "people", "person", "merge")
CLUB: Final = (
    *rooms("scoring", "club", "members", "member", "tablet", "log", "hall", "rule"),
    *rooms("league", "copies", "club", "front", "privacy", "trust", "own"),
    *("account", "mfa"),
)


def walk(walker: Walker) -> None:
    """Plan, seat and play a day, and read what comes of it."""
    walker.reader.begin("A game day")
    club = walker.club
    walker.open("/")
    season = SeasonFactory(club=club, first="2026-01-01", last="2027-12-31", public=True)
    for name in NAMES[:10]:
        person(club, name, email=f"{name}@example.org", mails=True)
    past = GameDayFactory(club=club, rounds=2, date=timezone.localdate() - timedelta(days=7))
    _past_day(past)
    day = GameDayFactory(club=club, rounds=3, date=timezone.localdate())
    _sign_up(walker, day)
    address = reverse("league:day", args=[day.pk])
    walker.wander(address, rooms=DAYS)
    seat(day, 9)
    walker.wander(address, rooms=DAYS)
    games = begin(day)
    walker.read("league:wall", day.pk)
    _late(walker, day)
    play(games[0], 0, 24, *[38] * (games[0].seats.count() - 2))
    for game in games[1:]:
        end(game)
    walker.wander(address, rooms=DAYS)
    end(games[0])
    paper_game(day, {"Ned": 120, "Ola": 88}, table_number=9)
    board_refresh(season=Season.objects.get(pk=season.pk))
    records_refresh(club=club, season=season)
    walker.wander(address, reverse("league:paper-days"), rooms=(*DAYS, "league:paper"))
    walker.wander(reverse("league:leaderboard", args=[season.pk]), rooms=SEASONS)
    walker.wander(reverse("league:people"), rooms=PEOPLE)
    walker.wander(reverse("league:records"), "/", reverse("league:games"), rooms=SEASONS)
    _in_public(walker, day, season)


def walk_club(walker: Walker) -> None:
    """Read the pages of the club itself, which an organizer opens once."""
    walker.reader.begin("The club's own pages")
    walker.wander(reverse("scoring:club"), rooms=CLUB)


def _past_day(day: GameDay) -> None:
    seat(day, 8)
    for game in begin(day):
        end(game)


def _sign_up(walker: Walker, day: GameDay) -> None:
    ann, bob = Player.objects.filter(club=walker.club, name__in=("Ann", "Bob")).order_by("name")
    answers = reverse("league:answers", args=[walker.club.pk])
    coming = GameDayFactory(
        club=walker.club, rounds=3, places=1, date=timezone.localdate() + timedelta(days=7)
    )
    walker.open(f"{answers}?key={link_key('answers', walker.club.pk)}")
    walker.wander(reverse("league:own-answers", args=[own_key(ann)]), rooms=("league:own-answers",))
    answer_set(day=coming, player=ann, coming=DayAnswer.Coming.YES)
    answer_set(day=coming, player=bob, coming=DayAnswer.Coming.YES)
    for player in (ann, bob):
        walker.read("league:own-answers", own_key(player))
    mail = reverse("league:day-mail", args=[coming.pk])
    walker.open(mail)
    walker.send(mail, {})
    walker.read("league:mails-stop", stop_key(ann))
    calendar = reverse("league:calendar-ics", args=[walker.club.pk])
    walker.open(f"{calendar}?key={link_key('calendar', walker.club.pk)}")
    Wish.objects.create(club=walker.club, kind=Wish.Kind.APART, one=ann, other=bob)
    walker.wander(reverse("league:day", args=[coming.pk]), rooms=DAYS, most=1)


def _late(walker: Walker, day: GameDay) -> None:
    come(day, "Zoe")
    address = reverse("league:check-in", args=[day.pk])
    walker.send(address, {"name": "Yan", "key": new_key()}, "somebody late")
    walker.send(address, {"name": "", "key": new_key()}, "nobody")
    walker.read("league:day", day.pk)
    walker.read("league:plan", day.pk)
    walker.read("league:day-seats", day.pk, 1)


def _in_public(walker: Walker, day: GameDay, season: Season) -> None:
    stranger = walker.stranger()
    type(walker.club).objects.filter(pk=walker.club.pk).update(shown="games")
    for name, number in (("front", walker.club.pk), ("leaderboard", season.pk)):
        walker.read(f"league:{name}", number, client=stranger)
    wall = reverse("league:wall", args=[day.pk])
    walker.open(f"{wall}?key={link_key('wall', day.pk)}", client=stranger)
    for page in ("scoring:sign-in", "scoring:pair", "scoring:watch-find", "scoring:rule-sets"):
        walker.read(page, client=stranger)
    walker.open("/", client=stranger)
    walker.open("/nothing-here/", client=stranger)
