"""Who comes next into a stage where a seat is free, and what a correction makes of that."""

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.next_in_line import next_in_line
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import substitutes_of
from league.tournaments.stages.selectors.stale_seats import Drift, seat_entries


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
    """Say who loses the place by a correction and comes before who plays there for another.

    Only while that substitute's table has not begun, so that the director can still change it.
    """
    following = drift.following
    course, waits = snapshot.courses[following.pk], snapshot.at_tables_to_begin(following)
    groups = {member.key: member.group for member in course.field}
    words = []
    for row in substitutes_of(snapshot, seat_entries(snapshot)).get(following.pk, ()):
        for pk in drift.extra:
            if row.corrects or row.plays not in waits or groups.get(pk) != groups[row.plays]:
                continue
            line = next_in_line(snapshot, drift.stage, {pk, row.plays})
            if line and line.first(1)[0] == (pk,):
                names = {
                    "name": snapshot.entrants[pk].name,
                    "plays": snapshot.entrants[row.plays].name,
                    "other": snapshot.entrants[row.instead_of].name,
                }
                sentence = _(
                    "%(name)s now comes before %(plays)s, who plays for %(other)s. You can then "
                    "let %(name)s play instead of %(plays)s."
                )
                words.append(sentence % names)
    return words
