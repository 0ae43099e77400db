"""A correction of a round that was refused: what was typed is offered again, filled in.

It stays in the session, so that also another page of the same browser, or one without scripts, has
it once what stood in its way is done.
"""

from typing import Final

from django.http import HttpRequest, QueryDict

from scoring.sheets.models import Game
from scoring.sheets.selectors.sheet import RoundLine

KEY: Final = "refused correction"


def refused_keep(request: HttpRequest, game: Game, line: RoundLine) -> None:
    """Keep what was typed to correct a round, in place of any other that was kept."""
    request.session[KEY] = {
        "game": game.code,
        "round": line.number,
        "entry": line.entry.pk,
        "typed": request.POST.urlencode(),
    }


def refused_fields(request: HttpRequest, game: Game, line: RoundLine) -> dict[str, str]:
    """Return what was typed for a round, by field; nothing once the sheet says something else."""
    kept = request.session.get(KEY)
    entry = (game.code, line.number, line.entry.pk)
    if not kept or "anew" in request.GET or (kept["game"], kept["round"], kept["entry"]) != entry:
        return {}
    return QueryDict(kept["typed"]).dict()


def refused_drop(request: HttpRequest, game: Game) -> None:
    """Forget what was typed for a game."""
    if request.session.get(KEY, {}).get("game") == game.code:
        del request.session[KEY]
