"""A seat that is for another one since a correction: who played in it goes on by own points now.

Somebody who had gone on withdrew, and who came next played instead. By a correction that one goes
on for the own points, so whoever comes next now plays in the place that was left.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.tournaments.stages.selectors.seat_log import substitutes_of
from league.tournaments.stages.selectors.stale_seats import Drift, seat_entries
from scoring.lists import listed
from scoring.names import one_stop

from .seat_changes import SeatFacts


@dataclass(frozen=True)
class FreedSeat:
    """The place of who `left`, for whom `owner` played, who goes on by own points now.

    `extra` is who should not have gone on and plays in the owner's place, and `due` are the first
    in line for the other one, several where they are level; ids are entrants'.
    """

    left: int
    owner: int
    extra: int
    due: tuple[int, ...]

    @property
    def swap(self) -> tuple[int, int] | None:
        """Who should play in whose place; None where that is right as it is, or to be chosen."""
        alone = len(self.due) == 1 and self.due != (self.extra,)
        return (self.due[0], self.extra) if alone else None


def freed_seats(facts: SeatFacts, drift: Drift) -> Iterator[FreedSeat]:
    """Yield these seats in the stage after a correction; no query."""
    snapshot = facts.snapshot
    left_by = {
        row.plays: row.instead_of
        for row in substitutes_of(snapshot, seat_entries(snapshot)).get(drift.following.pk, ())
        if snapshot.entrants[row.instead_of].withdrawn_at is not None
    }
    for owner, extra in drift.pairs.items():
        line = None
        if owner in left_by and extra in drift.extra:
            line = facts.line(facts.groups.get(left_by[owner], ""), also=[extra])
        if line is not None:
            yield FreedSeat(left_by[owner], owner, extra, line.groups[0])


def freed_words(facts: SeatFacts, freed: FreedSeat) -> str:
    """Say for whom that seat is now."""
    sentence = (
        _(
            "%(owner)s now goes on by points, so the place of %(left)s is for %(next)s, who comes "
            "next."
        )
        if len(freed.due) == 1
        else _(
            "%(owner)s now goes on by points, so the place of %(left)s is for one of these, who "
            "are level: %(next)s."
        )
    )
    names = facts.snapshot.entrants
    details = {
        "owner": names[freed.owner].name,
        "left": names[freed.left].name,
        "next": listed(names[pk].name for pk in freed.due),
    }
    return one_stop(sentence % details)
