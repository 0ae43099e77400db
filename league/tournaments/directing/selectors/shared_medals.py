"""Who shares a medal before the last stage is closed, so that a play-off can still part them.

Once all results are in, that is known of everybody. While the last stage plays it is known of who
is out of it, or has played all there is: no result parts them, whichever place they come to share.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.awards.selectors.medals import MEDALS, GroupMedals, medals_of
from league.tournaments.awards.selectors.moved import award_in_words
from league.tournaments.awards.selectors.place_why import TieWhy, ties_among
from league.tournaments.awards.selectors.winners import medals_corrected_at
from league.tournaments.brackets.awards import Prize
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.lists import all_of

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

    @property
    def names(self) -> str:
        """Who they are, in a list."""
        return all_of(person.entrant.name for person in self.people)


def shared_medals(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each shared medal as things stand, division by division; two queries."""
    return tuple(_all_shared(snapshot))


def shared_after_end(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each medal that a correction after the end lets people share, who could still play it off.

    Nothing while the director decides about a correction. Three queries, else one.
    """
    tournament = snapshot.tournament
    if TieBreak.PLAY_OFF.value not in tournament.tie_breaks:
        return ()
    if medals_corrected_at(tournament) is None or drifts_of(snapshot):
        return ()
    return tuple(_all_shared(snapshot))


def ties_for_good(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each tie for a medal that no result can part while tables of the last stage still play.

    Only where a play-off can, and all of them are still here. Nothing before all tables of the game
    have begun: until then one of those who are level could take somebody's seat. Two queries.
    """
    stage = snapshot.current
    if stage is None or TieBreak.PLAY_OFF.value not in snapshot.tournament.tie_breaks:
        return ()
    if not snapshot.at_open_tables(stage) or snapshot.at_tables_to_begin(stage):
        return ()
    return tuple(_all_shared(snapshot, for_good=True))


def _all_shared(snapshot: Loaded, *, for_good: bool = False) -> Iterator[SharedMedal]:
    for group in medals_of(snapshot).groups:
        for prize in MEDALS:
            keys = group.sharing(prize)
            here = all(snapshot.entrants[key].withdrawn_at is None for key in keys)
            tied = here and frozenset[Key](keys) in group.certain_ties
            shared = _shared(snapshot, group, prize) if tied or not for_good else None
            if shared is not None:
                yield shared


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
        ties=ties_among(snapshot, keys, why),
    )
