"""The shape of the screen that a tournament is shown on, which the page tells."""

from dataclasses import dataclass
from typing import Final

# What is left and right of everything, in hundredths of the screen's width.
MARGINS: Final = 4.0
# What the head and foot take more of an upright screen, where their words have less wide lines.
UPRIGHT_MORE: Final = 17.0
# A screen that is less wide has the rule of the stage in a line of its own; what that takes.
NARROW: Final = 165
RULE: Final = 6.0
# One that is still less wide, or wider, is packed as one of these, in hundredths of its height.
NARROWEST, WIDEST = 45, 240


@dataclass(frozen=True)
class Shape:
    """How wide a screen is, in hundredths of its height.

    All else is in hundredths of its shorter side, as in the stylesheet: its `width`, a column's,
    and how much `higher` what it shows may be than on one that is not upright, also
    `above_rule` of the stage.
    """

    wide: int = 177

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        return self.wide < 100

    @property
    def width(self) -> float:
        """How wide it is."""
        return float(max(self.wide, 100))

    @property
    def narrow(self) -> bool:
        """Whether what stands in its foot is no single line."""
        return self.wide < NARROW

    @property
    def above_rule(self) -> float:
        """How much higher what it shows may be where the foot has the rule of the stage."""
        return self.higher - (RULE if self.narrow and not self.upright else 0)

    @property
    def higher(self) -> float:
        """How much higher what it shows may be."""
        return 100 * (100 / self.wide - 1) - UPRIGHT_MORE if self.upright else 0.0

    def column(self, across: int, gap: float) -> float:
        """How wide a column is of so many, the gap between them in hundredths of the width."""
        return self.width * (100 - MARGINS - gap * (across - 1)) / across / 100


WIDE: Final = Shape()


def shape_told(text: str) -> Shape:
    """Return the shape that a page tells, that of most televisions for nonsense."""
    wide = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else WIDE.wide
    return Shape(max(NARROWEST, min(wide, WIDEST)))
