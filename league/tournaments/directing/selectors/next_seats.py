"""What seating the next game would do: who sits where, who has no seat, who meets again."""

from dataclasses import dataclass

from league.standings.results import Key
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.values import Kind, Round, Seating, StageCourse
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded
from league.tournaments.entrants.selectors.divisions import group_names
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.repeats import repeats_of_next
from league.tournaments.wording import standing_words


@dataclass(frozen=True)
class NextSeat:
    """Who takes a seat, 0 the first, and the table of the game before: 0 for a bye, None: new.

    `standing` is the place and points so far, "" where they play no part in who sits where.
    """

    seat: int
    entrant: Entrant
    before: int | None
    standing: str


@dataclass(frozen=True)
class NextTable:
    """A table of the next game; `group` names the division that plays there by itself."""

    number: int
    group: str
    seats: tuple[NextSeat, ...]


@dataclass(frozen=True)
class NextGame:
    """The next game of a stage: its tables, who has no game in it, and who has left since.

    `bye_rule` says what a bye counts, "" in an elimination.
    """

    tables: tuple[NextTable, ...]
    byes: tuple[Entrant, ...]
    bye_rule: str
    left: tuple[Entrant, ...]
    repeats: str

    @property
    def sizes(self) -> list[int]:
        """How many sit at each table."""
        return [len(table.seats) for table in self.tables]

    @property
    def people(self) -> int:
        """How many have a seat."""
        return sum(self.sizes)

    @property
    def by_standing(self) -> bool:
        """Whether a standing is told beside names."""
        return any(seat.standing for table in self.tables for seat in table.seats)


def next_game_of(snapshot: Loaded, stage: Stage, seated: Round) -> NextGame:
    """Return how a stage's next game would be seated, beside how the one before is."""
    course = snapshot.courses[stage.pk]
    newest = course.rounds[-1]
    before = {key: table.number for table in newest.tables for key in table.seats}
    before |= dict.fromkeys(newest.byes, 0)
    playing = {key for table in seated.tables for key in table.seats} | set(seated.byes)
    names = group_names(snapshot.tournament)
    at_tables, standings = course.plan.kind is Kind.TABLES, _standings(course)
    return NextGame(
        tuple(
            NextTable(
                table.number,
                names.get(table.group, ""),
                tuple(
                    NextSeat(
                        place,
                        snapshot.entrants[int(key)],
                        before.get(key),
                        standings.get(key, ""),
                    )
                    for place, key in enumerate(table.seats)
                ),
            )
            for table in seated.tables
        ),
        tuple(snapshot.entrants[int(key)] for key in seated.byes),
        bye_rule(course.plan) if at_tables else "",
        tuple(
            entrant
            for key in before
            if key not in playing
            and (entrant := snapshot.entrants[int(key)]).withdrawn_at is not None
        ),
        repeats_of_next(course, seated),
    )


def _standings(course: StageCourse) -> dict[Key, str]:
    """Return the place and points of each, where people who stand close sit together."""
    if course.plan.kind is not Kind.TABLES or course.plan.seating is not Seating.SWISS:
        return {}
    places = stage_places(course, all_behind=True)
    return {place.key: standing_words(place) for place in places if place.place is not None}
