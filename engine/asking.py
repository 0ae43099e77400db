"""A case in, an answer out: which function answers which question.

`answer` takes a case as JSON gives it and returns the answer as JSON wants it. Questions of
further kinds are added to `KINDS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engine.answers import Answer, distinct, not_covered
from engine.cases import Case, read_asked, read_case
from engine.concluding import conclude
from engine.course import hand_size, next_starting_double, rounds
from engine.reading import read_ask, read_told
from engine.reports import Report, examine
from engine.reports.endings import endings
from engine.reports.faults import clauses_of_set
from engine.resting import house_rules_behind
from engine.rules import SILENT, RuleSet
from engine.rulings import rule
from engine.setup import check_setup
from engine.starters import first_player
from engine.tally import round_points
from engine.wire import CaseError

Question = Callable[[Case], Answer]


def check_report(case: Case) -> Answer:
    """Whether the reported round could have happened, with some completion of the unknown."""
    found = [(case.report_for(set_), set_) for set_ in case.sets()]
    examined = [(examine(report, case.rules), report) for report, _ in found]
    examination, report = min(examined, key=lambda each: len(each[0].faults))
    if examination.faults:
        clauses = distinct(*(clause for each in examination.faults for clause in each.clauses))
        because = examination.faults[0].text
        return Answer("invalid", clauses, because, faults=examination.faults)
    return _uncounted(case, report) or Answer(
        "valid",
        distinct(*_report_clauses(case, report)),
        "The tiles of the set can be dealt so that all of this holds.",
    )


def _uncounted(case: Case, report: Report) -> Answer | None:
    """What of the report the rules do not speak of; None where they speak of all."""
    rules = case.rules
    if report.totals and rules.counting.value is SILENT:
        return not_covered(
            "These rules do not say how a round is counted.", *rules.counting.clauses
        )
    nobody_out = set(endings(report, rules)) == {None} and report.all_seats and not report.time
    if (report.blocked or nobody_out) and rules.blocked_rule.value is SILENT:
        because = "These rules do not speak of a blocked round."
        return not_covered(because, *rules.blocked_rule.clauses)
    return None


def _report_clauses(case: Case, report: Report) -> tuple[str, ...]:
    """The clauses that a report without fault rests on."""
    rules = case.rules
    clauses: tuple[str, ...] = ()
    if report.blocked or (report.out is None and not report.empty_hands):
        clauses += rules.blocked_rule.clauses
    if report.totals or report.hands:
        clauses += rules.counting.clauses
    if report.totals:
        clauses += rules.double_blank_value.clauses
    if report.out is not None:
        clauses += rules.winner_score.clauses + rules.out_on_double.clauses
    return clauses + clauses_of_set(report.set)


WHAT: Final[Mapping[str, Question]] = MappingProxyType(
    {
        "hand_size": hand_size,
        "next_starting_double": next_starting_double,
        "rounds": rounds,
        "first_player": first_player,
        "points": round_points,
    }
)
CHECK: Final[Mapping[str, Question]] = MappingProxyType(
    {"report": check_report, "setup": check_setup}
)


def _answered_by(questions: Mapping[str, Question]) -> Callable[[Mapping[str, Any], str, str], Any]:
    def ask(raw: Mapping[str, Any], kind: str, which: str) -> dict[str, Any]:
        if which not in questions:
            raise CaseError(f"ask.{kind}: it can be {', '.join(questions)}.")
        for key in raw["ask"]:
            if key != kind:
                raise CaseError(f"ask.{str(key)[:40]}: this key is not known.")
        return _with_house_rules(read_case(raw), questions[which]).as_json()

    return ask


def _with_house_rules(case: Case, question: Question) -> Answer:
    """The answer, with every house rule that it rests on among its clauses."""
    given = question(case)
    if given.verdict in ("depends", "not_covered"):
        return given

    def answer(rules: RuleSet) -> object:
        try:
            other = question(replace(case, rules=rules))
        except CaseError as error:
            return str(error)
        return other.verdict, other.value

    house = house_rules_behind(case.rules, given.clauses, answer)
    return replace(given, clauses=(*given.clauses, *house))


def _ruled(raw: Mapping[str, Any], kind: str, which: str) -> dict[str, Any]:
    """The ruling on what may, must or is to be done at a table in the middle of a round."""
    told = read_told(raw)
    ruling = rule(conclude(told), read_ask(raw))
    return Answer(
        ruling.verdict, distinct(*ruling.clauses), ruling.because, ruling.value, ruling.needs
    ).as_json()


KINDS: Final[Mapping[str, Callable[[Mapping[str, Any], str, str], Any]]] = MappingProxyType(
    {
        "what": _answered_by(WHAT),
        "check": _answered_by(CHECK),
        **dict.fromkeys(("may", "must", "who", "is"), _ruled),
    }
)
"""For each kind of question the function that answers it, from the case, the kind and its word."""


def answer(raw: object) -> dict[str, Any]:
    """The answer to one case, with the id that it came with.

    Raises `CaseError` with a sentence that names the key that is wrong.
    """
    if not isinstance(raw, Mapping):
        raise CaseError("a case must be an object with keys.")
    kind, which = read_asked(raw)
    return {"id": raw.get("id"), **KINDS[kind](raw, kind, which)}


def answer_or_error(raw: object) -> dict[str, Any]:
    """The answer to one case; {"id": ..., "error": sentence} where it cannot be read."""
    try:
        return answer(raw)
    except CaseError as error:
        return {"id": raw.get("id") if isinstance(raw, Mapping) else None, "error": str(error)}
