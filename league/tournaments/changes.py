"""What every change of a tournament goes through: its lock, its revision, the director's log."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.authors import MAX_REASON, Author, one_line
from scoring.names import one_stop
from scoring.refusals import Refusal
from scoring.web.compiled_queries import CompiledQuery

from .models import Tournament, TournamentEntry

LOCKED_TOURNAMENT = CompiledQuery(
    lambda pk: (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("club", "season")
        .filter(pk=pk)
    )
)


def tournament_lock(tournament: Tournament) -> Tournament:
    """The tournament's row, held until the transaction ends, so that changes come one at a time."""
    return LOCKED_TOURNAMENT.get(tournament.pk)


def tournament_open(tournament: Tournament) -> Tournament:
    """The locked tournament, while something may still change in it.

    Raises `Refusal` for one that has ended or is cancelled.
    """
    tournament = tournament_lock(tournament)
    if tournament.cancelled_at is not None:
        raise Refusal("cancelled", _("This tournament is cancelled. Bring it back first."))
    if tournament.ended_at is not None:
        raise Refusal("ended", _("This tournament has ended. Open its last stage again first."))
    return tournament


def tournament_touch(tournament: Tournament) -> None:
    """Let the pages about the tournament know that there is something new."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def _fitting(text: str) -> str:
    """Return the text, cut after a whole word where the log has no room for all of it."""
    room = TournamentEntry._meta.get_field("text").max_length or 0
    return text if len(text) <= room else f"{text[: room - 1].rsplit(' ', 1)[0]}…"


def log_append(
    *,
    tournament: Tournament,
    author: Author,
    kind: str,
    text: str,
    reason: str = "",
    details: Mapping[str, Any] | None = None,
) -> TournamentEntry:
    """Write a line in the director's log and let the pages know; within the tournament's lock.

    `text` is a whole sentence: a name that ends with a full stop brings no second one. It and
    `reason` are cut where the log has no more room.
    """
    tournament_touch(tournament)
    return TournamentEntry.objects.create(
        tournament=tournament,
        kind=kind,
        text=_fitting(one_stop(text)),
        reason=one_line(reason)[:MAX_REASON],
        details=dict(details or {}),
        author=author.name,
        user=author.user,
        made_at=timezone.now(),
    )
