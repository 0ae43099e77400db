"""The places of a tournament as lists show them, and what is called out at the awards."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.brackets.awards import Award
from league.tournaments.brackets.counting import (
    counts,
    counts_rounds,
    waits_for_rule,
)
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.place_bounds import late_comes_behind
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Kind, Place, StageCourse, Uneven
from league.tournaments.courses import Loaded, kept_with_snapshot, plan_of
from league.tournaments.display.selectors.bracket_fates import Fate, bracket_fates, fate_words
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.entrants.selectors.leaving import left_in_words
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.behind import Behind, behind_others
from league.tournaments.stages.selectors.progress import closing_of, round_now
from league.tournaments.stages.selectors.undecided import undecided_drifts, undecided_people

from .medals import GroupMedals, Medals
from .open_places import open_places
from .place_ties import ties_on
from .winners import LevelForMedal


@dataclass(frozen=True)
class PlaceLine:
    """Somebody's place with what it was won with: `place.value`, in `stage` (None: not yet).

    `award` and `qualified` are what no result still to come can change. `waits` says that the place
    would say nothing: the stage is not closed, so that nobody has gone on from it; or, in the last
    one, tables still play, so that totals after few rounds would stand beside those after all.
    `plays` says that this one's own table does, and `begins` that it has not begun; `game` is the
    number of the game that is on. `sure` is the place that nothing can change any more, if there is
    one. `left` is how somebody went away, and what counts; `ended` says that the tournament is
    over. While the director `decides` after a correction, nothing is said of what this one wins.
    While another choice of the director would change the place it is `unsure`. Who left a table
    early or did not play all games of the stage, and is still in, is `behind` those who did. After
    the end a place is `movable` that somebody of an unknown division could still change. `reached`
    is the name of the stage that this one went on to and left before sitting down, which puts the
    place before those who did not go on; "" where that is nothing to say. `adds_up` says that the
    value is a sum of several games, or of stages. In an elimination that is on, `fate` is how this
    one stands who has no game to play now. `tie` is what put this one before the next, who has as
    many points, in words.
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
    behind: Behind | None = None
    movable: bool = False
    game: int = 0
    adds_up: bool = False
    fate: Fate | None = None
    tie: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the list says no place of this one yet, since it may still be another."""
        return self.decides or self.unsure or (self.waits and not self.sure)

    @property
    def number_waits(self) -> bool:
        """Whether a list shows a dash where this one's number is to come."""
        return self.is_open and not (self.waits and self.sure) and not self.home

    @property
    def averages(self) -> str:
        """What the value is where it is no points: an average of rounds, or a sum of these."""
        if self.stage is None or not counts_averages(self.stage):
            return ""
        return _("averages added") if self.adds_up else _("a round")

    @property
    def medal_place(self) -> int | None:
        """The place that a page may put on a medal; None while it is not certain."""
        return self.sure or (None if self.is_open else self.place.place)

    @property
    def details(self) -> list[str]:
        """What else there is to say of it: the stage, what is sure, how somebody left."""
        details = [self.stage.name] if self.stage else []
        if self.tie:
            details.append(self.tie)
        if self.reached:
            details.append(_("went on to %s") % self.reached)
        if self.stage and self.plays:
            details.append(self._now)
        elif self.waits and self.fate and not self.left:
            details.append(fate_words(self.fate))
        if self.behind:
            details.append(self.behind.words)
        if self.decides:
            details.append(_("the director decides"))
        if self.waits and self.sure:
            details.append(_("no result still to come changes this place"))
        if self.qualified:
            now = _("qualified") if self.ended else _("qualifies, by the results so far")
            details.append(now)
        return [*details, self.left] if self.left else details

    @property
    def _now(self) -> str:
        if not self.begins:
            return _("still playing")
        if self.game > 1:
            return _("game %d not begun yet") % self.game
        return _("not begun yet")

    @property
    def home(self) -> bool:
        """Whether this one went away and has no place."""
        return bool(self.left) and self.place.place is None

    @property
    def counts(self) -> bool:
        """Whether this one has a place of so many, or may still have one."""
        return self.place.place is not None or (self.is_open and not self.left)


