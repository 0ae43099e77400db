"""The bracket on a television: screens of as many tables as can be read from across the gym."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil
from typing import Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.models import StageRound, Tournament
from league.tournaments.stages.selectors.clock import GameClock, clock_of
from scoring.sheets.selectors.time_limit import minutes_in_words

from .bracket_nodes import Box, BracketColumns, Column, PairRound, SeatBox, StandingRow
from .table_list import ListedPerson, TableList

Thing = TypeVar("Thing")

# How high a line is, in tenths of a hundredth of the screen's height; the stylesheet has a class of
# each. Letters of the lowest are 36 px at 1080.
LINE_SIZES: Final = (100, 90, 80, 75, 70, 65, 60, 55, 49)
# How wide a column is where so many tables stand beside each other, in hundredths of the screen's
# height; how wide a letter is, in heights of a line; and what a seat has beside its name, in
# letters.
WIDTHS: Final = {1: 106.0, 2: 83.0, 3: 53.5, 4: 39.0}
LETTER: Final = 0.36
BESIDE: Final = 9
# The longest word of a name for which letters are made smaller: a still longer one is broken.
LONGEST: Final = 20
# What a number beside a name takes, such as "13.75 a round", in letters; and what a name's second
# line takes, and the line of words below it, such as "level", in lines.
COUNTS: Final = 8
SECOND: Final = 0.37
WORDS: Final = 0.55
# What stands above a table beside the name of its division, such as "Table 12" and how far it is,
# in letters of that line; and how large these are beside those of names.
NUMBER: Final = 21
GROUP: Final = 0.68
# What the screen's head and foot leave for tables, in hundredths of its height, and what a table
# needs beside its seats, in lines.
ROOM: Final = 81.0
HEAD: Final = 1.25
# What the head and foot leave where columns have heads of their own, or notes may stand below.
COLUMN_ROOM: Final = 72.0
# What they leave for a standing or a list of names; the lines in a column of a standing.
LIST_ROOM: Final = 78.0
LINES: Final = 12
STANDING_SIZES: Final = (90, 80, 75, 70, 65)
# Columns of the list from A to Z, and how many letters a name may have there in the smallest lines;
# in larger ones fewer by that part. None is cut.
COLUMNS: Final = {2: 36, 3: 22, 4: 15}
# What "through, waits" takes beside a name, in its letters.
STATE: Final = 9
# Medals of divisions: how many columns stand beside each other, and how high a line is, as above.
# Where very many share a medal, their division takes several parts of at most so many lines.
MEDALS: Final = (
    ("medals of-1", 1, 9.0),
    ("medals of-2", 2, 7.3),
    ("medals of-3", 3, 4.85),
)
MOST_LINES: Final = 11
# The games of an elimination that fit below each other with two readable lines each, the rounds
# beside each other, and how many trees are shown at the most, each on a screen.
GAMES: Final = 8
ROUNDS: Final = 4
TREES: Final = 4
# How wide such a tree is, and the gap between rounds, in hundredths of the screen's height; what
# part of a column one takes in which nobody is known yet; how high a line is with up to four games
# and with more; and, in such heights, how wide a letter is, and what stands beside a name.
TREE_WIDTH: Final = 170.0
TREE_GAP: Final = 4.0
UNKNOWN: Final = 0.5
TREE_LINES: Final = {1: 5.0, 2: 5.0, 4: 5.0}
TREE_LINE: Final = 3.9
TREE_LETTER: Final = 0.43
TREE_BESIDE: Final = 3.0
# How much smaller letters are where a name does not fit its line; the last have two lines.
TREE_FITS: Final = (("", 1.0), ("fit-1", 0.82), ("fit-2", 0.7))
TREE_TWO_LINES: Final = "fit-3"


@dataclass(frozen=True)
class MedalLine:
    """Somebody who won: the place, how it is called, and the points of which stage won it.

    `won_by` is the step that alone put this one before others, as in a `SeatBox`. `tie` is what put
    this one before the next of as many points, in words. Who has no place (0) has `left` in that
    way.
    """

    name: str
    place: int
    shared: bool = False
    what: str = ""
    points: Fraction | None = None
    stage: int = 0
    won_by: str = ""
    left: str = ""
    tie: str = ""


@dataclass(frozen=True)
class Podium:
    """Who won in a division, the best first; `reason` is why divisions were combined in it.

    `note` is what can still change of it, "" for nothing. In that of the whole tournament, `name`
    is "".
    """

    name: str
    lines: tuple[MedalLine, ...]
    reason: str = ""
    note: str = ""

    @property
    def comparable(self) -> bool:
        """Whether all points are of one stage: beside each other, others would seem wrong."""
        return len({line.stage for line in self.lines}) == 1

    @property
    def height(self) -> float:
        """How many lines it takes on a screen, with some room below."""
        return (
            len(self.lines) + HEAD + (0.8 if self.reason else 0) + (1.2 if self.note else 0) + 0.5
        )


@dataclass(frozen=True)
class Screen:
    """What is seen at once: tables, columns of a standing, or of names.

    `layout` are the classes by which the stylesheet knows how they stand and how large they are.
    One without any of these shows the notes of the day. `drawn` is the round of an elimination that
    the tables are of, where all divisions play the same one, and `in_all` how many games they have;
    `free` has no game in it, and `waiting` none yet. At tables `byes` are who sits the game out.
    `tree` are rounds of an elimination beside each other, of all or of those who have lost once
    (`losers`). A tree or a standing is of the division `group`, "" where all play together.
    At the end there are `champion` and columns of `podiums`, which may be of all `places`.
    """

    layout: str
    boxes: tuple[Box, ...] = ()
    standing: tuple[tuple[StandingRow, ...], ...] = ()
    names: tuple[tuple[ListedPerson, ...], ...] = ()
    drawn: PairRound | None = None
    in_all: tuple[int, int] | None = None
    free: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    tree: tuple[PairRound, ...] = ()
    group: str = ""
    losers: bool = False
    champion: Podium | None = None
    podiums: tuple[tuple[Podium, ...], ...] = ()
    places: bool = False

    def tree_fit(self, name: str) -> str:
        """Return the class of letters in which a name is not cut in the tree."""
        wide = sum(1 if shown.known else UNKNOWN for shown in self.tree)
        column = (TREE_WIDTH - TREE_GAP * (len(self.tree) - 1)) / max(wide, 1)
        line = TREE_LINES.get(len(self.tree[0].pairs), TREE_LINE)
        room = (column / line - TREE_BESIDE) / TREE_LETTER
        fits = (fit for fit, share in TREE_FITS if len(name) * share <= room)
        return next(fits, TREE_TWO_LINES)

    @property
    def division(self) -> str:
        """The division that all of it is of, "" where all play together or it is of several."""
        groups = {box.group for box in self.boxes}
        return self.group or (next(iter(groups)) if len(groups) == 1 else "")

    @property
    def some_could(self) -> bool:
        """Whether somebody on it is marked as one who could go on."""
        lines = (*(box.seats for box in self.boxes), *self.standing)
        return any(line.could_go_on for part in lines for line in part)


def screens_of(bracket: BracketColumns) -> tuple[Screen, ...]:
    """The screens that the stage which is played takes, in their turn; none before it begins.

    In an elimination they show its tree, as far as it can be read, and the tables of its newest
    round until the stage is closed.
    """
    column = bracket.current
    if column is None:
        return ()
    trees = _trees(column)
    tables = () if trees and not column.going_on else _tables(column)
    return (*trees, *tables, *_standings(column.standing))


def _standings(standing: Sequence[StandingRow]) -> tuple[Screen, ...]:
    """The standing in two columns, on as few screens as hold it, in the largest letters.

    Each division that plays by itself has its own: places there begin at one.
    """
    divisions = [tuple(rows) for _group, rows in groupby(standing, lambda row: row.group)]
    if len(divisions) > 1:
        return tuple(screen for rows in divisions for screen in _standings(rows))
    pages = _evenly(standing, 2 * LINES) if standing else ()
    halves = [_evenly(page, -(-len(page) // 2)) for page in pages]
    most = max((len(half) for page in halves for half in page), default=1)
    letters = max((len(row.name) for row in standing), default=1) + BESIDE
    high, wide = 10 * LIST_ROOM / most, 10 * WIDTHS[2] / LETTER / letters
    line = next((line for line in STANDING_SIZES if line <= min(high, wide)), STANDING_SIZES[-1])
    group = next((row.group for row in standing), "")
    return tuple(Screen(f"standing line-{line}", standing=page, group=group) for page in halves)


def _tables(column: Column) -> tuple[Screen, ...]:
    """The tables of the newest round, on as few screens as hold them, in the largest letters."""
    drawn = _newest(column)
    pairs = [pair for drawn_round in drawn for pair in drawn_round.pairs]
    boxes = column.boxes or tuple(pair.box for pair in pairs if pair.box)
    alike = len({len(drawn_round.pairs) for drawn_round in drawn}) == 1
    in_all = column.in_all if len({draw.depth for draw in column.draws}) == 1 else None
    room = COLUMN_ROOM if column.level or column.byes or column.anew else ROOM
    layout, most = _layout(boxes, room)
    return tuple(
        Screen(
            layout,
            listed,
            drawn=drawn[0] if alike else None,
            in_all=in_all,
            free=tuple(pair.names[0] for pair in pairs if pair.free and not pair.left),
            waiting=tuple(name for draw in column.draws for name in draw.waiting),
            byes=tuple(seat.name for seat in column.byes if column.going_on),
        )
        for listed in _evenly(boxes, most)
    )


def _layout(boxes: Sequence[Box], room: float) -> tuple[str, int]:
    """Return how tables stand on a screen, and how many of them: those `room` is for.

    A name takes a second line where the first does not hold it, but no word of it is broken.
    """
    names = [seat.name for box in boxes for seat in box.seats]
    word = max((len(part) for name in names for part in re.split(r"[\s-]", name)), default=0)
    ways = []
    for across, width in WIDTHS.items():
        for line in LINE_SIZES:
            letters = width / (LETTER * line / 10) - BESIDE
            rows = _rows(boxes, 10 * room / line, letters)
            if letters >= min(word, LONGEST) and (rows or line == LINE_SIZES[-1]):
                ways.append((across, max(rows, 1), line))
    across, rows, line = _best_way(len(boxes), ways)
    return f"across-{across} line-{line}", across * rows


def _best_way(things: int, ways: Iterable[tuple[int, int, int]]) -> tuple[int, int, int]:
    """Return the way that takes the fewest screens, and of these that with the largest letters.

    A way is how many columns and rows a screen has, and how high a line is.
    """

    def cost(way: tuple[int, int, int]) -> tuple[int, int, int]:
        across, rows, line = way
        return -(-things // (across * rows)), -line, across

    return min(ways, key=cost)


def _trees(column: Column) -> tuple[Screen, ...]:
    """The rounds of an elimination beside each other, a screen for each draw, if all can be read.

    Of those who have lost once there is one of their own.
    """
    drawn = _newest(column)
    alike = len({len(drawn_round.pairs) for drawn_round in drawn}) == 1
    seen = [
        (draw, _readable(rounds), rounds is draw.losers)
        for draw in column.draws
        for rounds in (draw.rounds, draw.losers)
        if rounds
    ]
    if len(seen) > TREES or not all(rounds for _draw, rounds, _losers in seen):
        return ()
    return tuple(
        Screen(
            f"games-{len(rounds[0].pairs)}",
            tree=rounds,
            drawn=drawn[0] if alike and len(column.draws) == 1 else None,
            in_all=column.in_all,
            waiting=draw.waiting,
            group=draw.group,
            losers=losers,
        )
        for draw, rounds, losers in seen
    )


def _readable(rounds: tuple[PairRound, ...]) -> tuple[PairRound, ...]:
    """Return the rounds to show: with the newest that is seated, and as early as can be read."""
    seated = [at for at, shown in enumerate(rounds) if any(pair.box for pair in shown.pairs)]
    newest = max(seated, default=0)
    if len(rounds[newest].pairs) > GAMES:
        return ()
    first = next(at for at, shown in enumerate(rounds) if len(shown.pairs) <= GAMES)
    first = max(first, min(newest - 1, len(rounds) - ROUNDS))
    return rounds[first : first + ROUNDS]


def podium_screens(podiums: Sequence[Podium], *, places: bool = False) -> tuple[Screen, ...]:
    """Who won what, division by division, in the largest letters that show all at once.

    With `places` these are all places, not just what was won.
    """
    parts = [
        replace(podium, name=_part_name(podium.name, number), lines=lines)
        for podium in podiums
        for number, lines in enumerate(_evenly(podium.lines, MOST_LINES), 1)
    ]
    packed = [(name, most, _packed(parts, COLUMN_ROOM / line)) for name, most, line in MEDALS]
    name, most, columns = next((way for way in packed if len(way[2]) <= way[1]), packed[-1])
    return tuple(Screen(name, podiums=page, places=places) for page in _evenly(columns, most))


def _part_name(name: str, number: int) -> str:
    """Return what stands above a part of a division that takes several."""
    return name if number == 1 else _("%(name)s, continued") % {"name": name}


def _packed(podiums: Sequence[Podium], lines: float) -> tuple[tuple[Podium, ...], ...]:
    """Return the podiums below each other, in as few columns of so many lines as hold them."""
    columns: list[list[Podium]] = []
    left = 0.0
    for podium in podiums:
        if podium.height > left:
            columns.append([])
            left = lines
        columns[-1].append(podium)
        left -= podium.height
    return tuple(map(tuple, columns))


def name_screens(names: TableList) -> tuple[Screen, ...]:
    """The screens on which those who play find their tables by name."""
    lines = names.playing
    longest = max((_name_letters(line) for line in lines), default=0)
    ways = [
        (across, int(10 * LIST_ROOM / line), line)
        for across, letters in COLUMNS.items()
        for line in LINE_SIZES
        if longest * line <= letters * LINE_SIZES[-1]
    ]
    smallest = (min(COLUMNS), int(10 * LIST_ROOM / LINE_SIZES[-1]), LINE_SIZES[-1])
    across, rows, line = _best_way(len(lines), ways or [smallest])
    return tuple(
        Screen(f"names across-{across} line-{line}", names=_evenly(page, -(-len(page) // across)))
        for page in _evenly(lines, across * rows)
    )


def _name_letters(line: ListedPerson) -> int:
    """Return how many letters a name takes, with the words that stand where others have a table."""
    return len(line.by_family) + (STATE if line.fate else 0)


def turning_screens(
    bracket: BracketColumns,
    names: TableList,
    *,
    notes: bool,
    names_alone: bool,
    winners: tuple[Screen, ...] = (),
    places: tuple[Screen, ...] = (),
) -> tuple[Screen, ...]:
    """Everything that a television shows in turn.

    At the end there are who won and then all `places`, instead of the last stage's tables; of an
    elimination its tree as well.

    Names come before several tables while people look for theirs: until half of these have begun.
    With `names_alone` it is a television for names. Notes of the day come first, but for who won.
    """
    tables = () if names_alone else screens_of(bracket)
    if places:
        tables = (*places, *(screen for screen in tables if screen.tree))
    boxes = [box for screen in tables for box in screen.boxes]
    begun = sum(box.begun for box in boxes)
    looking = names_alone or (len(boxes) > 1 and 2 * begun < len(boxes))
    today = (Screen("today"),) if notes and not winners else ()
    return (*today, *winners, *(name_screens(names) if looking else ()), *tables)


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


def _rows(boxes: Sequence[Box], room: float, letters: float) -> int:
    """Return how many of these tables fit above each other in so many lines."""
    lines = max((sum(_lines(seat, letters) for seat in box.seats) for box in boxes), default=0)
    groups = {box.group for box in boxes}
    named = max(map(len, groups)) if len(groups) > 1 else 0
    second = named > 0 and GROUP * (named + NUMBER) > letters + BESIDE
    return int(room / (lines + HEAD + second))


def _lines(seat: SeatBox, letters: float) -> float:
    """Return how many lines a seat takes where a line holds so many letters."""
    unsure = not seat.sure and seat.how in ("level", "tied", "decides", "walkover")
    words = unsure or seat.level or seat.won_by or seat.parted or seat.out
    more = ceil((len(seat.name) + (COUNTS if seat.counts else 0)) / letters) - 1
    # A line is higher than its letters, so that two of these are lower than two lines.
    room = SECOND + (more - 1) * (1 - SECOND) if more > 0 else 0
    return 1 + room + (WORDS if words else 0)


def _evenly(things: Sequence[Thing], most: int) -> tuple[tuple[Thing, ...], ...]:
    """Return the things in as few parts of at most so many as hold them, all about as long."""
    parts = -(-len(things) // most)
    ends = [-(-len(things) * at // parts) for at in range(1, parts + 1)]
    return tuple(tuple(things[begin:end]) for begin, end in pairwise([0, *ends]))


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
