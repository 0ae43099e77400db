"""The one door to the engine: rows and typed text go in, values and sentences come out.

Nothing else in the site imports `engine`, so that what the rules say is asked in one place.
"""

from .rounds import check_round
from .tables import (
    SETS,
    TITLES,
    check_setup,
    deal,
    first_turn_rule,
    house_rules,
    is_over,
    late_arrival_rule,
    late_arrival_total,
    marker_points,
    next_double,
    parts_ties_by_rounds_out,
    presets,
    round_count,
    rule_problems,
    rule_spec,
)

__all__ = [
    "SETS",
    "TITLES",
    "check_round",
    "check_setup",
    "deal",
    "first_turn_rule",
    "house_rules",
    "is_over",
    "late_arrival_rule",
    "late_arrival_total",
    "marker_points",
    "next_double",
    "parts_ties_by_rounds_out",
    "presets",
    "round_count",
    "rule_problems",
    "rule_spec",
]
