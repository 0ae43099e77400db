"""Who gets an e-mail about a game day."""

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayAnswer, GameDay
from league.people.models import Profile
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of

from .answers import answers_of


def why_not_asked(day: GameDay) -> str:
    """Say why nobody is asked by mail whether they come to a day any more; "" where they are."""
    if day.cancelled_at is not None:
        return _("This game day is cancelled, so nobody is asked whether they come.")
    if day.date < timezone.localdate():
        return _("This game day is over, so nobody is asked any more whether they come.")
    if day.table_games.exists():
        return _("This game day has begun, so nobody is asked any more whether they come.")
    return ""


def people_to_mail(day: GameDay) -> list[Player]:
    """Those who agreed to mails and have an address, by name; one query.

    Who has answered for the day, and who was asked by mail before, is not asked again. A made-up
    club asks nobody: its days take place nowhere.
    """
    if day.club.made_up:
        return []
    answered = DayAnswer.objects.filter(game_day=day).values("player")
    unanswered = _not_mailed(day).exclude(pk__in=answered)
    return list(unanswered.select_related("profile", "club"))


def people_who_answered(day: GameDay) -> int:
    """How many would get the mail, had they not answered for the day already; one query."""
    answered = DayAnswer.objects.filter(game_day=day).values("player")
    return _not_mailed(day).filter(pk__in=answered).count()


def _not_mailed(day: GameDay) -> QuerySet[Player]:
    asked = day.mails.exclude(sent_at=None).values("player")
    return people_who_agreed(day.club).exclude(pk__in=asked)


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


def people_without_address(club: Club) -> tuple[int, int]:
    """How many have no address, and how many of them agreed to mails; one query."""
    counts = (
        players_of(club)
        .exclude(profile__email__gt="")
        .aggregate(everybody=Count("pk"), agreed=Count("pk", filter=Q(profile__mails=True)))
    )
    return counts["everybody"], counts["agreed"]
