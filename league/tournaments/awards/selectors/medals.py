"""Who wins what: places, medals, ribbons and who qualifies, in each division as it stands."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.brackets.awards import Award, Prize, awards, qualified
from league.tournaments.brackets.certainty import of_division
from league.tournaments.brackets.divisions import Group, Outside
from league.tournaments.brackets.place_bounds import (
    Now,
    certain_awards,
    certain_ties,
    now_of,
    place_bounds,
    place_bounds_among,
)
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Place, StageCourse
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_name, merges_of
from league.tournaments.models import Entrant, Tournament
from league.tournaments.stages.selectors.undecided import certain_course, undecided_people

from .open_places import open_places


@dataclass(frozen=True)
class GroupMedals:
    """What is won in one division, or in divisions that were combined; keys are entrants' ids.

    `places` are those among its people alone, first place first, in which ties were parted among
    them alone; who has none stands last. `awards` and `qualified` are as things
    stand, which no page may show; what no result still to come can change is `certain_awards`,
    `certain_qualified` and `certain_places`. `certain_ties` share a place until the end, unless
    they play it off. Of `undecided` people nothing is certain: after a correction the director has
    still to decide who goes on. Nor is it, after the end, of whom that decision could give another
    place (`unsure`). `reason` is why divisions were combined, "" where none were.
    Something is not certain because of whom it is `unknown` whether they compete here. After the
    end, they could still change the places from `open_from` on (0: none); before it, `places_wait`
    says that a place is not certain because of them.
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
    unsure: frozenset[int] = frozenset()
    unknown: tuple[int, ...] = ()
    open_from: int = 0
    places_wait: bool = False

    @property
    def open_words(self) -> str:
        """Which places an unknown division can still change; "" for none."""
        if self.places_wait:
            return _(
                "The division of somebody is not known yet. Until it is, not all places are "
                "certain."
            )
        if not self.open_from:
            return ""
        return _(
            "The division of somebody is not known yet. Until it is, places from %(place)d on "
            "can still change."
        ) % {"place": self.open_from}

    def is_open(self, place: Place) -> bool:
        """Whether a place of this list can still change by that."""
        return 0 < self.open_from <= (place.place or 0)

    def competes(self, entrant: int) -> bool:
        """Whether somebody competes in this division."""
        return any(place.key == entrant for place in self.places)

    @property
    def name(self) -> str:
        """The division's name for people."""
        return group_name(self.group)

    @property
    def division(self) -> str:
        """The same beside what somebody has: "" where there are no divisions."""
        return "" if self.group.is_everybody else self.name

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
            if group.competes(entrant):
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
    undecided, stage = _ids(undecided_people(loaded)), loaded.current
    course = None if stage is None else certain_course(loaded, stage)
    medals = []
    for group in grouped.groups:
        reason = reasons.get(frozenset(division.key for division in group.divisions), "")
        if not grouped.members[group.key]:
            medals.append(GroupMedals(group, (), (), frozenset(), reason=reason))
            continue
        field = _Field(tournament, grouped.members[group.key], grouped.possible[group.key])
        standing = field.standing(courses)
        unsure = _ids(open_places(loaded, standing)) if loaded.is_over else frozenset[int]()
        won = (
            _final(field, courses, undecided | unsure)
            if loaded.is_over
            else _certain(
                field,
                _now(loaded, course and of_division(course, group.key, field.people)),
                standing,
                field.standing_with_unknown(courses),
            )
        )
        medals.append(
            GroupMedals(
                group,
                standing or tuple(Place(member.pk, None) for member in field.members),
                field.awards(standing),
                field.qualified(standing),
                certain_awards=won.awards,
                certain_qualified=won.qualified,
                certain_places=won.places,
                certain_ties=won.ties,
                reason=reason,
                undecided=undecided & {member.pk for member in field.members},
                unsure=unsure,
                unknown=won.waits_for,
                open_from=won.open_from,
                places_wait=won.places_wait,
            )
        )
    now = _now(loaded, course)
    everybody = _sure_places(now, places(courses)) if now else {}
    return Medals(tuple(medals), grouped.outside, everybody)


