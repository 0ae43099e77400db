"""What a day on paper would write, line by line, what is wrong with it, and what is only odd."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import median

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay, TableGame
from league.days.paper_grid import Grid, GridCell, GridRow
from league.people.models import MOST_TABLES
from league.seasons.models import Season
from league.seasons.selectors.results import season_on
from league.standings.methods import Measure
from league.standings.tie_breaks import TieBreak
from scoring import parsing, referee
from scoring.accounts.models import Club, Player
from scoring.accounts.name_questions import NameQuestion, names_asked
from scoring.collation import name_order
from scoring.dates import weekday_and_year
from scoring.lists import all_of
from scoring.names import NAME_LENGTH, name_key
from scoring.sheets.models import Game
from scoring.sheets.paper import (
    MOST_ROUNDS,
    PaperLine,
    most_at_once,
    outs_completed,
    outs_lacking,
    outs_lacking_words,
)
from scoring.sheets.selectors.games import scored_among
from scoring.values import HasRules
from scoring.web.fields import NAME_TOO_LONG

from .begun import days_begun
from .seating import DaySeating, seating_of

# A total is asked about that is so many times what is usual on this page, where that is known.
FAR, FEWEST_TO_COMPARE = 3, 5
LETTERS = str.maketrans("0123456789", "ghijklmnop")


@dataclass(frozen=True)
class PaperSeat:
    """One person at a table on paper; `row` is the line of the grid, from 1."""

    row: int
    name: str
    line: PaperLine


@dataclass(frozen=True)
class PaperTable:
    """One game at one table on paper, to be written as it is."""

    number: int
    table: int
    rounds: int
    seats: tuple[PaperSeat, ...]


@dataclass
class PaperPlan:
    """What a grid would write: its tables, new people; faults and questions by field.

    A field is called as in the form, such as `total-3-1`. Faults keep all of it from being written;
    questions are about what is odd and may be right; those about a name are in `name_questions`
    too, to be answered by a tap. `hard_to_believe` says that a total is higher
    than hands are: it is written once somebody says that it is right.
    """

    tables: tuple[PaperTable, ...] = ()
    new_names: tuple[str, ...] = ()
    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    questions: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    outs_missing: bool = False
    hard_to_believe: bool = False
    name_questions: dict[str, NameQuestion] = field(default_factory=dict)

    @property
    def people(self) -> int:
        """How many people played."""
        return len({name_key(seat.name) for table in self.tables for seat in table.seats})

    @property
    def games(self) -> int:
        """The number of the last game."""
        return max((table.number for table in self.tables), default=0)

    @property
    def content(self) -> str:
        """A mark of the numbers: equal ones are of the same games with the same totals."""
        tables = [
            [
                table.number,
                table.table,
                table.rounds,
                [_content(seat) for seat in table.seats],
            ]
            for table in self.tables
        ]
        return digest(tables)

    def mark(self, *about: object) -> str:
        """A mark of all that a preview shows, with what it is `about`."""
        return digest([about, self.content, dict(self.questions), self.new_names])


def _content(seat: PaperSeat) -> list[object]:
    line = seat.line
    span = [] if line.is_whole else [line.from_round, line.after_round]
    return [seat.name, line.total, line.outs, *span]


def digest(content: object) -> str:
    """Return a mark in letters alone.

    It is kept beside the totals, where a number would be taken for a row's.
    """
    digest = hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()[:32]
    return digest.translate(LETTERS)


@dataclass
class _Reading:
    """What is known of a day while its grid is read."""

    club: Club
    like: HasRules
    seating: DaySeating | None
    people: Mapping[str, Player]
    plan: PaperPlan = field(default_factory=PaperPlan)

    def person(self, name: str) -> object:
        """Who that name means, also by the name of a merged record; a new name means itself."""
        player = self.people.get(name_key(name))
        return (player.same_as_id or player.pk) if player else name_key(name)

    def as_printed(
        self, number: int, table: int, seats: Sequence[PaperSeat]
    ) -> tuple[PaperSeat, ...]:
        """A table's people in the order of its printed sheet, whoever has no seat there last.

        So everybody keeps the color that cards, sheet and wall gave them.
        """
        taken = self.seating.seats(number) if self.seating else {}
        printed: dict[object, int] = {
            player: seat for player, (at, seat) in taken.items() if at == table
        }
        return tuple(
            sorted(seats, key=lambda seat: printed.get(self.person(seat.name), len(printed)))
        )


def asks_for_outs(club: Club, on: date, like: HasRules) -> bool:
    """Whether rounds won decide something on that day: in its season, or at its tables."""
    season = season_on(club, on) or Season(club=club)
    return (
        season.measure == Measure.OUTS
        or TieBreak.OUTS in season.tie_breaks
        or referee.parts_ties_by_rounds_out(like)
    )


def paper_plan(
    grid: Grid,
    *,
    club: Club,
    like: HasRules,
    day: GameDay | None,
    outs: bool,
    answered: Collection[str] = (),
) -> PaperPlan:
    """Return what the grid would write on that day, None for a new one; ten queries.

    `like` has the rules and the dominoes that were played with, and `outs` says that rounds gone
    out in are asked for. Who is meant by the names `answered` was asked before.
    """
    grid = grid.without_unplayed()
    people = Player.objects.filter(club=club, erased_at=None)
    seating = seating_of(day) if day else None
    reading = _Reading(club, like, seating, {player.name_key: player for player in people})
    rounds = [_rounds(reading.plan, grid, game) for game in range(1, grid.games + 1)]
    seats: dict[tuple[int, int], list[PaperSeat]] = defaultdict(list)
    for at, row in enumerate(grid.rows, 1):
        if not row.is_empty:
            _read_row(reading, at, row, rounds, seats)
    reading.plan.tables = tuple(
        PaperTable(
            game,
            table,
            rounds[game - 1] or 0,
            _completed(reading.as_printed(game, table, seats[game, table]), rounds[game - 1] or 0),
        )
        for game, table in sorted(seats)
    )
    if not reading.plan.tables and not reading.plan.faults:
        reading.plan.faults[""].append(_("Nothing is entered yet."))
    _check_people(reading, grid)
    _ask_names(reading, grid, answered)
    for table in reading.plan.tables:
        _check_table(reading, table)
    _check_day(reading)
    _ask_far(reading.plan)
    reading.plan.outs_missing = outs and any(
        seat.line.outs is None and seat.line.total is not None
        for table in reading.plan.tables
        for seat in table.seats
    )
    return reading.plan


def _completed(seats: Sequence[PaperSeat], rounds: int) -> tuple[PaperSeat, ...]:
    """A table's seats, with 0 rounds won where the paper leaves them to others."""
    lines = outs_completed([seat.line for seat in seats], rounds)
    return tuple(replace(seat, line=line) for seat, line in zip(seats, lines, strict=True))


