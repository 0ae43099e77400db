"""Whether too few would go on from a stage: nobody plays alone, so it could not be closed."""

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.tournaments.brackets.certainty import onwards
from league.tournaments.brackets.values import Cut
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.models import Stage

from .progress import Closing, closing_of
from .undecided import certain_course


def sends_few(snapshot: Loaded, stage: Stage) -> bool:
    """Whether a stage is on, and fewer than two have a place in the next, whatever comes."""
    current = snapshot.current
    if current is None or current.pk != stage.pk:
        return False
    following, closing = snapshot.following(current), closing_of(snapshot, current)
    if closing.ready or following is None:
        return closing.few
    if current.cut == Cut.POINTS:
        # How many go on by their points is known at the end.
        return False
    try:
        plan, visitors = plan_of(following), snapshot.tournament.visitors_go_on
        sure = onwards(certain_course(snapshot, current), plan, visitors)
    except CaseError:
        return False
    return sure.places == 1


def few_in_words(snapshot: Loaded, closing: Closing) -> str:
    """Say that too few would go on for the stage to be closed, and what to do; "" for enough."""
    if not closing.few or closing.following is None:
        return ""
    following = closing.following.name
    if not closing.field:
        return _("Nobody would go on to %s. Remove that stage, or change who goes on to it.") % (
            following
        )
    return _(
        "%(name)s alone would go on to %(next)s, and nobody plays alone. Remove that stage, or "
        "change who goes on to it."
    ) % {"name": snapshot.entrants[int(closing.field[0].key)].name, "next": following}
