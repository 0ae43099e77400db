"""Who must go on whatever is still to come, by hand."""

from dataclasses import dataclass, field
from fractions import Fraction

from . import idle_ties, level_for_good, onward, uneven
from .behind_ties import At, Spots, by_lots
from .ranks import ranks_of
from .state import Key, Stage, Told


@dataclass
class Sure:
    """Who goes on, and who cannot, whatever is still to come; never more than is so.

    Of those who go on, `idle` are level at their table, and nobody has to say who is first.
    """

    going: set[Key] = field(default_factory=set)
    staying: set[Key] = field(default_factory=set)
    idle: set[Key] = field(default_factory=set)


def forced(stage: Stage, following: Told | None, visitors: bool) -> Sure:
    """What follows however open tables end; nothing in an elimination, where it is not counted.

    Open tables may also say how many rounds count, of everybody alike.
    """
    found = [_forced_so(way, following, visitors) for way in uneven.ways(stage)]
    if not found:
        return Sure()
    each = [(sure.going, sure.staying, sure.idle) for sure in found]
    return Sure(*(set.intersection(*sets) for sets in zip(*each, strict=True)))


def _forced_so(stage: Stage, following: Told | None, visitors: bool) -> Sure:
    """What follows where as many rounds count as is supposed."""
    plan = stage.plan
    if plan["kind"] != "tables" or not stage.rounds or following is None:
        return Sure()
    free = [k for k in stage.inside if visitors or not stage.field[k]["visitor"]]
    if plan["onward"] == "all":
        return Sure(set(stage.inside))
    sure = Sure()
    if plan["onward"] == "tables" and plan["rounds"] == 1:
        sure = _from_tables(stage, free, following, visitors)
    if plan["onward"] == "best" and plan["measure"] == "total":
        sure = _best(stage, free)
    sure.staying |= stage.field.keys() - set(free)
    return sure


def lowest(stage: Stage, following: Told | None, visitors: bool) -> set[Key]:
    """Return who goes on from the tables that are in, as the lowest of these."""
    plan = stage.plan
    if plan["kind"] != "tables" or plan["onward"] != "tables" or plan["rounds"] != 1:
        return set()
    if following is None or not stage.rounds:
        return set()
    return {key for due in onward.due(stage, following, visitors).values() for key in due.table}


def level_at_tables(stage: Stage, visitors: bool) -> list[set[Key]]:
    """Return who is level for the last place of a table that is in; each such group."""
    plan = stage.plan
    if plan["kind"] != "tables" or plan["onward"] != "tables" or not stage.rounds:
        return []
    return [
        set(keys)
        for levels in _levels_at_tables(stage, visitors)
        for keys, _ in onward.cut(stage, levels, plan["count"])[1]
    ]


def next_at_tables(stage: Stage, visitors: bool) -> set[Key]:
    """Who comes right behind those whom a table sends on, at tables that are in and sure of it."""
    count = stage.plan["count"]
    return {
        levels[count][0]
        for levels in _levels_at_tables(stage, visitors)
        if len(levels) > count and all(len(keys) == 1 for keys in levels)
    }


def _levels_at_tables(stage: Stage, visitors: bool) -> list[list[list[Key]]]:
    """Return of each table that is in the people who may go on, best first, as groups of equals."""
    which, ranks = stage.rounds[0], ranks_of(stage)
    levels_of: list[list[list[Key]]] = []
    for table in which["tables"]:
        if _is_in(stage, which["number"], table):
            free = [key for key in table["seats"] if key in stage.inside]
            free = [key for key in free if visitors or not stage.field[key]["visitor"]]
            known = [key for key in free if ranks.ranked(key)]
            levels_of.append([keys for keys, _ in ranks.groups(known, table=which["number"])])
    return levels_of


