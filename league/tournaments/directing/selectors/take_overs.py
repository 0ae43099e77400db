"""Somebody plays in another's seat from now on: the other one leaves, in one go, said before."""

import hashlib
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.courses import Loaded, with_entrant
from league.tournaments.entrants.selectors.leaving import keeps_choices
from league.tournaments.models import Entrant, Stage
from scoring.refusals import Refusal

from .leaving import as_left, own_words
from .outcome import changes, outcome_of
from .seat_changes import SeatChangePlan, seat_change_plan, seat_facts
from .seat_places import lost_places, with_change

HOW = Entrant.Leaving.WITHDREW


@dataclass(frozen=True)
class TakeOver:
    """A seat that is taken over: its `plan` once the other one has left, and what that does.

    Of who leaves counts what is usual. `mark` is equal for the same seats and sentences.
    """

    plan: SeatChangePlan
    sentences: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What the director has to have seen for it to be done."""
        return hashlib.sha256(repr((self.plan.mark, self.sentences)).encode()).hexdigest()[:32]


def take_over(snapshot: Loaded, stage: Stage, change: TableChange) -> TakeOver:
    """Return what it would do; raises `Refusal` where who leaves has left, or the seat stays."""
    entrant = snapshot.entrants.get(int(change.who))
    if change.deed is not SeatDeed.REPLACE or entrant is None or entrant.withdrawn_at is not None:
        raise Refusal("left", _("Choose somebody who has not left yet."))
    keeps = keeps_choices(snapshot, entrant, HOW)[0]
    left = as_left(snapshot, entrant, HOW, keeps=keeps)
    away = with_entrant(snapshot, left)
    plan = seat_change_plan(seat_facts(away, stage), change)
    after = with_change(plan)
    was, now = outcome_of(snapshot), outcome_of(after)
    moved = [
        sentence for consequence in changes(after, was, now) for sentence in consequence.sentences
    ]
    lost = lost_places(after, stage, was, now)
    # Nobody writes down a total for who leaves: another one has the seat.
    own = own_words(replace(away, tables=after.tables), left)
    return TakeOver(plan, tuple(dict.fromkeys((*plan.sentences, *own, *lost, *moved))))
