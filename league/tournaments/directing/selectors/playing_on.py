"""Which tables play on a tablet and which on paper: what was chosen, or else what is usual."""

from collections.abc import Iterable, Mapping
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


def plays_on(snapshot: Loaded, states: Iterable[TableState]) -> Mapping[int, StageTable.PlaysOn]:
    """Return on what each of these tables plays, or is to play, by its number; a query at most.

    Where nobody chose, as the table of that number played last; and if there was none, on paper
    where all tables did so before or no tablet is paired.
    """
    begun = sorted(key for key, state in snapshot.tables.items() if state.begun)
    order = {stage.pk: stage.number for stage in snapshot.stages}
    begun.sort(key=lambda key: (order.get(key[0], 0), key[1]))
    last = {key[2]: played_on(snapshot.tables[key]) for key in begun}
    usual: StageTable.PlaysOn | None = None
    states = tuple(states)
    if snapshot.tournament.rehearsal_of_id is not None:
        # A rehearsal has no game, so that no season and no tablet knows of it.
        return {state.row.number: PlaysOn.PAPER for state in states}
    chosen: dict[int, StageTable.PlaysOn] = {}
    for state in states:
        number = state.row.number
        if state.begun:
            chosen[number] = played_on(state)
        elif state.row.plays_on:
            chosen[number] = PlaysOn(state.row.plays_on)
        elif number in last:
            chosen[number] = last[number]
        else:
            usual = usual or _usual(snapshot, set(last.values()))
            chosen[number] = usual
    return chosen


def by_pairing(snapshot: Loaded, on_tablets: Iterable[TableState]) -> bool:
    """Whether tables are to play on tablets for no other reason than that one is paired.

    Nobody chose for one of these, and no table of the tournament has begun yet: until a tablet is
    paired it is to play on paper.
    """
    unchosen = any(not state.begun and not state.row.plays_on for state in on_tablets)
    return unchosen and not any(state.begun for state in snapshot.tables.values())


def _usual(snapshot: Loaded, so_far: set[StageTable.PlaysOn]) -> StageTable.PlaysOn:
    if so_far:
        return PlaysOn.PAPER if so_far == {PlaysOn.PAPER} else PlaysOn.TABLET
    there = tablets_of(snapshot.tournament.club).exists()
    return PlaysOn.TABLET if there else PlaysOn.PAPER


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
