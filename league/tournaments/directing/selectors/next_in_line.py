"""Who comes next into a stage where a seat is free: by the order of the stage before."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from league.tournaments.brackets.advance import in_line
from league.tournaments.brackets.ranking import stage_places, table_places
from league.tournaments.brackets.values import Onward
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now
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

    def first(self, number: int) -> tuple[int, ...]:
        """Return the first of so many; more where the last of them are level with others."""
        first: list[int] = []
        for keys in self.groups:
            if len(first) < number:
                first += keys
        return tuple(first)


def next_in_line(
    snapshot: Loaded, stage: Stage, leaving: frozenset[int] = frozenset()
) -> NextInLine | None:
    """Return who comes next into a stage that has begun; None for a first stage. No query.

    `leaving` are people who are about to withdraw. Who has withdrawn is not in the line.
    """
    before = [begun for begun in snapshot.begun if begun.number < stage.number]
    if not before or before[-1].onward == Onward.ALL:
        return None
    earlier = before[-1]
    gone = {pk for pk, row in snapshot.entrants.items() if row.withdrawn_at is not None}
    there = {row.entrant_id for row in snapshot.fields[stage.pk]}
    groups = in_line(
        snapshot.courses[earlier.pk],
        snapshot.tournament.visitors_go_on,
        without=gone | leaving | there,
    )
    ids = tuple(tuple(map(int, keys)) for keys in groups)
    return NextInLine(earlier, ids, dict(_stood(snapshot, earlier)))


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
    for table in course.rounds[0].tables:
        for place in table_places(course, course.rounds[0].number, table.number):
            details = {
                "table": table.number,
                "place": place.place,
                "total": points_words(place.value),
            }
            yield (
                int(place.key),
                _("table %(table)d, place %(place)s, %(total)s") % details,
            )


def free_seats(snapshot: Loaded, stage: Stage) -> tuple[int, ...]:
    """Return whose seats in a stage's first game are free since they withdrew, table by table."""
    if round_now(snapshot, stage) != 1:
        return ()
    return tuple(
        pk
        for state in snapshot.tables_of(stage, 1)
        if state.game is None and state.paper is None
        for pk in state.seats
        if snapshot.entrants[pk].withdrawn_at is not None
    )
