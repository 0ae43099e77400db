"""Mails that tell people about a game day: a new date, that it is cancelled, its result."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.days.access import day_to_organize
from league.days.models import GameDay
from league.days.selectors.calendar import day_after
from league.days.selectors.links import result_path
from league.days.selectors.mails import people_for_news, people_who_agreed
from league.days.services.mails import MOST_AT_ONCE, MailKind, MailLinks
from league.days.services.news_mails import cancelled_mail, moved_mail, news_send, result_mail
from scoring.accounts.languages import in_clubs_language
from scoring.web.connection import works_here_only
from scoring.web.pages import show_refusal

from .answers import answers_path
from .mail_links import mail_links, mail_origin
from .mails import mailto
from .results import result_of, winners_words


@require_http_methods(["GET", "HEAD", "POST"])
def day_news(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the mail that fits the day now and how many get it; the button sends it."""
    day = day_to_organize(request, pk)
    with in_clubs_language(day.club):
        about, kind = _news(request, day)
    if request.method == "POST" and request.POST.get("about") != about:
        # The day was cancelled, brought back or played since the page was opened.
        messages.error(
            request, _("Not sent: the day has changed meanwhile. Look at the mail again.")
        )
        return redirect("league:day-news", pk=pk)
    if kind is None:
        return render(request, "league/day_news.html", {"day": day})
    people = people_for_news(day, kind.sent_at)
    if request.method == "POST":
        with show_refusal(request):
            sent = news_send(day=day, players=people, links=mail_links(request), kind=kind)
            sentence = ngettext("%d mail is sent.", "%d mails are sent.", sent.count)
            messages.success(request, sentence % sent.count)
            if sent.refused:
                messages.warning(request, sent.trouble)
        return redirect("league:day-news", pk=pk)
    origin = mail_origin(request)
    is_local = works_here_only(origin)
    example = MailLinks(
        answer="" if is_local else origin + answers_path(day.club),
        stop="…" if settings.MAIL_GOES and not is_local else "",
    )
    name = people[0].name if people and settings.MAIL_GOES else ""
    with in_clubs_language(day.club):
        subject, text = kind.text(day, name, example)
    context = {
        "day": day,
        "about": about,
        "people": people,
        "somebody_agreed": people_who_agreed(day.club).exists(),
        "got_it": day.mails.exclude(**{kind.sent_at: None}).count(),
        "subject": subject,
        "text": text,
        "goes": settings.MAIL_GOES,
        "most": MOST_AT_ONCE,
        "own_program": mailto(people, subject, text),
    }
    return render(request, "league/day_news.html", context)


def _news(request: HttpRequest, day: GameDay) -> tuple[str, MailKind | None]:
    """What there is to tell about the day now, and the mail about it; "" and None for nothing."""
    is_to_come = day.date >= timezone.localdate()
    if day.cancelled_at is not None:
        return ("cancelled", cancelled_mail(day_after(day))) if is_to_come else ("", None)
    if is_to_come and not day.table_games.exists():
        return "moved", moved_mail()
    result = result_of(day)["result"]
    if not result.over:
        return "", None
    origin = mail_origin(request)
    page = "" if works_here_only(origin) else origin + result_path(day)
    return "result", result_mail(winners_words(result), page, day_after(day))
