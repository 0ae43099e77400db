"""Erasing a club for good, with everything that is its own, and nothing of anybody else's."""

from datetime import timedelta
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, transaction
from django.utils import timezone

from league.archives.shape import ROWS, Model
from league.days.models import DayAnswerSent, DayMail
from league.leagues.models import League, LeagueBoard, LeagueClub, LeagueStanding
from league.people.models import PeopleImport
from league.privacy.selectors.erasing import own_accounts_of
from league.privacy.selectors.mentions import club_path
from league.seasons.models import Board, BroughtImport, RecordBook, SeatTally, Standing, Tally
from league.tournaments.models import Entrant, EntrantImport, SignUpSent
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import (
    AbuseReport,
    Club,
    ClubAddress,
    ClubSize,
    Invitation,
    Membership,
    PairingCode,
    Player,
)
from scoring.erasing.models import Erasure, ErasurePermit
from scoring.erasing.permits import erasing, erasure_note
from scoring.log.models import LogEntry
from scoring.sheets.models import Game

from .erase_account import account_delete

# What is in no archive, and how a row of it leads to its club.
BESIDES: dict[Model, str] = {
    LogEntry: "club",
    Membership: "club",
    PairingCode: "club",
    Invitation: "club",
    ClubAddress: "club",
    ClubSize: "club",
    AbuseReport: "club",
    PeopleImport: "club",
    EntrantImport: "tournament__club",
    BroughtImport: "season__club",
    SignUpSent: "tournament__club",
    DayAnswerSent: "club",
    DayMail: "game_day__club",
    LeagueStanding: "board__league__club",
    LeagueBoard: "league__club",
    LeagueClub: "league__club",
    League: "club",
    SeatTally: "game__club",
    Tally: "game__club",
    Standing: "board__season__club",
    Board: "season__club",
    RecordBook: "club",
    Erasure: "club",
}


# Long enough for another organizer to read of it and stop it.
WAIT: Final = timedelta(days=7)


def club_erase_later(*, club: Club) -> None:
    """Let the club be erased in some days; until then an organizer can stop it."""
    club.erase_at = timezone.now() + WAIT
    club.save(update_fields=["erase_at"])


def club_erase_stop(*, club: Club) -> None:
    """Let the club not be erased after all."""
    club.erase_at = None
    club.save(update_fields=["erase_at"])


def clubs_erase_due() -> int:
    """Erase the clubs whose days are over; return how many."""
    due = list(Club.objects.filter(erase_at__lte=timezone.now()).order_by("pk"))
    for club in due:
        club_erase(club=club)
    return len(due)


@every_club()
@transaction.atomic
def club_erase_unused(*, name: str) -> int:
    """Erase the clubs of this name in which nobody is and nothing was done; return how many."""
    clubs = Club.objects.select_for_update().filter(name=name).order_by("pk")
    unused = [club for club in clubs if not _is_used(club)]
    for club in unused:
        club_erase(club=club)
    return len(unused)


def _is_used(club: Club) -> bool:
    return any(model.objects.filter(club=club).exists() for model in (Membership, Player, Game))


@every_club()
@transaction.atomic
def club_erase(*, club: Club) -> None:
    """Erase the club and all that belongs to it, with the accounts that are in no other club.

    All of it is done or nothing. Lines of its log go too; for the accounts of other clubs nothing
    changes. As Django does with what it deletes, `club` has no number afterwards.
    """
    number = club.pk
    Club.objects.select_for_update().get(pk=number)
    users = list(own_accounts_of(club))
    with erasing(kind=ErasurePermit.Kind.CLUB, club_number=number):
        # A line of another club, or of none, may name a device of this one.
        with erasing(kind=ErasurePermit.Kind.NAMES):
            LogEntry.objects.filter(tablet__club=number).exclude(club=number).update(tablet=None)
        # Its part in leagues of other clubs; with its own leagues go the other clubs' parts.
        LeagueClub.objects.filter(club=number).delete()
        # What it entered elsewhere and nobody has accepted; the rest is the other clubs' own.
        entries = Entrant.objects.filter(from_club=number)
        entries.filter(number=None).delete()
        entries.update(from_club=None)
        paths = {**{model: club_path(model) for model in ROWS}, **BESIDES}
        # What refers to a row comes before it.
        for model in (*BESIDES, *reversed(list(ROWS))):
            _rows_delete(model, {paths[model]: number})
    with erasing(kind=ErasurePermit.Kind.NAMES):
        for user in users:
            account_delete(user)
    erasure_note(kind=Erasure.Kind.CLUB, number=number, club=None)
    club.pk = None


def _rows_delete(model: Model, lookups: dict[str, Any]) -> None:
    """Delete rows in one statement: what refers to them is deleted explicitly, model by model."""
    rows = model._default_manager.filter(**lookups).order_by()
    # A DELETE cannot join tables.
    own = model._default_manager.filter(pk__in=rows.values("pk")).order_by()
    own._raw_delete(DEFAULT_DB_ALIAS)