def is_over(stage: Stage) -> bool:
    """Whether each table of each game of a stage is in."""
    return len(stage.rounds) == stage.plan["rounds"] and all(
        _is_in(stage, which["number"], table) for which in stage.rounds for table in which["tables"]
    )


def late_comes_behind(stage: Stage) -> bool:
    """Whether who comes to the game that is on has missed one, and so comes after others."""
    plan = stage.plan
    return plan["kind"] == "tables" and plan["measure"] == "total" and len(stage.rounds) > 1


def with_total(stage: Stage) -> list[Key]:
    """Who is in the stage and has a total there."""
    known = {key for (_round, key), line in stage.lines.items() if line["total"] is not None}
    return [key for key in stage.inside if key in known]


def finished(stage: Stage) -> list[Key]:
    """Who is in the stage and has a total of each of its games."""
    return [
        key
        for key in stage.inside
        if len(at := stage.seated(key)) == stage.plan["rounds"]
        and all(stage.line(number, key)["total"] is not None for number, _table in at)
    ]


def all_have_totals(stage: Stage, waits: list[int]) -> bool:
    """Whether a stage of totals is over, each one has one of each game, and nobody left."""
    plan = stage.plan
    if waits or plan["kind"] != "tables" or not is_over(stage) or uneven.waits_for_rule(stage):
        return False
    return not any(member["out"] for member in stage.field.values()) and all(
        len(stage.seated(key)) == plan["rounds"]
        and all(stage.line(at, key)["total"] is not None for at, _table in stage.seated(key))
        for key in stage.field
    )


def has_finished(stages: list[Stage], last: Stage, among: list[Key]) -> bool:
    """Whether nothing that is still to come can move these people in the last stage.

    Not where somebody has left, where totals wait for other tables' rounds, or where two have the
    same value, which a tie-break or a play-off may part.
    """
    plan = last.plan
    if plan["kind"] != "tables" or plan["measure"] != "total" or plan["uneven"] != "stands":
        return False
    if uneven.waits_for_rule(last):
        return False
    if any(stage.field[k]["out"] for stage in stages for k in stage.field if k in among):
        return False
    values = []
    for key in set(among) & last.field.keys():
        at = [number for number, _table in last.seated(key)]
        totals = [last.line(number, key)["total"] for number in at]
        if len(at) != plan["rounds"] or None in totals:
            return False
        values.append(Fraction(last.field[key]["carried"]) + sum(totals))
    return bool(values) and len(set(values)) == len(values)


def _is_in(stage: Stage, number: int, table: Told) -> bool:
    return any((number, key) in stage.lines for key in table["seats"])


def _best(stage: Stage, free: list[Key]) -> Sure:
    """Of a stage of totals: with too few others who can still have as little as they have.

    And who has so many others before that there is no place left. Who has the same is parted where
    nobody who is not done can change that.
    """
    has: dict[Key, Fraction] = {}
    done: set[Key] = set()
    for key in free:
        at = [at for at, _table in stage.seated(key)]
        known = [number for number in at if stage.line(number, key)["total"] is not None]
        counts = [uneven.counted(stage, number, key) for number in known]
        has[key] = Fraction(stage.field[key]["carried"]) + sum(counts)
        if len(known) == len(at) == stage.plan["rounds"]:
            done.add(key)
    sure = Sure()
    for group in stage.groups:
        here = [key for key in stage.of_group(group) if key in has]
        places = onward.best_of(stage, len(stage.of_group(group)))
        parted = _parted(stage, {key: has[key] for key in here}, done)
        for key in here:
            ahead, behind = parted.get(key, (0, 0))
            if stage.plan["cut"] == "points":
                if key in done and onward.enough(stage, has[key]):
                    sure.going.add(key)
                continue
            rivals = [other for other in here if other != key and has[other] <= has[key]]
            if key in done and len(rivals) - behind < places:
                sure.going.add(key)
            before = [other for other in here if other in done and has[other] < has[key]]
            if len(before) + ahead >= places:
                sure.staying.add(key)
    return sure


