"""Whole tables, facts taken away from them, and every way to fill those in again.

This is the slow and obvious counterpart of `engine.settling`: no rule is asked about anything
unknown here, each completion is a case of its own.
"""

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from engine.concluding import conclude
from engine.position import MEXICAN
from engine.reading import read_ask, read_told
from engine.rulings import rule
from engine.wire import CaseError

Case = dict[str, Any]


def tiles_of_set(highest: int) -> list[str]:
    return [f"{low}-{high}" for low in range(highest + 1) for high in range(low, highest + 1)]


def ruled(case: Case) -> tuple[str, str | None]:
    """Verdict and value of a case."""
    told = read_told(case)
    ruling = rule(conclude(told), read_ask(case))
    return ruling.verdict, ruling.value


def seen(case: Case) -> set[str]:
    """Tiles whose place is told."""
    found = {tile for hand in case.get("hands", {}).values() for tile in hand}
    found |= set(case.get("on_table") or [])
    turn = case["turn"]
    found |= {lay["tile"] for lay in turn.get("laid") or []}
    if turn.get("drawn") not in (None, "none"):
        found.add(turn["drawn"])
    found |= {f"{each['double']}-{each['double']}" for each in case.get("uncovered") or []}
    if case.get("starting_double") is not None:
        found.add(f"{case['starting_double']}-{case['starting_double']}")
    return found


def is_whole(case: Case) -> bool:
    """Whether all tiles of the set are there, no more and no fewer, each train as it must be."""
    turn = case["turn"]
    laid = [lay["tile"] for lay in turn["laid"]]
    count = 1 + sum(case["hand_counts"].values()) + case["boneyard"]
    count += sum(train["tiles"] for train in case["trains"].values())
    count += turn["drawn"] != "none" and turn["drawn"] not in laid
    if count != len(tiles_of_set(case["set"])):
        return False
    if any(len(case["hands"][seat]) != case["hand_counts"][seat] for seat in case["seats"]):
        return False
    if any(case["trains"][each["train"]]["tiles"] < 2 for each in case["uncovered"]):
        return False  # the starting double alone fits the hub
    unseen_on_trains = set(tiles_of_set(case["set"])) - seen(case)
    if len(unseen_on_trains) < case["boneyard"]:
        return False
    pending = {lay["train"] for lay in turn["laid"]}
    if any(lay["tile"][0] == lay["tile"][-1] for lay in turn["laid"]) and not pending >= {
        each["train"] for each in case["uncovered"]
    }:
        return False  # under an uncovered double of another turn no double can be laid
    own = case["trains"][turn["seat"]]
    laid_there = sum(lay["train"] == turn["seat"] for lay in turn["laid"])
    if turn["kind"] == "first_turn" and own["tiles"] > laid_there:
        return False
    try:
        conclude(read_told(case))
    except CaseError:
        return False
    return True


def without(case: Case, paths: tuple[str, ...]) -> Case:
    """The case with these facts taken away."""
    poorer = copy.deepcopy(case)
    for path in paths:
        *heads, last = path.split(".")
        place = poorer
        for head in heads:
            place = place[head]
        place.pop(last, None)
    return poorer


def completions(case: Case, paths: tuple[str, ...]) -> Iterator[Case]:
    """Every whole case that tells what this one tells; `paths` are the facts it leaves out."""
    order = sorted(paths, key=_rank)
    yield from _filled(copy.deepcopy(case), order)


RANKS = ("turn.seat", "starting_double", "trains", "uncovered", "turn.kind", "turn.laid")


def _rank(path: str) -> int:
    for number, start in enumerate(RANKS):
        if path.startswith(start):
            return number
    return {"turn.drawn": 7, "boneyard": 8}.get(path, 9 if path.startswith("hand_counts") else 10)


def _filled(case: Case, paths: list[str]) -> Iterator[Case]:
    if not paths:
        if is_whole(case):
            yield copy.deepcopy(case)
        return
    path, later = paths[0], paths[1:]
    *heads, last = path.split(".")
    place = case
    for head in heads:
        place = place[head]
    for value in _values(case, path):
        place[last] = value
        yield from _filled(case, later)
    place.pop(last, None)


def _values(case: Case, path: str) -> Iterator[Any]:
    highest = case["set"]
    name = path.rsplit(".", maxsplit=1)[-1]
    free = sorted(set(tiles_of_set(highest)) - seen(case))
    if name in ("marked", "started"):
        yield from (True, False)
    elif name in ("tail", "starting_double"):
        yield from range(highest + 1)
    elif name in ("tiles", "boneyard") or path.startswith("hand_counts"):
        yield from range(len(tiles_of_set(highest)))
    elif name == "seat":
        yield from case["seats"]
    elif name == "kind":
        yield from ("normal", "first_turn", "follow_up")
    elif name == "drawn":
        yield "none"
        yield from free
    elif path.startswith("hands"):
        count = case["hand_counts"][name]
        yield from (list(hand) for hand in itertools.combinations(free, count))
    elif name == "uncovered":
        yield from _lists(case)
    else:
        raise AssertionError(path)


def _lists(case: Case) -> Iterator[list[dict[str, Any]]]:
    trains = [*case["seats"], MEXICAN]
    for number in range(len(trains) + 1):
        for those in itertools.permutations(trains, number):
            yield [
                {"train": train, "double": case["trains"][train].get("tail"), "laid_by": None}
                for train in those
                if case["trains"][train].get("tail") is not None
            ]
