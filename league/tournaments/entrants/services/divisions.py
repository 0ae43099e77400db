"""Combining divisions, so that medals are won in competition; and taking that back."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tournaments.changes import log_append, tournament_open
from league.tournaments.entrants.selectors.divisions import division_name, divisions_of, merges_of
from league.tournaments.models import DivisionMerge, Tournament
from scoring.accounts.authors import Author, clean_reason
from scoring.names import name_clean
from scoring.refusals import Refusal


@transaction.atomic
def divisions_merge(
    *, tournament: Tournament, author: Author, divisions: Sequence[str], reason: str
) -> DivisionMerge:
    """Let these divisions (their keys) win medals as one, for a reason that the log keeps.

    A merge of which all divisions are among them becomes part of the new one, with its reason.
    Raises `Refusal` for
    fewer than two, for one that there is not, for part of another merge, without a reason, where
    a stage has begun in which each division plays by itself, and once the tournament has ended.
    """
    tournament = _open(tournament)
    known = {division.key: division for division in divisions_of(tournament)}
    chosen = [key for key in known if key in set(divisions)]
    if len(chosen) < 2 or len(chosen) != len(set(divisions)):
        raise Refusal("two", _("Choose two divisions at least."))
    reason = clean_reason(name_clean(reason))
    reasons: list[str] = []
    for merge in merges_of(tournament):
        own = set(merge.divisions)
        if own <= set(chosen):
            if own == set(chosen):
                raise Refusal("merged", _("These divisions are combined already."))
            _undone(merge)
            reasons.append(merge.reason)
        elif own & set(chosen):
            raise Refusal(
                "overlap",
                _("%s is combined with another division. Undo that first, or choose both.")
                % division_name(known[next(key for key in chosen if key in own)]),
            )
    merge = DivisionMerge.objects.create(
        tournament=tournament,
        divisions=chosen,
        reason=clean_reason(" · ".join(dict.fromkeys([*reasons, reason]))),
        author=author.name,
        user=author.user,
        merged_at=timezone.now(),
    )
    log_append(
        tournament=tournament,
        author=author,
        kind="divisions",
        text=_("Divisions are combined: %s.") % names_of(tournament, merge),
        reason=reason,
        details={"divisions": chosen},
    )
    return merge


@transaction.atomic
def divisions_part(*, merge: DivisionMerge, author: Author) -> None:
    """Let combined divisions win medals each for itself again; a second tap changes nothing.

    Raises `Refusal` as `divisions_merge` does.
    """
    tournament = _open(merge.tournament)
    merge.refresh_from_db(fields=["undone_at"])
    if merge.undone_at is None:
        _undone(merge)
        log_append(
            tournament=tournament,
            author=author,
            kind="divisions",
            text=_("Divisions are apart again: %s.") % names_of(tournament, merge),
            details={"divisions": merge.divisions},
        )


def names_of(tournament: Tournament, merge: DivisionMerge) -> str:
    """The names of a merge's divisions, joined by a plus; a key that means nothing as it is."""
    known = {division.key: division_name(division) for division in divisions_of(tournament)}
    return " + ".join(known.get(key, key) for key in merge.divisions)


def _undone(merge: DivisionMerge) -> None:
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])


def _open(tournament: Tournament) -> Tournament:
    """The locked tournament, while its divisions may still be changed."""
    tournament = tournament_open(tournament)
    begun = tournament.stages.filter(by_division=True, opened_at__isnull=False).first()
    if begun is not None:
        raise Refusal(
            "stage",
            _("Divisions play separately in “%s”, which has begun, so they stay as they are.")
            % begun.name,
        )
    return tournament
