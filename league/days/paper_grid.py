"""A day on paper as it was typed: people by games, each cell as text; or pasted as lines."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.seating.case import MOST_PLAYERS
from league.spreadsheets.reading import FileLine
from scoring import parsing
from scoring.names import name_clean, name_key

MOST_GAMES: Final = 12
MOST_LETTERS: Final = 60
FIRST_ROWS: Final = 12
MORE_ROWS: Final = 8
# The fields of a cell, as its form calls them.
PARTS: Final = ("table", "total", "outs", "first", "last")


@dataclass(frozen=True)
class GridCell:
    """What was typed of one person in one game; of who came late or left, `first`, `last` round."""

    table: str = ""
    total: str = ""
    outs: str = ""
    first: str = ""
    last: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed there."""
        return not (self.table or self.is_typed)

    @property
    def is_typed(self) -> bool:
        """Whether a result is typed there, not just the table that the plan says."""
        return bool(self.total or self.outs or self.has_span)

    @property
    def has_span(self) -> bool:
        """Whether it is typed that the person came late, or left early."""
        return bool(self.first or self.last)


@dataclass(frozen=True)
class GridRow:
    """One person's line."""

    name: str
    cells: tuple[GridCell, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a name nor a number."""
        return not self.name and all(cell.is_empty for cell in self.cells)


@dataclass(frozen=True)
class Grid:
    """The whole page: how many rounds each game had, and a line a person."""

    rounds: tuple[str, ...]
    rows: tuple[GridRow, ...]

    @property
    def games(self) -> int:
        """How many games the grid has columns for."""
        return len(self.rounds)

    @property
    def has_outs(self) -> bool:
        """Whether somebody typed rounds won."""
        return any(cell.outs for row in self.rows for cell in row.cells)

    @property
    def has_spans(self) -> bool:
        """Whether somebody came late, or left early."""
        return any(cell.has_span for row in self.rows for cell in row.cells)

    @property
    def typed_games(self) -> list[int]:
        """The games of which a total, or rounds won, is typed."""
        return [
            game
            for game in range(1, self.games + 1)
            if any(row.cells[game - 1].is_typed for row in self.rows)
        ]

    def with_rows(self, more: int) -> "Grid":
        """The grid with so many empty lines more, up to the most that there can be."""
        empty = GridRow("", (GridCell(),) * self.games)
        rows = (*self.rows, *([empty] * more))[: max(MOST_PLAYERS, len(self.rows))]
        return replace(self, rows=rows)

    def with_game(self, rounds: str) -> "Grid":
        """The grid with columns for one game more, up to the most that there can be."""
        if self.games >= MOST_GAMES:
            return self
        rows = tuple(replace(row, cells=(*row.cells, GridCell())) for row in self.rows)
        return Grid((*self.rounds, rounds), rows)

    def arranged(self, expected: Sequence[GridRow], offered: Sequence[GridRow]) -> "Grid":
        """The grid with the lines that are expected first, in their order, and all that was typed.

        A line keeps its cells, and takes a table where its game had none at all so far. Those that
        stand as they were `offered`, and are no longer expected, go; empty lines come last.
        """
        new_games = {
            game for game in range(self.games) if all(row.cells[game].is_empty for row in self.rows)
        }
        # Of two lines of one name the first stands among those expected, the other below.
        lines: dict[str, int] = {}
        for at, row in enumerate(self.rows):
            lines.setdefault(name_key(row.name), at)
        first, used = [], set()
        for row in expected:
            at = lines.get(name_key(row.name), -1)
            used.add(at)
            typed = self.rows[at] if at >= 0 else row
            cells = [
                row.cells[game] if game in new_games else typed.cells[game]
                for game in range(self.games)
            ]
            first.append(replace(typed, cells=tuple(cells)))
        others = [row for at, row in enumerate(self.rows) if at not in used]
        rest = [row for row in others if row not in offered]
        return replace(self, rows=(*first, *sorted(rest, key=lambda row: row.is_empty)))

    def without_unplayed(self) -> "Grid":
        """The grid without the tables of which no number is typed: their seats were planned."""
        played = {
            (game, cell.table)
            for row in self.rows
            for game, cell in enumerate(row.cells)
            if cell.is_typed
        }
        rows = tuple(
            replace(
                row,
                cells=tuple(
                    cell if (game, cell.table) in played else GridCell()
                    for game, cell in enumerate(row.cells)
                ),
            )
            for row in self.rows
        )
        return replace(self, rows=rows)

    def widened(self, rows: Sequence[GridRow], numbers: Sequence[int]) -> list[GridRow]:
        """Lines with cells for these games alone, as lines of the grid."""
        wide = []
        for row in rows:
            cells = dict(zip(numbers, row.cells, strict=True))
            wide.append(
                GridRow(
                    row.name,
                    tuple(cells.get(game, GridCell()) for game in range(1, self.games + 1)),
                )
            )
        return wide

    def filled(self, rows: Sequence[GridRow]) -> "Grid":
        """The grid with these lines after those that are not empty."""
        kept = [row for row in self.rows if not row.is_empty]
        return replace(self, rows=tuple([*kept, *rows][:MOST_PLAYERS]))


def empty_grid(
    games: int, rounds: str, rows: Sequence[GridRow] = (), more: int | None = None
) -> Grid:
    """A grid with these lines, and some empty ones: so many `more`, or as many as fit."""
    grid = Grid((rounds,) * min(max(games, 1), MOST_GAMES), tuple(rows))
    if more is None:
        more = max(FIRST_ROWS - len(rows), MORE_ROWS // 2)
    return grid.with_rows(more)


def grid_sent(sent: Mapping[str, str]) -> Grid:
    """The grid that a form sent; what it did not send is empty."""
    games = min(max(_count(sent.get("games", "")), 1), MOST_GAMES)
    lines = min(_count(sent.get("rows", "")), MOST_PLAYERS)

    def text(name: str) -> str:
        return name_clean(sent.get(name, ""))[:MOST_LETTERS]

    return Grid(
        tuple(text(f"rounds-{game}") for game in range(1, games + 1)),
        tuple(
            GridRow(
                text(f"name-{row}"),
                tuple(
                    GridCell(*(text(f"{part}-{row}-{game}") for part in PARTS))
                    for game in range(1, games + 1)
                ),
            )
            for row in range(1, lines + 1)
        ),
    )


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def pasted_lines(text: str) -> list[FileLine]:
    """The cells of lines that were copied from a spreadsheet, or typed with commas between."""
    separator = next((sign for sign in "\t;" if sign in text), ",")
    rows = csv.reader(text.replace("\0", " ").splitlines(), delimiter=separator)
    try:
        return [FileLine(number, tuple(cells)) for number, cells in enumerate(rows, 1)]
    except csv.Error:
        return []


def rows_of(lines: Sequence[FileLine], games: int, *, outs: bool) -> list[GridRow]:
    """The lines of a spreadsheet as lines of the grid: a name, and for each game its cells.

    A game has two cells, table and total, and with `outs` a third. A first line that has words
    where the numbers stand is the head and left out, and so are empty ones.
    """
    width = 3 if outs else 2
    rows: list[GridRow] = []
    for line in lines:
        cells = [name_clean(cell)[:MOST_LETTERS] for cell in line.cells]
        is_head = not rows and any(cells[1:]) and not any(map(_is_number, cells[1:]))
        if is_head or not any(cells):
            continue
        parts = [cells[at : at + width] for at in range(1, 1 + width * games, width)]
        rows.append(GridRow(cells[0], tuple(GridCell(*part) for part in parts)))
    return rows[:MOST_PLAYERS]


def _is_number(text: str) -> bool:
    try:
        return parsing.number(text) is not None
    except parsing.Unread:
        return False
