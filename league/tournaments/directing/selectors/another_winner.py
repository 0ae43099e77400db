"""The newest game of an elimination whose seats follow from the one before: what has begun there.

A correction of the game before takes back what it has to by itself. Who comes back into that game
needs its seats taken back first, and before that its starts and what is typed from its papers.
"""

from dataclasses import dataclass

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now

from .starts import never_scored, starts_to_take_back


@dataclass(frozen=True)
class AnotherWinner:
    """What stands in the way: the newest `game` of the `stage`, from the second one on.

    Of its tables that have begun, `starts` can be taken back, and so can the results of `papers`
    first; at those `written` something counts for good.
    """

    stage: Stage
    game: int
    starts: tuple[int, ...]
    papers: tuple[int, ...]
    written: tuple[int, ...]

    @property
    def begun(self) -> bool:
        """Whether a table of the newest game has begun."""
        return bool(self.starts or self.papers or self.written)


def another_winner(snapshot: Loaded) -> AnotherWinner | None:
    """Return what has to be done first in the elimination that is on; None for its first game."""
    stage = snapshot.current
    if stage is None or stage.kind == Stage.Kind.TABLES:
        return None
    game = round_now(snapshot, stage)
    if game < 2:
        return None
    states = [state for state in snapshot.tables_of(stage, game) if state.begun]
    begun = {state.row.number for state in states}
    starts = starts_to_take_back(snapshot) & begun
    typed = [state for state in states if state.game is None and state.paper is not None]
    papers = {state.row.number for state in never_scored(snapshot, typed)}
    written = begun - starts - papers
    return AnotherWinner(
        stage, game, *(tuple(sorted(those)) for those in (starts, papers, written))
    )
