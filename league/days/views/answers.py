"""Where the club's people say before a game day whether they come; by the club's link, too."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.days.access import (
    PHONE_COOKIE,
    PHONE_SALT,
    club_to_answer,
    phone_value,
    player_on_phone,
)
from league.days.models import DayAnswer, GameDay
from league.days.selectors.answers import answers_of, days_to_ask, people_to_choose
from league.days.selectors.links import answers_key
from league.days.services import answers as services
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.refusals import Refusal
from scoring.web.addresses import client_address
from scoring.web.pages import show_refusal, told_id

from .mail_links import mail_moved_up

# How long a phone remembers who answers on it.
LIFE_SECONDS = 400 * 24 * 60 * 60
NAMES_ON_A_PAGE = 120
# What the form sends as its answer where the answer is taken back.
TAKE_BACK = "back"


def answers_path(club: Club) -> str:
    """The path of the page that needs no account."""
    key = urlencode({"key": answers_key(club)})
    return f"{reverse('league:answers', args=[club.pk])}?{key}"


@require_http_methods(["GET", "HEAD", "POST"])
def answers(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask who it is, then whether he or she comes to the next days."""
    club = club_to_answer(request, pk)
    remembered = player_on_phone(request, club)
    if request.method == "POST":
        return _take(request, club, remembered)
    number = request.GET.get("person", "")
    player = _player(club, number) if number else None if "who" in request.GET else remembered
    context: dict[str, Any] = {
        "club": club,
        "player": player,
        "remembered": player is not None and player == remembered,
        "for_others": answers_for_others(request, club, player, remembered),
        "days": days_to_ask(club, player),
        "key": request.GET.get("key", ""),
    }
    if player is None:
        find = request.GET.get("name", "")[:60]
        people = people_to_choose(club, find)
        nobody = bool(find) and not people
        # Whoever finds nobody still has the list to look through.
        names = Paginator(people_to_choose(club, "") if nobody else people, NAMES_ON_A_PAGE)
        page = names.get_page(request.GET.get("page"))
        context |= {"find": find, "nobody": nobody, "page": page}
    return render(request, "league/answers.html", context)


def answers_for_others(
    request: HttpRequest, club: Club, player: Player | None, remembered: Player | None
) -> bool:
    """Whether an organizer types what somebody else said: all but who is remembered here."""
    actor = actor_of(request)
    return actor.organizes and actor.club == club and (player is None or player != remembered)


def _take(request: HttpRequest, club: Club, remembered: Player | None) -> HttpResponse:
    """Keep what was sent, and lead back to the same page."""
    back = {"key": request.GET["key"]} if "key" in request.GET else {}
    if "forget" in request.POST:
        response = _back(club, back)
        response.delete_cookie(PHONE_COOKIE, samesite="Lax")
        return response
    player = _player(club, request.POST.get("player", ""))
    if player and "remember" in request.POST:
        return _remember(_back(club, back), club, player)
    with show_refusal(request):
        for_others = answers_for_others(request, club, player, remembered)
        answer_from(request, club, player, for_others=for_others)
    if player and player != remembered:
        back["person"] = str(player.pk)
    return _back(club, back)


def _remember(response: HttpResponse, club: Club, player: Player) -> HttpResponse:
    """Keep on the phone that gets this answer who answers on it."""
    response.set_signed_cookie(
        PHONE_COOKIE,
        phone_value(club, player.pk),
        salt=PHONE_SALT,
        max_age=LIFE_SECONDS,
        httponly=True,
        samesite="Lax",
    )
    return response


def answer_from(
    request: HttpRequest, club: Club, player: Player | None, *, for_others: bool = False
) -> None:
    """Keep the answer that the form holds, or take it back, and say so on the next page.

    With `for_others` it says so to an organizer, who typed it for the player. Whoever moves up by
    it gets a mail. Raises `Refusal` for what cannot be.
    """
    rows = GameDay.objects.select_related("club")
    day = rows.filter(club=club, pk=told_id(request, "day")).first()
    coming = request.POST.get("coming", "")
    if player is None or day is None or coming not in (*DayAnswer.Coming.values, TAKE_BACK):
        raise Refusal("unknown", _("Choose your name, then whether you come."))
    wanted = None if coming == TAKE_BACK else DayAnswer.Coming(coming)
    answer = _answer_keep(request, day, player, wanted)
    mail_moved_up(request, day)
    if answer is None:
        taken_back = (
            _("The answer of %s is taken back.")
            if for_others
            else _("%s, your answer is taken back.")
        )
        messages.success(request, taken_back % player.name)
    elif place := answers_of(day).place_in_line(player):
        messages.info(request, _waits(player, place) if for_others else _wait(player, place))
    elif for_others:
        messages.success(request, _noted(answer))
    else:
        messages.success(request, _thanks(answer))


def _answer_keep(
    request: HttpRequest, day: GameDay, player: Player, coming: DayAnswer.Coming | None
) -> DayAnswer | None:
    if actor_of(request).club != day.club:
        address = client_address(request)
        return services.answer_by_link(day=day, player=player, coming=coming, address=address)
    if coming is None:
        services.answer_take_back(day=day, player=player)
        return None
    return services.answer_set(day=day, player=player, coming=coming)


def _wait(player: Player, place: int) -> str:
    """Say that somebody waits for a place, and how they hear of one."""
    sentence = _(
        "%(name)s, you are on the waiting list, number %(place)d. Do not come yet: all places are "
        "taken. If one becomes free, this page says so."
    ) % {"name": player.name, "place": place}
    more = _("Those who agreed to e-mails get one then.") if settings.MAIL_GOES else ""
    return f"{sentence} {more}".strip()


def _waits(player: Player, place: int) -> str:
    """Say to an organizer that somebody waits for a place."""
    words = {"name": player.name, "place": place}
    return _("%(name)s is on the waiting list, number %(place)d: all places are taken.") % words


def _noted(answer: DayAnswer) -> str:
    """Say to an organizer what was kept."""
    sentences = {
        DayAnswer.Coming.YES: _("Written down: %s comes."),
        DayAnswer.Coming.LATE: _("Written down: %s comes late."),
        DayAnswer.Coming.NO: _("Written down: %s can’t come."),
    }
    return sentences[DayAnswer.Coming(answer.coming)] % answer.player.name


def _thanks(answer: DayAnswer) -> str:
    """Say what was kept."""
    sentences = {
        DayAnswer.Coming.YES: _("%s, thank you. We expect you."),
        DayAnswer.Coming.LATE: _("%s, thank you. We know that you come later."),
        DayAnswer.Coming.NO: _("%s, thank you. We know that you can’t come."),
    }
    return sentences[DayAnswer.Coming(answer.coming)] % answer.player.name


def _back(club: Club, query: dict[str, str]) -> HttpResponse:
    address = reverse("league:answers", args=[club.pk])
    return redirect(f"{address}?{urlencode(query)}" if query else address)


def _player(club: Club, number: str) -> Player | None:
    """The person of the club's lists with that number, if it is one."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return players_of(club).filter(pk=int(number)).first()