def _parted(stage: Stage, has: dict[Key, Fraction], done: set[Key]) -> dict[Key, tuple[int, int]]:
    """How many with the same are before each who is done for good, and how many behind."""
    found: dict[Key, tuple[int, int]] = {}
    others = has.keys() - done
    for value in {has[key] for key in has.keys() & done}:
        level = [key for key in has if key in done and has[key] == value]
        joined = any(has[key] <= value for key in others)
        joining = set(others) if joined else set[Key]()
        found |= level_for_good.ahead_and_behind(stage, level, joining)
    return found


def _from_tables(stage: Stage, free: list[Key], following: Told | None, visitors: bool) -> Sure:
    """The lowest of each table that is in; of the rest, who is safe if all others do well.

    Who is behind enough of the rest stays, unless a tie waits that may change how many go on.
    """
    which, plan, ranks = stage.rounds[0], stage.plan, ranks_of(stage)
    count = plan["count"]
    sure = Sure()
    for group, due in onward.due(stage, following, visitors).items():
        sure.going |= {*due.table, *due.either}
        sure.idle |= set(due.either)
        spots = Spots()
        joining: set[Key] = set()
        places = unnamed = besides = 0
        for table in stage.tables_of(group, which):
            here = [key for key in table["seats"] if key in free]
            if not _is_in(stage, which["number"], table):
                places += min(count, len(here))
                unnamed += max(0, len(here) - count)
                joining |= set(here)
                continue
            known = [key for key in here if ranks.ranked(key)]
            above = 0
            levels = [keys for keys, _ in ranks.groups(known, table=which["number"])]
            taken, level, full = onward.cut(stage, levels, count)
            waiting = {key for keys, _ in level for key in keys}
            joining |= waiting
            places += full
            besides += max(full - count, 0)
            unnamed += len(waiting) - sum(left for _, left in level)
            for keys in (those for at_once in levels for those in by_lots(stage, at_once)):
                if left := [key for key in keys if key not in taken and key not in waiting]:
                    values = {key: idle_ties.value(stage, key) for key in left}
                    spots.add(left, max(above, count) + 1, values)
                above += len(keys)
        room = onward.filled(stage, following, places, besides) - places
        parted = _parted_behind(stage, spots, joining)
        for owners in dict.fromkeys(those for those, _at in spots.least):
            ahead, behind = parted.get(owners, (0, 0))
            if spots.safe(owners, room - unnamed + behind) == len(owners):
                sure.going |= owners
            filled = plan["fill"] == "none" or not due.open_fill
            if spots.out(owners, room - ahead) and filled and not owners & due.word:
                sure.staying |= owners
        worst = spots.people
        if all(_is_in(stage, which["number"], t) for t in stage.tables_of(group, which)):
            _decided(due, worst, sure)
    return sure


def _parted_behind(
    stage: Stage, spots: Spots, joining: set[Key]
) -> dict[frozenset[Key], tuple[int, int]]:
    """Of who is alone in a place how many of the same place and value are before, and behind.

    Who is level at a table may come to them as well as who still plays.
    """
    joining = joining.union(*spots.ties())
    alone: dict[At, list[Key]] = {}
    for owners, at in spots.least:
        if len(owners) == 1:
            alone.setdefault(at, []).extend(owners)
    found: dict[frozenset[Key], tuple[int, int]] = {}
    for keys in alone.values():
        parted = level_for_good.ahead_and_behind(stage, keys, joining)
        found |= {frozenset({key}): both for key, both in parted.items()}
    return found


def _decided(due: onward.Due, rest: set[Key], sure: Sure) -> None:
    """Add what is certain of the rest once nothing is to come but what parts who is level."""
    if not due.open_fill:
        sure.going |= set(due.rest)
        sure.staying |= rest - sure.going - {key for keys, _left in due.level for key in keys}
