"""The places of a tournament as lists show them, and what is called out at the awards."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.brackets.awards import Award
from league.tournaments.brackets.counting import counts, counts_rounds
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Kind, Place, StageCourse, Uneven
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.display.selectors.bracket import onwards_of
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.stale_seats import drifts_of, undecided_people
from league.tournaments.wording import left_words

from .medals import GroupMedals, Medals
from .open_places import open_places


@dataclass(frozen=True)
class PlaceLine:
    """Somebody's place with what it was won with: `place.value`, in `stage` (None: not yet).

    `award` and `qualified` are what no result still to come can change. `waits` says that the place
    would say nothing: the stage is not closed, so that nobody has gone on from it; or, in the last
    one, tables still play, so that totals after few rounds would stand beside those after all.
    `plays` says that this one's own table does, and `begins` that it has not begun. `sure` is the
    place that nothing can change any more, if there is one. `left` is how somebody went away, and
    what counts; `ended` says that the tournament is over. While the director `decides` after a
    correction, nothing is said of what this one wins. While another choice of the director would
    change the place it is `unsure`. `reached` is the name of the stage that this
    one went on to and left before sitting down, which puts the place before those who did not go
    on; "" where that is nothing to say.
    """

    entrant: Entrant
    place: Place
    stage: Stage | None
    award: Award | None = None
    qualified: bool = False
    waits: bool = False
    plays: bool = False
    sure: int | None = None
    left: str = ""
    ended: bool = False
    begins: bool = False
    decides: bool = False
    reached: str = ""
    unsure: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the list says no place of this one yet, since it may still be another."""
        return self.decides or self.unsure or (self.waits and not self.sure)

    @property
    def averages(self) -> bool:
        """Whether the place was won with an average of rounds, not with points."""
        stage = self.stage
        return (
            stage is not None and stage.uneven == Uneven.AVERAGE and counts_rounds(plan_of(stage))
        )

    @property
    def details(self) -> list[str]:
        """What else there is to say of it: the stage, what is sure, how somebody left."""
        details = [self.stage.name] if self.stage else []
        if self.reached:
            details.append(_("went on to %s") % self.reached)
        if self.stage and self.plays:
            details.append(_("not begun yet") if self.begins else _("still playing"))
        if self.decides:
            details.append(_("the director decides"))
        if self.waits and self.sure:
            details.append(_("no result still to come changes this place"))
        if self.qualified:
            now = _("qualified") if self.ended else _("qualifies, as the results stand")
            details.append(now)
        return [*details, self.left] if self.left else details

    @property
    def home(self) -> bool:
        """Whether this one went away and has no place."""
        return bool(self.left) and self.place.place is None


@dataclass(frozen=True)
class Call:
    """What is called out at once: a place with what it wins and all who share it."""

    what: str
    place: int
    people: tuple[Entrant, ...]


