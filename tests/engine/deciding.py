"""Cases kept as data beside the tests, read into what `engine.table.reading` takes."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engine.rulings.first_player import with_starter
from engine.rulings.rulings import Ruling, rule
from engine.table.case import read_ask, read_facts
from engine.table.deduction import conclude
from engine.tiles import tile_count

CASES = Path(__file__).parent / "cases"
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
    result: dict[str, Any] = copy.deepcopy(TABLES[name])
    for path, value in changes.items():
        *heads, last = path.split(".")
        place = result
        for head in heads:
            place = place[head]
        if value is None:
            del place[last]
        else:
            place[last] = value
    for seat, hand in result.get("hands", {}).items():
        facts = f"hands.{seat}" in changes or "hands" in changes
        if facts and f"hand_counts.{seat}" not in changes and "hand_counts" in result:
            result["hand_counts"][seat] = len(hand)
    if not any(
        path.split(".")[0] in ("trains", "hand_counts") and value is None
        for path, value in changes.items()
    ):
        _make_whole(result)
    return result


def _make_whole(result: dict[str, Any]) -> None:
    """Give the first train that is started the tiles that are not told of elsewhere."""
    turn, trains = result.get("turn", {}), result.get("trains", {})
    boneyard = result.get("boneyard", 0)
    if boneyard == "some":
        return
    facts = 1 + sum(result.get("hand_counts", {}).values()) + boneyard
    facts += sum(train["tiles"] for train in trains.values())
    plays = [play["tile"] for play in turn.get("laid", ())]
    facts += turn.get("drawn", "none") != "none" and turn["drawn"] not in plays
    started = [
        train for name, train in trains.items() if train.get("started") and train["tiles"] > 1
    ]
    if started and "boneyard" in result and "set" in result:
        started[0]["tiles"] += tile_count(result["set"]) - facts


def decide(case: dict[str, Any]) -> Ruling:
    """The ruling on a case."""
    facts = read_facts(case)
    return rule(with_starter(conclude(facts), facts), read_ask(case))
