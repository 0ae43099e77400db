"""Seasons: the list, opening one, how it counts, closing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.seasons.access import season_to_organize
from league.seasons.forms import ClosedSeasonForm, SeasonForm
from league.seasons.models import Season
from league.seasons.selectors.results import days_left_out
from league.seasons.services import seasons as services
from league.seasons.services.way_preview import way_preview
from league.seasons.suggested import suggested_season
from scoring.accounts.access import club_to_organize, club_to_score
from scoring.accounts.authors import author_of
from scoring.accounts.models import Club
from scoring.accounts.views.confirming import confirm_person
from scoring.web.pages import form_refusal, sent, show_refusal


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """List the club's seasons, newest first."""
    club = club_to_score(request)
    return render(request, "league/seasons.html", {"seasons": Season.objects.filter(club=club)})


@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: HttpRequest) -> HttpResponse:
    """Open a season."""
    club = club_to_organize(request)
    newest = Season.objects.filter(club=club).order_by("-last", "-pk").first()
    suggested = suggested_season(newest, timezone.localdate())
    # What everybody may see stays as it is in the season before.
    public = newest is not None and newest.public
    form = SeasonForm(sent(request), initial={**suggested._asdict(), "public": public})
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            season = services.season_create(club=club, fields=form.changes())
            messages.success(request, _("%s is open.") % season.name)
            _warn(request, form)
            address = reverse("league:leaderboard", args=[season.pk])
            # There they are listed, and count in one tap.
            asks = days_left_out(season).exists()
            return redirect(f"{address}?opened=1" if asks else address)
    return render(request, "league/season_new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def season_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a season's days, and how its games count; of a closed one, who sees it."""
    season = season_to_organize(request, pk)
    # A page from before the season was closed sends its rules, too: those are refused, not ignored.
    only_sight = season.closed_at is not None and "name" not in request.POST
    form_class = ClosedSeasonForm if only_sight else SeasonForm
    # Another object: the form writes into it, and the page's head names the season as it is.
    form = form_class(sent(request), instance=Season.objects.get(pk=pk))
    preview = None
    if request.method == "POST" and form.is_valid() and not season.closed_at:
        preview = way_preview(season, form.changes())
    agreed = preview is None or request.POST.get("agreed") == preview.mark
    if request.method == "POST" and form.is_valid() and agreed:
        with form_refusal(form):
            was_public = season.public
            services.season_update(season=season, changes=form.changes())
            is_public = form.cleaned_data["public"]
            if season.closed_at and was_public == is_public:
                messages.success(request, _("Saved."))
            else:
                messages.success(request, _saved(season.club, was_public, is_public))
            _warn(request, form)
            return redirect("league:leaderboard", pk=season.pk)
    context = {"form": form, "season": season, "only_sight": only_sight, "preview": preview}
    return render(request, "league/season_edit.html", context)


def _saved(club: Club, was_public: bool, is_public: bool) -> str:
    """Say what was saved; where strangers are concerned, also what else they see."""
    if was_public == is_public:
        return _("Saved. The leaderboard and the results of all its days count that way now.")
    sentence = (
        _("Saved. Everybody can see this leaderboard now.")
        if is_public
        else _("Saved. Strangers no longer see this leaderboard.")
    )
    more = {
        Club.Shown.GAMES: _("Days and games stay open to everybody."),
        Club.Shown.FRONT: _("The next game days stay open to everybody."),
        Club.Shown.NOTHING: _("Strangers see no page of the club, and no day or game."),
    }[Club.Shown(club.shown)]
    change = _("Change that") if club.has_front else _("Make a page of the club")
    address = reverse("scoring:club")
    return format_html('{} {} <a href="{}">{}</a>', sentence, more, address, change)


def _warn(request: HttpRequest, form: SeasonForm | ClosedSeasonForm) -> None:
    if form.warning:
        messages.warning(request, form.warning)


@require_POST
def season_close(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep the season's leaderboards as they are."""
    season = season_to_organize(request, pk)
    with show_refusal(request):
        services.season_close(season=season, author=author_of(request))
        messages.success(request, _("%s is closed, and stays as it is now.") % season.name)
    return redirect("league:leaderboard", pk=season.pk)


@require_POST
def season_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a closed season follow its games again."""
    season = season_to_organize(request, pk)
    confirm_person(request)
    with show_refusal(request):
        services.season_reopen(season=season)
        messages.success(request, _("%s is open again, and follows its games.") % season.name)
    return redirect("league:leaderboard", pk=season.pk)
