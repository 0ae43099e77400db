"""Who comes after the others of a stage whatever the points say: who was not in all its games."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.brackets.ranking import missed_for_good, without_a_total
from league.tournaments.courses import Loaded, kept_with_snapshot


class Behind(StrEnum):
    """Why somebody who is still in comes after those who finished a stage."""

    LEFT = "left"
    MISSED = "missed"

    @property
    def words(self) -> str:
        """Say it beside a place, in lower case."""
        return _("did not play all games") if self is Behind.MISSED else _("left a table early")


@kept_with_snapshot
def behind_others(loaded: Loaded) -> Mapping[int, Mapping[Key, Behind]]:
    """Return who has no total of some game of a stage and has not left, by the stage from 1.

    What a sheet says of a game that still plays is not the last word. Who came in later, or gave
    the seat to somebody else, has left no table, and may have no result at all yet.
    """
    behind = {}
    for number, stage in enumerate(loaded.begun, 1):
        course = loaded.settled_course(stage)
        missed = missed_for_good(course)
        left = without_a_total(course, course.field)
        behind[number] = dict.fromkeys(left, Behind.LEFT)
        behind[number] |= dict.fromkeys(missed - course.out, Behind.MISSED)
    return behind
