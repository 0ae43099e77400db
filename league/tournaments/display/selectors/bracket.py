"""The bracket: stages as columns, tables as boxes, seats with totals, and advancers.

All of it follows from a `Loaded` tournament; only for stages by division it asks what these are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.certainty import (
    unsure_walkovers,
)
from league.tournaments.brackets.drawing import Part
from league.tournaments.brackets.forecast import StageForecast, forecast
from league.tournaments.brackets.knockout import (
    OVER,
    Match,
    State,
    games_in_all,
    is_open_again,
    level_matches,
)
from league.tournaments.brackets.ranking import parted_by, stage_places, table_places, won_by
from league.tournaments.brackets.values import How, Kind, Onward, Place, StageCourse
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded, TableState, plan_of, stopped_short
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.behind import behind_others
from league.tournaments.stages.selectors.fields import is_barred, played_groups
from league.tournaments.stages.selectors.free_seats import free_for, has_free_seat
from league.tournaments.stages.selectors.rounds_played import counted_short, counting_note
from league.tournaments.stages.selectors.seat_log import (
    Substitute,
    games_taken_back,
    substitute_why,
    substitute_words,
    substitutes_of,
    taken_back_words,
)
from league.tournaments.stages.selectors.seated_anew import (
    SeatedAnew,
    parted_for_going_on,
    seated_anew,
    seated_anew_words,
)
from league.tournaments.stages.selectors.stale_seats import (
    answers_of,
    kept_words,
    open_and_kept,
    outdated_words,
    seat_entries,
)
from league.tournaments.stages.selectors.undecided import (
    certain_course,
    may_change_here,
    open_words,
    seated_again,
)
from league.tournaments.wording import left_publicly

from .bracket_nodes import (
    Box,
    BracketColumns,
    Column,
    LevelPeople,
    Pair,
    PairDraw,
    PairRound,
    SeatBox,
    StandingRow,
    TieWay,
)
from .draws import Draw, DrawRound, draws_of
from .kept_secret import for_everybody, keeps_secret
from .onwards import Onwards, coming_places, onwards_of, rest_places, way_now


def bracket_of(loaded: Loaded, game: Mapping[int, int] | None = None) -> BracketColumns:
    """The whole bracket. `game` says, by a stage's id, of which of its rounds to show the tables.

    A stage shows its newest round by default, or if the requested one does not exist. What is kept
    secret it does not show.
    """
    expected = expected_of(loaded)
    games = game or {}
    groups = played_groups(loaded)
    notices = notices_of(loaded)
    return BracketColumns(
        tuple(
            replace(
                _column(for_everybody(loaded), stage, games.get(stage.pk, 0), groups, notices),
                corrected=notices.waiting.get(stage, ""),
                kept=notices.kept.get(stage, ""),
                earlier=notices.earlier.get(stage, ""),
                anew=notices.anew_words(loaded, stage),
                instead=notices.instead_words(loaded, stage),
                notes=(*notices.taken_back_words(loaded, stage), *notices.free_seat(loaded, stage)),
                secret=keeps_secret(loaded, stage),
            )
            if stage.pk in loaded.courses
            else Column(stage, expected=expected.get(stage.pk))
            for stage in loaded.stages
        ),
        entered=0 if loaded.begun else len(entered_of(loaded)),
    )


@dataclass(frozen=True)
class Notices:
    """Where who plays in a stage is not who should by results; what everybody may read of it.

    `waiting` are corrected stages of which the director has not decided yet, in words without the
    names of who should have gone on; `kept` where all stayed as it was seated, with these names;
    `earlier` what such a word was about that later results no longer say.
    `concerned` are those whom the latter is about. `substitutes` are by a later stage's id, and so
    is that it was seated again (`anew`).
    """

    waiting: Mapping[Stage, str] = field(default_factory=dict)
    kept: Mapping[Stage, str] = field(default_factory=dict)
    earlier: Mapping[Stage, str] = field(default_factory=dict)
    concerned: Mapping[Stage, frozenset[int]] = field(default_factory=dict)
    substitutes: Mapping[int, tuple[Substitute, ...]] = field(default_factory=dict)
    anew: Mapping[int, SeatedAnew] = field(default_factory=dict)

    def instead_words(self, loaded: Loaded, stage: Stage) -> tuple[str, ...]:
        """Who plays instead of whom in this stage; the one before says it beside their names."""
        return tuple(
            substitute_words(loaded, substitute)
            for substitute in self.substitutes.get(stage.pk, ())
        )

    def anew_words(self, loaded: Loaded, stage: Stage) -> str:
        """That this stage was seated again, and with whom; "" where it was not."""
        anew = self.anew.get(stage.pk)
        return seated_anew_words(loaded, anew) if anew else ""

    def taken_back_words(self, loaded: Loaded, stage: Stage) -> Iterator[str]:
        """What was played in this stage, an elimination, and no longer counts."""
        for entry in games_taken_back(loaded, stage):
            if entry.details["lines"]:
                yield taken_back_words(loaded, entry)

    def free_seat(self, loaded: Loaded, stage: Stage) -> Iterator[str]:
        """That a seat of this stage is free, while nothing else is asked of the director."""
        if not self.waiting and has_free_seat(loaded, stage) and free_for(loaded, stage):
            yield _("A seat is free, and the director decides who takes it.")

    def all_instead(self, loaded: Loaded) -> tuple[str, ...]:
        """Who plays instead of whom in all stages, and what was seated again or taken back."""
        return tuple(
            words
            for stage in loaded.begun
            for words in (
                self.anew_words(loaded, stage),
                *self.taken_back_words(loaded, stage),
                *self.instead_words(loaded, stage),
            )
            if words
        )

    def after(self, loaded: Loaded, stage: Stage) -> Mapping[Key, Substitute]:
        """Those who went on from a stage and in whose place somebody plays in the next one.

        Not one who gave the place away and plays there now for another.
        """
        there = self._next(loaded, stage)
        plays = {substitute.plays for substitute in there}
        return {row.instead_of: row for row in there if row.instead_of not in plays}

    def coming(self, loaded: Loaded, stage: Stage) -> Mapping[Key, Substitute]:
        """Those of a stage who play in it, or in the next one, instead of somebody else."""
        listed = (*self._next(loaded, stage), *self.substitutes.get(stage.pk, ()))
        return {substitute.plays: substitute for substitute in listed}

    def gone_after(self, loaded: Loaded, stage: Stage) -> frozenset[int]:
        """Those who went on from a stage and are not in the next one since it was seated again."""
        following = loaded.following(stage)
        anew = self.anew.get(following.pk) if following else None
        return frozenset(anew.gone) if anew else frozenset()

    def _next(self, loaded: Loaded, stage: Stage) -> tuple[Substitute, ...]:
        following = loaded.following(stage)
        return self.substitutes.get(following.pk, ()) if following else ()


def notices_of(loaded: Loaded) -> Notices:
    """Return what everybody may read of corrections and substitutes; one query."""
    entries = seat_entries(loaded)
    waiting, kept = open_and_kept(loaded, entries)
    answers = {drift.stage: answers_of(drift, entries) for drift in kept}
    earlier = {stage: outdated_words(loaded, stage, entries) for stage in loaded.begun}
    return Notices(
        waiting={drift.stage: open_words(loaded, drift) for drift in waiting},
        kept={drift.stage: kept_words(loaded, drift, answers[drift.stage]) for drift in kept},
        earlier={stage: words for stage, words in earlier.items() if words},
        concerned={
            stage: frozenset[int]().union(*(answer.people for answer in given))
            for stage, given in answers.items()
        },
        substitutes=substitutes_of(loaded, entries),
        anew={
            anew.following.pk: anew
            for stage in loaded.begun
            if (anew := seated_anew(loaded, stage)) is not None
        },
    )


def expected_of(loaded: Loaded) -> dict[int, StageForecast]:
    """Return what stages that have not begun will be, by the stage's id, as far as is known.

    Computed from how many the newest stage sends on, or where none has begun from those who are
    here; before anybody is, from all who have entered and not withdrawn.
    """
    begun = loaded.begun
    groups: Mapping[str, int] | None
    if begun:
        rest = [stage for stage in loaded.stages if stage.number > begun[-1].number]
        people, groups = coming_places(loaded, begun[-1])
    else:
        rest = list(loaded.stages)
        entered = entered_of(loaded)
        entered = [entrant for entrant in entered if entrant.checked_in_at] or entered
        people, groups = len(entered), None
        if any(stage.by_division for stage in rest):
            members = entrants_by_group(loaded.tournament, entered).members
            groups = {key: len(listed) for key, listed in members.items() if listed}
    forecasts = forecast([plan_of(stage) for stage in rest], people, groups)
    return {
        stage.pk: expected
        for stage, expected in zip(rest, forecasts, strict=True)
        if expected.players and expected.error is None
    }


def entered_of(loaded: Loaded) -> list[Entrant]:
    """Return who has entered and not withdrawn."""
    return [entrant for entrant in loaded.entrants.values() if entrant.withdrawn_at is None]


def level_people(loaded: Loaded, onwards: Onwards) -> tuple[LevelPeople, ...]:
    """Return who is level by name: who waits for the director's word, and who all go on."""
    return tuple(
        LevelPeople(
            tuple(loaded.entrants[int(key)].name for key in group.keys),
            group.places,
            frozenset(map(int, group.keys)),
            idle=group in onwards.idle,
            open=onwards.open,
            play_off=TieBreak.PLAY_OFF.value in loaded.tournament.tie_breaks,
        )
        for group in (*onwards.level, *onwards.idle)
    )


