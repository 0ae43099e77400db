"""What others tell a table on its sheet, such as how long it may still play.

Scoring does not know which apps have notices. They are named in the setting SHEET_NOTICES: dotted
paths of functions that take a game and answer its notices, at every look at the sheet.
"""

import hashlib

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from scoring.accounts.models import Club
from scoring.accounts.shown_names import names_shortened
from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import Sheet
from scoring.sheets.selectors.time_limit import limit_notices
from scoring.values import Notice


def notices_of(game: Game) -> tuple[Notice, ...]:
    """Return what the game's sheet says at this moment besides its entries."""
    others = (notice for path in settings.SHEET_NOTICES for notice in import_string(path)(game))
    return (*limit_notices(game), *others)


def start_notices(club: Club) -> tuple[Notice, ...]:
    """Return what is said to somebody in the club who is about to start a game by itself."""
    paths = settings.START_NOTICES
    return tuple(notice for path in paths for notice in import_string(path)(club))


def unchecked_notices(sheet: Sheet) -> tuple[Notice, ...]:
    """Return a warning for each round in force whose faults nobody at the table was shown.

    Such a round was recorded without a network, before the tablet could check it. The warning goes
    once the round is corrected, or its numbers are confirmed by a correction. Costs no query.

    The faults were written with whole names, so there is none where names are shortened.
    """
    if names_shortened():
        return ()
    sentence = _("Round %(number)s was recorded without the network and not checked: %(faults)s")
    return tuple(
        Notice(
            sentence
            % {
                "number": line.number,
                "faults": " ".join(fault["text"] for fault in line.entry.details["faults"]),
            },
            kind="warning",
            label=_("Correct round %(number)s") % {"number": line.number},
            # A game that is over is opened again first.
            page=""
            if sheet.finished
            else reverse("scoring:round-correct", args=[sheet.game.code, line.number]),
        )
        for line in sheet.rounds
        if line.entry.details.get("unasked") and line.entry.details.get("faults")
    )


def look_mark(revision: int, notices: tuple[Notice, ...], beside: str = "") -> str:
    """Equal for looks at a sheet that show the same.

    That is its newest entry's number, the notices, and what stands `beside` its entries.
    """
    if not notices and not beside:
        return str(revision)
    digest = hashlib.sha256(f"{notices!r}{beside}".encode()).hexdigest()[:16]
    return f"{revision}-{digest}"


def beside_entries(game: Game) -> str:
    """Return what a sheet shows and no entry says: names, and what was settled; one query."""
    shown = ("seats__player__name", "disputes__settled_at", "disputes__decisions")
    rows = Game.objects.filter(pk=game.pk).order_by(*shown).values_list(*shown)
    return repr([*rows, game.taken_back_at, game.table_number])
