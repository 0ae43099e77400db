"""A tournament as plain values: what `league.tournaments.brackets` computes with, from the rows.

Its queries do not grow with entrants, tables or stages.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from itertools import accumulate
from typing import Any, TypeVar

from league.seasons.models import SeatTally, Tally
from league.seasons.selectors.tallies import seat_tallies
from league.standings.results import Key
from league.standings.tie_breaks import OF_TOURNAMENTS, tie_breaks_named
from league.tournaments.brackets.certainty import settled
from league.tournaments.brackets.values import (
    Cut,
    Fill,
    Kind,
    Member,
    MovesBy,
    Onward,
    PlayOff,
    Round,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
    Uneven,
)
from scoring import referee
from scoring.sheets.models import Game
from scoring.sheets.selectors.many_sheets import sheets_of
from scoring.web.compiled_queries import CompiledQuery

from .models import (
    Entrant,
    PaperResult,
    Parting,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)

Row = TypeVar("Row", StageEntrant, StageRound, Parting)
Derived = TypeVar("Derived")
TableKey = tuple[int, int, int]
"""A stage's id, the number of the round in it, and the table's number."""
AfterEachRound = tuple[tuple[int, ...], tuple[int, ...], tuple[int | None, ...]]
"""The total, the rounds won and the lowest round after each round; () for what is not known."""

# What is asked of a tournament, by its id. Each page and each deed asks all of it, often twice.
STAGES = CompiledQuery(
    lambda own: Stage.objects.select_related("rule_sheet").filter(tournament=own)
)
ENTRANTS = CompiledQuery(lambda own: Entrant.objects.filter(tournament=own, number__isnull=False))
FIELDS = CompiledQuery(lambda own: StageEntrant.objects.filter(stage__tournament=own))
ROUNDS = CompiledQuery(lambda own: StageRound.objects.filter(stage__tournament=own))
PARTINGS = CompiledQuery(
    lambda own: Parting.objects.filter(stage__tournament=own, undone_at=None).order_by("pk")
)
TABLES = CompiledQuery(
    lambda own: StageTable.objects.filter(round__stage__tournament=own).select_related(
        "round", "game"
    )
)
SEATS = CompiledQuery(lambda own: StageSeat.objects.filter(table__round__stage__tournament=own))
PAPERS = CompiledQuery(
    lambda own: PaperResult.objects.in_force().filter(table__round__stage__tournament=own)
)
TALLIES = CompiledQuery(
    lambda own: Tally.objects.filter(game__stage_table__round__stage__tournament=own)
)
SEAT_TALLIES = CompiledQuery(
    lambda own: SeatTally.objects.filter(game__stage_table__round__stage__tournament=own)
)


@dataclass(frozen=True)
class TableState:
    """One table of a tournament: its entrants (ids in seat order) and the state of its game.

    `lines` are what the table's sheet says, or else its newest paper; there are none before the
    first round is on it. `finished` says that they are the last word: the game was ended, or paper
    was typed. `rounds` is how many rounds the game has.
    """

    row: StageTable
    seats: tuple[int, ...]
    lines: tuple[SeatScore, ...] = ()
    rounds: int = 0
    finished: bool = False
    paper: PaperResult | None = None

    @property
    def game(self) -> Game | None:
        """Its game on a tablet, if one was begun."""
        return self.row.game

    @property
    def begun(self) -> bool:
        """Whether it has begun, on a tablet or on paper, so that its people stay."""
        begun = (self.row.game, self.row.on_paper_at, self.paper)
        return any(sign is not None for sign in begun)

    @property
    def is_written(self) -> bool:
        """Whether something is on its sheet, so that its start cannot be taken back any more."""
        return self.finished or self.rounds > 0


@dataclass(frozen=True)
class Loaded:
    """A tournament with everything that its places follow from.

    `courses` has every stage that has begun, by the stage's id; keys in it are entrants' ids.
    """

    tournament: Tournament
    stages: tuple[Stage, ...]
    entrants: Mapping[int, Entrant]
    fields: Mapping[int, tuple[StageEntrant, ...]]
    rounds: Mapping[int, tuple[StageRound, ...]]
    tables: Mapping[TableKey, TableState]
    partings: Mapping[int, tuple[Parting, ...]]
    courses: Mapping[int, StageCourse]

    @property
    def begun(self) -> tuple[Stage, ...]:
        """The stages that have begun, in their order."""
        return tuple(stage for stage in self.stages if stage.pk in self.courses)

    @property
    def current(self) -> Stage | None:
        """The stage that goes on: the last that has begun, None before and after."""
        going_on = [stage for stage in self.begun if stage.closed_at is None]
        return going_on[-1] if going_on else None

    @property
    def is_over(self) -> bool:
        """Whether the last stage is closed, so that only a correction changes places."""
        return self.tournament.ended_at is not None or (
            bool(self.stages)
            and all(
                stage.pk in self.courses and stage.closed_at is not None for stage in self.stages
            )
        )

    def following(self, stage: Stage) -> Stage | None:
        """The stage after that one."""
        return next((later for later in self.stages if later.number > stage.number), None)

    def tables_of(self, stage: Stage, number: int) -> tuple[TableState, ...]:
        """The tables of a round of a stage, table 1 first."""
        keys = sorted(key for key in self.tables if key[:2] == (stage.pk, number))
        return tuple(self.tables[key] for key in keys)

    def settled_course(self, stage: Stage) -> StageCourse:
        """The course of a stage that has begun, of whose results only last words count."""
        finished = {
            (number, table)
            for (pk, number, table), state in self.tables.items()
            if pk == stage.pk and state.finished
        }
        return settled(self.courses[stage.pk], finished)

    def at_open_tables(self, stage: Stage) -> frozenset[Key]:
        """Who sits at a table of the stage from which something is still to come.

        Nothing is where everybody has left, or of two who play each other out one.
        """
        course = self.courses[stage.pk]
        least = 0 if course.plan.kind is Kind.TABLES else 1
        return frozenset(
            key
            for stage_round in course.rounds
            for table in stage_round.tables
            if not self.tables[stage.pk, stage_round.number, table.number].finished
            and sum(key not in course.out for key in table.seats) > least
            for key in table.seats
        )

    def at_tables_to_begin(self, stage: Stage) -> frozenset[Key]:
        """Who sits at a table of the stage that has not begun."""
        return frozenset(
            key
            for (pk, _number, _table), state in self.tables.items()
            if pk == stage.pk and not state.begun
            for key in state.seats
        )

    def begun_courses(self) -> tuple[StageCourse, ...]:
        """The courses of the stages that have begun, in their order."""
        return tuple(self.courses[stage.pk] for stage in self.begun)


def kept_with_snapshot(derive: Callable[[Loaded], Derived]) -> Callable[[Loaded], Derived]:
    """Derive something from a loaded tournament once, and keep it with it: neither changes."""
    name = _kept_name(derive)

    @wraps(derive)
    def read(snapshot: Loaded) -> Derived:
        kept: dict[str, Any] = vars(snapshot)
        if name not in kept:
            kept[name] = derive(snapshot)
        derived: Derived = kept[name]
        return derived

    return read


def _kept_name(derive: Callable[[Loaded], Any]) -> str:
    return f"{derive.__module__}.{derive.__qualname__}"


def with_derived(snapshot: Loaded, derive: Callable[[Loaded], Derived], derived: Derived) -> Loaded:
    """Return the tournament as it would be if that followed from it (`kept_with_snapshot`)."""
    other = replace(snapshot)
    vars(other)[_kept_name(derive)] = derived
    return other


def plan_of(stage: Stage) -> StagePlan:
    """The stage's plan as plain values."""
    return StagePlan(
        kind=Kind(stage.kind),
        seating=Seating(stage.seating),
        sizes=Sizes(stage.size, stage.least, stage.most),
        rounds=stage.rounds,
        apart=stage.apart,
        by_division=stage.by_division,
        measure=StageMeasure(stage.measure),
        place_points=tuple(stage.place_points),
        uneven=Uneven(stage.uneven),
        game_rounds=_game_rounds(stage),
        movers=stage.movers,
        moves_by=MovesBy(stage.moves_by),
        moves=tuple(stage.moves),
        top_moves=tuple(stage.top_moves),
        onward=Onward(stage.onward),
        count=stage.count,
        cut=Cut(stage.cut),
        fill=Fill(stage.fill),
        fill_to=stage.fill_to,
        carried=stage.carried,
    )


