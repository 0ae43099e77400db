"""What other rooms may have done with a tournament's plan."""

from .services.tournaments import tournament_change, tournament_make

__all__ = [
    "tournament_change",
    "tournament_make",
]