def _rounds(plan: PaperPlan, grid: Grid, game: int) -> int | None:
    """How many rounds that game had; a fault where it was played and nobody says so."""
    played = any(not row.cells[game - 1].is_empty for row in grid.rows)
    name = f"rounds-{game}"
    number = _number(plan, name, grid.rounds[game - 1])
    if played and number is None and name not in plan.faults:
        plan.faults[name].append(_("Type how many rounds game %d had.") % game)
    elif number is not None and not 1 <= number <= MOST_ROUNDS:
        plan.faults[name].append(_("A game has from 1 to %d rounds.") % MOST_ROUNDS)
        return None
    return number


def _number(plan: PaperPlan, name: str, text: str) -> int | None:
    try:
        return parsing.number(text)
    except parsing.Unread as unread:
        plan.faults[name].append(str(unread))
        return None


def _read_row(
    reading: _Reading,
    at: int,
    row: GridRow,
    rounds: Sequence[int | None],
    seats: dict[tuple[int, int], list[PaperSeat]],
) -> None:
    plan = reading.plan
    if not row.name:
        plan.faults[f"name-{at}"].append(_("Type the name of who played this."))
    if len(row.name) > NAME_LENGTH:
        plan.faults[f"name-{at}"].append(str(NAME_TOO_LONG) % {"limit_value": NAME_LENGTH})
    for game, cell in enumerate(row.cells, 1):
        if cell.is_empty:
            continue
        table, line = _read_cell(plan, at, game, cell)
        most = rounds[game - 1] or MOST_ROUNDS
        for fault in line.faults(row.name, most):
            plan.faults[f"{fault.code}-{at}-{game}"].append(fault.text)
        if table is not None:
            seats[game, table].append(PaperSeat(at, row.name, line))


