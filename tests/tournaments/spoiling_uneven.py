"""Faults about tables that stopped early: their rounds, and how the format counts their totals."""

from collections.abc import Iterator

from .made import Told
from .spoiling import spoiler
from .spoiling_leaving import SPOILERS

__all__ = ["SPOILERS"]


def standing(told: Told, how: str) -> Iterator[tuple[Told, list[Told]]]:
    """Standings of stages that count in this way, each with the sheets told before it."""
    plans: dict[int, Told] = {}
    sheets: dict[int, list[Told]] = {}
    for event in told["events"]:
        if event["do"] in ("open", "plan"):
            plans[event["stage"]] = event["plan"]
        if event["do"] == "open":
            sheets[event["stage"]] = []
        if event["do"] == "lines":
            sheets[event["stage"]].append(event)
        if event["do"] == "standing" and plans[event["stage"]]["kind"] == "tables":
            plan = plans[event["stage"]]
            if plan["uneven"] == how and plan["measure"] == "total":
                yield event, sheets[event["stage"]]


def placed(event: Told) -> dict[int, Told]:
    """Who has a place in a standing."""
    return {one["key"]: one for one in event["answer"] if one["place"] is not None}


@spoiler
def an_average_of_one_round_more(told: Told) -> bool:
    for event, sheets in standing(told, "average"):
        for sheet in reversed(sheets):
            for line in sheet["lines"]:
                if line["rounds"] and line["total"] and line["key"] in placed(event):
                    for other in sheet["lines"]:
                        other["rounds"] = other["rounds"] and other["rounds"] + 1
                    return True
    return False


@spoiler
def totals_as_they_stand_instead_of_averages(told: Told) -> bool:
    for event, sheets in standing(told, "average"):
        for one in placed(event).values():
            lines = [line for sheet in sheets for line in sheet["lines"]]
            own = [line["total"] for line in lines if line["key"] == one["key"]]
            if len(own) == 1 and one["value"] not in (None, str(own[0])):
                one["value"] = str(own[0])
                return True
    return False


@spoiler
def totals_as_they_stand_instead_of_common_rounds(told: Told) -> bool:
    for event, sheets in standing(told, "common"):
        for one in placed(event).values():
            lines = [line for sheet in sheets for line in sheet["lines"]]
            own = [line["total"] for line in lines if line["key"] == one["key"]]
            if len(own) == 1 and one["value"] not in (None, str(own[0])):
                one["value"] = str(own[0])
                return True
    return False


@spoiler
def another_total_after_the_common_rounds(told: Told) -> bool:
    for event, sheets in standing(told, "common"):
        lines = [line for sheet in sheets for line in sheet["lines"] if line["total"] is not None]
        known = {sheet["round"] for sheet in sheets} == {1} and all(x["running"] for x in lines)
        common = min((line["rounds"] or 0 for line in lines), default=0)
        for line in reversed(lines) if known and common else ():
            one = placed(event).get(line["key"])
            by_then = str(line["running"][common - 1])
            if one and one["value"] == by_then != str(line["total"]):
                line["running"] = [points + 1 for points in line["running"]]
                return True
    return False


@spoiler
def a_round_won_after_the_common_rounds(told: Told) -> bool:
    for event, sheets in standing(told, "common"):
        lines = [line for sheet in sheets for line in sheet["lines"] if line["total"] is not None]
        known = {sheet["round"] for sheet in sheets} == {1} and all(x["running"] for x in lines)
        common = min((line["rounds"] or 0 for line in lines), default=0)
        for line in reversed(lines) if known and common else ():
            won = line["running_outs"]
            for why in placed(event).get(line["key"], {"why": []})["why"]:
                counted = dict(map(tuple, why["numbers"])).get(line["key"])
                if (
                    why["step"] == "outs"
                    and won
                    and counted == str(won[common - 1]) != str(won[-1])
                ):
                    for number in why["numbers"]:
                        if number[0] == line["key"]:
                            number[1] = str(won[-1])
                    return True
    return False
