"""Who wins what: places, medals, ribbons and who qualifies, in each division as it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.standings.results import Key
from league.tournaments.brackets.awards import Award, awards, qualified
from league.tournaments.brackets.divisions import Group, Outside
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Place
from league.tournaments.courses import Loaded
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_name, merges_of
from league.tournaments.models import Entrant


@dataclass(frozen=True)
class GroupMedals:
    """What is won in one division, or in divisions that were combined; keys are entrants' ids.

    `places` are those among its people alone, first place first, in which ties were parted among
    them alone; who has none stands last. `reason` is why divisions were combined, "" where none
    were.
    """

    group: Group
    places: tuple[Place, ...]
    awards: tuple[Award, ...]
    qualified: frozenset[int]
    reason: str = ""

    @property
    def name(self) -> str:
        """The division's name for people."""
        return group_name(self.group)

    @property
    def combined(self) -> bool:
        """Whether it is more than one division."""
        return len(self.group.divisions) > 1

    @property
    def alone(self) -> bool:
        """Whether a single person competes in it, who wins whatever the total."""
        return len(self.places) == 1

    @property
    def award_of(self) -> Mapping[Key, Award]:
        """What each one wins, by entrant's id."""
        return {award.key: award for award in self.awards}


@dataclass(frozen=True)
class Medals:
    """All divisions, the youngest first, those with nobody too; and who falls in none, by why."""

    groups: tuple[GroupMedals, ...]
    outside: Mapping[Outside, tuple[Entrant, ...]]

    def group_of(self, entrant: int) -> GroupMedals | None:
        """The division somebody competes in; None for who falls in none."""
        for group in self.groups:
            if any(place.key == entrant for place in group.places):
                return group
        return None


def players_of(loaded: Loaded) -> tuple[Entrant, ...]:
    """Return who has played, withdrawn or not; before the first stage, who has not withdrawn."""
    keys = {member.key for course in loaded.courses.values() for member in course.field}
    return tuple(
        entrant
        for entrant in loaded.entrants.values()
        if (entrant.pk in keys if keys else entrant.withdrawn_at is None)
    )


def medals_of(loaded: Loaded) -> Medals:
    """What is won in each division as things stand; final once the tournament has ended.

    Two queries. Asked twice of the same rows it answers the same.
    """
    tournament, courses = loaded.tournament, loaded.begun_courses()
    grouped = entrants_by_group(tournament, players_of(loaded))
    reasons = {frozenset(row.divisions): row.reason for row in merges_of(tournament)}
    medals = []
    for group in grouped.groups:
        members = grouped.members[group.key]
        standing = places(courses, among={member.pk for member in members}) if courses else ()
        visitors = {member.pk for member in members if member.visitor}
        given = awards(
            standing,
            medals=tournament.medals,
            ribbons=tournament.ribbons,
            barred=() if tournament.visitors_win else visitors,
        )
        going = qualified(standing, visitors, tournament.qualifiers)
        medals.append(
            GroupMedals(
                group,
                standing or tuple(Place(member.pk, None) for member in members),
                given,
                _ids(going),
                reasons.get(frozenset(division.key for division in group.divisions), ""),
            )
        )
    return Medals(tuple(medals), grouped.outside)


def _ids(keys: Iterable[Key]) -> frozenset[int]:
    return frozenset(int(key) for key in keys)
