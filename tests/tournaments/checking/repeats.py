"""How often two sit together in a stage, by hand, and how often they must."""

from collections import Counter
from itertools import combinations

from .seats import greedy, standing
from .state import Key, Stage

MIXING = ("swiss", "random", "planned")
"""The seatings that look after who meets again."""


def counted(stage: Stage) -> tuple[dict[int, int], int, int]:
    """How many pairs met how often (twice and more), all repeats, and how many there must be.

    There must be as many as there are meetings beyond the pairs that were there in one game.
    """
    met = stage.met()
    pairs = Counter(times for times in met.values() if times > 1)
    repeats = sum(times - 1 for times in met.values())
    due = 0
    for group in stage.groups:
        own = set(stage.of_group(group))
        there = [
            {key for table in which["tables"] for key in table["seats"]} & own
            for which in stage.rounds
        ]
        possible = {frozenset(pair) for keys in there for pair in combinations(keys, 2)}
        meetings = sum(times for pair, times in met.items() if pair <= own)
        due += max(0, meetings - len(possible))
    return dict(pairs), repeats, due


def must(sizes: list[int], rounds: int) -> int:
    """How often some two meet at least where the same people sit at such tables in all rounds.

    Their meetings are shared by all pairs; where there are more people than ways to go through some
    of the rounds, two go the same way; and people of a table who are more than the tables of the
    next round cannot all part there, so that each two rounds have pairs in common.
    """
    people = sum(sizes)
    meetings = rounds * sum(size * (size - 1) for size in sizes)
    same = 0
    while same < rounds and len(sizes) ** (same + 1) < people:
        same += 1
    common = 0
    for size in sizes:
        per_table = [size // len(sizes) + (at < size % len(sizes)) for at in range(len(sizes))]
        common += sum(number * (number - 1) // 2 for number in per_table)
    common *= rounds * (rounds - 1) // 2
    # Two who meet m times are in common to m (m - 1) / 2 pairs of rounds.
    most = 1
    while (most - 1) * meetings < 4 * common:
        most += 1
    return max(-(-meetings // (people * (people - 1))), same, most)


def too_often(stage: Stage) -> list[str]:
    """Two who met two times more often than they had to by the newest round."""
    if stage.plan["seating"] not in MIXING or stage.seated_by != stage.plan or stage.by_hand:
        return []
    return [
        fault
        for group in stage.groups
        for check in (_than_must_be, _than_by_the_list, in_every_game)
        for fault in check(stage, group)
    ]


def _than_must_be(stage: Stage, group: str) -> list[str]:
    """At the end of a stage in which everybody of a group has stayed."""
    tables = [[table["seats"] for table in stage.tables_of(group, at)] for at in stage.rounds]
    people = [{key for seats in at for key in seats} for at in tables]
    apart = stage.plan["apart"] and stage.plan["seating"] == "random"
    if len(tables) != stage.plan["rounds"] or any(at != people[0] for at in people) or apart:
        return []
    if not people[0]:
        return []
    due = must([len(seats) for seats in tables[0]], len(tables))
    met = stage.met()
    return [
        f"{sorted(pair)} of {group!r} met {times} times, and need not more than {due}"
        for pair, times in met.items()
        if times > due + 1 and pair <= people[0]
    ]


def _than_by_the_list(stage: Stage, group: str) -> list[str]:
    """The newest round beside one that is filled from the top."""
    tables = [table["seats"] for table in stage.tables_of(group, stage.rounds[-1])]
    if not tables:
        return []
    met = stage.met()
    here = max(_times(met, tables))
    if here < 3:
        return []
    before = Stage(stage.number, stage.plan, list(stage.field.values()), stage.ties)
    before.rounds, before.lines = stage.rounds[:-1], stage.lines
    order = standing(before, [key for seats in tables for key in seats])
    other = greedy(before, order, [len(seats) for seats in tables])
    by_list = 1 + max(_times(before.met(), other))
    if here > by_list + 1:
        return [f"two of {group!r} meet {here} times, {by_list} by going down the list"]
    return []


def in_every_game(stage: Stage, group: str) -> list[str]:
    """Two in all games of a stage, though one exchange in the last would leave no such pair."""
    tables = [table["seats"] for table in stage.tables_of(group, stage.rounds[-1])]
    games = len(stage.rounds)
    apart = stage.plan["apart"] and stage.plan["seating"] == "random"
    if games < max(3, stage.plan["rounds"]) or apart:
        return []
    met = stage.met()
    before = Counter(met)
    before.subtract(frozenset(pair) for seats in tables for pair in combinations(seats, 2))
    always = {pair for pair, times in before.items() if times == games - 1}
    faults = []
    for seats in tables:
        for one, other in combinations(seats, 2):
            if frozenset((one, other)) in always:
                better = [who for who in (one, other) for swap in _swaps(tables, who)
                          if not _has(swap, always)]  # fmt: skip
                if better:
                    faults.append(f"{one} and {other} of {group!r} meet in all {games} games")
    return faults


def _swaps(tables: list[list[Key]], who: Key) -> list[list[list[Key]]]:
    """The tables with somebody and one of another table in each other's place."""
    away = [key for seats in tables if who not in seats for key in seats]
    return [
        [[{who: key, key: who}.get(seat, seat) for seat in seats] for seats in tables]
        for key in away
    ]


def _has(tables: list[list[Key]], pairs: set[frozenset[Key]]) -> bool:
    return any(frozenset(pair) in pairs for seats in tables for pair in combinations(seats, 2))


def _times(met: dict[frozenset[Key], int], tables: list[list[Key]]) -> list[int]:
    pairs = (frozenset(pair) for seats in tables for pair in combinations(seats, 2))
    return [met.get(pair, 0) for pair in pairs]
