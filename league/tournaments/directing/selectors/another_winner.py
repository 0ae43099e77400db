"""Letting another one win a game of an elimination whose next game is seated: what has to be done.

Who wins has a seat in the next game, so its seats are taken back first, and before these the starts
of its tables. Once something is written at one of them, the same people have to win.
"""

from dataclasses import dataclass

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now

from .starts import starts_to_take_back


@dataclass(frozen=True)
class AnotherWinner:
    """What stands in the way: the newest `game` of the `stage`, from the second one on.

    Of its tables, `starts` can be taken back, and at those `written` something counts already.
    """

    stage: Stage
    game: int
    starts: tuple[int, ...]
    written: tuple[int, ...]

    @property
    def before(self) -> int:
        """The game in which another one could win."""
        return self.game - 1


def another_winner(snapshot: Loaded) -> AnotherWinner | None:
    """Return what has to be done first in the elimination that is on; None for its first game."""
    stage = snapshot.current
    if stage is None or stage.kind == Stage.Kind.TABLES:
        return None
    game = round_now(snapshot, stage)
    if game < 2:
        return None
    begun = {state.row.number for state in snapshot.tables_of(stage, game) if state.begun}
    starts = starts_to_take_back(snapshot) & begun
    return AnotherWinner(stage, game, tuple(sorted(starts)), tuple(sorted(begun - starts)))
