"""The bracket as values: columns of boxes with seats, and how far each is."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from league.tournaments.brackets.forecast import StageForecast
from league.tournaments.models import Stage

# Letters of a name in a line of a table on paper.
PAPER_LETTERS: Final = 14

# Lines that a division takes of a stage on paper: its name above several tables beside each other,
# and the room beside its last ones.
DIVISION_LINES: Final = 12


class TieWay(StrEnum):
    """What can decide between people who are level: at a table of an elimination, or for a place.

    For a place in the next stage that is the director, and before that a play-off, where there is
    one.
    """

    PLAY_OFF_OR_LOTS = "play_off_or_lots"
    LOTS = "lots"
    PLAY_OFF_OR_SHARE = "play_off_or_share"
    SHARE = "share"
    PLAY_OFF_OR_DIRECTOR = "play_off_or_director"

    @classmethod
    def of(cls, *, last: bool, played: bool) -> "TieWay":
        """Return what can: in the `last` game people share the place, and no lots are drawn."""
        if last:
            return cls.PLAY_OFF_OR_SHARE if played else cls.SHARE
        return cls.PLAY_OFF_OR_LOTS if played else cls.LOTS


class _Marked:
    """Somebody on a table or in a standing of whom it is said how this one goes on."""

    how: str
    sure: bool
    over: bool

    @property
    def could_go_on(self) -> bool:
        """Whether it is open if this one goes on, as one of the rest or of the best."""
        return self.how in ("fill", "best") and not self.sure and not self.over


@dataclass(frozen=True)
class SeatBox(_Marked):
    """A seat at a table: who, the points so far, the place at the table as it stands.

    `seat` is its place in the seat order, from 0, as on the table's sheet. `how` is by what this
    one goes on: a value of `league.tournaments.brackets.values.How`, "choice", "won" or "walkover"
    in an elimination, "replaced" for who went on and has given the place to another, "level" for
    who is tied for too few places ("tied" while all of them could still go on), "decides" while the
    director has to say so after a correction, or "" for those who do not.
    `sure` says that no result still to come can change it; otherwise this one could go on. A
    walkover is not sure while its table's sheet could still come in. `final` says that it is the
    last game of a bracket, whose winner goes on to nothing. `rest` is the `rest_place` by which
    this one goes on behind the lowest of the tables, 0 for others. `won_by` is the step that
    alone put this one before others, a play-off or lots, "" where neither was needed. `parted` is
    the tie-break that put this one before the next, who has as many points at the table, with the
    numbers of both; () where none did. `level` says what can decide about a place in the last stage
    that this one shares with others, None for who shares none. `left` is in
    which way somebody who is `out` left. `instead` is who plays in the next stage in this one's
    place, "" for nobody, and `for_whom` instead of whom this one plays, here or in the next stage;
    `for_whom_over`, that this is over, and `for_whom_after`, after what, as in `substitute_why`.
    `over` says that the stage is closed. `tie` is what can
    decide between those who are "level", None where only the director does. `counts` says what
    the total counts beside other tables that played more or fewer rounds, "" where it counts as it
    stands. `visitor`
    says that this one comes from out of the area, and so goes on nowhere, whatever the place.
    """

    entrant: int
    name: str
    seat: int
    total: int | None = None
    place: int | None = None
    how: str = ""
    rest: int = 0
    won_by: str = ""
    sure: bool = False
    out: bool = False
    left: str = ""
    instead: str = ""
    for_whom: str = ""
    for_whom_over: bool = False
    for_whom_after: str = ""
    over: bool = False
    counts: str = ""
    parted: tuple[str, ...] = ()
    tie: TieWay | None = None
    final: bool = False
    level: TieWay | None = None
    visitor: bool = False


@dataclass(frozen=True)
class Box:
    """A table of a round: its seats, best first once there are totals, and how far it is.

    `group` is the division's name where the stage keeps each to itself, "" otherwise. `rounds` is
    how many rounds its sheet has, and `short` how many it was to have where it is finished with
    fewer, else 0. `code` is the code of its game, "" without one, and
    `on_paper` says that it has begun without one. `time` is called for it, and it plays on.
    """

    number: int
    seats: tuple[SeatBox, ...]
    group: str = ""
    rounds: int = 0
    short: int = 0
    finished: bool = False
    code: str = ""
    on_paper: bool = False
    time: bool = False

    @property
    def over(self) -> bool:
        """Whether its stage is closed."""
        return any(seat.over for seat in self.seats)

    @property
    def may_be_walkover(self) -> bool:
        """Whether it is a walkover unless its sheet still comes in."""
        return any(seat.how == "walkover" and not seat.sure for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether there is a number to show."""
        return any(seat.total is not None for seat in self.seats)


