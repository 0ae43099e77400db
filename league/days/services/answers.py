"""Saying before a game day whether one comes."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayAnswer, DayAnswerSent, GameDay
from scoring.accounts.models import Player
from scoring.refusals import Refusal

from .calendar import day_lock, day_touch
from .moving_up import moving_up

SPAN = timedelta(hours=1)
# A residence for seniors sends from one address; a machine sends without end.
SENT_AN_ADDRESS = 150
SENT_IN_ALL = 600


@transaction.atomic
def answer_set(*, day: GameDay, player: Player, coming: DayAnswer.Coming) -> DayAnswer:
    """Keep whether the player comes to the day; saying the same again changes nothing.

    Raises `Refusal` for a day that is cancelled or over.
    """
    day = _day_to_answer(day)
    answer = DayAnswer.objects.filter(game_day=day, player=player).first()
    if answer is not None and answer.coming == coming:
        return answer
    now = timezone.now()
    if answer is None:
        answer = DayAnswer(game_day=day, player=player, in_line_since=now)
    elif DayAnswer.Coming.NO in (answer.coming, coming):
        answer.in_line_since = now
    answer.coming = coming
    answer.answered_at = now
    if coming == DayAnswer.Coming.NO:
        answer.moved_up_at = None
    with moving_up(day):
        answer.save()
    day_touch(day)
    return answer


@transaction.atomic
def answer_take_back(*, day: GameDay, player: Player) -> None:
    """Let it be as if the player had said nothing; taking it back twice changes nothing.

    Raises `Refusal` for a day that is cancelled or over.
    """
    day = _day_to_answer(day)
    with moving_up(day):
        removed, _rows = DayAnswer.objects.filter(game_day=day, player=player).delete()
    if removed:
        day_touch(day)


def _day_to_answer(day: GameDay) -> GameDay:
    """The locked day. Raises `Refusal` for one that is cancelled or over."""
    day = day_lock(day)
    if day.cancelled_at is not None:
        raise Refusal("cancelled", _("This game day is cancelled."))
    if day.date < timezone.localdate():
        raise Refusal("over", _("This game day is over."))
    return day


def answer_by_link(
    *, day: GameDay, player: Player, coming: DayAnswer.Coming | None, address: str | None
) -> DayAnswer | None:
    """Keep an answer that came from a stranger by the club's link; without one, take it back.

    Raises `Refusal` as `answer_set` does, and after too many in an hour from one address or in all.
    """
    now = timezone.now()
    sent = DayAnswerSent.objects.filter(club=day.club, sent_at__gt=now - SPAN, sent_at__lte=now)
    if sent.filter(address=address).count() >= SENT_AN_ADDRESS or sent.count() >= SENT_IN_ALL:
        raise Refusal("flood", _("Too many answers came just now. Try again in an hour."))
    with transaction.atomic():
        answer = None
        if coming is None:
            answer_take_back(day=day, player=player)
        else:
            answer = answer_set(day=day, player=player, coming=coming)
        DayAnswerSent.objects.filter(sent_at__lte=now - SPAN).delete()
        DayAnswerSent.objects.create(club=day.club, address=address, sent_at=now)
    return answer
