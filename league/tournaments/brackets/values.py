"""The words that tournaments are written in.

Totals are points of a game, the fewest lead. Numbers of rounds and stages count from 1, tables
within a round from 1, seeds from 1 (the best).
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any, TypeVar

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import Why

Derived = TypeVar("Derived")


class Kind(StrEnum):
    """How a stage is played."""

    TABLES = "tables"
    SINGLE = "single"
    DOUBLE = "double"


class Seating(StrEnum):
    """How the tables of a stage's rounds are filled; of no account in an elimination.

    RANDOM draws each round again, SNAKE goes by seed, back and forth over the tables, and stays
    there, SWISS puts together who stand next to each other and as few as can be found
    who have met, PLANNED asks the
    planner for all rounds at once, LOWEST moves the `movers` lowest of each table to the table
    before and as many highest to the table after. MOVES moves people by the
    stage's own rule, so many tables up or down by their place at the table or by their seat.
    """

    RANDOM = "random"
    SNAKE = "snake"
    SWISS = "swiss"
    PLANNED = "planned"
    LOWEST = "lowest"
    MOVES = "moves"


class MovesBy(StrEnum):
    """By what a rule of movement knows people: their place in the last game, or their seat."""

    PLACES = "places"
    SEATS = "seats"


class StageMeasure(StrEnum):
    """What a stage's games count: the sum of totals, fewest first, or of points for places."""

    TOTAL = "total"
    PLACES = "places"


class Uneven(StrEnum):
    """What a game's totals count where some tables played fewer rounds than others.

    STANDS: the total as it stands. AVERAGE: the total divided by the rounds of its table. COMMON:
    the total after as many rounds as all tables of that game have played.

    COMMON takes the first rounds, not the best: all tables began them with the same doubles, and
    nobody who played more can drop a bad one. Tie-breaks between tables look at these rounds alone.
    At one table all its rounds count.
    """

    STANDS = "stands"
    AVERAGE = "average"
    COMMON = "common"


class Onward(StrEnum):
    """How people reach the next stage.

    TABLES: the `count` lowest of each table, and by `fill` the best of the rest. BEST: the `count`
    best of the stage. ALL: everybody, with their value of this stage if `carried`. NOBODY: it is
    the last stage.
    """

    TABLES = "tables"
    BEST = "best"
    ALL = "all"
    NOBODY = "nobody"


class Cut(StrEnum):
    """What the `count` of Onward.BEST counts.

    NUMBER: people. PERCENT: of the stage's field, of each division where it is played so, rounded
    up. POINTS: all who have at least so many where places count, or at most so many where totals
    do.
    """

    NUMBER = "number"
    PERCENT = "percent"
    POINTS = "points"


class Fill(StrEnum):
    """Whether the best of the rest go on too: none, to full tables of the next stage, or to a sum.

    The best seconds come before the best thirds, by their place at their tables, and among equal
    places the value counts.
    FULL takes the least number, not below that of those who go on already, that fills tables of
    the next stage's wished size; where the rest are too few, all of them go on. Whom the director
    lets on though level draws in nobody else where tables of allowed sizes seat them.
    """

    NONE = "none"
    FULL = "full"
    TO = "to"


@dataclass(frozen=True)
class Sizes:
    """The wished size of a table, and the smallest and largest allowed."""

    size: int = 4
    least: int = 3
    most: int = 5


