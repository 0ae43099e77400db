"""What the wall shows: where everybody sits, and between games the day's ranking, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from scoring.collation import name_order

from .day_result import RankLine
from .seating import DaySeating

# So many lines stand on a television at once, in letters for the whole hall.
MOST_LINES = 42
# Up to how many lines on a page the letters have which size.
SIZES = ((16, "few"), (24, "half"), (30, "some"))

T = TypeVar("T")


@dataclass(frozen=True)
class WallLine:
    """Where one person goes; without a `table` nobody has said yet. `seat` counts from 0."""

    name: str
    table: int | None = None
    seat: int = 0


@dataclass(frozen=True)
class WallPage(Generic[T]):
    """So many lines as a screen holds; `title` says which they are, such as "A to K"."""

    lines: tuple[T, ...]
    title: str
    size: str


def wall_lines(seating: DaySeating, number: int) -> list[WallLine]:
    """Return everybody who plays in the day's game `number`, by name, with the table to go to."""
    seats = seating.seats(number)
    names = dict(seating.names) | {person.player.pk: person.name for person in seating.people}
    playing = {person.player.pk for person in seating.people if person.plays(number)}
    lines = [WallLine(names[pk], *seats.get(pk, (None, 0))) for pk in playing | set(seats)]
    return sorted(lines, key=lambda line: name_order(line.name))


def seat_pages(lines: Sequence[WallLine]) -> list[WallPage[WallLine]]:
    """Return these lines on as many pages as they need, each under its first and last letter."""
    return [
        WallPage(page, _letters(page) if len(lines) > len(page) else "", _size(len(page)))
        for page in _even(lines)
    ]


def rank_pages(lines: Sequence[RankLine]) -> list[WallPage[RankLine]]:
    """Return the day's ranking on as many pages as it needs, each under its places."""
    starts = [at for at, _line in enumerate(lines, 1)]
    return [
        WallPage(page, _places(first, page) if len(lines) > len(page) else "", _size(len(page)))
        for first, page in zip(_firsts(starts), _even(lines), strict=True)
    ]


def _even(lines: Sequence[T]) -> list[tuple[T, ...]]:
    """Part lines into pages of about the same length, none longer than a screen."""
    pages = -(-len(lines) // MOST_LINES)
    if not pages:
        return []
    deep = -(-len(lines) // pages)
    return [tuple(lines[at : at + deep]) for at in range(0, len(lines), deep)]


def _firsts(numbers: Sequence[int]) -> list[int]:
    return [page[0] for page in _even(numbers)]


def _letters(page: Sequence[WallLine]) -> str:
    letters = {"first": page[0].name[:1].upper(), "last": page[-1].name[:1].upper()}
    return _("%(first)s to %(last)s") % letters


def _places(first: int, page: Sequence[RankLine]) -> str:
    return _("%(first)d to %(last)d") % {"first": first, "last": first + len(page) - 1}


def _size(lines: int) -> str:
    return next((name for most, name in SIZES if lines <= most), "many")


def shows_seats(seating: DaySeating) -> bool:
    """Whether the tables of the game that is on are still to be found: not all have finished."""
    return not seating.is_over(seating.day.current_round)


def shows_ranking(seating: DaySeating) -> bool:
    """Whether the wall has the ranking, after the seats: a game of the day is over."""
    return any(game.finished_at for game in seating.games.values())
