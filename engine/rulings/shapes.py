"""The shape of an answer beside its verdict: who decides, how a text reads, what tables do.

A marker that "may come off" is neither a yes nor a no: the verdict stays what the contract has for
it, and the shape says that the seat decides. Where a text contradicts itself each reading is an
option with its own clauses; where it is silent each thing that tables do is one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from engine.rules.clauses import CLAUSES
from engine.rules.parameters import Rule, Unclear
from engine.rules.rule_set import PARAMETERS, RuleSet
from engine.rulings.case_analysis import Question, analyze
from engine.rulings.reasons import About, Reason, sentence
from engine.sentences import say
from engine.table.answers import Option, Value
from engine.table.position import Position

MAY: Final = frozenset(
    {
        Reason.MARKER_MAY_COME_OFF,
        Reason.MARKER_MAY_STAY,
        Reason.NEED_NOT_PLAY,
        Reason.NEED_NOT_PLAY_DRAWN,
        Reason.MAY_DRAW,
        Reason.MAY_FOLLOW,
        Reason.NEED_NOT_COVER,
        Reason.MUST_COVER_ONE,
    }
)
"""Reasons by which a seat may do something and need not: it decides."""


USUAL: Final[Mapping[str, tuple[int | None, ...]]] = MappingProxyType(
    {
        "notice_penalty": (None, 1, 2, 3),
        "time_limit_minutes": (None, 60),
        "mexican_train_count": (1, 2),
        "max_doubles_per_turn": (None, 1, 2),
        "draw_count": (1, 2),
    }
)
"""What tables usually have where a rule can be any number."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How an answer is to be shown.

    `name` is yes, no, value, may (`decides` names the seat that may, and need not; None where
    something must be played before), readings (the
    text says two things), silent (the rules do not say) or unknown (a fact is missing).
    """

    name: str
    decides: str | None = None
    options: tuple[Option, ...] = ()


def open_point(verdict: str, needs: tuple[str, ...], about: About) -> str | None:
    """Return the parameter that leaves an answer open; None where a fact does, or nothing."""
    if verdict == "not_covered":
        return about["parameter"]
    if verdict == "depends" and all(path.startswith("rules.") for path in needs):
        return needs[0].removeprefix("rules.")
    return None


def options_under(
    rules: RuleSet, parameter: str, answer: Callable[[RuleSet], tuple[str, Value | None, str]]
) -> tuple[Option, ...]:
    """Return what the answer is under each rule that a table can have on this point.

    `answer` returns a verdict, a value and a reason. Rules with the same answer are one option,
    the usual rule's; where all have the same there is none.
    """
    by_answer: dict[tuple[str, str], Option] = {}
    for rule in readings(rules, parameter):
        changes: dict[str, Any] = {parameter: rule}
        verdict, value, because = answer(replace(rules, **changes))
        texts = [say(CLAUSES[clause].text) for clause in rule.clauses if clause in CLAUSES]
        text = " ".join(texts) or say(PARAMETERS[parameter].sentence)
        option = Option(parameter, rule.value, verdict, value, rule.clauses, because, text)
        by_answer.setdefault((verdict, str(value)), option)
    return tuple(by_answer.values()) if len(by_answer) > 1 else ()


def options(
    position: Position, question: Question, near: tuple[str, ...], parameter: str
) -> tuple[Option, ...]:
    """Return what is ruled in this position under each rule on this point."""

    def answer(rules: RuleSet) -> tuple[str, Value | None, str]:
        ruled = analyze(replace(position, rules=rules), question, near)
        because = sentence(ruled.outcome.reason, ruled.outcome.about)
        return ruled.verdict, ruled.value, because

    return options_under(position.rules, parameter, answer)


def readings(rules: RuleSet, parameter: str) -> Iterator[Rule[Any]]:
    """Yield each rule that a table can have here: the text's readings, or any value there is."""
    rule = rules.rule(parameter)
    if isinstance(rule.value, Unclear):
        yield from rule.value.readings
        return
    about = PARAMETERS[parameter]
    values = about.values or USUAL.get(parameter, ())
    for value in dict.fromkeys((about.default, *values)):
        if value is None or isinstance(value, bool | int | str):
            yield Rule(value, (f"house:{parameter}",))
