"""The calendar of game days: for the club's people, and for calendar programs."""

import datetime

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.days.access import day_to_organize
from league.days.forms import EditDayForm, NewDayForm
from league.days.models import GameDay, TableGame
from league.days.selectors.answers import answers_of, days_played
from league.days.selectors.calendar import (
    PAST_SHOWN,
    coming_months,
    past_days,
)
from league.days.selectors.day_result import days_with_winners, ended_days
from league.days.selectors.links import calendar_key
from league.days.selectors.unassigned import days_outside
from league.days.services import calendar as services
from league.days.services.links import calendar_link_renew
from league.seasons.access import season_to_organize
from league.seasons.public import days_preview, tallies_refresh
from scoring.accounts.access import club_to_organize, club_to_score
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, link_is_new, read_id, sent, show_refusal

from .answers import answers_path
from .mail_links import mail_moved_up


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What is coming, by month, what was, and the address for calendar programs."""
    club = club_to_score(request)
    path = f"{reverse('league:calendar-ics', args=[club.pk])}?key={calendar_key(club)}"
    feed = phone_link(request, path)
    played = days_played(club)
    past = Paginator(past_days(club, played), PAST_SHOWN).get_page(request.GET.get("page"))
    if ended_days(past):
        tallies_refresh(club=club)
    context = {
        "months": coming_months(club, played),
        "today": timezone.localdate(),
        "past": days_with_winners(club, list(past)),
        "page": past,
        "feed": feed,
        "answers": phone_link(request, answers_path(club)),
    }
    return render(request, "league/calendar.html", context)


@require_POST
def calendar_renew(request: HttpRequest) -> HttpResponse:
    """Give the calendar a new link; programs that know the old one find nothing any more."""
    club = club_to_organize(request)
    calendar_link_renew(club=club)
    messages.success(request, link_is_new())
    return redirect("league:calendar")


def _next_date(newest: GameDay | None) -> datetime.date:
    """The next day of the club's usual weekday after its newest one; today for its first."""
    today = timezone.localdate()
    if newest is None:
        return today
    coming = today + datetime.timedelta(days=(newest.date.weekday() - today.weekday()) % 7)
    return coming if coming > newest.date else newest.date + datetime.timedelta(weeks=1)


@require_http_methods(["GET", "HEAD", "POST"])
def day_add(request: HttpRequest) -> HttpResponse:
    """Put a game day into the calendar, or one a week."""
    club = club_to_organize(request)
    newest = GameDay.objects.filter(club=club).order_by("-pk").first()
    first = {"date": _next_date(newest)} | (_like(newest) if newest else {})
    form = NewDayForm(sent(request), club=club, initial=first)
    if request.method == "POST" and form.is_valid():
        until = form.cleaned_data["until"]
        with form_refusal(form, "until"):
            if until:
                series = services.series_create(club=club, fields=form.told(), until=until)
                made = list(series.game_days.all())
                days = len(made)
                messages.success(
                    request,
                    ngettext(
                        "%d game day is in the calendar.",
                        "%d game days are in the calendar.",
                        days,
                    )
                    % days,
                )
                if not made[0].counts:
                    messages.warning(request, _("These days count for no season."))
                if outside := days_outside(club, made):
                    messages.warning(request, outside)
                return redirect("league:calendar")
            day = services.day_create(club=club, fields=form.told())
            messages.success(request, _("The game day is in the calendar."))
            return redirect("league:day", pk=day.pk)
    return render(request, "league/day_add.html", {"form": form})


def _like(day: GameDay) -> dict[str, object]:
    """What a new day takes over from the one that was made last: most of it is the same.

    But not that it counts for no season: that is chosen for each day.
    """
    names = ["starts", "ends", "place", "contact", "title", "rounds", "movement"]
    names += ["movers", "size", "least", "most", "tables", "places", "meetings_count", "set"]
    return {**{name: getattr(day, name) for name in names}, "like": day}


@require_http_methods(["GET", "HEAD", "POST"])
def day_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one game day; the others of its series stay as they are."""
    day = day_to_organize(request, pk)
    # A row of its own, so that what is typed does not show in the page's head before it is kept.
    form = EditDayForm(sent(request), club=day.club, instance=GameDay.objects.get(pk=day.pk))
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, "rounds"):
            services.day_edit(day=day, fields=form.told(), forget_answers=form.asks_again)
            mail_moved_up(request, day)
            changed = _("The game day is changed.")
            messages.success(request, f"{changed} {form.answers_words}".rstrip())
            if set(services.WHEN_AND_WHERE) & set(form.changed_data):
                _offer_mail(request, GameDay.objects.get(pk=pk))
            return redirect("league:day", pk=pk)
    return render(request, "league/day_edit.html", {"form": form, "day": day})


def _offer_mail(request: HttpRequest, day: GameDay) -> None:
    """Lead to the mail about a day that has changed and is still to come."""
    if (
        day.cancelled_at is None
        and day.date >= timezone.localdate()
        and not day.table_games.exists()
    ):
        page = reverse("league:day-news", args=[day.pk])
        link = format_html('<a href="{}">{}</a>', page, _("Tell the new date by e-mail"))
        messages.info(request, link)


@require_POST
def season_count_days(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the days that the season's page listed as left out count for it too.

    Where that moves places, it is shown before.
    """
    season = season_to_organize(request, pk)
    chosen = [read_id(day) for day in request.POST.getlist("day")]
    preview = days_preview(season, chosen)
    if preview and request.POST.get("agreed") != preview.mark:
        context = {"season": season, "days": chosen, "preview": preview}
        return render(request, "league/season_count_days.html", context)
    with show_refusal(request):
        days = services.days_count(season=season, days=chosen)
        messages.success(
            request,
            ngettext(
                "%d more game day counts for this season.",
                "%d more game days count for this season.",
                days,
            )
            % days,
        )
    return redirect("league:leaderboard", pk=season.pk)


def _ask_to_cancel(request: HttpRequest, day: GameDay) -> HttpResponse:
    """Say what is cancelled, and how many have said that they come."""
    later, today = request.POST.get("later"), timezone.localdate()
    days = services.days_to_cancel(day) if later else [day]
    answers = [(cancelled, len(answers_of(cancelled).coming)) for cancelled in days]
    context = {
        "day": day,
        "later": later,
        "days": answers,
        "coming": sum(coming for cancelled, coming in answers if cancelled.date >= today),
        "games": TableGame.objects.filter(game_day__in=days).count(),
    }
    return render(request, "league/day_cancel.html", context)


@require_POST
def day_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a day, or it and all later ones of its series; they stay in the calendar.

    It asks first, and says how many have said that they come.
    """
    day = day_to_organize(request, pk)
    if not request.POST.get("sure") and day.cancelled_at is None:
        return _ask_to_cancel(request, day)
    if request.POST.get("later"):
        days = len(services.series_cancel(day=day))
        messages.success(
            request,
            ngettext("%d game day is cancelled.", "%d game days are cancelled.", days) % days,
        )
        return redirect("league:day", pk=pk)
    services.day_cancel(day=day)
    messages.success(request, _("The game day is cancelled. Calendars will say so."))
    return redirect("league:day", pk=pk)


@require_POST
def day_restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring a cancelled day back."""
    day = day_to_organize(request, pk)
    services.day_restore(day=day)
    messages.success(request, _("The game day takes place again."))
    return redirect("league:day", pk=pk)
