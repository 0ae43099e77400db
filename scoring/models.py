"""The rows of a table's game: people, games and the sheet that is never erased."""

from scoring.accounts.models import (
    AbuseReport,
    AccountNotice,
    Club,
    ClubAddress,
    ClubSize,
    FoundingLink,
    Invitation,
    Membership,
    Operator,
    PairingCode,
    PairingGuess,
    Player,
    Tablet,
)
from scoring.disputes.models import Decision, Dispute, Precedent
from scoring.erasing.models import Erasure, ErasurePermit
from scoring.log.models import LogEntry
from scoring.rules.models import RuleSheet
from scoring.sheets.models import Game, Seat, SeatResult, SheetEntry
from scoring.tablets.sync.models import SetAside
from scoring.watching.models import Revision

__all__ = [
    "AbuseReport",
    "AccountNotice",
    "Club",
    "ClubAddress",
    "ClubSize",
    "Decision",
    "Dispute",
    "Erasure",
    "ErasurePermit",
    "FoundingLink",
    "Game",
    "Invitation",
    "LogEntry",
    "Membership",
    "Operator",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Precedent",
    "Revision",
    "RuleSheet",
    "Seat",
    "SeatResult",
    "SetAside",
    "SheetEntry",
    "Tablet",
]
