"""Faults about byes at tables: who has them, and what they count."""

from collections.abc import Iterator
from fractions import Fraction

from .made import Told
from .spoiling import spoiler
from .spoiling_certain import SPOILERS

__all__ = ["SPOILERS"]


def sat_out(told: Told) -> Iterator[tuple[Told, list[Told]]]:
    """Rounds at tables in which somebody has a bye, each with those of the stage before it."""
    rounds: dict[int, list[Told]] = {}
    kinds: dict[int, str] = {}
    for event in told["events"]:
        if event["do"] == "open":
            rounds[event["stage"]] = []
            kinds[event["stage"]] = event["plan"]["kind"]
        if event["do"] == "seat" and event["round"] and kinds[event["stage"]] == "tables":
            if event["round"]["byes"]:
                yield event["round"], rounds[event["stage"]]
            rounds[event["stage"]] = [*rounds[event["stage"]], event["round"]]


def exchange(which: Told, free: int, seated: int) -> None:
    """Let two of a round change places: who has a bye, and who has a seat."""
    which["byes"] = [seated if key == free else key for key in which["byes"]]
    for table in which["tables"]:
        table["seats"] = [free if key == seated else key for key in table["seats"]]


@spoiler
def the_first_seed_sits_out(told: Told) -> bool:
    for which, before in sat_out(told):
        if not before and not which["tables"][0]["group"]:
            exchange(which, which["byes"][0], which["tables"][0]["seats"][0])
            return True
    return False


@spoiler
def a_second_bye_while_another_has_none(told: Told) -> bool:
    for which, before in sat_out(told):
        had = {key for earlier in before for key in earlier["byes"]}
        seats = [key for table in which["tables"] for key in table["seats"] if not table["group"]]
        again = [key for key in seats if key in had]
        if again and which["byes"][0] not in had:
            exchange(which, which["byes"][0], again[0])
            return True
    return False


@spoiler
def one_more_sits_out_than_must(told: Told) -> bool:
    for which, _before in sat_out(told):
        if len(which["tables"]) > 1:
            which["byes"] += which["tables"].pop()["seats"]
            return True
    return False


@spoiler
def a_bye_counts_nothing(told: Told) -> bool:
    free: dict[int, set[int]] = {}
    for event in told["events"]:
        if event["do"] == "open":
            free[event["stage"]] = set()
        if event["do"] == "seat" and event["round"]:
            free[event["stage"]] |= set(event["round"]["byes"])
        if event["do"] == "standing":
            for one in event["answer"]:
                sat_out_once = one["key"] in free[event["stage"]]
                if sat_out_once and one["place"] and one["value"] not in (None, "0"):
                    one["value"] = str(Fraction(one["value"]) - 1)
                    return True
    return False
