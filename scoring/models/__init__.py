"""The rows of a table's game: people, games and the sheet that is never erased."""

from .disputes import Decision, Dispute, Precedent
from .games import Game, Seat
from .handing import SetAside
from .log import LogEntry
from .people import Club, Membership, PairingCode, PairingGuess, Player, Tablet
from .sheet import SeatResult, SheetEntry

__all__ = [
    "Club",
    "Decision",
    "Dispute",
    "Game",
    "LogEntry",
    "Membership",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Precedent",
    "Seat",
    "SeatResult",
    "SetAside",
    "SheetEntry",
    "Tablet",
]
