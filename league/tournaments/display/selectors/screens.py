"""The bracket on a television: screens of as many tables as can be read from across the gym."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.models import StageRound, Tournament
from league.tournaments.stages.selectors.clock import GameClock, clock_of, minutes_in_words

from .bracket_nodes import Box, BracketColumns, Column, PairRound, StandingRow
from .table_list import ListedPerson, TableList

# How many tables stand beside each other, and how high a line is, in hundredths of the screen's
# height. The first that shows everything at once is taken, else the last.
LAYOUTS: Final = (
    ("one", 1, 8.0),
    ("two", 2, 7.5),
    ("three", 3, 7.0),
    ("three small", 3, 6.0),
    ("four", 4, 5.0),
)
# What the screen's head and foot leave for tables, in the same, and what a table needs beside its
# seats, in lines.
ROOM: Final = 84.0
HEAD: Final = 1.4
# The lines in each of the two columns of a standing.
LINES: Final = 12
# Names in a column of the list from A to Z, and columns: fewer where these hold all, so that
# letters are larger.
NAMES: Final = 15
COLUMNS: Final = (2, 3)


@dataclass(frozen=True)
class Screen:
    """What is seen at once: tables in one of `LAYOUTS`, columns of a standing, or of names.

    One without any of these shows the notes of the day. `drawn` is the round of an elimination that
    the tables are of, where all divisions play the same one, and `free` who has no game in it.
    """

    layout: str
    boxes: tuple[Box, ...] = ()
    standing: tuple[tuple[StandingRow, ...], ...] = ()
    names: tuple[tuple[ListedPerson, ...], ...] = ()
    drawn: PairRound | None = None
    free: tuple[str, ...] = ()


def screens_of(bracket: BracketColumns) -> tuple[Screen, ...]:
    """The screens that the stage which is played takes, in their turn; none before it begins.

    In an elimination they show the tables of its newest round.
    """
    column = bracket.current
    if column is None:
        return ()
    drawn = _newest(column)
    pairs = [pair for drawn_round in drawn for pair in drawn_round.pairs]
    boxes = column.boxes or tuple(pair.box for pair in pairs if pair.box)
    free = tuple(pair.names[0] for pair in pairs if pair.free)
    alike = len({len(drawn_round.pairs) for drawn_round in drawn}) == 1
    seats = max((len(box.seats) for box in boxes), default=0)
    name, across, line = next(
        (layout for layout in LAYOUTS if layout[1] * _rows(seats, layout[2]) >= len(boxes)),
        LAYOUTS[-1],
    )
    most = across * max(_rows(seats, line), 1)
    tables = [
        Screen(name, boxes[at : at + most], drawn=drawn[0] if alike else None, free=free)
        for at in range(0, len(boxes), most)
    ]
    standing = [
        Screen("standing", standing=_halves(column.standing[at : at + 2 * LINES]))
        for at in range(0, len(column.standing), 2 * LINES)
    ]
    return tuple(tables + standing)


def name_screens(names: TableList) -> tuple[Screen, ...]:
    """The screens on which those who play find their tables by name."""
    lines = names.playing
    columns = next((count for count in COLUMNS if len(lines) <= count * NAMES), COLUMNS[-1])
    split = [lines[at : at + NAMES] for at in range(0, len(lines), NAMES)]
    return tuple(
        Screen(f"names of-{columns}", names=tuple(split[at : at + columns]))
        for at in range(0, len(split), columns)
    )


def turning_screens(
    bracket: BracketColumns, names: TableList, *, notes: bool, names_alone: bool
) -> tuple[Screen, ...]:
    """Everything that a television shows in turn.

    Names come before several tables while people look for theirs: until the first total is in. With
    `names_alone` it is a television for names. Notes of the day come first.
    """
    tables = () if names_alone else screens_of(bracket)
    boxes = [box for screen in tables for box in screen.boxes]
    looking = names_alone or (len(boxes) > 1 and not any(box.begun for box in boxes))
    today = (Screen("today"),) if notes else ()
    return (*today, *(name_screens(names) if looking else ()), *tables)


def clock_now(tournament: Tournament, now: datetime) -> GameClock | None:
    """The clock of the game that is played; None where none is. One query."""
    rows = StageRound.objects.filter(stage__tournament=tournament, stage__closed_at=None)
    row = rows.select_related("stage").order_by("stage__number", "number").last()
    return None if row is None else clock_of(row, now)


def clock_words(clock: GameClock | None) -> str:
    """The clock as the whole gym reads it; "" without a time limit."""
    if clock is None or clock.state == "none":
        return ""
    if clock.state == "time":
        return _("Time!")
    if clock.state == "ready":
        return ngettext("%d minute", "%d minutes", clock.minutes or 0) % (clock.minutes or 0)
    if clock.left is None:
        return ""
    words = _("Time!") if clock.left == 0 else minutes_in_words(clock.left)
    return _("%s, the clock stands still") % words if clock.state == "stopped" else words


def _rows(seats: int, line: float) -> int:
    """Return how many tables with this many seats fit above each other."""
    return int(ROOM / line / (seats + HEAD))


def _halves(lines: tuple[StandingRow, ...]) -> tuple[tuple[StandingRow, ...], ...]:
    return tuple(half for half in (lines[:LINES], lines[LINES:]) if half)


def _newest(column: Column) -> tuple[PairRound, ...]:
    """The newest round of an elimination that is seated, in each draw."""
    seated = [
        drawn_round
        for draw in column.draws
        for drawn_round in (*draw.rounds, *draw.losers)
        if any(pair.box for pair in drawn_round.pairs)
    ]
    newest = max((drawn_round.number for drawn_round in seated), default=0)
    return tuple(drawn_round for drawn_round in seated if drawn_round.number == newest)
