"""Faults put into a right transcript on purpose, each of which the checker must find.

A spoiler looks for the first event that it can spoil and does; it answers False where there is
none. What it leaves behind is wrong beyond doubt, not merely another way to do it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from .made import Told

Spoiler = Callable[[Told], bool]
SPOILERS: list[Spoiler] = []
NOBODY = 999_999
CHANGES = ("out", "plan", "drop")
"""What may make people meet more often than they otherwise must."""


def spoiler(function: Spoiler) -> Spoiler:
    """Note a way to spoil."""
    SPOILERS.append(function)
    return function


def events(told: Told, what: str, **having: object) -> Iterator[Told]:
    """Events of one sort, with these values."""
    for event in told["events"]:
        if event["do"] == what and all(event[name] == value for name, value in having.items()):
            yield event


def rounds(told: Told, **having: object) -> Iterator[tuple[Told, Told, Told]]:
    """Seated rounds with the plan in force and the `open` event of their stage."""
    opened: dict[int, Told] = {}
    plans: dict[int, Told] = {}
    for event in told["events"]:
        if event["do"] == "open":
            opened[event["stage"]], plans[event["stage"]] = event, event["plan"]
        if event["do"] == "plan":
            plans[event["stage"]] = event["plan"]
        if event["do"] == "seat" and event["round"] is not None:
            plan = plans[event["stage"]]
            if all(plan[name] == value for name, value in having.items()):
                yield event["round"], plan, opened[event["stage"]]


def two_tables(which: Told) -> tuple[list[int], list[int]] | None:
    """The seats of a round's first and last table, where there are two of a division."""
    first, last = which["tables"][0], which["tables"][-1]
    if len(which["tables"]) < 2 or first["group"] != last["group"]:
        return None
    return first["seats"], last["seats"]


def swap(one: list, at: int, other: list, there: int) -> None:
    """Two change places."""
    one[at], other[there] = other[there], one[at]


# Seats.


@spoiler
def somebody_without_a_seat(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="tables"):
        which["tables"][0]["seats"].pop()
        return True
    return False


@spoiler
def somebody_twice(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="tables"):
        if len(which["tables"]) > 1:
            which["tables"][1]["seats"][0] = which["tables"][0]["seats"][0]
            return True
    return False


@spoiler
def somebody_unknown(told: Told) -> bool:
    for which, _, _ in rounds(told):
        if which["tables"]:
            which["tables"][0]["seats"][0] = NOBODY
            return True
    return False


@spoiler
def withdrawn_and_seated(told: Told) -> bool:
    gone: dict[int, list[int]] = {}
    for event in told["events"]:
        if event["do"] == "out":
            gone.setdefault(event["stage"], []).extend(event["keys"])
        if event["do"] == "open":
            gone[event["stage"]] = []
        seated = event["do"] == "seat" and event["round"] and event["round"]["tables"]
        if seated and gone.get(event["stage"]):
            seated[0]["seats"].append(gone[event["stage"]][0])
            return True
    return False


@spoiler
def two_tables_as_one(told: Told) -> bool:
    for which, plan, _ in rounds(told):
        tables = two_tables(which)
        if tables and len(tables[0]) + len(tables[1]) > plan["most"]:
            tables[0].extend(tables[1])
            which["tables"].pop()
            return True
    return False


@spoiler
def one_fewer_of_the_wished_size(told: Told) -> bool:
    for which, plan, _ in rounds(told, kind="tables"):
        tables = two_tables(which)
        size = plan["size"]
        if (
            tables
            and which["number"] == 1
            and len(tables[0]) == len(tables[1]) == size
            and plan["least"] < size < plan["most"]
        ):
            tables[0].append(tables[1].pop())
            return True
    return False


@spoiler
def table_numbers_twice(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="tables"):
        if len(which["tables"]) > 1:
            which["tables"][1]["number"] = 1
            return True
    return False


@spoiler
def a_round_left_out(told: Told) -> bool:
    for which, _, _ in rounds(told):
        which["number"] += 1
        return True
    return False


@spoiler
def refused_without_need(told: Told) -> bool:
    for event in events(told, "seat", error=None):
        event["round"], event["error"] = None, "It cannot be."
        return True
    return False


@spoiler
def divisions_mixed(told: Told) -> bool:
    for which, _, opened in rounds(told, by_division=True):
        group = {one["key"]: one["group"] for one in opened["field"]}
        for one, other in zip(which["tables"], which["tables"][1:], strict=False):
            if group[one["seats"][0]] != group[other["seats"][0]]:
                swap(one["seats"], 0, other["seats"], 0)
                return True
    return False


