"""Second steps and passkeys of accounts, as the site keeps them."""

import time

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value
from django.contrib.auth.models import User

# What a browser's own authenticator answered when it was asked for a passkey.
CREDENTIAL = {
    "id": "ZNtg4XMR_DPVH4uO-U5RBATPYFXQxpXvGUBAPS9Bz_w",
    "rawId": "ZNtg4XMR_DPVH4uO-U5RBATPYFXQxpXvGUBAPS9Bz_w",
    "type": "public-key",
    "response": {
        "clientDataJSON": (
            "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiSE5SeXVmWmRGWHBMelow"
            "bHE0eElQc1BhbHk2bDVJeFJGTEZQdndMNl85RSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhv"
            "c3Q6Mzk5MTUiLCJjcm9zc09yaWdpbiI6ZmFsc2V9"
        ),
        "attestationObject": (
            "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLH"
            "mVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIGTbYOFzEfwz1R-LjvlOUQQEz2BV0MaV"
            "7xlAQD0vQc_8pQECAyYgASFYILiea54R6-VfADKLk_ZuP_57Dzr872zqpVX1QKD6CRF7Ilgg"
            "mSv1PTa5ftxI3MaavDX84VwCssTyrV7eYCwvkPYK2EM"
        ),
    },
    "clientExtensionResults": {"credProps": {"rk": True}},
}


def give_passkey(user: User, name: str = "My iPad") -> Authenticator:
    """A passkey of that person; nobody holds the device."""
    return Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": CREDENTIAL},
    )


def give_codes(user: User) -> str:
    """Switch on codes after the password, with recovery codes; answer the app's key."""
    key = generate_totp_secret()
    TOTP.activate(user, key)
    RecoveryCodes.activate(user)
    return str(key)


def code_of(key: str, moment: float | None = None) -> str:
    """Return what the app shows at a moment, by default now."""
    counter = int(time.time() if moment is None else moment) // 30
    return f"{hotp_value(key, counter):06d}"


def recovery_codes_of(user: User) -> list[str]:
    """The recovery codes that are good still."""
    kept = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(kept.wrap().get_unused_codes())
