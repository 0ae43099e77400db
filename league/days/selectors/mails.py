"""Who gets an e-mail about a game day."""

from django.db.models import QuerySet

from league.days.models import DayAnswer, GameDay
from league.people.models import Profile
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of

from .answers import answers_of


def people_to_mail(day: GameDay) -> list[Player]:
    """Those who agreed to mails and have an address, by name; one query.

    Who has answered for the day, and who was asked by mail before, is not asked again. A made-up
    club asks nobody: its days take place nowhere.
    """
    if day.club.made_up:
        return []
    agreed = people_who_agreed(day.club)
    answered = DayAnswer.objects.filter(game_day=day).values("player")
    asked = day.mails.exclude(sent_at=None).values("player")
    return list(
        agreed.exclude(pk__in=answered).exclude(pk__in=asked).select_related("profile", "club")
    )


def people_to_mail_place(day: GameDay) -> list[Player]:
    """Those who moved up to a place, agreed to mails and got no mail about it; two queries."""
    if day.club.made_up:
        return []
    moved_up = [answer.player_id for answer in answers_of(day).moved_up]
    mailed = day.mails.exclude(place_sent_at=None).values("player")
    people = people_who_agreed(day.club).filter(pk__in=moved_up).exclude(pk__in=mailed)
    return list(people.select_related("profile", "club")) if moved_up else []


def people_for_news(day: GameDay, sent_at: str) -> list[Player]:
    """Those who agreed to mails and got none of that kind about the day, by name; one query.

    `sent_at` is the kind's field of `DayMail`. Who said no to the day hears nothing of its end.
    """
    if day.club.made_up:
        return []
    mailed = day.mails.exclude(**{sent_at: None}).values("player")
    people = people_who_agreed(day.club).exclude(pk__in=mailed)
    if sent_at == "cancelled_sent_at":
        declined = day.answers.filter(coming=DayAnswer.Coming.NO).values("player")
        people = people.exclude(pk__in=declined)
    return list(people.select_related("profile", "club"))


def mailed_place(day: GameDay) -> set[int]:
    """The ids of the players whom a mail said that they have a place; one query."""
    return set(day.mails.exclude(place_sent_at=None).values_list("player", flat=True))


def people_who_agreed(club: Club) -> QuerySet[Player]:
    """Those who agreed to mails and have an address; one query."""
    return players_of(club).filter(profile__mails=True).exclude(profile__email="")


def people_unasked(club: Club) -> QuerySet[Player]:
    """Those with an address of whom nobody said yet that they agreed to mails; one query.

    Who said no to them is not among them.
    """
    people = players_of(club).filter(profile__mails=False, profile__mails_refused=False)
    return people.exclude(profile__email="").select_related("profile")


def people_who_refused(club: Club) -> QuerySet[Player]:
    """Those who said no to mails; one query."""
    return players_of(club).filter(profile__mails=False, profile__mails_refused=True)


def gets_mails(player: Player) -> bool:
    """Whether the person, or whom that name means now, agreed to mails; one query."""
    return Profile.objects.filter(player=player.same_as_id or player.pk, mails=True).exists()


def people_without_address(day: GameDay) -> int:
    """How many agreed to mails and have no address; one query."""
    return players_of(day.club).filter(profile__mails=True, profile__email="").count()