@spoiler
def not_snake_order(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="tables", seating="snake", apart=False):
        tables = two_tables(which)
        if tables and which["number"] == 1:
            swap(tables[0], 0, tables[1], 0)
            return True
    return False


@spoiler
def snake_that_does_not_stay(told: Told) -> bool:
    before: Told | None = None
    for which, _, opened in rounds(told, kind="tables", seating="snake"):
        tables = two_tables(which)
        same = before is not None and before["tables"] == which["tables"]
        if tables and which["number"] > 1 and same and opened["field"]:
            which["tables"] = [{**one, "seats": list(one["seats"])} for one in which["tables"]]
            swap(which["tables"][0]["seats"], 0, which["tables"][-1]["seats"], 0)
            return True
        before = which
    return False


@spoiler
def club_mates_together(told: Told) -> bool:
    for seating in ("random", "snake"):
        for which, _, opened in rounds(told, kind="tables", seating=seating, apart=True):
            club = {one["key"]: one["club"] for one in opened["field"]}
            tables = [one["seats"] for one in which["tables"]]
            sizes = [len(seats) for seats in tables]
            alike = max(sizes) - min(sizes) < 2 and len({t["group"] for t in which["tables"]}) == 1
            if which["number"] > 1 or not alike or len(tables) < 2:
                continue
            people = Counter(club[key] for seats in tables for key in seats if club[key])
            for name, number in people.items():
                if min(number, sizes[0]) > -(-number // len(tables)):
                    _gather(tables, club, name)
                    return True
    return False


def _gather(tables: list[list[int]], club: dict[int, str], name: str) -> None:
    """As many of a club as can be to the first table, by swaps."""
    for seats in tables[1:]:
        for at, key in enumerate(seats):
            others = [free for free, one in enumerate(tables[0]) if club[one] != name]
            if club[key] == name and others:
                swap(seats, at, tables[0], others[0])


@spoiler
def swiss_meets_again(told: Told) -> bool:
    before: list[Told] = []
    for which, plan, _ in rounds(told, kind="tables", seating="swiss"):
        enough = len(which["tables"]) > plan["size"] + 1 and which["number"] == 2
        if enough and _people(before) == _people(which["tables"]):
            which["tables"] = before
            return True
        before = which["tables"]
    return False


@spoiler
def the_same_couple_in_every_game(told: Told) -> bool:
    """Two of the first table are put together in all games of a stage, in place of others."""
    stages: dict[int, list[Told]] = {}
    plans: dict[int, Told] = {}
    for event in told["events"]:
        if event["do"] in ("open", "plan"):
            plans[event["stage"]] = event["plan"]
        if event["do"] == "seat" and event["round"] is not None:
            stages.setdefault(event["stage"], []).append(event["round"])
    for number, seated in stages.items():
        plan = plans[number]
        changed = [e for e in told["events"] if e["do"] in CHANGES and e["stage"] == number]
        mixes = plan["kind"] == "tables" and plan["seating"] in ("random", "swiss")
        roomy = min(len(which["tables"]) for which in seated) > 2
        whole = 3 <= len(seated) == plan["rounds"]
        if mixes and roomy and whole and not (plan["apart"] or plan["by_division"] or changed):
            one, other = seated[0]["tables"][0]["seats"][:2]
            for which in seated[1:]:
                _put_together(which, one, other)
            _recount(told, number, seated)
            return True
    return False


def _put_together(which: Told, one: int, other: int) -> None:
    """One of a round's people comes to another's table, in place of somebody there."""
    here = next(table["seats"] for table in which["tables"] if one in table["seats"])
    there = next(table["seats"] for table in which["tables"] if other in table["seats"])
    if here is not there:
        swap(here, 1 if here[0] == one else 0, there, there.index(other))


def _recount(told: Told, number: int, seated: list[Told]) -> None:
    """What was said about a stage's repeats fits its seats again."""
    met: Counter[frozenset[int]] = Counter()
    for which, event in zip(seated, events(told, "repeats", stage=number), strict=True):
        for table in which["tables"]:
            met.update(frozenset(pair) for pair in combinations(table["seats"], 2))
        event["pairs"] = [list(item) for item in Counter(met.values()).items() if item[0] > 1]
        event["number"] = sum(times - 1 for times in met.values())
        event["is_least"] = event["number"] == event["least"]


@spoiler
def nobody_meets_twice(told: Told) -> bool:
    for event in events(told, "repeats"):
        if event["pairs"]:
            event.update(pairs=[], number=0, least=0, is_least=True)
            return True
    return False


@spoiler
def more_than_there_are_cannot_be_avoided(told: Told) -> bool:
    for event in events(told, "repeats", is_least=True):
        event.update(least=event["least"] + 1, is_least=False)
        return True
    return False


@spoiler
def fewer_are_said_to_be_impossible(told: Told) -> bool:
    for event in events(told, "repeats", is_least=False):
        event["is_least"] = True
        return True
    return False


def _people(tables: list[Told]) -> set[int]:
    return {key for one in tables for key in one["seats"]}


@spoiler
def swiss_leader_at_the_end(told: Told) -> bool:
    for which, plan, opened in rounds(told, kind="tables", seating="swiss", measure="total"):
        if which["number"] != 2 or len(which["tables"]) < 2 or plan["by_division"]:
            continue
        totals = _totals(told, opened["stage"])
        first, last = which["tables"][0]["seats"], which["tables"][-1]["seats"]
        plain = {one["carried"] for one in opened["field"]} == {"0"} and len(first) == len(last)
        best = min(totals.values(), default=0)
        if plain and totals and all(totals[key] > best for key in last):
            leaders = [key for key in first if totals[key] == best]
            if len(leaders) == list(totals.values()).count(best):
                which["tables"][0]["seats"], which["tables"][-1]["seats"] = last, first
                return True
    return False


def _totals(told: Told, stage: int) -> dict[int, int]:
    """A stage's totals after its first round; none where some are not known or were corrected."""
    found: dict[int, int] = {}
    for event in events(told, "lines", stage=stage, round=1):
        totals = {line["key"]: line["total"] for line in event["lines"]}
        if None in totals.values() or found.keys() & totals.keys():
            return {}
        found |= totals
    return found if not any(True for _ in events(told, "out", stage=stage)) else {}


@spoiler
def the_lowest_stay(told: Told) -> bool:
    before: list[Told] = []
    for which, plan, _ in rounds(told, kind="tables", seating="lowest"):
        enough = len(which["tables"]) > 1 and which["number"] == 2 and not plan["by_division"]
        most = min((len(one["seats"]) for one in before), default=0)
        if enough and _people(before) == _people(which["tables"]) and most >= 2 * plan["movers"]:
            which["tables"] = before
            return True
        before = which["tables"]
    return False


# Eliminations.


@spoiler
def another_opponent(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="single"):
        tables = two_tables(which)
        if tables:
            swap(tables[0], 0, tables[1], 0)
            return True
    return False


@spoiler
def bye_to_another(told: Told) -> bool:
    for kind in ("single", "double"):
        for which, _, opened in rounds(told, kind=kind, by_division=False):
            if which["number"] == 1 and which["byes"] and which["tables"] and opened["field"]:
                swap(which["byes"], 0, which["tables"][0]["seats"], 0)
                return True
    return False


@spoiler
def loser_plays_on(told: Told) -> bool:
    before: Told | None = None
    for which, _, _ in rounds(told, kind="single"):
        if before is not None and which["number"] > 1 and which["tables"]:
            loser = (_people(before["tables"]) - _people(which["tables"])) - set(which["byes"])
            if loser:
                which["tables"][0]["seats"][0] = min(loser)
                return True
        before = which
    return False


@spoiler
def double_of_unequals(told: Told) -> bool:
    for which, _, _ in rounds(told, kind="double", by_division=False):
        if which["number"] == 1 and len(which["tables"]) > 1:
            swap(which["tables"][0]["seats"], 0, which["tables"][1]["seats"], 0)
            return True
    return False


@spoiler
def not_over_yet(told: Told) -> bool:
    for event in events(told, "full"):
        event["answer"] = not event["answer"]
        # Before anything is seated, an elimination of nobody is as full as it can be.
        if any(True for _ in rounds(told, kind="tables")) and event["rounds"] == 1:
            return True
    return False


# Places.


def _placed(told: Told, *whats: str) -> Iterator[list[Told]]:
    for what in whats:
        for event in events(told, what):
            ranked = [one for one in event["answer"] if one["place"] is not None]
            if len(ranked) > 1:
                yield ranked


@spoiler
def another_place(told: Told) -> bool:
    for ranked in _placed(told, "standing", "places"):
        ranked[-1]["place"] += 1
        return True
    return False


@spoiler
def another_place_at_the_table(told: Told) -> bool:
    for ranked in _placed(told, "table"):
        ranked[-1]["place"] += 1
        return True
    return False


@spoiler
def shared_or_not(told: Told) -> bool:
    for ranked in _placed(told, "places"):
        ranked[0]["shared"] = not ranked[0]["shared"]
        return True
    return False


@spoiler
def another_value(told: Told) -> bool:
    for ranked in _placed(told, "standing"):
        if ranked[0]["value"] is not None:
            ranked[0]["value"] = str(ranked[0]["value"]) + "1"
            return True
    return False


@spoiler
def another_stage(told: Told) -> bool:
    for ranked in _placed(told, "places"):
        ranked[0]["stage"] += 1
        return True
    return False


@spoiler
def another_reason(told: Told) -> bool:
    for ranked in _placed(told, "standing", "places"):
        for one in ranked:
            if one["why"]:
                one["why"] = one["why"][:-1]
                return True
    return False


@spoiler
def another_number_in_the_reason(told: Told) -> bool:
    for ranked in _placed(told, "standing", "places"):
        for one in ranked:
            for why in one["why"]:
                if why["numbers"]:
                    why["numbers"][0][1] += "1"
                    return True
    return False


@spoiler
def lost_from_the_places(told: Told) -> bool:
    for event in events(told, "places"):
        if event["answer"]:
            event["answer"].pop()
            return True
    return False


@spoiler
def places_upside_down(told: Told) -> bool:
    for event in events(told, "places"):
        places = {one["place"] for one in event["answer"]}
        if len(places - {None}) > 1:
            event["answer"].reverse()
            return True
    return False


@spoiler
def the_withdrawn_placed(told: Told) -> bool:
    for event in events(told, "places"):
        for one in event["answer"]:
            if one["place"] is None:
                one["place"] = 1
                return True
    return False


# Who goes on.


def _told_on(told: Told) -> Iterator[Told]:
    for event in events(told, "advance", error=None):
        if event["answer"]["going"]:
            yield event["answer"]


@spoiler
def left_behind(told: Told) -> bool:
    for answer in _told_on(told):
        answer["going"].pop()
        return True
    return False


@spoiler
def one_too_many(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        going = event["answer"]["going"]
        there = {one["key"] for one in going}
        opened = list(events(told, "open", stage=event["stage"]))[-1]
        rest = [one["key"] for one in opened["field"] if one["key"] not in there]
        if going and rest:
            going.append({**going[-1], "key": rest[0]})
            return True
    return False


@spoiler
def goes_on_twice(told: Told) -> bool:
    for answer in _told_on(told):
        answer["going"].append(answer["going"][-1])
        return True
    return False


@spoiler
def by_another_way(told: Told) -> bool:
    for answer in _told_on(told):
        one = answer["going"][0]
        one["how"] = "fill" if one["how"] == "table" else "table"
        return True
    return False


@spoiler
def from_another_table(told: Told) -> bool:
    for answer in _told_on(told):
        for one in answer["going"]:
            if one["how"] == "table":
                one["table"] += 1
                return True
    return False


@spoiler
def the_worst_first(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        going = event["answer"]["going"]
        opened = next(events(told, "open", stage=event["stage"]))
        apart = opened["plan"]["by_division"]
        if len({one["how"] for one in going}) > 1 and not apart:
            going.reverse()
            return True
    return False


@spoiler
def by_place_upside_down(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        going = event["answer"]["going"]
        opened = next(events(told, "open", stage=event["stage"]))
        hows = {one["how"] for one in going}
        places = {one["place"] for one in going}
        if hows == {"best"} and len(places) > 1 and not opened["plan"]["by_division"]:
            going.reverse()
            return True
    return False


@spoiler
def nobody_is_level(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        if len(event["answer"]["level"]) == 1:
            event["answer"]["level"].pop()
            return True
    return False


@spoiler
def level_for_one_more(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        if event["answer"]["level"]:
            event["answer"]["level"][0]["places"] += 1
            return True
    return False


@spoiler
def level_without_need(told: Told) -> bool:
    for answer in _told_on(told):
        if len(answer["going"]) > 1 and not answer["level"]:
            two = [answer["going"].pop()["key"], answer["going"].pop()["key"]]
            answer["level"].append({"keys": two, "places": 1})
            return True
    return False


@spoiler
def more_in_all(told: Told) -> bool:
    for answer in _told_on(told):
        answer["full"] += 1
        return True
    return False


@spoiler
def cannot_be_told(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        event["answer"], event["error"] = None, "It cannot be."
        return True
    return False


# The next field.


def _fields(told: Told) -> Iterator[Told]:
    for event in events(told, "field"):
        if len(event["answer"]) > 1:
            yield event


@spoiler
def seeds_exchanged(told: Told) -> bool:
    for event in _fields(told):
        swap(event["answer"], 0, event["answer"], 1)
        return True
    return False


@spoiler
def lost_on_the_way(told: Told) -> bool:
    for event in _fields(told):
        event["answer"].pop()
        return True
    return False


@spoiler
def carried_otherwise(told: Told) -> bool:
    for event in _fields(told):
        event["answer"][0]["carried"] += "1"
        return True
    return False


@spoiler
def carried_for_the_withdrawn(told: Told) -> bool:
    for event in _fields(told):
        event["answer"][0]["out"] = True
        return True
    return False


@spoiler
def another_club(told: Told) -> bool:
    for event in _fields(told):
        event["answer"][0]["club"] += "!"
        return True
    return False


@spoiler
def lost_in_the_next_stage(told: Told) -> bool:
    for event in told["events"]:
        if event["do"] == "open" and event["stage"] > 1 and len(event["field"]) > 2:
            event["field"].pop()
            return True
    return False


@spoiler
def a_no_show_in_the_field(told: Told) -> bool:
    for event in events(told, "open", stage=1):
        for one in told["entrants"]:
            if not one["came"] and event["field"]:
                event["field"][0]["key"] = one["key"]
                return True
    return False


# Medals.


@spoiler
def gold_to_another(told: Told) -> bool:
    for event in events(told, "places"):
        won = {one["key"] for one in event["awards"]}
        others = [one["key"] for one in event["answer"] if one["key"] not in won]
        if won and others:
            event["awards"][0]["key"] = others[0]
            return True
    return False


@spoiler
def a_medal_lost(told: Told) -> bool:
    for event in events(told, "places"):
        if event["awards"]:
            event["awards"].pop()
            return True
    return False


@spoiler
def silver_for_gold(told: Told) -> bool:
    for event in events(told, "places"):
        for one in event["awards"]:
            if one["what"] == "gold":
                one["what"] = "silver"
                return True
    return False


@spoiler
def qualified_without_place(told: Told) -> bool:
    for event in events(told, "places"):
        others = [o["key"] for o in event["answer"] if o["key"] not in event["qualified"]]
        if others:
            event["qualified"] = sorted([*event["qualified"], others[-1]])
            return True
    return False


@spoiler
def not_qualified(told: Told) -> bool:
    for event in events(told, "places"):
        if event["qualified"]:
            event["qualified"].pop()
            return True
    return False


@spoiler
def medals_of_another_division(told: Told) -> bool:
    for event in events(told, "places"):
        if event["group"] is not None and event["among"]:
            event["among"] = event["among"][1:]
            return True
    return False


# Before it begins.


@spoiler
def a_year_older(told: Told) -> bool:
    if not told["divisions"]["ages"]:
        return False
    told["divisions"]["ages"][0][1] += 1
    return True


@spoiler
def another_division(told: Told) -> bool:
    told["divisions"]["of"][0][1] = "120+"
    return True


@spoiler
def a_division_lost(told: Told) -> bool:
    told["divisions"]["listed"].pop()
    return True


@spoiler
def a_group_lost(told: Told) -> bool:
    for event in events(told, "merge"):
        event["groups"].pop()
        return True
    return False


@spoiler
def in_another_group(told: Told) -> bool:
    for event in events(told, "merge"):
        if event["of"]:
            event["of"][0][1] += " + none"
            return True
    return False


@spoiler
def a_better_seed(told: Told) -> bool:
    ranks = {one["key"]: one["rank"] for one in told["entrants"]}
    known = [one for one in told["seeds"] if ranks[one[0]] is not None]
    if len({ranks[key] for key, _ in known}) < 2:
        return False
    best = min(known, key=lambda one: ranks[one[0]])
    worst = max(known, key=lambda one: ranks[one[0]])
    best[1], worst[1] = worst[1], best[1]
    return True


@spoiler
def a_seed_twice(told: Told) -> bool:
    if len(told["seeds"]) < 2:
        return False
    told["seeds"][0][1] = told["seeds"][1][1]
    return True


# What is certain.


@spoiler
def a_mark_that_a_later_result_contradicts(told: Told) -> bool:
    for event in events(told, "field"):
        marks = list(events(told, "certain", stage=event["stage"]))
        opened = list(events(told, "open", stage=event["stage"]))[-1]
        left = {one["key"] for one in opened["field"]} - set(event["going"])
        if marks and left and not any(True for _ in events(told, "out", stage=event["stage"])):
            marks[-1]["going"].append(min(left))
            return True
    return False


@spoiler
def a_mark_that_is_missing(told: Told) -> bool:
    for event in events(told, "certain"):
        plan = list(events(told, "open", stage=event["stage"]))[-1]["plan"]
        if event["going"] and plan["onward"] == "tables" and plan["fill"] == "none":
            event["going"].pop()
            return True
    return False
