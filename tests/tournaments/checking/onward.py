"""Who goes on, by hand."""

from dataclasses import dataclass, field
from fractions import Fraction

from . import idle_ties, knockout, leaving, uneven
from .behind_ties import Spots, by_lots
from .ranks import Ranks, numbered, ranks_of
from .seats import most_of_size
from .state import Key, Stage, Told


@dataclass
class Due:
    """Who should go on: `tables` and `fill` or `best`, each in an order of groups of equals.

    `either` are level at a table, and go on whoever of them is first there.
    """

    table: dict[Key, int] = field(default_factory=dict)
    either: dict[Key, int] = field(default_factory=dict)
    rest: list[Key] = field(default_factory=list)
    # Who goes on though level behind others of the table, because the director lets all do so.
    word: set[Key] = field(default_factory=set)
    level: list[tuple[frozenset[Key], int]] = field(default_factory=list)
    full: int = 0
    # While a table is undecided, who fills up is not known yet.
    open_fill: bool = False


def cut(
    stage: Stage, groups: list[list[Key]], count: int
) -> tuple[list[Key], list[tuple[frozenset[Key], int]], int]:
    """The first `count` of groups best first: who is in, who is level for how many places, and
    how many go in all."""
    taken: list[Key] = []
    level: list[tuple[frozenset[Key], int]] = []
    for keys in groups:
        left = count - len(taken)
        if left <= 0:
            break
        if len(keys) <= left or frozenset(keys) in stage.all_on:
            taken += keys
        elif lots := [drawn for drawn in stage.drawn if set(keys) <= set(drawn)]:
            taken += sorted(keys, key=lots[-1].__getitem__)[:left]
        else:
            level.append((frozenset(keys), left))
            return taken, level, count
    return taken, level, len(taken)


def due(stage: Stage, following: Told | None, visitors: bool) -> dict[str, Due]:
    """For each group of the stage (one where all play together), who should go on."""
    ranks = ranks_of(stage)
    found = {}
    for group in stage.groups:
        keys = stage.of_group(group)
        free = [
            key
            for key in keys
            if ranked(stage, ranks, key) and (visitors or not stage.field[key]["visitor"])
        ]
        onward = stage.plan["onward"]
        if onward == "nobody":
            found[group] = Due()
        elif onward == "all":
            staying = [key for key in keys if not stage.field[key]["out"]]
            found[group] = Due(rest=staying, full=len(staying))
        elif onward == "best":
            if stage.plan["cut"] == "points":
                order = [key for level in _order(stage, ranks, free) for key in level]
                taken = [key for key in order if enough(stage, ranks.value(key))]
                found[group] = Due(rest=taken, full=len(taken))
                continue
            number = best_of(stage, len(keys))
            taken, level, full = cut(stage, _order(stage, ranks, free), number)
            found[group] = Due(rest=taken, level=level, full=full)
        else:
            playing = [
                key
                for key in keys
                if not stage.field[key]["out"] and (visitors or not stage.field[key]["visitor"])
            ]
            found[group] = _from_tables(stage, ranks, group, free, following, playing)
    return found


def best_of(stage: Stage, people: int) -> int:
    """How many of so many people go on as the best, where points do not say it."""
    count: int = stage.plan["count"]
    if stage.plan["cut"] != "percent":
        return count
    return next(number for number in range(people + 1) if 100 * number >= count * people)


def enough(stage: Stage, value: Fraction | None) -> bool:
    """Whether somebody's points are enough to go on."""
    if value is None:
        return False
    count: int = stage.plan["count"]
    return value >= count if stage.plan["measure"] == "places" else value <= count


def _order(stage: Stage, ranks: Ranks, keys: list[Key]) -> list[list[Key]]:
    """Best first, in groups of who is level after all tie-breaks among these alone."""
    if stage.plan["kind"] == "tables":
        return [level for level, _ in ranks.groups(keys)]
    return [level for level, _ in knockout.groups_of(stage, keys)]


def ranked(stage: Stage, ranks: Ranks, key: Key) -> bool:
    """Whether somebody has a place in the stage."""
    if stage.plan["kind"] == "tables":
        return ranks.ranked(key)
    return not stage.field[key]["out"] and knows(stage, key)


