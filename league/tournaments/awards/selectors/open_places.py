"""Whose place a choice of the director would still change, so that no page says it before.

Two things are asked of a director while people wait: who plays in a stage that was seated from
results that were corrected since, and who takes a seat that became free.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Onward, Place
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import closing_of, round_now
from league.tournaments.stages.selectors.stale_seats import Drift, drifts_of


def open_places(loaded: Loaded, listed: Sequence[Place]) -> frozenset[Key]:
    """Return those on a list of places whose number depends on what the director chooses.

    After the end nothing is left to choose but that all stays. At most one query.
    """
    if loaded.tournament.ended_at is not None:
        return frozenset()
    keys = {place.key for place in listed}
    of_drifts = (
        key for drift in drifts_of(loaded) for key in _of_drift(loaded, drift, listed, keys)
    )
    return frozenset((*of_drifts, *_of_free_seat(loaded, listed, keys)))


def _of_drift(
    loaded: Loaded, drift: Drift, listed: Sequence[Place], keys: set[Key]
) -> Iterator[Key]:
    """Yield whom the answer to one question moves, or moves up or down by one.

    In the stage after it all can be seated again while it is on, also without those who came there
    by the director's word. Later only the points that are carried into it can be put right.
    """
    if loaded.current == drift.following:
        people = drift.people | _moved_by_seating_again(loaded, drift)
        yield from _not_before(loaded, drift.stage, people, keys)
        number = loaded.begun.index(drift.following) + 1
        yield from (place.key for place in listed if place.stage == number)
    elif drift.carried:
        courses = dict(loaded.courses)
        course = courses[drift.following.pk]
        now = {change.entrant: change.now for change in drift.carried}
        field = tuple(
            replace(member, carried=now.get(int(member.key), member.carried))
            for member in course.field
        )
        courses[drift.following.pk] = replace(course, field=field)
        after = places([courses[stage.pk] for stage in loaded.begun], keys)
        numbers = {place.key: (place.place, place.shared) for place in after}
        yield from (
            place.key for place in listed if numbers[place.key] != (place.place, place.shared)
        )


def _moved_by_seating_again(loaded: Loaded, drift: Drift) -> frozenset[Key]:
    """Return who would come into a stage, or go from it, if it were seated again by the results."""
    try:
        advance = closing_of(loaded, drift.stage).advance
    except CaseError:
        return frozenset()
    if advance.level:
        return frozenset()
    there = {row.entrant_id for row in loaded.fields[drift.following.pk]}
    return frozenset[Key](there ^ {int(goer.key) for goer in advance.going})


def _of_free_seat(loaded: Loaded, listed: Sequence[Place], keys: set[Key]) -> Iterator[Key]:
    """Yield whom it moves that somebody who did not go on takes a seat that is free."""
    stage = loaded.current
    earlier = loaded.begun[-2] if stage is not None and len(loaded.begun) > 1 else None
    if stage is None or earlier is None or earlier.onward == Onward.ALL:
        return
    if not _has_free_seat(loaded, stage):
        return
    able = {
        place.key
        for place in listed
        if place.stage == len(loaded.begun) - 1
        and place.place is not None
        and loaded.entrants[int(place.key)].withdrawn_at is None
    }
    yield from able
    yield from _not_before(loaded, earlier, able, keys)


def _has_free_seat(loaded: Loaded, stage: Stage) -> bool:
    """Whether somebody has left a seat of a stage's first game, at a table that has not begun."""
    return round_now(loaded, stage) == 1 and any(
        loaded.entrants[pk].withdrawn_at is not None
        for state in loaded.tables_of(stage, 1)
        if not state.begun
        for pk in state.seats
    )


def _not_before(
    loaded: Loaded, stage: Stage, people: Collection[Key], keys: set[Key]
) -> Iterator[Key]:
    """Yield who did not go on from a stage and is not surely behind these `people` in it.

    One of them who plays in the next stage is before all others, and who does not stands where the
    stage says. So nothing changes for those who are behind all of them either way.
    """
    number = loaded.begun.index(stage) + 1
    later = {
        member.key for after in loaded.begun[number:] for member in loaded.courses[after.pk].field
    }
    standing = places([loaded.courses[begun.pk] for begun in loaded.begun[:number]], keys)
    order = {
        place.key: (-place.stage, place.place) for place in standing if place.place is not None
    }
    last = max((order[key] for key in people if key in order), default=None)
    for key, at in order.items():
        if last is not None and key not in later and at <= last:
            yield key
