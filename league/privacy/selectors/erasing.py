"""What erasing somebody would take away, and when the last trace of it is gone."""

import re
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from league.days.models import Attendance, Wish
from league.leagues.models import League
from league.people.models import Profile
from league.tournaments.models import Entrant
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership, Player
from scoring.accounts.selectors.people import accounts_logged
from scoring.log.models import LogEntry
from scoring.names import name_key
from scoring.sheets.models import Game, Seat, SheetEntry

from .neutral_names import former_name


def records_of(player: Player) -> list[Player]:
    """The person's record, and those that turned out to be the same person."""
    return [player, *Player.objects.filter(same_as=player).order_by("pk")]


def entries_of(records: list[Player]) -> QuerySet[Entrant]:
    """The person's entries in tournaments: accepted ones, and those that wait under the name."""
    names = Q(name_key__in=[record.name_key for record in records])
    for record in records:
        names |= Q(name_key__regex=rf"^{re.escape(record.name_key)} \([2-9]\)$")
    waiting = Q(player=None, tournament__club=records[0].club_id) & names
    return Entrant.objects.filter(Q(player__in=records) | waiting).order_by("pk")


def accounts_of(club: Club) -> QuerySet[User]:
    """Return the people who sign in to the club or once did: the log has lines of theirs."""
    members = Membership.objects.filter(club=club).values("user")
    # Both found by the club, not by looking at each account of the site.
    return User.objects.filter(pk__in=members.union(accounts_logged(club)))


def own_accounts_of(club: Club) -> QuerySet[User]:
    """Return the accounts that are, or were, in this club and in no other one.

    They go with it. Whoever runs the site stays: that account belongs to no club.
    """
    elsewhere = Membership.objects.exclude(club=club).values("user")
    # Lines of no club do not count: nobody knows of which club they tell.
    lines = LogEntry.objects.exclude(club=club).filter(club__isnull=False, user__isnull=False)
    users = accounts_of(club).filter(operator=None)
    return users.exclude(pk__in=elsewhere).exclude(pk__in=lines.order_by().values("user"))


def account_name(user: User) -> str:
    """What an account is called where it writes something."""
    return str(user.get_full_name() or user.get_username())


def account_names(club: Club) -> set[str]:
    """What the club's accounts are called where they write something."""
    return {account_name(user) for user in accounts_of(club)}


@dataclass(frozen=True)
class PersonPlan:
    """What is there of a person: so much is erased, or stays under a neutral name.

    `names` are all by which the person is known; `account` says that somebody signs in under one
    of them.
    """

    names: tuple[str, ...]
    directory: bool
    games: int
    days: int
    entries: int
    wishes: int
    playing: bool
    account: str


def person_plan(player: Player) -> PersonPlan:
    """What erasing that person would do; seven queries."""
    records = records_of(player)
    seats = Seat.objects.filter(player__in=records)
    names = tuple(record.name for record in records)
    accounts = account_names(player.club)
    return PersonPlan(
        names=names,
        directory=Profile.objects.filter(player__in=records).exists(),
        games=seats.count(),
        days=Attendance.objects.filter(player__in=records).count(),
        entries=entries_of(records).count(),
        wishes=Wish.objects.filter(Q(one__in=records) | Q(other__in=records)).count(),
        playing=Game.objects.filter(seats__in=seats, finished_at=None).exists(),
        account=next((name for name in names if name in accounts), ""),
    )


@dataclass(frozen=True)
class AccountPlan:
    """An account that is to be erased: how it is called, and what it has written.

    `player` says that somebody plays under the same name, which is another matter.
    """

    name: str
    username: str
    entries: int
    neutral: str
    player: bool


@every_club()
def account_plan(user: User) -> AccountPlan:
    """What erasing that account would do."""
    name = account_name(user)
    clubs = user.memberships.values("club")
    return AccountPlan(
        name=name,
        username=user.get_username(),
        entries=SheetEntry.objects.filter(user=user).count(),
        neutral=former_name(user.pk),
        player=Player.objects.filter(club__in=clubs, name_key=name_key(name)).exists(),
    )


@dataclass(frozen=True)
class ClubPlan:
    """How much goes with a club: numbers, and names of what is shared with other clubs.

    `leagues` are those that it founded. Of the tournaments of other clubs `waiting` have entries
    that go, and `accepted` have some that stay.
    """

    people: int
    games: int
    days: int
    tournaments: int
    accounts: int
    leagues: list[str]
    parts: list[str]
    waiting: list[str]
    accepted: list[str]


@every_club()
def club_plan(club: Club) -> ClubPlan:
    """What erasing the club would take away."""
    entries = Entrant.objects.filter(from_club=club).order_by("tournament__name")
    # Not with "or", for which all leagues would be read.
    rows = League.objects.order_by()
    leagues = list(rows.filter(club=club).union(rows.filter(clubs__club=club)).order_by("name"))
    # Each is one tournament's name, and whether its director has accepted anybody.
    named = entries.values_list("tournament__name", "number")
    return ClubPlan(
        leagues=[league.name for league in leagues if league.club_id == club.pk],
        parts=[league.name for league in leagues if league.club_id != club.pk],
        waiting=list(dict.fromkeys(name for name, number in named if number is None)),
        accepted=list(dict.fromkeys(name for name, number in named if number is not None)),
        people=Player.objects.filter(club=club, same_as=None).count(),
        games=club.games.count(),
        days=club.game_days.count(),
        tournaments=club.tournaments.count(),
        accounts=own_accounts_of(club).count(),
    )
