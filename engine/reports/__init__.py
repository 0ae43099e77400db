"""A reported round: every fault in it, and its points.

`check_report` names all faults at once and never raises, whatever is reported. A report without
faults is one that some set of distinct tiles could have produced: the reported facts are compared
with everything that the set, the rules and the other seats leave possible, and what is not reported
counts as unknown.

Not guaranteed: that the round could have been played out, tile by tile, to such an end. Only
the tiles left over are looked at, not the order in which the others were played.
"""

from dataclasses import dataclass

from engine.reports.counting import points, points_of
from engine.reports.endings import ENDING_CHECKS
from engine.reports.faults import Fault, FaultCode
from engine.reports.numbers import NUMBER_CHECKS
from engine.reports.report import Report
from engine.reports.surprises import (
    Surprise,
    SurpriseCode,
    game_surprises,
    high_points,
    surprises,
)
from engine.reports.tile_faults import TILE_CHECKS, sane, with_last_count
from engine.reports.totals import wrong_totals
from engine.rules.rule_set import RuleSet

__all__ = [
    "Examination",
    "Fault",
    "FaultCode",
    "Report",
    "Surprise",
    "SurpriseCode",
    "check_report",
    "examine",
    "game_surprises",
    "high_points",
    "points",
    "points_of",
    "surprises",
]


@dataclass(frozen=True, slots=True)
class Examination:
    """The faults of a report.

    If `proved` is False, the search for tiles that make the totals ended at its limit, so a fault
    may be missing. That takes a report made to be hard. No fault that is named is in doubt.
    """

    faults: tuple[Fault, ...]
    proved: bool


def examine(report: Report, rules: RuleSet) -> Examination:
    """Return every fault of a reported round under these rules, and whether these are all.

    Faults come in the order in which a table would correct them: seats and tiles, then numbers,
    then how the round ended, then points.
    """
    kept = with_last_count(sane(report))
    faults = [fault for check in TILE_CHECKS for fault in check(report, rules)]
    faults += [fault for check in NUMBER_CHECKS for fault in check(kept, rules)]
    strict = not faults
    faults += [fault for check in ENDING_CHECKS for fault in check(kept, rules)]
    totals, proved = wrong_totals(kept, rules, strict=strict)
    return Examination((*faults, *totals), proved)


def check_report(report: Report, rules: RuleSet) -> tuple[Fault, ...]:
    """Return every fault of a reported round under these rules; none if it could have happened."""
    return examine(report, rules).faults
