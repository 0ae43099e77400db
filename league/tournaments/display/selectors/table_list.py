"""Who sits where now, by family name from A to Z.

Names are those that the request may read: whoever sees initials alone has them sorted and found by
these. Nobody is listed before the first stage is seated, since until then strangers see no names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from league.standings.results import Key
from league.tournaments.courses import Loaded
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.undecided import may_change_here
from league.tournaments.wording import left_publicly
from scoring.collation import family_first, surname_letter, surname_order
from scoring.names import name_found

from .bracket_fates import Fate, bracket_fates
from .kept_secret import for_everybody


@dataclass(frozen=True)
class ListedPerson:
    """Where somebody sits: `table` of the newest game, None for who has no table in it.

    `until` is the last stage that this one played, where it is not the one that is on. `left` is in
    which way somebody went away, "" for who did not. After a correction the director `decides`
    whether this one plays in the stage, or stays in it. With a `bye` this one sits the game out.
    `fate` is what becomes of somebody whose game is over: in an elimination, or in the last game of
    all.
    """

    entrant: int
    name: str
    table: int | None = None
    until: Stage | None = None
    left: str = ""
    decides: bool = False
    bye: bool = False
    fate: Fate | None = None

    @property
    def out(self) -> bool:
        """Whether this one went away."""
        return bool(self.left)

    @property
    def by_family(self) -> str:
        """The name with the family name first; one whose family name is an initial stays."""
        family, first = family_first(self.name)
        return f"{family}, {first}" if first and not family.endswith(".") else self.name

    @property
    def letter(self) -> str:
        """Under which letter this one stands."""
        return surname_letter(self.name)

    @property
    def plays(self) -> bool:
        """Whether this one is in the stage that is on."""
        return self.until is None and not self.out


@dataclass(frozen=True)
class TableList:
    """Everybody who has played, by family name; `stage` is the newest, and `game` its newest.

    It `plays` once one of its tables has begun, so that nobody asks any more when it starts.
    """

    stage: Stage | None
    game: int
    lines: tuple[ListedPerson, ...]
    plays: bool = False

    @property
    def playing(self) -> tuple[ListedPerson, ...]:
        """Those who are in the stage that is on."""
        return tuple(line for line in self.lines if line.plays)

    def found(self, text: str) -> tuple[ListedPerson, ...]:
        """The lines whose name the text finds; all where there is no word in it."""
        if not text.strip(" ,."):
            return self.lines
        return tuple(line for line in self.lines if name_found(line.name, text))


def by_letter(lines: Iterable[ListedPerson]) -> list[tuple[str, list[ListedPerson]]]:
    """Return sorted lines under their letters."""
    return [(letter, list(group)) for letter, group in groupby(lines, lambda line: line.letter)]


def table_list_in(loaded: Loaded) -> TableList:
    """The list as it stands, without what is secret; no query, but for one after a correction."""
    loaded = for_everybody(loaded)
    if not loaded.begun:
        return TableList(None, 0, ())
    last = {
        member.entrant_id: stage.pk for stage in loaded.begun for member in loaded.fields[stage.pk]
    }
    newest = loaded.begun[-1]
    game = max((row.number for row in loaded.rounds.get(newest.pk, ())), default=0)
    tables = {
        entrant: state.row.number
        for state in loaded.tables_of(newest, game)
        for entrant in state.seats
    }
    entrants = [loaded.entrants[pk] for pk in last if pk in loaded.entrants]
    byes = [row.byes for row in loaded.rounds.get(newest.pk, ()) if row.number == game]
    free = frozenset(pk for pks in byes for pk in pks if newest.kind == Stage.Kind.TABLES)
    listed = _sorted(loaded.begun, last, tables, entrants, game, free)
    plays = any(state.begun for state in loaded.tables_of(newest, game)) or game > 1
    listed = replace(listed, lines=_with_fates(loaded, listed), plays=plays)
    open_to = may_change_here(loaded, newest)
    lines = tuple(replace(line, decides=line.entrant in open_to) for line in listed.lines)
    return replace(listed, lines=lines)


def _with_fates(loaded: Loaded, listed: TableList) -> tuple[ListedPerson, ...]:
    """Return the lines with what is said of those whose game is over, if no other is seated.

    Their table is nobody's any more.
    """
    if listed.stage is None:
        return listed.lines
    fates = bracket_fates(loaded, listed.stage) | _finished(loaded, listed.stage, listed.game)
    return tuple(
        replace(line, table=None, fate=fates[line.entrant])
        if line.plays and line.entrant in fates
        else line
        for line in listed.lines
    )


def _finished(loaded: Loaded, stage: Stage, game: int) -> dict[Key, Fate]:
    """Return who has played the last game of all in a stage of tables: their table is in."""
    at_tables = stage.kind == Stage.Kind.TABLES
    if not at_tables or game < stage.rounds or loaded.following(stage) is not None:
        return {}
    tables = [state for state in loaded.tables_of(stage, game) if state.finished]
    return {pk: Fate.DONE for state in tables for pk in state.seats}


def _sorted(
    stages: Sequence[Stage],
    last: Mapping[int, int],
    tables: Mapping[int, int],
    entrants: Iterable[Entrant],
    game: int,
    byes: frozenset[int],
) -> TableList:
    """Put the list together: `last` is each one's last stage, `tables` where each sits now."""
    newest, by_id = stages[-1], {stage.pk: stage for stage in stages}
    lines = [
        ListedPerson(
            entrant.pk,
            entrant.name,
            table=tables.get(entrant.pk),
            until=None if last[entrant.pk] == newest.pk else by_id[last[entrant.pk]],
            left=left_publicly(entrant) if entrant.withdrawn_at else "",
            bye=entrant.pk in byes,
        )
        for entrant in entrants
    ]
    lines.sort(key=lambda line: (surname_order(line.name), line.entrant))
    return TableList(newest, game, tuple(lines))
