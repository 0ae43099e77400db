"""Renewing links that need no account, once the wrong people have them."""

from django.db.models import F

from league.days.models import GameDay
from scoring.accounts.models import Club


def calendar_link_renew(*, club: Club) -> None:
    """Let the club's calendar have a new link, and the old one show nothing."""
    Club.objects.filter(pk=club.pk).update(links_renewed=F("links_renewed") + 1)


def wall_link_renew(*, day: GameDay) -> None:
    """Let the day's wall page have a new link, and the old one show nothing."""
    GameDay.objects.filter(pk=day.pk).update(links_renewed=F("links_renewed") + 1)
