"""Who shares a medal before the last stage is closed, so that a play-off can still part them.

Once all results are in, that is known of everybody. While the last stage plays it is known of who
is out of it, or has played all there is: no result parts them, whichever place they come to share.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.awards.selectors.medals import GroupMedals, medals_of
from league.tournaments.awards.selectors.moved import award_in_words
from league.tournaments.awards.selectors.open_places import open_places
from league.tournaments.awards.selectors.place_why import TieWhy, ties_among
from league.tournaments.awards.selectors.winners import medals_corrected_at, moved_after_end
from league.tournaments.brackets.awards import MEDALS, Prize
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Place
from league.tournaments.courses import Loaded
from league.tournaments.entrants.selectors.divisions import in_division
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.undecided import undecided_drifts, undecided_people
from scoring.lists import all_of

from .level_people import LevelPerson, level_people


@dataclass(frozen=True)
class SharedMedal:
    """People of one division who share a medal: which, and the stage that ranks them level.

    `group` is the division's name, and so is `division`, but "" where there are none. `ties` are
    the tie-breaks that were tried. Of the first place of all, `medal` is "".
    """

    group: str
    medal: str
    stage: Stage
    people: tuple[LevelPerson, ...]
    ties: tuple[TieWhy, ...]
    division: str = ""

    @property
    def keys(self) -> frozenset[int]:
        """Their ids."""
        return frozenset(person.entrant.pk for person in self.people)

    @property
    def names(self) -> str:
        """Who they are, in a list."""
        return all_of(person.entrant.name for person in self.people)


def shared_medals(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each shared medal as things stand, division by division; two queries."""
    return tuple(_all_shared(snapshot))


def plays_off(tournament: Tournament) -> bool:
    """Whether a play-off is among the tie-breaks, so that it can decide between people."""
    return TieBreak.PLAY_OFF.value in tournament.tie_breaks


def level_first(snapshot: Loaded) -> SharedMedal | None:
    """Return who would share the first place of all if the last stage were closed now.

    Nobody where one division, whose medals say so, is all there is, or divisions play it apart.
    """
    stage = snapshot.current
    if stage is None or snapshot.following(stage) is not None:
        return None
    first = _first_of_all(snapshot) if closing_of(snapshot, stage).complete else ()
    if not first:
        return None
    keys = tuple(int(place.key) for place in first)
    return SharedMedal(
        group=_("All together"),
        medal="",
        stage=stage,
        people=level_people(snapshot, stage, keys),
        ties=ties_among(snapshot, keys, first[0].why),
    )


def _first_of_all(snapshot: Loaded) -> tuple[Place, ...]:
    """Return the places of those who share the first one of all as the results stand."""
    if not snapshot.begun or snapshot.begun[-1].by_division:
        return ()
    medals = medals_of(snapshot)
    divisions = sum(bool(group.places) for group in medals.groups) + bool(medals.outside)
    if divisions < 2 and snapshot.tournament.medals:
        return ()
    standing = places(snapshot.begun_courses())
    undecided = undecided_people(snapshot) | open_places(snapshot, standing)
    first = tuple(at for at in standing if at.place == 1 and at.key not in undecided)
    return first if len(first) > 1 else ()


@dataclass(frozen=True)
class SharedNow:
    """Who shares something as the results stand, in words; `open_words` of what is not known."""

    sentences: tuple[str, ...]
    open_words: str = ""


def shared_now(snapshot: Loaded) -> SharedNow:
    """Say who shares a medal or the first place of all, at any moment of the last stage or after.

    While the director decides after a correction, or who takes a seat, that is not known; nor of
    who plays in the last stage, until it is over.
    """
    stage = snapshot.current
    on = stage if stage is not None and not closing_of(snapshot, stage).complete else None
    until_then = (
        _("Until then nobody can say who is level for a medal or the first place.")
        if snapshot.tournament.medals
        else _("Until then nobody can say who is level for the first place.")
    )
    if undecided_drifts(snapshot):
        waits = _("You still have to decide.")
        return SharedNow((), f"{waits} {until_then}")
    groups = medals_of(snapshot).groups
    if any(group.unsure for group in groups):
        free = _("A seat is free, and the director decides who takes it.")
        return SharedNow((), f"{free} {until_then}")
    sentences = [
        in_division(
            tie.division, _("%(names)s share %(medal)s.") % {"names": tie.names, "medal": tie.medal}
        )
        for tie in _all_shared(snapshot)
        if tie.stage != on
    ]
    if on is not None:
        not_over = _("%s is not over.") % on.name
        return SharedNow(tuple(sentences), f"{not_over} {until_then}")
    if first := _first_of_all(snapshot):
        names = all_of(snapshot.entrants[int(place.key)].name for place in first)
        sentences.append(_("All together, %s share the first place.") % names)
    return SharedNow(tuple(sentences))


def shared_after_end(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each medal that a correction after the end lets people share, who could still play it off.

    Not one that they shared before. Nothing while the director decides about a correction. Four
    queries, else one.
    """
    tournament = snapshot.tournament
    if not plays_off(tournament):
        return ()
    if medals_corrected_at(tournament) is None or undecided_drifts(snapshot):
        return ()
    moved = moved_after_end(tournament)
    return tuple(
        tie
        for tie in _all_shared(snapshot)
        if any(person.entrant.pk in moved for person in tie.people)
    )


def ties_for_good(snapshot: Loaded) -> tuple[SharedMedal, ...]:
    """Each tie for a medal that no result can part while tables of the last stage still play.

    Only where a play-off can, and all of them are still here. Nothing before all tables of the game
    have begun: until then one of those who are level could take somebody's seat. Two queries.
    """
    stage = snapshot.current
    if stage is None or not plays_off(snapshot.tournament):
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
        division=group.division,
        medal=award_in_words(prize.value),
        stage=stage,
        people=level_people(snapshot, stage, keys),
        ties=ties_among(snapshot, keys, why),
    )
