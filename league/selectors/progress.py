"""How far a stage is: which tables are done, what it waits for, who goes on when it is closed."""

import hashlib
import json
from dataclasses import dataclass

from django.db.models import Count, Sum

from league.brackets.advance import advance, next_field
from league.brackets.ranking import stage_places
from league.brackets.rounds import is_full, rounds_of
from league.brackets.values import Advance, Kind, Member
from league.models import Stage, StageTable, Tournament
from league.seating.errors import CaseError

from .courses import Loaded, TableState, plan_of
from .fields import regrouped


def mark_of(tournament: Tournament) -> str:
    """Equal while nothing of the tournament has changed: neither its own rows nor its sheets."""
    games = StageTable.objects.filter(round__stage__tournament=tournament).aggregate(
        number=Count("game"), entries=Sum("game__revision")
    )
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    return f"{revision}-{games['number']}-{games['entries'] or 0}"


def gone(found: Loaded, stage: Stage) -> frozenset[int]:
    """The entrants of the stage's field who have withdrawn from it."""
    course = found.courses[stage.pk]
    return frozenset(int(member.key) for member in course.field if member.out)


def table_done(found: Loaded, stage: Stage, state: TableState) -> bool:
    """Whether nothing more is to come from a table.

    Its result is the last word, or everybody there has withdrawn; of two who play each other out
    it is enough that one has.
    """
    away = gone(found, stage)
    staying = [pk for pk in state.seats if pk not in away]
    least = 1 if stage.kind != Kind.TABLES else 0
    return state.finished or len(staying) <= least


def round_now(found: Loaded, stage: Stage) -> int:
    """The number of the round of seating that is on in the stage, 0 before the first."""
    rounds = found.rounds.get(stage.pk, ())
    return rounds[-1].number if rounds else 0


def waiting_tables(found: Loaded, stage: Stage) -> tuple[TableState, ...]:
    """The tables of the stage from which a result is still to come, by round and number."""
    return tuple(
        state
        for key, state in sorted(found.tables.items())
        if key[0] == stage.pk and not table_done(found, stage, state)
    )


@dataclass(frozen=True)
class Closing:
    """What closing a stage now would do.

    `waiting` are tables without a last word, `games_left` rounds of seating that are still to come
    (0 where the stage is full). `advance` is who goes on and who is level, `field` that of the next
    stage, which nobody knows while people are level. `mark` stands for what would be written: equal
    marks close the stage in the same way. `fault` is why nobody can say who goes on, None where
    somebody can.
    """

    stage: Stage
    following: Stage | None
    waiting: tuple[TableState, ...]
    games_left: int
    advance: Advance
    field: tuple[Member, ...]
    mark: str
    fault: CaseError | None = None

    @property
    def complete(self) -> bool:
        """Whether everything is in, so that only ties can be in the way."""
        return not self.waiting and not self.games_left and self.fault is None

    @property
    def ready(self) -> bool:
        """Whether the stage can be closed."""
        return self.complete and not self.advance.level


def closing_of(found: Loaded, stage: Stage) -> Closing:
    """What closing the stage, which has begun, would do as things stand."""
    course = found.courses[stage.pk]
    following = found.following(stage)
    going, fault = Advance(going=()), None
    field: tuple[Member, ...] = ()
    try:
        if following is not None:
            plan = plan_of(following)
            going = advance(course, plan, found.tournament.visitors_go_on)
            if not going.level:
                field = regrouped(found, following, next_field(course, going, plan))
        full = is_full(course)
        left = 0 if full else max(rounds_of(course) - len(course.rounds), 1)
    except CaseError as error:
        fault, left = error, 0
    if following is None:
        told = [[str(one.key), one.place] for one in stage_places(course)]
    else:
        told = [[str(one.key), one.seed, one.group, str(one.carried)] for one in field] or [
            [str(one.key), one.table] for one in going.going
        ]
    level = [[str(key) for key in one.keys] for one in going.level]
    said = json.dumps([stage.pk, told, level])
    return Closing(
        stage=stage,
        following=following,
        waiting=waiting_tables(found, stage),
        games_left=left,
        advance=going,
        field=field,
        mark=hashlib.sha256(said.encode()).hexdigest()[:32],
        fault=fault,
    )