def _game_rounds(stage: Stage) -> int:
    """How many rounds a whole game of the stage has; 1 where nothing asks for it, or can tell."""
    if stage.uneven == Uneven.STANDS:
        return 1
    return referee.round_count(Game(set=stage.set, rules=stage.rules)) or 1


def stopped_short(stage: Stage, state: TableState) -> int:
    """How many rounds a table of the stage was to play that has ended after fewer; 0 otherwise.

    Of a table whose paper has totals alone nobody has said how many it played.
    """
    if not state.finished or not (state.game or state.rounds):
        return 0
    whole = referee.round_count(state.game or Game(set=stage.set, rules=stage.rules)) or 0
    return whole if state.rounds < whole else 0


def loaded(tournament: Tournament) -> Loaded:
    """Everything about a tournament, in at most sixteen queries however large it is."""
    return _loaded(tournament, _stages(tournament))


def loaded_reopened(tournament: Tournament, stage: Stage) -> Loaded:
    """Return the same as it would be if this stage, the last one, were opened again."""
    tournament, stages = copy(tournament), _stages(tournament)
    tournament.ended_at = None
    for own in stages:
        own.closed_at = None if own.pk == stage.pk else own.closed_at
    return _loaded(tournament, stages)


def loaded_counting(tournament: Tournament, stage: Stage, uneven: str) -> Loaded:
    """Return the same as it would be if totals of unlike rounds counted so in this stage."""
    stages = _stages(tournament)
    for own in stages:
        own.uneven = uneven if own.pk == stage.pk else own.uneven
    return _loaded(tournament, stages)