@dataclass(frozen=True)
class StandingRow(_Marked):
    """A line of a stage's standing: place, who, what was compared, and whether it goes on.

    `shared` says that somebody else has the same place; `behind`, why it comes after some with more
    points. Nobody knows its table, so `rest` is 0.
    """

    entrant: int
    name: str
    place: int | None
    value: Fraction | None
    behind: str = ""
    group: str = ""
    how: str = ""
    rest: int = 0
    won_by: str = ""
    sure: bool = False
    out: bool = False
    left: str = ""
    instead: str = ""
    for_whom: str = ""
    for_whom_over: bool = False
    for_whom_after: str = ""
    over: bool = False
    tie: TieWay | None = None
    shared: bool = False
    visitor: bool = False


@dataclass(frozen=True)
class LevelPeople:
    """People whom all tie-breaks leave level for fewer places than they are: the director says.

    Where `play_off`, they may play it off first.
    While it is `open`, all of them could still go on. If it is `idle`, they do, and nobody decides.
    """

    names: tuple[str, ...]
    places: int
    keys: frozenset[int] = frozenset()
    idle: bool = False
    open: bool = False
    play_off: bool = False


@dataclass(frozen=True)
class Pair:
    """A game of an elimination: a table's box, or else the names that are known ("": to come).

    `free` says that the named entrant goes on without playing, or wins the `final` so; `absent` is
    who would have been there, and in which way that one left. Whoever goes on so may have `left`
    since, in which way is said instead. Nobody is named where the game is to
    come, and neither where it is never played (`gone`).
    """

    box: Box | None = None
    names: tuple[str, ...] = ()
    free: bool = False
    gone: bool = False
    absent: str = ""
    absent_left: str = ""
    left: str = ""
    final: bool = False


@dataclass(frozen=True)
class PairRound:
    """A round of an elimination: its games from top to bottom. `final` is a double one's last."""

    number: int
    pairs: tuple[Pair, ...]
    final: bool = False

    @property
    def known(self) -> bool:
        """Whether anybody is known who plays in it."""
        return any(pair.box is not None or pair.names for pair in self.pairs)


@dataclass(frozen=True)
class PairDraw:
    """The draw of a division, or of all (""); `losers` is that of those who have lost once.

    `waiting` are the names of those who are in and have no game in the round that is on.
    """

    group: str
    rounds: tuple[PairRound, ...]
    losers: tuple[PairRound, ...] = ()
    waiting: tuple[str, ...] = ()

    @property
    def depth(self) -> int:
        """How many rounds it has, without a second final that is not known to be."""
        return max((played.number for played in (*self.rounds, *self.losers)), default=0)


