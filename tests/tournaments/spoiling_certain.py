"""Faults about what is certain while results come in, and about lots in brackets."""

from collections.abc import Iterator

from .made import Told
from .spoiling import events, spoiler
from .spoiling_formats import SPOILERS

__all__ = ["SPOILERS"]

FORGETS = ("out", "plan", "drop", "change", "merge", "all_on")
"""What may change who goes on and who wins, besides results that come in."""


def _marks(told: Told) -> Iterator[tuple[Told, list[Told]]]:
    """What was marked as certain, each with all that happened until a mark need not last."""
    for at, event in enumerate(told["events"]):
        if event["do"] == "certain":
            known = {cell for earlier in told["events"][:at] for cell in _cells(earlier)}
            calm = []
            for later in told["events"][at + 1 :]:
                cells = _cells(later)
                empty = later["do"] == "lines" and any(x["total"] is None for x in later["lines"])
                if later["do"] in FORGETS or known & cells or empty:
                    break
                known |= cells
                calm.append(later)
            yield event, calm


def _cells(event: Told) -> set[tuple[int, int, int]]:
    if event["do"] != "lines":
        return set()
    return {(event["stage"], event["round"], line["key"]) for line in event["lines"]}


@spoiler
def who_goes_on_was_not_shown_as_able(told: Told) -> bool:
    for event, later in _marks(told):
        for field in later:
            if field["do"] == "field" and field["stage"] == event["stage"]:
                able = set(event["could"]) & set(field["going"])
                if able and (event["going"] or len(event["could"]) > 1):
                    event["could"].remove(min(able))
                    return True
    return False


@spoiler
def somebody_is_named_for_another_game(told: Told) -> bool:
    for event, later in _marks(told):
        asked = [one for one in later if one["do"] == "seat" or one.get("named")]
        full = [at for at, sides in enumerate(event["named"]) if None not in sides]
        if asked and asked[0]["do"] == "seat" and asked[0]["round"] and len(full) > 1:
            (a, b), (c, d) = (event["named"][at] for at in full[:2])
            event["named"][full[0]], event["named"][full[1]] = (c, b), (a, d)
            return True
    return False


@spoiler
def who_cannot_is_shown_as_able(told: Told) -> bool:
    for at, event in enumerate(told["events"]):
        if event["do"] != "certain":
            continue
        plan = list(events(told, "open", stage=event["stage"]))[-1]["plan"]
        tables = plan["onward"] == "tables" and plan["fill"] == "none" and plan["kind"] == "tables"
        sheet = told["events"][at - 1]
        if sheet["do"] != "lines":
            continue
        shown = {*event["going"], *event["could"], *event["level"]}
        left = [line["key"] for line in sheet["lines"] if line["total"] is not None]
        stays = not any(True for _ in events(told, "plan", stage=event["stage"]))
        if tables and stays and plan["rounds"] == 1 and event["going"] and set(left) - shown:
            event["could"].append(min(set(left) - shown))
            return True
    return False


def _idle(told: Told) -> Iterator[tuple[int, Told, list[int]]]:
    """Answers in which all who are level at a table go on, with the first such table's people."""
    for at, event in enumerate(told["events"]):
        if event["do"] == "advance" and event["answer"]:
            either = [one for one in event["answer"]["going"] if one["how"] == "either"]
            if either:
                table = either[0]["table"]
                yield at, event, [one["key"] for one in either if one["table"] == table]


@spoiler
def a_tie_that_decides_nothing_waits_for_a_word(told: Told) -> bool:
    for _at, event, keys in _idle(told):
        answer = event["answer"]
        answer["going"] = [one for one in answer["going"] if one["key"] not in keys]
        answer["level"].append({"keys": keys, "places": len(keys) - 1})
        return True
    return False


@spoiler
def one_of_a_tie_that_decides_nothing_is_called_its_first(told: Told) -> bool:
    for _at, event, keys in _idle(told):
        for one in event["answer"]["going"]:
            if one["key"] == keys[0]:
                one["how"] = "table"
        return True
    return False


@spoiler
def a_tie_that_decides_is_passed_over(told: Told) -> bool:
    for event in events(told, "advance", error=None):
        plan = list(events(told, "open", stage=event["stage"]))[-1]["plan"]
        level = event["answer"]["level"] if event["answer"] else []
        if plan["onward"] == "tables" and plan["fill"] == "none" and level:
            for key in level.pop()["keys"]:
                line = {"key": key, "how": "either", "table": 1, "place": 1, "group": ""}
                event["answer"]["going"].append(line)
            return True
    return False


