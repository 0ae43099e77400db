"""Asking people by e-mail whether they come; their own page to answer, and to end the mails."""

from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.days.access import day_to_organize, player_to_answer, player_to_stop_mails
from league.days.models import GameDay
from league.days.selectors.answers import days_to_ask
from league.days.selectors.mails import (
    gets_mails,
    people_to_mail,
    people_unasked,
    people_who_agreed,
    people_who_answered,
    people_who_refused,
    people_without_address,
    why_not_asked,
)
from league.days.services.mails import (
    MOST_AT_ONCE,
    MailLinks,
    mail_text,
    mails_agree,
    mails_resume,
    mails_send,
    mails_stop,
)
from scoring.accounts.languages import in_clubs_language
from scoring.accounts.models import Club, Player
from scoring.collation import name_order
from scoring.web.connection import works_here_only
from scoring.web.pages import read_id, show_refusal

from .answers import answer_from, answers_path
from .mail_links import mail_links, mail_origin


@require_http_methods(["GET", "HEAD", "POST"])
def day_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the mail and how many get it; the button sends it."""
    day = day_to_organize(request, pk)
    people = people_to_mail(day)
    origin = mail_origin(request)
    if request.method == "POST" and "agree" in request.POST:
        return _agreed(request, day)
    if request.method == "POST":
        with show_refusal(request):
            sent = mails_send(day=day, players=people, links=mail_links(request))
            sentence = ngettext("%d mail is sent.", "%d mails are sent.", sent.count)
            messages.success(request, sentence % sent.count)
            if sent.refused:
                messages.warning(request, sent.trouble)
        return redirect("league:day-mail", pk=pk)
    if closed := why_not_asked(day):
        return render(request, "league/day_mail.html", {"day": day, "closed": closed})
    is_local = works_here_only(origin)
    example = MailLinks(
        answer="" if is_local else origin + answers_path(day.club),
        stop="…" if settings.MAIL_GOES and not is_local else "",
    )
    name = people[0].name if people and settings.MAIL_GOES else ""
    with in_clubs_language(day.club):
        subject, text = mail_text(day, name, example)
    context = {
        "day": day,
        "people": people,
        **_about_agreeing(day.club),
        "asked": day.mails.exclude(sent_at=None).count(),
        "answered": people_who_answered(day),
        "subject": subject,
        "text": text,
        "goes": settings.MAIL_GOES,
        "most": MOST_AT_ONCE,
        "is_local": is_local,
        "own_program": mailto(people, subject, text),
    }
    return render(request, "league/day_mail.html", context)


def _about_agreeing(club: Club) -> dict[str, object]:
    """Who has not been asked yet whether mails are welcome, who said no, whether one agreed."""
    if club.made_up:
        return {"unasked": [], "refused": [], "somebody_agreed": False}
    no_address, agreed_without = people_without_address(club)
    return {
        "no_address": no_address,
        "agreed_without": agreed_without,
        "unasked": sorted(people_unasked(club), key=lambda player: name_order(player.name)),
        "refused": people_who_refused(club),
        "somebody_agreed": people_who_agreed(club).exists(),
    }


def _agreed(request: HttpRequest, day: GameDay) -> HttpResponse:
    """Note who agreed to mails: everybody who was listed, or those who are ticked."""
    listed = request.POST.getlist("listed" if request.POST["agree"] == "all" else "ticked")
    with show_refusal(request):
        agreed = mails_agree(club=day.club, ids={read_id(text) for text in listed})
        sentence = ngettext("%d person agreed to mails.", "%d people agreed to mails.", agreed)
        messages.success(request, sentence % agreed)
    return redirect("league:day-mail", pk=day.pk)


def mailto(people: list[Player], subject: str, text: str) -> str:
    """A link that opens the mail in the organizer's own program; nobody sees others' addresses."""
    to = ",".join(player.profile.email for player in people)
    parts = {"bcc": to, "subject": subject, "body": text.replace("\n", "\r\n")}
    return f"mailto:?{urlencode(parts, quote_via=quote)}"


@require_http_methods(["GET", "HEAD", "POST"])
def own_answers(request: HttpRequest, key: str) -> HttpResponse:
    """Let one person say whether he or she comes, by the link in a mail."""
    player = player_to_answer(request, key)
    if request.method == "POST":
        with show_refusal(request):
            answer_from(request, player.club, player)
        return redirect("league:own-answers", key=key)
    context = {
        "club": player.club,
        "player": player,
        "own_link": True,
        "days": days_to_ask(player.club, player),
    }
    return render(request, "league/answers.html", context)


# Mail programs send this form by themselves (RFC 8058) and have no token; the key is the permit.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """End the mails to one person. Looking at the page ends nothing: programs follow links."""
    player = player_to_stop_mails(request, key)
    if request.method == "POST" and "resume" in request.POST:
        mails_resume(player=player)
        messages.success(request, _("You get e-mails about game days again."))
    elif request.method == "POST":
        mails_stop(player=player)
    context = {"club": player.club, "done": not gets_mails(player)}
    return render(request, "league/mails_stop.html", context)
