"""Letting somebody play in another's place at a table that has not begun."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.brackets.values import Kind
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.stale_seats import CHOICE, REPLACED, Drift, drift_of
from league.tournaments.models import (
    Entrant,
    Stage,
    StageEntrant,
    StageSeat,
    Tournament,
    TournamentEntry,
)
from league.tournaments.stages.selectors.progress import closing_of, round_now
from scoring.accounts.authors import Author
from scoring.refusals import Refusal, Stale

from .running import stage_on
from .stage_seats import group_at, table_waits, table_with
from .stage_tables import players_names

UNDONE = "replaced_undo"


@dataclass(frozen=True)
class Replacement:
    """Somebody who is to take over a seat and its place in the stage, and what that does.

    `how` and `carried` are what the stage's field says of the new one, as in `StageEntrant`.
    `mark` is equal for equal `sentences`.
    """

    stage: Stage
    earlier: Stage | None
    state: TableState
    old: Entrant
    new: Entrant
    how: str
    carried: str
    sentences: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What the director has to have seen for it to be done."""
        return hashlib.sha256("\n".join(self.sentences).encode()).hexdigest()[:32]


def replacement_plan(snapshot: Loaded, old: Entrant, new: Entrant) -> Replacement:
    """Return what letting `new` play in the place of `old` would do, without doing it.

    Raises `Refusal` where the table has begun, past the stage's first game, in another division,
    where points are carried that the new one has not, and for who plays already, here or in
    another tournament, has withdrawn, was never accepted, or is called like somebody there.
    """
    stage = stage_on(snapshot)
    if round_now(snapshot, stage) > 1:
        raise Refusal(
            "late",
            _("%s is past its first game, so nobody can take over a place in it any more.")
            % stage.name,
        )
    state = table_with(snapshot.tables_of(stage, 1), old)
    table_waits(state)
    _may_play(snapshot, stage, state, old, new)
    group_at(snapshot, stage, new, state)
    earlier = _stage_before(snapshot, stage)
    how, carried = _entry(snapshot, earlier, new)
    return Replacement(
        stage=stage,
        earlier=earlier,
        state=state,
        old=old,
        new=new,
        how=how,
        carried=carried,
        sentences=tuple(_sentences(snapshot, stage, state, old, new)),
    )


def _stage_before(snapshot: Loaded, stage: Stage) -> Stage | None:
    before = [begun for begun in snapshot.begun if begun.number < stage.number]
    return before[-1] if before else None


def _may_play(
    snapshot: Loaded, stage: Stage, state: TableState, old: Entrant, new: Entrant
) -> None:
    names = {"name": new.name, "stage": stage.name}
    if any(member.entrant_id == new.pk for member in snapshot.fields[stage.pk]):
        raise Refusal(
            "in", _("%(name)s plays in %(stage)s already. Swap two people instead.") % names
        )
    if new.player_id is None or new.number is None or new.withdrawn_at is not None:
        raise Refusal("out", _("%s is not accepted, or has withdrawn.") % new.name)
    if _plays_elsewhere(snapshot.tournament, new.player_id):
        raise Refusal("elsewhere", _("%s plays in another tournament at this time.") % new.name)
    staying = [pk for pk in state.seats if pk != old.pk]
    called = players_names([*staying, new.pk])
    same = {called[pk].casefold() for pk in staying if pk in called}
    if called[new.pk].casefold() in same:
        raise Refusal("name", _("Somebody called %s sits at that table already.") % called[new.pk])
    decided = {pk for parting in snapshot.partings.get(stage.pk, ()) for pk, _n in parting.numbers}
    if old.pk in decided:
        raise Refusal(
            "parted", _("A play-off or lots of %s count already. Take that back first.") % old.name
        )


def _plays_elsewhere(tournament: Tournament, player: int) -> bool:
    """Whether a game of another tournament is on in which this player sits."""
    return (
        StageSeat.objects.filter(
            entrant__player_id=player,
            entrant__withdrawn_at=None,
            table__round__stage__closed_at=None,
            table__game__isnull=False,
            table__game__finished_at=None,
            table__round__stage__tournament__ended_at=None,
            table__round__stage__tournament__cancelled_at=None,
        )
        .exclude(table__round__stage__tournament=tournament)
        .exists()
    )


def _entry(snapshot: Loaded, earlier: Stage | None, new: Entrant) -> tuple[str, str]:
    """By what the new one is in the stage, and the points he or she carries into it."""
    if earlier is None:
        return CHOICE, "0"
    closing = closing_of(snapshot, earlier)
    hows = {member.key: str(member.how) for member in closing.advance.going}
    carried = {member.key: str(member.carried) for member in closing.field}
    if earlier.carried and new.pk not in carried:
        raise Refusal(
            "carried",
            _("Points are carried on from %(stage)s, and %(name)s has none to carry.")
            % {"stage": earlier.name, "name": new.name},
        )
    return hows.get(new.pk, CHOICE), carried.get(new.pk, "0")


