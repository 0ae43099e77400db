"""Faults put into what is told of corrections, each of which the checker must find."""

from collections.abc import Iterator

from .checking.corrected import TOO_LATE, WAITS
from .made import Told
from .spoiling import Spoiler

SPOILERS: list[Spoiler] = []


def spoiler(function: Spoiler) -> Spoiler:
    """Note a way to spoil."""
    SPOILERS.append(function)
    return function


def shown(told: Told) -> Iterator[Told]:
    """What the bracket said of each stage, after each event."""
    for event in told["events"]:
        if event["do"] == "read":
            yield from event["stages"]


@spoiler
def who_gained_and_who_lost_are_exchanged(told: Told) -> bool:
    for stage in shown(told):
        before, between, after = stage["kept"].partition(" should have gone on to ")
        if " instead of " not in after or "." not in before:
            continue
        cause, _, missing = before.rpartition(". ")
        title, _, rest = after.partition(" instead of ")
        extra, _, end = rest.partition(". ")
        stage["kept"] = f"{cause}. {extra}{between}{title} instead of {missing}. {end}"
        return True
    return False


@spoiler
def somebody_is_named_before_the_director_has_answered(told: Told) -> bool:
    name = told["names"][0][1]
    for stage in shown(told):
        if stage["corrected"]:
            stage["corrected"] = f"Corrected after it was closed. {name} should have gone on."
            return True
    return False


@spoiler
def a_decision_about_others_is_asked_again(told: Told) -> bool:
    """What was answered is said to be open once another table is corrected."""
    for stage in shown(told):
        if stage["corrected"] and stage["kept"]:
            stage["kept"] = ""
            return True
    return False


@spoiler
def who_plays_instead_of_somebody_passes_for_the_answer(told: Told) -> bool:
    """What is asked is said to be answered once somebody plays in another's place."""
    after = False
    for event in told["events"]:
        after = event["do"] == "instead" or (after and event["do"] == "read")
        for stage in event["stages"] if after and event["do"] == "read" else ():
            if stage["corrected"]:
                stage["corrected"] = ""
                return True
    return False


@spoiler
def a_choice_passes_for_a_result(told: Told) -> bool:
    for stage in shown(told):
        for how in stage["hows"]:
            if how[1] == "choice":
                how[1] = "table"
                return True
    return False


@spoiler
def one_whose_medal_moved_is_left_out(told: Told) -> bool:
    for event in told["events"]:
        if event["do"] == "read" and event["moved"]:
            event["moved"][0].pop()
            return True
    return False


@spoiler
def the_log_says_that_all_stays_where_somebody_joined(told: Told) -> bool:
    for event in told["events"]:
        if event["do"] == "choose" and event["choice"] == "take":
            names = told["stages"]
            at = event["stage"]
            event["log"] = (
                f"{names[at]} stays as it was seated, although {names[at - 1]} was corrected."
            )
            return True
    return False


@spoiler
def a_number_is_shown_that_the_answer_moves(told: Told) -> bool:
    for at, event in enumerate(told["events"]):
        before, after = told["events"][at - 1], told["events"][at + 1 : at + 2]
        if event["do"] == "choose" and before["do"] == "read":
            known = {key for key, _place, _shared in after[0]["numbers"]}
            for row in before["numbers"]:
                if row[0] in known:
                    row[1] += 1
                    return True
    return False


@spoiler
def a_number_is_shown_in_a_stage_that_could_be_opened_and_seated_again(told: Told) -> bool:
    """A closed stage, after which another is seated that nobody has played."""
    opened = {event["stage"]: event for event in told["events"] if event["do"] == "open"}
    for event in told["events"]:
        for at, stage in enumerate(event["stages"][:-2] if event["do"] == "read" else (), 1):
            if stage["corrected"] == WAITS:
                event["numbers"].append([opened[at + 2]["field"][0]["key"], 1, False])
                return True
    return False


@spoiler
def it_is_said_that_the_director_decides_when_it_is_too_late(told: Told) -> bool:
    for stage in shown(told):
        if stage["corrected"] == TOO_LATE:
            stage["corrected"] = WAITS
            return True
    return False


@spoiler
def a_place_is_left_out_for_a_question_that_comes_too_late(told: Told) -> bool:
    for event in told["events"]:
        said = [stage["corrected"] for stage in event.get("stages", ())]
        if TOO_LATE in said and WAITS not in said and event["places"]:
            event["places"].pop()
            return True
    return False


@spoiler
def what_sheets_corrected_before_the_answer_moved_is_left_out(told: Told) -> bool:
    """A sheet is corrected while the director has still to answer, and then it is answered."""
    waiting = again = False
    for event in told["events"]:
        if event["do"] == "lines":
            again = again or waiting
        if event["do"] == "read":
            waiting = any(stage["corrected"] == WAITS for stage in event["stages"])
            if again and not waiting and event["moved"]:
                event["moved"][0].pop()
                return True
    return False


@spoiler
def one_who_plays_is_said_to_be_out_since_it_was_seated_again(told: Told) -> bool:
    field: list[Told] = []
    for event in told["events"]:
        field = event.get("field") or field
        for stage in event["stages"] if event["do"] == "read" else ():
            if stage["anew"] and field:
                name = dict(told["names"])[field[0]["key"]]
                stage["anew"] = f"The director had Final seated again, without {name}."
                return True
    return False
