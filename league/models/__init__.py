"""The rows of a club's competition: its directory, game days, seasons and tournaments."""

from .boards import Board, RecordBook, SeatTally, Standing, Tally
from .days import Attendance, GameDay, Plan, Series, TableGame, Wish
from .people import Merge, PeopleImport, Profile
from .seasons import Season
from .stages import (
    PaperResult,
    Parting,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
)
from .tournaments import (
    DivisionMerge,
    Entrant,
    EntrantImport,
    SignUpSent,
    Tournament,
    TournamentEntry,
)

__all__ = [
    "Attendance",
    "Board",
    "DivisionMerge",
    "Entrant",
    "EntrantImport",
    "GameDay",
    "Merge",
    "PaperResult",
    "Parting",
    "PeopleImport",
    "Plan",
    "Profile",
    "RecordBook",
    "Season",
    "SeatTally",
    "Series",
    "SignUpSent",
    "Stage",
    "StageEntrant",
    "StageRound",
    "StageSeat",
    "StageTable",
    "Standing",
    "TableGame",
    "Tally",
    "Tournament",
    "TournamentEntry",
    "Wish",
]
