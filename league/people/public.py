"""What other rooms may have done with the directory."""

from .services.directory import NameTaken, player_add, player_delete, player_update

__all__ = ["NameTaken", "player_add", "player_delete", "player_update"]
