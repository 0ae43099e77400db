"""What a tournament needs next while it has not begun."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.models import Tournament

# Fewer cannot play.
FEWEST = 2


@dataclass(frozen=True)
class Preparation:
    """How many entries are `waiting` for an answer, are `absent`, and are `here`."""

    tournament: Tournament
    waiting: int
    absent: int
    here: int

    @property
    def step(self) -> str:
        """What is next: enter, answer (who asked to enter), rehearse (on days before), check in.

        Or seat, once at least half of them are here.
        """
        if self.here >= max(FEWEST, self.absent):
            return "seat"
        if self.waiting and not self.here:
            return "answer"
        if not self.absent + self.here:
            return "enter"
        to_come = self.tournament.date > timezone.localdate()
        if to_come and not self.here and self.tournament.rehearsal_of_id is None:
            return "rehearse"
        return "check in"

    @property
    def words(self) -> str:
        """That in a sentence or two."""
        if self.step == "seat" and not self.absent:
            return _("All are here. Next: seat them. You can take that back.")
        if self.step == "seat":
            return (
                ngettext(
                    "%d is not here yet. Next: wait, or seat those who are here.",
                    "%d are not here yet. Next: wait, or seat those who are here.",
                    self.absent,
                )
                % self.absent
            )
        if self.step == "check in":
            return _("Next: check in who has come.")
        if self.step == "rehearse":
            day = date_format(self.tournament.date)
            return _("Next: rehearse the day, if you like. On %s, check in who comes.") % day
        if self.step == "answer":
            return _("Next: answer those who asked to enter.")
        return _("Next: bring in your list of people, or type their names.")


def preparation_of(tournament: Tournament) -> Preparation:
    """Return how far the preparation is; one query."""
    accepted = Q(number__isnull=False, withdrawn_at=None)
    counts = tournament.entrants.aggregate(
        waiting=Count("pk", filter=Q(number=None)),
        absent=Count("pk", filter=accepted & Q(checked_in_at=None)),
        here=Count("pk", filter=accepted & Q(checked_in_at__isnull=False)),
    )
    return Preparation(tournament, **counts)
