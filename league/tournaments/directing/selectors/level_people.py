"""Who is level, with all that was tried to part them, and how lots were drawn."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.standings.ties import Why
from league.tournaments.awards.selectors.place_why import TieWhy, ties_among
from league.tournaments.brackets import knockout
from league.tournaments.brackets.knockout import Match
from league.tournaments.brackets.ranking import ranking, table_places
from league.tournaments.brackets.values import Advance, Kind
from league.tournaments.courses import Loaded
from league.tournaments.models import Entrant, Parting, Stage
from league.tournaments.stages.selectors.progress import is_played
from scoring.collation import surname_order


@dataclass(frozen=True)
class LevelTable:
    """A table at which somebody sat: its game and number, the total and the rounds it played.

    `rounds` is 0 where nobody has said. `lacks` says that its paper is in and does not say how many
    rounds this one went out in, or which was the lowest.
    """

    game: int
    number: int
    total: int | None
    rounds: int
    lacks: bool = False


@dataclass(frozen=True)
class LevelPerson:
    """One of those who are level: what is compared, and the tables it comes from."""

    entrant: Entrant
    value: Fraction | None
    tables: tuple[LevelTable, ...]


@dataclass(frozen=True)
class LevelGroup:
    """People whom all tie-breaks leave level, and what each of these found.

    `places` is for how many places of the next stage; 0 where they are two of a bracket, one of
    whom goes on. `lots` says whether lots may part them, and `all_on` whether all may go on.
    """

    stage: Stage
    people: tuple[LevelPerson, ...]
    ties: tuple[TieWhy, ...]
    places: int = 0
    lots: bool = True
    all_on: bool = True

    @property
    def keys(self) -> frozenset[int]:
        """Their ids."""
        return frozenset(person.entrant.pk for person in self.people)


def is_early(loaded: Loaded, stage: Stage, keys: Iterable[Key] = ()) -> bool:
    """Whether it is too early to say who is level for a place in the next stage.

    A table that is still to come in can make it others, so lots or a play-off would be about people
    who are not level. The two of a bracket whose game is over are, whatever other games bring, and
    so are `keys` of one division that plays by itself, once its own tables are in.
    """
    open_tables = stage.kind == Kind.TABLES and stage.closed_at is None
    if not open_tables or loaded.following(stage) is None:
        return False
    keys = set(keys)
    field = loaded.courses[stage.pk].field
    groups = {member.group for member in field if member.key in keys} if stage.by_division else ()
    return not is_played(loaded, stage, next(iter(groups)) if len(groups) == 1 else None)


def early_words(stage: Stage) -> str:
    """Say when it is known who is level for a place in the next stage."""
    return (
        _("%s is not over. Once all its tables are in, you see who is level for a place.")
        % stage.name
    )


def level_groups(loaded: Loaded, stage: Stage, advance: Advance) -> tuple[LevelGroup, ...]:
    """Return those who are level for a place in the next stage, or at a table of two."""
    for_places = [
        LevelGroup(
            stage,
            level_people(loaded, stage, group.keys),
            ties_among(loaded, group.keys, group.why),
            group.places,
        )
        for group in advance.level
        if not is_early(loaded, stage, group.keys)
    ]
    at_tables = [
        LevelGroup(
            stage,
            level_people(loaded, stage, keys),
            ties_among(loaded, keys, _why(loaded, stage, match)),
            lots=not last,
            all_on=False,
        )
        for match, last in level_matches(loaded, stage)
        if (keys := [key for key in match.sides if key is not None])
    ]
    return (*for_places, *at_tables)


def level_matches(loaded: Loaded, stage: Stage) -> list[tuple[Match, bool]]:
    """Return the games of a bracket that are level, each with whether it is the last one."""
    if stage.kind == Kind.TABLES:
        return []
    return knockout.level_matches(loaded.courses[stage.pk])


def _why(loaded: Loaded, stage: Stage, match: Match) -> tuple[Why, ...]:
    places = table_places(loaded.courses[stage.pk], match.round, match.table)
    return next((place.why for place in places if place.key in match.sides), ())


def level_people(loaded: Loaded, stage: Stage, keys: Iterable[Key]) -> tuple[LevelPerson, ...]:
    """Return these people of a stage with what each has, in the order of their names."""
    course = loaded.courses[stage.pk]
    keys = list(keys)
    values = ranking(course, keys).values
    people = [
        LevelPerson(
            loaded.entrants[int(key)], values.get(key), tuple(_tables(loaded, stage, int(key)))
        )
        for key in keys
    ]
    return tuple(sorted(people, key=lambda person: surname_order(person.entrant.name)))


def _tables(loaded: Loaded, stage: Stage, entrant: int) -> Iterable[LevelTable]:
    for (stage_pk, game, number), state in sorted(loaded.tables.items()):
        if stage_pk == stage.pk and entrant in state.seats:
            line = next((line for line in state.lines if line.key == entrant), None)
            lacks = (
                line is not None
                and state.paper is not None
                and (line.outs is None or line.lowest_round is None)
            )
            yield LevelTable(game, number, line.total if line else None, state.rounds, lacks)


@dataclass(frozen=True)
class DrawnLot:
    """Somebody's lot: the text that it follows from, and its code; the smallest goes first."""

    entrant: Entrant
    text: str
    code: str


def drawn_lots(
    seed: int, stage: Stage, draw: int, entrants: Sequence[Entrant]
) -> tuple[DrawnLot, ...]:
    """Draw lots, the first one first.

    The code is SHA-256 of a line that everybody can read: the tournament's seed, the numbers of
    the stage and of the draw in it, and the entrant's own. Anybody can work it out again, and
    nobody can bend it without another seed or number.
    """
    lots = []
    for entrant in entrants:
        text = f"{seed}-{stage.number}-{draw}-{entrant.number}"
        lots.append(DrawnLot(entrant, text, hashlib.sha256(text.encode()).hexdigest()))
    return tuple(sorted(lots, key=lambda lot: lot.code))


@dataclass(frozen=True)
class LotDraw:
    """Lots that were drawn in a stage: which draw it was, and the lots, the first one first."""

    parting: Parting
    number: int
    lots: tuple[DrawnLot, ...]


def draws_of(loaded: Loaded, stage: Stage, all_lots: Sequence[Parting]) -> Mapping[int, LotDraw]:
    """Return the draws of a stage by their row's id; `all_lots` are its lots, taken back or not.

    Lots that an older version has drawn in another way are left out.
    """
    draws = {}
    for number, parting in enumerate(all_lots, 1):
        order = [key for key, _lot in sorted(parting.numbers, key=lambda pair: pair[1])]
        entrants = [loaded.entrants[key] for key in order]
        lots = drawn_lots(loaded.tournament.seed, stage, number, entrants)
        if [lot.entrant.pk for lot in lots] == order:
            draws[parting.pk] = LotDraw(parting, number, lots)
    return draws
