"""What the page of a game day shows at this moment, and the one thing to do next."""

from dataclasses import dataclass

from django.db.models import Count, Sum

from league.days.models import GameDay, Plan
from scoring.accounts.models import Player

from .game_days import Attendee, regulars_for
from .planning import inputs_of
from .seating import DaySeating, faults
from .tables import TableLine, tables_of


@dataclass(frozen=True)
class DayPage:
    """The page of a day. `waiting` is a plan that can be taken and that nobody has taken yet.

    `next` is what the one main button does: restore, look, wait, plan, again, start, go, watch
    (there is nothing to press while tables play) or over.
    """

    seating: DaySeating
    tables: tuple[TableLine, ...]
    faults: tuple[str, ...]
    regulars: tuple[Player, ...]
    waiting: Plan | None
    next: str

    @property
    def here(self) -> tuple[Attendee, ...]:
        """Those who are in the room."""
        return self.seating.here

    @property
    def gone(self) -> list[Attendee]:
        """Those who came and went home."""
        return [person for person in self.seating.people if person not in self.here]

    @property
    def here_ids(self) -> set[int]:
        """The players who are in the room."""
        return {person.player.pk for person in self.here}

    @property
    def unstarted(self) -> int:
        """How many tables of the round that is on have not begun."""
        return sum(table.state == "waiting" for table in self.tables)

    @property
    def playing(self) -> int:
        """How many tables play."""
        return sum(table.state == "playing" for table in self.tables)

    @property
    def can_plan(self) -> bool:
        """Whether there is a round that can still be planned."""
        return self.seating.first_open <= self.seating.day.rounds

    @property
    def can_go(self) -> bool:
        """Whether there is a next round of seating."""
        day = self.seating.day
        return bool(self.tables) and day.current_round < day.rounds

    @property
    def can_go_back(self) -> bool:
        """Whether the round that is on can still be left for the one before."""
        return self.seating.day.current_round > max(1, self.seating.begun)


def page_of(day: GameDay, *, door: bool) -> DayPage:
    """The page's content from the day's rows, with names to tap where the asker keeps the door."""
    inputs = inputs_of(day)
    seating = inputs.seating
    tables = tuple(tables_of(seating, day.current_round))
    amiss = tuple(faults(seating, inputs.wishes))
    newest = day.plans.first()
    waits = newest is not None and newest.taken_at is None and newest.basis == inputs.basis
    waiting = newest if waits else None
    return DayPage(
        seating=seating,
        tables=tables,
        faults=amiss,
        regulars=tuple(regulars_for(day)) if door else (),
        waiting=waiting,
        next=_next(day, seating, tables, bool(amiss), bool(waiting)),
    )


def _next(
    day: GameDay, seating: DaySeating, tables: tuple[TableLine, ...], amiss: bool, waiting: bool
) -> str:
    states = {table.state for table in tables}
    can_plan = seating.first_open <= day.rounds
    if day.cancelled_at is not None:
        return "restore"
    if waiting:
        return "look"
    if not tables:
        return "plan" if len(seating.here) > 1 and can_plan else "wait"
    if amiss and can_plan and ("waiting" not in states or states == {"waiting"}):
        return "again"
    if "waiting" in states:
        return "start"
    if "playing" in states:
        return "watch"
    return "go" if day.current_round < day.rounds else "over"


def state_of(day: GameDay) -> str:
    """Equal for equal pages: grows with the day's own changes, and with its games' sheets."""
    games = day.table_games.aggregate(number=Count("pk"), entries=Sum("game__revision"))
    return f"{day.revision}-{games['number']}-{games['entries'] or 0}"
