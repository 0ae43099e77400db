"""What other rooms may have done with a tournament's entrants."""

from .services.checks import open_to_mend
from .services.entrants import entrant_add, entrant_change, entrant_remove, entrant_walk_up
from .services.presence import entrant_check_in, entrant_return, entrant_withdraw
from .services.sign_ups import sign_up_closed

__all__ = [
    "entrant_add",
    "entrant_change",
    "entrant_check_in",
    "entrant_remove",
    "entrant_return",
    "entrant_walk_up",
    "entrant_withdraw",
    "open_to_mend",
    "sign_up_closed",
]
