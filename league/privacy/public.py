"""What other rooms may know of erasing, and have erased."""

from .selectors.erasing import club_plan
from .services.erase_club import club_erase, club_erase_unused

__all__ = ["club_erase", "club_erase_unused", "club_plan"]
