"""What other rooms may have done with a tournament's entrants."""

from .services.entrants import entrant_walk_up
from .services.sign_ups import sign_up_closed

__all__ = ["entrant_walk_up", "sign_up_closed"]
