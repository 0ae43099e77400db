"""What a paper sheet can say of one player: the same wherever paper is typed in."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from scoring.values import Complaint

MOST_POINTS: Final = 9999
MOST_ROUNDS: Final = 99


def outs_fault(outs: Iterable[int | None], rounds: int) -> str:
    """Say that a table went out more often than it had rounds; "" where it did not."""
    number = sum(times or 0 for times in outs)
    if number <= rounds:
        return ""
    return _("Together they went out %(outs)d times, and the game has %(rounds)d rounds.") % {
        "outs": number,
        "rounds": rounds,
    }


@dataclass(frozen=True)
class PaperLine:
    """What a paper sheet says of one seat: `total` (points) is None for who left without a place.

    `outs` are rounds gone out in, `lowest` the lowest round in points, None if unknown.
    """

    total: int | None
    outs: int | None = None
    lowest: int | None = None

    def faults(self, name: str, rounds: int = MOST_ROUNDS) -> list[Complaint]:
        """Return what no sheet of so many rounds can say; the codes are the fields' names."""
        faults = []
        if self.total is not None and not 0 <= self.total <= MOST_POINTS:
            faults.append(
                Complaint(
                    "total",
                    _("%(name)s: a total is a number from 0 to %(most)d.")
                    % {"name": name, "most": MOST_POINTS},
                )
            )
        if self.outs is not None and not 0 <= self.outs <= rounds:
            faults.append(
                Complaint(
                    "outs",
                    _("%(name)s: rounds gone out in are a number from 0 to %(most)d.")
                    % {"name": name, "most": rounds},
                )
            )
        if self.lowest is not None and not 0 <= self.lowest <= (self.total or 0):
            faults.append(
                Complaint(
                    "lowest", _("%s: no round is lower than 0 or higher than the total.") % name
                )
            )
        return faults
