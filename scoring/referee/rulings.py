"""The engine's rulings, the clauses they rest on, and the rules in force as a card."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from engine import questions as asking
from engine.rules import rule_set as rules
from engine.rules.clauses import CLAUSES
from engine.rules.parameters import SILENT, HandSizes, PlayerLimits, Unclear
from scoring.values import ClauseText, Ruled, RuleLine

from .tables import TITLES, rules_of

HOUSE = "house:"


def rule(case: Mapping[str, Any]) -> Ruled:
    """The engine's answer to a case as its contract writes it; `error` where it cannot be read."""
    return _ruled(json.dumps({**case, "id": ""}, sort_keys=True))


# One tap at the desk asks for the same ruling more than once, and the hardest take a second.
@lru_cache(maxsize=128)
def _ruled(case: str) -> Ruled:
    return Ruled.from_json(asking.answer_or_error(json.loads(case)))


def clause_texts(ids: Iterable[str]) -> list[ClauseText]:
    """The texts of the clauses that a ruling names, house rules said as such."""
    texts = []
    for one in ids:
        if one.startswith(HOUSE):
            sentence = parameter_sentence(one.removeprefix(HOUSE))
            texts.append(ClauseText(one, sentence, _("house rule of this table"), house=True))
        elif clause := CLAUSES.get(one):
            texts.append(ClauseText(one, clause.text, clause.source.title, clause.quote))
    return texts


def parameter_sentence(name: str) -> str:
    """What a parameter is about, in a sentence; the name itself where there is none such."""
    parameter = rules.PARAMETERS.get(name)
    return _(parameter.sentence) if parameter else name


def parameter_names() -> list[tuple[str, str]]:
    """Every parameter and what it is about, in the order of a round."""
    return [(name, _(one.sentence)) for name, one in rules.PARAMETERS.items()]


def values_at(path: str) -> Sequence[object]:
    """The values that a rule can have, for a path such as rules.closing_order; else none."""
    parameter = rules.PARAMETERS.get(path.removeprefix("rules."))
    return parameter.values if parameter and path.startswith("rules.") else ()


def house_rule_problem(parameter: str, value: object) -> str:
    """Why this cannot be a house rule; "" where it can."""
    try:
        rules.rule_set({"base": "family", parameter: value})
    except ValueError as error:
        return str(error)
    return ""


def rule_card(spec: Mapping[str, Any]) -> list[RuleLine]:
    """Every parameter of the rules in force: a sentence, what holds, and by which clauses."""
    rule_set = rules_of(spec)
    lines = []
    for name, parameter in rules.PARAMETERS.items():
        found = rule_set.rule(name)
        texts = tuple(clause_texts(found.clauses))
        lines.append(
            RuleLine(
                name=name,
                sentence=_(parameter.sentence),
                value=value_words(found.value),
                clauses=texts,
                house=any(one.house for one in texts),
            )
        )
    return lines


def presets_side_by_side() -> list[tuple[str, list[str]]]:
    """Each parameter with what the six published texts say, in the order of `preset_titles`."""
    return [
        (
            _(parameter.sentence),
            [value_words(rules.PRESETS[preset].rule(name).value) for preset in TITLES],
        )
        for name, parameter in rules.PARAMETERS.items()
    ]


def preset_titles() -> list[str]:
    """The titles of the six published rule sets, the usual one first."""
    return [str(title) for title in TITLES.values()]


def value_words(value: object) -> str:
    """What a rule says, in a few words."""
    if value is SILENT:
        return _("not said")
    if isinstance(value, Unclear):
        readings = [value_words(reading.value) for reading in value.readings]
        return _("unclear: %s") % _(" or ").join(readings)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, HandSizes):
        return _hand_sizes(value)
    if isinstance(value, PlayerLimits):
        return _player_limits(value)
    if isinstance(value, tuple):
        return ", ".join(f"{one}-{one}" for one in value)
    return str(value).replace("_", " ")


def _hand_sizes(sizes: HandSizes) -> str:
    parts = []
    for row in sizes.rows:
        set_ = "" if row.set is None else _("double-%d, ") % row.set
        who = _("any number") if row.players is None else _("%d players") % row.players
        parts.append(f"{set_}{who}: {row.tiles}")
    return "; ".join(parts)


def _player_limits(limits: PlayerLimits) -> str:
    parts = []
    for row in limits.rows:
        set_ = _("any set") if row.set is None else _("double-%d") % row.set
        span = f"{row.low}+" if row.high is None else f"{row.low}-{row.high}"
        parts.append(f"{set_}: {span}")
    return "; ".join(parts)
