"""What each of the published rule sets says, point by point, and by which clause.

Only what a text says stands here. Where it is silent, the clauses that come nearest are named;
where its clauses contradict each other, each reading stands with its own.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.rules.parameters import Rule, silent
from engine.rules.presets import (
    capri,
    family,
    hub,
    ludomax,
    pagat,
    roundhouse,
    senior,
    tactic,
    token,
)


def _read_until(clause: str, rules: Mapping[str, Rule[Any]]) -> Mapping[str, Rule[Any]]:
    """The rules of a text that could be read up to a clause: on every other point it is silent."""
    return {**dict.fromkeys(family.RULES, silent(clause)), **rules}


PRESET_RULES: Final[Mapping[str, Mapping[str, Rule[Any]]]] = MappingProxyType(
    {
        "capri": capri.RULES,
        "hub": hub.RULES,
        "roundhouse": roundhouse.RULES,
        "token": token.RULES,
        "family": family.RULES,
        "senior": senior.RULES,
        **{
            name: _read_until(text.BREAKS_OFF, text.RULES)
            for name, text in (("pagat", pagat), ("ludomax", ludomax), ("tactic", tactic))
        },
    }
)
