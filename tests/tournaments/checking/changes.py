"""Seats that are changed by hand: what may be, what must come of it, and what is said of it."""

from itertools import combinations

from .state import Key, Stage, Told


def why_not(stage: Stage, change: Told) -> list[str]:
    """Why a change cannot be; empty where it can."""
    elimination = stage.plan["kind"] != "tables"
    deed, who, other = change["deed"], change["who"], change["other"]
    late = elimination and len(stage.rounds) > 1
    if elimination and deed not in ("replace", "swap"):
        return ["the bracket decides who meets whom"]
    if deed == "replace":
        reasons = _stays(stage, who) + _cannot_come(stage, other, table_of(stage, who))
        if elimination and other in stage.field:
            reasons.append(f"{other} is in the bracket")
        return reasons + ["the bracket is past its first games"] * late
    if deed == "swap":
        return _no_swap(stage, who, other) + ["the bracket is past its first games"] * late
    if deed == "leave_out":
        reasons = _stays(stage, who) + _gone(stage, who)
        table = table_of(stage, who)
        if stage.plan["rounds"] > 1 and len(people(stage, table)) == 1:
            # Whom all others have left at the table gets a bye.
            return reasons
        return reasons + _too_small(stage, table, strictly=True)
    return _cannot_add(stage, who, change["table"], moves=deed == "move")


def table_of(stage: Stage, key: Key) -> Told | None:
    """The table of the newest round at which somebody sits."""
    return next((one for one in stage.rounds[-1]["tables"] if key in one["seats"]), None)


def has_begun(stage: Stage, table: Told) -> bool:
    """Whether something has come in from a table of the newest round."""
    number = stage.rounds[-1]["number"]
    return any((number, key) in stage.lines for key in table["seats"])


def people(stage: Stage, table: Told | None) -> set[Key]:
    """Who plays at a table."""
    seats = table["seats"] if table else []
    return {key for key in seats if key in stage.field and not stage.field[key]["out"]}


def _stays(stage: Stage, who: Key) -> list[str]:
    table = table_of(stage, who)
    if table is None:
        return [f"{who} has no seat"]
    return [f"table {table['number']} has begun"] if has_begun(stage, table) else []


def _gone(stage: Stage, who: Key) -> list[str]:
    out = who in stage.field and stage.field[who]["out"]
    return [f"{who} has withdrawn"] if out else []


def _cannot_come(stage: Stage, who: Key, table: Told | None) -> list[str]:
    reasons = _gone(stage, who)
    if table_of(stage, who) is not None:
        reasons.append(f"{who} has a seat already")
    if table is not None and stage.plan["by_division"] and _group(stage, who) != table["group"]:
        reasons.append(f"{who} is of another division")
    return reasons


def _group(stage: Stage, who: Key) -> str:
    return stage.field[who]["group"] if who in stage.field else stage.groups_of_all.get(who, "")


def _no_swap(stage: Stage, who: Key, other: Key) -> list[str]:
    reasons = [reason for key in (who, other) for reason in _stays(stage, key) + _gone(stage, key)]
    first, second = table_of(stage, who), table_of(stage, other)
    if first is not None and second is not None:
        if first is second:
            reasons.append("they sit at one table")
        if stage.plan["by_division"] and first["group"] != second["group"]:
            reasons.append("they are of different divisions")
    return reasons


def _cannot_add(stage: Stage, who: Key, number: int, *, moves: bool) -> list[str]:
    tables = stage.rounds[-1]["tables"]
    table = next((one for one in tables if one["number"] == number), None)
    if table is None:
        return [f"there is no table {number}"]
    reasons = []
    if has_begun(stage, table):
        reasons.append(f"table {number} has begun")
    if not 0 < len(people(stage, table)) < stage.plan["most"]:
        reasons.append(f"table {number} is full, or nobody is left there")
    if not moves:
        return reasons + _cannot_come(stage, who, table)
    old = table_of(stage, who)
    reasons += _stays(stage, who) + _gone(stage, who) + _too_small(stage, old, strictly=False)
    if old is table:
        reasons.append(f"{who} sits there already")
    elif old is not None and stage.plan["by_division"] and old["group"] != table["group"]:
        reasons.append(f"{who} is of another division")
    return reasons


def _too_small(stage: Stage, table: Told | None, *, strictly: bool) -> list[str]:
    """Whether a table cannot spare one; not `strictly`: who withdrawals left there may all go."""
    least, there = max(2, stage.plan["least"]), len(people(stage, table))
    small = there <= least if strictly else there == least
    return [f"the table has {there}, and {least} at least"] if small else []


def faults(stage: Stage, change: Told, answer: Told, away: set[Key]) -> list[str]:
    """What is wrong with the round and the field after a change; `away` have withdrawn anywhere."""
    before = {one["number"]: one for one in stage.rounds[-1]["tables"]}
    after = {one["number"]: one for one in answer["round"]["tables"]}
    field = {one["key"]: one for one in answer["field"]}
    found = []
    seated = [key for one in after.values() for key in one["seats"]]
    found += [f"{key} has two seats" for key in set(seated) if seated.count(key) > 1]
    found += [f"{key} has a seat and is not in the stage" for key in set(seated) - set(field)]
    for number, table in before.items():
        now = after.get(number, {"seats": [], "group": table["group"]})
        if has_begun(stage, table) and now != table:
            found.append(f"table {number} has begun and is another")
        new = set(now["seats"]) - set(table["seats"])
        found += [f"{key} has withdrawn and gets a seat" for key in new & away]
        found += _size_faults(stage, table, [k for k in now["seats"] if k not in away])
        if now["group"] != table["group"]:
            found.append(f"table {number} is of another division")
    if set(after) - set(before):
        found.append("there are more tables than before")
    due = _due(stage, change)
    for number in before:
        now = {key for key in after.get(number, {"seats": []})["seats"] if key not in away}
        if now != due[number]:
            found.append(f"at table {number} sit {sorted(now)}, due {sorted(due[number])}")
    byes = _byes_due(stage, change, seated)
    if set(answer["round"]["byes"]) != byes:
        found.append(f"{answer['round']['byes']} have byes, due {sorted(byes)}")
    return found + _field_faults(stage, change, field)


