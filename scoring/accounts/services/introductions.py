"""Making a browser known for somebody before they have signed in there.

While strangers guess at a name from many addresses, a browser that nobody knows is kept waiting.
So that the person always has a way in, an organizer (or the command `account_rescue`) can make an
address: whoever opens it has a browser whose guesses count by themselves. It opens no account.
"""

import secrets

from django.core import signing
from django.utils.crypto import salted_hmac

from .guesses import Guesser

KNOWN_SALT = "league.site.known"
SALT = "scoring.introduction"
LASTS_SECONDS = 24 * 60 * 60
# What the page for signing in finds it under, in its address.
FIELD = "known"


def mark_of(name: str) -> str:
    """Return how a cookie names somebody, without revealing the name."""
    return salted_hmac(KNOWN_SALT, Guesser(name, None).key).hexdigest()[:16]


def introduction_make(*, name: str) -> str:
    """Return a token, valid for a day, for the account with that user name."""
    return signing.dumps([mark_of(name), secrets.token_urlsafe(12)], salt=SALT)


def introduction_read(token: str) -> tuple[str, str] | None:
    """Return the person's mark and the one of the browser; None for what is forged or too old.

    A token that is opened again names the same browser: nobody gets more guesses by it.
    """
    try:
        mark, browser = signing.loads(token, salt=SALT, max_age=LASTS_SECONDS)
    except signing.BadSignature:
        return None
    return str(mark), str(browser)
