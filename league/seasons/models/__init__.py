"""Seasons, and what is derived from sheets for them."""

from .boards import (
    Board,
    BoardRow,
    DerivedBoard,
    RecordBook,
    SeatTally,
    Standing,
    Tally,
    with_decimals,
)
from .brought import BroughtForward, BroughtImport
from .seasons import Season, SeasonStatus

__all__ = [
    "Board",
    "BoardRow",
    "BroughtForward",
    "BroughtImport",
    "DerivedBoard",
    "RecordBook",
    "Season",
    "SeasonStatus",
    "SeatTally",
    "Standing",
    "Tally",
    "with_decimals",
]
