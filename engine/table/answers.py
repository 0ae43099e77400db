"""An answer to a question of the contract, and the ways to give one."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.reports import Fault
from engine.rules.parameters import SILENT, Rule, Unclear
from engine.sentences import say

Value = int | str | dict[str, int]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer of several that a table can take, as a house rule: `parameter` is `value`.

    `clauses` and `text` are of the reading, or of the house rule.
    """

    parameter: str
    value: Any
    verdict: str
    result: Value | None
    clauses: tuple[str, ...]
    because: str
    text: str

    def as_json(self) -> dict[str, Any]:
        """The option as the contract writes it."""
        return {**asdict(self), "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a remedy: what is done, by which seat, with which tile or how many.

    `text` is a sentence for the table.
    """

    do: str
    text: str
    seat: str | None = None
    tile: str | None = None
    count: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The step as the contract writes it, without what it does not name."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say. `verdict` is one of the contract's words.

    `clauses` decide, the most decisive first; `because` is one sentence for the table. `needs`
    are paths of the facts that would decide, the most useful first; `organizer_only` are those of
    them that nobody else at the table may see. `shape`, `decides` and `options` are as in
    `engine.rulings.shapes`; `open_point` is the parameter that leaves it open. `steps` are a
    remedy's, `summary` what was given, in a sentence or two.
    """

    verdict: str
    clauses: tuple[str, ...]
    because: str
    value: Value | None = None
    needs: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    organizer_only: tuple[str, ...] = ()
    shape: str = ""
    decides: str | None = None
    options: tuple[Option, ...] = ()
    steps: tuple[Step, ...] = ()
    summary: str = ""
    open_point: str = ""

    def as_json(self) -> dict[str, Any]:
        """The answer as the contract writes it, without its id.

        What was added to the contract later is there only where it says something.
        """
        added: dict[str, Any] = {
            "shape": self.shape,
            "decides": self.decides,
            "organizer_only": list(self.organizer_only),
            "options": [option.as_json() for option in self.options],
            "steps": [step.as_json() for step in self.steps],
            "told": self.summary,
        }
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
            **{key: value for key, value in added.items() if value},
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
        silent = not_covered(say("These rules do not say {about}.", about=about), *rule.clauses)
        return replace(silent, open_point=name)
    if isinstance(rule.value, Unclear):
        because = say("These rules contradict themselves on {about}.", about=about)
        return replace(depends(because, [f"rules.{name}"], *rule.clauses), open_point=name)
    return None
