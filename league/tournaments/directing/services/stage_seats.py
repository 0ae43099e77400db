"""Coming late: a seat in the current game, also at a table that has begun."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.brackets.values import Kind
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.outcome import outcome_of, unsettled
from league.tournaments.directing.selectors.seat_places import moved_words, places_mark
from league.tournaments.entrants.public import entrant_walk_up
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Entrant, Stage, StageEntrant, StageSeat, Tournament
from league.tournaments.stages.selectors.fields import played_groups
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import LATE
from league.tournaments.stages.selectors.stale_seats import CHOICE
from scoring.accounts.authors import Author
from scoring.refusals import Refusal
from scoring.sheets.public import seat_join

from .running import stage_on
from .seat_changes import SeatNotAgreed, seats_change
from .stage_tables import players_names


def _at_tables(snapshot: Loaded) -> tuple[Stage, tuple[TableState, ...]]:
    """Return the current stage, whose tables are to be changed, and those tables."""
    stage = stage_on(snapshot)
    if stage.kind != Kind.TABLES:
        raise Refusal("bracket", _("In %s the bracket decides who meets whom.") % stage.name)
    return stage, snapshot.tables_of(stage, round_now(snapshot, stage))


def _table(tables: Sequence[TableState], number: int) -> TableState:
    state = next((table for table in tables if table.row.number == number), None)
    if state is None:
        raise Refusal("table", _("There is no table %d in this game.") % number)
    return state


def _has_room(stage: Stage, state: TableState) -> None:
    if len(state.seats) >= stage.most:
        raise Refusal(
            "full",
            _("Table %(table)d has %(seats)d people, the most that %(stage)s allows.")
            % {"table": state.row.number, "seats": len(state.seats), "stage": stage.name},
        )


def _sit(state: TableState, entrant: Entrant) -> None:
    last = StageSeat.objects.filter(table=state.row).aggregate(last=Max("place"))["last"]
    place = 0 if last is None else last + 1
    StageSeat.objects.create(table=state.row, entrant=entrant, place=place)


def check_agreed(before: Loaded, agreed: str | None) -> None:
    """Raise `SeatNotAgreed` where what was written since moves what was not `agreed` to.

    That is the mark of what was shown; with None nobody is asked.
    """
    if agreed is None:
        return
    sentences = moved_words(before, loaded(before.tournament), stage_on(before))
    if sentences and agreed != places_mark(sentences):
        raise SeatNotAgreed(sentences)


@transaction.atomic
def late_seat(
    *,
    tournament: Tournament,
    author: Author,
    key: str,
    entrant: Entrant,
    table: int,
    reason: str,
    agreed: str | None = None,
) -> StageEntrant:
    """Let somebody join the stage that is on, at that table, by the director's word.

    At a game on a tablet he or she is a late arrival, from the next round on, with the total that
    the rules in force give; at one on paper too, but there the table writes that down. At a table
    that has not begun it is simply one more, as `seat_changes.seats_change` adds somebody. `key`
    makes the late arrival count once. Raises `Refusal` where the stage has gone past its first
    game, the person plays in it already, has withdrawn or is not accepted, and where the table is
    full or done; and `SeatNotAgreed` as `check_agreed` does.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    entrant = Entrant.objects.get(pk=entrant.pk)
    row = _seat(snapshot, author, key, entrant, table, reason)
    check_agreed(snapshot, agreed)
    return row


def _seat(
    snapshot: Loaded, author: Author, key: str, entrant: Entrant, table: int, reason: str
) -> StageEntrant:
    tournament = snapshot.tournament
    stage, tables = _at_tables(snapshot)
    _may_join(snapshot, stage, entrant)
    state = _table(tables, table)
    if state.paper is not None:
        raise Refusal("done", _("The result of table %d is in already.") % table)
    if not state.begun:
        seats_change(
            tournament=tournament,
            author=author,
            change=TableChange(SeatDeed.ADD, entrant.pk, table=table),
            seen=None,
            reason=reason,
        )
        return StageEntrant.objects.get(stage=stage, entrant=entrant)
    group = group_at(snapshot, stage, entrant, state)
    _has_room(stage, state)
    if entrant.checked_in_at is None:
        entrant.checked_in_at = timezone.now()
        entrant.save(update_fields=["checked_in_at"])
    last = max(member.seed for member in snapshot.fields[stage.pk])
    row = StageEntrant.objects.create(
        stage=stage, entrant=entrant, seed=last + 1, group=group, how=CHOICE
    )
    _sit(state, entrant)
    if state.game is not None:
        name = players_names([entrant.pk])[entrant.pk]
        seat_join(game=state.game, author=author, key=key, name=name)
    log_append(
        tournament=tournament,
        author=author,
        kind=LATE,
        text=_("%(name)s joined %(stage)s at table %(table)d as a late arrival.")
        % {**_names(entrant, stage), "table": table},
        reason=reason.strip(),
        details={
            "stage": stage.pk,
            "entrants": [entrant.pk],
            "table": table,
            **unsettled(outcome_of(snapshot), outcome_of(loaded(tournament))),
        },
    )
    return row


def _may_join(snapshot: Loaded, stage: Stage, entrant: Entrant) -> None:
    """Raises `Refusal` for who cannot join the stage at any table."""
    known = next(
        (member for member in snapshot.fields[stage.pk] if member.entrant_id == entrant.pk), None
    )
    if known is not None:
        raise Refusal("in", _("%(name)s plays in %(stage)s already.") % _names(entrant, stage))
    if entrant.player_id is None or entrant.withdrawn_at is not None:
        raise Refusal("out", _("%s is not accepted, or has left.") % entrant.name)
    if round_now(snapshot, stage) > 1:
        raise Refusal(
            "late",
            _(
                "%(stage)s is past its first game, and anyone who joins now would have played "
                "fewer than the others."
            )
            % _names(entrant, stage),
        )


@transaction.atomic
def walk_up_seat(
    *,
    tournament: Tournament,
    author: Author,
    key: str,
    name: str,
    details: Mapping[str, Any],
    table: int,
    agreed: str | None = None,
) -> StageEntrant:
    """Enter somebody who came after the beginning, and seat them at that table.

    Both or neither: raises what `entrant_walk_up` and `late_seat` raise.
    """
    entrant = entrant_walk_up(
        tournament=tournament, author=author, name=name, details=details, late=True
    )
    return late_seat(
        tournament=tournament,
        author=author,
        key=key,
        entrant=entrant,
        table=table,
        reason="",
        agreed=agreed,
    )


def _names(entrant: Entrant, stage: Stage) -> dict[str, str]:
    return {"name": entrant.name, "stage": stage.name}


def group_at(snapshot: Loaded, stage: Stage, entrant: Entrant, state: TableState) -> str:
    """The entrant's division in the stage; raises `Refusal` unless it is the table's."""
    if not stage.by_division:
        return ""
    group = entrants_by_group(snapshot.tournament, [entrant]).key_of().get(entrant.pk, "")
    if group != state.row.group:
        raise Refusal(
            "group",
            _("Table %(table)d plays for %(group)s, and %(name)s does not belong there.")
            % {
                "table": state.row.number,
                "group": played_groups(snapshot).get(state.row.group, state.row.group),
                "name": entrant.name,
            },
        )
    return group
