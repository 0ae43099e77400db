"""The grid of a day on paper as its page shows it: each field with what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.days.paper_grid import Grid
from league.days.selectors.paper import PaperPlan


@dataclass(frozen=True)
class GridField:
    """One field: what it is called in the form, what was typed, and what is to be said of it."""

    name: str
    value: str
    label: str
    faults: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    number: bool = True

    @property
    def notes(self) -> str:
        """The id of the sentences about it, "" where there is none."""
        return f"{self.name}-notes" if self.faults or self.questions else ""


@dataclass(frozen=True)
class PageRow:
    """One person's line: the name, and for each game its fields."""

    number: int
    name: GridField
    games: tuple[tuple[GridField, ...], ...]

    @property
    def noted(self) -> list[GridField]:
        """The fields of which something is to be said, in their order."""
        fields = [self.name, *(field for game in self.games for field in game)]
        return [field for field in fields if field.notes]


@dataclass(frozen=True)
class GridPage:
    """The whole grid; `rounds` are the fields above the games."""

    rounds: tuple[GridField, ...]
    rows: tuple[PageRow, ...]
    outs: bool

    @property
    def width(self) -> int:
        """How many columns a game has."""
        return 3 if self.outs else 2

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 2 + self.width * len(self.rounds)

    def faulty(self) -> Iterator[GridField]:
        """The fields that have to be mended, in their order."""
        for field in self.rounds:
            if field.faults:
                yield field
        for row in self.rows:
            for field in row.noted:
                if field.faults:
                    yield field


def grid_page(grid: Grid, plan: PaperPlan | None, *, outs: bool) -> GridPage:
    """The page of a grid, with what the plan says of it, if somebody asked."""

    def field(name: str, value: str, label: str, *, number: bool = True) -> GridField:
        faults = tuple(plan.faults.get(name, ())) if plan else ()
        questions = tuple(plan.questions.get(name, ())) if plan else ()
        return GridField(name, value, label, faults, questions, number)

    rows = []
    for at, row in enumerate(grid.rows, 1):
        games = []
        for game, cell in enumerate(row.cells, 1):
            where = {"line": at, "game": game}
            table = _("Line %(line)d, game %(game)d, table") % where
            total = _("Line %(line)d, game %(game)d, total") % where
            fields = [
                field(f"table-{at}-{game}", cell.table, table),
                field(f"total-{at}-{game}", cell.total, total),
            ]
            if outs:
                label = _("Line %(line)d, game %(game)d, rounds gone out in") % where
                fields.append(field(f"outs-{at}-{game}", cell.outs, label))
            games.append(tuple(fields))
        name = field(f"name-{at}", row.name, _("Line %d, name") % at, number=False)
        rows.append(PageRow(at, name, tuple(games)))
    rounds = tuple(
        field(f"rounds-{game}", text, _("Rounds of game %d") % game)
        for game, text in enumerate(grid.rounds, 1)
    )
    return GridPage(rounds, tuple(rows), outs)
