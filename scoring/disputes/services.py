"""Keeping a dispute: the facts, the engine's ruling, and an organizer's decision over it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.authors import MAX_REASON, Author, clean_reason
from scoring.accounts.models import Club
from scoring.quotas import DISPUTES, quota_hold
from scoring.refusals import Refusal
from scoring.rules.models import RuleSheet
from scoring.rules.public import rule_keep
from scoring.sheets.models import Game
from scoring.sheets.public import game_lock

from . import desk
from .desk import AskedQuestion
from .models import Decision, Dispute, Precedent
from .selectors import scene_at


@transaction.atomic
def dispute_keep(*, game: Game, author: Author, asked: AskedQuestion, round_number: int) -> Dispute:
    """Write a question on the sheet, with its ruling where that is certain."""
    game_lock(game)
    return dispute_add(game=game, author=author, asked=asked, round_number=round_number)


def dispute_add(
    *,
    game: Game,
    author: Author,
    asked: AskedQuestion,
    round_number: int,
    asked_at: datetime | None = None,
    key: str | None = None,
) -> Dispute:
    """Write a question with what is told of it, and the ruling if it is certain.

    Must run inside the transaction that holds `game_lock`. It was asked now, unless told otherwise.
    """
    newest = game.disputes.aggregate(newest=Max("number"))["newest"] or 0
    dispute = Dispute.objects.create(
        game=game,
        number=newest + 1,
        key=key,
        round_number=round_number,
        kind=asked.kind,
        ask=dict(asked.ask),
        asked=asked.asked,
        author=author.name,
        user=author.user,
        tablet=author.tablet,
        asked_at=asked_at or timezone.now(),
    )
    quota_hold(DISPUTES, game.disputes.all())
    return _settle(dispute, asked)


def _settle(dispute: Dispute, asked: AskedQuestion) -> Dispute:
    """Write the facts, and the ruling if it is certain or nothing more can be asked."""
    dispute.told = [[path, value] for path, value in asked.given]
    dispute.unknown = list(asked.unknown)
    answer = referee.rule(desk.case_of(scene_at(dispute), asked, str(dispute.number)))
    if desk.is_settled(answer, asked):
        dispute.ruling = answer.as_json()
        dispute.settled_at = timezone.now()
    dispute.save(update_fields=["told", "unknown", "ruling", "settled_at"])
    return dispute


@transaction.atomic
def decision_make(*, dispute: Dispute, author: Author, answer: str, reason: str) -> Decision:
    """Write an organizer's own answer over the engine's; the ruling stays readable."""
    if not answer.strip():
        raise Refusal("answer", _("Say what holds instead."))
    return Decision.objects.create(
        dispute=dispute,
        answer=" ".join(answer.split())[:MAX_REASON],
        reason=clean_reason(reason),
        author=author.name,
        user=author.user,
        decided_at=timezone.now(),
    )


def precedents_adopt(*, club: Club) -> None:
    """Give house rules that an older version kept for all of a club's games a rule sheet.

    It stands on the rules of the game in which the newest of them was decided.
    """
    kept = list(
        club.precedents.filter(rule_sheet__isnull=True, ended_at__isnull=True).select_related(
            "dispute__game"
        )
    )
    if not kept:
        return
    newest = kept[-1]
    base = newest.dispute.game.rules["base"] if newest.dispute else "family"
    house = {precedent.parameter: precedent.value for precedent in kept}
    sheet = RuleSheet.objects.create(
        club=club,
        name=_("Our house rules"),
        rules=referee.rule_spec(base, house),
        author=newest.author,
        changed_at=newest.made_at,
    )
    Precedent.objects.filter(pk__in=[precedent.pk for precedent in kept]).update(rule_sheet=sheet)


@transaction.atomic
def precedent_keep(*, author: Author, parameter: str, value: object, dispute: Dispute) -> Precedent:
    """Make a decision a rule of the club's, in the rule sheet that the game was started with.

    Games that start from now on can play by it; this one keeps its rules. Raises `Refusal` where
    there is no such parameter or value, and where it contradicts another rule of that sheet.
    """
    game = dispute.game
    sheet = rule_keep(
        club=game.club,
        author=author,
        parameter=parameter,
        value=value,
        rules=game.rules,
        sheet=game.rule_sheet,
    )
    now = timezone.now()
    sheet.precedents.filter(parameter=parameter, ended_at__isnull=True).update(ended_at=now)
    return Precedent.objects.create(
        club=game.club,
        dispute=dispute,
        rule_sheet=sheet,
        parameter=parameter,
        value=value,
        author=author.name,
        made_at=now,
    )
