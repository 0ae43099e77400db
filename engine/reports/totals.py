"""Faults in the points told, each seat by itself: against its tiles, and below nothing."""

from collections.abc import Iterator

from engine.reports.counting import BLANK, marker_points, points_of
from engine.reports.faults import Fault, FaultCode, fault
from engine.reports.report import Report
from engine.rules import RuleSet


def totals_below_nothing(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Totals below 0 of seats that did not go out."""
    if rules.counting.value != "pips":
        return
    for seat, total in report.totals.items():
        winner_may = seat == report.winner or total == rules.winner_score.value
        if total < 0 and not (winner_may and not report.nobody_went_out):
            yield fault(
                FaultCode.TOTAL_NEGATIVE, [seat], clauses=rules.counting.clauses, total=total
            )


def hands_unlike_totals(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Hands told whole whose tiles count another total than was told."""
    for seat, total in report.totals.items():
        if seat == report.winner or not report.whole_hand(seat):
            continue
        counted = points_of(report.hands[seat], rules)
        marker = marker_points(report, rules, seat)
        if counted is None or marker is None or counted + marker == total:
            continue
        clauses = rules.counting.clauses
        if BLANK in report.hands[seat]:
            clauses += rules.double_blank_value.clauses
        yield fault(
            FaultCode.HAND_AND_TOTAL_DIFFER,
            [seat],
            report.hands[seat],
            clauses,
            points=counted + marker,
            total=total,
        )


TOTALED = (totals_below_nothing, hands_unlike_totals)
