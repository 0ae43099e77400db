"""Which house rules an answer depends on: those without which it would be a different one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from engine.rules.parameters import Rule
from engine.rules.rule_set import PARAMETERS, PRESETS, RuleSet


class _Noting:
    """A rule set that notes which of its parameters are read."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.read.add(name)
        value: object = getattr(self._rules, name)
        return value

    def rule(self, name: str) -> Rule[object]:
        self.read.add(name)
        return self._rules.rule(name)


def without(rules: RuleSet, name: str) -> RuleSet:
    """Return the same rules with the preset's rule in place of one house rule."""
    changes: dict[str, Any] = {
        "house": rules.house - {name},
        "filled": rules.filled - {name},
        name: PRESETS[rules.base].rule(name),
    }
    return replace(rules, **changes)


def house_rules_behind(
    rules: RuleSet, named: tuple[str, ...], answer: Callable[[RuleSet], object]
) -> Iterator[str]:
    """Yield each house rule, as `house:PARAMETER`, that an answer depends on but has not `named`.

    `answer` gives the answer under other rules; equal answers count as the same. Not found:
    a house rule that makes a difference only together with another.
    """
    if all(f"house:{name}" in named for name in rules.house):
        return
    noting = _Noting(rules)
    given = answer(cast("RuleSet", noting))
    for name in PARAMETERS:
        clause = f"house:{name}"
        if name not in rules.house or name not in noting.read or clause in named:
            continue
        if answer(without(rules, name)) != given:
            yield clause
