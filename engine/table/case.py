"""A case as JSON gives it: the one reader of the contract's questions.

`read_case` returns what is known of the table and what is asked, and raises `CaseError` with a
sentence that names the key that is wrong. A key that says less than it could does no harm; one
that is not of the contract is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from engine.json_values import (
    SHOWN,
    CaseError,
    Reader,
    any_tile,
    any_whole,
    by_name,
    list_of,
    mapping,
    one_of,
    only_keys,
    optional,
    required,
    seat_name,
    seat_names,
    tile_of,
    whole,
    yes_no,
)
from engine.rules.rule_set import RuleSet, rule_set
from engine.sentences import say
from engine.table.facts import Facts, ReportFacts, TrainFacts
from engine.table.position import Play, Uncovered, Unnamed
from engine.tiles import HIGHEST_SET, MEXICAN, Tile, tile_count

__all__ = ["QUESTIONS", "Ask", "Case", "read_ask", "read_case", "read_facts"]

QUESTIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "may": ("draw", "lay", "lay_chain", "mark", "stop"),
        "must": ("act", "announce", "cover", "mark", "unmark"),
        "who": ("next", "begins_next"),
        "is": ("over", "public"),
        "what": (
            *("hand_size", "next_starting_double", "rounds", "first_player", "points"),
            "mexican_train_marker",
        ),
        "remedy": (
            *("misplay", "out_of_turn", "drew_in_error", "passed_in_error", "marked_in_error"),
            *("forgot_marker", "marker_left_on", "forgot_notice", "exposed_tile", "misdeal"),
            *("wrong_starting_double", "start_missing", "tie_in_drawing", "second_mexican_train"),
            *("several_markers", "late_arrival", "leaves", "tie", "wrong_total"),
        ),
        "check": ("report", "setup"),
    }
)
"""Every question of the contract, by its kind."""

TURN_KINDS: Final = ("may", "must", "who", "is")
"""The kinds of questions about a turn. The others are about a deal, a count, a whole game or a
mistake."""

NOTICED: Final = ("at_once", "turn_later", "round_later")
"""When a mistake was noticed: before anybody played on, a turn or more later, after the round."""

REMEDY_KEYS: Final = ("seat", "noticed", "tile", "train", "totals")

KEYS: Final = frozenset(
    {
        *("id", "rules", "set", "seats", "starting_double", "trains", "uncovered", "hands"),
        *("hand_counts", "boneyard", "turn", "ask", "report", "round", "on_table"),
        *("uncovered_in_order", "starting_double_by", "first_player", "note", "expect", "also"),
        *("can_play", "out", "time_up", "last_first_player"),
    }
)
"""Every key of a case; `note`, `expect` and `also` are for who keeps cases."""

TRAIN_KEYS: Final = frozenset({"started", "tail", "marked", "tiles"})
UNCOVERED_KEYS: Final = frozenset({"train", "double", "laid_by"})
TURN_KEYS: Final = frozenset({"seat", "kind", "drawn", "laid", "passes", "passed", "third_tile"})
PLAY_KEYS: Final = frozenset({"tile", "train", "double"})
REPORT_KEYS: Final = frozenset(
    {"hands", "totals", "counts", "out", "blocked", "time", "boneyard", "on_table"}
)
ASK_KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"lay": ("tile", "train"), "lay_chain": ("tiles", "train", "trains"), "public": ("train",)}
)
"""What further keys a question has. A tile may be left out: then any tile that fits is meant."""

MOST_ROUNDS: Final = 999
MOST_PASSES: Final = 10_000
MOST_TILES: Final = tile_count(HIGHEST_SET)


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked: its kind and which question, as in a case.

    `tiles` and `train` are for the questions that need them; `trains` are those of several tiles,
    where they do not all go on one. Of a mistake, `seat` made it, and
    `noticed` is one of `NOTICED`; `totals` are the points of those at the table before a late
    arrival, `names` who they are where that was given.
    """

    kind: str
    what: str
    tiles: tuple[Tile, ...] = ()
    train: str = ""
    trains: tuple[str, ...] = ()
    seat: str | None = None
    noticed: str | None = None
    totals: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One question about one table: the facts, and what is asked."""

    facts: Facts
    ask: Ask


@dataclass(frozen=True, slots=True)
class CanPlay:
    """Who can play a tile from the hand: by seat, by seat and train, and whether anybody can."""

    by_seat: Mapping[str, bool] = field(default_factory=dict)
    by_train: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    anybody: bool | None = None


def read_case(raw: Mapping[str, Any]) -> Case:
    """Read a case."""
    ask = _kind_and_question(raw)
    reader = _CaseReader(raw, of_a_turn=ask[0] in TURN_KINDS)
    return Case(reader.facts(), reader.ask(*ask))


def read_facts(raw: Mapping[str, Any]) -> Facts:
    """Read the facts of a case as a question about a turn takes them, whatever is asked."""
    return _CaseReader(raw, of_a_turn=True).facts()


def read_ask(raw: Mapping[str, Any]) -> Ask:
    """Read what a case asks."""
    ask = _kind_and_question(raw)
    return _CaseReader(raw, of_a_turn=ask[0] in TURN_KINDS).ask(*ask)


def _kind_and_question(raw: Mapping[str, Any]) -> tuple[str, str]:
    asked = mapping(raw.get("ask"), "ask")
    kinds = [kind for kind in QUESTIONS if kind in asked]
    if len(kinds) != 1:
        known = ", ".join(f'"{kind}"' for kind in QUESTIONS)
        raise CaseError(f"ask: it needs one of {known}.")
    what = asked[kinds[0]]
    if not isinstance(what, str):
        raise CaseError(f"ask.{kinds[0]}: it must be the name of a question.")
    if what not in QUESTIONS[kinds[0]]:
        raise CaseError(f"ask.{kinds[0]}: it can be {', '.join(QUESTIONS[kinds[0]])}.")
    return kinds[0], what


class _CaseReader:
    """Reads one case, which must be possible to the degree that the question needs.

    A question about a turn takes the tiles and pips of this set and the seats of this table only.
    Where a deal or a report is checked, impossible tiles and numbers are read all the same: to
    find them is what the check is for.
    """

    def __init__(self, raw: Mapping[str, Any], *, of_a_turn: bool) -> None:
        only_keys(raw, KEYS, "")
        self.raw = raw
        self.set = optional(raw, "set", "", whole(1, HIGHEST_SET))
        self.seats = optional(raw, "seats", "", seat_names)
        highest = self.set or HIGHEST_SET if of_a_turn else HIGHEST_SET
        set_name = f"the double-{self.set} set" if self.set else "any set"
        self.tile: Reader[Tile] = tile_of(highest, set_name) if of_a_turn else any_tile
        self.number: Reader[int] = whole(0, MOST_TILES) if of_a_turn else any_whole
        self.seat: Reader[str] = self.seat_here if of_a_turn else seat_name
        self.tiles, self.pips = list_of(self.tile), whole(0, highest)

    def facts(self) -> Facts:
        raw = self.raw
        turn = optional(raw, "turn", "", mapping) or {}
        only_keys(turn, TURN_KEYS, "turn.")
        boneyard = optional(raw, "boneyard", "", self.boneyard)
        can_play = optional(raw, "can_play", "", self.can_play) or CanPlay()
        passed = optional(turn, "passed", "turn.", list_of(self.seat))
        plays, unnamed = _by_name(optional(turn, "laid", "turn.", list_of(self.play)))
        return Facts(
            rules=self.rules(),
            set=self.set,
            seats=self.seats,
            round=optional(raw, "round", "", whole(1, MOST_ROUNDS)),
            starting_double=optional(raw, "starting_double", "", self.pips),
            starting_double_by=optional(raw, "starting_double_by", "", self.seat_here),
            first_player=optional(raw, "first_player", "", self.seat_here),
            last_first_player=optional(raw, "last_first_player", "", self.seat_here),
            trains=self.trains(),
            uncovered=optional(raw, "uncovered", "", list_of(self.uncovered)),
            uncovered_in_order=optional(raw, "uncovered_in_order", "", yes_no),
            hands=optional(raw, "hands", "", by_name(self.tiles, self.seat)) or {},
            hand_counts=optional(raw, "hand_counts", "", by_name(self.number, self.seat)) or {},
            boneyard=None if boneyard == "some" else boneyard,
            tiles_to_draw=None if boneyard is None else boneyard != 0,
            out=optional(raw, "out", "", self.seat_or_none),
            time_up=optional(raw, "time_up", "", yes_no),
            can_play=can_play.by_seat,
            can_play_on=can_play.by_train,
            anybody_can_play=can_play.anybody,
            passed=None if passed is None else frozenset(passed),
            on_table=optional(raw, "on_table", "", self.tiles) or (),
            seat=optional(turn, "seat", "turn.", self.seat),
            kind=optional(turn, "kind", "turn.", one_of("normal", "first_turn", "follow_up")),
            drawn=optional(turn, "drawn", "turn.", self.drawn),
            plays=plays,
            unnamed=unnamed,
            third_tile=optional(turn, "third_tile", "turn.", self.third_tile),
            passes=optional(turn, "passes", "turn.", whole(0, MOST_PASSES)),
            report=optional(raw, "report", "", read_report),
        )

    def ask(self, kind: str, what: str) -> Ask:
        asked = self.raw["ask"]
        if kind == "remedy":
            return self.mistake(what)
        needed = ASK_KEYS.get(what, ())
        only_keys(asked, frozenset({kind, *needed}), "ask.")
        tiles: tuple[Tile, ...] = ()
        if "tile" in needed:
            tile = optional(asked, "tile", "ask.", self.tile)
            tiles = () if tile is None else (tile,)
        if "tiles" in needed:
            tiles = required(asked, "tiles", "ask.", self.tiles)
            if not tiles:
                raise CaseError("ask.tiles: name the tiles to lay, the first one first.")
        trains = self.trains_of_tiles(len(tiles)) if "trains" in needed else ()
        if trains:
            return Ask(kind, what, tiles, trains[0], trains)
        train = required(asked, "train", "ask.", self.train_name) if "train" in needed else ""
        return Ask(kind, what, tiles, train)

    def trains_of_tiles(self, count: int) -> tuple[str, ...]:
        """Read a train for each tile; none where all go on one."""
        trains = optional(self.raw["ask"], "trains", "ask.", list_of(self.train_name)) or ()
        if trains and len(trains) != count:
            raise CaseError("ask.trains: it must name a train for each of the tiles.")
        return trains

    def mistake(self, what: str) -> Ask:
        """Read a question about a mistake; every part of it may be unknown."""
        asked, here = self.raw["ask"], "ask."
        only_keys(asked, frozenset({"remedy", *REMEDY_KEYS}), here)
        tile = optional(asked, "tile", here, self.tile)
        totals, names = optional(asked, "totals", here, totals_of) or ((), ())
        return Ask(
            "remedy",
            what,
            () if tile is None else (tile,),
            optional(asked, "train", here, self.train_name) or "",
            (),
            optional(asked, "seat", here, self.seat_here),
            optional(asked, "noticed", here, one_of(*NOTICED)),
            totals,
            names,
        )

    # --- the parts of a case ---

    def rules(self) -> RuleSet:
        if self.raw.get("rules") is None:
            raise CaseError("rules: a case needs a preset, or house rules on one.")
        try:
            return rule_set(self.raw["rules"])
        except ValueError as error:
            raise CaseError(f"rules: {error}") from None

    def trains(self) -> dict[str, TrainFacts]:
        """Read the trains. One that is asked about is there, whether or not more is known."""
        trains = optional(self.raw, "trains", "", by_name(self.train, self.train_name)) or {}
        asked = self.raw.get("ask")
        name = asked.get("train") if isinstance(asked, Mapping) else None
        if self.seats is None and isinstance(name, str) and name:
            trains.setdefault(name, TrainFacts())
        return trains

    def train(self, raw: Any, place: str) -> TrainFacts:
        train, here = mapping(raw, place), f"{place}."
        only_keys(train, TRAIN_KEYS, here)
        return TrainFacts(
            started=optional(train, "started", here, yes_no),
            open_end=optional(train, "tail", here, self.pips),
            marked=optional(train, "marked", here, yes_no),
            tiles=optional(train, "tiles", here, self.number),
        )

    def uncovered(self, raw: Any, place: str) -> Uncovered:
        double, here = mapping(raw, place), f"{place}."
        only_keys(double, UNCOVERED_KEYS, here)
        return Uncovered(
            required(double, "train", here, self.train_name),
            optional(double, "double", here, self.pips),
            optional(double, "laid_by", here, self.seat),
        )

    def play(self, raw: Any, place: str) -> Play | Unnamed:
        """Read a tile on a train; of one that nobody names, whether it is a double."""
        play, here = mapping(raw, place), f"{place}."
        only_keys(play, PLAY_KEYS, here)
        is_double = optional(play, "double", here, yes_no)
        train = optional(play, "train", here, self.train_name)
        if play.get("tile") is None and (train is not None or is_double is not None):
            return Unnamed(is_double, train)
        tile = required(play, "tile", here, self.tile)
        if is_double not in (None, tile.is_double):
            raise CaseError(f"{here}double: {tile} is {'a' if tile.is_double else 'no'} double.")
        return Play(tile, required(play, "train", here, self.train_name))

    def boneyard(self, raw: Any, place: str) -> Any:
        """Read a number of tiles, or that there are some."""
        return raw if raw == "some" else self.number(raw, place)

    def seat_or_none(self, raw: Any, place: str) -> str:
        return "none" if raw == "none" else self.seat_here(raw, place)

    def can_play(self, raw: Any, place: str) -> "CanPlay":
        """Read who can play: nobody, somebody, or by seat and perhaps by train."""
        if raw is False or raw == "some":
            return CanPlay(anybody=raw == "some")
        by_seat: dict[str, bool] = {}
        by_train: dict[tuple[str, str], bool] = {}
        for seat, value in by_name(lambda value, _: value, self.seat)(raw, place).items():
            here = f"{place}.{seat[:SHOWN]}"
            if isinstance(value, Mapping):
                trains = by_name(yes_no, self.train_name)(value, here)
                by_train |= {(seat, train): able for train, able in trains.items()}
            else:
                by_seat[seat] = yes_no(value, here)
        return CanPlay(by_seat, by_train)

    def drawn(self, raw: Any, place: str) -> Tile | str:
        """Read the tile drawn this turn: "none", or "some" or "played" where nobody names it."""
        return raw if raw in ("none", "some", "played") else self.tile(raw, place)

    def third_tile(self, raw: Any, place: str) -> bool | str:
        """Read whether there is a third tile; "last" where the doubles are the last tiles."""
        return "last" if raw == "last" else yes_no(raw, place)

    def seat_here(self, raw: Any, place: str) -> str:
        """Read the name of a seat at this table."""
        name = seat_name(raw, place)
        if self.seats is not None and name not in self.seats:
            raise CaseError(
                f"{place}: " + say('"{name}" does not sit at this table.', name=name[:SHOWN])
            )
        return name

    def train_name(self, raw: Any, place: str) -> str:
        return MEXICAN if raw == MEXICAN else self.seat(raw, place)


def totals_of(raw: Any, place: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Read totals, and whose they are where they stand by the names of the seats."""
    if isinstance(raw, Mapping):
        totals = by_name(any_whole)(raw, place)
        return tuple(totals.values()), tuple(totals)
    return list_of(any_whole)(raw, place), ()