def _read_cell(plan: PaperPlan, at: int, game: int, cell: GridCell) -> tuple[int | None, PaperLine]:
    """The table of one cell, None where it cannot be told, and what was scored there."""
    table = _number(plan, f"table-{at}-{game}", cell.table)
    total = _number(plan, f"total-{at}-{game}", cell.total)
    outs = _number(plan, f"outs-{at}-{game}", cell.outs)
    if not cell.table:
        plan.faults[f"table-{at}-{game}"].append(_("Type the number of the table."))
    elif table is not None and not 1 <= table <= MOST_TABLES:
        plan.faults[f"table-{at}-{game}"].append(_("Choose a table from 1 to %d.") % MOST_TABLES)
        table = None
    first = _number(plan, f"first-{at}-{game}", cell.first)
    last = _number(plan, f"last-{at}-{game}", cell.last)
    # Who left early has a total, and so a place; or none.
    if not cell.total and not cell.last:
        plan.faults[f"total-{at}-{game}"].append(_("Type the total points."))
    first = 1 if first is None else first
    return table, PaperLine(total, outs, from_round=first, after_round=last)


def _check_people(reading: _Reading, grid: Grid) -> None:
    """Find who is new, and who stands in one game twice."""
    plan = reading.plan
    rows: dict[tuple[int, object], list[int]] = defaultdict(list)
    new: dict[str, str] = {}
    for at, row in enumerate(grid.rows, 1):
        if not row.name:
            continue
        games = [game for game, cell in enumerate(row.cells, 1) if not cell.is_empty]
        for game in games:
            rows[game, reading.person(row.name)].append(at)
        if games and name_key(row.name) not in reading.people:
            new.setdefault(name_key(row.name), row.name)
    for (game, _person), lines in rows.items():
        for at in lines if len(lines) > 1 else ():
            others = all_of(line for line in lines if line != at)
            plan.faults[f"name-{at}"].append(
                _("%(name)s is in game %(game)d twice: see line %(lines)s.")
                % {"name": grid.rows[at - 1].name, "game": game, "lines": others}
            )
    plan.new_names = tuple(new.values())


def _ask_names(reading: _Reading, grid: Grid, answered: Collection[str]) -> None:
    """Ask who is meant by a new name that is like a known one."""
    plan = reading.plan
    names = {
        f"name-{at}": row.name
        for at, row in enumerate(grid.rows, 1)
        if row.name and not all(cell.is_empty for cell in row.cells)
    }
    for question in names_asked(reading.club, names, answered):
        plan.questions[question.field].append(question.words)
        plan.name_questions[question.field] = question


