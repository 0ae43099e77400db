"""Clubs, their people and tablets, and notices to accounts."""

from .hosting import AbuseReport, ClubAddress, ClubSize, FoundingLink, Operator
from .invitations import Invitation
from .notices import AccountNotice
from .people import Club, Membership, PairingCode, PairingGuess, Player, Tablet

__all__ = [
    "AbuseReport",
    "AccountNotice",
    "Club",
    "ClubAddress",
    "ClubSize",
    "FoundingLink",
    "Invitation",
    "Membership",
    "Operator",
    "PairingCode",
    "PairingGuess",
    "Player",
    "Tablet",
]
