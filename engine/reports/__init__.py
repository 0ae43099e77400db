"""A reported round: every fault in it, and its points.

`check_report` names all faults at once and never raises, whatever is reported. A report without
faults is one that some set of distinct tiles could have produced: what is told is compared with
everything that the set, the rules and the other seats leave possible, and what is not told
counts as unknown.

Not guaranteed: that the round could have been played out, tile by tile, to such an end. Only
the tiles left over are looked at, not the order in which the others were laid.
"""

from engine.reports.counting import points, points_of
from engine.reports.endings import ENDED
from engine.reports.faults import Fault, FaultCode
from engine.reports.report import MEXICAN, Report
from engine.reports.told import RECKONED, TOLD, sane
from engine.reports.totals import TOTALED
from engine.rules import RuleSet

__all__ = ["MEXICAN", "Fault", "FaultCode", "Report", "check_report", "points", "points_of"]


def check_report(report: Report, rules: RuleSet) -> tuple[Fault, ...]:
    """Every fault of a reported round under these rules; none when it could have happened.

    Faults come in the order in which a table would mend them: seats and tiles, then numbers,
    then how the round ended, then points.
    """
    faults = [fault for check in TOLD for fault in check(report, rules)]
    kept = sane(report)
    faults += [fault for check in RECKONED + ENDED + TOTALED for fault in check(kept, rules)]
    return tuple(faults)