@dataclass(frozen=True)
class _Field:
    """Who competes in a division, and who may turn out to: what decides it is `unknown`."""

    tournament: Tournament
    members: tuple[Entrant, ...]
    unknown: tuple[Entrant, ...]

    @property
    def people(self) -> frozenset[int]:
        return frozenset(entrant.pk for entrant in (*self.members, *self.unknown))

    @property
    def visitors(self) -> frozenset[int]:
        everybody = (*self.members, *self.unknown)
        return frozenset(entrant.pk for entrant in everybody if entrant.visitor)

    @property
    def disqualified(self) -> frozenset[int]:
        everybody = (*self.members, *self.unknown)
        return frozenset(entrant.pk for entrant in everybody if entrant.is_disqualified)

    @property
    def barred(self) -> frozenset[int]:
        """Those who win no award."""
        barred = self.disqualified
        return barred if self.tournament.visitors_win else barred | self.visitors

    @property
    def not_qualified(self) -> frozenset[int]:
        """Those who do not go to the state."""
        return self.disqualified | self.visitors

    def standing(self, courses: Sequence[StageCourse]) -> tuple[Place, ...]:
        return places(courses, among={entrant.pk for entrant in self.members}) if courses else ()

    def standing_with_unknown(self, courses: Sequence[StageCourse]) -> tuple[Place, ...]:
        """The places if all those compete who may turn out to."""
        everybody = {entrant.pk for entrant in (*self.members, *self.unknown)}
        return places(courses, among=everybody) if courses else ()

    def awards(self, standing: Sequence[Place]) -> tuple[Award, ...]:
        tournament = self.tournament
        medals, ribbons = tournament.medals, tournament.ribbons
        return awards(standing, medals=medals, ribbons=ribbons, barred=self.barred)

    def qualified(self, standing: Sequence[Place]) -> frozenset[int]:
        return _ids(qualified(standing, self.not_qualified, self.tournament.qualifiers))


@dataclass(frozen=True)
class _Won:
    """What is certain in a division, and for whose division the rest waits, by entrants' ids."""

    awards: tuple[Award, ...] = ()
    qualified: frozenset[int] = frozenset()
    places: Mapping[Key, int] = field(default_factory=dict)
    ties: frozenset[frozenset[Key]] = frozenset()
    waits_for: tuple[int, ...] = ()
    open_from: int = 0
    places_wait: bool = False


def _final(field: _Field, courses: Sequence[StageCourse], undecided: Set[int]) -> _Won:
    """Return what is won after the end, whatever division those are in of whom it is unknown."""
    standing, worst = field.standing(courses), field.standing_with_unknown(courses)
    given = field.awards(standing)
    same = {award.key: award.what for award in field.awards(worst)}
    sure = tuple(award for award in given if same.get(award.key) is award.what)
    return _Won(
        tuple(award for award in sure if award.key not in undecided),
        (field.qualified(standing) & field.qualified(worst)) - undecided,
        waits_for=() if sure == given else tuple(entrant.pk for entrant in field.unknown),
        open_from=_first_moved(standing, worst),
    )


def _first_moved(standing: Sequence[Place], worst: Sequence[Place]) -> int:
    """Return the first place of a list that another list changes, 0 for none."""
    there = {place.key: (place.place, place.shared) for place in worst}
    moved = [at.place for at in standing if at.place and there[at.key] != (at.place, at.shared)]
    return min(moved, default=0)


def _certain(
    field: _Field, now: Now | None, standing: Sequence[Place], worst: Sequence[Place]
) -> _Won:
    """Return the awards, the qualified, places and ties that no result to come can change.

    Nor does it change them in which division those turn out to be of whom it is unknown.
    """
    if now is None:
        return _Won()
    tournament, barred = field.tournament, field.barred
    won, alone = (
        certain_awards(bounds, medals=tournament.medals, ribbons=tournament.ribbons)
        for bounds in (
            place_bounds_among(now, standing, worst, barred),
            place_bounds(now, standing, barred),
        )
    )
    last = place_bounds_among(now, standing, worst, field.not_qualified)
    going = _ids(key for key, (_, at) in last.items() if at <= tournament.qualifiers)
    sure = _sure(place_bounds_among(now, standing, worst))
    return _Won(
        won,
        going,
        sure,
        frozenset(certain_ties(now, standing, barred)),
        () if won == alone else tuple(entrant.pk for entrant in field.unknown),
        places_wait=bool(field.unknown) and sure != _sure(place_bounds(now, standing)),
    )


def _sure(bounds: Mapping[Key, tuple[int, int]]) -> dict[Key, int]:
    return {key: best for key, (best, worst) in bounds.items() if best == worst}


def _sure_places(now: Now, standing: Sequence[Place]) -> dict[Key, int]:
    return _sure(place_bounds(now, standing))


def _now(loaded: Loaded, course: StageCourse | None) -> Now | None:
    """Return what bounds places in the stage that is on, or in a division of it, if one is."""
    stage = loaded.current
    if stage is None or course is None:
        return None
    following = loaded.following(stage)
    return now_of(course, len(loaded.begun), None if following is None else plan_of(following))


def _ids(keys: Iterable[Key]) -> frozenset[int]:
    return frozenset(int(key) for key in keys)
