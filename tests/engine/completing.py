"""Whole tables, facts taken away from them, and every way to fill those in again.

This is the slow and obvious counterpart of `engine.rulings.case_analysis`: no rule is asked about
anything unknown here, each completion is a case of its own.
"""

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from engine.json_values import CaseError
from engine.rulings.rulings import rule
from engine.table.case import read_ask, read_facts
from engine.table.deduction import conclude
from engine.tiles import MEXICAN

Case = dict[str, Any]


def tiles_of_set(highest: int) -> list[str]:
    return [f"{low}-{high}" for low in range(highest + 1) for high in range(low, highest + 1)]


def ruled(case: Case) -> tuple[str, str | None]:
    """Verdict and value of a case."""
    facts = read_facts(case)
    ruling = rule(conclude(facts), read_ask(case))
    return ruling.verdict, ruling.value


def seen(case: Case) -> set[str]:
    """Tiles whose place is told."""
    result = {tile for hand in case.get("hands", {}).values() for tile in hand}
    result |= set(case.get("on_table") or [])
    turn = case["turn"]
    result |= {play["tile"] for play in turn.get("laid") or []}
    if turn.get("drawn") not in (None, "none"):
        result.add(turn["drawn"])
    result |= {f"{item['double']}-{item['double']}" for item in case.get("uncovered") or []}
    if case.get("starting_double") is not None:
        result.add(f"{case['starting_double']}-{case['starting_double']}")
    return result


def is_whole(case: Case) -> bool:
    """Whether all tiles of the set are there, no more and no fewer, each train as it must be."""
    turn = case["turn"]
    plays = [play["tile"] for play in turn["laid"]]
    count = 1 + sum(case["hand_counts"].values()) + case["boneyard"]
    count += sum(train["tiles"] for train in case["trains"].values())
    count += turn["drawn"] != "none" and turn["drawn"] not in plays
    if count != len(tiles_of_set(case["set"])):
        return False
    if any(len(case["hands"][seat]) != case["hand_counts"][seat] for seat in case["seats"]):
        return False
    if any(case["trains"][item["train"]]["tiles"] < 2 for item in case["uncovered"]):
        return False  # the starting double alone fits the hub
    unseen_on_trains = set(tiles_of_set(case["set"])) - seen(case)
    if len(unseen_on_trains) < case["boneyard"]:
        return False
    own = case["trains"][turn["seat"]]
    played_there = sum(play["train"] == turn["seat"] for play in turn["laid"])
    if turn["kind"] == "first_turn" and own["tiles"] > played_there:
        return False
    try:
        conclude(read_facts(case))
    except CaseError:
        return False
    return True


def drew_although_able(case: Case) -> bool:
    """Whether the seat on turn keeps a drawn tile beside one that it could have played instead."""
    turn = case["turn"]
    if turn["drawn"] in ("none", *(play["tile"] for play in turn["laid"])):
        return False
    asks = [
        {"may": "lay", "tile": tile, "train": train}
        for tile in case["hands"][turn["seat"]]
        for train in case["trains"]
    ]
    return any(ruled({**case, "ask": ask})[0] != "not_allowed" for ask in asks)


def is_double(play: dict[str, str]) -> bool:
    return play["tile"][0] == play["tile"][-1]


def played_under_others(case: Case) -> bool:
    """Whether a double was laid while one of another turn lay uncovered: mostly it cannot be."""
    plays = case["turn"]["laid"]
    others = {item["train"] for item in case["uncovered"]} - {play["train"] for play in plays}
    return bool(others) and any(is_double(play) for play in plays)


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
    for full in _filled(copy.deepcopy(case), order):
        if "uncovered" not in paths or not played_under_others(full):
            yield full


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
    elif name == "laid":
        yield from _turns(case, free)
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


def _turns(case: Case, free: list[str]) -> Iterator[list[dict[str, str]]]:
    """What can have been laid this turn: doubles, then a tile that is none, or a first train.

    The doubles that still lie uncovered are the last in their list, in the order laid. A tile
    that is told as drawn is taken not to be laid.
    """
    turn, trains = case["turn"], [*case["seats"], MEXICAN]
    listed = case["uncovered"]
    doubles = [f"{item['double']}-{item['double']}" for item in listed]
    all_plays = [{"tile": tile, "train": train} for tile in (*free, *doubles) for train in trains]
    for plays in _sequences(all_plays, turn, ()):
        last = {play["train"]: play for play in plays}
        pending = [
            play["train"] for play in plays if is_double(play) and last[play["train"]] is play
        ]
        ours = listed[len(listed) - len(pending) :]
        mine = all(item["laid_by"] in (None, turn["seat"]) for item in ours)
        if mine and [item["train"] for item in ours] == pending:
            yield list(plays)


LONGEST_TURN = 3


def _sequences(
    all_plays: list[dict[str, str]], turn: dict[str, Any], plays: tuple[dict[str, str], ...]
) -> Iterator[tuple[dict[str, str], ...]]:
    """What can be laid one after the other in one turn: its kind tells whether with a double."""
    doubles = any(is_double(play) for play in plays)
    if turn["kind"] == "first_turn" or doubles == (turn["kind"] == "follow_up"):
        yield plays
    chain = turn["kind"] == "first_turn" and all(play["train"] == turn["seat"] for play in plays)
    if len(plays) < LONGEST_TURN and (chain or all(is_double(play) for play in plays)):
        for play in all_plays:
            is_other = all(play["tile"] != item["tile"] for item in plays)
            if is_other and (turn["kind"] != "normal" or not is_double(play)):
                yield from _sequences(all_plays, turn, (*plays, play))
