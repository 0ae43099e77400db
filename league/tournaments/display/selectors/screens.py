"""The bracket on a television: screens of as many tables as can be read from across the gym."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import chain, groupby, pairwise
from math import ceil, inf
from typing import Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.models import StageRound, Tournament
from league.tournaments.stages.selectors.clock import GameClock, clock_of
from scoring.sheets.selectors.time_limit import minutes_in_words

from .bracket_nodes import Box, BracketColumns, Column, PairRound, SeatBox, StandingRow
from .shapes import WIDE, Shape
from .table_list import ListedPerson, TableList

Thing = TypeVar("Thing")

# Sizes are in hundredths of the screen's shorter side, which is mostly its height. How high a line
# is, in tenths of these; the stylesheet has a class of each. Letters of the lowest are 36 px at
# 1080.
LINE_SIZES: Final = (100, 90, 80, 75, 70, 65, 60, 55, 49)
# How many columns of tables stand beside each other at the most, on an upright screen too; the gap
# between them in hundredths of the screen's width, and how wide one alone is at the most; how wide
# a letter is, in heights of a line; and what a seat has beside its name, in letters.
ACROSS: Final = 4
UPRIGHT_ACROSS: Final = 2
GAP: Final = 2.5
ALONE: Final = 106.0
LETTER: Final = 0.36
BESIDE: Final = 9
# The longest word of a name for which letters are made smaller: a still longer one is broken.
LONGEST: Final = 20
# How much letters are worth where a table stands alone in a row, beside an even way.
ALMOST: Final = 0.8
# What a number beside a name takes, such as "13.75 a round" in two lines, in letters; and what a
# name's second line takes, and the line of words below it, such as "level", in lines.
COUNTS: Final = 5
SECOND: Final = 0.37
WORDS: Final = 0.55
# What stands above a table beside the name of its division, such as "Table 12" and how far it is,
# in letters of that line; and how large these are beside those of names.
NUMBER: Final = 21
GROUP: Final = 0.68
# How far a table is where it stopped early, "finished after 2 of 13 rounds", in letters and in a
# line below, in lines.
STOPPED: Final = 29
STOPPED_LINE: Final = 0.6
# What the screen's head and foot leave for tables, in hundredths of its height, and what a table
# needs beside its seats, in lines.
ROOM: Final = 81.0
HEAD: Final = 1.25
# What the head and foot leave where columns have heads of their own, or notes may stand below.
COLUMN_ROOM: Final = 72.0
# What they leave for a standing or a list of names; the lines in a column of a standing.
LIST_ROOM: Final = 78.0
STANDING_SIZES: Final = (90, 80, 75, 70, 65)
STANDING_GAP: Final = 4.0
# The least width of a column of a standing.
STANDING_COLUMN: Final = 60.0
# The list from A to Z, whose lines hold larger letters: how high they are, the gap between columns,
# how wide a letter is, in heights of a line, and what a table's number takes beside a name, or
# "through, waits", or the mark of who waits for the director's word, in letters.
NAME_SIZES: Final = (100, 90, 80, 75, 70, 65, 60, 55, 49, 43)
NAME_GAP: Final = 3.0
NAME_LETTER: Final = 0.43
NAME_BESIDE: Final = 3.5
STATE: Final = 9
MARK: Final = 2
# Letters are as large as this part of all names has room for in one line; the others have smaller
# ones, or two lines.
MOST: Final = 0.9
# Medals of divisions: how many columns stand beside each other, and how high a line is, as above;
# on an upright screen too. What the medal takes beside a name, in letters.
# Where very many share a medal, their division takes several parts of at most so many lines.
MEDAL_COLUMNS: Final = ((1, 90), (2, 73), (3, 49))
UPRIGHT_MEDALS: Final = ((1, 73), (1, 60), (1, 49), (2, 49))
MEDAL_GAP: Final = 3.0
MEDAL: Final = 12
MOST_LINES: Final = 11
# The games of an elimination that fit below each other with two readable lines each, the rounds
# beside each other, and how many trees are shown at the most, each on a screen.
GAMES: Final = 8
ROUNDS: Final = 4
TREES: Final = 4
# The least width of a round; the gap between rounds in hundredths of the screen's width; what part
# of a column one takes in which nobody is known yet; how high a line is with up to four games and
# with more; and, in such heights, how wide a letter is, and what stands beside a name.
TREE_COLUMN: Final = 40.0
TREE_GAP: Final = 2.2
UNKNOWN: Final = 0.5
TREE_LINES: Final = {1: 5.0, 2: 5.0, 4: 5.0}
TREE_LINE: Final = 3.9
TREE_LETTER: Final = 0.43
TREE_BESIDE: Final = 3.0
# How much smaller letters are where a name does not fit its line; the last have two lines.
FITS: Final = (("", 1.0), ("fit-1", 0.82), ("fit-2", 0.7))
TWO_LINES: Final = "fit-3"


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

    `note` is what can still change of it, "" for nothing. `people` are all who compete there, by
    entrants' ids. In that of the whole tournament, `name` is "".
    """

    name: str
    lines: tuple[MedalLine, ...]
    reason: str = ""
    note: str = ""
    people: frozenset[int] = frozenset()

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
    A name's line holds so many `letters`, where a longer one has smaller ones.
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
    letters: float = inf

    @property
    def has_games(self) -> bool:
        """Whether it shows who plays whom, at tables or in a tree."""
        return bool(self.boxes or self.tree)

    @property
    def people(self) -> frozenset[int]:
        """Who competes for what it says of who won, or where places are; by entrants' ids."""
        podiums = [*chain(*self.podiums), *([self.champion] if self.champion else ())]
        return frozenset[int]().union(*(podium.people for podium in podiums))

    def fit(self, name: str, beside: float = 0) -> str:
        """Return the class of letters in which a name is not cut, with letters `beside` it."""
        taken = len(name) + beside
        fits = (fit for fit, share in FITS if taken * share <= self.letters)
        return next(fits, TWO_LINES)

    @property
    def division(self) -> str:
        """The division that all of it is of, "" where all play together or it is of several."""
        groups = {box.group for box in self.boxes}
        return self.group or (next(iter(groups)) if len(groups) == 1 else "")

    @property
    def some_open(self) -> bool:
        """Whether the director decides about somebody in a list of names on it."""
        return any(line.decides for part in self.names for line in part)

    @property
    def some_could(self) -> bool:
        """Whether somebody on it is marked as one who could go on."""
        lines = (*(box.seats for box in self.boxes), *self.standing)
        return any(line.could_go_on for part in lines for line in part)


