"""A correction of a paper that is refused until a later game's start or result is taken back.

What was typed stays in the session meanwhile, and is offered again, filled in.
"""

from typing import Final

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from league.tournaments.models import StageTable
from scoring.sheets.views.refused_corrections import refused_game

KEY: Final = "typed correction"

# Refusals after which something can be taken back, so that the same correction may be made.
TO_TAKE_BACK: Final = frozenset({"started", "starts", "seated"})


def correction_keep(request: HttpRequest, row: StageTable) -> None:
    """Keep what was typed to correct a table's paper, in place of any other that was kept."""
    newest, stage = row.paper_now, row.round.stage
    address = reverse("league:paper", args=[stage.tournament_id, row.number])
    request.session[KEY] = {
        "table": row.pk,
        "paper": newest.pk if newest else 0,
        "next": [stage.pk, row.round.number + 1],
        "address": f"{address}?stage={stage.number}&game={row.round.number}",
        "typed": request.POST.urlencode(),
    }


def kept_correction(request: HttpRequest, row: StageTable) -> QueryDict | None:
    """Return what was typed for a table; None without any, and once its result is another one."""
    kept, newest = request.session.get(KEY), row.paper_now
    if not kept or newest is None or [kept["table"], kept["paper"]] != [row.pk, newest.pk]:
        return None
    return QueryDict(kept["typed"])


def correction_drop(request: HttpRequest, row: StageTable) -> None:
    """Forget what was typed for a table."""
    if request.session.get(KEY, {}).get("table") == row.pk:
        del request.session[KEY]


def correction_address(request: HttpRequest, stage: int, game: int) -> str:
    """Return where what was typed is offered, once something of that game is taken back.

    `stage` is an id, `game` a number. "" where nothing was typed for the game before it. What was
    typed last on a tablet's sheet is offered there.
    """
    kept = request.session.get(KEY)
    if kept and kept["next"] == [stage, game]:
        address: str = kept["address"]
        return address
    code, address = refused_game(request)
    of_sheet = StageTable.objects.filter(
        game__code=code, round__stage=stage, round__number=game - 1
    )
    return address if code and of_sheet.exists() else ""