def _check_table(reading: _Reading, table: PaperTable) -> None:
    """Say what is wrong with one table, and ask about what its sheet can hardly say."""
    plan = reading.plan
    where = {"game": table.number, "table": table.table}
    first = table.seats[0].row
    if len(table.seats) < 2:
        plan.faults[f"table-{first}-{table.number}"].append(
            _("There is nobody else at table %(table)d in game %(game)d.") % where
        )
        return
    lines = [seat.line for seat in table.seats]
    without = [seat for seat in table.seats if seat.line.total is None]
    few = len(lines) - len(without) < 2
    for seat in without:
        if few or seat.line.within(table.rounds).after_round is None:
            plan.faults[f"total-{seat.row}-{table.number}"].append(_("Type the total points."))
    # Who came for somebody that had left made the table no larger.
    together = most_at_once(lines, table.rounds or MOST_ROUNDS)
    names = [seat.name for seat in table.seats][: max(together, 2)]
    if complaint := referee.check_setup(reading.like.set, reading.like.rules, names):
        plan.faults[f"table-{first}-{table.number}"].append(complaint.text)
        return
    outs = [seat.line.outs for seat in table.seats]
    went_out = sum(number or 0 for number in outs)
    if table.rounds and went_out > table.rounds:
        for seat in table.seats:
            if seat.line.outs:
                plan.faults[f"outs-{seat.row}-{table.number}"].append(
                    ngettext(
                        "Table %(table)d won %(outs)d rounds, and the game has %(rounds)d round.",
                        "Table %(table)d won %(outs)d rounds, and the game has %(rounds)d rounds.",
                        table.rounds,
                    )
                    % {**where, "outs": went_out, "rounds": table.rounds}
                )
    for at in outs_lacking(lines):
        name = f"outs-{table.seats[at].row}-{table.number}"
        plan.faults[name].append(outs_lacking_words())
    _ask_totals(plan, reading.like, table)


def _ask_totals(plan: PaperPlan, like: HasRules, table: PaperTable) -> None:
    by_last: dict[int, dict[str, int]] = defaultdict(dict)
    for seat in table.seats:
        if seat.line.total is not None:
            by_last[seat.line.last_round(table.rounds)][str(seat.row)] = seat.line.total
    for last, totals in by_last.items():
        for row, question in referee.game_questions(like, totals, last).items():
            plan.hard_to_believe = True
            plan.questions[f"total-{row}-{table.number}"].append(question)
    for seat in table.seats:
        name = f"total-{seat.row}-{table.number}"
        if not seat.line.is_whole:
            continue
        if seat.line.total == 0 and seat.line.outs is None and table.rounds > 1:
            plan.questions[name].append(_("0 points? Did %s go out in every round?") % seat.name)
        elif seat.line.total == 0 and (seat.line.outs or 0) < table.rounds:
            plan.questions[name].append(
                ngettext(
                    "0 points, and %(outs)d of %(rounds)d round won?",
                    "0 points, and %(outs)d of %(rounds)d rounds won?",
                    table.rounds,
                )
                % {"outs": seat.line.outs or 0, "rounds": table.rounds}
            )
        elif seat.line.total and seat.line.outs == table.rounds:
            plan.questions[name].append(
                ngettext(
                    "%(points)d point, although %(name)s went out in every round?",
                    "%(points)d points, although %(name)s went out in every round?",
                    seat.line.total,
                )
                % {"points": seat.line.total, "name": seat.name}
            )


def _ask_far(plan: PaperPlan) -> None:
    """Ask about totals far above what is usual on this page: a digit too many."""
    by_rounds: dict[int, list[int]] = defaultdict(list)
    for table in plan.tables:
        by_rounds[table.rounds] += [seat.line.total or 0 for seat in table.seats]
    for table in plan.tables:
        usual = median(by_rounds[table.rounds])
        for seat in table.seats:
            name = f"total-{seat.row}-{table.number}"
            enough = len(by_rounds[table.rounds]) >= FEWEST_TO_COMPARE
            if enough and (seat.line.total or 0) > FAR * usual > 0 and name not in plan.questions:
                plan.questions[name].append(
                    _("%(points)d points? Most have about %(usual)d.")
                    % {"points": seat.line.total or 0, "usual": usual}
                )


