"""A case as JSON gives it, for the questions about set-up, counting and reports.

`read_case` gives the facts as they are told, None for what is unknown, and raises `CaseError`
for a key that is wrong. Tiles and numbers that no table can have are read all the same: to find
them is what `check` is for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine import wire
from engine.parameters import HIGHEST_SET
from engine.reports import MEXICAN, Report
from engine.rules import RuleSet, rule_set
from engine.tiles import SETS, Tile
from engine.wire import CaseError

KEYS: Final = frozenset(
    {
        *("id", "rules", "set", "seats", "starting_double", "trains", "uncovered", "hands"),
        *("hand_counts", "boneyard", "turn", "ask", "report", "round", "on_table"),
        *("uncovered_in_order", "starting_double_by", "first_player", "note", "expect", "also"),
    }
)
"""Every key of a case; `note`, `expect` and `also` are for who keeps cases."""

REPORT_KEYS: Final = frozenset(
    {"hands", "totals", "counts", "out", "blocked", "time", "boneyard", "on_table"}
)
TRAIN_KEYS: Final = frozenset({"started", "tail", "marked", "tiles"})
UNCOVERED_KEYS: Final = frozenset({"train", "double", "laid_by"})
MOST_ROUNDS: Final = 999


@dataclass(frozen=True, slots=True)
class Train:
    """What is told of one train; None is unknown."""

    started: bool | None = None
    tail: int | None = None
    marked: bool | None = None
    tiles: int | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What `report` tells of the round's end. `out` and the rest are as in `Report`."""

    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    out: str | None = None
    blocked: bool | None = None
    time: bool = False
    boneyard: int | None = None
    on_table: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One table, as far as it is told, and what is asked of it. None is unknown."""

    rules: RuleSet
    asked: str
    set: int | None
    seats: tuple[str, ...] | None
    starting_double: int | None
    starting_double_by: str | None
    first_player: str | None
    round: int | None
    hands: Mapping[str, tuple[Tile, ...]]
    hand_counts: Mapping[str, int]
    boneyard: int | None
    on_table: tuple[Tile, ...]
    trains: Mapping[str, Train]
    uncovered: tuple[tuple[str, int], ...] | None
    report: Told | None

    def sets(self) -> tuple[int, ...]:
        """The sets that it can be: the one that is told, or any boxed set."""
        return SETS if self.set is None else (self.set,)

    def seat_names(self) -> tuple[str, ...]:
        """The seats at the table; while they are unknown, those that something is told of."""
        if self.seats is not None:
            return self.seats
        report = self.report or Told()
        told = (*self.hands, *self.hand_counts, *report.hands, *report.totals, *report.counts)
        trains = (train for train in self.trains if train != MEXICAN)
        out = () if report.out is None else (report.out,)
        return tuple(dict.fromkeys((*told, *trains, *out)))

    def report_for(self, set_: int) -> Report:
        """All that is told of the round's end, with this set."""
        told = self.report or Told()
        whole = {seat: hand for seat, hand in self.hands.items() if seat in self.hand_counts}
        return Report(
            set=set_,
            seats=self.seat_names(),
            starting_double=self.starting_double,
            hands={**whole, **told.hands},
            totals=told.totals,
            counts={**self._counts_besides(told), **told.counts},
            out=told.out,
            blocked=told.blocked,
            time=told.time,
            boneyard=self.boneyard if told.boneyard is None else told.boneyard,
            on_table=tuple(dict.fromkeys((*self.on_table, *told.on_table)))
            if self.on_table
            else told.on_table,
            train_tiles=self.train_tiles(),
            tails=self._tails(),
            marked={
                name: train.marked
                for name, train in self.trains.items()
                if train.marked is not None and name != MEXICAN
            },
            uncovered=self.uncovered,
            all_seats=self.seats is not None,
        )

    def _counts_besides(self, told: Told) -> dict[str, int]:
        """The hands' numbers of tiles, where the report does not tell the tiles themselves."""
        return {seat: count for seat, count in self.hand_counts.items() if seat not in told.hands}

    def train_tiles(self) -> dict[str, int]:
        """How many tiles lie on each train, where that is told; none on one not started."""
        counted = {
            name: 0 if train.started is False and train.tiles is None else train.tiles
            for name, train in self.trains.items()
        }
        return {name: tiles for name, tiles in counted.items() if tiles is not None}

    def _tails(self) -> dict[str, int]:
        tails = {
            name: self.starting_double if train.started is False else train.tail
            for name, train in self.trains.items()
        }
        return {name: tail for name, tail in tails.items() if tail is not None}


