"""Letting somebody go away, once the director has seen what that does."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.changes import tournament_open
from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.entrants.public import entrant_withdraw
from league.tournaments.models import Entrant
from scoring.accounts.authors import Author
from scoring.refusals import Refusal, Stale


@transaction.atomic
def entrant_leave(
    *, entrant: Entrant, author: Author, how: str, keeps: bool, reason: str, seen: str
) -> Entrant:
    """Note that somebody goes away; `seen` is the mark of the choice that the director saw.

    Raises `Refusal` as `entrant_withdraw` does, and `Stale` where that would now do something else.
    """
    tournament = tournament_open(entrant.tournament)
    entrant = Entrant.objects.get(pk=entrant.pk)
    if entrant.number is not None and entrant.withdrawn_at is None:
        if how not in Entrant.Leaving.values:
            raise Refusal("how", _("Say in which way %s leaves.") % entrant.name)
        if leaving_plan(loaded(tournament), entrant, how).mark_of(keeps=keeps) != seen:
            raise Stale(_("Something has changed since you looked. Look at what it does now."), [])
    return entrant_withdraw(entrant=entrant, author=author, reason=reason, how=how, keeps=keeps)
