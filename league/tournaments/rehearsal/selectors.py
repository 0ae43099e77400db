"""What the page of a rehearsal says: of the tournament, or of its copy."""

from dataclasses import dataclass

from league.tournaments.models import Entrant, Tournament

FEWEST = 2


@dataclass(frozen=True)
class RehearsalPage:
    """`people` is how many would play, `rehearsal` the copy that is there already, if any."""

    people: int
    rehearsal: Tournament | None

    @property
    def enough(self) -> bool:
        """Whether somebody can play."""
        return self.people >= FEWEST


def people_of(tournament: Tournament) -> list[Entrant]:
    """The entrants who are expected: accepted, and not gone. In the order of their numbers."""
    rows = tournament.entrants.filter(number__isnull=False, withdrawn_at=None)
    return list(rows.order_by("number"))


def rehearsal_page(tournament: Tournament) -> RehearsalPage:
    """What the page of a tournament that has not begun says about its rehearsal; two queries."""
    return RehearsalPage(len(people_of(tournament)), tournament.rehearsals.first())
