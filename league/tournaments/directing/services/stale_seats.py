"""What the director chooses where a stage has begun on results that were corrected since."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.seat_changes import TableChange
from league.tournaments.brackets.values import Round
from league.tournaments.changes import log_append, tournament_lock, tournament_open
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.models import Stage, StageEntrant, Tournament, TournamentEntry
from league.tournaments.stages.selectors.fields import fresh_course
from league.tournaments.stages.selectors.progress import (
    Closing,
    closing_of,
    mark_of,
    round_now,
)
from league.tournaments.stages.selectors.stale_seats import (
    ANEW,
    KIND,
    TAKEN_IN,
    Drift,
    drift_of,
    tables_to_join,
)
from scoring.accounts.authors import Author, clean_reason
from scoring.lists import listed
from scoring.refusals import Refusal, Stale

from .closing import stage_unseat
from .running import moving, stage_on
from .seat_changes import seats_change
from .stage_rounds import TRIES, field_write, round_think, round_write
from .stage_seats import late_seat
from .stage_tables import start_take_back


def _asked(snapshot: Loaded, stage: Stage, seen: str) -> Drift:
    """What is asked about the stage; raises `Stale` where it is another thing than was shown."""
    drift = drift_of(snapshot, Stage.objects.get(pk=stage.pk))
    if drift is None or not drift.any or drift.mark != seen:
        raise Stale(_("The results have changed again since you looked. Look once more."), [])
    return drift


def _chosen(
    tournament: Tournament, drift: Drift, author: Author, choice: str, text: str, reason: str
) -> None:
    """Write the choice into the log, with the mark of what it leaves, which is not asked again."""
    left = drift_of(loaded(tournament), drift.stage)
    log_append(
        tournament=tournament,
        author=author,
        kind=KIND,
        text=text,
        reason=reason,
        details={
            "stage": drift.stage.pk,
            "choice": choice,
            "missing": list(drift.missing),
            "extra": list(drift.extra),
            "mark": left.mark if left else "",
        },
    )


@transaction.atomic
def drift_keep(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str
) -> None:
    """Leave the next stage as it was seated; asked again only when the results change again."""
    tournament = tournament_lock(tournament)
    drift = _asked(loaded(tournament), stage, seen)
    sentence = _("%(next)s stays as it was seated, although %(stage)s was corrected.") % {
        "next": drift.following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, "keep", sentence, clean_reason(reason))


@transaction.atomic
def drift_carry(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str
) -> None:
    """Put the points right that people carry into the next stage."""
    tournament = tournament_open(tournament)
    drift = _asked(loaded(tournament), stage, seen)
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
    _chosen(tournament, drift, author, "carry", sentence, clean_reason(reason))


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
    *, tournament: Tournament, stage: Stage, author: Author, key: str, seen: str, reason: str
) -> None:
    """Let those who should have gone on join the next stage, at the smallest tables there.

    Nobody in the stage is sent away. Raises `Refusal` if that stage is past its first game,
    or no table has room.
    """
    tournament = tournament_open(tournament)
    snapshot = loaded(tournament)
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
            table=_smallest(snapshot, drift.following),
            reason=reason,
        )
    sentence = _("%(names)s joined %(next)s after %(stage)s was corrected.") % {
        "names": listed(snapshot.entrants[pk].name for pk in drift.missing),
        "next": drift.following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, TAKEN_IN, sentence, reason)


def _smallest(snapshot: Loaded, stage: Stage) -> int:
    """The number of the smallest table that somebody can join."""
    tables = tables_to_join(snapshot, stage)
    if not tables:
        raise Refusal(
            "done", _("Nobody can join a table of %s: each is done, full or on paper.") % stage.name
        )
    return tables[0].row.number


def drift_redo(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str, sure: bool
) -> None:
    """Seat the next stage again with the people who should be in it.

    What was played there counts no longer; its games stay readable, and the log keeps what paper
    said. Raises `Refusal` unless the director is `sure`, where a later stage has begun, and where
    people are level for a place.
    """
    for _try in range(TRIES):
        before = mark_of(tournament)
        snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
        drift = _asked(snapshot, stage, seen)
        closing = closing_of(snapshot, stage)
        _may_redo(snapshot, drift, closing, sure)
        course = fresh_course(snapshot.tournament, drift.following, closing.field)
        names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
        seated = round_think(snapshot.tournament, drift.following, course, names)
        with transaction.atomic():
            tournament = tournament_open(tournament)
            if mark_of(tournament) == before:
                _redo(snapshot, drift, closing, author, seated, clean_reason(reason))
                return
    raise moving()


def _may_redo(snapshot: Loaded, drift: Drift, closing: Closing, sure: bool) -> None:
    if snapshot.current != drift.following:
        raise Refusal(
            "later",
            _("%s is not the stage that is on, so it cannot be seated again.")
            % drift.following.name,
        )
    if closing.advance.level:
        names = listed(
            snapshot.entrants[int(key)].name
            for group in closing.advance.level
            for key in group.keys
        )
        raise Refusal(
            "level",
            _("By the corrected results %s are level for a place. Keep it, or take them in.")
            % names,
        )
    if not sure:
        raise Refusal(
            "sure",
            _("Say that you are sure: what was played in %s counts no longer.")
            % drift.following.name,
        )


def _redo(
    snapshot: Loaded, drift: Drift, closing: Closing, author: Author, seated: Round, reason: str
) -> None:
    tournament, following = snapshot.tournament, drift.following
    states = [state for key, state in snapshot.tables.items() if key[0] == following.pk]
    _games_detach(tournament, states, author, reason)
    stage_unseat(following)
    following.partings.all().delete()
    how = {int(member.key): str(member.how) for member in closing.advance.going}
    field_write(following, closing.field, how)
    round_write(following, seated)
    sentence = _("%(next)s was seated again after %(stage)s was corrected.") % {
        "next": following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, ANEW, sentence, reason)


def _games_detach(
    tournament: Tournament, states: Sequence[TableState], author: Author, reason: str
) -> None:
    """Keep in the log what was played at tables that are about to be taken away."""
    for state in states:
        if state.game is None and state.paper is None:
            continue
        lines = [[line.key, line.total, line.outs, line.lowest_round] for line in state.lines]
        log_append(
            tournament=tournament,
            author=author,
            kind="detach",
            text=_("What was played at table %d counts no longer.") % state.row.number,
            reason=reason,
            details={
                "game": state.row.game_id,
                "code": state.game.code if state.game else "",
                "seats": list(state.seats),
                "lines": lines,
            },
        )
