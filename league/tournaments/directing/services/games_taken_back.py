"""Taking back games of an elimination that were played by who had not won the game before."""

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.changes import log_append
from league.tournaments.courses import Loaded, TableState
from league.tournaments.models import PaperResult, Parting, StageRound, StageTable, Tournament
from league.tournaments.stages.selectors.seat_log import DETACHED
from league.tournaments.wording import totals_in_words
from scoring.accounts.authors import Author
from scoring.sheets.public import game_take_back


def games_take_back(
    snapshot: Loaded, tables: Sequence[TableState], rounds: Sequence[StageRound], author: Author
) -> tuple[str, ...]:
    """Let these tables not have begun, take the seats of these rounds back, and say what goes.

    Tablets' sheets stay readable and count no longer; what paper said stands in the log. A tie
    that was broken at these tables is played again. Within the tournament's lock.
    """
    away = {row.pk for row in rounds}
    unseated = [state for state in snapshot.tables.values() if state.row.round_id in away]
    unseated.sort(key=lambda state: (state.row.round.number, state.row.number))
    begun = [state for state in (*tables, *unseated) if state.begun]
    reason = _("The game before it is corrected.")
    for state in begun:
        if state.game is not None and not state.is_written:
            game_take_back(game=state.game)
    games_detach(snapshot.tournament, begun, author, reason)
    _undo_partings(begun)
    for state in tables:
        _begin_anew(state, author, reason)
    StageRound.objects.filter(pk__in=away).delete()
    for row in rounds:
        log_append(
            tournament=snapshot.tournament,
            author=author,
            kind="unseat",
            text=_("%(stage)s: the seats of game %(number)d were taken back.")
            % {"stage": row.stage.name, "number": row.number},
            reason=reason,
            details={"stage": row.stage_id, "round": row.number},
        )
    seats = (_("The seats of game %d are taken back.") % row.number for row in rounds)
    return (*(_gone_words(snapshot, state) for state in begun), *seats)


def games_detach(
    tournament: Tournament, states: Iterable[TableState], author: Author, reason: str
) -> None:
    """Keep in the log what was played at tables that are about to be taken away."""
    for state in states:
        if state.game is None and state.paper is None:
            continue
        lines = [[line.key, line.total, line.outs, line.lowest_round] for line in state.lines]
        log_append(
            tournament=tournament,
            author=author,
            kind=DETACHED,
            text=_("What was played at table %d no longer counts.") % state.row.number,
            reason=reason,
            details={
                "game": state.row.game_id,
                "code": state.game.code if state.game else "",
                "stage": state.row.round.stage_id,
                "round": state.row.round.number,
                "seats": list(state.seats),
                "lines": lines,
            },
        )


def _gone_words(snapshot: Loaded, state: TableState) -> str:
    details = {"table": state.row.number, "game": state.row.round.number}
    if not state.is_written:
        return _("The start of table %(table)d of game %(game)d is taken back.") % details
    totals = [(line.key, line.total) for line in state.lines]
    return _("What was played at table %(table)d of game %(game)d no longer counts: %(lines)s.") % {
        **details,
        "lines": totals_in_words(snapshot.entrants, totals),
    }


def _begin_anew(state: TableState, author: Author, reason: str) -> None:
    """Let a table that keeps its place in the bracket wait for its game."""
    if state.paper is not None:
        PaperResult.objects.create(
            table=state.row,
            lines=[],
            reason=reason,
            author=author.name,
            user=author.user,
            recorded_at=timezone.now(),
        )
    StageTable.objects.filter(pk=state.row.pk).update(
        game=None, on_paper_at=None, extra_seconds=0, time_at=None
    )


def _undo_partings(states: Iterable[TableState]) -> None:
    """Let no play-off or lots of these tables' people count that came after they were seated."""
    for state in states:
        at = state.row.round
        since = Parting.objects.filter(
            stage=at.stage_id, undone_at=None, recorded_at__gte=at.seated_at
        )
        for parting in since:
            if {pk for pk, _points in parting.numbers} == set(state.seats):
                parting.undone_at = timezone.now()
                parting.save(update_fields=["undone_at"])
