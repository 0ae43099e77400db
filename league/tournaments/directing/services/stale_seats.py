"""What the director chooses where a stage has begun on results that were corrected since."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.apart import Question
from league.tournaments.brackets.seat_changes import TableChange
from league.tournaments.brackets.values import Round
from league.tournaments.changes import log_append, tournament_lock, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.models import Stage, StageEntrant, Tournament, TournamentEntry
from league.tournaments.stages.selectors.fields import fresh_course
from league.tournaments.stages.selectors.progress import (
    mark_of,
    round_now,
)
from league.tournaments.stages.selectors.seat_log import INSTEAD
from league.tournaments.stages.selectors.stale_seats import (
    ANEW,
    BEFORE,
    FIELD,
    KEPT,
    KIND,
    PLAYED,
    TAKEN_IN,
    Drift,
    FieldAnew,
    asked_of,
    choice_details,
    drift_of,
    field_anew,
)
from league.tournaments.stages.selectors.tables_to_join import tables_joined
from scoring.accounts.authors import Author, clean_reason
from scoring.lists import listed
from scoring.refusals import Refusal, Stale

from .closing import stage_unseat
from .games_taken_back import games_detach
from .running import moving, stage_on
from .seat_changes import seats_change
from .stage_rounds import TRIES, field_write, round_think, round_write
from .stage_seats import check_agreed, late_seat
from .stage_tables import start_take_back


def _asked(snapshot: Loaded, stage: Stage, seen: str) -> Drift:
    """What is asked about the stage; raises `Stale` where it is another thing than was shown."""
    drift = asked_of(snapshot, Stage.objects.get(pk=stage.pk))
    if drift is None or not drift.any or drift.mark != seen:
        raise Stale(_("The results have changed again since you looked. Look once more."), [])
    return drift


def _chosen(
    tournament: Tournament,
    drift: Drift,
    author: Author,
    choice: str,
    text: str,
    reason: str,
    decided: Sequence[Question],
    more: Mapping[str, Any] | None = None,
) -> None:
    """Write the choice into the log, with what it `decided`, which is not asked again."""
    left = drift_of(loaded(tournament), drift.stage)
    log_append(
        tournament=tournament,
        author=author,
        kind=KIND,
        text=text,
        reason=reason,
        details={
            **choice_details(drift, choice, left.mark if left else "", decided),
            **(more or {}),
        },
    )


@transaction.atomic
def drift_keep(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str
) -> None:
    """Leave the next stage as it was seated; asked again only when the results change again."""
    tournament = tournament_lock(tournament)
    drift = _asked(loaded(tournament), stage, seen)
    sentence = (
        _("%(next)s stays as it was seated, also after a disqualification.")
        if drift.left
        else _("%(next)s stays as it was seated, although %(stage)s was corrected.")
    ) % {"next": drift.following.name, "stage": drift.stage.name}
    reason = clean_reason(reason)
    _chosen(tournament, drift, author, KEPT, sentence, reason, drift.questions)


@transaction.atomic
def drift_carry(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str
) -> None:
    """Put the points right that people carry into the next stage."""
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
    drift = _asked(snapshot, stage, seen)
    if snapshot.current != drift.following:
        raise Refusal("over", _("%s is over already.") % drift.following.name)
    if not drift.carried:
        raise Refusal("carried", _("Everybody carries the right points already."))
    for carried in drift.carried:
        StageEntrant.objects.filter(stage=drift.following, entrant=carried.entrant).update(
            carried=str(carried.now)
        )
    sentence = _("The points carried into %(next)s were put right: %(names)s.") % {
        "next": drift.following.name,
        "names": listed(_name(tournament, change.entrant) for change in drift.carried),
    }
    decided = [replace(question, carried={}) for question in drift.questions]
    _chosen(tournament, drift, author, "carry", sentence, clean_reason(reason), decided)


def _name(tournament: Tournament, pk: int) -> str:
    return tournament.entrants.values_list("name", flat=True).get(pk=pk)


@transaction.atomic
def drift_replace(
    *, tournament: Tournament, author: Author, change: TableChange, seen: str, reason: str = ""
) -> TournamentEntry:
    """Take a table's start back and let somebody play there in another's place, as it was `seen`.

    Both or neither. Raises what `start_take_back` and `seats_change` raise.
    """
    snapshot = loaded(tournament_open(tournament))
    stage = stage_on(snapshot)
    for state in snapshot.tables_of(stage, round_now(snapshot, stage)):
        if change.who in state.seats and state.begun:
            start_take_back(tournament=tournament, table=state.row, author=author)
    return seats_change(
        tournament=tournament, author=author, change=change, seen=seen, reason=reason
    )


@transaction.atomic
def drift_take(
    *,
    tournament: Tournament,
    stage: Stage,
    author: Author,
    key: str,
    seen: str,
    reason: str,
    agreed: str | None = None,
) -> None:
    """Let those who should have gone on join the next stage, at the smallest tables there.

    Nobody in the stage is sent away. Raises `Refusal` if that stage is past its first game,
    or no table has room; and `SeatNotAgreed` as `check_agreed` does.
    """
    tournament = tournament_open(tournament)
    before = snapshot = loaded(tournament)
    drift = _asked(snapshot, stage, seen)
    reason = clean_reason(reason)
    if not drift.missing:
        raise Refusal("missing", _("Everybody who should have gone on is in already."))
    if snapshot.current != drift.following:
        raise Refusal("over", _("%s is over already.") % drift.following.name)
    for pk in drift.missing:
        snapshot = loaded(tournament)
        entrant = snapshot.entrants[pk]
        late_seat(
            tournament=tournament,
            author=author,
            key=f"{key[:40]}-{pk}",
            entrant=entrant,
            table=_smallest(snapshot, drift.following, pk),
            reason=reason,
        )
    sentence = (
        _("%(names)s joined %(next)s after a disqualification.")
        if drift.left
        else _("%(names)s joined %(next)s after %(stage)s was corrected.")
    ) % {
        "names": listed(snapshot.entrants[pk].name for pk in drift.missing),
        "next": drift.following.name,
        "stage": drift.stage.name,
    }
    decided = _with_joined(drift)
    _chosen(
        tournament, drift, author, TAKEN_IN, sentence, reason, decided, _instead(drift, decided)
    )
    check_agreed(before, agreed)


def _with_joined(drift: Drift) -> list[Question]:
    """Return what was asked as it is once all who should have gone on have come in."""
    joined = set(drift.missing)
    return [
        replace(
            question,
            missing=tuple(key for key in question.missing if key not in joined),
            came=tuple(key for key in question.missing if key in joined),
        )
        for question in drift.questions
    ]


def _instead(drift: Drift, decided: Sequence[Question]) -> dict[str, Any]:
    """Return what the log keeps of who was taken in for somebody who had lost the place."""
    rows = [
        [drift.following.pk, *pair]
        for question in decided
        for pair in zip(question.came, question.extra, strict=False)
        if pair[1] in drift.left
    ]
    return {INSTEAD: rows} if rows else {}


def _smallest(snapshot: Loaded, stage: Stage, entrant: int) -> int:
    """The number of the smallest table that this one can join."""
    tables = tables_joined(snapshot, stage, [entrant])
    if not tables:
        raise Refusal(
            "done", _("Nobody can join a table of %s: each is done or full.") % stage.name
        )
    return tables[0][0]


def drift_redo(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str, sure: bool
) -> None:
    """Seat the next stage again with the people who should be in it.

    Whom an earlier decision let play on is in it too, while that stands. What was played there
    counts no longer; its games stay readable, and the log keeps what paper said. Raises `Refusal`
    unless the director is `sure`, where a later stage has begun, and where people are level for a
    place.
    """
    for _try in range(TRIES):
        before = mark_of(tournament)
        snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
        drift = _asked(snapshot, stage, seen)
        _may_redo(snapshot, drift, sure=sure)
        anew = field_anew(snapshot, drift)
        course = fresh_course(snapshot.tournament, drift.following, anew.field)
        names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
        seated = round_think(snapshot.tournament, drift.following, course, names)
        with transaction.atomic():
            tournament = tournament_open(tournament)
            if mark_of(tournament) == before:
                _redo(snapshot, drift, anew, author, seated, clean_reason(reason))
                return
    raise moving()


def redo_refusal(snapshot: Loaded, drift: Drift) -> Refusal | None:
    """Return why the next stage cannot be seated again; None where it can."""
    if snapshot.current != drift.following:
        return Refusal(
            "later",
            _("%s is not the stage that is on, so it cannot be seated again.")
            % drift.following.name,
        )
    if drift.closing.advance.level:
        names = listed(
            snapshot.entrants[int(key)].name
            for group in drift.closing.advance.level
            for key in group.keys
        )
        return Refusal(
            "level",
            _("By the corrected results %s are level for a place. Keep it, or take them in.")
            % names,
        )
    return None


def _may_redo(snapshot: Loaded, drift: Drift, *, sure: bool) -> None:
    if refusal := redo_refusal(snapshot, drift):
        raise refusal
    if not sure:
        raise Refusal(
            "sure",
            _("Say that you are sure: what was played in %s no longer counts.")
            % drift.following.name,
        )


def _redo(
    snapshot: Loaded, drift: Drift, anew: FieldAnew, author: Author, seated: Round, reason: str
) -> None:
    tournament, following = snapshot.tournament, drift.following
    states = [state for key, state in snapshot.tables.items() if key[0] == following.pk]
    games_detach(tournament, states, author, reason)
    stage_unseat(following)
    following.partings.all().delete()
    field_write(following, anew.field, dict(anew.how))
    round_write(following, seated)
    sentence = (
        _("%(next)s was seated again after a disqualification.")
        if drift.left
        else _("%(next)s was seated again after %(stage)s was corrected.")
    ) % {"next": following.name, "stage": drift.stage.name}
    fields = {
        BEFORE: [row.entrant_id for row in snapshot.fields[following.pk]],
        FIELD: [int(member.key) for member in anew.field],
        PLAYED: any(state.is_written for state in states),
    }
    _chosen(tournament, drift, author, ANEW, sentence, reason, anew.kept, fields)
