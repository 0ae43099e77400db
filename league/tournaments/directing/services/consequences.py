"""What writing on a sheet would change in the tournament that its table plays in."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.tournaments.changes import log_append
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.outcome import (
    changes_if_kept,
    moved_between,
    outcome_of,
    result_changes,
)
from league.tournaments.models import Stage, StageTable
from league.tournaments.wording import table_in_words
from scoring.accounts.authors import Author
from scoring.sheets.models import Game, SheetEntry
from scoring.values import Consequence

from .seats_of_game import Followed, seats_follow, with_seats

Tell = Callable[[], list[Consequence]]


def foresee(game: Game) -> Tell:
    """What tells, after the game's sheet was written on, what that changes in its tournament.

    To be called under the game's lock, before the writing and in its transaction. A game of no
    tournament changes nothing. The work does not grow with the tournament's other sheets that are
    kept as tallies.

    Where somebody's place or medal moves after the end, the director's log says so too; it is taken
    back with the writing where that is not agreed to.
    """
    table = StageTable.objects.filter(game=game).select_related("round__stage__tournament").first()
    if table is None:
        return list
    tournament = table.round.stage.tournament
    was = loaded(tournament)
    before = outcome_of(was)

    def tell() -> list[Consequence]:
        snapshot = loaded(tournament)
        follow = Followed()
        if table.round.stage.kind != Stage.Kind.TABLES:
            entry = SheetEntry.objects.select_related("user").filter(game=game).latest("number")
            author = Author(entry.author, entry.user)
            follow = seats_follow(was, snapshot, table, author)
        snapshot = loaded(tournament) if follow.any else snapshot
        after = outcome_of(snapshot)
        consequences = list(with_seats(result_changes(snapshot, before, after), follow))
        was_all, now_all = ((that.standings, that.together) for that in (before, after))
        if tournament.ended_at is not None and was_all != now_all:
            details = moved_between(tournament, before, after)
            _log(table, consequences, details)
        return [*consequences, *changes_if_kept(snapshot, before, after)]

    return tell


def _log(table: StageTable, consequences: list[Consequence], moved: Mapping[str, Any]) -> None:
    entry = (
        SheetEntry.objects.select_related("user")
        .filter(game=table.game_id, supersedes__isnull=False)
        .latest("number")
    )
    sentences = " ".join(
        sentence for consequence in consequences for sentence in consequence.sentences
    )
    log_append(
        tournament=table.round.stage.tournament,
        author=Author(entry.author, entry.user),
        kind="sheet",
        text=_("%(where)s on its sheet corrected: %(changes)s")
        % {"where": table_in_words(table), "changes": sentences},
        reason=entry.reason,
        details={"table": table.pk, "game": table.game_id, **moved},
    )
