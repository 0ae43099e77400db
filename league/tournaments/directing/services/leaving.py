"""Letting somebody go away, once the director has seen what that does, and come back.

A table that plays on a tablet is told of it on its sheet: that seat left without a place, so that
nobody asks for its points any more, and it leads nothing. The table cannot undo that. Of two alone
the sheet stays as it is, since somebody has to finish it; a notice there says that nothing more is
to be played.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.changes import tournament_lock, tournament_open
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.leaving import (
    leaving_plan,
    open_sheet,
    return_plan,
    seat_to_leave,
)
from league.tournaments.entrants.public import entrant_return, entrant_withdraw
from league.tournaments.models import Entrant, Tournament
from league.tournaments.stages.selectors.progress import closing_of
from scoring.accounts.authors import Author
from scoring.refusals import Refusal, Stale
from scoring.sheets.models import SheetEntry
from scoring.sheets.public import entry_undo, seat_leave

from .closing import stage_close, stage_reopen


@transaction.atomic
def entrant_leave(
    *, entrant: Entrant, author: Author, how: str, keeps: bool, reason: str, seen: str
) -> Entrant:
    """Note that somebody goes away; `seen` is the mark of the choice that the director saw.

    After the end somebody can still be disqualified. Raises `Refusal` as `entrant_withdraw` does,
    and `Stale` where that would now do something else.
    """
    tournament = tournament_lock(entrant.tournament)
    entrant = Entrant.objects.get(pk=entrant.pk)
    ended = tournament.ended_at is not None and tournament.cancelled_at is None
    after_end = ended and how == Entrant.Leaving.DISQUALIFIED and entrant.withdrawn_at is None
    if not after_end:
        tournament = tournament_open(tournament)
    if entrant.number is not None and entrant.withdrawn_at is None:
        if how not in Entrant.Leaving.values:
            raise Refusal("how", _("Say in which way %s leaves.") % entrant.name)
        if leaving_plan(loaded(tournament), entrant, how).mark_of(keeps=keeps) != seen:
            raise Stale(_("Something has changed since you looked. Look at what it does now."), [])
    if after_end:
        return _disqualify_after_end(tournament, entrant, author, reason, keeps=keeps)
    leaves = entrant.withdrawn_at is None
    left = entrant_withdraw(entrant=entrant, author=author, reason=reason, how=how, keeps=keeps)
    if leaves and (seat := seat_to_leave(left)):
        key = f"{_key(left)}{seat.sheet.revision}"
        seat_leave(
            game=seat.sheet.game,
            author=author,
            key=key,
            seat_id=seat.id,
            ranked=False,
            directed=True,
        )
    return left


def _disqualify_after_end(
    tournament: Tournament, entrant: Entrant, author: Author, reason: str, *, keeps: bool
) -> Entrant:
    """Disqualify somebody with the last stage open, and close it again: the log has all three."""
    stage = tournament.stages.filter(closed_at__isnull=False).latest("number")
    why = reason.strip() or _("%s is disqualified.") % entrant.name
    stage_reopen(tournament=tournament, stage=stage, author=author, reason=why)
    how = Entrant.Leaving.DISQUALIFIED
    left = entrant_withdraw(entrant=entrant, author=author, reason=reason, how=how, keeps=keeps)
    snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
    stage = next(own for own in snapshot.stages if own.pk == stage.pk)
    seen = closing_of(snapshot, stage).mark
    stage_close(tournament=snapshot.tournament, stage=stage, author=author, seen=seen)
    return left


@transaction.atomic
def entrant_back(*, entrant: Entrant, author: Author, seen: str | None = None) -> Entrant:
    """Take back that somebody went away, on the sheet too where nothing was written since.

    After more rounds without this one the table lets somebody come late instead. Unless `seen` is
    None, it is the mark of what the director saw. Raises `Refusal` as `entrant_return` does, and
    `Stale` where it would now change something else.
    """
    tournament = tournament_open(entrant.tournament)
    row = Entrant.objects.get(pk=entrant.pk)
    if seen is not None and row.withdrawn_at is not None:
        plan = return_plan(loaded(tournament), row)
        if plan.sentences and plan.mark != seen:
            raise Stale(_("Something has changed since you looked. Look at what it does now."), [])
    back = entrant_return(entrant=entrant, author=author)
    sheet = open_sheet(back)
    last = sheet.last_entry if sheet else None
    if sheet and last and last.kind == SheetEntry.Kind.LEAVE and last.key.startswith(_key(back)):
        entry_undo(game=sheet.game, author=author, key=f"back-{last.pk}", seen=last.pk)
    return back


def _key(entrant: Entrant) -> str:
    """What the key of the entry begins with that says on a sheet that somebody left."""
    return f"left-{entrant.pk}-"
