"""Tournaments, who enters them, and their stages."""

from .stages import PaperResult, Parting, Stage, StageEntrant, StageRound, StageSeat, StageTable
from .tournaments import (
    DivisionMerge,
    Entrant,
    EntrantImport,
    SignUpSent,
    StateList,
    Tournament,
    TournamentEntry,
)

__all__ = [
    "DivisionMerge",
    "Entrant",
    "EntrantImport",
    "PaperResult",
    "Parting",
    "SignUpSent",
    "Stage",
    "StageEntrant",
    "StageRound",
    "StageSeat",
    "StageTable",
    "StateList",
    "Tournament",
    "TournamentEntry",
]
