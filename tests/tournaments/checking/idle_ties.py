"""Ties at tables that decide nothing: all of them go on, whoever is first. By trying all ways."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

from . import uneven
from .ranks import ranks_of
from .state import Key, Stage

Tie = tuple[frozenset[Key], int]
"""People who are level at a table, and for how many places."""


def open_tables(stage: Stage, group: str, playing: list[Key]) -> list[tuple[int, int]]:
    """Of each table without a result, how many will go on by it, and how many will not."""
    which = stage.rounds[0]
    count = stage.plan["count"]
    numbers = [
        len([key for key in table["seats"] if key in playing])
        for table in stage.tables_of(group, which)
        if not any((which["number"], key) in stage.lines for key in table["seats"])
    ]
    return [(min(count, number), max(0, number - count)) for number in numbers]


def idle(
    stage: Stage, ties: list[Tie], behind: dict[Key, int], places: int, unnamed: int
) -> list[Tie]:
    """Those of these ties whose losers go on with the rest, however this one and others end.

    `behind` is the place at the own table of all who are not among its first. So many `unnamed` may
    be before them. Who has the same value counts as before: a tie-break may say so.
    """
    spans = {key: _span(stage, key) for key in behind}
    tied = {key for keys, _left in ties for key in keys}
    calm = [(behind[key], spans[key][0]) for key in behind if key not in tied]

    def is_idle(tie: Tie) -> bool:
        for losers in _ways(stage, *tie):
            for key, shift in losers.items():
                at = (behind[key] + shift, spans[key][1])
                before = unnamed + sum(other <= at for other in calm)
                before += sum((behind[k] + s, spans[k][0]) <= at for k, s in losers.items()) - 1
                # All of another tie may go on by the director's word, and leave less room.
                before += sum(len(keys) - left for keys, left in ties if (keys, left) != tie)
                if before >= places:
                    return False
        return True

    return [tie for tie in ties if is_idle(tie)]


def _ways(stage: Stage, keys: frozenset[Key], left: int) -> Iterator[dict[Key, int]]:
    """Who may lose a tie, each with by how many places a play-off sets them back."""
    losing = len(keys) - left
    if "play_off" in stage.ties:
        for order in permutations(sorted(keys), losing):
            yield {key: shift for shift, key in enumerate(order)}
    else:
        for losers in combinations(sorted(keys), losing):
            yield dict.fromkeys(losers, 0)


def _span(stage: Stage, key: Key) -> tuple[Fraction, Fraction]:
    """The least and the most that somebody's value comes to, the lower the better."""
    if stage.plan["measure"] == "total":
        low, high = uneven.bounds(stage, stage.rounds[0]["number"], key)
        carried = Fraction(stage.field[key]["carried"])
        return carried + low, carried + high
    ranks = ranks_of(stage)
    value = ranks.value(key)
    assert value is not None
    return ranks.best_first() * value, ranks.best_first() * value
