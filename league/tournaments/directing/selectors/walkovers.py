"""Tables of an elimination at which somebody goes on by walkover, and who left them."""

from dataclasses import dataclass

from league.tournaments.brackets.knockout import State, brackets
from league.tournaments.courses import Loaded, TableState
from league.tournaments.models import Entrant, Stage


@dataclass(frozen=True)
class WalkoverTable:
    """A table without a result: `winner` goes on, and the others there have `left`."""

    state: TableState
    winner: Entrant
    left: tuple[Entrant, ...]


def walkover_tables(snapshot: Loaded, stage: Stage) -> list[WalkoverTable]:
    """Return the walkovers of a stage at tables that have no sheet, the newest game first."""
    if stage.kind == Stage.Kind.TABLES or stage.pk not in snapshot.courses:
        return []
    walkovers = []
    for bracket in brackets(snapshot.courses[stage.pk]).values():
        for match in (match for matches in bracket.matches for match in matches):
            state = snapshot.tables.get((stage.pk, match.round, match.table))
            if match.state is not State.WALKOVER or match.winner is None or state is None:
                continue
            seated = [snapshot.entrants[pk] for pk in state.seats if pk != match.winner]
            left = tuple(entrant for entrant in seated if entrant.withdrawn_at is not None)
            if left and state.game is None and state.paper is None:
                winner = snapshot.entrants[int(match.winner)]
                walkovers.append(WalkoverTable(state, winner, left))
    walkovers.sort(key=lambda own: (-own.state.row.round.number, own.state.row.number))
    return walkovers
