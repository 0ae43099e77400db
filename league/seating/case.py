"""A day to be planned, as a case describes it; reading it from JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes

MOST_PLAYERS: Final = 400
MOST_ROUNDS: Final = 100
MOST_SEATINGS: Final = 16_000
"""People times rounds; with more, not even the shares are computed in the time given."""
MOST_SECONDS: Final = 600
MOST_SEED: Final = 2**63
DEFAULT_SECONDS: Final = 3.0

KEYS: Final = {
    "players": "names, or how many",
    "tables": 'sizes, or {"size": 4, "least": 3, "most": 5, "tables": 6}',
    "rounds": "a number",
    "seconds": "a number",
    "seed": "a whole number",
    "fixed": "a table number for each name",
    "apart": "lists of names",
    "together": "lists of names",
    "met": "lists of names",
    "played": "rounds, each a list of tables",
    "planned": "rounds, each a list of tables",
    "absent": "a list of round numbers for each name",
    "locked": "a list of locks, each with round, table and people",
}
LOCK_KEYS: Final = frozenset({"round", "table", "people", "closed"})
PASSED_OVER: Final = frozenset({"id", "name", "note", "comment"})

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WishedSizes:
    """Sizes of tables that the planner chooses: as many of `size` as can be.

    There are no more than `tables` of them; None says that there are enough.
    """

    size: int
    least: int
    most: int
    tables: int | None = None

    def for_people(self, people: int, taken: int = 0) -> list[int]:
        """Return the sizes, the largest first, where some of the tables are taken already.

        Raises `CaseError` where no such tables seat all.
        """
        left = None if self.tables is None else max(1, self.tables - taken)
        return table_sizes(people, self.size, self.least, self.most, left)


@dataclass(frozen=True, slots=True)
class Lock:
    """People who keep their table in a round still to come, whatever the wishes are.

    Nobody else joins a table that is `closed`: it has these people and no more.
    """

    round: int
    table: int
    people: Names
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A day to be planned. Tables and rounds are numbered from 1.

    `rounds` counts all rounds of the day, those in `played` too. `fixed` gives people their table
    for all rounds still to come. Nobody of one list in `apart` sits with another of it; all of a
    list in `together` sit at one table. Each list in `met` is a table of an earlier day: each pair
    of it has met once more. `absent` names the rounds in which somebody is not there; the tables
    of a round are then fitted to who is. `planned` are the
    rounds still to come as an earlier plan had them, from which the search begins as well; who is
    not there any more, or not in it yet, may be anywhere in it. `locked` says who keeps which table
    in which round; a lock is stronger than a wish. No two are to meet more often than `most` times,
    which counts before all other meetings; 0 is no limit.
    """

    players: Names
    tables: tuple[int, ...] | WishedSizes
    rounds: int
    seconds: float = DEFAULT_SECONDS
    seed: int = 0
    fixed: Mapping[str, int] = field(default_factory=dict)
    apart: tuple[Names, ...] = ()
    together: tuple[Names, ...] = ()
    met: tuple[Names, ...] = ()
    played: tuple[tuple[Names, ...], ...] = ()
    planned: tuple[tuple[Names, ...], ...] = ()
    absent: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    locked: tuple[Lock, ...] = ()
    most: int = 0


def read_case(value: object) -> Case:
    """The case that a JSON value tells. Raises `CaseError` where it tells none."""
    if not isinstance(value, dict):
        raise CaseError("A case is an object with players, tables and rounds.")
    for key in value:
        if key not in KEYS and key not in PASSED_OVER:
            raise CaseError(
                "{key} is not known here. A case may hold: {known}.",
                key=_short(key),
                known=", ".join(KEYS),
            )
    for key in ("players", "tables", "rounds"):
        if value.get(key) is None:
            raise CaseError("{key} is missing: {what}.", key=key, what=KEYS[key])
    given = {key: item for key, item in value.items() if item is not None}
    players = _players(given["players"])
    return Case(
        players=players,
        tables=_tables(given["tables"]),
        rounds=_whole(given["rounds"], "rounds", 0, MOST_ROUNDS),
        seconds=_seconds(given.get("seconds", DEFAULT_SECONDS)),
        seed=_whole(given.get("seed", 0), "seed", -MOST_SEED, MOST_SEED),
        fixed={
            name: _whole(table, f"fixed: the table of {name}", 1, MOST_PLAYERS)
            for name, table in _object(given.get("fixed", {}), "fixed").items()
        },
        apart=_groups(given.get("apart", []), "apart"),
        together=_groups(given.get("together", []), "together"),
        met=_groups(given.get("met", []), "met"),
        played=_rounds(given.get("played", []), "played"),
        planned=_rounds(given.get("planned", []), "planned"),
        absent={
            name: tuple(
                _whole(number, f"absent: a round of {name}", 1, MOST_ROUNDS)
                for number in _list(numbers, f"absent: {name}")
            )
            for name, numbers in _object(given.get("absent", {}), "absent").items()
        },
        locked=tuple(_lock(lock) for lock in _list(given.get("locked", []), "locked")),
    )


