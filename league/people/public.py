"""What other rooms may have done with the directory."""

from .services.directory import player_delete, player_update

__all__ = ["player_delete", "player_update"]
