"""What other rooms may have done with a tournament's plan."""

from .services.stages import stage_change
from .services.tournaments import tournament_change, tournament_make

__all__ = [
    "stage_change",
    "tournament_change",
    "tournament_make",
]
