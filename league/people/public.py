"""What other rooms may have done with the directory."""

from .services.directory import player_update

__all__ = ["player_update"]
