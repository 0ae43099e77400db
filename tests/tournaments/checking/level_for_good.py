"""Tie-breaks that part people of equal value for good, whoever may still join their tie."""

from itertools import takewhile

from .behind_ties import by_lots
from .ranks import ranks_of
from .state import Key, Stage


def order(stage: Stage, keys: list[Key], joining: set[Key]) -> list[list[Key]]:
    """Finished people of one value, best first, in groups who are still level.

    Where others may join them, a play-off, lots and who met whom can come out otherwise, and
    so can rounds won and the lowest round if somebody's sheet may not tell them.
    """
    ties = list(stage.ties)
    if joining:
        sure = {"fewest", "outs", "lowest_round"} if _told(stage, joining) else {"fewest"}
        ties = list(takewhile(sure.__contains__, ties))
    elif "play_off" in ties[:-1]:
        ties.append("play_off")
    groups = [level for level, _ in ranks_of(stage).split(sorted(keys), ties)]
    return groups if joining else [own for level in groups for own in by_lots(stage, level)]


def ahead_and_behind(
    stage: Stage, keys: list[Key], joining: set[Key]
) -> dict[Key, tuple[int, int]]:
    """How many of these are before each for good, and how many behind."""
    groups = order(stage, keys, joining)
    return {
        key: (sum(map(len, groups[:at])), sum(map(len, groups[at + 1 :])))
        for at, group in enumerate(groups)
        for key in group
    }


def _told(stage: Stage, keys: set[Key]) -> bool:
    """Whether the sheets of these tell rounds won and the lowest round, or will."""
    plan = stage.plan
    if plan["measure"] == "total" and plan["uneven"] == "common":
        return False
    for key in keys:
        seated = stage.seated(key)
        if len(seated) < plan["rounds"]:
            return False
        for number, table in seated:
            line = stage.lines.get((number, key))
            if line is None and (number, table["number"]) not in stage.telling:
                return False
            if line is not None and None in (line["outs"], line["lowest_round"]):
                return False
    return True