def read_case(raw: Mapping[str, Any]) -> Case:
    """The case that JSON gives. `CaseError` names the key that is wrong."""
    wire.only_keys(raw, KEYS, "")
    rules = read_rules(raw)
    pips = wire.whole(0, HIGHEST_SET)
    hands = wire.by_name(wire.list_of(wire.tile))
    case = Case(
        rules=rules,
        asked=read_asked(raw)[1],
        set=wire.maybe(raw, "set", "", wire.whole(1, HIGHEST_SET)),
        seats=wire.maybe(raw, "seats", "", wire.seats),
        starting_double=wire.maybe(raw, "starting_double", "", pips),
        starting_double_by=wire.maybe(raw, "starting_double_by", "", wire.name),
        first_player=wire.maybe(raw, "first_player", "", wire.name),
        round=wire.maybe(raw, "round", "", wire.whole(1, MOST_ROUNDS)),
        hands=wire.maybe(raw, "hands", "", hands) or {},
        hand_counts=wire.maybe(raw, "hand_counts", "", wire.by_name(wire.number)) or {},
        boneyard=wire.maybe(raw, "boneyard", "", wire.number),
        on_table=wire.maybe(raw, "on_table", "", wire.list_of(wire.tile)) or (),
        trains=wire.maybe(raw, "trains", "", wire.by_name(_train, _train_name)) or {},
        uncovered=_all_known(wire.maybe(raw, "uncovered", "", wire.list_of(_uncovered))),
        report=wire.maybe(raw, "report", "", _told),
    )
    wire.maybe(raw, "turn", "", wire.mapping)
    wire.maybe(raw, "uncovered_in_order", "", wire.yes_no)
    for key, seat in (
        ("starting_double_by", case.starting_double_by),
        ("first_player", case.first_player),
    ):
        if seat is not None and case.seats is not None and seat not in case.seats:
            raise CaseError(f'{key}: "{seat[: wire.SHOWN]}" does not sit at this table.')
    return case


def read_rules(raw: Mapping[str, Any]) -> RuleSet:
    """The rules of a case."""
    if raw.get("rules") is None:
        raise CaseError("rules: a case needs a preset, or house rules on one.")
    try:
        return rule_set(raw["rules"])
    except ValueError as error:
        raise CaseError(f"rules: {error}") from None


def read_asked(raw: Mapping[str, Any]) -> tuple[str, str]:
    """What a case asks: its kind ("what", "check", "may", ...) and which question of it."""
    asked = wire.mapping(raw.get("ask"), "ask")
    kinds = [kind for kind in ("may", "must", "who", "is", "what", "check") if kind in asked]
    if len(kinds) != 1:
        raise CaseError('ask: it needs one of "may", "must", "who", "is", "what", "check".')
    which = asked[kinds[0]]
    if not isinstance(which, str):
        raise CaseError(f"ask.{kinds[0]}: it must be the name of a question.")
    return kinds[0], which


def _train_name(raw: Any, place: str) -> str:
    return MEXICAN if raw == MEXICAN else wire.name(raw, place)


def _train(raw: Any, place: str) -> Train:
    told = wire.mapping(raw, place)
    wire.only_keys(told, TRAIN_KEYS, f"{place}.")
    here = f"{place}."
    return Train(
        started=wire.maybe(told, "started", here, wire.yes_no),
        tail=wire.maybe(told, "tail", here, wire.whole(0, HIGHEST_SET)),
        marked=wire.maybe(told, "marked", here, wire.yes_no),
        tiles=wire.maybe(told, "tiles", here, wire.number),
    )


def _uncovered(raw: Any, place: str) -> tuple[str, int | None]:
    told = wire.mapping(raw, place)
    wire.only_keys(told, UNCOVERED_KEYS, f"{place}.")
    train = wire.maybe(told, "train", f"{place}.", _train_name)
    wire.maybe(told, "laid_by", f"{place}.", wire.name)
    if train is None:
        raise CaseError(f"{place}.train: it must be told.")
    return train, wire.maybe(told, "double", f"{place}.", wire.whole(0, HIGHEST_SET))


def _all_known(
    told: tuple[tuple[str, int | None], ...] | None,
) -> tuple[tuple[str, int], ...] | None:
    """The uncovered doubles, or None where one of them is not known."""
    if told is None:
        return None
    known = tuple((train, pips) for train, pips in told if pips is not None)
    return known if len(known) == len(told) else None


def _told(raw: Any, place: str) -> Told:
    told = wire.mapping(raw, place)
    wire.only_keys(told, REPORT_KEYS, f"{place}.")
    here = f"{place}."
    tiles = wire.list_of(wire.tile)
    return Told(
        hands=wire.maybe(told, "hands", here, wire.by_name(tiles)) or {},
        totals=wire.maybe(told, "totals", here, wire.by_name(wire.number)) or {},
        counts=wire.maybe(told, "counts", here, wire.by_name(wire.number)) or {},
        out=wire.maybe(told, "out", here, wire.name),
        blocked=wire.maybe(told, "blocked", here, wire.yes_no),
        time=wire.maybe(told, "time", here, wire.yes_no) or False,
        boneyard=wire.maybe(told, "boneyard", here, wire.number),
        on_table=wire.maybe(told, "on_table", here, tiles) or (),
    )