@dataclass(frozen=True)
class Call:
    """What is called out at once: a place with what it wins and all who share it.

    The place is that of the list: of whoever comes after somebody who can win no medal, it is a
    lower one than the medal has. Its number is `movable` while it could still be another, such as
    by somebody of an unknown division. `tie` is
    what put them before the next one, who has as many points, in words.
    """

    what: str
    place: int
    people: tuple[Entrant, ...]
    movable: bool = False
    tie: str = ""


@dataclass(frozen=True)
class Calling:
    """A division at the awards: ribbons first, then bronze, silver and gold.

    Only what is certain is called out. Of the `undecided`, by name, nothing is until the director
    has decided. Of the `unknown`, by name, the division is not known, and some medal waits for it.
    All results are in, and these are `level` for a medal, which they win unless they play it off.
    """

    medals: GroupMedals
    calls: tuple[Call, ...]
    undecided: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    level: tuple[LevelForMedal, ...] = ()

    @property
    def passes_over(self) -> bool:
        """Whether medals are counted without somebody who came before those who win them."""
        place_of = {place.key: place.place for place in self.medals.places}
        awards = self.medals.certain_awards
        return any(place_of.get(award.key) != award.place for award in awards)

    @property
    def waits(self) -> bool:
        """Whether more will be called out, of which it is not certain yet who wins it."""
        known = {award.key for award in self.medals.certain_awards}
        known.update(key for tie in self.level for key in tie.keys)
        rest = any(award.key not in known for award in self.medals.awards)
        return rest and not self.undecided


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


def counts_averages(stage: Stage) -> bool:
    """Whether a stage compares averages of rounds, not points."""
    return stage.uneven == Uneven.AVERAGE and counts_rounds(plan_of(stage))


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
    waiting, game = waiting_stage(loaded), round_now(loaded, current) if current else 0
    sat, undecided = _sat_last(loaded), undecided_people(loaded)
    unsure, behind = open_places(loaded, listed), behind_others(loaded)
    lines = []
    for place in listed:
        entrant = loaded.entrants[int(place.key)]
        away = entrant.withdrawn_at is not None
        # Who left before sitting down in a stage earned the place in the one before.
        home = away and place.place is None
        earned = sat.get(entrant.pk, place.stage) if away else place.stage
        went_on = place.place is not None and 0 < earned < place.stage <= len(stages)
        value = _value_in(courses[earned - 1], place.key) if went_on else _value_of(courses, place)
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
                decides=place.key in undecided and not home,
                reached=stages[place.stage - 1].name if went_on else "",
                unsure=place.key in unsure,
                behind=behind.get(place.stage, {}).get(place.key),
                movable=group is not None and group.is_open(place),
                game=game,
                adds_up=earned in _summed(loaded),
                fate=_fates(loaded).get(place.key),
            )
        )
    return _with_ties(_sure_in_place(lines, going))


def _with_ties(lines: Sequence[PlaceLine]) -> tuple[PlaceLine, ...]:
    """Return the lines with what parted people of as many points, of places that are said."""
    ties = ties_on([line.place for line in lines if not line.is_open and not line.waits])
    return tuple(replace(line, tie=ties.get(line.place.key, "")) for line in lines)


@kept_with_snapshot
def _fates(loaded: Loaded) -> Mapping[Key, Fate]:
    """Return how those stand in the elimination that is on who have no game to play now."""
    return bracket_fates(loaded, loaded.current) if loaded.current else {}


def held_from(loaded: Loaded, medals: Medals) -> int:
    """Return the number of the first stage of which no list shows a place while medals are held.

    That is the first from which somebody of any division wins something, as things stand, else the
    last one. It is the same for all lists: from the whole field one could read a division's order.
    """
    stage_of = {place.key: place.stage for group in medals.groups for place in group.places}
    winning = (stage_of[award.key] for group in medals.groups for award in group.awards)
    return min((len(loaded.stages), *winning))


def lines_while_held(
    loaded: Loaded, lines: Iterable[PlaceLine], medals: Medals
) -> tuple[PlaceLine, ...]:
    """Return those of a list of places that are shown while medals are held.

    These are the places of who was out before the stage from which they are `held_from`.
    """
    first_hidden = held_from(loaded, medals)
    return tuple(
        replace(line, award=None, qualified=False)
        for line in lines
        if line.place.stage < first_hidden
    )


@kept_with_snapshot
def _summed(loaded: Loaded) -> frozenset[int]:
    """Return the stages, from 1, whose values are sums: of games, or with what was carried."""
    return frozenset(
        number
        for number, course in enumerate(loaded.begun_courses(), 1)
        if len(course.rounds) > 1 or any(member.carried for member in course.field)
    )


