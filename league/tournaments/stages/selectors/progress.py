"""How far a stage is: finished tables, what it waits for, and who goes on at its end."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Sum

from league.seating.errors import CaseError
from league.tournaments.brackets.advance import advance, next_field
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.rounds import is_full, rounds_of
from league.tournaments.brackets.values import Advance, Kind, Member, StageCourse
from league.tournaments.courses import Loaded, TableState, plan_of
from league.tournaments.models import Stage, StageTable, Tournament

from .fields import played_groups, regrouped


def mark_of(tournament: Tournament) -> str:
    """Equal while nothing of the tournament has changed: neither its own rows nor its sheets."""
    games = StageTable.objects.filter(round__stage__tournament=tournament).aggregate(
        number=Count("game"), entries=Sum("game__revision")
    )
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    return f"{revision}-{games['number']}-{games['entries'] or 0}"


def gone(snapshot: Loaded, stage: Stage) -> frozenset[int]:
    """The entrants of the stage's field who have withdrawn from it."""
    course = snapshot.courses[stage.pk]
    return frozenset(int(member.key) for member in course.field if member.out)


def table_done(snapshot: Loaded, stage: Stage, state: TableState) -> bool:
    """Whether nothing more is to come from a table.

    Its result is the last word, or everybody there has withdrawn; of two who play each other out
    it is enough that one has.
    """
    away = gone(snapshot, stage)
    staying = [pk for pk in state.seats if pk not in away]
    least = 1 if stage.kind != Kind.TABLES else 0
    return state.finished or len(staying) <= least


def round_now(snapshot: Loaded, stage: Stage) -> int:
    """The number of the round of seating that is on in the stage, 0 before the first."""
    rounds = snapshot.rounds.get(stage.pk, ())
    return rounds[-1].number if rounds else 0


def waiting_tables(snapshot: Loaded, stage: Stage) -> tuple[TableState, ...]:
    """The tables of the stage from which a result is still to come, by round and number."""
    return tuple(
        state
        for key, state in sorted(snapshot.tables.items())
        if key[0] == stage.pk and not table_done(snapshot, stage, state)
    )


def games_left(course: StageCourse) -> int:
    """How many games of a stage are still to be seated, 0 where it is full; raises `CaseError`."""
    return 0 if is_full(course) else max(rounds_of(course) - len(course.rounds), 1)


def is_played(snapshot: Loaded, stage: Stage, group: str | None = None) -> bool:
    """Whether all tables of all games of a stage are in; False where that cannot be known.

    Or those of the `group` of divisions, where one plays by itself.
    """
    waiting = waiting_tables(snapshot, stage)
    try:
        return not any(group in (None, state.row.group) for state in waiting) and not games_left(
            snapshot.courses[stage.pk]
        )
    except CaseError:
        return False


@dataclass(frozen=True)
class Closing:
    """What closing a stage now would do.

    `waiting` are tables without a last word, `games_left` rounds of seating that are still to come
    (0 where the stage is full). `advance` says who goes on and who is tied, `field` is that of the
    next stage, which is unknown while people are tied. `mark` is a digest of what would be written:
    equal marks close the stage in the same way. `fault` is why the advancers are not known, None
    where somebody can. `groups` names divisions that play by themselves, by key.
    """

    stage: Stage
    following: Stage | None
    waiting: tuple[TableState, ...]
    games_left: int
    advance: Advance
    field: tuple[Member, ...]
    mark: str
    fault: CaseError | None = None
    groups: Mapping[str, str] | None = None

    @property
    def complete(self) -> bool:
        """Whether everything is in, so that only ties can be in the way."""
        return not self.waiting and not self.games_left and self.fault is None

    @property
    def ready(self) -> bool:
        """Whether the stage can be closed."""
        return self.complete and not self.advance.level

    @property
    def few(self) -> bool:
        """Whether all is in, and fewer than two go on: closing it is refused."""
        return self.following is not None and self.ready and len(self.field) < 2


def closing_of(snapshot: Loaded, stage: Stage) -> Closing:
    """What closing the stage, which has begun, would do as things stand."""
    course = snapshot.courses[stage.pk]
    following = snapshot.following(stage)
    going, fault = Advance(going=()), None
    field: tuple[Member, ...] = ()
    try:
        if following is not None:
            plan = plan_of(following)
            going = advance(course, plan, snapshot.tournament.visitors_go_on)
            if not going.level:
                field = regrouped(snapshot, following, next_field(course, going, plan))
        left = games_left(course)
    except CaseError as error:
        fault, left = error, 0
    if following is None:
        seats_next = [[str(state.key), state.place] for state in stage_places(course)]
    else:
        seats_next = [
            [str(member.key), member.seed, member.group, str(member.carried)] for member in field
        ] or [[str(member.key), member.table] for member in going.going]
    level = [[str(key) for key in group.keys] for group in going.level]
    content = json.dumps([stage.pk, seats_next, level])
    return Closing(
        stage=stage,
        following=following,
        waiting=waiting_tables(snapshot, stage),
        games_left=left,
        advance=going,
        field=field,
        mark=hashlib.sha256(content.encode()).hexdigest()[:32],
        fault=fault,
        groups=played_groups(snapshot) if stage.by_division else None,
    )
