"""Who comes next into a stage from the one before, by the order of that one."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.advance import in_line
from league.tournaments.brackets.counting import counts, who_may_go_on
from league.tournaments.brackets.ranking import stage_places, table_places
from league.tournaments.brackets.values import Onward
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.wording import points_words, standing_words
from scoring.lists import listed
from scoring.names import one_stop


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

    def next_words(self, snapshot: Loaded, number: int) -> Iterator[str]:
        """Say who comes next to so many seats, and who is level for what is left of them."""

        sure, level = ([snapshot.entrants[pk].name for pk in keys] for keys in self.first(number))
        if sure:
            yield next_words(self.earlier.name, sure)
        if level:
            yield level_words(self.earlier.name, level, after_others=bool(sure))

    def before(self, key: int) -> tuple[int, ...]:
        """Return who comes before somebody, all of them where that one is not in line."""
        ahead = takewhile(lambda keys: key not in keys, self.groups)
        return tuple(chain.from_iterable(ahead))


def next_words(stage: str, people: Sequence[str]) -> str:
    """Say who comes next in the order of a stage."""
    sentence = ngettext(
        "In the order of %(stage)s, this one comes next: %(people)s.",
        "In the order of %(stage)s, these come next: %(people)s.",
        len(people),
    )
    return one_stop(sentence % {"stage": stage, "people": listed(people)})


def level_words(stage: str, others: Sequence[str], *, after_others: bool) -> str:
    """Say who is level for a seat; `after_others`, that somebody comes before them."""
    sentence = (
        _("Then come %(others)s, who are level. You choose.")
        if after_others
        else _("In the order of %(stage)s, %(others)s come next and are level. You choose.")
    )
    return sentence % {"stage": stage, "others": listed(others)}


def able_to_come(snapshot: Loaded, inside: Collection[int]) -> set[int]:
    """Return who came, has not withdrawn and is known by name, but for those `inside` a stage."""
    return {
        pk
        for pk, entrant in snapshot.entrants.items()
        if entrant.checked_in_at is not None
        and entrant.withdrawn_at is None
        and entrant.player_id is not None
        and pk not in inside
    }


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
            yield int(place.key), standing_words(place)
        return
    # What orders the line, such as an average where tables played unlike numbers of rounds.
    counted = counts(course)
    able = who_may_go_on(course.field, snapshot.tournament.visitors_go_on)
    for table in course.rounds[0].tables:
        at_table = table_places(course, course.rounds[0].number, table.number)
        for place in at_table:
            passed = [
                other
                for other in at_table
                if other.place and place.place and other.place < place.place
                if other.key not in able
            ]
            details = {
                "table": table.number,
                "place": place.place and place.place - len(passed),
                "total": points_words(counted[place.key].value),
            }
            if not passed:
                sentence = _("table %(table)d, place %(place)s, %(total)s")
            elif all(course.member_of[other.key].out for other in passed):
                sentence = _("table %(table)d, place %(place)s of those who stay, %(total)s")
            else:
                sentence = _("table %(table)d, place %(place)s of those who can go on, %(total)s")
            yield int(place.key), sentence % details
