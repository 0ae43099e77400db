"""What the wall shows: where everybody sits, and between games the day's ranking, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from scoring.collation import name_order

from .day_result import RankLine
from .seating import DaySeating

# So many lines stand on a television at once, in letters for the whole hall; and fewer where the
# winner's name is above them.
MOST_LINES, MOST_BELOW_WINNER = 42, 36
# Up to how many lines of a page stand in how many columns; more in three.
COLUMNS = ((5, 1), (16, 2))
# The letters of the longest name that the letters' size is made for, as style sheets count them.
LEAST_LETTERS, MOST_LETTERS = 12, 24


@dataclass(frozen=True)
class WallLine:
    """Where one person goes; without a `table` nobody has said yet. `seat` counts from 0."""

    name: str
    table: int | None = None
    seat: int = 0


T = TypeVar("T", WallLine, RankLine)


@dataclass(frozen=True)
class WallPage(Generic[T]):
    """So many lines as a screen holds; `title` says which they are, such as "A to K".

    All its names have letters of one size: as large as rows and columns leave room for the longest.
    """

    lines: tuple[T, ...]
    title: str

    @property
    def columns(self) -> int:
        """In how many columns the lines fill a television."""
        return next((columns for most, columns in COLUMNS if len(self.lines) <= most), 3)

    @property
    def rows(self) -> int:
        """How many lines the longest column has."""
        return -(-len(self.lines) // self.columns)

    @property
    def letters(self) -> int:
        """How many letters of a name there has to be room for: an even number."""
        longest = max(len(line.name) for line in self.lines)
        return min(max(longest + longest % 2, LEAST_LETTERS), MOST_LETTERS)


def wall_lines(seating: DaySeating, number: int) -> list[WallLine]:
    """Return everybody who plays in the day's game `number`, by name, with the table to go to."""
    seats = seating.seats(number)
    names = dict(seating.names) | {person.player.pk: person.name for person in seating.people}
    playing = {person.player.pk for person in seating.people if person.plays(number)}
    # Who went home before a table began needs no way there.
    gone = {
        person.player.pk
        for person in seating.people
        if person.player.pk not in playing
        and (number, seats.get(person.player.pk, (0, 0))[0]) not in seating.games
    }
    shown = (playing | set(seats)) - gone
    lines = [WallLine(names[pk], *seats.get(pk, (None, 0))) for pk in shown]
    return sorted(lines, key=lambda line: name_order(line.name))


def seat_pages(lines: Sequence[WallLine]) -> list[WallPage[WallLine]]:
    """Return these lines on as many pages as they need, each under its first and last letter."""
    return [
        WallPage(page, _letters(page) if len(lines) > len(page) else "")
        for page in _even(lines, MOST_LINES)
    ]


def rank_pages(lines: Sequence[RankLine], *, over: bool) -> list[WallPage[RankLine]]:
    """Return the day's ranking on as many pages as it needs, each under its places."""
    most = MOST_BELOW_WINNER if over else MOST_LINES
    pages, first = [], 1
    for page in _even(lines, most):
        pages.append(WallPage(page, _places(first, page) if len(lines) > len(page) else ""))
        first += len(page)
    return pages


def _even(lines: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """Part lines into pages of about the same length, none longer than `most`."""
    pages = -(-len(lines) // most)
    if not pages:
        return []
    deep = -(-len(lines) // pages)
    return [tuple(lines[at : at + deep]) for at in range(0, len(lines), deep)]


def _letters(page: Sequence[WallLine]) -> str:
    letters = {"first": page[0].name[:1].upper(), "last": page[-1].name[:1].upper()}
    return _("%(first)s to %(last)s") % letters


def _places(first: int, page: Sequence[RankLine]) -> str:
    return _("%(first)d to %(last)d") % {"first": first, "last": first + len(page) - 1}


def shows_seats(seating: DaySeating) -> bool:
    """Whether the tables of the game that is on are still to be found: not all have finished."""
    return not seating.is_over(seating.day.current_round)


def shows_ranking(seating: DaySeating) -> bool:
    """Whether the wall has the ranking, after the seats: a game of the day is over."""
    return any(game.finished_at for game in seating.games.values())