def loaded_with(tournament: Tournament, stages: Sequence[Stage]) -> Loaded:
    """Return the same as it would be with these stages, which are not saved, in their order."""
    return _loaded(tournament, tuple(stages))


def _stages(tournament: Tournament) -> tuple[Stage, ...]:
    return tuple(STAGES.rows(tournament.pk))


def _loaded(tournament: Tournament, stages: tuple[Stage, ...]) -> Loaded:
    entrants = {entrant.pk: entrant for entrant in ENTRANTS.rows(tournament.pk)}
    fields = _by_stage(FIELDS.rows(tournament.pk))
    rounds = _by_stage(ROUNDS.rows(tournament.pk))
    partings = _by_stage(PARTINGS.rows(tournament.pk))
    tables = _tables(tournament, entrants)
    courses = {
        stage.pk: _course(
            tournament,
            stage,
            fields[stage.pk],
            rounds.get(stage.pk, ()),
            tables,
            partings.get(stage.pk, ()),
            entrants,
        )
        for stage in stages
        if stage.pk in fields
    }
    for at, stage in enumerate(stages):
        own = rounds.get(stage.pk, ())
        if stage.pk in courses and (coming := _takes_newcomers(stage, own, tables)):
            is_open = at > 0 and len(own) == 1
            courses[stage.pk] = replace(
                courses[stage.pk], newcomers=True, seats_open=is_open, newcomers_to=coming
            )
    return Loaded(tournament, stages, entrants, fields, rounds, tables, partings, courses)


def _takes_newcomers(
    stage: Stage, rounds: Sequence[StageRound], tables: Mapping[TableKey, TableState]
) -> frozenset[str]:
    """Return whose tables of the game that is on have nothing written, so that people may change.

    Those are divisions that play by themselves, "" where all play together. A table that has begun
    counts too, as its start can still be taken back. Into a bracket nobody comes after its first
    games.
    """
    if stage.closed_at is not None or not rounds:
        return frozenset()
    if stage.kind != Stage.Kind.TABLES and len(rounds) > 1:
        return frozenset()
    newest = rounds[-1].number
    own = [state for key, state in tables.items() if key[:2] == (stage.pk, newest) and state.seats]
    return frozenset(state.row.group for state in own if not state.is_written)


