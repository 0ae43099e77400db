"""One entry point for every question of the contract: a case in, an answer out.

`answer` takes a case as JSON gives it and returns the answer as JSON wants it. Which function
answers which question stands in `ANSWERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engine.game.schedule_questions import (
    double_due,
    hand_size,
    next_starting_double,
    rounds,
)
from engine.game.setup import check_setup, mexican_train_marker
from engine.game.tally import round_points
from engine.json_values import CaseError
from engine.reports import Report, examine
from engine.reports.endings import endings
from engine.reports.faults import clauses_of_set
from engine.rules.attribution import house_rules_behind
from engine.rules.rule_set import SILENT, RuleSet
from engine.rulings.first_player import begins_next, first_player, with_starter
from engine.rulings.remedies import remedy
from engine.rulings.rulings import rule, shape
from engine.rulings.shapes import options_under
from engine.sentences import say
from engine.table.answers import Answer, Value, distinct, not_covered
from engine.table.case import QUESTIONS, TURN_KINDS, Case, read_case
from engine.table.deduction import conclude
from engine.table.facts import Facts
from engine.table.summary import in_sentences


def check_report(facts: Facts) -> Answer:
    """Return whether the reported round could have happened, whatever the unknown facts are."""
    reports = [_report_for(facts, set_) for set_ in facts.sets()]
    examined = [(examine(report, facts.rules), report) for report in reports]
    examination, report = min(examined, key=lambda pair: len(pair[0].faults))
    if examination.faults:
        clauses = distinct(*(clause for fault in examination.faults for clause in fault.clauses))
        because = examination.faults[0].text
        return Answer("invalid", clauses, because, faults=examination.faults)
    return _uncounted(facts.rules, report) or Answer(
        "valid",
        distinct(*_report_clauses(facts.rules, report)),
        say("The tiles of the set can be dealt so that all of this holds."),
    )


def _report_for(facts: Facts, set_: int) -> Report:
    """Return the report, with the starting double that the rules name for this round."""
    report = facts.report_for(set_)
    if report.starting_double is not None:
        return report
    return replace(report, starting_double=double_due(replace(facts, set=set_)))


def _uncounted(rules: RuleSet, report: Report) -> Answer | None:
    """Return what of the report the rules do not cover; None where they cover it all."""
    if report.totals and rules.counting.value is SILENT:
        return not_covered(
            say("These rules do not say how a round is counted."), *rules.counting.clauses
        )
    nobody_out = set(endings(report, rules)) == {None} and report.all_seats and not report.time
    if (report.blocked or nobody_out) and rules.blocked_rule.value is SILENT:
        because = say("These rules say nothing about a blocked round.")
        return not_covered(because, *rules.blocked_rule.clauses)
    return None


def _report_clauses(rules: RuleSet, report: Report) -> tuple[str, ...]:
    """Return the clauses that a report without a fault relies on."""
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


def _shaped(question: Callable[[Facts], Answer], facts: Facts) -> Answer:
    """Return the answer to a question, with its shape and its options where the rules are open."""
    given = question(facts)
    if given.shape or given.verdict in ("valid", "invalid"):
        return given
    if not given.open_point:
        return replace(given, shape=PLAIN_SHAPES[given.verdict])

    def answer_under(rules: RuleSet) -> tuple[str, Value | None, str]:
        other = question(replace(facts, rules=rules))
        return other.verdict, other.value, other.because

    options = options_under(facts.rules, given.open_point, answer_under)
    shape = "silent" if given.verdict == "not_covered" else "readings"
    return replace(given, shape=shape, options=options)


PLAIN_SHAPES: Final = MappingProxyType(
    {"value": "value", "depends": "unknown", "not_covered": "silent"}
)
"""The shape of an answer that no single point of the rules leaves open."""


def _with_house_rules(question: Callable[[Facts], Answer]) -> Callable[[Case], Answer]:
    """Return the question, its answer naming every house rule that it relies on."""

    def ask(case: Case) -> Answer:
        facts = case.facts
        given = _shaped(question, facts)
        if given.verdict in ("depends", "not_covered"):
            return given

        def answer_under(rules: RuleSet) -> object:
            try:
                other = question(replace(facts, rules=rules))
            except CaseError as error:
                return str(error)
            return other.verdict, other.value

        house = house_rules_behind(facts.rules, given.clauses, answer_under)
        return replace(given, clauses=(*given.clauses, *house))

    return ask


def _remedied(case: Case) -> Answer:
    """Return what is done about a mistake."""
    return _with_house_rules(lambda facts: remedy(facts, case.ask))(case)


def _rule_on_turn(case: Case) -> Answer:
    """Rule on what a seat may or must do in the middle of a round."""
    position = with_starter(conclude(case.facts), case.facts)
    ruling = rule(position, case.ask)
    shaped = shape(position, case.ask, ruling)
    return Answer(
        ruling.verdict,
        distinct(*ruling.clauses),
        ruling.because,
        ruling.value,
        ruling.needs,
        organizer_only=ruling.organizer_only,
        shape=shaped.name,
        decides=shaped.decides,
        options=shaped.options,
        summary=in_sentences(case.facts),
    )


ANSWERS: Final[Mapping[tuple[str, str], Callable[[Case], Answer]]] = MappingProxyType(
    {
        **{(kind, what): _rule_on_turn for kind in TURN_KINDS for what in QUESTIONS[kind]},
        **{("remedy", what): _remedied for what in QUESTIONS["remedy"]},
        ("who", "begins_next"): _with_house_rules(begins_next),
        ("what", "hand_size"): _with_house_rules(hand_size),
        ("what", "next_starting_double"): _with_house_rules(next_starting_double),
        ("what", "rounds"): _with_house_rules(rounds),
        ("what", "first_player"): _with_house_rules(first_player),
        ("what", "mexican_train_marker"): _with_house_rules(mexican_train_marker),
        ("what", "points"): _with_house_rules(round_points),
        ("check", "report"): _with_house_rules(check_report),
        ("check", "setup"): _with_house_rules(check_setup),
    }
)
"""For each question, by its kind and name, the function that answers it."""


def answer(raw: object) -> dict[str, Any]:
    """Return the answer to one case, with the id that it came with.

    Raises `CaseError` with a sentence that names the key that is wrong.
    """
    if not isinstance(raw, Mapping):
        raise CaseError("a case must be an object with keys.")
    case = read_case(raw)
    return {"id": raw.get("id"), **ANSWERS[case.ask.kind, case.ask.what](case).as_json()}


def answer_or_error(raw: object) -> dict[str, Any]:
    """Return the answer to one case; {"id": ..., "error": sentence} where it cannot be read."""
    try:
        return answer(raw)
    except CaseError as error:
        return {"id": raw.get("id") if isinstance(raw, Mapping) else None, "error": str(error)}
