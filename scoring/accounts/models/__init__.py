"""Clubs, their people and tablets, and notices to accounts."""

from .invitations import Invitation
from .notices import AccountNotice
from .people import Club, Membership, PairingCode, PairingGuess, Player, Tablet

__all__ = [
    "AccountNotice",
    "Club",
    "Invitation",
    "Membership",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Tablet",
]
