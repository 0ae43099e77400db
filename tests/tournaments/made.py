"""A tournament at random before anybody plays: settings, entrants, stages, and how it will go."""

import random
from datetime import date, timedelta
from typing import Any

Told = dict[str, Any]

TIES = ["outs", "fewest", "lowest_round", "head_to_head", "play_off"]
EVENT = date(2025, 6, 14)

DISQUALIFIED = "disqualified"
LEAVING = ["withdrew", "injured", "no_show", DISQUALIFIED]
KEEPS = {"withdrew": 0.7, "injured": 0.7, "no_show": 0.3, DISQUALIFIED: 0.3}
"""How often a director lets those keep the place who leave in such a way."""


def size_of(rng: random.Random) -> int:
    """How many enter: mostly a club's number, sometimes one alone or three hundred."""
    low, high = rng.choices([(1, 8), (9, 40), (41, 120), (121, 300)], [20, 52, 21, 7])[0]
    return rng.randint(low, high)


def settings(rng: random.Random) -> Told:
    """The rules of a tournament."""
    width = rng.choice([0, 5, 5, 10])
    last = {0: 90, 5: rng.choice([70, 90, 100]), 10: rng.choice([70, 80])}[width]
    return {
        "age_on": rng.choice(["year_end", "event"]),
        "event": EVENT.isoformat(),
        "first": 50,
        "last": last,
        "width": width,
        "by_gender": rng.random() < 0.3,
        "ties": rng.sample(TIES, rng.randint(0, len(TIES))),
        "medals": rng.random() < 0.85,
        "ribbons": rng.choice([0, 0, 5, 8]),
        "qualifiers": rng.choice([0, 1, 3, 4]),
        "visitors_go_on": rng.random() < 0.4,
        "visitors_win": rng.random() < 0.6,
    }


def entrants(rng: random.Random, number: int) -> list[Told]:
    """So many people: ages from 40 up, clubs of unequal sizes, some who do not come."""
    clubs = [f"club {at}" for at in range(rng.choice([1, 2, 5, 12]))] + [""]
    few_visitors, absent = rng.choice([0, 0.1, 0.4]), rng.choice([0, 0.05, 0.3])
    unknown, unranked = rng.choice([0, 0.1]), rng.choice([0, 0.3, 1])
    spread = rng.choice([5, 1000])
    found = []
    for key in rng.sample(range(1, 3 * number + 1), number):
        birth = born(rng)
        found.append(
            {
                "key": key,
                "born": None if rng.random() < unknown else birth.isoformat(),
                "gender": "" if rng.random() < unknown else rng.choice(["woman", "man"]),
                "club": rng.choice([clubs[0], rng.choice(clubs)]),
                "visitor": rng.random() < few_visitors,
                "came": rng.random() >= absent,
                "rank": None if rng.random() < unranked else rng.randint(1, spread),
            }
        )
    return found


def born(rng: random.Random) -> date:
    """A date of birth, sometimes about a birthday on the day."""
    day = EVENT - timedelta(days=rng.randint(int(48 * 365.25), int(97 * 365.25)))
    return date(day.year, 6, rng.choice([13, 14, 15])) if rng.random() < 0.1 else day


def merges(rng: random.Random, divisions: list[str]) -> list[list[str]]:
    """Divisions combined: none, neighbors, or any."""
    left = list(divisions)
    found = []
    for _ in range(rng.choice([0, 0, 1, 2])):
        if len(left) < 2:
            break
        at = rng.randrange(len(left) - 1)
        those = left[at : at + rng.choice([2, 2, 3])]
        found.append(those)
        left = [division for division in left if division not in those]
    return found


def sizes(rng: random.Random) -> Told:
    """Table sizes: mostly such as seat anybody, sometimes one size and no other."""
    size, least, most = rng.choices(
        [(4, 3, 5), (4, 4, 4), (4, 2, 5), (2, 2, 3), (8, 6, 8), (3, 3, 3), (0, 0, 0)],
        [40, 5, 15, 5, 5, 3, 27],
    )[0]
    if not size:
        size = rng.randint(2, 8)
        least, most = rng.randint(2, size), rng.randint(size, min(12, size + 3))
    return {"size": size, "least": least, "most": most}


