"""Who comes next into a stage where a seat is free, and what a correction makes of that."""

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.stale_seats import Drift


def free_seats(snapshot: Loaded, stage: Stage) -> dict[str, list[int]]:
    """Return whose seats in a stage's first game are free since they withdrew, by division."""
    free: dict[str, list[int]] = {}
    if round_now(snapshot, stage) != 1:
        return free
    for state in snapshot.tables_of(stage, 1):
        for pk in state.seats:
            if not state.begun and snapshot.entrants[pk].withdrawn_at is not None:
                free.setdefault(state.row.group, []).append(pk)
    return free


def better_claims(snapshot: Loaded, drift: Drift) -> list[str]:
    """Say who loses the own place by a correction and comes before who plays for one who left."""
    names = snapshot.entrants
    return [
        _("%(name)s now comes before %(plays)s, who plays for %(other)s.")
        % {
            "name": names[pk].name,
            "plays": names[row.plays].name,
            "other": names[row.instead_of].name,
        }
        for pk, row in drift.ahead
        if row.plays in drift.extra
    ]
