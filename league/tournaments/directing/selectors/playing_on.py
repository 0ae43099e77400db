"""Which tables play on a tablet and which on paper: what was chosen, or else what is usual."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from league.tournaments.brackets.certainty import unsure_walkovers
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.models import StageTable, Tournament
from league.tournaments.stages.selectors.progress import round_now, table_done
from scoring.accounts.selectors.people import tablets_of

PlaysOn = StageTable.PlaysOn


def played_on(state: TableState) -> StageTable.PlaysOn:
    """On what a table plays that has begun."""
    return PlaysOn.PAPER if state.game is None else PlaysOn.TABLET


def plays_on(snapshot: Loaded, tables: Iterable[TableState]) -> Mapping[int, StageTable.PlaysOn]:
    """Return on what each of these tables plays, or is to play, by its number; a query at most.

    `tables` are all of a game. Where nobody chose, a table plays as the one of that number
    did last; and if there was none, on its own paired tablet, or on one for any table where these
    are enough for all tables without one of their own. Else it plays on paper.
    """
    begun = sorted(key for key, state in snapshot.tables.items() if state.begun)
    order = {stage.pk: stage.number for stage in snapshot.stages}
    begun.sort(key=lambda key: (order.get(key[0], 0), key[1]))
    last = {key[2]: played_on(snapshot.tables[key]) for key in begun}
    states = {state.row.number: state for state in tables}
    if snapshot.tournament.rehearsal_of_id is not None:
        # A rehearsal has no game, so that no season and no tablet knows of it.
        return dict.fromkeys(states, PlaysOn.PAPER)
    chosen: dict[int, StageTable.PlaysOn] = {}
    for number, state in states.items():
        if state.begun:
            chosen[number] = played_on(state)
        elif state.row.plays_on:
            chosen[number] = PlaysOn(state.row.plays_on)
        elif number in last:
            chosen[number] = last[number]
    if chosen.keys() == states.keys():
        return chosen
    with_tablet = _with_tablet(snapshot, states)
    return {
        number: chosen.get(number, PlaysOn.TABLET if number in with_tablet else PlaysOn.PAPER)
        for number in states
    }


def _with_tablet(snapshot: Loaded, numbers: Collection[int]) -> Collection[int]:
    """Return which tables of a game have a paired tablet: their own, or one for any table."""
    paired = list(tablets_of(snapshot.tournament.club).values_list("table_number", flat=True))
    own = {number for number in numbers if number in paired}
    return numbers if len(own) + paired.count(None) >= len(numbers) else own


def by_pairing(snapshot: Loaded, on_tablets: Iterable[TableState]) -> bool:
    """Whether tables are to play on tablets for no other reason than that one is paired.

    Nobody chose for one of these, and no table of the tournament has begun yet: until a tablet is
    paired it is to play on paper.
    """
    unchosen = any(not state.begun and not state.row.plays_on for state in on_tablets)
    return unchosen and not any(state.begun for state in snapshot.tables.values())


@dataclass(frozen=True)
class TableToScore:
    """A table of the game that is on, for whoever scores: `stands` is waiting, on or in."""

    number: int
    names: tuple[str, ...]
    on_paper: bool
    stands: str


def tables_to_score(tournament: Tournament) -> tuple[TableToScore, ...]:
    """Return the tables of the game that is on, table 1 first; none before and after."""
    snapshot = loaded(tournament)
    stage = snapshot.current
    if stage is None:
        return ()
    states = snapshot.tables_of(stage, round_now(snapshot, stage))
    on = plays_on(snapshot, states)
    unsure = {key for _game, key in unsure_walkovers(snapshot.settled_course(stage))}

    def stands(state: TableState) -> str:
        if table_done(snapshot, stage, state) and unsure.isdisjoint(state.seats):
            return "in"
        return "on" if state.begun else "waiting"

    return tuple(
        TableToScore(
            state.row.number,
            tuple(snapshot.entrants[pk].name for pk in state.seats),
            on[state.row.number] == PlaysOn.PAPER,
            stands(state),
        )
        for state in states
    )


def tables_with_tablet(snapshot: Loaded, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return which of these tables have a paired tablet of their own; one query."""
    own = tablets_of(snapshot.tournament.club).filter(table_number__in=list(numbers))
    return tuple(sorted({tablet.table_number for tablet in own if tablet.table_number}))
