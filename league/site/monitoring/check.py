"""How one part of the site is, as monitors read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# "warning": people can go on scoring. "failing": they cannot.
Status = Literal["ok", "warning", "failing"]


@dataclass(frozen=True)
class Check:
    """How one part of the site is, in a word; what is wrong where it is not well; what to do."""

    status: Status
    text: str = ""
    action: str = ""
    figures: Mapping[str, float | str | None] = field(default_factory=dict)
