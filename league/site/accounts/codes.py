"""Codes of an app: each opens once, and none that is older than one that has opened."""

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import User
from django.db import transaction

# The half minute, counted from 1970, of the last code that was accepted.
LAST = "last_counter"


@transaction.atomic
def code_spend(*, user: User, code: str) -> bool:
    """Take a right code so that it opens no more; return False where it was taken before.

    Allauth remembers codes in the memory of one process and for half a minute, while a phone's
    clock lets them be right for a minute and a half, and each door is a process of its own.
    """
    app = Authenticator.objects.select_for_update().filter(user=user, type=Authenticator.Type.TOTP)
    kept = app.first()
    if kept is None:
        return True
    secret = decrypt(kept.data["secret"])
    counters = list(yield_hotp_counters_from_time())
    own = (
        counter
        for counter in counters
        if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, counter)))
    )
    counter = next(own, None)
    if counter is None:
        return True  # a recovery code, which allauth crosses out by itself
    # One from the future was left by a clock that was wrong, and counts for nothing.
    if counter <= kept.data.get(LAST, 0) <= max(counters):
        return False
    kept.data[LAST] = counter
    kept.save(update_fields=["data"])
    return True
