"""The links in mails about a game day, and the mails that an answer causes."""

from collections.abc import Callable

from django.http import HttpRequest
from django.urls import reverse

from league.days.models import GameDay
from league.days.selectors.links import own_key, stop_key
from league.days.services.mails import MailLinks, place_mails_send
from scoring.accounts.models import Player
from scoring.web.connection import phone_link, works_here_only


def mail_origin(request: HttpRequest) -> str:
    """The origin of the links in mails, such as https://club.example."""
    return phone_link(request, "") or request.build_absolute_uri("/").rstrip("/")


def mail_links(request: HttpRequest) -> Callable[[Player], MailLinks]:
    """Return what makes a person's links: none that nobody can open at home."""
    origin = mail_origin(request)
    is_local = works_here_only(origin)

    def links(player: Player) -> MailLinks:
        if is_local:
            return MailLinks(answer="", stop="")
        return MailLinks(
            answer=origin + reverse("league:own-answers", args=[own_key(player)]),
            stop=origin + reverse("league:mails-stop", args=[stop_key(player)]),
        )

    return links


def mail_moved_up(request: HttpRequest, day: GameDay) -> None:
    """Mail those who have moved up to a place on that day, as `place_mails_send` does."""
    day.refresh_from_db()
    place_mails_send(day=day, links=mail_links(request))
