"""Clubs, their people and tablets, and notices to accounts."""

from .notices import AccountNotice
from .people import Club, Membership, PairingCode, PairingGuess, Player, Tablet

__all__ = [
    "AccountNotice",
    "Club",
    "Membership",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Tablet",
]
