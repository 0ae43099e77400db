"""The bracket on a television: screens of as many tables as can be read from across the gym."""

from dataclasses import dataclass
from typing import Final

from .boxes import Box, Bracket, Column, Standing

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
# A standing is shown in two columns of so many lines.
LINES: Final = 12


@dataclass(frozen=True)
class Screen:
    """What is seen at once: tables in one of `LAYOUTS`, or two columns of a standing."""

    layout: str
    boxes: tuple[Box, ...] = ()
    standing: tuple[tuple[Standing, ...], ...] = ()


def screens_of(bracket: Bracket) -> tuple[Screen, ...]:
    """The screens that the stage which is played takes, in their turn; none before it begins.

    In an elimination they show the tables of its newest round.
    """
    column = bracket.current
    if column is None:
        return ()
    boxes = column.boxes or _newest(column)
    seats = max((len(box.seats) for box in boxes), default=0)
    name, across, line = next(
        (one for one in LAYOUTS if one[1] * _rows(seats, one[2]) >= len(boxes)),
        LAYOUTS[-1],
    )
    most = across * max(_rows(seats, line), 1)
    tables = [Screen(name, boxes=boxes[at : at + most]) for at in range(0, len(boxes), most)]
    standing = [
        Screen("standing", standing=_halves(column.standing[at : at + 2 * LINES]))
        for at in range(0, len(column.standing), 2 * LINES)
    ]
    return tuple(tables + standing)


def _rows(seats: int, line: float) -> int:
    """How many tables of so many seats stand above each other."""
    return int(ROOM / line / (seats + HEAD))


def _halves(lines: tuple[Standing, ...]) -> tuple[tuple[Standing, ...], ...]:
    return tuple(half for half in (lines[:LINES], lines[LINES:]) if half)


def _newest(column: Column) -> tuple[Box, ...]:
    """The tables of an elimination's newest game that is seated."""
    boxes = [
        (one.number, pair.box)
        for draw in column.draws
        for one in (*draw.rounds, *draw.losers)
        for pair in one.pairs
        if pair.box
    ]
    newest = max((number for number, _box in boxes), default=0)
    return tuple(box for number, box in boxes if number == newest)
