"""The rows of a club's competition: its directory, game days, seasons and tournaments."""

from league.days.models import Attendance, GameDay, Plan, Series, TableGame, Wish
from league.people.models import Merge, PeopleImport, Profile
from league.seasons.models import Board, RecordBook, Season, SeatTally, Standing, Tally
from league.tournaments.models import (
    DivisionMerge,
    Entrant,
    EntrantImport,
    PaperResult,
    Parting,
    SignUpSent,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
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
