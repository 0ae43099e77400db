"""The clock of a game of a stage: how long it still runs, for all tables and for each."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from league.tournaments.models import StageRound, StageTable

# By so much a clock is set right all the time.
SLACK = timedelta(minutes=1)


@dataclass(frozen=True)
class GameClock:
    """How the clock of a game stands at a moment.

    `state` is none (no time limit), ready, running, stopped or time (called for all). `left` is
    what is left for a table without extra time, in seconds, never below 0; None without a limit.
    """

    row: StageRound
    minutes: int | None
    now: datetime

    @property
    def state(self) -> str:
        """none, ready, running, stopped or time."""
        if self.row.time_at is not None:
            return "time"
        if self.row.started_at is None:
            return "none" if self.minutes is None else "ready"
        return "running" if self.row.stopped_at is None else "stopped"

    @property
    def left(self) -> int | None:
        """The seconds that are left for all."""
        return None if self.minutes is None else max(0, self._left(self.minutes, 0))

    @property
    def ends_at(self) -> datetime | None:
        """When the time is over for all, while the clock runs."""
        if self.state != "running" or self.minutes is None:
            return None
        return self.now + timedelta(seconds=self._left(self.minutes, 0))

    def _left(self, minutes: int, extra: int) -> int:
        """Return the seconds until the time is over, with extra ones; below 0 when it is past."""
        if self.row.started_at is None:
            return minutes * 60 + extra
        until = min(filter(None, (self.now, self.row.stopped_at)))
        gone = int((until - self.row.started_at).total_seconds()) - self.row.stopped_seconds
        # Never more than there was: a server's clock may be set back.
        return minutes * 60 + extra - max(0, gone)

    @property
    def set_back(self) -> bool:
        """Whether the server's clock shows less than when this clock was last touched."""
        touched = (self.row.started_at, self.row.stopped_at, self.row.time_at)
        return any(moment is not None and moment > self.now + SLACK for moment in touched)

    def left_for(self, table: StageTable) -> int | None:
        """The seconds that are left for a table; None where there is no limit yet."""
        if table.time_at is not None:
            return 0
        if self.row.time_at is not None:
            over = self.row.time_at + timedelta(seconds=table.extra_seconds)
            left = int((over - self.now).total_seconds())
            return min(table.extra_seconds, max(0, left))
        if self.minutes is None:
            return None
        return max(0, self._left(self.minutes, table.extra_seconds))

    def is_time(self, table: StageTable) -> bool:
        """Whether the table's time is over: called, or run out."""
        return self.left_for(table) == 0 and (
            table.time_at is not None or self.state not in ("none", "ready")
        )


def clock_of(row: StageRound, now: datetime) -> GameClock:
    """The clock of a game at that moment; `row.stage` is to be at hand."""
    return GameClock(row, row.stage.minutes, now)
