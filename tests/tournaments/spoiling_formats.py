"""Faults put into rules of movement and into cuts, each of which the checker must find."""

from collections.abc import Iterator

from .made import Told
from .spoiling import events, rounds, spoiler
from .spoiling_uneven import SPOILERS

__all__ = ["SPOILERS"]


def _moved(told: Told, moves_by: str) -> bool:
    """Let everybody stay who has to move, once, where every table has a seat for each step."""
    before: list[Told] = []
    for which, plan, _ in rounds(told, kind="tables", seating="moves", moves_by=moves_by):
        tables = which["tables"]
        fits = all(len(plan["moves"]) <= len(table["seats"]) for table in tables)
        here = {key for table in tables for key in table["seats"]}
        there = {key for table in before for key in table["seats"]}
        moving = [step for step in plan["moves"] if len(tables) and step % len(tables)]
        if fits and here == there and moving and not (plan["by_division"] or plan["top_moves"]):
            which["tables"] = before
            return True
        before = tables if which["number"] == 1 or here == there else []
    return False


@spoiler
def nobody_moves_by_seat(told: Told) -> bool:
    return _moved(told, "seats")


@spoiler
def nobody_moves_by_place(told: Told) -> bool:
    totals = [line["total"] for event in events(told, "lines") for line in event["lines"]]
    return len(set(totals)) > 5 and _moved(told, "places")


def _cuts(told: Told, cut: str) -> Iterator[tuple[Told, list[Told]]]:
    """Plans that stay as they were, and who went on by them."""
    for event in events(told, "advance"):
        plan = list(events(told, "open", stage=event["stage"]))[-1]["plan"]
        stays = not any(True for _ in events(told, "plan", stage=event["stage"]))
        if stays and plan["cut"] == cut and event["answer"]:
            yield plan, event["answer"]["going"]


@spoiler
def another_percentage(told: Told) -> bool:
    for plan, going in _cuts(told, "percent"):
        if len(going) > 1:
            plan["count"] = 1
            return True
    return False


@spoiler
def nobody_has_enough_points(told: Told) -> bool:
    for plan, going in _cuts(told, "points"):
        if going:
            plan["count"] = 9999 if plan["measure"] == "places" else -1
            return True
    return False
