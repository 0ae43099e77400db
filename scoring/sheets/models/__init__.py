"""Games, their seats, and the sheet that is never changed."""

from .games import Game, Seat
from .sheet import SeatResult, SheetEntry

__all__ = [
    "Game",
    "Seat",
    "SeatResult",
    "SheetEntry",
]
