"""Faults put into what becomes of people who leave, each of which the checker must find."""

from collections.abc import Iterator
from itertools import combinations

from .made import DISQUALIFIED, Told
from .spoiling import events, spoiler
from .spoiling_changes import SPOILERS

__all__ = ["SPOILERS"]


def left(told: Told) -> tuple[set[int], set[int]]:
    """Who left and keeps a place, and who was disqualified."""
    kept: set[int] = set()
    disqualified: set[int] = set()
    for event in events(told, "out"):
        kept = (kept - set(event["keys"])) | set(event["kept"])
        disqualified |= {key for key, how in event["hows"] if how == DISQUALIFIED}
    return kept, disqualified


def last_places(told: Told) -> Iterator[Told]:
    """The places of everybody, or of a division, after the last that happened."""
    last = max((at for at, one in enumerate(told["events"]) if one["do"] == "out"), default=0)
    for event in told["events"][last:]:
        if event["do"] == "places":
            yield event


@spoiler
def the_place_earned_is_lost(told: Told) -> bool:
    kept, _ = left(told)
    for event in last_places(told):
        for one in event["answer"]:
            if one["key"] in kept and one["place"] is not None:
                event["answer"].remove(one)
                event["answer"].append({**one, "place": None, "shared": False, "why": []})
                return True
    return False


@spoiler
def who_went_home_before_who_stayed(told: Told) -> bool:
    kept, _ = left(told)
    for event in last_places(told):
        answer = event["answer"]
        for at, one in enumerate(answer[1:], 1):
            ahead = answer[at - 1]
            if one["key"] in kept and one["place"] is not None and not one["shared"]:
                if ahead["key"] in kept or ahead["shared"]:
                    continue
                one["key"], ahead["key"] = ahead["key"], one["key"]
                return True
    return False


@spoiler
def a_place_for_who_is_to_have_none(told: Told) -> bool:
    kept, disqualified = left(told)
    for event in last_places(told):
        for one in event["answer"]:
            if one["key"] in disqualified - kept and one["place"] is None:
                one["place"] = len(event["answer"])
                return True
    return False


@spoiler
def a_medal_for_the_disqualified(told: Told) -> bool:
    kept, disqualified = left(told)
    for event in last_places(told):
        there = [one for one in event["answer"] if one["key"] in kept & disqualified]
        if event["awards"] and there:
            event["awards"][0]["key"] = there[0]["key"]
            return True
    return False


@spoiler
def nobody_gets_the_medal_of_the_disqualified(told: Told) -> bool:
    kept, disqualified = left(told)
    for event in last_places(told):
        first = [one["key"] for one in event["answer"] if one["place"] == 1]
        if event["awards"] and set(first) & kept & disqualified:
            event["awards"].pop(0)
            return True
    return False


@spoiler
def those_behind_the_disqualified_stay(told: Told) -> bool:
    """Somebody disqualified keeps a place of a stage that was closed before."""
    kept, disqualified = left(told)
    for event in last_places(told):
        gone = [one for one in event["answer"] if one["key"] in disqualified - kept]
        ranked = [one for one in event["answer"] if one["place"] is not None]
        if gone and ranked:
            for one in ranked:
                one["place"] += 1
            return True
    return False


@spoiler
def a_walkover_for_who_left(told: Told) -> bool:
    away = {key for event in events(told, "out") for key in event["keys"]}
    for event in events(told, "walkovers"):
        for row in event["answer"]:
            seats = _seats(told, event["stage"], row[0], row[1])
            gone = [key for key in seats if key in away and key != row[2]]
            if row[2] is not None and gone:
                row[2] = gone[0]
                return True
    return False


@spoiler
def a_walkover_forgotten(told: Told) -> bool:
    for event in events(told, "walkovers"):
        if event["answer"]:
            event["answer"].pop()
            return True
    return False


@spoiler
def a_walkover_of_a_table_that_was_won(told: Told) -> bool:
    for event in events(told, "walkovers"):
        for which in events(told, "seat", stage=event["stage"]):
            for table in (which["round"] or {"tables": []})["tables"]:
                at = [which["round"]["number"], table["number"]]
                if all(row[:2] != at for row in event["answer"]):
                    event["answer"].append([*at, table["seats"][0]])
                    event["answer"].sort(key=lambda row: row[:2])
                    return True
    return False


def _seats(told: Told, stage: int, number: int, table: int) -> list[int]:
    """Who sat at a table when it was seated."""
    for event in events(told, "seat", stage=stage):
        if event["round"] is not None and event["round"]["number"] == number:
            for one in event["round"]["tables"]:
                if one["number"] == table:
                    return list(one["seats"])
    return []


@spoiler
def a_division_before_another_in_an_elimination(told: Told) -> bool:
    """Two of different brackets change places, one of whom was lost earlier."""
    opened = {event["stage"]: event for event in events(told, "open")}
    for event in events(told, "places"):
        ranked = [one for one in event["answer"] if one["place"] is not None]
        for one, other in combinations(ranked, 2):
            stage = opened.get(one["stage"])
            if not stage or stage["plan"]["kind"] == "tables" or other["stage"] != one["stage"]:
                continue
            division = {member["key"]: member["group"] for member in stage["field"]}
            if not {one["key"], other["key"]} <= set(division):
                continue
            if division[one["key"]] != division[other["key"]] and one["place"] != other["place"]:
                one["key"], other["key"] = other["key"], one["key"]
                return True
    return False
