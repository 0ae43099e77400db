"""What is known of a table, as it was reported: nothing is concluded from it yet.

Whoever has facts puts them into `Facts`: the reader of cases (`engine.table.case`), a round that
is replayed from its text, a simulated round. What follows from them is worked out by
`engine.table.deduction`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.reports import Report
from engine.rules.rule_set import RuleSet
from engine.table.position import Play, Uncovered, Unnamed
from engine.tiles import MEXICAN, SETS, Tile


@dataclass(frozen=True, slots=True)
class TrainFacts:
    """What is known of one train; None is unknown."""

    started: bool | None = None
    open_end: int | None = None
    marked: bool | None = None
    tiles: int | None = None


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """What was put down at the end of the round. The fields are as in `Report`."""

    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    out: str | None = None
    blocked: bool | None = None
    time: bool = False
    boneyard: int | None = None
    on_table: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of one table; None, or a missing key, is unknown.

    `seat` is on turn, and `kind`, `drawn`, `draws`, `plays` and `passes` are about its turn, as in
    a case; `drawn` is a tile, "none", "some" (still in hand) or "played"; `draws` counts the tiles
    drawn since one was played. `tiles_to_draw` says whether any is left, where nobody counted them.
    `out` is the seat that has played its last tile, or "none". `can_play` says by seat whether a
    tile in its hand can be played as the table stands, `can_play_on` the same by seat and train.
    `passed` are the seats that have passed since a tile was last played, all of them.
    `last_first_player` took the first turn of the round before this one. `third_tile` says whether
    the seat on turn has a further tile that covers one of its two doubles; "last" where it has no
    further tile at all. `unnamed` are the tiles of this turn where not all have a name; then
    `plays` is None.
    """

    rules: RuleSet
    set: int | None = None
    seats: tuple[str, ...] | None = None
    round: int | None = None
    starting_double: int | None = None
    starting_double_by: str | None = None
    first_player: str | None = None
    last_first_player: str | None = None
    trains: Mapping[str, TrainFacts] = field(default_factory=dict)
    uncovered: tuple[Uncovered, ...] | None = None
    uncovered_in_order: bool | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    hand_counts: Mapping[str, int] = field(default_factory=dict)
    boneyard: int | None = None
    tiles_to_draw: bool | None = None
    on_table: tuple[Tile, ...] = ()
    out: str | None = None
    time_up: bool | None = None
    can_play: Mapping[str, bool] = field(default_factory=dict)
    can_play_on: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    anybody_can_play: bool | None = None
    passed: frozenset[str] | None = None
    seat: str | None = None
    kind: str | None = None
    drawn: Tile | str | None = None
    draws: int = 1
    plays: tuple[Play, ...] | None = None
    third_tile: bool | str | None = None
    unnamed: tuple[Unnamed, ...] = ()
    passes: int | None = None
    report: ReportFacts | None = None

    def names(self) -> tuple[str, ...]:
        """Return the seats in order of play, or all that anything is said of while unknown."""
        if self.seats is not None:
            return self.seats
        report = self.report or ReportFacts()
        names = [*self.trains, *self.hands, *self.hand_counts, *self.can_play, *(self.passed or ())]
        names += [name for pair in self.can_play_on for name in pair]
        names += [self.out] if self.out and self.out != "none" else []
        names += [*report.hands, *report.totals, *report.counts, report.out or "", self.seat or ""]
        for double in self.uncovered or ():
            names += [double.train, double.played_by or ""]
        names += [play.train for play in self.plays or ()]
        return tuple(name for name in dict.fromkeys(names) if name and name != MEXICAN)

    def sets(self) -> tuple[int, ...]:
        """Return the sets that it can be: the one that is known, or any boxed set."""
        return SETS if self.set is None else (self.set,)

    def train_tiles(self) -> dict[str, int]:
        """Return how many tiles lie on each train where that is known; none on one not started."""
        counts = {
            name: 0 if train.started is False and train.tiles is None else train.tiles
            for name, train in self.trains.items()
        }
        return {name: tiles for name, tiles in counts.items() if tiles is not None}

    def report_for(self, set_: int) -> Report:
        """Return all that is known of the round's end, taking it to be this set."""
        report = self.report or ReportFacts()
        whole_hands = {s: hand for s, hand in self.hands.items() if s in self.hand_counts}
        counts = {s: count for s, count in self.hand_counts.items() if s not in report.hands}
        on_table = (*self.on_table, *report.on_table)
        return Report(
            set=set_,
            seats=self.names(),
            starting_double=self.starting_double,
            hands={**whole_hands, **report.hands},
            totals=report.totals,
            counts={**counts, **report.counts},
            out=report.out,
            blocked=report.blocked,
            time=report.time,
            boneyard=self.boneyard if report.boneyard is None else report.boneyard,
            tiles_to_draw=self.tiles_to_draw is True,
            on_table=tuple(dict.fromkeys(on_table)) if self.on_table else on_table,
            train_tiles=self.train_tiles(),
            open_ends=self._open_ends(),
            marked={
                name: train.marked
                for name, train in self.trains.items()
                if train.marked is not None and name != MEXICAN
            },
            uncovered=self._known_doubles(),
            all_seats=self.seats is not None,
        )

    def _open_ends(self) -> dict[str, int]:
        """Return the open end of each train where it is known."""
        pips = {
            name: self.starting_double if train.started is False else train.open_end
            for name, train in self.trains.items()
        }
        return {name: open_end for name, open_end in pips.items() if open_end is not None}

    def _known_doubles(self) -> tuple[tuple[str, int], ...] | None:
        """Return the uncovered doubles by train, or None where one of them is unknown."""
        if self.uncovered is None:
            return None
        known = tuple((d.train, d.pips) for d in self.uncovered if d.pips is not None)
        return known if len(known) == len(self.uncovered) else None
