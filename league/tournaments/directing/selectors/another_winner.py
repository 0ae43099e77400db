"""Letting another one win a game of an elimination whose next game is seated: what has to be done.

Who wins plays in the next game, in the place of who had won there. That table must not have begun:
its start is taken back first, and before that what is typed from its paper. Once something is
scored on its tablet, the same people have to win.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from league.tournaments.courses import Loaded
from league.tournaments.models import Stage, StageTable
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
    def before(self) -> int:
        """The game in which another one could win."""
        return self.game - 1

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


def in_the_way(snapshot: Loaded, table: StageTable) -> AnotherWinner | None:
    """Return the same of the tables alone at which this table's people sit next."""
    way = another_winner(snapshot)
    if way is None or (table.round.stage, table.round.number) != (way.stage, way.before):
        return way
    people = set(table.seats.values_list("entrant", flat=True))
    states = snapshot.tables_of(way.stage, way.game)
    there = {state.row.number for state in states if people.intersection(state.seats)}
    return replace(
        way,
        starts=_only(way.starts, there),
        papers=_only(way.papers, there),
        written=_only(way.written, there),
    )


def _only(numbers: tuple[int, ...], there: Set[int]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number in there)