def box_of(loaded: Loaded, stage: Stage, number: int, state: TableState, notices: Notices) -> Box:
    """A table of a round of a stage that has begun."""
    course, onwards = loaded.courses[stage.pk], onwards_of(loaded, stage)
    shown = _Shown(loaded, stage, course, onwards, {}, notices)
    box = shown.box(state, number)
    return box if course.plan.kind is Kind.TABLES else shown.with_winner(box, number)


def _column(
    loaded: Loaded, stage: Stage, game: int, groups: Mapping[str, str], notices: Notices
) -> Column:
    course = loaded.courses[stage.pk]
    shown = _Shown(loaded, stage, course, onwards_of(loaded, stage), groups, notices)
    numbers = [stage_round.number for stage_round in course.rounds]
    if course.plan.kind is not Kind.TABLES:
        return Column(
            stage,
            game=max(numbers, default=1),
            in_all=games_in_all(loaded.settled_course(stage)),
            draws=shown.draws(),
            level=level_people(loaded, shown.onwards),
            way=way_now(loaded, stage, shown.onwards),
        )
    number = game if game in numbers else max(numbers, default=1)
    several = course.plan.rounds > 1 or any(member.carried for member in course.field)
    byes = next((at.byes for at in course.rounds if at.number == number), ())
    return Column(
        stage,
        game=number,
        games=tuple(numbers),
        boxes=shown.boxes(number),
        byes=tuple(shown.seat(key, 0) for key in byes),
        bye_rule=bye_rule(course.plan) if byes else "",
        counting=counting_note(loaded, stage, number),
        standing=shown.standing() if several and course.lines else (),
        waits=bool(loaded.at_open_tables(stage)) and stage.closed_at is None,
        all_open=shown.onwards.all_open,
        level=level_people(loaded, shown.onwards),
        way=way_now(loaded, stage, shown.onwards),
    )


