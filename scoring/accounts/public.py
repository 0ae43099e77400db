"""What other rooms may have done with accounts and players."""

from .services.addresses import address_give, short_name_check
from .services.guesses import CLOCKS_DIFFER, guesses_forget
from .services.people import (
    account_save,
    club_found,
    club_update,
    member_add,
    new_account,
    people_hold,
    player_for_name,
    player_rename,
    players_for_names,
)
from .services.sessions import session_begin, session_limit, sessions_end, sessions_note
from .services.setup_code import new_code, setup_code_check
from .services.space import space_hold

__all__ = [
    "CLOCKS_DIFFER",
    "account_save",
    "address_give",
    "club_found",
    "club_update",
    "guesses_forget",
    "member_add",
    "new_account",
    "new_code",
    "people_hold",
    "player_for_name",
    "player_rename",
    "players_for_names",
    "session_begin",
    "session_limit",
    "sessions_end",
    "sessions_note",
    "setup_code_check",
    "short_name_check",
    "space_hold",
]
