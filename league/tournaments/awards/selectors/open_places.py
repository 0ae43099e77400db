"""Whose place a choice of the director would still change, so that no page says it before.

Two things are asked of a director while people wait: who plays in a stage that was seated from
results that were corrected since, and who takes a seat that became free.
"""

from collections.abc import Collection, Iterator, Sequence

from league.standings.results import Key
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Onward, Place
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.free_seats import has_free_seat
from league.tournaments.stages.selectors.stale_seats import Drift, free_anew, moved_anew
from league.tournaments.stages.selectors.undecided import undecided_drifts


def open_places(loaded: Loaded, listed: Sequence[Place]) -> frozenset[Key]:
    """Return those on a list of places whose number depends on what the director chooses.

    Also after the end the last stage can still be opened again. At most one query.
    """
    if not listed:
        return frozenset()
    keys = {place.key for place in listed}
    of_drifts = (
        key for drift in undecided_drifts(loaded) for key in _of_drift(loaded, drift, listed, keys)
    )
    return frozenset((*of_drifts, *_of_free_seat(loaded, listed, keys)))


def _of_drift(
    loaded: Loaded, drift: Drift, listed: Sequence[Place], keys: set[Key]
) -> Iterator[Key]:
    """Yield whom the answer to one question moves, or moves up or down by one.

    In the stage after it all can be seated again, also without those who came there by the
    director's word, and who comes later then follows from that. One that is closed is opened again
    for that.
    """
    number = loaded.begun.index(drift.following) + 1
    people = drift.people.union(*moved_anew(loaded, drift))
    if free_anew(loaded, drift):
        people |= _able(loaded, drift.stage, listed)
    yield from _not_before(loaded, drift.stage, people, keys)
    there = {
        place.key
        for place in listed
        if place.stage >= number
        # Who left without a place has none, whatever is chosen.
        if place.place is not None or loaded.entrants[int(place.key)].withdrawn_at is None
    }
    # Who is alone there of these, whoever comes, is before the others however it is played.
    if len(there | (people & keys)) > 1 or there & people:
        yield from there


def _of_free_seat(loaded: Loaded, listed: Sequence[Place], keys: set[Key]) -> Iterator[Key]:
    """Yield whom it moves that somebody takes a seat that is free, whom the director may choose.

    That can be everybody who has no seat there, also those who went home a stage before.
    """
    stage = loaded.current
    earlier = loaded.begun[-2] if stage is not None and len(loaded.begun) > 1 else None
    if stage is None or earlier is None or not has_free_seat(loaded, stage):
        return
    able = _able(loaded, earlier, listed)
    yield from able
    yield from _not_before(loaded, earlier, able, keys)


def _able(loaded: Loaded, stage: Stage, listed: Sequence[Place]) -> frozenset[Key]:
    """Return who may take a seat in the stage after this one: who has none there, and is here."""
    number = loaded.begun.index(stage) + 1
    return frozenset(
        place.key
        for place in listed
        if place.stage <= number
        and place.place is not None
        and stage.onward != Onward.ALL
        and loaded.entrants[int(place.key)].withdrawn_at is None
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