@dataclass(frozen=True)
class _Shown:
    """One stage, on its way to the page."""

    loaded: Loaded
    stage: Stage
    course: StageCourse
    onwards: Onwards
    groups: Mapping[str, str]
    notices: Notices
    counted_by_game: dict[int, Mapping[Key, str]] = field(default_factory=dict)

    def group(self, key: str) -> str:
        return self.groups.get(key, key)

    def name(self, key: Key) -> str:
        return self.loaded.entrants[int(key)].name

    @cached_property
    def gone(self) -> frozenset[Key]:
        return frozenset(member.key for member in self.course.field if member.out)

    @cached_property
    def substitutes(self) -> Mapping[Key, Substitute]:
        return self.notices.after(self.loaded, self.stage)

    def instead(self, key: Key) -> str:
        """Who plays in the next stage in somebody's place, by name; "" for nobody."""
        substitute = self.substitutes.get(key)
        return self.name(substitute.plays) if substitute else ""

    def how(self, key: Key) -> str:
        """By what somebody goes on, as in a `SeatBox`.

        Who came into the next stage for another did so, whatever the results say by now.
        """
        if key in self.open_here:
            return "decides"
        how, came = self.onwards.hows.get(key, ""), self.coming.get(key)
        if came and came.stage == self.following and not came.corrects and how in set(How):
            how = "choice"
        return "replaced" if key in self.substitutes and how != "decides" else how

    def sure(self, key: Key) -> bool:
        """Whether no result still to come can change by what somebody goes on."""
        return key in self.onwards.certain - self.open_here and key not in self.substitutes

    @cached_property
    def rest(self) -> Mapping[Key, int]:
        """As the best of which place at the tables those go on who fill, by `rest_place`."""
        fills = How.FILL in self.onwards.hows.values()
        return rest_places(self.loaded, self.stage) if fills else {}

    @cached_property
    def open_here(self) -> frozenset[Key]:
        """Of whom the director decides whether they stay in the stage, so that no more is said."""
        return may_change_here(self.loaded, self.stage) & self.course.member_of.keys() - self.gone

    def visits(self, key: Key) -> bool:
        return is_barred(self.loaded, self.stage, self.loaded.entrants[int(key)])

    def left(self, key: Key) -> str:
        if key not in self.gone:
            return ""
        # A paper also has a line, without a total, for a seat that stayed empty.
        lines = self.course.lines.values()
        played = any(line.key == key and line.total is not None for line in lines)
        return left_publicly(self.loaded.entrants[int(key)], played=played)

    @cached_property
    def coming(self) -> Mapping[Key, Substitute]:
        return self.notices.coming(self.loaded, self.stage)

    def for_whom(self, key: Key, *, here: bool = False) -> str:
        """Instead of whom somebody plays, `here` or in the next stage, by name; "" for nobody."""
        substitute = self.coming.get(key)
        if substitute is None or (here and substitute.stage != self.stage):
            return ""
        return self.name(substitute.instead_of)

    def for_whom_over(self, key: Key) -> bool:
        """Whether the stage is over in which somebody plays instead of another."""
        substitute = self.coming.get(key)
        return substitute is not None and substitute.stage.closed_at is not None

    def for_whom_after(self, key: Key) -> str:
        """After what somebody plays instead of another, as in a `SeatBox`."""
        substitute = self.coming.get(key)
        return substitute_why(self.loaded, substitute) if substitute else ""

    @cached_property
    def won_by(self) -> Mapping[Key, str]:
        """By which step those won who came before others by a play-off or lots.

        Who was let in by the director has won nothing by that, and what was played for a medal has
        sent nobody on: it stands on Places.
        """
        if self.course.plan.kind is not Kind.TABLES:
            return {}
        hows = self.onwards.hows
        by_results = {key for key in self.onwards.certain if hows.get(key) in set(How)}
        course, last = self.loaded.settled_course(self.stage), self.following is None
        won = won_by(course, None if last else by_results)
        if last:
            return {} if self.stage.closed_at and self.again else won
        asked = parted_for_going_on(self.loaded, self.stage)
        return {key: step for key, step in won.items() if key in asked}

    @cached_property
    def following(self) -> Stage | None:
        """The stage after it."""
        return self.loaded.following(self.stage)

    @cached_property
    def again(self) -> bool:
        """Whether the stage could be seated again after a correction, so that nothing is won."""
        return seated_again(self.loaded, self.stage)

    @cached_property
    def tie(self) -> TieWay | None:
        """What can decide between those who are level for a place, before the director does."""
        return TieWay.PLAY_OFF_OR_DIRECTOR if TieBreak.PLAY_OFF in self.course.ties else None

    @cached_property
    def level(self) -> Mapping[Key, TieWay]:
        """What can decide between those who share a place in the last stage, once all is in.

        That is all of their division, where it plays by itself. While the medals are held, nothing
        is said of who wins them.
        """
        at_tables = self.course.plan.kind is Kind.TABLES
        if self.following or not at_tables or self.loaded.tournament.medals_held:
            return {}
        group_of = {member.key: member.group for member in self.course.field}
        plays = {group_of[key] for key in self.loaded.at_open_tables(self.stage)}
        played = TieBreak.PLAY_OFF in self.course.ties and self.stage.closed_at is None
        way, standing = TieWay.of(last=True, played=played), self.stage_standing.values()
        shared = (place.key for place in standing if place.shared and place.place is not None)
        return {key: way for key in shared if group_of[key] not in plays}

    def seat(self, key: Key, seat: int) -> SeatBox:
        return SeatBox(entrant=int(key), name=self.name(key), seat=seat)

    def boxes(self, number: int) -> tuple[Box, ...]:
        return tuple(self.box(state, number) for state in self.loaded.tables_of(self.stage, number))

    def box(self, state: TableState, number: int) -> Box:
        lines = {line.key: line.total for line in state.lines}
        listed = table_places(self.course, number, state.row.number) if lines else ()
        places: dict[Key, Place] = {entry.key: entry for entry in listed}
        # Who goes on from a table is said once it has ended; after several games, in the standing.
        decides = self.course.plan.rounds == 1 and (
            self.stage.closed_at is not None or state.finished
        )
        seats = [
            SeatBox(
                entrant=key,
                name=self.name(key),
                seat=seat,
                total=lines.get(key),
                place=places[key].place if key in places else None,
                how=self.how(key) if decides or key in self.open_here else "",
                rest=self.rest.get(key, 0),
                won_by=self.won_by.get(key, "") if decides else "",
                tie=self.tie,
                sure=self.sure(key),
                out=key in self.gone,
                left=self.left(key),
                instead=self.instead(key) if decides else "",
                # Where a table sends nobody on, it is said in the standing, of the next stage.
                for_whom=self.for_whom(key, here=not decides),
                for_whom_over=self.for_whom_over(key),
                for_whom_after=self.for_whom_after(key),
                over=self.stage.closed_at is not None,
                counts=self.counted(number).get(key, "") if state.finished else "",
                level=self.level.get(key) if decides else None,
                visitor=decides and self.visits(key),
            )
            for seat, key in enumerate(state.seats)
        ]
        if lines:
            seats.sort(key=self.best_first)
        if lines and decides:
            seats = self.parted(seats, places)
        return Box(
            number=state.row.number,
            seats=tuple(seats),
            group=self.group(state.row.group),
            rounds=state.rounds,
            short=stopped_short(self.stage, state),
            finished=state.finished,
            code=state.game.code if state.game else "",
            on_paper=state.begun and state.game is None,
            time=state.row.time_at is not None and not state.finished,
        )

    def best_first(self, seat: SeatBox) -> tuple[bool, int, bool, int, int]:
        """What orders the seats of a table; who is level there, by who goes on or leads the stage.

        Where the stage has several games, one table's order says nothing of its standing.
        """
        alone = self.course.plan.rounds == 1
        leads = self.stage_order.get(seat.entrant, len(self.stage_order)) if alone else 0
        stays = alone and not seat.how
        return seat.place is None, seat.place or 0, stays, leads, seat.seat

    @cached_property
    def stage_order(self) -> Mapping[Key, int]:
        """The place in the stage as it stands, of those who have one."""
        standing = self.stage_standing.values()
        return {entry.key: entry.place for entry in standing if entry.place is not None}

    @cached_property
    def stage_standing(self) -> Mapping[Key, Place]:
        """The places in the stage as it stands."""
        return {entry.key: entry for entry in stage_places(self.course)}

    def parted(self, seats: list[SeatBox], places: Mapping[Key, Place]) -> list[SeatBox]:
        """Return the seats of a table, each with what put it before the next one of its total.

        The next one is of another place: of two who are level, the first is not before the other.
        """
        if self.course.plan.onward is not Onward.TABLES and self.course.plan.kind is Kind.TABLES:
            places = self.stage_standing
        place_of = {key: place.place for key, place in places.items()}

        def parted(seat: SeatBox, others: Sequence[SeatBox]) -> SeatBox:
            here = place_of.get(seat.entrant)
            if here is not None:
                others = [other for other in others if place_of.get(other.entrant) != here]
            following = next(iter(others), None)
            if following and seat.entrant in places and seat.total == following.total is not None:
                return replace(seat, parted=parted_by(places[seat.entrant], following.entrant))
            return seat

        return [parted(seat, seats[at:]) for at, seat in enumerate(seats, 1)]

    def counted(self, number: int) -> Mapping[Key, str]:
        """Return what totals of a game count, in words, where that is another number."""
        if number not in self.counted_by_game:
            self.counted_by_game[number] = counted_short(self.loaded, self.stage, number)
        return self.counted_by_game[number]

    def standing(self) -> tuple[StandingRow, ...]:
        groups = {member.key: member.group for member in self.course.field}
        behind = behind_others(self.loaded)[self.loaded.begun.index(self.stage) + 1]
        return tuple(
            StandingRow(
                entrant=int(stage_place.key),
                name=self.name(stage_place.key),
                place=stage_place.place,
                value=stage_place.value,
                behind=behind[stage_place.key].words if stage_place.key in behind else "",
                group=self.group(groups.get(stage_place.key, "")),
                how=self.how(stage_place.key),
                won_by=self.won_by.get(stage_place.key, ""),
                tie=self.tie,
                sure=self.sure(stage_place.key),
                out=stage_place.key in self.gone,
                left=self.left(stage_place.key),
                instead=self.instead(stage_place.key),
                for_whom=self.for_whom(stage_place.key),
                for_whom_over=self.for_whom_over(stage_place.key),
                for_whom_after=self.for_whom_after(stage_place.key),
                over=self.stage.closed_at is not None,
                shared=stage_place.shared,
                visitor=self.visits(stage_place.key),
            )
            for stage_place in stage_places(self.course, all_behind=True)
        )

    def draws(self) -> tuple[PairDraw, ...]:
        """Return an elimination's draws; the winner of a table goes on."""
        boxes = {
            (stage_round.number, box.number): box
            for stage_round in self.course.rounds
            for box in self.boxes(stage_round.number)
        }

        def rounds(draw: Draw, drawn: tuple[DrawRound, ...]) -> tuple[PairRound, ...]:
            return tuple(
                PairRound(
                    drawn_round.number,
                    tuple(
                        self.pair(match, boxes, final=_is_last(drawn_round, draw))
                        for match in drawn_round.matches
                    ),
                    drawn_round.part is Part.FINAL,
                )
                for drawn_round in drawn
            )

        return tuple(
            PairDraw(
                self.group(draw.group),
                rounds(draw, draw.winners),
                rounds(draw, draw.losers),
                tuple(self.name(key) for key in draw.waiting),
            )
            for draw in draws_of(certain_course(self.loaded, self.stage))
        )

    def with_winner(self, box: Box, number: int) -> Box:
        """Return a table of an elimination as its draw shows it: with who won there."""
        at = (number, box.number)
        for draw in draws_of(self.loaded.settled_course(self.stage)):
            for drawn_round in (*draw.winners, *draw.losers):
                for match in drawn_round.matches:
                    if match is not None and (match.round, match.table) == at:
                        final = _is_last(drawn_round, draw)
                        return self.pair(match, {at: box}, final=final).box or box
        return box

    def pair(
        self, match: Match | None, boxes: Mapping[tuple[int, int], Box], *, final: bool
    ) -> Pair:
        if match is None:
            return Pair()
        if box := boxes.get((match.round, match.table)):
            finals = (replace(seat, final=final) for seat in box.seats)
            seats = tuple(self.pair_seat(seat, match) for seat in finals)
            # A walkover that no sheet changes any more is over, whatever table it was to be at.
            over = any(seat.how == "walkover" and seat.sure for seat in seats)
            return Pair(replace(box, seats=seats, finished=box.finished or over))
        if match.state is State.WALKOVER:
            names = () if match.winner is None else (self.name(match.winner),)
            # Who had nobody to play with and left later had no walkover.
            others = (key for key in match.sides if key in self.gone and key != match.winner)
            absent = next(others, None) if names else None
            return Pair(
                names=names,
                free=bool(names),
                gone=not names,
                absent="" if absent is None else self.name(absent),
                absent_left="" if absent is None else self.left(absent),
                left="" if final else self.left_since_bye(match.winner),
                final=final,
            )
        unsure = {key for _game, key in self.unsure}
        known = ["" if key is None or key in unsure else self.name(key) for key in match.sides]
        return Pair(names=tuple(known) if any(known) else ())

    def left_since_bye(self, key: Key | None) -> str:
        """Say how somebody left who had no game; or that alone, where a later game says how."""
        if key is None or key not in self.gone:
            return ""
        byes = [at.number for at in self.course.rounds if key in at.byes]
        sat = [
            at.number for at in self.course.rounds if any(key in table.seats for table in at.tables)
        ]
        # "Goes on" is not so any more.
        is_shown_later = max(sat, default=0) > max(byes, default=0)
        return _("without a game") if is_shown_later else self.left(key)

    def pair_seat(self, seat: SeatBox, match: Match) -> SeatBox:
        """Return the seat with what the game says of it: won, level, or nothing."""
        if match.state is State.LEVEL and self.stage.closed_at is None:
            last = (match.round, match.table) in self.last_level
            played = TieBreak.PLAY_OFF in self.course.ties
            return replace(seat, how="level", sure=False, tie=TieWay.of(last=last, played=played))
        if seat.how == "decides":
            return seat
        if match.state not in OVER or seat.entrant != match.winner:
            return replace(seat, how="", sure=True)
        member = self.course.member_of[seat.entrant]
        nothing = self.again or (member.out and not member.keeps)
        if seat.final and self.stage.closed_at is not None and nothing:
            return replace(seat, how="", sure=True)
        if is_open_again(self.loaded.settled_course(self.stage), match):
            return replace(seat, how="", sure=True)
        # Who has a total at a table that is in has played for it.
        line = self.loaded.settled_course(self.stage).lines.get((match.round, seat.entrant))
        walkover = match.state is State.WALKOVER and (line is None or line.total is None)
        unsure = self.course.seats_open or (match.round, seat.entrant) in self.unsure
        if seat.final and match.loser is not None:
            # Whatever a sheet still says, somebody without a place wins nothing.
            loser = self.course.member_of.get(match.loser)
            unsure = unsure and not (loser and loser.out and not loser.keeps)
        sure = not walkover or self.stage.closed_at is not None or not unsure
        how = "walkover" if walkover else "won"
        return replace(seat, how=how, sure=sure, won_by=match.by)

    @cached_property
    def last_level(self) -> frozenset[tuple[int, int]]:
        """The last games of a bracket that are level: the number of the game and of the table."""
        games = level_matches(self.course)
        return frozenset((match.round, match.table) for match, last in games if last)

    @cached_property
    def unsure(self) -> frozenset[tuple[int, Key]]:
        """Who could still lose a walkover to a sheet that comes in late, by the game's number."""
        return unsure_walkovers(self.loaded.settled_course(self.stage))


def _is_last(drawn: DrawRound, draw: Draw) -> bool:
    """Whether a round is the last of its draw, or one of both finals."""
    return drawn.part is Part.FINAL or (not draw.losers and drawn is draw.winners[-1])
