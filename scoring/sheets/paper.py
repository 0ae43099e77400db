"""What a paper sheet can say of one player: the same wherever paper is typed in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.values import Complaint

MOST_POINTS: Final = 9999
MOST_ROUNDS: Final = 99


def outs_fault(outs: Iterable[int | None], rounds: int) -> str:
    """Say that a table went out more often than it had rounds; "" where it did not."""
    number = sum(times or 0 for times in outs)
    if number <= rounds:
        return ""
    sentence = ngettext(
        "Together they won %(outs)d rounds, and the game has %(rounds)d round.",
        "Together they won %(outs)d rounds, and the game has %(rounds)d rounds.",
        rounds,
    )
    return sentence % {"outs": number, "rounds": rounds}


def outs_completed(lines: Sequence["PaperLine"], rounds: int) -> list["PaperLine"]:
    """Return the lines with 0 rounds won for who has none typed, where others won every round."""
    if not 0 < rounds <= sum(line.outs or 0 for line in lines):
        return list(lines)
    return [
        replace(line, outs=0) if line.outs is None and line.total is not None else line
        for line in lines
    ]


def outs_lacking(lines: Sequence["PaperLine"]) -> list[int]:
    """Return which lines have no rounds won, where others have; who has no place needs none.

    Rounds won count for a whole table or not at all: half of them would part no tie rightly.
    """
    if all(line.outs is None for line in lines):
        return []
    return [at for at, line in enumerate(lines) if line.outs is None and line.total is not None]


def outs_lacking_words() -> str:
    """Say what to do where rounds won are typed for some of a table."""
    return _(
        "Rounds won: type them for everybody at the table (0 for none), "
        "or leave them empty for everybody."
    )


def most_at_once(lines: Sequence["PaperLine"], rounds: int) -> int:
    """How many of these seats played one round together, at most."""
    return max(
        sum(line.from_round <= number <= line.last_round(rounds) for line in lines)
        for number in {line.from_round for line in lines}
    )


@dataclass(frozen=True)
class PaperLine:
    """What a paper sheet says of one seat: `total` (points) is None for who left without a place.

    `outs` are rounds won, `lowest` the lowest round in points, None if unknown. Who came
    late played from `from_round` on, who left early up to `after_round`; None is to the end.
    """

    total: int | None
    outs: int | None = None
    lowest: int | None = None
    from_round: int = 1
    after_round: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the seat played from the first round to the end."""
        return self.from_round == 1 and self.after_round is None

    def within(self, rounds: int) -> "PaperLine":
        """The line of a game with so many rounds: who played the last one has not left."""
        return replace(self, after_round=None) if self.after_round == rounds else self

    def last_round(self, rounds: int) -> int:
        """The last round that counts for the seat, in a game with so many."""
        return rounds if self.after_round is None else self.after_round

    def faults(self, name: str, rounds: int = MOST_ROUNDS) -> list[Complaint]:
        """Return what no sheet of so many rounds can say; the codes are the fields' names."""
        faults = self._span_faults(name, rounds)
        if not faults:
            rounds = self.last_round(rounds) - self.from_round + 1
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
                    _("%(name)s: rounds won are a number from 0 to %(most)d.")
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

    def _span_faults(self, name: str, rounds: int) -> list[Complaint]:
        """Say what is wrong with the rounds from which on, or up to which, the seat played."""
        if not 1 <= self.from_round <= rounds:
            sentence = _("%(name)s: the first round played is a number from 1 to %(most)d.")
            return [Complaint("first", sentence % {"name": name, "most": rounds})]
        if not self.from_round <= self.last_round(rounds) <= rounds:
            sentence = _("%(name)s: the last round played is a number from %(first)d to %(most)d.")
            numbers = {"first": self.from_round, "most": rounds}
            return [Complaint("last", sentence % {"name": name, **numbers})]
        return []