def _size_faults(stage: Stage, table: Told, now: list[Key]) -> list[str]:
    was, least = len(people(stage, table)), max(2, stage.plan["least"])
    number = table["number"]
    if len(now) > max(was, stage.plan["most"]):
        return [f"table {number} has {len(now)} people, {stage.plan['most']} at most"]
    if len(now) < least <= was:
        return [f"table {number} has {len(now)} people, {least} at least"]
    return []


def _due(stage: Stage, change: Told) -> dict[int, set[Key]]:
    """Who plays at each table after a change."""
    due = {one["number"]: people(stage, one) for one in stage.rounds[-1]["tables"]}
    who, other, deed = change["who"], change["other"], change["deed"]
    for number, there in due.items():
        at_home = (table_of(stage, who) or {"number": 0})["number"] == number
        if deed == "swap":
            exchange = {who: other, other: who}
            due[number] = {exchange.get(key, key) for key in there}
        if deed in ("replace", "leave_out", "move") and at_home:
            due[number] = there - {who} | ({other} if deed == "replace" else set())
        if deed in ("add", "move") and number == change["table"]:
            due[number] = there | {who}
    return due


def _byes_due(stage: Stage, change: Told, seated: list[Key]) -> set[Key]:
    """Who has a bye after a change: nobody with a seat, and who gave it up for one or is alone."""
    before = set(stage.rounds[-1]["byes"])
    who, deed = change["who"], change["deed"]
    plays = who in stage.field and not stage.field[who]["out"]
    alone = deed == "leave_out" and people(stage, table_of(stage, who)) == {who}
    if plays and (alone or (deed == "replace" and change["other"] in before)):
        before.add(who)
    return before - set(seated)


def _keeps_place(stage: Stage, who: Key) -> bool:
    """Whether somebody who left keeps the place of one who got into this stage."""
    member = stage.field[who]
    return bool(stage.plan["kind"] == "tables" and member["out"] and member["keeps"])


def _field_faults(stage: Stage, change: Told, field: dict[Key, Told]) -> list[str]:
    """Whether just those have come and gone, with the right seeds."""
    due = {key: one["seed"] for key, one in stage.field.items()}
    who, other, deed = change["who"], change["other"], change["deed"]
    comes = {"replace": other, "add": who}.get(deed)
    if comes is not None and comes not in due:
        first = deed == "replace" and len(stage.rounds) == 1 and not _keeps_place(stage, who)
        due[comes] = due.pop(who) if first else max(due.values()) + 1
    if deed == "swap" and stage.plan["kind"] != "tables":
        due[who], due[other] = due[other], due[who]
    found = []
    if {key: one["seed"] for key, one in field.items()} != due:
        found.append("the people of the stage and their seeds are not as due")
    others = [
        f"{key} is another one"
        for key in set(field) & set(stage.field)
        if {**field[key], "seed": 0} != {**stage.field[key], "seed": 0}
    ]
    return found + others


def said(stage: Stage, earlier: list[Stage], answer: Told) -> Told:
    """What must be said of a change before it is done."""
    field = {one["key"]: one for one in answer["field"]}
    before = {one["number"]: people(stage, one) for one in stage.rounds[-1]["tables"]}
    now: dict[int, frozenset[Key]] = dict.fromkeys(before, frozenset())
    for one in answer["round"]["tables"]:
        there = (key for key in one["seats"] if not field[key]["out"])
        now[one["number"]] = frozenset(there)
    played = [which for one in earlier for which in one.rounds] + stage.rounds[:-1]
    met = {
        frozenset(pair)
        for which in played
        for table in which["tables"]
        for pair in combinations(table["seats"], 2)
    }
    new = [
        frozenset(pair)
        for number, there in now.items()
        for pair in combinations(there, 2)
        if not set(pair) <= before[number]
    ]
    club = {key: one["club"] for key, one in field.items()}
    mates = [pair for pair in new if len({club[k] for k in pair}) == 1 and club[min(pair)]]
    had = set().union(*before.values())
    lost = had - set().union(*now.values())
    still_in = [key for key in lost if key in field and not field[key]["out"]]
    return {
        "sizes": sorted([n, len(now[n])] for n in before if len(now[n]) != len(before[n])),
        "again": sorted(sorted(pair) for pair in new if pair in met),
        "mates": sorted(sorted(pair) for pair in mates) if stage.plan["apart"] else [],
        "unseated": sorted(key for key in still_in if key not in answer["round"]["byes"]),
        "freed": sorted(key for key in still_in if key in answer["round"]["byes"]),
    }


def renamed(lines: list, change: Told) -> list:
    """The lines of a bracket after two have changed places, or one took another's."""
    names = {change["who"]: change["other"]}
    if change["deed"] == "swap":
        names[change["other"]] = change["who"]
    return [
        frozenset(names.get(key, key) for key in line)
        if isinstance(line, frozenset)
        else names.get(line, line)
        for line in lines
    ]
