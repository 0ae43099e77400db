"""What other rooms may have done with the directory."""

from .services.directory import player_add, player_delete, player_update

__all__ = ["player_add", "player_delete", "player_update"]
