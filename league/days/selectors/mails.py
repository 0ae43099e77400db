"""Who gets an e-mail about a game day."""

from league.days.models import DayAnswer, GameDay
from league.people.models import Profile
from scoring.accounts.models import Player
from scoring.accounts.selectors.people import players_of


def people_to_mail(day: GameDay) -> list[Player]:
    """Those who agreed to mails and have an address, by name; one query.

    Who has answered for the day, and who was asked by mail before, is not asked again.
    """
    agreed = players_of(day.club).filter(profile__mails=True).exclude(profile__email="")
    answered = DayAnswer.objects.filter(game_day=day).values("player")
    asked = day.mails.values("player")
    return list(
        agreed.exclude(pk__in=answered).exclude(pk__in=asked).select_related("profile", "club")
    )


def gets_mails(player: Player) -> bool:
    """Whether the person, or whom that name means now, agreed to mails; one query."""
    return Profile.objects.filter(player=player.same_as_id or player.pk, mails=True).exists()


def people_without_address(day: GameDay) -> int:
    """How many agreed to mails and have no address; one query."""
    return players_of(day.club).filter(profile__mails=True, profile__email="").count()
