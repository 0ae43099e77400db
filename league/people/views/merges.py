"""Two records that are one person: found, looked at, merged, and taken back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.people.forms import TwoNamesForm
from league.people.models import Merge
from league.people.selectors.duplicates import suggestions
from league.people.selectors.merging import merge_plan, merges_of
from league.people.services import merging
from scoring.accounts.access import club_to_organize
from scoring.accounts.authors import author_of
from scoring.accounts.selectors.people import everybody_of
from scoring.web.pages import show_refusal

# As many names as a browser can offer without a wait.
MOST_OFFERED = 2000
LONGEST_NAME = 100


@require_safe
def merges(request: HttpRequest) -> HttpResponse:
    """Offer likely duplicates, take two names, and list what was merged."""
    club = club_to_organize(request)
    people = everybody_of(club)
    asked = "kept" in request.GET or "gone" in request.GET
    form = TwoNamesForm(
        request.GET if asked else None,
        people=people,
        initial={"gone": request.GET.get("name", "")[:LONGEST_NAME]},
    )
    if asked and form.is_valid():
        kept, gone = form.cleaned_data["kept"], form.cleaned_data["gone"]
        if kept != gone:
            return redirect("league:merge", kept=kept.pk, gone=gone.pk)
        form.add_error("gone", _("Choose two different records."))
    context = {
        "form": form,
        "known": people.values_list("name", flat=True)[:MOST_OFFERED],
        "suggestions": suggestions(club),
        "merges": merges_of(club),
    }
    return render(request, "league/merges.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, kept: int, gone: int) -> HttpResponse:
    """Show what merging two records does, and do it."""
    people = everybody_of(club_to_organize(request))
    player, other = get_object_or_404(people, pk=kept), get_object_or_404(people, pk=gone)
    if player == other:
        raise Http404
    if request.method == "POST":
        with show_refusal(request) as attempt:
            merging.merge_make(kept=player, gone=other, author=author_of(request))
        if attempt.refused:
            return redirect("league:merge", kept=kept, gone=gone)
        messages.success(
            request,
            _("%(gone)s and %(kept)s are one person now.")
            % {"gone": other.name, "kept": player.name},
        )
        return redirect("league:player", pk=kept)
    return render(request, "league/merge.html", {"plan": merge_plan(player, other)})


@require_POST
def merge_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Let two records be two people again."""
    merge = get_object_or_404(
        Merge.objects.select_related("kept", "gone"), club=club_to_organize(request), pk=pk
    )
    with show_refusal(request):
        merging.merge_undo(merge=merge)
        messages.success(
            request,
            _("%(gone)s and %(kept)s are two people again.")
            % {"gone": merge.gone.name, "kept": merge.kept.name},
        )
    return redirect("league:merges")
