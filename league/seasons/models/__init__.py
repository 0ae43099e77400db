"""Seasons, and what is derived from sheets for them."""

from .boards import Board, BoardRow, RecordBook, SeatTally, Standing, Tally
from .brought import BroughtForward, BroughtImport
from .seasons import Season, SeasonStatus

__all__ = [
    "Board",
    "BoardRow",
    "BroughtForward",
    "BroughtImport",
    "RecordBook",
    "Season",
    "SeasonStatus",
    "SeatTally",
    "Standing",
    "Tally",
]
