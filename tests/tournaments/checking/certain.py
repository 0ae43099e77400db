"""Who must go on whatever is still to come, by hand."""

from fractions import Fraction

from . import onward
from .ranks import ranks_of
from .state import Key, Stage, Told


def forced(stage: Stage, following: Told | None, visitors: bool) -> set[Key]:
    """Who goes on however open tables end; none in an elimination, where it is not counted."""
    plan = stage.plan
    if plan["kind"] != "tables" or not stage.rounds:
        return set()
    free = [k for k in stage.inside if visitors or not stage.field[k]["visitor"]]
    if plan["onward"] == "tables" and plan["rounds"] == 1:
        return _from_tables(stage, free, following, visitors)
    if plan["onward"] == "best" and plan["measure"] == "total":
        return _best(stage, free)
    return set(stage.inside) if plan["onward"] == "all" else set()


def _is_in(stage: Stage, number: int, table: Told) -> bool:
    return any((number, key) in stage.lines for key in table["seats"])


def _best(stage: Stage, free: list[Key]) -> set[Key]:
    """Of a stage of totals: with too few others who can still have as little as they have."""
    least: dict[Key, Fraction] = {}
    done: set[Key] = set()
    for key in free:
        totals = [stage.line(at, key)["total"] for at, _table in stage.seated(key)]
        known = [total for total in totals if total is not None]
        least[key] = Fraction(stage.field[key]["carried"]) + sum(known)
        if len(known) == len(totals) == stage.plan["rounds"]:
            done.add(key)
    found = set()
    for group in stage.groups:
        here = [key for key in stage.of_group(group) if key in least]
        for key in here:
            rivals = [other for other in here if other != key and least[other] <= least[key]]
            if key in done and len(rivals) < stage.plan["count"]:
                found.add(key)
    return found


def _from_tables(stage: Stage, free: list[Key], following: Told | None, visitors: bool) -> set[Key]:
    """The lowest of each table that is in; of the rest, who is safe if all others do well."""
    which, count, ranks = stage.rounds[0], stage.plan["count"], ranks_of(stage)
    found: set[Key] = set()
    for group, due in onward.due(stage, following, visitors).items():
        found |= set(due.table)
        behind: dict[Key, tuple[int, Fraction]] = {}
        places = unnamed = 0
        for table in stage.tables_of(group, which):
            here = [key for key in table["seats"] if key in free]
            if not _is_in(stage, which["number"], table):
                places += min(count, len(here))
                unnamed += max(0, len(here) - count)
                continue
            known = [key for key in here if ranks.ranked(key)]
            above = 0
            levels = [keys for keys, _ in ranks.groups(known, table=which["number"])]
            taken, level, full = onward.cut(stage, levels, count)
            waiting = {key for keys, _ in level for key in keys}
            places += full
            unnamed += len(waiting) - sum(left for _, left in level)
            for keys in levels:
                for key in set(keys) - set(taken) - waiting:
                    value = ranks.value(key)
                    assert value is not None
                    behind[key] = (max(above, count) + 1, ranks.best_first() * value)
                above += len(keys)
        wanted = places
        if stage.plan["fill"] == "to":
            wanted = max(places, stage.plan["fill_to"])
        elif stage.plan["fill"] == "full" and following is not None:
            wanted = -(-places // following["size"]) * following["size"]
        for key, at in behind.items():
            ahead = sum(other <= at for who, other in behind.items() if who != key)
            if ahead + unnamed < wanted - places:
                found.add(key)
    return found
