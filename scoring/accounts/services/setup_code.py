"""The code for setting up a club from a device other than the server.

`manage.py serve` shows it in its window. It is kept in a file of the data folder, for whoever
starts the site otherwise, and is gone once there is a club.
"""

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from scoring.refusals import Refusal

from . import guesses

FILE = "setup-code"
# Without the signs that look like one another. 31 to the 8th are 850 thousand million codes: a
# million guesses an hour, from however many addresses, would take a hundred years. So wrong
# guesses need no limit that all share, and no stranger keeps the owner out.
SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
PART = 4


def setup_code() -> str:
    """Return the code, such as K7QM-3XPD; create it if necessary. Raises `OSError`."""
    file = _file()
    with suppress(FileNotFoundError):
        return file.read_text(encoding="ascii").strip()
    draft = file.with_name(f"{FILE}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as opened:
            opened.write(f"{new_code()}\n")
        # A link appears whole, and never in the place of a code that was made meanwhile.
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return file.read_text(encoding="ascii").strip()


def new_code(parts: int = 2) -> str:
    """Return a code that nobody can guess, of so many parts of four signs."""
    return "-".join(
        "".join(secrets.choice(SIGNS) for _sign in range(PART)) for _part in range(parts)
    )


def setup_code_check(*, typed: str, address: str | None) -> None:
    """Raise `Refusal` unless that is the code, and this address has not guessed too often."""
    wait = guesses.setup_wait(address)
    if wait > timedelta(0):
        raise Refusal(
            "guesses",
            _("Too many wrong codes. Wait %s, then try again.") % guesses.wait_in_words(wait),
        )
    try:
        code = setup_code()
    except OSError as error:
        raise Refusal(
            "folder",
            _("The code cannot be read here. Set the club up on the computer that serves it."),
        ) from error
    if not constant_time_compare(_signs(typed), _signs(code)):
        guesses.setup_missed(address)
        raise Refusal(
            "code", _("That is not the code. Look again, and type all 8 letters and digits.")
        )


def setup_code_forget() -> None:
    """Take the code away: there is a club now, and it opens nothing any more."""
    with suppress(OSError):
        _file().unlink()


def _file() -> Path:
    return Path(settings.DATA_DIR) / FILE


def _signs(typed: str) -> str:
    return "".join(sign for sign in typed.upper() if sign.isalnum())
