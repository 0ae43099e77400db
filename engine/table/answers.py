"""An answer to a question of the contract, and the ways to give one."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.reports import Fault
from engine.rules.parameters import SILENT, Rule, Unclear

Value = int | str | dict[str, int]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say. `verdict` is one of the contract's words.

    `clauses` decide, the most decisive first; `because` is one sentence for the table. `needs`
    are paths of the facts that would decide, the most useful first.
    """

    verdict: str
    clauses: tuple[str, ...]
    because: str
    value: Value | None = None
    needs: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The answer as the contract writes it, without its id."""
        return {
            "verdict": self.verdict,
            "value": self.value,
            "clauses": list(self.clauses),
            "because": self.because,
            "needs": list(self.needs),
            "faults": [
                {
                    "code": fault.code.value,
                    "text": fault.text,
                    "seats": list(fault.seats),
                    "tiles": [str(tile) for tile in fault.tiles],
                }
                for fault in self.faults
            ],
        }


def distinct(*clauses: str) -> tuple[str, ...]:
    """Each clause once, in order."""
    return tuple(dict.fromkeys(clauses))


def is_value(value: Value, because: str, *clauses: str) -> Answer:
    """The answer is a value."""
    return Answer("value", distinct(*clauses), because, value)


def depends(because: str, needs: Iterable[str], *clauses: str) -> Answer:
    """The answer differs with facts that are unknown, or with what clauses contradict."""
    return Answer("depends", distinct(*clauses), because, needs=tuple(needs))


def not_covered(because: str, *clauses: str) -> Answer:
    """The text of the rules does not say."""
    return Answer("not_covered", distinct(*clauses), because)


def undecided(name: str, rule: Rule[Any], about: str) -> Answer | None:
    """The answer where the rules do not decide on one parameter; None where they do.

    `about` says what they would decide, to fit "do not say ...".
    """
    if rule.value is SILENT:
        return not_covered(f"These rules do not say {about}.", *rule.clauses)
    if isinstance(rule.value, Unclear):
        return depends(
            f"These rules contradict themselves on {about}.", [f"rules.{name}"], *rule.clauses
        )
    return None