def _by_name(
    laid: tuple[Play | Unnamed, ...] | None,
) -> tuple[tuple[Play, ...] | None, tuple[Unnamed, ...]]:
    """Return the plays where all have a name; else None, and all of them as unnamed ones."""
    if laid is None:
        return None, ()
    plays = tuple(play for play in laid if isinstance(play, Play))
    if len(plays) == len(laid):
        return plays, ()
    unnamed = (
        Unnamed(play.tile.is_double, play.train) if isinstance(play, Play) else play
        for play in laid
    )
    return None, tuple(unnamed)


def read_report(raw: Any, place: str) -> ReportFacts:
    """Read what was put down at the end of the round, possible or not."""
    report, here, tiles = mapping(raw, place), f"{place}.", list_of(any_tile)
    only_keys(report, REPORT_KEYS, here)
    return ReportFacts(
        hands=optional(report, "hands", here, by_name(tiles)) or {},
        totals=optional(report, "totals", here, by_name(any_whole)) or {},
        counts=optional(report, "counts", here, by_name(any_whole)) or {},
        out=optional(report, "out", here, seat_name),
        blocked=optional(report, "blocked", here, yes_no),
        time=optional(report, "time", here, yes_no) or False,
        boneyard=optional(report, "boneyard", here, any_whole),
        on_table=optional(report, "on_table", here, tiles) or (),
    )
