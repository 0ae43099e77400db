"""What a table does next with its sheet: score a round, or finish the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.values import Notice

from .next_round import Plan, plan_of
from .sheet import Sheet
from .time_limit import ended_by_time, without_limit


@dataclass(frozen=True)
class NextStep:
    """The round to come, if any, and what is said of it: the same on every page of a game.

    `has_ended` says that no round is left; `is_time` that time is up before the last of them.
    """

    plan: Plan
    notices: tuple[Notice, ...]
    has_ended: bool

    @property
    def is_time(self) -> bool:
        """Whether no other round begins because time is up."""
        return any(notice.is_time for notice in self.notices)

    @property
    def is_over(self) -> bool:
        """Whether the game is finished next, and no round scored."""
        return self.has_ended or self.is_time


def next_step(sheet: Sheet, notices: Sequence[Notice]) -> NextStep:
    """Return what comes next, with those of the notices that still say something."""
    plan = plan_of(sheet)
    has_ended = plan.over or ended_by_time(sheet)
    return NextStep(plan, without_limit(notices, sheet, over=has_ended), has_ended)
