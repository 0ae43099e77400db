"""What other rooms may have done with games and their sheets."""

from .services.entries import entry_find, game_lock
from .services.games import CODE_LETTERS, game_finish, game_start
from .services.rounds import Recorded, entry_undo, round_correct, round_record
from .services.seats import seat_join
from .services.tables import StartedTables, tables_begin

__all__ = [
    "CODE_LETTERS",
    "Recorded",
    "StartedTables",
    "entry_find",
    "entry_undo",
    "game_finish",
    "game_lock",
    "game_start",
    "round_correct",
    "round_record",
    "seat_join",
    "tables_begin",
]