@dataclass(frozen=True)
class Calling:
    """A division at the awards: ribbons first, then bronze, silver and gold.

    Only what is certain is called out. Of the `undecided`, by name, nothing is until the director
    has decided.
    """

    medals: GroupMedals
    calls: tuple[Call, ...]
    undecided: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether more will be called out, of which it is not certain yet who wins it."""
        return self.medals.waits and not self.undecided


@dataclass(frozen=True)
class StateLine:
    """A line of the report to the state: `place` is None without one in the division.

    It says nothing that waits for results or for the director: then `place` is None, `qualified`
    is None, and `award` "", as it is for who wins nothing. `points` are what the place was won
    with, in `stage`, the last one that this one played ("": none).
    """

    division: str
    place: int | None
    name: str
    residence: str
    qualified: bool | None
    entrant: Entrant
    award: str = ""
    points: Fraction | None = None
    left: str = ""
    stage: str = ""


def overall_lines(loaded: Loaded, medals: Medals | None = None) -> tuple[PlaceLine, ...]:
    """Everybody's place in the whole field; empty before the first stage begins.

    Which of them are sure is known with `medals` alone.
    """
    courses, sure = loaded.begun_courses(), medals.certain_places if medals else {}
    return _lines(loaded, places(courses), sure) if courses else ()


def group_lines(loaded: Loaded, group: GroupMedals) -> tuple[PlaceLine, ...]:
    """The places within a division, with what each wins."""
    return _lines(loaded, group.places, group.certain_places, group)


def _lines(
    loaded: Loaded,
    listed: Sequence[Place],
    sure: Mapping[Key, int],
    group: GroupMedals | None = None,
) -> tuple[PlaceLine, ...]:
    stages, courses, current = loaded.begun, loaded.begun_courses(), loaded.current
    award_of = group.certain_award_of if group else {}
    qualified = group.certain_qualified if group else frozenset()
    plays = loaded.at_open_tables(current) if current is not None else frozenset()
    begins = loaded.at_tables_to_begin(current) if current is not None else frozenset()
    # Who goes on from the stage that is on comes before all others, whatever the totals say now.
    goes_on = current is not None and loaded.following(current) is not None
    going = onwards_of(loaded, current).certain if current is not None and goes_on else frozenset()
    waiting = waiting_stage(loaded)
    sat, undecided = _sat_last(loaded), undecided_people(loaded)
    unsure = open_places(loaded, listed)
    lines = []
    for place in listed:
        entrant = loaded.entrants[int(place.key)]
        away = entrant.withdrawn_at is not None
        # Who left before sitting down in a stage earned the place in the one before.
        earned = sat.get(entrant.pk, place.stage) if away else place.stage
        went_on = place.place is not None and 0 < earned < place.stage <= len(stages)
        value = _value_in(courses[earned - 1], place.key) if went_on else place.value
        lines.append(
            PlaceLine(
                entrant=entrant,
                place=replace(place, value=value),
                stage=stages[earned - 1] if 0 < place.stage <= len(stages) else None,
                award=award_of.get(place.key),
                qualified=place.key in qualified,
                waits=waiting > 0 and place.stage in (0, waiting),
                plays=place.key in plays and not away,
                begins=place.key in begins,
                sure=sure.get(place.key),
                left=left_of(loaded, entrant),
                ended=loaded.tournament.ended_at is not None,
                decides=place.key in undecided,
                reached=stages[place.stage - 1].name if went_on else "",
                unsure=place.key in unsure,
            )
        )
    return _sure_in_place(lines, going)


def _value_in(course: StageCourse, key: Key) -> Fraction | None:
    """Return what somebody had in a stage of tables, None in an elimination."""
    return counts(course)[key].value if course.plan.kind is Kind.TABLES else None


def waiting_stage(loaded: Loaded) -> int:
    """Return the number of the stage that is on while places in it say nothing; else 0.

    That is while people go on from it, or, in the last one, while tables play; in an elimination
    also between its games.
    """
    current = loaded.current
    if current is None:
        return 0
    waits = loaded.following(current) is not None or bool(loaded.at_open_tables(current))
    if not waits and current.kind != Stage.Kind.TABLES:
        waits = any(
            not bracket.is_over for bracket in brackets(loaded.courses[current.pk]).values()
        )
    return len(loaded.begun) if waits else 0


def when_certain(loaded: Loaded) -> str:
    """Say when the medals that are not certain yet follow, or for what they wait; "" at the end."""
    over = loaded.tournament.ended_at is not None
    if drifts_of(loaded):
        return (
            _(
                "A correction waits for the director’s decision. Whoever it is about has no medal "
                "here before that."
            )
            if over
            else _(
                "A correction waits for the director’s decision. No medal is certain before that."
            )
        )
    if over or not loaded.stages:
        return ""
    return (
        _(
            "No result still to come changes what stands here. The rest follows at the latest "
            "when %s is closed."
        )
        % loaded.stages[-1].name
    )


def _sat_last(loaded: Loaded) -> dict[int, int]:
    """Return in which of the stages that have begun, from 1, each one sat at a table last."""
    number = {stage.pk: at for at, stage in enumerate(loaded.begun, 1)}
    sat: dict[int, int] = {}
    for (stage, _round, _table), state in loaded.tables.items():
        for pk in state.seats:
            sat[pk] = max(sat.get(pk, 0), number.get(stage, 0))
    return {pk: at for pk, at in sat.items() if at}


def _sure_in_place(lines: Sequence[PlaceLine], going: Set[Key]) -> tuple[PlaceLine, ...]:
    """These lines with those whose place is sure where it is, and the others in their order.

    Those who are certain to go on come before the others who wait in the stage.
    """
    sure = sorted(
        (line for line in lines if line.waits and line.sure), key=lambda line: line.sure or 0
    )
    others = [line for line in lines if line not in sure]
    others.sort(key=lambda line: not (line.waits and line.entrant.pk in going))
    listed: list[PlaceLine] = []
    while sure or others:
        due = bool(sure) and (not others or (sure[0].sure or 0) <= len(listed) + 1)
        listed.append((sure if due else others).pop(0))
    return tuple(listed)


def left_of(loaded: Loaded, entrant: Entrant) -> str:
    """How somebody went away and what counts, "" for who did not."""
    if entrant.withdrawn_at is None:
        return ""
    seated = entrant.withdrawn_stage is None and any(
        row.entrant_id == entrant.pk for listed in loaded.fields.values() for row in listed
    )
    return left_words(entrant, loaded.stages, seated=seated, publicly=True)


def callings_of(loaded: Loaded, medals: Medals) -> tuple[Calling, ...]:
    """The divisions in which somebody competes, the youngest first, with what is called out."""
    return tuple(
        Calling(
            group,
            tuple(_calls(loaded, group)),
            tuple(loaded.entrants[pk].name for pk in sorted(group.undecided)),
        )
        for group in medals.groups
        if group.places
    )


def _calls(loaded: Loaded, group: GroupMedals) -> Iterable[Call]:
    last_first = sorted(group.certain_awards, key=lambda award: -award.place)
    for place, shared in groupby(last_first, key=lambda award: award.place):
        given = list(shared)
        people = tuple(loaded.entrants[int(award.key)] for award in given)
        yield Call(str(given[0].what), place, people)


def _known_place(loaded: Loaded, line: PlaceLine) -> int | None:
    """The place that nothing but a correction changes any more; None while there is none."""
    if line.decides or line.unsure:
        return None
    return line.place.place if loaded.is_over else line.sure


def _known_unqualified(loaded: Loaded, line: PlaceLine) -> bool | None:
    """False for who is not qualified for good; None while that may change."""
    return False if loaded.is_over and not line.decides else None


def state_lines(loaded: Loaded, medals: Medals) -> tuple[StateLine, ...]:
    """Everybody who played, division by division, best first; last who falls in no division."""
    lines = [
        StateLine(
            group.name,
            _known_place(loaded, line),
            line.entrant.name,
            line.entrant.community,
            True if line.qualified else _known_unqualified(loaded, line),
            line.entrant,
            str(line.award.what) if line.award else "",
            line.place.value,
            line.left,
            line.stage.name if line.stage else "",
        )
        for group in medals.groups
        for line in group_lines(loaded, group)
    ]
    outside = [entrant for listed in medals.outside.values() for entrant in listed]
    return tuple(
        lines
        + [
            StateLine(
                "",
                None,
                entrant.name,
                entrant.community,
                # Until the end a date of birth can still bring somebody into a division.
                False if loaded.is_over else None,
                entrant,
                left=left_of(loaded, entrant),
            )
            for entrant in outside
        ]
    )
