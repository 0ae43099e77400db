"""The stages of a tournament: adding, changing, moving, taking away.

A stage that has begun keeps its plan; its name, its start, its time limit, the number of its games
and how unequal rounds count may still change while it goes on, and who goes on where fewer than two
would. Who goes on belongs to the place in the order: whenever stages come, go or change places, the
last one sends nobody on and the others send somebody.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.values import Cut, Fill, Kind, Onward, Seating
from league.tournaments.changes import log_append, tournament_open
from league.tournaments.courses import loaded, plan_of
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.selectors.few_players import sends_few
from league.tournaments.stages.selectors.plan_faults import (
    at_stage,
    game_complaints,
    order_complaints,
    plan_complaints,
)
from league.tournaments.wording import as_json
from scoring.accounts.authors import Author
from scoring.refusals import Refusal

from .tournaments import changes_text

WAY_ON = ("onward", "count", "cut", "fill", "fill_to", "carried")
# What may change in a stage that goes on, and in one that is closed. Who goes on may too where too
# few would: else it could not be closed.
ON_THE_WAY = frozenset({"name", "starts", "minutes", "rounds", "uneven"})
CLOSED = frozenset({"name"})
MOST_STAGES = 12
TIME_LIMIT = "time_limit_minutes"


@transaction.atomic
def stage_add(*, tournament: Tournament, author: Author, fields: Mapping[str, Any]) -> Stage:
    """Add a stage after the last one; `fields` are those of a `Stage`.

    The stage before it sends on the winner of each table, or else the best, where it sent nobody.
    Raises `Refusal` where the tournament has ended, or that stage is closed, and where the stages
    do not go together.
    """
    tournament = tournament_open(tournament)
    stages = list(tournament.stages.all())
    if len(stages) >= MOST_STAGES:
        raise Refusal("many", _("A tournament has at most %d stages.") % MOST_STAGES)
    last = stages[-1] if stages else None
    if last is not None and last.closed_at is not None:
        raise Refusal("closed", _("%s is closed. Open it again first.") % last.name)
    stage = Stage(tournament=tournament, number=last.number + 1 if last else 1)
    stage_set(stage, fields)
    complaints = plan_complaints(plan_of(stage), None)
    if complaints:
        raise Refusal(complaints[0].code, at_stage(stage.name, complaints[0].text))
    stages.append(stage)
    stages_join(stages)
    _keep(stages)
    _log(tournament, author, "stage-added", _("Stage added: %s.") % stage.name, stage)
    return stage


@transaction.atomic
def stage_change(
    *, stage: Stage, author: Author, changes: Mapping[str, Any], foreseen: bool = False
) -> Stage:
    """Change fields of a stage; those that stay the same are left alone.

    How unequal rounds count may change once results are in only where it was `foreseen` what that
    moves. Raises `Refusal` where one may not change any more, and where the stages do not go
    together.
    """
    tournament = tournament_open(stage.tournament)
    stages = list(tournament.stages.all())
    stage = _one_of(stages, stage)
    before = {field.attname: getattr(stage, field.attname) for field in Stage._meta.fields}
    stage_set(stage, changes)
    changed = {
        name: getattr(stage, name) for name in before if getattr(stage, name) != before[name]
    }
    if _but_minutes(before["rules"]) == _but_minutes(stage.rules):
        changed.pop("rules", None)
    if changed.keys() <= {"rule_sheet_id"}:
        # The same rules under another name: nothing for the log of the tournament.
        _keep(stages)
        return stage
    changed.pop("rule_sheet_id", None)
    _check_begun(stage, frozenset(changed) - ({"uneven"} if foreseen else set()), before["name"])
    _keep(stages)
    _log(
        tournament,
        author,
        "stage-changed",
        f"{before['name']}. {changes_text(Stage, before, changed)}",
        stage,
        old={name: as_json(before[name]) for name in changed},
        new={name: as_json(value) for name, value in changed.items()},
    )
    return stage


@transaction.atomic
def stage_remove(*, stage: Stage, author: Author) -> None:
    """Take a stage out that has not begun; the ones after it move up.

    Raises `Refusal` for one that has begun, and for the only one.
    """
    tournament = tournament_open(stage.tournament)
    stages = list(tournament.stages.all())
    stage = _one_of(stages, stage)
    if stage.opened_at is not None:
        raise Refusal("begun", _("%s has begun and stays.") % stage.name)
    if len(stages) == 1:
        raise Refusal("only", _("A tournament needs a stage. Change this one instead."))
    left = [other for other in stages if other.pk != stage.pk]
    number = stage.pk
    stage.delete()
    for at, following in enumerate(left, start=1):
        following.number = at
    stages_join(left)
    _keep(left)
    log_append(
        tournament=tournament,
        author=author,
        kind="stage-removed",
        text=_("Stage taken out: %s.") % stage.name,
        details={"stage": number},
    )


@transaction.atomic
def stage_move(*, stage: Stage, author: Author, earlier: bool) -> Stage:
    """Let a stage change places with the one before it, or after it; who goes on stays in place.

    At an end of the order nothing is done. Raises `Refusal` where one of the two has begun.
    """
    tournament = tournament_open(stage.tournament)
    stages = list(tournament.stages.all())
    stage = _one_of(stages, stage)
    at = stages.index(stage)
    other_at = at - 1 if earlier else at + 1
    if not 0 <= other_at < len(stages):
        return stage
    other = stages[other_at]
    for moved in (stage, other):
        if moved.opened_at is not None:
            raise Refusal("begun", _("%s has begun and stays where it is.") % moved.name)
    for name in WAY_ON:
        mine, its = getattr(stage, name), getattr(other, name)
        setattr(stage, name, its)
        setattr(other, name, mine)
    # No two stages have one number, not for a moment.
    Stage.objects.filter(pk=other.pk).update(number=0)
    stages[at], stages[other_at] = other, stage
    first, second = sorted((at, other_at))
    stages[first].number, stages[second].number = first + 1, second + 1
    stage.save(update_fields=["number"])
    stages_join(stages)
    _keep(stages)
    _log(
        tournament,
        author,
        "stage-moved",
        _("%(stage)s is now stage %(number)d.") % {"stage": stage.name, "number": stage.number},
        stage,
    )
    return stage


def _one_of(stages: Iterable[Stage], stage: Stage) -> Stage:
    """The stage as it is now. Raises `Refusal` where somebody has taken it out."""
    own = next((candidate for candidate in stages if candidate.pk == stage.pk), None)
    if own is None:
        raise Refusal("gone", _("That stage has been taken out meanwhile."))
    return own


def stage_set(stage: Stage, fields: Mapping[str, Any]) -> None:
    """Write the fields into the row, unsaved, and what follows from them without saying.

    Two sit at the tables of an elimination; what belongs to a way on that was not chosen is
    nothing; the rules know the time limit.
    """
    for name, value in fields.items():
        setattr(stage, name, value)
    if stage.kind != Kind.TABLES:
        stage.size = stage.least = stage.most = 2
        stage.rounds = 1
    if stage.kind != Kind.TABLES or stage.seating != Seating.MOVES:
        stage.moves, stage.top_moves = [], []
    if stage.onward != Onward.BEST:
        stage.cut = Cut.NUMBER.value
    if stage.onward != Onward.TABLES:
        stage.fill, stage.fill_to = Fill.NONE.value, 0
    if stage.fill != Fill.TO:
        stage.fill_to = 0
    if stage.onward != Onward.ALL:
        stage.carried = False
    stage.rules = _but_minutes(stage.rules)
    if stage.minutes is not None:
        # The game's own rules know the time limit too, so that rulings follow it.
        stage.rules[TIME_LIMIT] = stage.minutes


def _but_minutes(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in rules.items() if name != TIME_LIMIT}


def may_change(stage: Stage) -> frozenset[str]:
    """Return which fields of a stage that has begun may still change."""
    if stage.closed_at is not None:
        return CLOSED
    snapshot = loaded(stage.tournament)
    still = ON_THE_WAY.union(WAY_ON) if sends_few(snapshot, stage) else ON_THE_WAY
    results = any(state.finished for key, state in snapshot.tables.items() if key[0] == stage.pk)
    return still - {"uneven"} if results else still


def _check_begun(stage: Stage, names: frozenset[str], called: str) -> None:
    """What a stage that has begun does not let happen any more."""
    if stage.opened_at is None:
        return
    if stage.closed_at is not None and names - CLOSED:
        raise Refusal("closed", _("%s is closed: only its name can change.") % called)
    still = may_change(stage)
    if names & ON_THE_WAY - still:
        raise Refusal(
            "uneven",
            _(
                "Results of %s are in. Use the page “Change how that counts”: there you see "
                "first what moves."
            )
            % called,
        )
    if names - still:
        raise Refusal(
            "begun",
            _(
                "%s has begun: only its name, start, time limit, number of games and the rule for "
                "tables that stop early can still change."
            )
            % called,
        )
    seated = stage.seated.count()
    if "rounds" in names and stage.rounds < seated:
        raise Refusal(
            "rounds",
            ngettext(
                "%(count)d game of %(stage)s is seated already. Let it have at least as many.",
                "%(count)d games of %(stage)s are seated already. Let it have at least as many.",
                seated,
            )
            % {"count": seated, "stage": called},
        )


def _keep(stages: list[Stage]) -> None:
    """Save the stages in this order. Raises `Refusal` with the first thing that does not fit."""
    plans = [plan_of(stage) for stage in stages]
    for at, complaint in order_complaints(plans):
        raise Refusal(complaint.code, at_stage(stages[at].name, complaint.text))
    for stage, plan in zip(stages, plans, strict=True):
        for complaint in game_complaints(plan, stage.rules, stage.set):
            raise Refusal(complaint.code, at_stage(stage.name, complaint.text))
        stage.save()


def stages_join(stages: Sequence[Stage]) -> None:
    """Where a stage's way on does not lead to the next one, let it take the usual one; unsaved.

    That is the winner of each table and the best of the rest to full tables, or after several
    games the best to one full table. Closed stages keep theirs.
    """
    for stage, after in zip(stages, [*stages[1:], None], strict=True):
        complaints = plan_complaints(plan_of(stage), plan_of(after) if after else None)
        if stage.closed_at is None and any(complaint.code in WAY_ON for complaint in complaints):
            stage_set(stage, _usual_way(stage, after))


def _usual_way(stage: Stage, after: Stage | None) -> dict[str, Any]:
    onward, count, fill = Onward.NOBODY, 1, Fill.NONE
    if after is not None and stage.kind == Kind.TABLES and stage.rounds == 1:
        onward, fill = Onward.TABLES, Fill.FULL
    elif after is not None:
        onward, count = Onward.BEST, after.size
    return {
        "onward": onward.value,
        "count": count,
        "cut": Cut.NUMBER.value,
        "fill": fill.value,
        "fill_to": 0,
        "carried": False,
    }


def _log(
    tournament: Tournament, author: Author, kind: str, text: str, stage: Stage, **details: Any
) -> None:
    log_append(
        tournament=tournament,
        author=author,
        kind=kind,
        text=text,
        details={"stage": stage.pk, **details},
    )
