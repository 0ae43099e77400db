"""Letting somebody play in another's seat from now on, while the other one leaves."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.seat_changes import TableChange
from league.tournaments.changes import tournament_open
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.selectors.take_overs import HOW, take_over
from league.tournaments.models import Tournament, TournamentEntry
from scoring.accounts.authors import Author
from scoring.refusals import Stale

from .leaving import entrant_leave
from .running import stage_on
from .seat_changes import seats_change


@transaction.atomic
def seat_take_over(
    *, tournament: Tournament, author: Author, change: TableChange, seen: str, reason: str = ""
) -> TournamentEntry:
    """Let `change.who` leave and `change.other` have the seat, as it was `seen`: both or neither.

    Answers the line of the seat; the log has one of who left, too. Raises what `take_over` and
    `seats_change` raise, and `Stale` where it would do something else by now.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    plan = take_over(snapshot, stage_on(snapshot), change)
    if plan.mark != seen:
        raise Stale(_("Something has changed since you looked. Look once more."), [])
    usual = leaving_plan(snapshot, plan.plan.who, HOW).choices[0]
    entrant_leave(
        entrant=snapshot.entrants[int(change.who)],
        author=author,
        how=HOW,
        keeps=usual.keeps,
        reason=reason,
        seen=usual.mark,
    )
    return seats_change(
        tournament=tournament, author=author, change=change, seen=None, reason=reason
    )