@dataclass(frozen=True)
class StagePlan:
    """A stage as it was decided on, before anybody sits.

    `rounds` is how many games everybody plays; an elimination has as many as it takes.
    `by_division` keeps each division to itself: its own tables, its own way on. `apart` keeps
    people of one club at different tables as far as it goes. `place_points` are what places at a
    table give, from the first down, 0 beyond the last, those of a shared place divided. `fill_to`
    is the sum for Fill.TO. `movers` belongs to Seating.LOWEST. `uneven` plays a part where totals
    of several tables are compared, and `game_rounds` is how many rounds a whole game has.

    `moves` belong to Seating.MOVES: how many tables up, towards table 1, each one moves, from the
    first place (or seat) down; below 0 is down, and those beyond the last stay. Above table 1 comes
    the last table. `top_moves` are those of table 1 where they differ: the same in another order,
    so that every table keeps its size.
    """

    kind: Kind = Kind.TABLES
    seating: Seating = Seating.RANDOM
    sizes: Sizes = Sizes()
    rounds: int = 1
    apart: bool = False
    by_division: bool = False
    measure: StageMeasure = StageMeasure.TOTAL
    place_points: tuple[int, ...] = ()
    uneven: Uneven = Uneven.STANDS
    game_rounds: int = 1
    movers: int = 1
    moves_by: MovesBy = MovesBy.PLACES
    moves: tuple[int, ...] = ()
    top_moves: tuple[int, ...] = ()
    onward: Onward = Onward.NOBODY
    count: int = 1
    cut: Cut = Cut.NUMBER
    fill: Fill = Fill.NONE
    fill_to: int = 0
    carried: bool = False


@dataclass(frozen=True)
class Member:
    """One of a stage's field. `seed` orders the field; nobody shares one.

    `group` is the division in a stage that is played by division, "" otherwise. `club` is what
    `apart` looks at, "" for none. A `visitor` plays along and takes nobody's place where the
    tournament says so. `carried` is what an earlier stage gave, in the stage's measure. Somebody
    who is `out` has left: they keep what they scored in earlier seats, are not seated again and do
    not go on. They have no place in the stage, unless they are out and `keeps`: then they keep the
    place that they had earned, behind those who finished the stage (see `ranking`).
    """

    key: Key
    seed: int
    club: str = ""
    group: str = ""
    visitor: bool = False
    carried: Fraction = Fraction(0)
    out: bool = False
    keeps: bool = False


@dataclass(frozen=True)
class SeatScore:
    """What a table's sheet, or paper, says of one seat.

    `total` (points) is None while it is not known, and for who left without a place. `outs` are
    rounds won and `lowest_round` the lowest round in points, None if unknown. `rounds` is
    how many rounds the table played, and `running` the total after each; None and () if unknown.
    `running_outs` are the rounds won by then, and `running_lowest` the lowest round.
    """

    key: Key
    total: int | None
    outs: int | None = None
    lowest_round: int | None = None
    rounds: int | None = None
    running: tuple[int, ...] = ()
    running_outs: tuple[int, ...] = ()
    running_lowest: tuple[int | None, ...] = ()

    def after(self, rounds: int) -> "SeatScore":
        """Return what it said after so many rounds; `running` tells as many."""
        outs, lowest = self.running_outs, self.running_lowest
        return replace(
            self,
            total=self.running[rounds - 1],
            outs=outs[rounds - 1] if outs else None,
            lowest_round=lowest[rounds - 1] if lowest else None,
        )


@dataclass(frozen=True)
class Table:
    """One table of a round: its people in seat order, and their division if kept apart."""

    number: int
    seats: tuple[Key, ...]
    group: str = ""


@dataclass(frozen=True)
class Round:
    """A round of seating: its tables, and the people still in who do not play in it.

    In an elimination these have a bye, or wait for the other part of the bracket. Elsewhere they
    sit out a game whose tables cannot seat all (see `byes`), or are left alone in a division once
    the others have withdrawn.
    """

    number: int
    tables: tuple[Table, ...]
    byes: tuple[Key, ...] = ()


@dataclass(frozen=True)
class PlayOff:
    """A round played to break a tie: the points of each, fewest first.

    `lots_before` is how many lots of the stage had been drawn by then.
    """

    points: Mapping[Key, int]
    lots_before: int = 0


