"""One branch of what is not known, and the fork where a rule reads what it does not hold."""

from collections.abc import Hashable, Iterable
from typing import Any

from engine.parameters import SILENT, Rule, Unclear
from engine.position import Position
from engine.rules import PARAMETERS

Given = dict[Hashable, Any]
"""What is supposed along one branch, by fact."""


class Fork(Exception):  # noqa: N818 - no error: it says that a fact is not known
    """A fact that a rule has read and that is not known.

    `paths` name it as a case does, `options` are what can be supposed of it. `silent` says that
    it is a point on which the rules are silent, and no fact of the table.
    """

    def __init__(
        self, key: Hashable, paths: tuple[str, ...], options: Iterable[Any], *, silent: bool = False
    ) -> None:
        super().__init__(paths)
        self.key, self.paths, self.options, self.silent = key, paths, tuple(options), silent


class Branch:
    """A position, what is supposed along this branch, and what the rules say there."""

    __slots__ = ("given", "position", "rules")

    def __init__(self, position: Position, given: Given) -> None:
        self.position = position
        self.rules = position.rules
        self.given = given

    def says(self, parameter: str, *fillings: Any) -> Any:
        """What the rules say on this point.

        Where they are silent each of `fillings` is tried, or each value that the point can have.
        """
        rule: Rule[Any] = (
            self.given[parameter] if parameter in self.given else getattr(self.rules, parameter)
        )
        value = rule.value
        if value is SILENT or value.__class__ is Unclear:
            self._unsaid(parameter, rule, fillings)
        return value

    def _unsaid(self, parameter: str, rule: Rule[Any], fillings: tuple[Any, ...]) -> None:
        path = (f"rules.{parameter}",)
        if isinstance(rule.value, Unclear):
            raise Fork(parameter, path, rule.value.readings)
        about = PARAMETERS[parameter]
        values = dict.fromkeys((about.default, *(fillings or about.values)))
        raise Fork(parameter, path, [Rule(each, rule.clauses) for each in values], silent=True)

    def clauses(self, parameter: str) -> tuple[str, ...]:
        """The clauses that this point rests on, along this branch."""
        rule: Rule[Any] = self.given.get(parameter) or getattr(self.rules, parameter)
        return rule.clauses

    def cite(self, points: Iterable[str]) -> tuple[str, ...]:
        """The clauses of these points, the first point's first, each once."""
        found: dict[str, None] = {}
        for parameter in points:
            for clause in self.clauses(parameter):
                found[clause] = None
        return tuple(found)
