"""The black window of the Windows program: what it says, and that its last words can be read.

Django is not set up here: sentences are looked up in the site's catalogs, in the language that the
machine speaks.
"""

import gettext as catalogs
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from league.site import machine

LOCALE: Final = Path(__file__).resolve().parents[2] / "locale"


def gettext(sentence: str) -> str:
    """Return a sentence in the machine's language, where the site has one for it."""
    words = catalogs.translation("django", LOCALE, languages=machine.languages(), fallback=True)
    return words.gettext(sentence)


_ = gettext


@contextmanager
def left_open() -> Iterator[None]:
    """Wait for a key after a bad end, for Windows closes the window with its program."""
    try:
        yield
    except (SystemExit, Exception) as error:
        if isinstance(error, SystemExit) and not error.code:
            raise
        if not isinstance(error, SystemExit):
            traceback.print_exc()
        elif isinstance(error.code, str):
            print(error.code)
        if sys.stdin and sys.stdin.isatty():
            print("\n" + _("Press Enter to close this window."), flush=True)
            with suppress(EOFError, KeyboardInterrupt):
                input()
        sys.exit(1)