def with_entrant(snapshot: Loaded, entrant: Entrant) -> Loaded:
    """Return the tournament as it would be if this entrant's row were in the database."""
    courses = {}
    for stage in snapshot.begun:
        course = snapshot.courses[stage.pk]
        rows = {row.entrant_id: row for row in snapshot.fields[stage.pk]}
        courses[stage.pk] = replace(
            course,
            field=tuple(
                _member(rows[entrant.pk], entrant, stage) if member.key == entrant.pk else member
                for member in course.field
            ),
        )
    entrants = {**snapshot.entrants, entrant.pk: entrant}
    return replace(snapshot, entrants=entrants, courses=courses)


def _by_stage(rows: Iterable[Row]) -> dict[int, tuple[Row, ...]]:
    by_stage: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_stage[row.stage_id].append(row)
    return {stage: tuple(listed) for stage, listed in by_stage.items()}


def _tables(tournament: Tournament, entrants: Mapping[int, Entrant]) -> dict[TableKey, TableState]:
    rows = TABLES.rows(tournament.pk)
    seated: dict[int, list[int]] = defaultdict(list)
    for seat in SEATS.rows(tournament.pk):
        seated[seat.table_id].append(seat.entrant_id)
    papers = {paper.table_id: paper for paper in PAPERS.rows(tournament.pk)}
    games = [row.game for row in rows if row.game is not None]
    lines, counts = _game_lines(tournament, games, entrants) if games else ({}, {})
    tables = {}
    for row in rows:
        seats = tuple(seated[row.pk])
        paper = papers.get(row.pk) if row.game is None else None
        if row.game is not None:
            own = lines.get(row.game.pk, ())
        elif paper is not None:
            own = tuple(_paper_lines(paper))
        else:
            own = ()
        played = counts.get(row.game.pk, 0) if row.game else paper.played if paper else 0
        finished = paper is not None or (row.game is not None and bool(row.game.finished_at))
        tables[row.round.stage_id, row.round.number, row.number] = TableState(
            row=row,
            seats=seats,
            # A sheet on which nothing is yet says nothing; once it is finished, that all left.
            lines=tuple(line for line in own if line.key in seats and (finished or played)),
            rounds=played,
            finished=finished,
            paper=paper,
        )
    return tables


def _game_lines(
    tournament: Tournament, games: Sequence[Game], entrants: Mapping[int, Entrant]
) -> tuple[dict[int, tuple[SeatScore, ...]], dict[int, int]]:
    """What each game says of its entrants, and how many rounds it has.

    Kept tallies are read where they are new; other games are derived here and now.
    """
    by_player = {
        entrant.player_id: entrant.pk for entrant in entrants.values() if entrant.player_id
    }
    revisions = {game.pk: game.revision for game in games}
    kept = {
        tally.game_id: tally
        for tally in TALLIES.rows(tournament.pk)
        if tally.revision == revisions[tally.game_id]
    }
    counts = {pk: tally.rounds for pk, tally in kept.items()}
    seat_rows = SEAT_TALLIES.rows(tournament.pk) if kept else []
    seats = [seat for seat in seat_rows if seat.game_id in kept]
    for sheet in sheets_of([game for game in games if game.pk not in kept]):
        counts[sheet.game.pk] = sheet.rounds_played
        seats += seat_tallies(sheet)
    lines: dict[int, list[SeatScore]] = defaultdict(list)
    for seat in seats:
        if (key := by_player.get(seat.player_id)) is not None:
            total = seat.total if seat.place is not None else None
            lines[seat.game_id].append(
                SeatScore(
                    key,
                    total,
                    seat.rounds_out,
                    seat.best_round,
                    counts[seat.game_id],
                    *_by_rounds(seat, counts[seat.game_id]),
                )
            )
    return {game: tuple(own) for game, own in lines.items()}, counts


