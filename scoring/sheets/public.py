"""What other rooms may have done with games and their sheets."""

from .services.corrections import NotAgreed
from .services.entries import entry_find, game_lock
from .services.games import CODE_LETTERS, game_finish, game_start, game_take_back, new_watch_key
from .services.rounds import Recorded, entry_undo, round_correct, round_record
from .services.seats import seat_join, seat_leave
from .services.tables import StartedTables, tables_begin
from .services.totals import lines_of, totals_correct, totals_record, totals_take_back

__all__ = [
    "CODE_LETTERS",
    "NotAgreed",
    "Recorded",
    "StartedTables",
    "entry_find",
    "entry_undo",
    "game_finish",
    "game_lock",
    "game_start",
    "game_take_back",
    "lines_of",
    "new_watch_key",
    "round_correct",
    "round_record",
    "seat_join",
    "seat_leave",
    "tables_begin",
    "totals_correct",
    "totals_record",
    "totals_take_back",
]
