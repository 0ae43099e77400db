"""What others tell a table on its sheet, such as how long it may still play.

Scoring does not know which apps have notices. They are named in the setting SHEET_NOTICES: dotted
paths of functions that take a game and answer its notices, at every look at the sheet.
"""

import hashlib

from django.conf import settings
from django.utils.module_loading import import_string

from scoring.sheets.models import Game
from scoring.values import Notice


def notices_of(game: Game) -> tuple[Notice, ...]:
    """Return what the game's sheet says at this moment besides its entries."""
    return tuple(notice for path in settings.SHEET_NOTICES for notice in import_string(path)(game))


def look_mark(revision: int, notices: tuple[Notice, ...]) -> str:
    """Equal for looks at a sheet that show the same: its newest entry's number, and the notices."""
    if not notices:
        return str(revision)
    digest = hashlib.sha256(repr(notices).encode()).hexdigest()[:16]
    return f"{revision}-{digest}"