@dataclass(frozen=True)
class StageCourse:
    """What has happened in a stage so far.

    `lines` are per round: `lines[(round number, key)]`. `drawn` are the lots that the director
    had drawn where all tie-breaks left people tied, each time again: a lower number goes first,
    and for people who were in several, the newest that all of them were in counts. `all_on` are
    groups of level people of whom all go on by the director's word.

    `seats_open` says that a seat may still be given to somebody else: a later stage, of whose first
    game a table has nothing on its sheet. Who is in the stage at all is open then. `newcomers` says
    that somebody may still come to a table of the game that is on, `newcomers_to` of which
    divisions (see `Table.group`) it may be. `undecided` are people of a
    correction before this stage, of whom the director has still to decide who plays. `not_begun`
    are tables at which no game was begun, by the number of the round and their own: where one of
    two has left such a table of an elimination, no sheet comes from it. `playing` are those, by the
    same, whose lines are not the last word: they do not say how many rounds all have played.
    `telling` are tables whose sheet will say rounds won and lowest rounds, whatever comes: a game
    with a round on it. Of any other nobody knows whether more than totals will be typed.
    `counting` supposes how many rounds count between the tables of a game (its number) in a
    division, None where totals stand (see `counting.ways_to_count`).
    """

    plan: StagePlan
    field: tuple[Member, ...]
    rounds: tuple[Round, ...] = ()
    lines: Mapping[tuple[int, Key], SeatScore] = dataclasses.field(default_factory=dict)
    play_offs: tuple[PlayOff, ...] = ()
    drawn: tuple[Mapping[Key, int], ...] = ()
    all_on: frozenset[frozenset[Key]] = frozenset()
    ties: tuple[TieBreak, ...] = ()
    seats_open: bool = False
    newcomers: bool = False
    newcomers_to: frozenset[str] = frozenset()
    undecided: frozenset[Key] = frozenset()
    not_begun: frozenset[tuple[int, int]] = frozenset()
    playing: frozenset[tuple[int, int]] = frozenset()
    telling: frozenset[tuple[int, int]] = frozenset()
    counting: Mapping[tuple[int, str], int | None] = dataclasses.field(default_factory=dict)

    @cached_property
    def out(self) -> frozenset[Key]:
        """Who has left."""
        return frozenset(member.key for member in self.field if member.out)

    @cached_property
    def member_of(self) -> Mapping[Key, Member]:
        """The members of the field by their keys."""
        return {member.key: member for member in self.field}


def kept_with_course(derive: Callable[[StageCourse], Derived]) -> Callable[[StageCourse], Derived]:
    """Derive something from a course once, and keep it with the course, which never changes."""

    @wraps(derive)
    def read(course: StageCourse) -> Derived:
        kept: dict[str, Any] = vars(course)
        if derive.__name__ not in kept:
            kept[derive.__name__] = derive(course)
        derived: Derived = kept[derive.__name__]
        return derived

    return read


@dataclass(frozen=True)
class Place:
    """A place at a table, in a stage or in the tournament.

    `place` counts from 1 and skips as many as share one (1, 1, 3); None without a place.
    `value` is what was compared (points, or points for places), `why` what each tie-break did to
    the group of this tie. `stage` is the stage it was won in (0: unknown).
    """

    key: Key
    place: int | None
    shared: bool = False
    value: Fraction | None = None
    why: tuple[Why, ...] = ()
    stage: int = 0


class How(StrEnum):
    """By what somebody goes on.

    EITHER: level at a table for its places, and safe among the best of the rest without one, so
    that nobody has to say who of them is first.
    """

    TABLE = "table"
    EITHER = "either"
    FILL = "fill"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True)
class Going:
    """An advancer: how, from which table (0: none), at which place of the table or the stage.

    The place of who fills is the one among those of the table who may go on.
    """

    key: Key
    how: How
    table: int
    place: int
    group: str = ""


@dataclass(frozen=True)
class Level:
    """People whom all tie-breaks leave level for fewer places than they are."""

    keys: tuple[Key, ...]
    places: int
    why: tuple[Why, ...] = ()

    @property
    def losers(self) -> int:
        """How many of them get none of the places."""
        return len(self.keys) - self.places


@dataclass(frozen=True)
class Advance:
    """The advancers, in the order of the next stage's seeds; `level` are ties to be decided.

    `full` is how many are to go on in all. While `level` is not empty, those in it are not in
    `going`. `idle` are ties at tables that decide nothing, since all of them are.
    """

    going: tuple[Going, ...]
    level: tuple[Level, ...] = ()
    full: int = 0
    idle: tuple[Level, ...] = ()
