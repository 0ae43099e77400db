"""The clock of the game that is on: starting, stopping, extra time, and time."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.changes import log_append, tournament_open
from league.tournaments.models import StageRound, StageTable, Tournament
from league.tournaments.wording import at_time
from scoring.accounts.authors import Author
from scoring.refusals import Refusal

MOST_MINUTES = 120


def _round_on(tournament: Tournament) -> StageRound:
    """The round of seating that is on; raises `Refusal` where none is."""
    row = (
        StageRound.objects.filter(stage__tournament=tournament, stage__closed_at=None)
        .select_related("stage")
        .order_by("-stage__number", "-number")
        .first()
    )
    if row is None:
        raise Refusal("none", _("No game is on, so there is no clock."))
    return row


def _log(tournament: Tournament, author: Author, text: str, row: StageRound) -> None:
    details = {"stage": row.stage_id, "round": row.number}
    log_append(tournament=tournament, author=author, kind="clock", text=text, details=details)


@transaction.atomic
def clock_run(*, tournament: Tournament, author: Author) -> StageRound:
    """Start the clock of the game that is on, or let it go on; one that runs keeps running."""
    tournament = tournament_open(tournament)
    row, now = _round_on(tournament), timezone.now()
    if row.time_at is not None:
        raise Refusal(
            "time",
            _("Time was called already, at %s, and the clock is stopped.") % at_time(row.time_at),
        )
    if row.started_at is None:
        row.started_at, sentence = now, _("The clock was started.")
    elif row.stopped_at is not None:
        row.stopped_seconds += _seconds(row.stopped_at, now)
        row.stopped_at, sentence = None, _("The clock went on.")
    else:
        return row
    row.save(update_fields=["started_at", "stopped_at", "stopped_seconds"])
    _log(tournament, author, sentence, row)
    return row


def _seconds(begin: datetime, end: datetime) -> int:
    return max(0, int((end - begin).total_seconds()))


@transaction.atomic
def clock_stop(*, tournament: Tournament, author: Author) -> StageRound:
    """Stop the clock for everybody; one that stands stays where it is."""
    tournament = tournament_open(tournament)
    row = _round_on(tournament)
    if row.started_at is None or row.time_at is not None:
        raise Refusal("clock", _("The clock does not run."))
    if row.stopped_at is None:
        row.stopped_at = timezone.now()
        row.save(update_fields=["stopped_at"])
        _log(tournament, author, _("The clock was stopped."), row)
    return row


def _table(row: StageRound, number: int) -> StageTable:
    table = StageTable.objects.filter(round=row, number=number).first()
    if table is None:
        raise Refusal("table", _("There is no table %d in this game.") % number)
    return table


@transaction.atomic
def table_extra(*, tournament: Tournament, author: Author, table: int, minutes: int) -> StageTable:
    """Give a table more minutes than the others; below 0 takes some of them back."""
    tournament = tournament_open(tournament)
    row = _round_on(tournament)
    stage_table = _table(row, table)
    if minutes == 0 or abs(minutes) > MOST_MINUTES:
        raise Refusal("minutes", _("Extra time is 1 to %d minutes.") % MOST_MINUTES)
    stage_table.extra_seconds = max(0, stage_table.extra_seconds + 60 * minutes)
    stage_table.save(update_fields=["extra_seconds"])
    total = stage_table.extra_seconds // 60
    sentence = ngettext(
        "Table %(table)d has %(total)d minute of extra time.",
        "Table %(table)d has %(total)d minutes of extra time.",
        total,
    ) % {"table": table, "total": total}
    _log(tournament, author, sentence, row)
    return stage_table


@transaction.atomic
def time_call(*, tournament: Tournament, author: Author, table: int = 0) -> StageRound:
    """Call time for the game that is on, or for one table of it; called twice, it is once.

    Tables with extra time have it still. What then happens at a table follows from its rules, and
    its sheet says it (`league.tournaments.directing.selectors.sheet_notices`).
    """
    tournament = tournament_open(tournament)
    row, now = _round_on(tournament), timezone.now()
    if table:
        stage_table = _table(row, table)
        if stage_table.time_at is None:
            stage_table.time_at = now
            stage_table.save(update_fields=["time_at"])
            _log(tournament, author, _("Time was called for table %d.") % table, row)
    elif row.time_at is None:
        row.time_at = now
        row.save(update_fields=["time_at"])
        _log(tournament, author, _("Time was called."), row)
    return row


@transaction.atomic
def time_undo(*, tournament: Tournament, author: Author, table: int = 0) -> StageRound:
    """Take back that time was called, for all or for one table."""
    tournament = tournament_open(tournament)
    row = _round_on(tournament)
    if table:
        StageTable.objects.filter(pk=_table(row, table).pk).update(time_at=None)
        sentence = _("Time for table %d was taken back.") % table
    else:
        row.time_at = None
        row.save(update_fields=["time_at"])
        sentence = _("Time was taken back.")
    _log(tournament, author, sentence, row)
    return row