def _sentences(
    snapshot: Loaded, stage: Stage, state: TableState, old: Entrant, new: Entrant
) -> Iterator[str]:
    names = {"new": new.name, "old": old.name, "table": state.row.number, "stage": stage.name}
    yield _("%(new)s plays at table %(table)d instead of %(old)s.") % names
    if stage.kind != Kind.TABLES:
        yield _("%(new)s takes over the place of %(old)s in the bracket.") % names
    for pk in state.seats:
        if pk != old.pk and _have_met(snapshot, new.pk, pk):
            yield _("%(new)s and %(other)s have met before.") % {
                **names,
                "other": snapshot.entrants[pk].name,
            }
    if old.withdrawn_at is not None:
        yield _("%(old)s has withdrawn.") % names
    else:
        yield _("%(old)s is free and no longer plays in %(stage)s.") % names


def _have_met(snapshot: Loaded, entrant: int, other: int) -> bool:
    """Whether two people have sat at one table of this tournament."""
    return any({entrant, other} <= set(state.seats) for state in snapshot.tables.values())


@transaction.atomic
def seat_replace(
    *,
    tournament: Tournament,
    author: Author,
    old: Entrant,
    new: Entrant,
    seen: str,
    reason: str = "",
) -> None:
    """Let `new` play in the place of `old`, as was `seen`; asked twice, it is done once.

    Raises what `replacement_plan` raises, and `Stale` where it would do something else by now.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    new, old = Entrant.objects.get(pk=new.pk), Entrant.objects.get(pk=old.pk)
    done = replacements_to_undo(snapshot)
    if any(entry.details["entrants"] == [new.pk, old.pk] for entry in done):
        return
    plan = replacement_plan(snapshot, old, new)
    if plan.mark != seen:
        raise Stale(_("Something has changed since you looked. Look once more."), [])
    if new.checked_in_at is None:
        new.checked_in_at = timezone.now()
        new.save(update_fields=["checked_in_at"])
    row = StageEntrant.objects.get(stage=plan.stage, entrant=old)
    before = {"how": row.how, "carried": row.carried}
    _take_over(row, plan.state, new, plan.how, plan.carried)
    left = _drift_left(tournament, plan.earlier)
    log_append(
        tournament=tournament,
        author=author,
        kind=REPLACED,
        text=plan.sentences[0],
        reason=reason.strip(),
        details={
            # As for the other choices after a correction: the stage whose results are looked at.
            "stage": (plan.earlier or plan.stage).pk,
            "mark": left.mark if left else "",
            "table": plan.state.row.pk,
            "entrants": [new.pk, old.pk],
            **before,
        },
    )


def _take_over(
    row: StageEntrant, state: TableState, entrant: Entrant, how: str, carried: str
) -> None:
    """Give a place in a stage, with its seed, and the seat to somebody else."""
    StageSeat.objects.filter(table=state.row, entrant=row.entrant_id).update(entrant=entrant)
    row.entrant, row.how, row.carried = entrant, how, carried
    row.save(update_fields=["entrant", "how", "carried"])


def _drift_left(tournament: Tournament, earlier: Stage | None) -> Drift | None:
    """What the results of the stage before still say against the seats: not to be asked again."""
    return drift_of(loaded(tournament), earlier) if earlier else None


def replacements_to_undo(snapshot: Loaded) -> tuple[TournamentEntry, ...]:
    """Lines of the log about replacements that can be taken back now, the newest first."""
    stage = snapshot.current
    if stage is None or round_now(snapshot, stage) > 1:
        return ()
    field = {member.entrant_id for member in snapshot.fields[stage.pk]}
    waiting = {
        pk
        for state in snapshot.tables_of(stage, 1)
        if state.game is None and state.paper is None
        for pk in state.seats
    }
    # A stage that was seated anew has new tables: what was replaced before counts no longer.
    tables = {state.row.pk for state in snapshot.tables_of(stage, 1)}
    listed: dict[int, TournamentEntry] = {}
    for entry in snapshot.tournament.log.filter(kind__in=(REPLACED, UNDONE)).order_by("pk"):
        people = entry.details["entrants"]
        if entry.details["table"] not in tables or not snapshot.entrants.keys() >= set(people):
            continue
        if len(people) < 2:  # an archive leaves out of the list who was removed
            continue
        new, old = people
        listed.pop(new, None)
        if entry.kind == REPLACED and new in waiting and old not in field:
            listed[new] = entry
    return tuple(reversed(listed.values()))


@transaction.atomic
def replacement_undo(*, tournament: Tournament, author: Author, entry: int) -> None:
    """Give a seat back to who had it; `entry` is the id of the replacement's line in the log.

    Raises `Refusal` where the table has begun, or the seat went to somebody else since.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    line = next((line for line in replacements_to_undo(snapshot) if line.pk == entry), None)
    if line is None:
        raise Refusal("undo", _("This replacement cannot be taken back any more."))
    new, old = (snapshot.entrants[pk] for pk in line.details["entrants"])
    stage = stage_on(snapshot)
    state = table_with(snapshot.tables_of(stage, 1), new)
    row = StageEntrant.objects.get(stage=stage, entrant=new)
    _take_over(row, state, old, line.details["how"], line.details["carried"])
    log_append(
        tournament=tournament,
        author=author,
        kind=UNDONE,
        text=_("%(old)s has the seat at table %(table)d back; %(new)s is free.")
        % {"old": old.name, "new": new.name, "table": state.row.number},
        details={
            "stage": line.details["stage"],
            "table": line.details["table"],
            "entrants": [new.pk, old.pk],
        },
    )