def _check_day(reading: _Reading) -> None:
    """Hold the tables against the games that the day has already."""
    seating = reading.seating
    if seating is None:
        return
    # One that was started and has no round gives its place to the one on paper.
    empty = seating.games.keys() - scored_places(seating)
    tablets = reading.club.tablets.filter(unpaired_at=None).exclude(table_number=None)
    with_tablet = set(tablets.values_list("table_number", flat=True)) if empty else set()
    taken = seating.games.keys() - empty
    playing: dict[tuple[int, object], int] = {
        (number, player): table
        for number, table in taken
        for player in seating.tables(number)[table - 1]
    }
    for table in reading.plan.tables:
        where = {"game": table.number, "table": table.table}
        if (table.number, table.table) in taken:
            reading.plan.faults[f"table-{table.seats[0].row}-{table.number}"].append(
                _("Table %(table)d has a game %(game)d on that day already.") % where
            )
            continue
        if (table.number, table.table) in empty and table.table in with_tablet:
            reading.plan.questions[f"table-{table.seats[0].row}-{table.number}"].append(
                _(
                    "The tablet of table %(table)d has game %(game)d, without a round. "
                    "These totals take its place."
                )
                % where
            )
        for seat in table.seats:
            if other := playing.get((table.number, reading.person(seat.name))):
                reading.plan.faults[f"table-{seat.row}-{table.number}"].append(
                    _("%(name)s plays game %(game)d at table %(other)d already.")
                    % {**where, "name": seat.name, "other": other}
                )


def scored_places(seating: DaySeating) -> set[tuple[int, int]]:
    """Where a game has a round or totals on its sheet: game and table; one query where one may.

    That somebody came late before the first round, or left, is no score.
    """
    written = [game.pk for game in seating.games.values() if game.revision]
    scored = scored_among(written) if written else frozenset()
    return {place for place, game in seating.games.items() if game.pk in scored}


def games_so_far(day: GameDay) -> int:
    """How many games of a day can have been played: while it goes on, those that were begun."""
    if day.date >= timezone.localdate() and day.current_round:
        return day.current_round
    return day.rounds


def rows_expected(seating: DaySeating, games: int, numbers: Sequence[int]) -> list[GridRow]:
    """Lines for so many games: who was seated, or came, and has none of `numbers` yet.

    They stand as on the tables' printed sheets: by table and seat of the first of these games.
    """
    people = {person.player.pk: person for person in seating.people}
    scored = scored_places(seating)
    tables: dict[int, dict[int, int]] = defaultdict(dict)
    busy: dict[int, set[int]] = defaultdict(set)
    for number in numbers:
        for table, ids in enumerate(seating.tables(number), 1):
            if (number, table) in scored:
                busy[number].update(ids)
            else:
                for player in ids:
                    if player not in people or people[player].plays(number):
                        tables[player][number] = table
    missing = {
        person.player.pk
        for person in seating.people
        if any(person.plays(n) and person.player.pk not in busy[n] for n in numbers)
    }
    seats = [seating.seats(number) for number in numbers]
    last = (MOST_TABLES + 1, 0)

    def as_printed(player: int) -> tuple[list[tuple[int, int]], object]:
        return [taken.get(player, last) for taken in seats], name_order(seating.names[player])

    return [
        GridRow(
            seating.names[player],
            tuple(
                GridCell(table=str(tables[player].get(number, "")))
                for number in range(1, games + 1)
            ),
        )
        for player in sorted({*tables, *missing}, key=as_printed)
    ]


def paper_games(day: GameDay) -> list[TableGame]:
    """The games of a day that were entered from paper, in their order."""
    return list(day.table_games.filter(game__totals_only=True).select_related("game"))


def days_to_enter(club: Club) -> QuerySet[GameDay]:
    """The club's days that take place and have begun, the newest first."""
    return days_begun(club).order_by("-date")


def day_like(club: Club) -> GameDay | None:
    """The day that a new one begins like: the last one that was, else the newest."""
    days = GameDay.objects.filter(club=club)
    last = days.filter(date__lte=timezone.localdate()).order_by("-date", "-starts", "-pk").first()
    return last or days.order_by("-pk").first()


def rounds_usual(like: HasRules) -> str:
    """How many rounds a full game has, as a form begins with it; "" where the table decides."""
    rounds = referee.round_count(like)
    return str(rounds) if rounds else ""


def day_in_words(day: GameDay) -> str:
    """A day's date, with its name if it has one."""
    words = weekday_and_year(day.date)
    return f"{words} · {day.title}" if day.title else words


def rules_like(day: GameDay) -> Game:
    """A game that is not kept, with the day's rules and dominoes."""
    return Game(club=day.club, set=day.set, rules=day.rules, rule_sheet=day.rule_sheet)
