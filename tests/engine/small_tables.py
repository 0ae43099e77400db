"""Tables of small sets, whole and at random, and questions about them."""

import random
from typing import Any

from engine.rules.rule_set import PRESETS as PUBLISHED
from engine.tiles import MEXICAN
from tests.engine.completing import Case, is_whole, played_under_others, tiles_of_set

PRESETS = tuple(PUBLISHED)

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"fill": "defaults"},
    {"closing_order": "newest"},
    {"closing_order": "any"},
    {"draw_count": "until_playable"},
    {"out_on_double": False},
    {"double_player_bound_later": False},
    {"own_train_first": True},
    {"follow_up_targets": "double_only"},
    {"first_turn_mode": "chain_max", "fill": "defaults"},
)


def whole_table(chance: random.Random) -> Case:
    """A whole table under some rules. A double that none can cover goes on binding.

    That it lets go as soon as facts prove it is a rule about what is known, not about what is.
    """
    while True:
        case = _dealt(chance)
        rules = {"base": chance.choice(PRESETS), "impossible_double_releases": False}
        case["rules"] = rules | chance.choice(HOUSE)
        if is_whole(case) and not played_under_others(case):
            return case


def question(chance: random.Random, case: Case) -> dict[str, Any]:
    """Something to ask about this table."""
    trains = [*case["seats"], MEXICAN]
    hand = case["hands"][case["turn"]["seat"]]
    play = {"may": "lay", "tile": chance.choice(hand), "train": chance.choice(trains)}
    plain = {
        "may": ("draw", "stop", "mark"),
        "must": ("cover", "act", "mark", "unmark", "announce"),
        "who": ("next",),
        "is": ("over",),
    }
    others: list[dict[str, Any]] = [{kind: what} for kind, item in plain.items() for what in item]
    public = {"is": "public", "train": chance.choice(trains)}
    return chance.choice([*others, public, play, play, play])


def _dealt(chance: random.Random) -> Case:
    highest = chance.choice([2, 2, 3])
    seats = list("ABC")[: chance.choice([2, 2, 3]) if highest == 3 else 2]
    start = chance.randrange(highest + 1)
    free = [tile for tile in tiles_of_set(highest) if tile != f"{start}-{start}"]
    chance.shuffle(free)
    hands = {seat: [free.pop() for _ in range(chance.choice([1, 1, 2]))] for seat in seats}
    seat = chance.choice(seats)
    trains: dict[str, dict[str, Any]] = {
        name: {"started": False, "tail": start, "tiles": 0} for name in (*seats, MEXICAN)
    }
    for name in seats:
        trains[name]["marked"] = chance.random() < 0.4
    drawn = free.pop() if free and chance.random() < 0.3 else "none"
    last = _filled_trains(chance, trains, free)
    plays = _played(chance, last)
    uncovered = [
        {"train": name, "double": int(tile[0]), "laid_by": chance.choice(seats)}
        for name, tile in last.items()
        if tile[0] == tile[-1]
        and not any(play["train"] == name for play in plays)
        and chance.random() < 0.8
    ]
    chance.shuffle(uncovered)
    doubles = [play for play in plays if play["tile"][0] == play["tile"][-1]]
    uncovered += [
        {"train": play["train"], "double": int(play["tile"][0]), "laid_by": seat}
        for play in doubles
    ]
    if plays and drawn != "none" and chance.random() < 0.5:
        free.append(drawn)
        drawn = plays[-1]["tile"]
    kind = "follow_up" if doubles else "normal"
    if free and chance.random() < 0.4 and last:
        trains[chance.choice(sorted(last))]["tiles"] += len(free)
        free = []
    return {
        "set": highest,
        "seats": seats,
        "starting_double": start,
        "trains": trains,
        "uncovered": uncovered,
        "hands": hands,
        "hand_counts": {name: len(hand) for name, hand in hands.items()},
        "boneyard": len(free),
        "turn": {
            "seat": seat,
            "kind": "first_turn" if chance.random() < 0.25 else kind,
            "drawn": drawn,
            "laid": plays,
            "passes": chance.choice([0, 1]),
        },
    }


def _filled_trains(
    chance: random.Random, trains: dict[str, dict[str, Any]], free: list[str]
) -> dict[str, str]:
    """Put tiles on some of the trains; the last one on each."""
    last = {}
    for name, train in trains.items():
        number = min(len(free), chance.choice([0, 1, 1, 2]))
        for _ in range(number):
            last[name] = free.pop()
            train["started"] = True
            train["tiles"] += 1
            train["tail"] = int(chance.choice(last[name].split("-")))
    return last


def _played(chance: random.Random, last: dict[str, str]) -> list[dict[str, str]]:
    """What was played this turn: nothing, a tile, a double, or two of them."""
    mode = chance.choice(["nothing", "nothing", "plain", "double", "two"])
    result = [
        {"tile": tile, "train": name}
        for name, tile in last.items()
        if (tile[0] == tile[-1]) is (mode in ("double", "two"))
    ]
    return result[: {"nothing": 0, "plain": 1, "double": 1, "two": 2}[mode]]
