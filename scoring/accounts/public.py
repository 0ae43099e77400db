"""What other rooms may have done with accounts and players."""

from .services.guesses import CLOCKS_DIFFER, guesses_forget
from .services.people import member_add, player_for_name, player_rename
from .services.sessions import sessions_end

__all__ = [
    "CLOCKS_DIFFER",
    "guesses_forget",
    "member_add",
    "player_for_name",
    "player_rename",
    "sessions_end",
]
