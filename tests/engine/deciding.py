"""Cases kept as data beside the tests, read into what `engine.reading` takes."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engine.concluding import conclude
from engine.reading import read_ask, read_told
from engine.rulings import Ruling, rule
from engine.tiles import tile_count

CASES = Path(__file__).parent / "rulings"
TABLES = json.loads((CASES / "tables.json").read_text())
KEPT_TABLES = tuple(name for name in TABLES if name not in ("source", "small"))


class Kept(NamedTuple):
    """One case, and what it expects: a verdict, perhaps a value, a clause, perhaps a need."""

    name: str
    case: dict[str, Any]
    verdict: str
    value: str | None
    clause: str
    need: str | None


def kept_cases() -> Iterator[Kept]:
    """Every case of the files, once for each rule set that it says something of."""
    for path in sorted(CASES.glob("*.json")):
        if path.name not in ("tables.json", "sample.json"):
            for row in json.loads(path.read_text())["cases"]:
                yield from _of(path.stem, row)


def _of(topic: str, row: dict[str, Any]) -> Iterator[Kept]:
    for base, expected in row["expect"].items():
        case = table(row["table"], row.get("with", {}))
        case["rules"] = {"base": base, **row["house"]} if "house" in row else base
        case["ask"] = row["ask"]
        verdict, clause, *need = expected.split()
        verdict, _, value = verdict.partition("=")
        name = f"{topic}: {base}: {row['note']}"
        yield Kept(name, case, verdict, value or None, clause, need[0] if need else None)


def table(name: str, changes: dict[str, Any]) -> dict[str, Any]:
    """A table with changes; null takes a fact away, and the numbers of tiles follow."""
    found: dict[str, Any] = copy.deepcopy(TABLES[name])
    for path, value in changes.items():
        *heads, last = path.split(".")
        place = found
        for head in heads:
            place = place[head]
        if value is None:
            del place[last]
        else:
            place[last] = value
    for seat, hand in found.get("hands", {}).items():
        told = f"hands.{seat}" in changes or "hands" in changes
        if told and f"hand_counts.{seat}" not in changes and "hand_counts" in found:
            found["hand_counts"][seat] = len(hand)
    if not any(
        path.split(".")[0] in ("trains", "hand_counts") and value is None
        for path, value in changes.items()
    ):
        _make_whole(found)
    return found


def _make_whole(found: dict[str, Any]) -> None:
    """Give the first train that is started the tiles that are not told of elsewhere."""
    turn, trains = found.get("turn", {}), found.get("trains", {})
    told = 1 + sum(found.get("hand_counts", {}).values()) + found.get("boneyard", 0)
    told += sum(train["tiles"] for train in trains.values())
    laid = [lay["tile"] for lay in turn.get("laid", ())]
    told += turn.get("drawn", "none") != "none" and turn["drawn"] not in laid
    started = [
        train for name, train in trains.items() if train.get("started") and train["tiles"] > 1
    ]
    if started and "boneyard" in found and "set" in found:
        started[0]["tiles"] += tile_count(found["set"]) - told


def decide(case: dict[str, Any]) -> Ruling:
    """The ruling on a case."""
    told = read_told(case)
    return rule(conclude(told), read_ask(case))
