"""Who must go on whatever is still to come, by hand."""

from fractions import Fraction

from . import onward, uneven
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
    most: dict[Key, Fraction] = {}
    done: set[Key] = set()
    for key in free:
        at = [at for at, _table in stage.seated(key)]
        known = [number for number in at if stage.line(number, key)["total"] is not None]
        spans = [uneven.bounds(stage, number, key) for number in known]
        carried = Fraction(stage.field[key]["carried"])
        least[key] = carried + sum(low for low, _high in spans)
        most[key] = carried + sum(high for _low, high in spans)
        if len(known) == len(at) == stage.plan["rounds"]:
            done.add(key)
    found = set()
    for group in stage.groups:
        here = [key for key in stage.of_group(group) if key in least]
        places = onward.best_of(stage, len(stage.of_group(group)))
        for key in here:
            if stage.plan["cut"] == "points":
                found |= {key} if key in done and onward.enough(stage, most[key]) else set()
                continue
            rivals = [other for other in here if other != key and least[other] <= most[key]]
            if key in done and len(rivals) < places:
                found.add(key)
    return found


def _from_tables(stage: Stage, free: list[Key], following: Told | None, visitors: bool) -> set[Key]:
    """The lowest of each table that is in; of the rest, who is safe if all others do well."""
    which, plan, ranks = stage.rounds[0], stage.plan, ranks_of(stage)
    count = plan["count"]
    found: set[Key] = set()
    for group, due in onward.due(stage, following, visitors).items():
        found |= set(due.table)
        behind: dict[Key, tuple[int, Fraction]] = {}
        worst: dict[Key, tuple[int, Fraction]] = {}
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
                    tier = max(above, count) + 1
                    behind[key] = worst[key] = (tier, ranks.best_first() * value)
                    if plan["measure"] == "total":
                        low, high = uneven.bounds(stage, which["number"], key)
                        carried = Fraction(stage.field[key]["carried"])
                        behind[key], worst[key] = (tier, carried + low), (tier, carried + high)
                above += len(keys)
        wanted = places
        if plan["fill"] == "to":
            wanted = max(places, plan["fill_to"])
        elif plan["fill"] == "full" and following is not None:
            wanted = -(-places // following["size"]) * following["size"]
        for key, at in worst.items():
            ahead = sum(other <= at for who, other in behind.items() if who != key)
            if ahead + unnamed < wanted - places:
                found.add(key)
    return found
