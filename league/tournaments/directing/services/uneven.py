"""How totals count where tables stopped early: changed once it is seen what that moves."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.values import Uneven
from league.tournaments.changes import tournament_open
from league.tournaments.courses import Loaded, loaded, loaded_counting
from league.tournaments.directing.selectors.outcome import outcome_of, result_changes
from league.tournaments.models import Stage
from league.tournaments.stages.public import stage_change
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.rounds_played import counted_words, how_it_counts
from scoring.accounts.authors import Author
from scoring.refusals import Refusal
from scoring.values import Consequence


@dataclass(frozen=True)
class UnevenChoice:
    """A way to count, in words; what it moves, and the mark with which that is agreed to.

    `why` says how points count then, and `counts` what each total of the game counts, by name,
    where that is not all of it. Of the way that counts now `mark` is "".
    """

    value: str
    words: str
    beyond: tuple[Consequence, ...] = ()
    mark: str = ""
    why: str = ""
    counts: tuple[tuple[str, str], ...] = ()


def uneven_choices(stage: Stage) -> tuple[UnevenChoice, ...]:
    """Return the ways to count, with what each would move now."""
    return tuple(_choices(stage))


def _choices(stage: Stage) -> Iterator[UnevenChoice]:
    tournament = stage.tournament
    before = outcome_of(loaded(tournament))
    for value, words in Stage.Uneven.choices:
        if value == stage.uneven:
            yield UnevenChoice(value, str(words))
            continue
        snapshot = loaded_counting(tournament, stage, value)
        beyond = result_changes(snapshot, before, outcome_of(snapshot))
        sentences = [[consequence.heading, consequence.sentences] for consequence in beyond]
        content = json.dumps([stage.pk, stage.uneven, value, sentences])
        mark = hashlib.sha256(content.encode()).hexdigest()[:32]
        own = next(own for own in snapshot.stages if own.pk == stage.pk)
        counts = tuple(_counts(snapshot, own))
        why = how_it_counts(snapshot, own, round_now(snapshot, own)) if counts or beyond else ""
        yield UnevenChoice(value, str(words), beyond, mark, why, counts)


def _counts(snapshot: Loaded, stage: Stage) -> Iterator[tuple[str, str]]:
    """What each total of the newest game counts, by name."""
    number = round_now(snapshot, stage)
    for state in snapshot.tables_of(stage, number):
        for pk in state.seats:
            if words := counted_words(snapshot, stage, number, state.row.number, pk):
                yield snapshot.entrants[pk].name, words


@transaction.atomic
def uneven_change(*, stage: Stage, author: Author, value: str, agreed: str) -> None:
    """Let the totals of a stage count in another way.

    Raises `Refusal` where that would move something else than what was agreed to, and where the
    stage is closed.
    """
    tournament = tournament_open(stage.tournament)
    stage = Stage.objects.select_related("tournament__club").get(pk=stage.pk, tournament=tournament)
    choice = next((choice for choice in uneven_choices(stage) if choice.value == value), None)
    if choice is None or not choice.mark or choice.mark != agreed:
        raise Refusal("moved", _("Something has changed meanwhile. Look again at what it moves."))
    changed = {"uneven": Uneven(value).value}
    stage_change(stage=stage, author=author, changes=changed, foreseen=True)
