"""The grid of a day on paper as its page shows it: each field with what is wrong with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.days.paper_grid import Grid, GridRow
from league.days.selectors.paper import PaperPlan
from scoring.accounts.name_questions import NameQuestion


@dataclass(frozen=True)
class GridField:
    """One field: what it is called in the form, what was typed, and what is to be said of it.

    `who` is the question whom a name means.
    """

    name: str
    value: str
    label: str
    faults: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    number: bool = True
    # What stands before a sentence below the line, where the label says the line once more.
    short: str = ""
    who: NameQuestion | None = None

    @property
    def notes(self) -> str:
        """The id of the sentences about it, "" where there is none."""
        return f"{self.name}-notes" if self.faults or self.questions else ""


@dataclass(frozen=True)
class PageRow:
    """One person's line: the name, and for each game its fields.

    `begins` says that the line is the first of a table, where one game is shown. `kept` are the
    fields of the games that are not shown.
    """

    number: int
    name: GridField
    games: tuple[tuple[GridField, ...], ...]
    kept: tuple[GridField, ...] = ()
    begins: bool = False

    @property
    def noted(self) -> list[GridField]:
        """The fields of which something is to be said, in their order."""
        fields = [self.name, *(field for game in self.games for field in game)]
        return [field for field in fields if field.notes]


@dataclass(frozen=True)
class GridPage:
    """The grid of some games, `numbers`; `rounds` are the fields above them.

    `kept` are those of the games that are not shown.
    """

    numbers: tuple[int, ...]
    rounds: tuple[GridField, ...]
    kept: tuple[GridField, ...]
    rows: tuple[PageRow, ...]
    outs: bool
    spans: bool

    @property
    def width(self) -> int:
        """How many columns a game has."""
        return 2 + self.outs + 2 * self.spans

    @property
    def heads(self) -> list[tuple[int, GridField]]:
        """Each game's number with the field for its rounds."""
        return list(zip(self.numbers, self.rounds, strict=True))

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 2 + self.width * len(self.rounds)

    def faulty(self) -> list[GridField]:
        """The fields that have to be mended, in their order."""
        return [field for field in self._noted() if field.faults]

    def asked(self) -> list[GridField]:
        """The fields that are asked about, in their order."""
        return [field for field in self._noted() if field.questions]

    def _noted(self) -> Iterator[GridField]:
        yield from self.rounds
        for row in self.rows:
            yield from row.noted


def cell_parts(
    at: int, row: GridRow, game: int, *, outs: bool, spans: bool
) -> list[tuple[str, str, str]]:
    """Return name, value and label of each field that a line has for one game."""
    cell = row.cells[game - 1]
    where = {"name": row.name or _("Line %d") % at, "game": game}
    parts = [
        (f"table-{at}-{game}", cell.table, _("%(name)s, game %(game)d, table") % where),
        (f"total-{at}-{game}", cell.total, _("%(name)s, game %(game)d, total") % where),
    ]
    if outs:
        label = _("%(name)s, game %(game)d, rounds won") % where
        parts.append((f"outs-{at}-{game}", cell.outs, label))
    if spans:
        first = _("%(name)s, game %(game)d, first round played") % where
        last = _("%(name)s, game %(game)d, last round played") % where
        parts.append((f"first-{at}-{game}", cell.first, first))
        parts.append((f"last-{at}-{game}", cell.last, last))
    return parts


def grid_page(
    grid: Grid, plan: PaperPlan | None, numbers: Sequence[int], *, outs: bool, spans: bool
) -> GridPage:
    """The page of these games of a grid, with what the plan says of it, if somebody asked.

    It has fields for rounds won with `outs`, for who came late or left early with `spans`.
    """

    def field(
        name: str, value: str, label: str, short: str = "", *, number: bool = True
    ) -> GridField:
        faults = tuple(plan.faults.get(name, ())) if plan else ()
        questions = tuple(plan.questions.get(name, ())) if plan else ()
        who = plan.name_questions.get(name) if plan else None
        return GridField(name, value, label, faults, questions, number, short, who)

    def cells(at: int, row: GridRow, game: int) -> tuple[GridField, ...]:
        short = _("Game %d") % game if len(numbers) > 1 else ""
        parts = cell_parts(at, row, game, outs=outs, spans=spans)
        return tuple(field(name, value, label, short) for name, value, label in parts)

    hidden = [game for game in range(1, grid.games + 1) if game not in numbers]
    rows: list[PageRow] = []
    before = ""
    for at, row in enumerate(grid.rows, 1):
        name = field(f"name-{at}", row.name, _("Line %d, name") % at, number=False)
        kept = tuple(part for game in hidden for part in cells(at, row, game) if part.value)
        table_now = row.cells[numbers[0] - 1].table
        begins = len(numbers) == 1 and at > 1 and table_now != before
        rows.append(PageRow(at, name, tuple(cells(at, row, n) for n in numbers), kept, begins))
        before = table_now
    rounds = {
        game: field(f"rounds-{game}", grid.rounds[game - 1], _("Rounds of game %d") % game)
        for game in range(1, grid.games + 1)
    }
    return GridPage(
        numbers=tuple(numbers),
        rounds=tuple(rounds[game] for game in numbers),
        kept=tuple(rounds[game] for game in hidden),
        rows=tuple(rows),
        outs=outs,
        spans=spans,
    )
