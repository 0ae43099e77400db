"""The club's directory: the list, one person, the files for spreadsheet programs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.paging import sort_and_page
from league.people.access import club_to_read_people
from league.people.forms import PersonForm
from league.people.selectors.directory import directory, file_heads, file_rows, profile_of
from league.people.selectors.imports import import_waiting
from league.people.services import directory as directory_of_people
from league.people.services.directory import NameTaken
from league.people.tables import PeopleTable
from league.seasons.public import tallies_refresh
from league.spreadsheets import writing
from scoring.accounts.access import actor_of, club_to_organize
from scoring.accounts.selectors.people import everybody_of
from scoring.accounts.views.confirming import confirm_download, confirm_person
from scoring.names import name_clean
from scoring.web.pages import sent, show_refusal

ON_A_PAGE = 50
LONGEST_QUERY = 100
# So many archived people are named to whoever looks for one of them.
MOST_ARCHIVED = 5


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """List the club's people, to be searched and sorted."""
    club = club_to_read_people(request)
    tallies_refresh(club=club)
    organizes = actor_of(request).organizes
    query = name_clean(request.GET.get("q", "")[:LONGEST_QUERY])
    archived = organizes and "archived" in request.GET
    people = directory(club, query, archived=archived)
    table = PeopleTable(people, exclude=() if organizes else ("email", "notes", "edit"))
    sort_and_page(table, request, ON_A_PAGE)
    context = {
        "table": table,
        "query": query,
        "total": table.paginator.count,
        "organizes": organizes,
        "archived": archived,
        "waiting": import_waiting(club) if organizes and not query and not archived else None,
        "archived_people": directory(club, query, archived=True)[:MOST_ARCHIVED]
        if organizes and query and not archived and not table.paginator.count
        else (),
        "in_archive": everybody_of(club).exclude(archived_at=None).count() if organizes else 0,
    }
    return render(request, "league/people.html", context)


@require_POST
def person_archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Take somebody off all lists."""
    player = get_object_or_404(everybody_of(club_to_organize(request)), pk=pk)
    directory_of_people.player_archive(player=player)
    messages.success(request, _("%s is archived. Results keep the name.") % player.name)
    return redirect("league:player", pk=pk)


@require_POST
def person_restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Put somebody back on the lists."""
    player = get_object_or_404(everybody_of(club_to_organize(request)), pk=pk)
    directory_of_people.player_restore(player=player)
    messages.success(request, _("%s is back on all lists.") % player.name)
    return redirect("league:player", pk=pk)


@require_POST
def person_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete somebody who never played."""
    player = get_object_or_404(everybody_of(club_to_organize(request)), pk=pk)
    confirm_person(request)
    with show_refusal(request):
        directory_of_people.player_delete(player=player)
        messages.success(request, _("%s is deleted.") % player.name)
        return redirect("league:people")
    return redirect("league:player", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def person_add(request: HttpRequest) -> HttpResponse:
    """Take somebody into the directory; the name is enough."""
    club = club_to_organize(request)
    form = PersonForm(sent(request), initial={"name": request.GET.get("name", "")[:LONGEST_QUERY]})
    taken = None
    if request.method == "POST" and form.is_valid():
        try:
            player = directory_of_people.player_add(
                club=club, name=form.cleaned_data["name"], details=form.details()
            )
        except NameTaken as refusal:
            form.add_error("name", refusal.message)
            taken = refusal.player
        else:
            messages.success(request, _("%s is in the directory.") % player.name)
            return redirect("league:people")
    return render(request, "league/person_add.html", {"form": form, "taken": taken})


@require_http_methods(["GET", "HEAD", "POST"])
def person_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what the directory says of somebody, the name too."""
    player = get_object_or_404(everybody_of(club_to_organize(request)), pk=pk)
    form = PersonForm(sent(request), instance=profile_of(player), initial={"name": player.name})
    taken = None
    if request.method == "POST" and form.is_valid():
        try:
            player = directory_of_people.player_update(
                player=player, name=form.cleaned_data["name"], details=form.details()
            )
        except NameTaken as refusal:
            form.add_error("name", refusal.message)
            taken = refusal.player if refusal.player != player else None
        else:
            messages.success(request, _("Saved: %s.") % player.name)
            return redirect("league:player", pk=player.pk)
    context = {"form": form, "player": player, "taken": taken}
    return render(request, "league/person_edit.html", context)


@require_safe
def people_csv(request: HttpRequest) -> HttpResponse:
    """The directory as CSV."""
    club = club_to_organize(request)
    confirm_download(request, "league:people")
    tallies_refresh(club=club)
    return _download(writing.csv_bytes(file_heads(), file_rows(club)), writing.CSV, "people.csv")


@require_safe
def people_xlsx(request: HttpRequest) -> HttpResponse:
    """The directory as XLSX."""
    club = club_to_organize(request)
    confirm_download(request, "league:people")
    tallies_refresh(club=club)
    file = writing.xlsx_bytes(_("People"), file_heads(), file_rows(club))
    return _download(file, writing.XLSX, "people.xlsx")


def _download(file: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(file, content_type=kind, headers=headers)