def _lock(value: object) -> Lock:
    given = _object(value, "locked")
    for key in given:
        if key not in LOCK_KEYS:
            raise CaseError(
                "locked: {key} is not known; round, table, people and closed are.", key=_short(key)
            )
    closed = given.get("closed", False)
    if not isinstance(closed, bool):
        raise CaseError("locked: closed: {what} is not true or false.", what=_short(closed))
    return Lock(
        _whole(given.get("round"), "locked: the round", 1, MOST_ROUNDS),
        _whole(given.get("table"), "locked: the table", 1, MOST_PLAYERS),
        _names(given.get("people", []), "locked"),
        closed,
    )


def _players(value: object) -> Names:
    if isinstance(value, list):
        if len(value) > MOST_PLAYERS:
            raise _too_many(len(value))
        return _names(value, "players")
    if isinstance(value, int) and not isinstance(value, bool) and value > MOST_PLAYERS:
        raise _too_many(value)
    return tuple(f"p{i}" for i in range(_whole(value, "players", 0, MOST_PLAYERS)))


def _too_many(people: int) -> CaseError:
    return CaseError(
        "players: {people} are more than can be planned at once; {most} can.",
        people=_short(people),
        most=MOST_PLAYERS,
    )


def _tables(value: object) -> tuple[int, ...] | WishedSizes:
    if isinstance(value, dict):
        for key in value:
            if key not in ("size", "least", "most", "tables"):
                raise CaseError(
                    "tables: {key} is not known; size, least, most and tables are.", key=_short(key)
                )
        if "size" not in value:
            raise CaseError("tables: size is missing, the preferred number of seats.")
        size = _whole(value["size"], "tables: size", 1, MOST_PLAYERS)
        return WishedSizes(
            size,
            _whole(value.get("least", size), "tables: least", 1, MOST_PLAYERS),
            _whole(value.get("most", size), "tables: most", 1, MOST_PLAYERS),
            _whole(value["tables"], "tables: tables", 1, MOST_PLAYERS)
            if value.get("tables") is not None
            else None,
        )
    if not isinstance(value, list):
        raise CaseError("tables: {what} is not a list of sizes.", what=_short(value))
    sizes = tuple(_whole(size, "tables: a size", 0, MOST_PLAYERS) for size in value[:MOST_PLAYERS])
    if len(value) > MOST_PLAYERS:
        raise CaseError("tables: {number} are more than can be laid.", number=len(value))
    return sizes


def _seconds(value: object) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value <= MOST_SECONDS
    ):
        raise CaseError(
            "seconds: {what} is not a number from 0 to {most}.",
            what=_short(value),
            most=MOST_SECONDS,
        )
    return float(value)


def _whole(value: object, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise CaseError(
            "{what}: {value} is not a whole number from {low} to {high}.",
            what=_short(what, quoted=False),
            value=_short(value),
            low=low,
            high=high,
        )
    return value


def _rounds(value: object, what: str) -> tuple[tuple[Names, ...], ...]:
    return tuple(
        tuple(_names(table, what) for table in _list(tables, f"{what}: a round"))
        for tables in _list(value, what)
    )


def _groups(value: object, what: str) -> tuple[Names, ...]:
    groups = []
    for group in _list(value, what):
        names = _names(group, what)
        if len(names) < 2:
            raise CaseError("{what}: a list needs two names or more.", what=what)
        groups.append(names)
    return tuple(groups)


def _names(value: object, what: str) -> Names:
    names = _list(value, what)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise CaseError(
                "{what}: {name} is not a name; a name is a text.", what=what, name=_short(name)
            )
    return tuple(names)


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise CaseError(
            "{what}: {value} is not a list.", what=_short(what, quoted=False), value=_short(value)
        )
    return value


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CaseError(
            "{what}: {value} is not an object with names as keys.", what=what, value=_short(value)
        )
    return value


def _short(value: object, *, quoted: bool = True) -> str:
    """A value as a sentence shows it, never long."""
    if isinstance(value, str):
        text = f'"{value}"' if quoted and value else value or '""'
    elif value is None:
        text = "null"
    elif isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, int) and abs(value) > 10**30:
        text = "so large a number"
    elif isinstance(value, int | float):
        text = str(value)
    else:
        text = "an object" if isinstance(value, Mapping) else "a list"
    return text if len(text) <= 60 else text[:57] + "..."


def pairs(groups: Iterable[Names]) -> Iterable[tuple[str, str]]:
    """Each two of each group."""
    for group in groups:
        for at, first in enumerate(group):
            for second in group[at + 1 :]:
                yield first, second
