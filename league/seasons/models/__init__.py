"""Seasons, and what is derived from sheets for them."""

from .boards import Board, RecordBook, SeatTally, Standing, Tally
from .seasons import Season, SeasonStatus

__all__ = [
    "Board",
    "RecordBook",
    "Season",
    "SeasonStatus",
    "SeatTally",
    "Standing",
    "Tally",
]
