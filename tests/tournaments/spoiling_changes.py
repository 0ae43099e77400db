"""Faults put into seats that are changed by hand, each of which the checker must find."""

from collections.abc import Iterator

from .made import Told
from .spoiling import SPOILERS, events, spoiler, swap

__all__ = ["SPOILERS"]


def changes(told: Told, *deeds: str) -> Iterator[Told]:
    """Changes of seats that were done."""
    for event in events(told, "change", error=None):
        if not deeds or event["change"]["deed"] in deeds:
            yield event


def before_changes(told: Told) -> Iterator[tuple[Told, list[Told], set[int]]]:
    """Changes that were done, each with the tables before it and who had withdrawn anywhere."""
    tables: dict[int, list[Told]] = {}
    away: set[int] = set()
    for event in told["events"]:
        number = event.get("stage", 0)
        if event["do"] == "seat" and event["round"] is not None:
            tables[number] = event["round"]["tables"]
        if event["do"] == "out":
            away |= set(event["keys"])
        if event["do"] == "change" and event["error"] is None:
            yield event, tables[number], away
            tables[number] = event["answer"]["round"]["tables"]


@spoiler
def changed_to_two_tables(told: Told) -> bool:
    for event in changes(told):
        tables = event["answer"]["round"]["tables"]
        if len(tables) > 1:
            tables[0]["seats"].append(tables[-1]["seats"][0])
            return True
    return False


@spoiler
def withdrawn_and_put_in(told: Told) -> bool:
    for event, _tables, away in before_changes(told):
        answer = event["answer"]
        seated = {key for table in answer["round"]["tables"] for key in table["seats"]}
        gone = sorted(away & {one["key"] for one in answer["field"]} - seated)
        if gone:
            answer["round"]["tables"][0]["seats"].append(gone[0])
            return True
    return False


@spoiler
def a_started_table_is_changed(told: Told) -> bool:
    """Two people change seats at tables of which a result was in already."""
    lines: set[tuple[int, int, int]] = set()
    for event in told["events"]:
        if event["do"] == "lines":
            number = event["stage"], event["round"]
            lines |= {(*number, line["key"]) for line in event["lines"]}
        if event["do"] == "change" and event["error"] is None:
            at = event["answer"]["round"]
            started = [
                table
                for table in at["tables"]
                if any((event["stage"], at["number"], key) in lines for key in table["seats"])
            ]
            if started:
                started[0]["seats"].reverse()
                return True
    return False


@spoiler
def a_table_grows_beyond_the_most(told: Told) -> bool:
    """A refusal for a full table is done in spite of it."""
    for event in events(told, "change", answer=None):
        if event["change"]["deed"] == "add" and "the most that" in event["error"]:
            tables, field = _as_before(told, event)
            table = next(one for one in tables if one["number"] == event["change"]["table"])
            entrant = next(one for one in told["entrants"] if one["key"] == event["change"]["who"])
            if all(one["key"] != entrant["key"] for one in field):
                seed = max(one["seed"] for one in field) + 1
                field.append({**field[0], "key": entrant["key"], "seed": seed, "out": False})
                field[-1] |= {name: entrant[name] for name in ("club", "visitor")}
            table["seats"].append(entrant["key"])
            _do_it(event, told, tables, field)
            return True
    return False


@spoiler
def a_table_shrinks_below_the_least(told: Told) -> bool:
    for event in events(told, "change", answer=None):
        if event["change"]["deed"] == "leave_out" and "fewer than" in event["error"]:
            tables, field = _as_before(told, event)
            for table in tables:
                table["seats"] = [key for key in table["seats"] if key != event["change"]["who"]]
            _do_it(event, told, tables, field)
            return True
    return False


def _as_before(told: Told, event: Told) -> tuple[list[Told], list[Told]]:
    """The newest round's tables and the field of a stage as they were before an event, copied."""
    tables: list[Told] = []
    field: list[Told] = []
    for other in told["events"]:
        if other is event:
            break
        if other.get("stage") != event["stage"]:
            continue
        if other["do"] == "open":
            field = [dict(one) for one in other["field"]]
        if other["do"] == "out":
            field = [{**one, "out": one["out"] or one["key"] in other["keys"]} for one in field]
        if other["do"] == "seat" and other["round"] is not None:
            tables = other["round"]["tables"]
        if other["do"] == "change" and other["error"] is None:
            tables, field = other["answer"]["round"]["tables"], other["answer"]["field"]
    return [{**one, "seats": list(one["seats"])} for one in tables], [dict(one) for one in field]


def _do_it(event: Told, told: Told, tables: list[Told], field: list[Told]) -> None:
    """A change that was refused is told as done, with the numbers of its tables."""
    before = {one["number"]: one["seats"] for one in _as_before(told, event)[0]}
    out = {one["key"] for one in field if one["out"]}
    sizes = [
        [one["number"], len(set(one["seats"]) - out)]
        for one in tables
        if one["seats"] != before[one["number"]]
    ]
    seated = {key for one in tables for key in one["seats"]}
    left = {key for seats in before.values() for key in seats} - seated - out
    number = max(
        other["round"]["number"]
        for other in told["events"]
        if other["do"] == "seat" and other["round"] and other["stage"] == event["stage"]
    )
    which = {"number": number, "tables": tables, "byes": []}
    said = {"sizes": sizes, "again": [], "mates": [], "unseated": sorted(left)}
    event.update(answer={"round": which, "field": field}, error=None, said=said)


@spoiler
def a_change_that_could_be_is_refused(told: Told) -> bool:
    for event in changes(told):
        event.update(answer=None, error="It cannot be.")
        return True
    return False


@spoiler
def somebody_else_moves_as_well(told: Told) -> bool:
    for event in changes(told, "move", "swap"):
        moved = {event["change"]["who"], event["change"]["other"]}
        tables = event["answer"]["round"]["tables"]
        free = [[at for at, key in enumerate(one["seats"]) if key not in moved] for one in tables]
        if len(tables) > 2 and free[0] and free[1] and tables[0]["group"] == tables[1]["group"]:
            swap(tables[0]["seats"], free[0][0], tables[1]["seats"], free[1][0])
            return True
    return False


@spoiler
def a_seed_that_does_not_go_over(told: Told) -> bool:
    for event in changes(told, "replace"):
        field = event["answer"]["field"]
        one = next(one for one in field if one["key"] == event["change"]["other"])
        one["seed"] += 1000
        return True
    return False


@spoiler
def who_was_replaced_stays_in_the_stage(told: Told) -> bool:
    for event in changes(told, "replace"):
        field = event["answer"]["field"]
        if all(one["key"] != event["change"]["who"] for one in field):
            field.append({**field[0], "key": event["change"]["who"], "seed": len(field) + 1})
            return True
    return False


@spoiler
def nobody_is_said_to_meet_again(told: Told) -> bool:
    for event in changes(told):
        if event["said"]["again"]:
            event["said"]["again"] = []
            return True
    return False


@spoiler
def nobody_is_said_to_lose_the_seat(told: Told) -> bool:
    for event in changes(told):
        if event["said"]["unseated"]:
            event["said"]["unseated"] = []
            return True
    return False


@spoiler
def a_size_that_is_not_said(told: Told) -> bool:
    for event in changes(told):
        if event["said"]["sizes"]:
            event["said"]["sizes"].pop()
            return True
    return False


@spoiler
def club_mates_who_are_not_named(told: Told) -> bool:
    for event in changes(told):
        if event["said"]["mates"]:
            event["said"]["mates"] = []
            return True
    return False
