"""Who is a member and who a guest in a season."""

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.paging import RowsByName
from league.seasons.access import season_to_organize
from league.seasons.models import Season, SeasonStatus
from league.seasons.services.seasons import statuses_set
from scoring.accounts.selectors.people import players_of
from scoring.names import NAME_LENGTH, name_clean, name_found
from scoring.web.pages import read_id, show_refusal

ON_A_PAGE = 100
NOT_SAID = ""
# What the field of a person is called, before the number of the row.
FIELD = "kind-"


@require_http_methods(["GET", "HEAD", "POST"])
def season_people(request: HttpRequest, pk: int) -> HttpResponse:
    """List the club's people with what they are in the season, to be chosen."""
    season = season_to_organize(request, pk)
    people = players_of(season.club)
    query = name_clean(request.GET.get("q", "")[:NAME_LENGTH])
    if query:
        # A database knows no names without their accents.
        names = people.values_list("pk", "name")
        people = people.filter(pk__in=[pk for pk, name in names if name_found(name, query)])
    page = Paginator(RowsByName(people), ON_A_PAGE).get_page(request.GET.get("page"))
    if request.method == "POST":
        with show_refusal(request):
            statuses_set(season=season, kinds=_chosen(request, season))
            messages.success(request, _("Saved."))
        address = reverse("league:season-people", args=[pk])
        searched = {"q": query} if query else {}
        return redirect(f"{address}?{urlencode({**searched, 'page': page.number})}")
    kinds = dict(season.statuses.filter(player__in=page.object_list).values_list("player", "kind"))
    context = {
        "season": season,
        "page": page,
        "query": query,
        "lines": [(player, kinds.get(player.pk, NOT_SAID)) for player in page],
        "choices": [(NOT_SAID, _("not said")), *SeasonStatus.Kind.choices],
    }
    return render(request, "league/season_people.html", context)


def _chosen(request: HttpRequest, season: Season) -> dict[int, str]:
    """What the form says of each person that it lists; of others it says nothing.

    These are the people of the page as it was sent: since then, people may have moved to another.
    """
    sent = {
        read_id(name.removeprefix(FIELD)): kind
        for name, kind in request.POST.items()
        if name.startswith(FIELD) and kind in {NOT_SAID, *SeasonStatus.Kind.values}
    }
    listed = dict(list(sent.items())[:ON_A_PAGE])
    known = players_of(season.club).filter(pk__in=listed).values_list("pk", flat=True)
    return {pk: listed[pk] for pk in known}
