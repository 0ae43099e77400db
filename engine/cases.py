"""Cases about the start and the end of a round, read from JSON.

A report may hold what is wrong: tiles that the set lacks, seats that nobody knows, negative
totals. These are faults to be named, not errors of reading. Raises `CaseError`, with the key, for
what cannot be read at all.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.concluding import CaseError
from engine.countdown import Table
from engine.parameters import HIGHEST_SET, MOST_SEATS
from engine.reading import KEYS
from engine.reports import MEXICAN, Report
from engine.rules import RuleSet, rule_set
from engine.setups import Setup
from engine.tiles import SETS, Tile, parse_tile

T = TypeVar("T")

REPORT_KEYS: Final = frozenset(
    {"hands", "totals", "counts", "out", "blocked", "time", "boneyard", "on_table"}
)
TRAIN_KEYS: Final = frozenset({"started", "tail", "marked", "tiles"})
MOST_TILES: Final = 400
BIGGEST: Final = 10**9
"""Larger numbers are taken for nonsense, not for points."""


def read_table(case: Mapping[str, Any]) -> Table:
    """What a case tells of a table before a round."""
    return _Reader(case).table()


def read_setup(case: Mapping[str, Any]) -> Setup:
    """What a case tells of how a round is set up."""
    reader = _Reader(case)
    trains = reader.trains()
    on_trains = sum(told.get("tiles") or 0 for told in trains.values())
    dealt = not any(told.get("tiles") for told in trains.values())
    every = bool(trains) and all(told.get("tiles") is not None for told in trains.values())
    return Setup(
        reader.table(),
        tiles=reader.hands(case, "hands"),
        boneyard=reader.number(case, "boneyard", "boneyard", 0),
        on_trains=on_trains if every or dealt else None,
    )


def read_report(case: Mapping[str, Any]) -> tuple[Report, RuleSet]:
    """The reported round of a case, and the rules it was played under."""
    reader = _Reader(case)
    told = reader.mapping(case, "report", "report")
    for key in told:
        if key not in REPORT_KEYS:
            raise CaseError(f"report.{str(key)[:40]}: this key is not known.")
    hands = reader.hands(told, "report.hands")
    totals = reader.numbers(told, "totals", "report.totals")
    counts = reader.numbers(told, "counts", "report.counts")
    trains = reader.trains()
    seats = reader.seats or tuple(
        name for name in dict.fromkeys([*hands, *totals, *counts, *trains]) if name != MEXICAN
    )
    report = Report(
        # Where it is not told, the largest set, which holds what all others hold.
        set=max(SETS) if reader.set is None else reader.set,
        seats=seats,
        starting_double=reader.number(case, "starting_double", "starting_double", 0),
        hands=hands,
        totals=totals,
        counts=counts,
        out=reader.text(told, "out", "report.out"),
        blocked=reader.truth(told, "blocked", "report.blocked"),
        time=reader.truth(told, "time", "report.time") or False,
        boneyard=reader.number(told, "boneyard", "report.boneyard")
        if told.get("boneyard") is not None
        else reader.number(case, "boneyard", "boneyard"),
        on_table=reader.tile_list(told.get("on_table"), "report.on_table")
        + reader.tile_list(case.get("on_table"), "on_table"),
        train_tiles={n: t["tiles"] for n, t in trains.items() if t.get("tiles") is not None},
        tails={n: t["tail"] for n, t in trains.items() if t.get("tail") is not None},
        marked={n: t["marked"] for n, t in trains.items() if t.get("marked") is not None},
        uncovered=reader.uncovered(),
        all_seats=reader.seats is not None,
    )
    return report, reader.rules


class _Reader:
    """One case, read key by key."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        for key in case:
            if key not in KEYS:
                raise CaseError(f"{str(key)[:40]}: this key is not known.")
        self.case = case
        try:
            self.rules = rule_set(case.get("rules"))
        except ValueError as error:
            raise CaseError(f"rules: {error}") from None
        self.set = self.number(case, "set", "set", 0, HIGHEST_SET)
        self.seats = self._seats()

    def table(self) -> Table:
        case = self.case
        return Table(
            rules=self.rules,
            set=self.set,
            seats=self.seats,
            starting_double=self.number(case, "starting_double", "starting_double", 0),
            round=self.number(case, "round", "round", 1),
            hands=self.hands(case, "hands"),
            counts=self.numbers(case, "hand_counts", "hand_counts", 0),
            starting_double_by=self.text(case, "starting_double_by", "starting_double_by"),
            first_player=self.text(case, "first_player", "first_player"),
        )

    def _seats(self) -> tuple[str, ...] | None:
        raw = self.case.get("seats")
        if raw is None:
            return None
        if not isinstance(raw, list | tuple) or not 1 <= len(raw) <= MOST_SEATS:
            raise CaseError(f"seats: it must be a list of 1 to {MOST_SEATS} seats.")
        for number, name in enumerate(raw, 1):
            if not isinstance(name, str) or not name or name == MEXICAN:
                raise CaseError(f"seats.{number}: it must be the name of a seat.")
        if len(set(raw)) < len(raw):
            raise CaseError("seats: each seat must have a name of its own.")
        return tuple(raw)

    def mapping(self, told: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any]:
        raw = told.get(key)
        if raw is None:
            return {}
        if not isinstance(raw, Mapping) or len(raw) > MOST_SEATS + 1:
            raise CaseError(f"{place}: it must be an object with a key a seat.")
        return raw

    def hands(self, told: Mapping[str, Any], place: str) -> dict[str, tuple[Tile, ...]]:
        raw = self.mapping(told, "hands", place)
        return {
            name: self.tile_list(tiles, f"{place}.{name[:40]}")
            for name, tiles in raw.items()
            if tiles is not None
        }

    def tile_list(self, raw: object, place: str) -> tuple[Tile, ...]:
        if raw is None:
            return ()
        if not isinstance(raw, list | tuple) or len(raw) > MOST_TILES:
            raise CaseError(f"{place}: it must be a list of tiles like 7-3.")
        return tuple(self._tile(each, f"{place}.{number}") for number, each in enumerate(raw, 1))

    def _tile(self, raw: object, place: str) -> Tile:
        if not isinstance(raw, str):
            raise CaseError(f"{place}: a tile is written like 7-3.")
        try:
            return parse_tile(raw)
        except ValueError as error:
            raise CaseError(f"{place}: {error}") from None

    def numbers(
        self, told: Mapping[str, Any], key: str, place: str, low: int = -BIGGEST
    ) -> dict[str, int]:
        raw = self.mapping(told, key, place)
        read = {name: self._number(n, f"{place}.{name[:40]}", low) for name, n in raw.items()}
        return {name: number for name, number in read.items() if number is not None}

    def number(
        self,
        told: Mapping[str, Any],
        key: str,
        place: str,
        low: int = -BIGGEST,
        high: int = BIGGEST,
    ) -> int | None:
        return self._number(told.get(key), place, low, high)

    def _number(
        self, raw: object, place: str, low: int = -BIGGEST, high: int = BIGGEST
    ) -> int | None:
        if raw is None:
            return None
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
            return raw
        between = f" from {low} to {high}" if high < BIGGEST else ""
        raise CaseError(f"{place}: it must be a whole number{between or ' that makes sense'}.")

    def truth(self, told: Mapping[str, Any], key: str, place: str) -> bool | None:
        raw = told.get(key)
        if raw is None or isinstance(raw, bool):
            return raw
        raise CaseError(f"{place}: it must be true or false.")

    def text(self, told: Mapping[str, Any], key: str, place: str) -> str | None:
        raw = told.get(key)
        if raw is None or (isinstance(raw, str) and raw):
            return raw
        raise CaseError(f"{place}: it must be the name of a seat.")

    def trains(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        readers: dict[str, Callable[[Mapping[str, Any], str, str], object]] = {
            "started": self.truth,
            "marked": self.truth,
            "tail": lambda told, key, place: self.number(told, key, place, 0),
            "tiles": lambda told, key, place: self.number(told, key, place, 0),
        }
        for name, told in self.mapping(self.case, "trains", "trains").items():
            place = f"trains.{name[:40]}"
            if told is None:
                continue
            if not isinstance(told, Mapping) or not TRAIN_KEYS.issuperset(told):
                raise CaseError(f"{place}: it can have {', '.join(sorted(TRAIN_KEYS))}.")
            found[name] = {key: readers[key](told, key, f"{place}.{key}") for key in told}
        return found

    def uncovered(self) -> tuple[tuple[str, int], ...] | None:
        raw = self.case.get("uncovered")
        if raw is None:
            return None
        if not isinstance(raw, list | tuple):
            raise CaseError("uncovered: it must be a list.")
        found = []
        for at, told in enumerate(raw, 1):
            if not isinstance(told, Mapping):
                raise CaseError(f"uncovered.{at}: it must be an object with keys.")
            train = self.text(told, "train", f"uncovered.{at}.train")
            pips = self.number(told, "double", f"uncovered.{at}.double", 0)
            if train is None or pips is None:
                return None
            found.append((train, pips))
        return tuple(found)
