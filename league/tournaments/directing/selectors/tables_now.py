"""Where a table goes on now in a tournament; named in the setting TABLES_NOW."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from league.tournaments.models import StageRound, StageTable
from scoring.accounts.models import Club
from scoring.sheets.selectors.table_home import address_at

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
            round__stage__tournament__rehearsal_of=None,
        )
        .select_related("round__stage", "game")
        .order_by("-round__seated_at", "-pk")
        .first()
    )
    if row is None:
        return None
    seated = row.round
    later = StageRound.objects.filter(stage=seated.stage, number__gt=seated.number)
    if later.exists() or row.paper_now:
        return None
    page = reverse("league:stage-table", args=[seated.stage.tournament_id, number])
    return address_at(row.game, page)
