"""What is known of an entrant is mended, and what that changes is said and logged."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.awards.selectors.moved import DivisionPlace
from league.tournaments.changes import log_append
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.outcome import (
    TournamentOutcome,
    changes,
    moved_between,
    outcome_of,
    shortened,
)
from league.tournaments.entrants.public import entrant_change, open_to_mend
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_name
from league.tournaments.models import Entrant
from scoring.accounts.authors import Author
from scoring.refusals import Refusal


class EntryNotAgreed(Refusal):
    """A change of an entry that moves something, which nobody has agreed to as it would be now.

    `sentences` say what it moves, and `mark` is equal for equal sentences.
    """

    def __init__(self, sentences: tuple[str, ...], mark: str) -> None:
        """Keep what it moves, so that it can be shown and agreed to."""
        super().__init__("not agreed", _("Look at what this changes, and agree to it."))
        self.sentences = sentences
        self.mark = mark


@dataclass(frozen=True)
class _Standing:
    """The division that somebody is in, "" for none, and how everybody stands."""

    group: str
    snapshot: Loaded
    outcome: TournamentOutcome


@transaction.atomic
def entry_mend(
    *,
    entrant: Entrant,
    author: Author,
    name: str,
    details: Mapping[str, Any],
    agreed: str | None = None,
) -> tuple[Entrant, tuple[str, ...]]:
    """Keep what was mended of an entry, as `entrant_change` does, and say what that changes.

    Once the tournament has begun, a date of birth can put somebody into another division and move
    medals: the sentences, also in the log, say so. Before that there is nothing to move. After the
    end the log keeps whose place moved, as of every correction.

    Unless `agreed` is None, it is the mark of what was shown before. Where that is another one,
    `EntryNotAgreed` is raised and nothing is kept.
    """
    was = Entrant.objects.select_related("tournament").get(pk=entrant.pk)
    tournament = open_to_mend(was, name, details)
    if tournament.began_at is None:
        mended = entrant_change(entrant=entrant, author=author, name=name, details=details)
        return mended, ()
    before = _standing(was)
    mended = entrant_change(entrant=entrant, author=author, name=name, details=details)
    after = _standing(mended)
    outcome = _in_new_division(mended, before, after)
    sentences = tuple(_changes(mended, before, after, outcome))
    mark = hashlib.sha256(json.dumps([mended.pk, sentences]).encode()).hexdigest()[:32]
    if sentences and agreed is not None and agreed != mark:
        raise EntryNotAgreed(sentences, mark)
    if sentences:
        log_append(
            tournament=tournament,
            author=author,
            kind="entrant",
            text=" ".join(sentences),
            details={
                "entrant": mended.pk,
                **(
                    moved_between(tournament, outcome, after.outcome) if tournament.ended_at else {}
                ),
            },
        )
    return mended, sentences


def _standing(entrant: Entrant) -> _Standing:
    grouped = entrants_by_group(entrant.tournament, [entrant])
    group = next((group_name(group) for group in grouped.groups if grouped.members[group.key]), "")
    snapshot = loaded(entrant.tournament)
    return _Standing(group, snapshot, outcome_of(snapshot))


def _in_new_division(entrant: Entrant, before: _Standing, after: _Standing) -> TournamentOutcome:
    """Return the outcome before, in which nobody has a place in a division that is new."""
    if after.group == before.group:
        return before.outcome
    own = DivisionPlace(after.group, None, shared=False, award="", qualified=False)
    return replace(before.outcome, standings={**before.outcome.standings, entrant.pk: own})


def _changes(
    entrant: Entrant, before: _Standing, after: _Standing, was: TournamentOutcome
) -> Iterator[str]:
    """Another division, and the places and medals that are others now; nothing for none."""
    if after.group != before.group:
        named = {"name": entrant.name, "group": after.group}
        if after.group:
            yield _("%(name)s is now in %(group)s.") % named
        else:
            yield _("%(name)s is in no division.") % named
    moved = [
        sentence
        for consequence in changes(after.snapshot, was, after.outcome)
        for sentence in consequence.sentences
    ]
    yield from shortened(moved)