def _level_behind(told: Told) -> Iterator[tuple[int, Told, list[int]]]:
    """Answers in which people of one table wait for a place among the best of the rest."""
    for at, event in enumerate(told["events"]):
        if event["do"] != "advance" or not event["answer"]:
            continue
        seated = [one["round"] for one in events(told, "seat", stage=event["stage"])]
        tables = {one["number"]: one["seats"] for one in seated[-1]["tables"]} if seated[-1] else {}
        going = event["answer"]["going"]
        of_tables = {one["table"] for one in going if one["how"] == "table"}
        for level in event["answer"]["level"]:
            if any(set(level["keys"]) <= set(tables.get(number, [])) for number in of_tables):
                yield at, event, level["keys"]


@spoiler
def two_who_are_level_for_second_are_both_best_seconds(told: Told) -> bool:
    for _at, event, keys in _level_behind(told):
        answer = event["answer"]
        answer["level"] = [level for level in answer["level"] if level["keys"] != keys]
        for key in keys:
            answer["going"].append({"key": key, "how": "fill", "table": 1, "place": 2, "group": ""})
        return True
    return False


@spoiler
def lots_of_two_who_are_level_for_second_fell_the_other_way(told: Told) -> bool:
    for at, _event, keys in _level_behind(told):
        drawn = told["events"][at + 1]
        then = told["events"][at + 2]
        numbers = drawn.get("numbers", [])
        settled = drawn["do"] == "lots" and then["do"] == "advance" and not then["answer"]["level"]
        if settled and len(keys) == 2 and sorted(key for key, _lot in numbers) == sorted(keys):
            numbers[0][1], numbers[1][1] = numbers[1][1], numbers[0][1]
            return True
    return False


@spoiler
def a_tie_that_decides_nothing_is_shown_as_undecided(told: Told) -> bool:
    for at, _event, keys in _idle(told):
        stage = told["events"][at]["stage"]
        marks = [one for one in told["events"][:at] if one["do"] == "certain"]
        if marks and marks[-1]["stage"] == stage and set(keys) <= set(marks[-1]["going"]):
            marks[-1]["level"] += keys
            return True
    return False


@spoiler
def who_stayed_is_shown_as_able_again(told: Told) -> bool:
    for event, later in _marks(told):
        for other in later:
            again = other["do"] == "certain" and other["stage"] == event["stage"]
            both = again and set(event["could"]) & set(other["could"])
            if both and event["going"]:
                event["could"] = []
                return True
    return False


@spoiler
def a_sure_medal_is_not_won(told: Told) -> bool:
    for event, later in _marks(told):
        for places in later:
            if places["do"] == "places" and places["group"]:
                given = {a["key"] for a in places["awards"]}
                others = [one["key"] for one in places["answer"] if one["key"] not in given]
                if others:
                    event["medals"].append([places["group"], others[0], "gold"])
                    return True
    return False


@spoiler
def a_sure_medal_is_taken_back(told: Told) -> bool:
    for event, later in _marks(told):
        for other in later:
            if other["do"] == "certain" and event["medals"]:
                other["medals"].remove(event["medals"][0])
                return True
    return False


@spoiler
def a_sure_medal_is_not_marked(told: Told) -> bool:
    """In a last stage of one game, once all is in, with a total for each and none twice."""
    if any(True for _ in events(told, "out")):
        return False
    for event, _later in _marks(told):
        stage = event["stage"]
        opened = list(events(told, "open", stage=stage))[-1]
        plan = opened["plan"]
        plain = plan["kind"] == "tables" and plan["rounds"] == 1 and plan["measure"] == "total"
        before = told["events"][: told["events"].index(event)]
        lines = [
            line
            for sheet in before
            if sheet["do"] == "lines" and sheet["stage"] == stage
            for line in sheet["lines"]
        ]
        totals = {line["key"]: line["total"] for line in lines}
        field = {one["key"] for one in opened["field"]}
        distinct = len(set(totals.values())) == len(totals) and totals.keys() == field
        stands = plan["uneven"] == "stands" and {one["carried"] for one in opened["field"]} == {"0"}
        won = [medal for medal in event["medals"] if medal[1] in field]
        if event["following"] is None and plain and distinct and stands and won:
            event["medals"].remove(won[0])
            return None not in totals.values()
    return False


