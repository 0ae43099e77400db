"""Short ways to write reports in tests."""

from collections.abc import Mapping
from typing import Any

from engine.reports import Fault, FaultCode, Report, check_report
from engine.rules.rule_set import rule_set
from engine.tiles import Tile, parse_tile


def tiles(*written: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(item) for item in written)


def a_report(**facts: Any) -> Report:
    """Report a round of Ann, Bob and Cal with a double-12 set in which Ann went out."""
    usual: dict[str, Any] = {"set": 12, "seats": ("Ann", "Bob", "Cal"), "starting_double": 12}
    facts = {**usual, "out": "Ann", **facts}
    for key in ("hands",):
        facts[key] = {seat: tiles(*hand) for seat, hand in facts.get(key, {}).items()}
    facts["on_table"] = tiles(*facts.get("on_table", ()))
    return Report(**facts)


def faults_of(rules: str | Mapping[str, Any] = "family", **facts: Any) -> tuple[Fault, ...]:
    return check_report(a_report(**facts), rule_set(rules))


def codes(faults: tuple[Fault, ...]) -> list[FaultCode]:
    return [fault.code for fault in faults]
