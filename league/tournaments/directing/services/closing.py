"""Closing a stage, which seats the next one in the same act, and opening it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.awards.selectors.moved import CAUSE, CORRECTED, LEFT, PLAYED_OFF
from league.tournaments.brackets.values import Round
from league.tournaments.changes import log_append, tournament_lock, tournament_open
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.outcome import moved_since, outcome_of, said_last
from league.tournaments.models import Stage, StageTable, Tournament, TournamentEntry
from league.tournaments.stages.selectors.advancers import going_in_words
from league.tournaments.stages.selectors.few_players import few_in_words
from league.tournaments.stages.selectors.fields import fresh_course, played_groups
from league.tournaments.stages.selectors.plan_faults import at_stage
from league.tournaments.stages.selectors.progress import Closing, closing_of, mark_of
from league.tournaments.stages.selectors.undecided import played_after
from league.tournaments.wording import at_time, case_in_words, tables_missing
from scoring.accounts.authors import Author, clean_reason
from scoring.lists import listed
from scoring.refusals import Refusal, Stale

from .running import STOPPED, log_stopped, moving
from .seats_of_game import FOLLOWS
from .stage_rounds import TRIES, field_write, round_think, round_write

_CAUSES = {
    "paper": CORRECTED,
    "sheet": CORRECTED,
    "parting": PLAYED_OFF,
    "withdrawn": LEFT,
}
_MOVES_NOTHING = frozenset(
    {"clock", FOLLOWS, "medals", "on-paper", "refused", "ruling", "seat", STOPPED, "unseat"}
)


@dataclass(frozen=True)
class _Thought:
    """A stage about to be closed: what follows from it, and the seats of the next."""

    snapshot: Loaded
    closing: Closing
    seated: Round | None


def stage_close(*, tournament: Tournament, stage: Stage, author: Author, seen: str) -> Stage:
    """Close the current stage: write down who goes on, and seat the next stage.

    All of it is done or nothing. `seen` is the mark of the `Closing` that the director saw. Raises
    `Refusal` where the stage is closed already, a table has no result, people are level for a
    place, or the next stage cannot be seated; `Stale` where what would be written is not what
    `seen` marks.
    """
    for _try in range(TRIES):
        stage = _not_closed(stage)
        before = mark_of(tournament)
        snapshot = loaded(Tournament.objects.select_related("club", "season").get(pk=tournament.pk))
        thought = _thought(snapshot, stage, seen)
        with transaction.atomic():
            tournament_lock(tournament)
            stage = _not_closed(stage)
            tournament = tournament_open(tournament)
            if mark_of(tournament) == before:
                return _close(tournament, stage, thought, author)
    raise moving()


def _not_closed(stage: Stage) -> Stage:
    """The stage as it is now; raises `Refusal` where it is closed, with who did that and when."""
    stage = Stage.objects.get(pk=stage.pk)
    if stage.closed_at is not None:
        raise Refusal("closed", closed_in_words(stage))
    return stage


def closed_in_words(stage: Stage) -> str:
    """That a stage is closed, by whom and when."""
    at = at_time(stage.closed_at) if stage.closed_at else ""
    details = {"stage": stage.name, "author": stage.closed_by, "at": at}
    return _("%(stage)s was closed already, at %(at)s by %(author)s.") % details


def _thought(snapshot: Loaded, stage: Stage, seen: str) -> _Thought:
    if stage.pk not in snapshot.courses:
        raise Refusal("none", _("%s has not begun.") % stage.name)
    names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
    closing = closing_of(snapshot, stage)
    _may_close(closing, names, played_groups(snapshot))
    if closing.mark != seen:
        raise Stale(
            _(
                "A result or an entrant has changed since you looked, and with it who goes on. "
                "Look at it again, and close the stage then."
            ),
            [],
        )
    following = closing.following
    if following is None:
        return _Thought(snapshot, closing, None)
    if few := few_in_words(snapshot, closing):
        raise Refusal("few", few)
    course = fresh_course(snapshot.tournament, following, closing.field)
    try:
        seated = round_think(snapshot.tournament, following, course, names)
    except Refusal as refusal:
        raise Refusal(refusal.code, at_stage(following.name, refusal.message)) from refusal
    return _Thought(snapshot, closing, seated)


def _may_close(closing: Closing, names: dict[int, str], groups: Mapping[str, str]) -> None:
    if closing.fault is not None:
        raise case_in_words(closing.fault, names, groups)
    if closing.waiting:
        raise Refusal("waiting", tables_missing(state.row.number for state in closing.waiting))
    if closing.games_left:
        raise Refusal("games", _("%s is not over: seat its next game first.") % closing.stage.name)
    if closing.advance.level:
        sentences = [
            _("%(names)s are level for %(places)d of the places")
            % {"names": listed(names[int(key)] for key in group.keys), "places": group.places}
            for group in closing.advance.level
        ]
        raise Refusal(
            "level",
            _(
                "%s. Let them play a round to decide between them, draw lots, or let all of them "
                "go on; then close the stage."
            )
            % _("; ").join(sentences),
        )


def _close(tournament: Tournament, stage: Stage, thought: _Thought, author: Author) -> Stage:
    closing, following = thought.closing, thought.closing.following
    log_stopped(thought.snapshot, stage, author)
    stage.closed_at, stage.closed_by = timezone.now(), author.name
    stage.save(update_fields=["closed_at", "closed_by"])
    if following is None or thought.seated is None:
        tournament.ended_at = stage.closed_at
        tournament.save(update_fields=["ended_at"])
        sentence = _("%s is closed, and the tournament is over.") % stage.name
    else:
        how = {int(member.key): str(member.how) for member in closing.advance.going}
        field_write(following, closing.field, how)
        round_write(following, thought.seated)
        sentence = _("%(stage)s is closed. %(going)s") % {
            "stage": stage.name,
            "going": going_in_words(closing),
        }
    log_append(
        tournament=tournament,
        author=author,
        kind="close",
        text=sentence,
        details={
            "stage": stage.pk,
            "going": [[member.key, str(member.how)] for member in closing.advance.going],
            **(_moved_since_reopened(tournament) if following is None else {}),
        },
    )
    return stage


def _moved_since_reopened(tournament: Tournament) -> dict[str, Any]:
    """What the log keeps of whose place moved since the last stage was opened again."""
    newest = tournament.log.filter(kind__in=("close", "reopen")).last()
    if newest is None or "standings" not in newest.details:
        return {}
    between = list(tournament.log.filter(pk__gt=newest.pk))
    return {
        **_moved_by(between),
        **moved_since(newest.details, outcome_of(loaded(tournament))),
    }


def _moved_by(entries: Sequence[TournamentEntry]) -> dict[str, Any]:
    """Return what alone can have moved places by these lines of the log; nothing where more can.

    That is a correction, a play-off, or that these `entrants` left.
    """
    causes = {_CAUSES.get(entry.kind, "") for entry in entries if entry.kind not in _MOVES_NOTHING}
    first_results = any(e.kind in ("paper", "sheet") and not e.reason for e in entries)
    if len(causes) != 1 or first_results:
        return {}
    left = [entry.details["entrant"] for entry in entries if entry.kind == "withdrawn"]
    return {CAUSE: causes.pop(), **({"entrants": left} if left else {})}


def played_tables(stage: Stage) -> list[int]:
    """The numbers of the stage's tables that have begun, on a tablet or on paper, lowest first."""
    rows = StageTable.objects.filter(round__stage=stage)
    played = rows.filter(StageTable.has_begun())
    return sorted(set(played.values_list("number", flat=True)))