def _paper_lines(paper: PaperResult) -> Iterator[SeatScore]:
    """What a paper says of each one, with the total after each round where rounds were typed.

    Who came late has no points in the first round, and what the rounds do not make up from the
    beginning.
    """
    for at, (key, total, outs, lowest) in enumerate(paper.lines, 1):
        points = [row[at] for row in paper.rounds]
        won = [row[0] == at - 1 for row in paper.rounds]
        came_late = bool(points) and points[0] is None
        start = total - sum(own or 0 for own in points) if came_late and total is not None else 0
        running = _running(points, won, total, outs, start)
        yield SeatScore(key, total, outs, lowest, paper.played or None, *running)


def _by_rounds(seat: SeatTally, rounds: int) -> AfterEachRound:
    points = seat.points[:rounds]
    won = [number in seat.out_rounds for number in range(1, len(points) + 1)]
    return _running(points, won, seat.total, seat.rounds_out, seat.entered_with)


def _running(
    points: Sequence[int | None],
    won: Sequence[bool],
    total: int | None,
    outs: int | None,
    entered_with: int = 0,
) -> AfterEachRound:
    """Return the total, the rounds won and the lowest round after each round of a table.

    Nothing where only the sum is known, or who won each round is not.
    """
    totals = tuple(accumulate((own or 0 for own in points), initial=entered_with))[1:]
    if not totals or totals[-1] != total:
        return (), (), ()
    wins = tuple(accumulate(map(int, won)))
    lowest = tuple(accumulate(points, _lower))
    return totals, wins if wins[-1] == outs else (), lowest


def _lower(lowest: int | None, points: int | None) -> int | None:
    return min((known for known in (lowest, points) if known is not None), default=None)


def _course(
    tournament: Tournament,
    stage: Stage,
    field: Sequence[StageEntrant],
    rounds: Sequence[StageRound],
    tables: Mapping[TableKey, TableState],
    partings: Sequence[Parting],
    entrants: Mapping[int, Entrant],
) -> StageCourse:
    own = {key: table for key, table in tables.items() if key[0] == stage.pk}
    seated: dict[int, list[Table]] = defaultdict(list)
    for (_stage, number, table), state in sorted(own.items()):
        if state.seats:  # a table whose last person was moved away is no more
            seated[number].append(Table(table, state.seats, state.row.group))
    drawn: list[dict[Key, int]] = []
    play_offs: list[PlayOff] = []
    for parting in partings:
        if parting.kind == Parting.Kind.LOT:
            drawn.append(dict(parting.numbers))
        elif parting.kind == Parting.Kind.PLAY_OFF:
            play_offs.append(PlayOff(dict(parting.numbers), lots_before=len(drawn)))
    return StageCourse(
        plan=plan_of(stage),
        field=tuple(_member(member, entrants[member.entrant_id], stage) for member in field),
        rounds=tuple(
            Round(stage_round.number, tuple(seated[stage_round.number]), tuple(stage_round.byes))
            for stage_round in rounds
        ),
        lines={
            (number, line.key): line
            for (_stage, number, _table), state in own.items()
            for line in state.lines
        },
        play_offs=tuple(play_offs),
        drawn=tuple(drawn),
        all_on=frozenset(
            frozenset(key for key, _none in parting.numbers)
            for parting in partings
            if parting.kind == Parting.Kind.ALL
        ),
        ties=tie_breaks_named(tournament.tie_breaks, OF_TOURNAMENTS),
        not_begun=frozenset(key[1:] for key, state in own.items() if not state.begun),
        playing=frozenset(key[1:] for key, state in own.items() if not state.finished),
        telling=frozenset(key[1:] for key, state in own.items() if state.game and state.rounds),
    )


def _member(placed: StageEntrant, entrant: Entrant, stage: Stage) -> Member:
    """Who left after the stage was closed was not out in it, unless disqualified with no place."""
    gone = entrant.withdrawn_at
    out = gone is not None and (
        stage.closed_at is None
        or gone < stage.closed_at
        or (entrant.is_disqualified and not entrant.keeps_place)
    )
    return Member(
        key=entrant.pk,
        seed=placed.seed,
        club=entrant.club_key,
        group=placed.group,
        visitor=entrant.visitor,
        carried=Fraction(placed.carried),
        out=out,
        keeps=out and entrant.keeps_place,
    )
