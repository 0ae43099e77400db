"""The rows of a club's competition: its directory, game days and seasons."""

from .boards import Board, RecordBook, SeatTally, Standing, Tally
from .days import Attendance, GameDay, Plan, Series, TableGame, Wish
from .people import Merge, PeopleImport, Profile
from .seasons import Season

__all__ = [
    "Attendance",
    "Board",
    "GameDay",
    "Merge",
    "PeopleImport",
    "Plan",
    "Profile",
    "RecordBook",
    "Season",
    "SeatTally",
    "Series",
    "Standing",
    "TableGame",
    "Tally",
    "Wish",
]