def _from_tables(
    stage: Stage,
    ranks: Ranks,
    group: str,
    free: list[Key],
    following: Told | None,
    playing: list[Key],
) -> Due:
    answer = Due()
    which = stage.rounds[0]
    held = 0
    # More than the table has places for, since the director lets all who are level go on.
    besides = 0
    undecided: set[Key] = set()
    # The place at the own table of those who are not among its lowest, and who of them are level.
    behind: dict[Key, int] = {}
    levels: list[tuple[list[Key], int]] = []
    for table in stage.tables_of(group, which):
        here = [key for key in table["seats"] if key in free]
        groups = [level for level, _ in ranks.groups(here, table=which["number"])]
        taken, level, full = cut(stage, groups, stage.plan["count"])
        number: int = table["number"]
        answer.table.update(dict.fromkeys(taken, number))
        answer.level += level
        held += full
        besides += max(full - stage.plan["count"], 0)
        waiting = {key for keys, _ in level for key in keys}
        undecided |= waiting
        above = 0
        for keys in (those for level_here in groups for those in by_lots(stage, level_here)):
            place = max(above, stage.plan["count"]) + 1
            above += len(keys)
            if others := [key for key in keys if key not in taken]:
                behind.update(dict.fromkeys(others, place))
                if waiting.isdisjoint(others):
                    levels.append((others, place))
    wanted = filled(stage, following, held, besides)
    yet = idle_ties.open_tables(stage, group, playing)
    sure = held + sum(won for won, _lost in yet)
    room = filled(stage, following, sure, besides) - sure
    unnamed = sum(lost for _won, lost in yet)
    # However many rounds may come to count.
    in_each = [
        idle_ties.idle(way, answer.level, behind, _spots(way, levels), room, unnamed)
        for way in uneven.ways(stage)
    ]
    idle = [tie for tie in in_each[0] if all(tie in ties for ties in in_each)]
    spots = _spots(stage, levels)
    for tied, left in idle:
        answer.level.remove((tied, left))
        undecided -= tied
        tables = {k: t["number"] for t in stage.tables_of(group, which) for k in t["seats"]}
        answer.either.update((key, tables[key]) for key in tied)
    losing = sum(len(tied) - left for tied, left in idle)
    spare = len(free) - held
    if undecided:
        answer.open_fill = True
        answer.full = held + min(wanted - held, spare)
        return answer
    spots, room, word = spots.let_on(stage, wanted - held - losing)
    answer.word = set(word)
    if waits := spots.waiting(room):
        answer.level += waits
        answer.open_fill = True
        answer.full = held + len(word) + min(room + losing, spare - len(word))
        return answer
    placed = spots.placed()
    fill_order: list[list[Key]] = []
    for at in sorted(set(placed.values())):
        fill_order += _order(stage, ranks, [key for key in free if placed.get(key) == at])
    taken, level, full = cut(stage, fill_order, room)
    answer.rest, answer.full = [*taken, *word], held + losing + full + len(word)
    answer.level += level
    return answer


def _spots(stage: Stage, levels: list[tuple[list[Key], int]]) -> Spots:
    """The places behind the lowest of each table, with the values that these people have."""
    spots = Spots()
    for keys, place in levels:
        spots.add(keys, place, {key: idle_ties.value(stage, key) for key in keys})
    return spots