def screens_of(bracket: BracketColumns, shape: Shape = WIDE) -> tuple[Screen, ...]:
    """The screens that the stage which is played takes, in their turn; none before it begins.

    In an elimination they show its tree, as far as it can be read, and the tables of its newest
    round until the stage is closed.
    """
    column = bracket.current
    if column is None:
        return ()
    trees = _trees(column, shape)
    tables = () if trees and not column.going_on else _tables(column, shape)
    return (*trees, *tables, *_standings(column.standing, shape))


def of_division(bracket: BracketColumns, division: str) -> BracketColumns:
    """Return each stage with that division's part alone, where it plays by itself now."""
    current = bracket.current
    if current is None or division not in current.divisions:
        return bracket
    return replace(bracket, columns=tuple(column.of(division) for column in bracket.columns))


def _standings(standing: Sequence[StandingRow], shape: Shape) -> tuple[Screen, ...]:
    """The standing in columns, on as few screens as hold it, in the largest letters.

    Each division that plays by itself has its own: places there begin at one.
    """
    divisions = [tuple(rows) for _group, rows in groupby(standing, lambda row: row.group)]
    if len(divisions) > 1:
        return tuple(screen for rows in divisions for screen in _standings(rows, shape))
    across = 2 if shape.column(2, STANDING_GAP) >= STANDING_COLUMN else 1
    room = 10 * (LIST_ROOM + shape.above_rule)
    pages = _evenly(standing, across * int(room / STANDING_SIZES[-1])) if standing else ()
    parts = [_evenly(page, -(-len(page) // across)) for page in pages]
    most = max((len(part) for page in parts for part in page), default=1)
    width = 10 * shape.column(across, STANDING_GAP) / LETTER
    high, wide = room / most, width / (_usual([len(row.name) for row in standing]) + BESIDE)
    line = next((line for line in STANDING_SIZES if line <= min(high, wide)), STANDING_SIZES[-1])
    group = next((row.group for row in standing), "")
    layout, letters = f"standing across-{across} line-{line}", width / line - BESIDE
    return tuple(Screen(layout, standing=page, group=group, letters=letters) for page in parts)


def _usual(lengths: Sequence[int]) -> int:
    """Return the length that nearly all of these keep to."""
    return sorted(lengths)[int(MOST * (len(lengths) - 1))] if lengths else 0


def _tables(column: Column, shape: Shape) -> tuple[Screen, ...]:
    """The tables of the newest round, on as few screens as hold them, in the largest letters."""
    drawn = _newest(column)
    pairs = [pair for drawn_round in drawn for pair in drawn_round.pairs]
    boxes = column.boxes or tuple(pair.box for pair in pairs if pair.box)
    alike = len({len(drawn_round.pairs) for drawn_round in drawn}) == 1
    in_all = column.in_all if len({draw.depth for draw in column.draws}) == 1 else None
    noted = column.level or column.byes or column.remarks
    room = COLUMN_ROOM if noted else ROOM
    layout, most = _layout(boxes, room + shape.above_rule, shape)
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


def _layout(boxes: Sequence[Box], room: float, shape: Shape) -> tuple[str, int]:
    """Return how tables stand on a screen, and how many of them: those `room` is for.

    A name takes a second line where the first does not hold it, but no word of it is broken.
    """
    seats = [seat for box in boxes for seat in box.seats]
    word = max(map(_widest_word, seats), default=0)
    ways = []
    for across in range(1, (UPRIGHT_ACROSS if shape.upright else ACROSS) + 1):
        width = min(shape.column(across, GAP), ALONE)
        for line in LINE_SIZES:
            letters = width / (LETTER * line / 10) - BESIDE
            rows = _rows(boxes, 10 * room / line, letters)
            if letters >= word and (rows or line == LINE_SIZES[-1]):
                ways.append((across, max(rows, 1), line))
    across, rows, line = _best_way(len(boxes), ways or [(1, 1, LINE_SIZES[-1])], lone=ALMOST)
    return f"across-{across} line-{line}", across * rows


def _widest_word(seat: SeatBox) -> int:
    """Return what the longest word of a name takes with the number beside it, in letters."""
    word = max(map(len, re.split(r"[\s-]", seat.name)))
    return min(word, LONGEST) + (COUNTS if seat.counts else 0)


def _best_way(
    things: int, ways: Iterable[tuple[int, int, int]], *, lone: float = 1.0
) -> tuple[int, int, int]:
    """Return the way that takes the fewest screens, and of these that with the largest letters.

    A way is how many columns and rows a screen has, and how high a line is. `lone` is how much its
    letters are worth where a thing stands alone in the last row of a screen.
    """

    def cost(way: tuple[int, int, int]) -> tuple[int, float, int]:
        across, rows, line = way
        screens = -(-things // (across * rows))
        least, more = divmod(things, screens) if screens else (0, 0)
        on_each = {least, least + 1} if more else {least}
        is_lone = any(across > 1 and count > across and count % across == 1 for count in on_each)
        return screens, -line * (lone if is_lone else 1.0), across

    return min(ways, key=cost)


def _trees(column: Column, shape: Shape) -> tuple[Screen, ...]:
    """The rounds of an elimination beside each other, a screen for each draw, if all can be read.

    Of those who have lost once there is one of their own.
    """
    drawn = _newest(column)
    alike = len({len(drawn_round.pairs) for drawn_round in drawn}) == 1
    seen = [
        (draw, _readable(rounds, shape), rounds is draw.losers)
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
            letters=_tree_letters(rounds, shape),
        )
        for draw, rounds, losers in seen
    )


def _tree_letters(rounds: tuple[PairRound, ...], shape: Shape) -> float:
    """Return how many letters of a name a line of this tree holds."""
    columns = sum(1 if shown.known else UNKNOWN for shown in rounds)
    gaps = shape.width * TREE_GAP / 100 * (len(rounds) - 1)
    line = TREE_LINES.get(len(rounds[0].pairs), TREE_LINE)
    return ((shape.column(1, 0) - gaps) / max(columns, 1) / line - TREE_BESIDE) / TREE_LETTER


def _readable(rounds: tuple[PairRound, ...], shape: Shape) -> tuple[PairRound, ...]:
    """Return the rounds to show: with the newest that is seated, and as early as can be read."""
    seated = [at for at, shown in enumerate(rounds) if any(pair.box for pair in shown.pairs)]
    newest = max(seated, default=0)
    if len(rounds[newest].pairs) > GAMES:
        return ()
    first = next(at for at, shown in enumerate(rounds) if len(shown.pairs) <= GAMES)
    most = min(int(shape.width / TREE_COLUMN), ROUNDS)
    first = max(first, min(newest - 1, len(rounds) - most))
    return rounds[first : first + most]


def podium_screens(
    podiums: Sequence[Podium], shape: Shape = WIDE, *, places: bool = False
) -> tuple[Screen, ...]:
    """Who won what, division by division, in the largest letters that show all at once.

    With `places` these are all places, not just what was won.
    """
    parts = [
        replace(podium, name=_part_name(podium.name, number), lines=lines)
        for podium in podiums
        for number, lines in enumerate(_evenly(podium.lines, MOST_LINES), 1)
    ]
    room = 10 * (COLUMN_ROOM + shape.higher)
    highest = max((part.height for part in parts), default=0)
    packed = [
        (most, line, _packed(parts, room / line))
        for most, line in (UPRIGHT_MEDALS if shape.upright else MEDAL_COLUMNS)
        if highest <= room / line
    ]
    most, line, columns = next((way for way in packed if len(way[2]) <= way[0]), packed[-1])
    layout = f"medals across-{most} line-{line}"
    letters = min(shape.column(most, MEDAL_GAP), ALONE) / (LETTER * line / 10) - MEDAL
    return tuple(
        Screen(layout, podiums=page, places=places, letters=letters)
        for page in _evenly(columns, most)
    )


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


def name_screens(names: TableList, shape: Shape = WIDE) -> tuple[Screen, ...]:
    """The screens on which those who play find their tables by name."""
    lines, room = names.playing, 10 * (LIST_ROOM + shape.higher)
    usual = _usual([_name_letters(line) for line in lines])
    least = 1 if shape.upright else 2
    widths = {across: _name_room(across, shape) for across in range(least, ACROSS + 1)}
    ways = [
        (across, int(room / line), line)
        for across, letters in widths.items()
        for line in NAME_SIZES
        if usual <= letters / line - NAME_BESIDE
    ]
    smallest = (least, int(room / NAME_SIZES[-1]), NAME_SIZES[-1])
    across, rows, line = _best_way(len(lines), ways or [smallest])
    layout, letters = f"names across-{across} line-{line}", widths[across] / line - NAME_BESIDE
    return tuple(
        Screen(layout, names=_evenly(page, -(-len(page) // across)), letters=letters)
        for page in _evenly(lines, across * rows)
    )


def _name_room(across: int, shape: Shape) -> float:
    """Return how many letters a line of so many columns holds, were it as high as one tenth."""
    return 10 * shape.column(across, NAME_GAP) / NAME_LETTER


def _name_letters(line: ListedPerson) -> int:
    """Return how many letters a name takes, with the words that stand where others have a table."""
    return len(line.by_family) + beside_name(line)


def beside_name(line: ListedPerson) -> int:
    """Return what words take beside a name, in letters, where others have the table's number."""
    if line.decides:
        return MARK
    return STATE if line.fate else 0


def turning_screens(
    bracket: BracketColumns,
    names: TableList,
    *,
    notes: bool,
    show: str = "",
    winners: tuple[Screen, ...] = (),
    places: tuple[Screen, ...] = (),
    shape: Shape = WIDE,
) -> tuple[Screen, ...]:
    """Everything that a television shows in turn.

    At the end there are who won and then all `places`, instead of the last stage's tables; of an
    elimination its tree as well.

    Names come before several tables while people look for theirs: until half of these have begun.
    With `show` it is a television for "names" alone, or for "tables" without the names. Notes of
    the day come first, but for who won.
    """
    tables = () if show == "names" else screens_of(bracket, shape)
    if places:
        tables = (*places, *(screen for screen in tables if screen.tree))
    boxes = [box for screen in tables for box in screen.boxes]
    begun = sum(box.begun for box in boxes)
    looking = show == "names" or (show == "" and len(boxes) > 1 and 2 * begun < len(boxes))
    today = (Screen("today"),) if notes and not winners else ()
    return (*today, *winners, *(name_screens(names, shape) if looking else ()), *tables)


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
    return _("%s, the clock is stopped") % words if clock.state == "stopped" else words


def _rows(boxes: Sequence[Box], room: float, letters: float) -> int:
    """Return how many of these tables fit above each other in so many lines."""
    lines = max((sum(_lines(seat, letters) for seat in box.seats) for box in boxes), default=0)
    groups = {box.group for box in boxes}
    named = max(map(len, groups)) if len(groups) > 1 else 0
    second = named > 0 and GROUP * (named + NUMBER) > letters + BESIDE
    stopped = STOPPED_LINE if _has_stopped_line(boxes, letters) else 0
    return int(room / (lines + HEAD + second + stopped))


def _has_stopped_line(boxes: Sequence[Box], letters: float) -> bool:
    """Whether how far a table came takes a line below its number."""
    return any(box.short for box in boxes) and letters + BESIDE < STOPPED


def _lines(seat: SeatBox, letters: float) -> float:
    """Return how many lines a seat takes where a line holds so many letters."""
    unsure = not seat.sure and seat.how in ("level", "tied", "decides", "walkover")
    words = unsure or seat.level or seat.won_by or seat.parted or seat.out
    more = ceil(len(seat.name) / (letters - (COUNTS if seat.counts else 0))) - 1
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
