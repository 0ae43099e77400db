"""A case as JSON gives it, answered as JSON: the engine's public contract.

`answer` never raises: a case that cannot be read is answered {"id": ..., "error": sentence}.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import countdown, setups
from engine.cases import read_report, read_setup, read_table
from engine.concluding import CaseError, conclude
from engine.reading import read_ask, read_told
from engine.reports import Report, check_report, points
from engine.rules import RuleSet
from engine.rulings import rule
from engine.setups import set_clauses

Case = Mapping[str, Any]
Answer = dict[str, Any]

MOST_ID: Final = 200


def answer(case: object) -> Answer:
    """The answer to one case, as the contract writes both."""
    told_id = case.get("id") if isinstance(case, Mapping) else None
    if isinstance(told_id, str):
        told_id = told_id[:MOST_ID]
    elif not (told_id is None or isinstance(told_id, int | float)):
        told_id = None
    try:
        if not isinstance(case, Mapping):
            raise CaseError("A case must be an object with keys.")
        return {"id": told_id, **_answered(case)}
    except CaseError as error:
        return {"id": told_id, "error": str(error)}


def _answered(case: Case) -> Answer:
    ask = case.get("ask")
    if not isinstance(ask, Mapping):
        raise CaseError('ask: it needs one of "may", "must", "who", "what", "is", "check".')
    for kind, answers in OWN.items():
        if kind in ask:
            what = ask[kind]
            if len(ask) > 1:
                raise CaseError(f"ask: beside {kind} it knows no other key.")
            if not isinstance(what, str) or what not in answers:
                raise CaseError(f"ask.{kind}: it can be {', '.join(answers)}.")
            return answers[what](case)
    told = read_told(case)
    ruling = rule(conclude(told), read_ask(case, told))
    return written(
        ruling.verdict,
        ruling.because,
        ruling.clauses,
        value=ruling.value,
        needs=ruling.needs,
    )


def written(
    verdict: str,
    because: str,
    clauses: tuple[str, ...],
    *,
    value: object = None,
    needs: tuple[str, ...] = (),
    faults: tuple[Answer, ...] = (),
) -> Answer:
    """An answer in the contract's keys; each clause once, the most decisive first."""
    return {
        "verdict": verdict,
        "value": value,
        "clauses": list(dict.fromkeys(clauses)),
        "because": because,
        "needs": list(needs),
        "faults": list(faults),
    }


def _before_round(
    question: Callable[[countdown.Table], countdown.Said],
) -> Callable[[Case], Answer]:
    def answered(case: Case) -> Answer:
        said = question(read_table(case))
        return written(said.verdict, said.because, said.clauses, value=said.value, needs=said.needs)

    return answered


def _points(case: Case) -> Answer:
    """What each seat's report counts, in points."""
    report, rules = read_report(case)
    if rules.counting.value != "pips":
        return written(
            "not_covered", "The rules do not say how a round is counted.", rules.counting.clauses
        )
    counted = points(report, rules)
    clauses = _counting_clauses(report, rules)
    unknown = [seat for seat, total in counted.items() if total is None]
    if not counted or not report.all_seats:
        return written("depends", "It depends on who played.", clauses, needs=("seats",))
    if unknown:
        paths = tuple(_missing_for(report, rules, seat) for seat in unknown)
        names = " and ".join(unknown)
        return written("depends", f"What {names} had left was not told.", clauses, needs=paths)
    shown = ", ".join(f"{seat} {total}" for seat, total in counted.items())
    return written("value", f"Points of the round: {shown}.", clauses, value=dict(counted))


def _missing_for(report: Report, rules: RuleSet, seat: str) -> str:
    """The fact that would tell a seat's points."""
    marks = rules.marked_train_points.value
    if report.whole_hand(seat) and marks and seat not in report.marked:
        return f"trains.{seat}.marked"
    return f"report.hands.{seat}"


def _counting_clauses(report: Report, rules: RuleSet) -> tuple[str, ...]:
    """The clauses that a round's points rest on."""
    clauses = rules.counting.clauses
    if any(tile == (0, 0) for hand in report.hands.values() for tile in hand):
        clauses += rules.double_blank_value.clauses
    if report.out is not None:
        clauses += rules.winner_score.clauses
    return clauses


def _check_report(case: Case) -> Answer:
    """Whether a reported round could have happened."""
    report, rules = read_report(case)
    faults = check_report(report, rules)
    if not faults:
        clauses = set_clauses(report.set) + _counting_clauses(report, rules)
        return written("valid", "Some deal of the tiles fits all that is told.", clauses)
    told = tuple(
        {
            "code": fault.code.value,
            "text": fault.text,
            "seats": list(fault.seats),
            "tiles": [str(tile) for tile in fault.tiles],
        }
        for fault in faults
    )
    clauses = tuple(clause for fault in faults for clause in fault.clauses)
    clauses += set_clauses(report.set) + _counting_clauses(report, rules)
    return written("invalid", faults[0].text, clauses, faults=told)


def _check_setup(case: Case) -> Answer:
    """Whether players, set and deal fit the rules."""
    setup = read_setup(case)
    faults = setups.check_setup(setup)
    rules = setup.table.rules
    if faults:
        told = tuple(
            {
                "code": fault.code,
                "text": fault.text,
                "seats": list(fault.seats),
                "tiles": [str(tile) for tile in fault.tiles],
            }
            for fault in faults
        )
        clauses = tuple(clause for fault in faults for clause in fault.clauses)
        return written("invalid", faults[0].text, clauses, faults=told)
    if nearest := setups.silent_about(setup):
        return written("not_covered", "The rules do not say how many tiles are dealt.", nearest)
    row = setup.hand_size
    clauses = (row.clause,) if row and row.clause else ()
    clauses += rules.hand_size.clauses + rules.starting_double_from.clauses
    clauses += rules.player_limits.clauses
    return written("valid", "Players, dominoes and deal fit the rules.", clauses)


OWN: Final[Mapping[str, Mapping[str, Callable[[Case], Answer]]]] = {
    "what": {
        **{name: _before_round(question) for name, question in countdown.QUESTIONS.items()},
        "points": _points,
    },
    "check": {"report": _check_report, "setup": _check_setup},
}
"""The questions that are not about a turn, by kind and name."""
