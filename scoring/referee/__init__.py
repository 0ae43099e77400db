"""The one door to the engine: rows and typed text go in, values and sentences come out.

Nothing else in the site imports `engine`, so that what the rules say is asked in one place.
"""

from engine.json_text import MOST_DIGITS, NO_LETTER, JsonError, read_json

from .rounds import check_round
from .rulings import (
    clause_texts,
    house_rule_problem,
    parameter_names,
    parameter_sentence,
    preset_titles,
    presets_side_by_side,
    rule,
    rule_card,
    value_words,
    values_at,
)
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
    spec_problem,
    time_limit,
)

__all__ = [
    "MOST_DIGITS",
    "NO_LETTER",
    "SETS",
    "TITLES",
    "JsonError",
    "check_round",
    "check_setup",
    "clause_texts",
    "deal",
    "first_turn_rule",
    "house_rule_problem",
    "house_rules",
    "is_over",
    "late_arrival_rule",
    "late_arrival_total",
    "marker_points",
    "next_double",
    "parameter_names",
    "parameter_sentence",
    "parts_ties_by_rounds_out",
    "preset_titles",
    "presets",
    "presets_side_by_side",
    "read_json",
    "round_count",
    "rule",
    "rule_card",
    "rule_problems",
    "rule_spec",
    "spec_problem",
    "time_limit",
    "value_words",
    "values_at",
]
