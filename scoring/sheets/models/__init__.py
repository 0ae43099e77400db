"""Games, who sits at them, and the sheet that is never erased."""

from .games import Game, Seat
from .sheet import SeatResult, SheetEntry

__all__ = [
    "Game",
    "Seat",
    "SeatResult",
    "SheetEntry",
]
