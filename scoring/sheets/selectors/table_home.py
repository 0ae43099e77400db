"""Where a tablet of one table goes on: what is played there now, or waits to be started.

Scoring does not know of game days and tournaments. Who seats people at tables is named in the
setting TABLES_NOW: dotted paths of functions that take a club and a table's number and answer the
address at which that table goes on, or None. The first that answers one counts.
"""

from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string

from scoring.accounts.models import Club
from scoring.sheets.models import Game

# An older game that nobody has finished is not what the table is playing.
FRESH = timedelta(days=1)


def table_address(club: Club, number: int) -> str | None:
    """The address at which that table goes on now, None where nothing is played there."""
    for path in settings.TABLES_NOW:
        address: str | None = import_string(path)(club, number)
        if address:
            return address
    game = (
        Game.objects.filter(
            club=club,
            table_number=number,
            finished_at=None,
            started_at__gt=timezone.now() - FRESH,
        )
        .order_by("-started_at")
        .first()
    )
    return reverse("scoring:sheet", args=[game.code]) if game else None


def address_at(game: Game | None, page: str) -> str | None:
    """The running game's sheet; the page where it can be started; None once it is finished."""
    if game is None:
        return page
    return None if game.finished_at else reverse("scoring:sheet", args=[game.code])
