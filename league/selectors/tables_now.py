"""Where a table goes on now, in a tournament or on a game day; named in the setting TABLES_NOW."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from league.models import GameDay, StageRound, StageTable
from scoring.models import Club, Game

from .seating import seating_of

# A stage that nobody has closed since is not what the table is playing.
FRESH = timedelta(days=2)


def tournament_table(club: Club, number: int) -> str | None:
    """The table's place in the stage that is on: its sheet, or the page that starts its game.

    None where nobody sits there in the newest game of the stage, or its result is in.
    """
    row = (
        StageTable.objects.filter(
            number=number,
            round__seated_at__gt=timezone.now() - FRESH,
            round__stage__closed_at=None,
            round__stage__tournament__club=club,
            round__stage__tournament__cancelled_at=None,
        )
        .select_related("round__stage", "game")
        .order_by("-round__seated_at", "-pk")
        .first()
    )
    if row is None:
        return None
    seated = row.round
    later = StageRound.objects.filter(stage=seated.stage, number__gt=seated.number)
    if later.exists() or row.paper.exists():
        return None
    page = reverse("league:stage-table", args=[seated.stage.tournament_id, number])
    return _address(row.game, page)


def day_table(club: Club, number: int) -> str | None:
    """The table's place in the round of seating that is on today; None as with a tournament."""
    days = GameDay.objects.filter(club=club, date=timezone.localdate(), cancelled_at=None)
    for day in days.select_related("club"):
        seating = seating_of(day)
        tables = seating.tables(day.current_round)
        if number > len(tables) or not tables[number - 1]:
            continue
        page = reverse("league:table", args=[day.pk, number])
        if address := _address(seating.games.get((day.current_round, number)), page):
            return address
    return None


def _address(game: Game | None, page: str) -> str | None:
    """The running game's sheet; the page where it can be started; None once it is finished."""
    if game is None:
        return page
    return None if game.finished_at else reverse("scoring:sheet", args=[game.code])
