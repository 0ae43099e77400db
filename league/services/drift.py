"""What the director chooses where a stage has begun on results that were corrected since."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.brackets.values import Round
from league.models import Stage, StageEntrant, Tournament
from league.selectors.courses import Loaded, TableState, loaded
from league.selectors.drift import KIND, Drift, drift_of
from league.selectors.fields import fresh_course
from league.selectors.progress import mark_of, round_now, table_done
from league.selectors.words import listed
from scoring.services.entries import Author, clean_reason
from scoring.services.errors import Refusal, Stale

from .closing import stage_unseat
from .running import moving
from .stage_rounds import TRIES, field_write, round_think, round_write
from .stage_seats import late_seat
from .tournaments import log_append, tournament_lock, tournament_open


def _asked(found: Loaded, stage: Stage, seen: str) -> Drift:
    """What is asked about the stage; raises `Stale` where it is another thing than was shown."""
    drift = drift_of(found, Stage.objects.get(pk=stage.pk))
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
    said = _("%(next)s stays as it was seated, although %(stage)s was corrected.") % {
        "next": drift.following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, "keep", said, clean_reason(reason))


@transaction.atomic
def drift_carry(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str
) -> None:
    """Put the points right that people carry into the next stage."""
    tournament = tournament_open(tournament)
    drift = _asked(loaded(tournament), stage, seen)
    if not drift.carried:
        raise Refusal("carried", _("Everybody carries the right points already."))
    for one in drift.carried:
        StageEntrant.objects.filter(stage=drift.following, entrant=one.entrant).update(
            carried=str(one.now)
        )
    said = _("The points carried into %(next)s were put right: %(names)s.") % {
        "next": drift.following.name,
        "names": listed(_name(tournament, one.entrant) for one in drift.carried),
    }
    _chosen(tournament, drift, author, "carry", said, clean_reason(reason))


def _name(tournament: Tournament, pk: int) -> str:
    return tournament.entrants.values_list("name", flat=True).get(pk=pk)


@transaction.atomic
def drift_take(
    *, tournament: Tournament, stage: Stage, author: Author, key: str, seen: str, reason: str
) -> None:
    """Let those who should have gone on join the next stage, at the smallest tables there.

    Nobody who is in is sent away. Raises `Refusal` where that stage has gone past its first game,
    or no table has room.
    """
    tournament = tournament_open(tournament)
    found = loaded(tournament)
    drift = _asked(found, stage, seen)
    reason = clean_reason(reason)
    if not drift.missing:
        raise Refusal("missing", _("Everybody who should have gone on is in already."))
    if found.current != drift.following:
        raise Refusal("over", _("%s is over already.") % drift.following.name)
    for pk in drift.missing:
        found = loaded(tournament)
        entrant = found.entrants[pk]
        late_seat(
            tournament=tournament,
            author=author,
            key=f"{key[:40]}-{pk}",
            entrant=entrant,
            table=_smallest(found, drift.following),
            reason=reason,
        )
    said = _("%(names)s joined %(next)s after %(stage)s was corrected.") % {
        "names": listed(found.entrants[pk].name for pk in drift.missing),
        "next": drift.following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, "take", said, reason)


def _smallest(found: Loaded, stage: Stage) -> int:
    """The number of the smallest table that still plays or is to begin."""
    tables = found.tables_of(stage, round_now(found, stage))
    open_ones = [one for one in tables if not table_done(found, stage, one)]
    if not open_ones:
        raise Refusal("done", _("All tables of %s are done.") % stage.name)
    return min(open_ones, key=lambda one: (len(one.seats), one.row.number)).row.number


def drift_redo(
    *, tournament: Tournament, stage: Stage, author: Author, seen: str, reason: str, sure: bool
) -> None:
    """Seat the next stage anew from those who should be in it.

    What was played there counts no longer; its games stay readable, and the log keeps what paper
    said. Raises `Refusal` unless the director is `sure`, where a later stage has begun, and where
    people are level for a place.
    """
    for _try in range(TRIES):
        before = mark_of(tournament)
        found = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
        drift = _asked(found, stage, seen)
        _may_redo(found, drift, sure)
        course = fresh_course(found.tournament, drift.following, drift.closing.field)
        names = {pk: one.name for pk, one in found.entrants.items()}
        seated = round_think(found.tournament, drift.following, course, names)
        with transaction.atomic():
            tournament = tournament_open(tournament)
            if mark_of(tournament) == before:
                _redo(found, drift, author, seated, clean_reason(reason))
                return
    raise moving()


def _may_redo(found: Loaded, drift: Drift, sure: bool) -> None:
    if found.current != drift.following:
        raise Refusal(
            "later",
            _("%s is not the stage that is on, so it cannot be seated anew.")
            % drift.following.name,
        )
    if drift.closing.advance.level:
        names = listed(
            found.entrants[int(key)].name for one in drift.closing.advance.level for key in one.keys
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


def _redo(found: Loaded, drift: Drift, author: Author, seated: Round, reason: str) -> None:
    tournament, following = found.tournament, drift.following
    states = [state for key, state in found.tables.items() if key[0] == following.pk]
    _games_detach(tournament, states, author, reason)
    stage_unseat(following)
    following.partings.all().delete()
    how = {int(one.key): str(one.how) for one in drift.closing.advance.going}
    field_write(following, drift.closing.field, how)
    round_write(following, seated)
    said = _("%(next)s was seated anew after %(stage)s was corrected.") % {
        "next": following.name,
        "stage": drift.stage.name,
    }
    _chosen(tournament, drift, author, "redo", said, reason)


def _games_detach(
    tournament: Tournament, states: Sequence[TableState], author: Author, reason: str
) -> None:
    """Keep in the log what was played at tables that are about to be taken away."""
    for state in states:
        if state.game is None and state.paper is None:
            continue
        lines = [[one.key, one.total, one.outs, one.lowest_round] for one in state.lines]
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