@spoiler
def lots_at_a_table_fell_the_other_way(told: Told) -> bool:
    for at, event in enumerate(told["events"]):
        if event["do"] == "lots" and event["at_table"] and len(event["numbers"]) == 2:
            later = told["events"][at + 1 :]
            seated = [
                one for one in later if one["do"] == "seat" and one["stage"] == event["stage"]
            ]
            single = (
                list(events(told, "open", stage=event["stage"]))[-1]["plan"]["kind"] == "single"
            )
            left = any(True for _ in events(told, "out"))
            if single and not left and seated and seated[0]["round"] is not None:
                first, second = event["numbers"]
                first[1], second[1] = second[1], first[1]
                return True
    return False


@spoiler
def lots_at_a_table_were_not_drawn(told: Told) -> bool:
    for at, event in enumerate(told["events"]):
        if event["do"] == "lots" and event["at_table"]:
            later = told["events"][at + 1 :]
            seated = [
                one for one in later if one["do"] == "seat" and one["stage"] == event["stage"]
            ]
            left = any(True for _ in events(told, "out"))
            if seated and not left and seated[0]["round"] is not None:
                told["events"].remove(event)
                return True
    return False


@spoiler
def a_mark_before_each_table_has_begun(told: Told) -> bool:
    for event in events(told, "certain"):
        seated = [one for one in events(told, "seat", stage=event["stage"]) if one["round"]]
        if event["stage"] > 1 and event["waits"] and len(seated) == 1:
            event["medals"].append(["open", seated[0]["round"]["tables"][0]["seats"][0], "gold"])
            return True
    return False


@spoiler
def the_lowest_of_a_table_is_not_marked_while_others_wait(told: Told) -> bool:
    for event in events(told, "certain"):
        seated = [one for one in events(told, "seat", stage=event["stage"]) if one["round"]]
        if event["stage"] > 1 and event["waits"] and len(seated) == 1 and event["going"]:
            event["going"].pop()
            return True
    return False


@spoiler
def who_is_level_at_a_table_is_not_shown_while_others_wait(told: Told) -> bool:
    for event in events(told, "certain"):
        seated = [one for one in events(told, "seat", stage=event["stage"]) if one["round"]]
        if event["stage"] > 1 and event["waits"] and len(seated) == 1 and event["level"]:
            event["level"].pop()
            return True
    return False


def _while_the_director_decides(told: Told) -> Iterator[tuple[Told, Told]]:
    """What comes apart by a correction, each with the marks that are shown meanwhile."""
    for at, event in enumerate(told["events"]):
        if event["do"] == "apart" and (event["missing"] or event["extra"] or event["level"]):
            marks = told["events"][at + 1]
            if marks["do"] == "certain":
                yield event, marks


@spoiler
def who_waits_for_the_directors_word_goes_on(told: Told) -> bool:
    for event, marks in _while_the_director_decides(told):
        inside = [*event["extra"], *(key for keys in event["level"] for key in keys)]
        if inside and inside[0] not in marks["going"]:
            marks["going"].append(inside[0])
            return True
    return False


@spoiler
def a_medal_is_shown_while_the_director_decides(told: Told) -> bool:
    for event, marks in _while_the_director_decides(told):
        keys = [*event["extra"], *(key for keys in event["level"] for key in keys)]
        if keys:
            marks["medals"].append(["open", keys[0], "gold"])
            return True
    return False


@spoiler
def who_should_have_gone_on_is_not_named(told: Told) -> bool:
    for event, _marks in _while_the_director_decides(told):
        plan = list(events(told, "open", stage=event["stage"]))[-1]["plan"]
        if event["missing"] and plan["fill"] == "none":
            event["missing"].pop()
            return True
    return False


@spoiler
def a_medal_goes_when_somebody_leaves_and_keeps_the_place(told: Told) -> bool:
    """Or when somebody sits down at a table: neither may take a medal that was shown."""
    shown: list[list[object]] = []
    left = False
    for event in told["events"]:
        if event["do"] == "certain":
            if left and shown and shown[0] in event["medals"]:
                event["medals"].remove(shown[0])
                return True
            shown, left = list(event["medals"]), False
        kept = event["do"] == "out" and set(event["keys"]) == set(event["kept"])
        kept = kept and all(how != "disqualified" for _key, how in event["hows"])
        left = left or kept or event["do"] == "change"
        if event["do"] in ("lines", "seat", "certain", "change") or kept:
            continue
        shown = []
    return False