@dataclass(frozen=True)
class Column:
    """A stage: the tables of its newest round, its standing where it has several games.

    `game` is the round that `boxes` are of, of `games` that have been seated; 0 for a stage that
    has not begun. Of such a one only `expected` is known, and that only where it can be seated.
    `in_all` is how many games an elimination has, at least and at most.
    `way` is who goes on from it. `waits` says that tables still play, so that the standing is none
    yet. `all_open` says that everybody can still go on, so that nobody has a mark yet.
    `corrected` says that the stage was corrected after it was closed, until the director has
    decided what becomes of it; `kept` says who should have gone on where all was to stay as it is,
    and `earlier` who should have by results that were corrected again since.
    `instead` says who plays in another's place here, and `anew` with whom it was seated again after
    a correction, "" where it was not. `notes` say which games a correction took back, and that a
    seat is free. `byes` sit the game out, and `bye_rule` says
    what that counts. `counting` says how totals count where that is shown beside some.
    Where `secret`, no result of it is shown.
    """

    stage: Stage
    game: int = 0
    games: tuple[int, ...] = ()
    in_all: tuple[int, int] = (0, 0)
    boxes: tuple[Box, ...] = ()
    byes: tuple[SeatBox, ...] = ()
    bye_rule: str = ""
    counting: str = ""
    standing: tuple[StandingRow, ...] = ()
    draws: tuple[PairDraw, ...] = ()
    level: tuple[LevelPeople, ...] = ()
    expected: StageForecast | None = None
    way: str = ""
    waits: bool = False
    all_open: bool = False
    corrected: str = ""
    kept: str = ""
    earlier: str = ""
    instead: tuple[str, ...] = ()
    anew: str = ""
    notes: tuple[str, ...] = ()
    secret: bool = False

    @property
    def begun(self) -> bool:
        """Whether somebody sits in it."""
        return self.game > 0

    @property
    def going_on(self) -> bool:
        """Whether it has begun and is not closed."""
        return self.begun and self.stage.closed_at is None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a television says below its tables or its tree, beside who is level or waits."""
        return tuple(words for words in (self.anew, *self.notes, self.counting) if words)

    @property
    def some_could(self) -> bool:
        """Whether it is said of somebody behind the lowest of a table that this one could go on."""
        seats = (seat for box in self.boxes for seat in box.seats)
        return any(seat.how == "fill" and not seat.sure and not seat.over for seat in seats)

    @property
    def double(self) -> bool:
        """Whether it takes two losses to be out."""
        return self.stage.kind == Stage.Kind.DOUBLE

    @property
    def divisions(self) -> set[str]:
        """The names of the divisions that play by themselves in it."""
        named = {row.group for row in self.standing} | {draw.group for draw in self.draws}
        return ({box.group for box in self.boxes} | named) - {""}

    def of(self, division: str) -> "Column":
        """Return the tables, standing and draw of that division alone."""
        return replace(
            self,
            boxes=tuple(box for box in self.boxes if box.group == division),
            standing=tuple(row for row in self.standing if row.group == division),
            draws=tuple(draw for draw in self.draws if draw.group == division),
        )

    @property
    def finished_tables(self) -> int:
        """How many of its tables are finished."""
        return sum(box.finished for box in self.boxes)

    @property
    def plays(self) -> bool:
        """Whether a table of it has begun, so that nobody asks any more when it starts."""
        return self.game > 1 or any(box.finished or box.code or box.on_paper for box in self.boxes)


def _paper_lines(line: SeatBox | StandingRow) -> int:
    """Return how many lines somebody takes on paper, where tables are as narrow as can be."""
    if isinstance(line, SeatBox):
        own: tuple[object, ...] = (line.parted or line.level, line.counts)
    else:
        own = (line.behind,)
    notes = (line.for_whom, line.instead, line.won_by, line.left, *own)
    return -(-len(line.name) // PAPER_LETTERS) + sum(map(bool, notes))


@dataclass(frozen=True)
class BracketColumns:
    """A tournament's stages as columns, in their order.

    `entered` is how many have entered a tournament that has not begun, 0 afterwards.
    """

    columns: tuple[Column, ...]
    entered: int = 0

    @property
    def current(self) -> Column | None:
        """The stage that is played, else the last one that was; None before the first."""
        begun = [column for column in self.columns if column.begun]
        return next((column for column in begun if column.going_on), begun[-1] if begun else None)

    @property
    def lines(self) -> int:
        """How many lines the fullest stage takes: what paper has to hold, stage beside stage."""
        return max(
            (
                sum(1 + sum(map(_paper_lines, box.seats)) for box in column.boxes)
                + sum(map(_paper_lines, column.standing))
                + DIVISION_LINES * len({box.group for box in column.boxes if box.group})
                for column in self.columns
            ),
            default=0,
        )

    @property
    def pairs(self) -> int:
        """How many games stand below each other at most: what paper has to be high enough for.

        The heads above those who have lost once take as much as two.
        """
        return max(
            (
                sum(len(drawn_round.pairs) for drawn_round in (*draw.rounds[:1], *draw.losers[:1]))
                + 2 * bool(draw.losers)
                for column in self.columns
                for draw in column.draws
            ),
            default=0,
        )
