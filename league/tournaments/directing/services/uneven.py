"""How totals count where tables stopped early: changed once it is seen what that moves."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.tournaments.brackets.values import Uneven
from league.tournaments.changes import tournament_open
from league.tournaments.courses import loaded, loaded_counting
from league.tournaments.directing.selectors.outcome import changes, outcome_of
from league.tournaments.models import Stage
from league.tournaments.stages.public import stage_change
from scoring.accounts.authors import Author
from scoring.refusals import Refusal
from scoring.values import Consequence


@dataclass(frozen=True)
class UnevenChoice:
    """A way to count, in words; what it moves, and the mark with which that is agreed to.

    Of the way that counts now `mark` is "".
    """

    value: str
    words: str
    beyond: tuple[Consequence, ...] = ()
    mark: str = ""


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
        beyond = changes(snapshot, before, outcome_of(snapshot))
        sentences = [[consequence.heading, consequence.sentences] for consequence in beyond]
        content = json.dumps([stage.pk, stage.uneven, value, sentences])
        mark = hashlib.sha256(content.encode()).hexdigest()[:32]
        yield UnevenChoice(value, str(words), beyond, mark)


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
