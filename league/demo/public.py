"""What other rooms may have done with a made-up club."""

from .services.making import GAMES, MadeUpClub, made_up_club_make
from .services.removing import made_up_club_remove

__all__ = ["GAMES", "MadeUpClub", "made_up_club_make", "made_up_club_remove"]
