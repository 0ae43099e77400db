"""Clubs, the people in them and their tablets, and what accounts are told."""

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