def _value_of(courses: Sequence[StageCourse], place: Place) -> Fraction | None:
    """Return with what a place was won; None for who has no total, which is not 0 points."""
    if place.value or place.place is not None or not place.stage:
        return place.value
    lines = courses[place.stage - 1].lines.values()
    has_total = any(line.key == place.key and line.total is not None for line in lines)
    return place.value if has_total else None


def _value_in(course: StageCourse, key: Key) -> Fraction | None:
    """Return what somebody had in a stage of tables, None in an elimination."""
    return counts(course)[key].value if course.plan.kind is Kind.TABLES else None


def waiting_stage(loaded: Loaded) -> int:
    """Return the number of the stage that is on while places in it say nothing; else 0.

    That is while people go on from it, or, in the last one, while tables play or games are to come:
    a place between two games would be taken back once the next one is seated. And while the
    director may still choose how tables count that stopped early.
    """
    current = loaded.current
    if current is None:
        return 0
    waits = loaded.following(current) is not None or bool(loaded.at_open_tables(current))
    waits = waits or _games_to_come(loaded, current) or _rule_to_come(loaded, current)
    return len(loaded.begun) if waits else 0


def _games_to_come(loaded: Loaded, stage: Stage) -> bool:
    """Whether a game of a stage is still to be seated, also where all who are in have none."""
    course = loaded.courses[stage.pk]
    if stage.kind == Stage.Kind.TABLES:
        return len(course.rounds) < course.plan.rounds
    return any(not bracket.is_over for bracket in brackets(course).values())


def _rule_to_come(loaded: Loaded, stage: Stage) -> bool:
    """Whether it is open in the last stage how totals of tables that stopped early count."""
    return loaded.following(stage) is None and bool(waits_for_rule(loaded.settled_course(stage)))


def waits_for_results(loaded: Loaded, stage: Stage) -> bool:
    """Whether places in a stage say nothing yet: its tables play, or have a game to come.

    Or the director has still to say how those count that stopped early.
    """
    if stage.closed_at is not None:
        return False
    plays = bool(loaded.at_open_tables(stage)) or _games_to_come(loaded, stage)
    return plays or _rule_to_come(loaded, stage)


def waiting_words(loaded: Loaded) -> str:
    """Say for what the places of the stage that is on wait; "" where there is nothing to say."""
    stage = loaded.current
    if stage is None or loaded.tournament.medals_held:
        return ""
    plays = bool(loaded.at_open_tables(stage))
    if loaded.following(stage) is None:
        games_to_come = _games_to_come(loaded, stage)
        if not plays and not games_to_come:
            return _rule_words(loaded, stage)
        sentence = (
            _("“%(stage)s” is not over. The people playing there have a place after its last game.")
            if games_to_come
            else _(
                "Not all tables of “%(stage)s” have finished. The people playing there have a "
                "place when all tables have finished."
            )
        )
    elif plays:
        sentence = _(
            "Not all tables of “%(stage)s” have finished. The people playing there have a place "
            "when the director closes it."
        )
    elif closing_of(loaded, stage).complete:
        sentence = _all_in_words()
    else:
        sentence = _(
            "“%(stage)s” is not over. The people playing there have a place when the director "
            "closes it."
        )
    return sentence % {"stage": stage.name}


def _all_in_words() -> str:
    return _("All tables of “%(stage)s” have finished. Places follow when the director closes it.")


def _rule_words(loaded: Loaded, stage: Stage) -> str:
    return _all_in_words() % {"stage": stage.name} if _rule_to_come(loaded, stage) else ""


def when_certain(loaded: Loaded) -> str:
    """Say when the medals that are not certain yet follow, or for what they wait; "" at the end."""
    over = loaded.tournament.ended_at is not None
    if undecided_drifts(loaded):
        if loaded.tournament.prizes != "medals":
            return _("The director still has to decide.")
        return (
            _(
                "The director still has to decide. A medal that this could change is not shown "
                "before that."
            )
            if over
            else _("The director still has to decide. No medal is certain before that.")
        )
    if over or not loaded.stages:
        return ""
    latest = _(
        "What is shown here can no longer change. The rest follows at the latest when %s is closed."
    )
    return " ".join(filter(None, (latest % loaded.stages[-1].name, why_none(loaded))))


