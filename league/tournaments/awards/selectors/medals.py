"""Who wins what: places, medals, ribbons and who qualifies, in each division as it stands."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from league.standings.results import Key
from league.tournaments.brackets.awards import Award, Prize, awards, qualified
from league.tournaments.brackets.certainty import (
    Now,
    certain_awards,
    certain_ties,
    now_of,
    place_bounds,
)
from league.tournaments.brackets.divisions import Group, Outside
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Place
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_name, merges_of
from league.tournaments.models import Entrant, Tournament
from league.tournaments.stages.selectors.stale_seats import certain_course, undecided_people

MEDALS = (Prize.GOLD, Prize.SILVER, Prize.BRONZE)


@dataclass(frozen=True)
class GroupMedals:
    """What is won in one division, or in divisions that were combined; keys are entrants' ids.

    `places` are those among its people alone, first place first, in which ties were parted among
    them alone; who has none stands last. `awards` and `qualified` are as things
    stand, which no page may show; what no result still to come can change is `certain_awards`,
    `certain_qualified` and `certain_places`. `certain_ties` share a place until the end, unless
    they play it off. Of `undecided` people nothing is certain: after a correction the director has
    still to decide who goes on. `reason` is why divisions were combined, "" where none were.
    """

    group: Group
    places: tuple[Place, ...]
    awards: tuple[Award, ...]
    qualified: frozenset[int]
    certain_awards: tuple[Award, ...] = ()
    certain_qualified: frozenset[int] = frozenset()
    certain_places: Mapping[Key, int] = field(default_factory=dict)
    certain_ties: frozenset[frozenset[Key]] = frozenset()
    reason: str = ""
    undecided: frozenset[int] = frozenset()

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
    def waits(self) -> bool:
        """Whether something is won here of which it is not certain yet by whom."""
        return len(self.certain_awards) < len(self.awards)

    @property
    def award_of(self) -> Mapping[Key, Award]:
        """What each one wins, by entrant's id."""
        return {award.key: award for award in self.awards}

    def sharing(self, prize: Prize) -> tuple[int, ...]:
        """The entrants who share this medal as things stand, by id; () where nobody does."""
        keys = [int(award.key) for award in self.awards if award.what is prize and award.shared]
        return tuple(keys) if len(keys) > 1 else ()

    @property
    def certain_award_of(self) -> Mapping[Key, Award]:
        """What each one wins for certain, by entrant's id."""
        return {award.key: award for award in self.certain_awards}


@dataclass(frozen=True)
class Medals:
    """All divisions, the youngest first, those with nobody too; and who falls in none, by why.

    `certain_places` are those in the whole field that no result still to come can change.
    """

    groups: tuple[GroupMedals, ...]
    outside: Mapping[Outside, tuple[Entrant, ...]]
    certain_places: Mapping[Key, int] = field(default_factory=dict)

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

    Two queries, and one more after a correction. Asked twice of the same rows it answers the same.
    """
    tournament, courses = loaded.tournament, loaded.begun_courses()
    grouped = entrants_by_group(tournament, players_of(loaded))
    reasons = {frozenset(row.divisions): row.reason for row in merges_of(tournament)}
    now, undecided = _now(loaded), _ids(undecided_people(loaded))
    medals = []
    for group in grouped.groups:
        members = grouped.members[group.key]
        standing = places(courses, among={member.pk for member in members}) if courses else ()
        visitors = {member.pk for member in members if member.visitor}
        disqualified = {member.pk for member in members if member.is_disqualified}
        barred = disqualified if tournament.visitors_win else visitors | disqualified
        given = awards(
            standing,
            medals=tournament.medals,
            ribbons=tournament.ribbons,
            barred=barred,
        )
        going = _ids(qualified(standing, visitors | disqualified, tournament.qualifiers))
        medals.append(
            GroupMedals(
                group,
                standing or tuple(Place(member.pk, None) for member in members),
                given,
                going,
                *(
                    (
                        tuple(award for award in given if award.key not in undecided),
                        going - undecided,
                        {},
                        frozenset(),
                    )
                    if loaded.is_over
                    else _certain(tournament, now, standing, barred, visitors | disqualified)
                ),
                reasons.get(frozenset(division.key for division in group.divisions), ""),
                undecided & {member.pk for member in members},
            )
        )
    everybody = _sure_places(now, places(courses)) if now else {}
    return Medals(tuple(medals), grouped.outside, everybody)


def _certain(
    tournament: Tournament,
    now: Now | None,
    standing: Sequence[Place],
    barred: Set[int],
    not_qualified: Set[int],
) -> tuple[tuple[Award, ...], frozenset[int], dict[Key, int], frozenset[frozenset[Key]]]:
    """Return the awards, the qualified, places and ties that no result to come can change.

    `barred` win no award, `not_qualified` do not go to the state.
    """
    if now is None:
        return (), frozenset(), {}, frozenset()
    won = certain_awards(
        place_bounds(now, standing, barred),
        medals=tournament.medals,
        ribbons=tournament.ribbons,
    )
    bounds = place_bounds(now, standing, not_qualified)
    going = _ids(key for key, (_best, worst) in bounds.items() if worst <= tournament.qualifiers)
    ties = frozenset(certain_ties(now, standing, barred))
    return won, going, _sure_places(now, standing), ties


def _sure_places(now: Now, standing: Sequence[Place]) -> dict[Key, int]:
    bounds = place_bounds(now, standing)
    return {key: best for key, (best, worst) in bounds.items() if best == worst}


def _now(loaded: Loaded) -> Now | None:
    """Return what bounds places in the stage that is on; None where none is."""
    stage = loaded.current
    if stage is None:
        return None
    following = loaded.following(stage)
    return now_of(
        certain_course(loaded, stage),
        len(loaded.begun),
        None if following is None else plan_of(following),
    )


def _ids(keys: Iterable[Key]) -> frozenset[int]:
    return frozenset(int(key) for key in keys)
