"""What each of the six published rule sets says, point by point, and by which clause.

Only what a text says stands here. Where it is silent, the clauses that come nearest are named;
where its clauses contradict each other, each reading stands with its own.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.rules.parameters import Rule
from engine.rules.presets import capri, family, hub, roundhouse, senior, token

PRESET_RULES: Final[Mapping[str, Mapping[str, Rule[Any]]]] = MappingProxyType(
    {
        "capri": capri.RULES,
        "hub": hub.RULES,
        "roundhouse": roundhouse.RULES,
        "token": token.RULES,
        "family": family.RULES,
        "senior": senior.RULES,
    }
)
