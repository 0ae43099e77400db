"""What can count of somebody who goes away, when that was, and why it cannot be taken back."""

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded
from league.tournaments.models import Entrant, Stage
from league.tournaments.wording import left_words
from scoring.refusals import Refusal


def stages_of(snapshot: Loaded, entrant: Entrant) -> list[Stage]:
    """The stages that somebody has been in, the first first."""
    return [
        stage
        for stage in snapshot.begun
        if any(row.entrant_id == entrant.pk for row in snapshot.fields[stage.pk])
    ]


def when_left(snapshot: Loaded, entrant: Entrant) -> tuple[int | None, int]:
    """Return the number of the stage that somebody leaves now, and how many of its games are over.

    A game is over once the table is finished. The stage is None for who was never seated.
    """
    stages = stages_of(snapshot, entrant)
    if not stages:
        return None, 0
    stage = stages[-1]
    over = [
        number
        for (pk, number, _table), state in snapshot.tables.items()
        if pk == stage.pk and entrant.pk in state.seats and state.finished
    ]
    return stage.number, max(over, default=0)


def left_before_play(snapshot: Loaded, entrant: Entrant) -> bool:
    """Return whether somebody left a stage before sitting down to play there, if that is known.

    A stage that was taken back with all its tables is still to be played.
    Of a table whose paper alone came in nobody knows when it began; a rehearsal's is made up.
    """
    left_at = entrant.withdrawn_at
    stage = next((row for row in snapshot.stages if row.number == entrant.withdrawn_stage), None)
    if stage is None or left_at is None or entrant.withdrawn_games:
        return False
    if stage not in snapshot.begun:
        return True
    for state in snapshot.tables_of(stage, 1):
        if entrant.pk not in state.seats or not state.begun:
            continue
        began_at = state.game.started_at if state.game else state.row.on_paper_at
        if began_at is None:
            return snapshot.tournament.rehearsal_of_id is not None
        return began_at > left_at
    return True


def has_earned(snapshot: Loaded, entrant: Entrant) -> bool | None:
    """Return whether somebody who left has come to a place that could be kept; None for not yet.

    At tables it takes a total, which a sheet may still bring unless this one left before it began.
    A tablet's sheet at which two or more play on says that this one left, and brings none.
    """
    stages = stages_of(snapshot, entrant)
    if len(stages) != 1 or stages[0].kind != Stage.Kind.TABLES:
        return bool(stages)
    own = [
        state
        for (pk, _number, _table), state in snapshot.tables.items()
        if pk == stages[0].pk and entrant.pk in state.seats
    ]
    totals = [line for state in own for line in state.lines if line.key == entrant.pk]
    if any(line.total is not None for line in totals):
        return True
    away = {pk for pk, other in snapshot.entrants.items() if other.withdrawn_at is not None}
    may_bring = any(
        not state.finished and (state.game is None or len({*state.seats} - away) < 2)
        for state in own
    )
    return None if may_bring and not left_before_play(snapshot, entrant) else False


def left_in_words(snapshot: Loaded, entrant: Entrant, *, publicly: bool = False) -> str:
    """How and when somebody went away, and what counts, "" for who did not; see `left_words`."""
    if entrant.withdrawn_at is None:
        return ""
    seated = entrant.withdrawn_stage is None and any(
        row.entrant_id == entrant.pk for rows in snapshot.fields.values() for row in rows
    )
    return left_words(
        entrant,
        snapshot.stages,
        seated=seated,
        publicly=publicly,
        before_play=left_before_play(snapshot, entrant),
        awards=bool(snapshot.tournament.prizes),
        earned=has_earned(snapshot, entrant),
    )


def keeps_choices(snapshot: Loaded, entrant: Entrant, how: str) -> tuple[bool, ...]:
    """Return what a director can choose, the usual first: whether the place earned is kept.

    Nothing can be kept by who was never seated. A stage that is closed stands as it is, for
    everybody but who is disqualified.
    """
    stages = stages_of(snapshot, entrant)
    if not stages:
        return (False,)
    disqualified = how == Entrant.Leaving.DISQUALIFIED
    if all(stage.closed_at for stage in stages) and not disqualified:
        return (True,)
    came = how != Entrant.Leaving.NO_SHOW or any(stage.closed_at for stage in stages)
    return (True, False) if came and not disqualified else (False, True)


def check_can_return(snapshot: Loaded, entrant: Entrant) -> None:
    """Refuse to take back a leaving on which something rests since then."""
    if stop := what_stops_return(snapshot, entrant):
        raise stop[1]


def what_stops_return(snapshot: Loaded, entrant: Entrant) -> tuple[Stage, Refusal] | None:
    """Return why a leaving cannot be taken back, and in which stage that is; None where it can."""
    gone = entrant.withdrawn_at
    for stage in stages_of(snapshot, entrant):
        names = {"stage": stage.name, "name": entrant.name}
        if gone is None or (stage.closed_at and stage.closed_at < gone):
            continue
        if stage.closed_at:
            return stage, Refusal(
                "closed",
                _("%(stage)s was closed without %(name)s. Open it again first.") % names,
            )
        newest = snapshot.rounds[stage.pk][-1] if stage.pk in snapshot.rounds else None
        if stage.kind != Stage.Kind.TABLES and newest and newest.seated_at > gone:
            return stage, Refusal(
                "seated",
                _(
                    "In %(stage)s another game has been seated without %(name)s, and somebody "
                    "went on by walkover. So %(name)s cannot come back into it now."
                )
                % names,
            )
    return None
