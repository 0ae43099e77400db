"""What other rooms may have done to found clubs and to run them."""

from .selectors.founding import founding_key
from .selectors.room import club_room
from .services.founding import founding_invite
from .services.operating import operator_make

__all__ = ["club_room", "founding_invite", "founding_key", "operator_make"]