def some_placed(lines: Iterable[PlaceLine]) -> bool:
    """Return whether somebody on a list of places has one that it says."""
    return any(line.place.place is not None and not line.is_open for line in lines)


def some_wait(lines: Iterable[PlaceLine]) -> bool:
    """Return whether somebody on a list of places has none yet."""
    return any(line.number_waits for line in lines)


def why_none(loaded: Loaded) -> str:
    """Say why no medal is certain yet, whatever the results are; "" where nothing else waits."""
    current, prizes = loaded.current, loaded.tournament.prizes
    if current is None or not prizes or loaded.following(current) is not None:
        return ""
    course = loaded.courses[current.pk]
    if (current.kind != Kind.TABLES and len(course.rounds) > 1) or late_comes_behind(course):
        # Nobody comes into a bracket after its first games, nor before others after missing a game.
        return ""
    games_to_come = _games_to_come(loaded, current)
    if not (course.newcomers or games_to_come):
        return ""
    if games_to_come and current.kind == Kind.TABLES:
        return (
            _("No medal is certain before the last game of %s.")
            if prizes == "medals"
            else _("No ribbon is certain before the last game of %s.")
        ) % current.name
    if current.by_division:
        return (
            _("No medal of a division is certain before each of its tables in %s has a score.")
            if prizes == "medals"
            else _(
                "No ribbon of a division is certain before each of its tables in %s has a score."
            )
        ) % current.name
    return (
        _("No medal is certain before each table of %s has a score.")
        if prizes == "medals"
        else _("No ribbon is certain before each table of %s has a score.")
    ) % current.name


def why_unsure(loaded: Loaded, lines: Iterable[PlaceLine]) -> str:
    """Say what the director has to decide before a list can say all places; "" for nothing."""
    if loaded.tournament.medals_held or not any(line.unsure or line.decides for line in lines):
        return ""
    drifts = undecided_drifts(loaded)
    if drifts and any(state.begun for state in loaded.tables_of(drifts[0].following, 1)):
        decides = _("The director still has to decide who plays, and %s may be played again.") % (
            drifts[0].following.name
        )
    elif drifts:
        decides = _("The director still has to decide who plays in %s.") % drifts[0].following.name
    else:
        decides = _("A seat is free, and the director decides who takes it.")
    until = _("Until then you see “–” where that can change a place.")
    return f"{decides} {until}"


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
    return left_in_words(loaded, entrant, publicly=True)


def callings_of(
    loaded: Loaded, medals: Medals, level: Sequence[LevelForMedal] = ()
) -> tuple[Calling, ...]:
    """The divisions in which somebody competes, the youngest first, with what is called out.

    Also who is `level` for a medal. Who left without a place wins nothing, whatever is decided.
    """
    without_place = {
        pk
        for pk, entrant in loaded.entrants.items()
        if entrant.withdrawn_at is not None and not entrant.keeps_place
    }
    return tuple(
        Calling(
            group,
            tuple(_calls(loaded, group)),
            tuple(loaded.entrants[pk].name for pk in sorted(group.undecided - without_place)),
            tuple(loaded.entrants[pk].name for pk in group.unknown),
            tuple(tie for tie in level if group.competes(tie.keys[0])),
        )
        for group in medals.groups
        if group.places
    )


def _calls(loaded: Loaded, group: GroupMedals) -> Iterable[Call]:
    last_first = sorted(group.certain_awards, key=lambda award: -award.place)
    ties, listed = ties_on(group.places), {place.key: place for place in group.places}
    for counted, shared in groupby(last_first, key=lambda award: award.place):
        given = list(shared)
        key = given[0].key
        people = tuple(loaded.entrants[int(award.key)] for award in given)
        place = listed[key].place if loaded.is_over else group.certain_places.get(key)
        movable = place is None or group.is_open(listed[key])
        yield Call(str(given[0].what), place or counted, people, movable, ties.get(key, ""))


def _known_place(loaded: Loaded, line: PlaceLine) -> int | None:
    """The place that nothing but a correction changes any more; None while there is none."""
    if line.decides or line.unsure or line.movable:
        return None
    return line.place.place if loaded.is_over else line.sure


def _known_unqualified(loaded: Loaded, line: PlaceLine) -> bool | None:
    """False for who is not qualified for good; None while that may change."""
    return False if loaded.is_over and not (line.decides or line.unsure) else None


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