@spoiler
def a_tie_is_called_certain_that_is_none(told: Told) -> bool:
    """Of two who have different places once all is over."""
    for event, later in _marks(told):
        for places in later:
            if places["do"] == "places" and places["group"] and event["following"] is None:
                placed = [x for x in places["answer"] if x["place"] and not x["shared"]]
                if len(placed) > 1:
                    keys = sorted(one["key"] for one in placed[:2])
                    event["ties"].append([places["group"], keys])
                    return True
    return False


@spoiler
def a_tie_of_who_is_out_is_not_shown(told: Told) -> bool:
    for event in events(told, "certain"):
        opened = list(events(told, "open", stage=event["stage"]))[-1]
        field = {one["key"] for one in opened["field"]}
        for tie in event["ties"]:
            if field.isdisjoint(tie[1]):
                event["ties"].remove(tie)
                return True
    return False


@spoiler
def who_must_go_on_is_only_said_to_be_able(told: Told) -> bool:
    """Of the best of the rest, once all tables are in and nobody has to be parted."""
    for event, later in _marks(told):
        calm = []
        for after in later:
            if after["do"] in ("lots", "play_off", "apart", "lines"):
                break
            calm.append(after)
        answers = [one["answer"] for one in calm if one["do"] == "advance"]
        if event["waits"] or not answers or not answers[0] or answers[0]["level"]:
            continue
        filling = {one["key"] for one in answers[0]["going"] if one["how"] == "fill"}
        if sure := filling & set(event["going"]):
            event["going"].remove(min(sure))
            event["could"].append(min(sure))
            return True
    return False


@spoiler
def a_medal_is_sure_that_an_unknown_division_takes(told: Told) -> bool:
    """Somebody turns out to compete there, and another one wins what was shown as certain."""
    for at, event in enumerate(told["events"]):
        before = told["events"][:at]
        while before and before[-1]["do"] == "learn":
            before = before[:-1]
        if event["do"] != "learn" or not event["group"] or before[-1]["do"] != "certain":
            continue
        was, now = (
            {(a["key"], a["what"]) for one in places[-1:] for a in one["awards"]}
            for places in (_places(before, event["group"]), _places(told["events"], event["group"]))
        )
        if lost := was - now:
            before[-1]["medals"].append([event["group"], *min(lost)])
            return True
    return False


def _places(before: list[Told], group: str) -> list[Told]:
    return [one for one in before if one["do"] == "places" and one["group"] == group]


def _parted(told: Told) -> Iterator[tuple[Told, int, set[int]]]:
    """Marks of who is among the best by totals, each with one who has finished and their equals.

    While a table still plays the last game, as long as the plan stays.
    """
    for at, event in enumerate(told["events"]):
        if event["do"] != "certain" or event["waits"]:
            continue
        own = [one for one in told["events"][:at] if one.get("stage") == event["stage"]]
        opened = next(one for one in reversed(own) if one["do"] == "open")
        plan = opened["plan"]
        plain = (plan["kind"], plan["onward"], plan["measure"]) == ("tables", "best", "total")
        if not plain or plan["uneven"] != "stands" or plan["cut"] == "points":
            continue
        if any(one["do"] == "plan" for one in own):
            continue
        totals: dict[int, dict[int, int]] = {one["key"]: {} for one in opened["field"]}
        for sheet in (one for one in own if one["do"] == "lines"):
            for line in sheet["lines"]:
                if line["key"] in totals and line["total"] is not None:
                    totals[line["key"]][sheet["round"]] = line["total"]
        rank = {
            one["key"]: (one["group"], one["carried"], sum(totals[one["key"]].values()))
            for one in opened["field"]
            if len(totals[one["key"]]) == plan["rounds"]
        }
        for key in rank if len(rank) < len(totals) else ():
            yield event, key, {other for other in rank if rank[other] == rank[key]} - {key}


@spoiler
def who_wins_a_tie_for_good_is_only_shown_as_able(told: Told) -> bool:
    for event, key, alike in _parted(told):
        if key in event["going"] and alike & {*event["could"]}:
            event["going"].remove(key)
            event["could"].append(key)
            return True
    return False
