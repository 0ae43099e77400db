"""Moving up from a day's waiting list where a place becomes free."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from league.days.models import DayAnswer, GameDay
from league.days.selectors.answers import answers_of


@contextmanager
def moving_up(day: GameDay) -> Iterator[None]:
    """Note who waited for a place before the block and has one after it; under the day's lock.

    Who has to wait again after the block has not moved up any more.
    """
    waited = _waiting(day)
    yield
    waiting = _waiting(day)
    if moved := waited - waiting:
        wanted = DayAnswer.objects.filter(game_day=day, player__in=moved)
        now = timezone.now()
        wanted.exclude(coming=DayAnswer.Coming.NO).update(moved_up_at=now)
    if waiting:
        DayAnswer.objects.filter(game_day=day, player__in=waiting).update(moved_up_at=None)


def _waiting(day: GameDay) -> set[int]:
    """The ids of the players on the waiting list."""
    if day.places is None:
        return set()
    return {answer.player_id for answer in answers_of(day).waiting}
