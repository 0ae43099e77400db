"""Ties at tables that decide nothing: all of them go on, whoever is first."""

from fractions import Fraction

from . import uneven
from .behind_ties import Spots, Tie
from .ranks import ranks_of
from .state import Key, Stage


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
    stage: Stage,
    ties: list[Tie],
    behind: dict[Key, int],
    calm: Spots,
    places: int,
    unnamed: int,
) -> list[Tie]:
    """Those of these ties whose losers go on with the rest, however this one and others end.

    `behind` is the place at the own table of all who are not among its first, and `calm` are the
    places of those among them who do not wait. So many `unnamed` may be before them. Who has the
    same value counts as before: a tie-break may say so.
    """
    values = {key: value(stage, key) for key in behind}
    others = [at for _keys, at in calm.least]

    def is_idle(tie: Tie) -> bool:
        keys, left = tie
        losing = len(keys) - left
        # The last of those who lose comes after the others of them, at so many places later.
        last = max((behind[key] + losing - 1, values[key]) for key in keys)
        before = unnamed + losing - 1 + sum(other <= last for other in others)
        # All of another tie may go on by the director's word, and leave less room.
        before += sum(len(those) - free for those, free in ties if (those, free) != tie)
        return before < places

    return [tie for tie in ties if is_idle(tie)]


def value(stage: Stage, key: Key) -> Fraction:
    """What somebody has beside those of other tables, the lower the better."""
    if stage.plan["measure"] == "total":
        number = uneven.counted(stage, stage.rounds[0]["number"], key)
        return Fraction(stage.field[key]["carried"]) + number
    ranks = ranks_of(stage)
    points = ranks.value(key)
    assert points is not None
    return ranks.best_first() * points