@transaction.atomic
def stage_reopen(*, tournament: Tournament, stage: Stage, author: Author, reason: str) -> Stage:
    """Open the stage that was closed last, and take back the seats of the next one.

    Opening the last stage lets the tournament go on. Raises `Refusal` where a table of the next
    stage has begun already, where a later one is on, and without a reason.
    """
    tournament = tournament_lock(tournament)
    stage = Stage.objects.get(pk=stage.pk)
    if tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("This tournament is cancelled. Bring it back first."))
    if stage.closed_at is None:
        raise Refusal("open", _("%s is not closed.") % stage.name)
    reason = clean_reason(reason)
    details: dict[str, Any] = {"stage": stage.pk}
    snapshot = loaded(tournament)
    if tournament.ended_at is not None:
        # Everybody has read who won: what is another then is said once it is closed again.
        details |= said_last(tournament, outcome_of(snapshot))
    if played := played_after(snapshot, stage):
        raise Refusal(
            "played",
            ngettext(
                "Play in %(next)s has begun, at table %(tables)s. Correct the result instead; "
                "this page then asks what is to become of %(next)s.",
                "Play in %(next)s has begun, at tables %(tables)s. Correct the result instead; "
                "this page then asks what is to become of %(next)s.",
                len(played[1]),
            )
            % {"next": played[0].name, "tables": listed(map(str, played[1]))},
        )
    later = list(tournament.stages.filter(number__gt=stage.number, opened_at__isnull=False))
    if len(later) > 1 or any(later_stage.closed_at for later_stage in later):
        raise Refusal("later", _("%s came after it. Open that one first.") % later[-1].name)
    for following in later:
        stage_unseat(following)
    stage.closed_at, stage.closed_by = None, ""
    stage.save(update_fields=["closed_at", "closed_by"])
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=None)
    log_append(
        tournament=tournament,
        author=author,
        kind="reopen",
        text=_("%s was opened again.") % stage.name,
        reason=reason,
        details=details,
    )
    return stage


@transaction.atomic
def beginning_take_back(*, tournament: Tournament, author: Author, reason: str) -> None:
    """Let a tournament not have begun: the door is open again, and nobody is seated.

    Raises `Refusal` where it has not begun, where a table has begun to play or its paper is in, and
    without a reason.
    """
    tournament = tournament_open(tournament)
    reason = clean_reason(reason)
    if tournament.began_at is None:
        raise Refusal("begun", _("This tournament has not begun."))
    begun = tournament.stages.filter(opened_at__isnull=False)
    played = sorted({number for stage in begun for number in played_tables(stage)})
    if played:
        raise Refusal(
            "played",
            ngettext(
                "Play has begun, at table %s. Seat people who come late at a table instead.",
                "Play has begun, at tables %s. Seat people who come late at a table instead.",
                len(played),
            )
            % listed(str(number) for number in played),
        )
    for stage in begun:
        stage_unseat(stage)
    Tournament.objects.filter(pk=tournament.pk).update(began_at=None)
    log_append(
        tournament=tournament,
        author=author,
        kind="unbegin",
        text=_("The beginning was taken back."),
        reason=reason,
    )


def stage_unseat(stage: Stage) -> None:
    """Take back a stage's field and seats, as if it had not begun; within the tournament's lock.

    A tie broken in it is played again, perhaps with others, so that no longer counts either.
    """
    stage.partings.filter(undone_at=None).update(undone_at=timezone.now())
    stage.seated.all().delete()
    stage.field.all().delete()
    stage.opened_at = None
    stage.save(update_fields=["opened_at"])