def plans(rng: random.Random, entered: int) -> list[Told]:
    """One to five stages that can follow each other."""
    number = rng.choices([1, 2, 3, 4, 5], [20, 35, 25, 12, 8])[0]
    found: list[Told] = []
    field = entered
    for at in range(number):
        before = found[-1] if found else None
        found.append(_plan(rng, field, before, last=at == number - 1))
        one = found[-1]
        if one["onward"] == "best":
            field = min(field, one["count"])
        elif one["onward"] == "tables":
            field = max(1, field * one["count"] // one["size"])
    return found


def _plan(rng: random.Random, field: int, before: Told | None, *, last: bool) -> Told:
    kind = rng.choices(["tables", "single", "double"], [88, 7, 5])[0]
    measure = rng.choice(["total", "total", "places"])
    if before is not None and before["carried"]:
        measure, kind = before["measure"], "tables"
    seating = rng.choice(["random", "snake", "swiss", "planned", "lowest"])
    if seating == "planned" and field > 40:
        seating = rng.choice(["random", "swiss"])
    onward = "nobody" if last else rng.choice(["tables", "tables", "best", "all"])
    if kind != "tables" and onward == "tables":
        onward = "best"
    rounds = rng.choice([1, 1, 2, 3, 5])
    if onward == "tables" and rng.random() < 0.97:
        rounds = 1
    plan = sizes(rng) if kind == "tables" else {"size": 2, "least": 2, "most": 2}
    fill = rng.choice(["none", "full", "to"]) if onward == "tables" else "none"
    return plan | {
        "kind": kind,
        "seating": seating,
        "rounds": rounds if kind == "tables" else 1,
        "apart": rng.random() < 0.3,
        "by_division": rng.random() < 0.12,
        "measure": measure,
        "place_points": _points(rng, plan["size"]) if measure == "places" else [],
        "uneven": "stands",
        "game_rounds": 4,
        "movers": rng.choice([1, 1, 2, 3]),
        "moves_by": "places",
        "moves": [],
        "top_moves": [],
        "cut": "number",
        "onward": onward,
        "count": rng.choice([1, 1, 2, 3]) if onward == "tables" else rng.randint(1, field // 2 + 1),
        "fill": fill,
        "fill_to": rng.randint(1, max(1, field)) if fill == "to" else 0,
        "carried": onward == "all" and kind == "tables" and rng.random() < 0.6,
    }


def with_rules_of_its_own(rng: random.Random, plans: list[Told]) -> None:
    """Let stages move people by a rule of their own, and cut by percent or by points."""
    for plan in plans:
        if plan["kind"] == "tables" and rng.random() < 0.7:
            steps = [rng.choice([0, 0, 1, 1, -1, 2]) for _ in range(rng.randint(1, plan["size"]))]
            padded = steps + [0] * rng.randint(0, plan["most"] - len(steps))
            plan["seating"] = "moves"
            plan["moves_by"] = rng.choice(["places", "seats"])
            plan["moves"] = steps
            plan["top_moves"] = rng.sample(padded, len(padded)) if rng.random() < 0.5 else []
        if plan["onward"] == "best" and rng.random() < 0.7:
            plan["cut"] = (
                "percent" if plan["kind"] != "tables" else rng.choice(["percent", "points"])
            )
            plan["count"] = rng.choice([1, 20, 25, 50, 75, 100])
            if plan["cut"] == "points":
                high = 3 * plan["rounds"] if plan["measure"] == "places" else 150 * plan["rounds"]
                plan["count"] = rng.randint(1, high)


def at_exact_tables(rng: random.Random, plans: list[Told]) -> None:
    """Let stages have several games at tables of one size and no other, mostly of two."""
    for plan in plans:
        if plan["kind"] == "tables" and rng.random() < 0.8:
            size = rng.choice([2, 2, 2, 3, 4])
            plan.update(size=size, least=size, most=size, movers=1)
            if plan["onward"] == "tables":
                plan.update(onward="best", fill="none", count=rng.randint(2, 8))
            plan["rounds"] = rng.randint(2, 6)
            plan["place_points"] = plan["place_points"] and [1]
            plan["moves"], plan["top_moves"] = plan["moves"][:size], []


def _points(rng: random.Random, size: int) -> list[int]:
    """Points for places from the first down: one less for each, or steeper, or short."""
    even = list(range(size - 1, -1, -1))
    return rng.choice([even, [10, 6, 3, 1][:size], [1], [3, 3, 1]])


def unevenly(rng: random.Random, plans: list[Told]) -> None:
    """Let stages count in some way what tables played that stopped early; alike if carried on."""
    for at, plan in enumerate(plans):
        plan["uneven"] = rng.choice(["stands", "average", "common"])
        if at and plans[at - 1]["carried"]:
            plan["uneven"] = plans[at - 1]["uneven"]


def mood(rng: random.Random) -> Told:
    """How the day will go: how close the totals are, who goes home, who tells what."""
    return {
        "totals": rng.choice([(0, 0), (0, 1), (0, 5), (0, 5), (0, 40), (0, 300)]),
        "outs": rng.choice([0, 1, 4]),
        "untold": rng.choice([0, 0, 0.02, 1]),
        "leaves": rng.choice([0, 0, 0.02, 0.1]),
        "table_leaves": rng.choice([0, 0, 0.05]),
        "no_total": rng.choice([0, 0, 0.02]),
        "corrects": rng.random() < 0.4,
        "remerges": rng.random() < 0.2,
        "decides": rng.choice([["lots"], ["all_on"], ["play_off", "lots", "all_on"]]),
    }
