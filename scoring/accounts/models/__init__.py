"""Clubs, their people and tablets, and notices to accounts."""

from .hosting import ClubAddress, FoundingLink
from .invitations import Invitation
from .notices import AccountNotice
from .people import Club, Membership, PairingCode, PairingGuess, Player, Tablet

__all__ = [
    "AccountNotice",
    "Club",
    "ClubAddress",
    "FoundingLink",
    "Invitation",
    "Membership",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Tablet",
]
