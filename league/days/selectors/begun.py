"""Which days have begun: those up to today, and those whose tables began before their date."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.days.models import GameDay, TableGame
from scoring.accounts.models import Club


def has_begun(day: GameDay) -> bool:
    """Whether a day is today's or past, or a table has begun before its date."""
    return day.date <= timezone.localdate() or day.table_games.exists()


def days_begun(club: Club) -> QuerySet[GameDay]:
    """The club's days that have begun and are not cancelled."""
    today = timezone.localdate()
    days = GameDay.objects.filter(club=club, cancelled_at=None)
    return days.filter(Q(date__lte=today) | Q(with_a_game()))


def days_going_on(club: Club) -> QuerySet[GameDay]:
    """The club's days of today, and those of a later date that have begun already."""
    return days_begun(club).filter(date__gte=timezone.localdate())


def with_a_game() -> Exists:
    """What is true of a day at which a table has begun."""
    return Exists(TableGame.objects.filter(game_day=OuterRef("pk")))
