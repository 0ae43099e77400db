"""Who shares a medal before the last stage is closed, so that a play-off can still part them."""

from dataclasses import dataclass

from league.tournaments.awards.selectors.medals import MEDALS, GroupMedals, medals_of
from league.tournaments.awards.selectors.moved import award_in_words
from league.tournaments.awards.selectors.place_why import TieWhy, ties_of
from league.tournaments.brackets.awards import Prize
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage

from .level_people import LevelPerson, level_people


@dataclass(frozen=True)
class SharedMedal:
    """People of one division who share a medal: which, and the stage that ranks them level.

    `ties` are the tie-breaks that were tried.
    """

    group: str
    medal: str
    stage: Stage
    people: tuple[LevelPerson, ...]
    ties: tuple[TieWhy, ...]


def shared_medals(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each shared medal as things stand, division by division; two queries."""
    return tuple(
        shared
        for group in medals_of(snapshot).groups
        for prize in MEDALS
        if (shared := _shared(snapshot, group, prize)) is not None
    )


def _shared(snapshot: Loaded, group: GroupMedals, prize: Prize) -> SharedMedal | None:
    keys = group.sharing(prize)
    stages = {place.stage for place in group.places if place.key in keys}
    if len(stages) != 1:
        return None
    number = stages.pop()
    if not 1 <= number <= len(snapshot.begun):
        return None
    stage = snapshot.begun[number - 1]
    why = next(place.why for place in group.places if place.key in keys)
    return SharedMedal(
        group=group.name,
        medal=award_in_words(prize.value),
        stage=stage,
        people=level_people(snapshot, stage, keys),
        ties=ties_of(snapshot, why),
    )