def filled(stage: Stage, following: Told | None, held: int, besides: int) -> int:
    """How many go on in all where so many go on by their tables, if there are enough.

    Who is let on `besides` takes free seats of the last table first, and then makes tables larger
    if these can be so large; only else more tables are filled.
    """
    if stage.plan["fill"] == "to":
        return max(held, stage.plan["fill_to"])
    if stage.plan["fill"] == "full" and following is not None:
        size: int = following["size"]
        seats = 0
        while seats < held - besides:
            seats += size
        number = max(seats, held)
        if following["kind"] == "tables" and most_of_size(number, following) is not None:
            return number
        return -(-held // size) * size
    return held


def places_of(
    stage: Stage, among: list[Key] | None = None, *, all_behind: bool = False
) -> list[Told]:
    """The stage's places among these (or all), ties parted among them alone; None comes last.

    `all_behind`: who has no total of some game comes behind the others, like who left early.
    """
    ranks = ranks_of(stage)
    keys = [key for key in stage.field if among is None or key in among]
    there = [key for key in keys if ranked(stage, ranks, key)]
    gone = leaving.kept(stage, keys)
    if stage.plan["kind"] == "tables":
        there += [key for key in gone if leaving.finished(stage, key)]
        gone = [*gone, *(leaving.without_a_total(stage, keys) if all_behind else [])]
        found = numbered([*ranks.groups(there), *leaving.behind(stage, gone)])
        for one in found:
            key = one["key"]
            value = ranks.value(key) if key in there else leaving.value_so_far(stage, key)
            one["value"] = str(value)
    else:
        lost = {key: leaving.in_bracket(stage, key) for key in gone}
        drawn = {key: at for key, at in lost.items() if at is not None}
        found = numbered(knockout.groups_of(stage, there, drawn))
    placed = {one["key"] for one in found}
    without = [key for key in keys if key not in placed]
    return found + [{"key": key, "place": None, "shared": False, "why": []} for key in without]


def knows(stage: Stage, key: Key) -> bool:
    """Whether somebody of an elimination was seated or had a bye."""
    return bool(stage.seated(key)) or any(key in which["byes"] for which in stage.rounds)


def overall(stages: list[Stage], among: list[Key] | None = None) -> list[Told]:
    """The tournament's places among these: who came further goes before."""
    barred = {
        key
        for stage in stages
        for key, member in stage.field.items()
        if member["out"] and not member["keeps"]
    }
    last: dict[Key, Stage] = {}
    for stage in sorted(stages, key=lambda one: one.number):
        for key in stage.field:
            if among is None or key in among:
                last[key] = stage
    found: list[Told] = []
    without: list[Told] = []
    for stage in sorted(stages, key=lambda one: one.number, reverse=True):
        ended = [key for key, where in last.items() if where is stage]
        before = len(found)
        waiting, home = [], []
        kept = [*leaving.kept(stage, ended), *leaving.without_a_total(stage, ended)]
        there = [key for key in ended if key not in barred]
        for one in places_of(stage, there, all_behind=True):
            one["stage"] = stage.number
            if one["place"] is not None:
                one["place"] += before
                found.append(one)
            elif one["key"] in kept:
                home.append(one)
            elif _only_waits(stages, stage, one["key"]):
                waiting.append(one)
            else:
                without.append(one)
        place, shared = len(found) + 1, len(waiting) > 1
        found += [{**one, "place": place, "shared": shared, "why": []} for one in waiting]
        earned = _earned_before(stages, stage, [one["key"] for one in home])
        first = len(found)
        found += [{**one, "place": one["place"] + first, "stage": stage.number} for one in earned]
        nothing = [one for one in home if all(one["key"] != other["key"] for other in earned)]
        place, shared = len(found) + 1, len(nothing) > 1
        if any(one.number < stage.number for one in stages):
            found += [{**one, "place": place, "shared": shared, "why": []} for one in nothing]
        else:
            without += nothing
        without += [
            {"key": key, "place": None, "shared": False, "why": [], "stage": stage.number}
            for key in ended
            if key in barred
        ]
    return found + without


def _earned_before(stages: list[Stage], stage: Stage, keys: list[Key]) -> list[Told]:
    """The places, from 1, of people who left without a result here, by the stage before."""
    earlier = [one for one in stages if one.number < stage.number]
    if not earlier or not keys:
        return []
    before = max(earlier, key=lambda one: one.number)
    there = [key for key in keys if key in before.field]
    listed = places_of(before, there, all_behind=True)
    placed = [one for one in listed if one["place"] is not None]
    return [{name: one[name] for name in one if name != "value"} for one in placed]


def _only_waits(stages: list[Stage], stage: Stage, key: Key) -> bool:
    """Whether somebody came to a later stage and has no game there, but has not gone home."""
    if any(key in one.field and one.field[key]["out"] for one in stages):
        return False
    earlier = [one for one in stages if one.number < stage.number and key in one.field]
    in_games = any(
        stage.line(number, other)["total"] is not None
        for number, table in stage.seated(key)
        for other in table["seats"]
    )
    return not in_games and any(one.seated(key) for one in earlier)
