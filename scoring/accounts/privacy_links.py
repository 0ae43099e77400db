"""The address of a club's page on privacy: its number, signed.

It stands on the club's own pages alone, so that nobody learns by counting which clubs there are.
"""

from django.core.signing import Signer

SIGNER = Signer(sep="~", salt="scoring.accounts.privacy")


def privacy_key(number: int | str) -> str:
    """Return what the address names the club with this number by."""
    return SIGNER.sign(str(number))


def club_of_key(key: str) -> int:
    """Return the club's number; raises `BadSignature` for a key that we have not made."""
    return int(SIGNER.unsign(key))
