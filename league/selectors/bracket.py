"""What the bracket shows: stages as columns, tables as boxes, seats with totals and who goes on.

All of it follows from a `Loaded` tournament; only for stages by division it asks what these are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from league.brackets.advance import advance
from league.brackets.drawing import Part
from league.brackets.forecast import StageForecast, forecast
from league.brackets.knockout import OVER, Match, State
from league.brackets.ranking import stage_places, table_places
from league.brackets.values import Kind, Level, Onward, Place, StageCourse
from league.models import Stage
from league.seating.errors import CaseError
from league.standings.results import Key

from .boxes import (
    Box,
    Bracket,
    Column,
    LevelPeople,
    Pair,
    PairDraw,
    PairRound,
    SeatBox,
    Standing,
)
from .courses import Loaded, TableState, plan_of
from .draws import DrawRound, draws_of
from .entrants import entrants_by_group, group_name, groups_of


def bracket_of(loaded: Loaded, game: Mapping[int, int] | None = None) -> Bracket:
    """The whole bracket. `game` says, by a stage's id, of which of its rounds to show the tables.

    A stage shows its newest round where nothing is told, or what there is not.
    """
    expected = expected_of(loaded)
    told = game or {}
    groups: dict[str, str] = {}
    if any(stage.by_division for stage in loaded.begun):
        groups = {group.key: group_name(group) for group in groups_of(loaded.tournament)}
    return Bracket(
        tuple(
            _column(loaded, stage, told.get(stage.pk, 0), groups)
            if stage.pk in loaded.courses
            else Column(stage, expected=expected.get(stage.pk))
            for stage in loaded.stages
        )
    )


def expected_of(loaded: Loaded) -> dict[int, StageForecast]:
    """What the stages that have not begun will be, by the stage's id, as far as can be told.

    Reckoned from those who play in the newest stage, or from all who have entered and not
    withdrawn where none has begun.
    """
    begun = loaded.begun
    if begun:
        rest = [stage for stage in loaded.stages if stage.number >= begun[-1].number]
        field = [one for one in loaded.courses[begun[-1].pk].field if not one.out]
        people, groups = len(field), Counter(one.group for one in field if one.group)
    else:
        rest = list(loaded.stages)
        entered = [one for one in loaded.entrants.values() if one.withdrawn_at is None]
        people, groups = len(entered), Counter[str]()
        if any(stage.by_division for stage in rest):
            members = entrants_by_group(loaded.tournament, entered).members
            groups = Counter({key: len(listed) for key, listed in members.items() if listed})
    found = forecast([plan_of(stage) for stage in rest], people, groups or None)
    return {
        stage.pk: one
        for stage, one in zip(rest, found, strict=True)
        if one.players and one.error is None and stage.pk not in loaded.courses
    }


@dataclass(frozen=True)
class Onwards:
    """By what each of a stage goes on, whether that is sure, and who is level for places."""

    hows: Mapping[Key, str]
    sure: bool
    level: tuple[Level, ...] = ()


def onwards_of(loaded: Loaded, stage: Stage) -> Onwards:
    """Who goes on from a stage that has begun.

    Of a closed stage it is who is in the field of the next one, whatever corrections say now; of
    one that goes on it is what would follow from the numbers that there are.
    """
    following = loaded.following(stage)
    if following is None:
        return Onwards({}, sure=True)
    if following.pk in loaded.fields:
        field = loaded.fields[following.pk]
        return Onwards({one.entrant_id: one.how or "all" for one in field}, sure=True)
    course = loaded.courses[stage.pk]
    if not course.lines or course.plan.onward is Onward.ALL:
        return Onwards({}, sure=False)
    try:
        found = advance(course, plan_of(following), loaded.tournament.visitors_go_on)
    except CaseError:
        return Onwards({}, sure=False)
    hows = {going.key: going.how.value for going in found.going}
    return Onwards(hows, sure=False, level=found.level)


def box_of(loaded: Loaded, stage: Stage, number: int, state: TableState) -> Box:
    """A table of a round of a stage that has begun."""
    onwards = onwards_of(loaded, stage)
    return _Shown(loaded, stage, loaded.courses[stage.pk], onwards, {}).box(state, number)


def _column(loaded: Loaded, stage: Stage, game: int, groups: Mapping[str, str]) -> Column:
    course = loaded.courses[stage.pk]
    onwards = onwards_of(loaded, stage)
    shown = _Shown(loaded, stage, course, onwards, groups)
    numbers = [one.number for one in course.rounds]
    if course.plan.kind is not Kind.TABLES:
        return Column(
            stage,
            game=max(numbers, default=1),
            draws=shown.draws(),
            level=shown.level(),
        )
    number = game if game in numbers else max(numbers, default=1)
    several = course.plan.rounds > 1 or any(one.carried for one in course.field)
    byes = next((one.byes for one in course.rounds if one.number == number), ())
    return Column(
        stage,
        game=number,
        games=tuple(numbers),
        boxes=shown.boxes(number),
        byes=tuple(shown.seat(key, 0) for key in byes),
        standing=shown.standing() if several and course.lines else (),
        level=shown.level(),
    )


@dataclass(frozen=True)
class _Shown:
    """One stage, on its way to the page."""

    loaded: Loaded
    stage: Stage
    course: StageCourse
    onwards: Onwards
    groups: Mapping[str, str]

    def group(self, key: str) -> str:
        return self.groups.get(key, key)

    def name(self, key: Key) -> str:
        return self.loaded.entrants[int(key)].name

    @cached_property
    def gone(self) -> frozenset[Key]:
        return frozenset(one.key for one in self.course.field if one.out)

    def level(self) -> tuple[LevelPeople, ...]:
        return tuple(
            LevelPeople(tuple(self.name(key) for key in one.keys), one.places)
            for one in self.onwards.level
        )

    def seat(self, key: Key, seat: int) -> SeatBox:
        return SeatBox(entrant=int(key), name=self.name(key), seat=seat)

    def boxes(self, number: int) -> tuple[Box, ...]:
        return tuple(self.box(state, number) for state in self.loaded.tables_of(self.stage, number))

    def box(self, state: TableState, number: int) -> Box:
        lines = {line.key: line.total for line in state.lines}
        places: dict[Key, Place] = {}
        if lines:
            listed = table_places(self.course, number, state.row.number)
            places = {one.key: one for one in listed}
        # Before a table has ended, who goes on is anybody's guess; after several games it follows
        # from the standing, where it is shown.
        decides = self.course.plan.rounds == 1 and (self.onwards.sure or state.finished)
        seats = [
            SeatBox(
                entrant=key,
                name=self.name(key),
                seat=seat,
                total=lines.get(key),
                place=places[key].place if key in places else None,
                how=self.onwards.hows.get(key, "") if decides else "",
                sure=self.onwards.sure,
                out=key in self.gone,
            )
            for seat, key in enumerate(state.seats)
        ]
        if lines:
            seats.sort(key=lambda one: (one.place is None, one.place or 0, one.seat))
        return Box(
            number=state.row.number,
            seats=tuple(seats),
            group=self.group(state.row.group),
            rounds=state.rounds,
            finished=state.finished,
            code=state.game.code if state.game else "",
        )

    def standing(self) -> tuple[Standing, ...]:
        groups = {one.key: one.group for one in self.course.field}
        return tuple(
            Standing(
                entrant=int(one.key),
                name=self.name(one.key),
                place=one.place,
                value=one.value,
                group=self.group(groups.get(one.key, "")),
                how=self.onwards.hows.get(one.key, ""),
                sure=self.onwards.sure,
                out=one.key in self.gone,
            )
            for one in stage_places(self.course)
        )

    def draws(self) -> tuple[PairDraw, ...]:
        """An elimination's draws; who goes on from a table is who won there."""
        boxes = {
            (one.number, box.number): box
            for one in self.course.rounds
            for box in self.boxes(one.number)
        }

        def rounds(drawn: tuple[DrawRound, ...]) -> tuple[PairRound, ...]:
            return tuple(
                PairRound(
                    one.number,
                    tuple(self.pair(match, boxes) for match in one.matches),
                    one.part is Part.FINAL,
                )
                for one in drawn
            )

        return tuple(
            PairDraw(self.group(draw.group), rounds(draw.winners), rounds(draw.losers))
            for draw in draws_of(self.course)
        )

    def pair(self, match: Match | None, boxes: Mapping[tuple[int, int], Box]) -> Pair:
        if match is None:
            return Pair()
        if box := boxes.get((match.round, match.table)):
            seats = [replace(one, how="", sure=True) for one in box.seats]
            if match.state in OVER:
                seats = [
                    replace(one, how="won") if one.entrant == match.winner else one for one in seats
                ]
            return Pair(replace(box, seats=tuple(seats)))
        if match.state is State.WALKOVER:
            names = () if match.winner is None else (self.name(match.winner),)
            return Pair(names=names, free=bool(names), gone=not names)
        return Pair(names=tuple(self.name(key) for key in match.sides if key is not None))
