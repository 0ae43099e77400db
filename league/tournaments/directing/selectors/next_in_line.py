"""Who comes next into a stage where a seat is free: by the order of the stage before."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain, takewhile

from django.utils.translation import gettext as _

from league.tournaments.brackets.advance import in_line
from league.tournaments.brackets.counting import counts
from league.tournaments.brackets.ranking import stage_places, table_places
from league.tournaments.brackets.values import Onward
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import substitutes_of
from league.tournaments.stages.selectors.stale_seats import Drift, seat_entries
from league.tournaments.wording import points_words


@dataclass(frozen=True)
class NextInLine:
    """Who could still come into a stage from the one before, as that stands; entrants' ids.

    `groups` are people who are level, the first first. `stood` says how each stood there.
    """

    earlier: Stage
    groups: tuple[tuple[int, ...], ...]
    stood: dict[int, str]

    @property
    def keys(self) -> tuple[int, ...]:
        """All of them, the first first."""
        return tuple(chain.from_iterable(self.groups))

    def first(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the first of at most so many, and those who are level for what is left then."""
        sure: list[int] = []
        for keys in self.groups:
            if len(sure) + len(keys) > number:
                return tuple(sure), keys if len(sure) < number else ()
            sure += keys
        return tuple(sure), ()

    def before(self, key: int) -> tuple[int, ...]:
        """Return who comes before somebody, all of them where that one is not in line."""
        ahead = takewhile(lambda keys: key not in keys, self.groups)
        return tuple(chain.from_iterable(ahead))


def next_in_line(snapshot: Loaded, earlier: Stage, able: Collection[int]) -> NextInLine | None:
    """Return who of those who are `able` comes next by a closed stage; None for nobody. No query.

    Who goes on where all do is in no line: there is nobody behind.
    """
    if earlier.onward == Onward.ALL:
        return None
    course, visitors = snapshot.courses[earlier.pk], snapshot.tournament.visitors_go_on
    groups = in_line(course, visitors, among=able)
    ids = tuple(tuple(map(int, keys)) for keys in groups)
    return NextInLine(earlier, ids, dict(_stood(snapshot, earlier))) if ids else None


def _stood(snapshot: Loaded, stage: Stage) -> Iterator[tuple[int, str]]:
    course = snapshot.courses[stage.pk]
    if stage.onward != Onward.TABLES:
        for place in stage_places(course):
            value = points_words(place.value)
            yield (
                int(place.key),
                _("place %(place)s, %(total)s") % {"place": place.place, "total": value},
            )
        return
    # What orders the line, such as an average where tables played unlike numbers of rounds.
    counted = counts(course)
    for table in course.rounds[0].tables:
        for place in table_places(course, course.rounds[0].number, table.number):
            details = {
                "table": table.number,
                "place": place.place,
                "total": points_words(counted[place.key].value),
            }
            yield (
                int(place.key),
                _("table %(table)d, place %(place)s, %(total)s") % details,
            )


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
