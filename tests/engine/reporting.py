"""Short ways to write reports in tests."""

from collections.abc import Mapping
from typing import Any

from engine.reports import Fault, FaultCode, Report, check_report
from engine.rules import rule_set
from engine.tiles import Tile, parse_tile


def tiles(*written: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(each) for each in written)


def a_report(**told: Any) -> Report:
    """A round of Ann, Bob and Cal with a double-12 set in which Ann went out, and what is told."""
    usual: dict[str, Any] = {"set": 12, "seats": ("Ann", "Bob", "Cal"), "starting_double": 12}
    told = {**usual, "out": "Ann", **told}
    for key in ("hands",):
        told[key] = {seat: tiles(*hand) for seat, hand in told.get(key, {}).items()}
    told["on_table"] = tiles(*told.get("on_table", ()))
    return Report(**told)


def faults_of(rules: str | Mapping[str, Any] = "family", **told: Any) -> tuple[Fault, ...]:
    return check_report(a_report(**told), rule_set(rules))


def codes(faults: tuple[Fault, ...]) -> list[FaultCode]:
    return [fault.code for fault in faults]
