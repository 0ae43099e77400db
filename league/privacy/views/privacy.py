"""People's data: everything about one person as a file, what a club keeps, and where to report."""

import io
import zipfile
from datetime import UTC

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.privacy.selectors.person_file import as_json, as_rows, person_sections
from league.privacy.selectors.privacy_page import privacy_page, security_text
from league.seasons.public import tallies_refresh
from league.spreadsheets import writing
from scoring.accounts.access import actor_of, club_runs, club_to_organize
from scoring.accounts.club_rows import first_of_any_club
from scoring.accounts.models import Club
from scoring.accounts.privacy_links import club_of_key
from scoring.accounts.selectors.people import everybody_of
from scoring.accounts.views.confirming import confirm_download


@require_safe
def person_export(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand out everything about a person: a page to read, a table, and JSON for programs."""
    club = club_to_organize(request)
    player = get_object_or_404(everybody_of(club).select_related("club"), pk=pk)
    confirm_download(request, "league:player", player.pk)
    tallies_refresh(club=club)
    sections = person_sections(player)
    context = {"player": player, "sections": sections, "now": timezone.now()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("read-me.html", render_to_string("league/person_file.html", context))
        packed.writestr(
            "everything.csv",
            writing.csv_bytes([_("Everything about one person")], as_rows(sections)),
        )
        packed.writestr("everything.json", as_json(player, sections))
    answer = HttpResponse(file.getvalue(), content_type="application/zip")
    name = f"{slugify(player.name) or 'person'}-{timezone.localdate():%Y-%m-%d}.zip"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
def privacy(request: HttpRequest, key: str) -> HttpResponse:
    """Say what the club keeps about people, where and how long, to whoever has the link."""
    try:
        club = first_of_any_club(Club.objects.filter(pk=club_of_key(key)))
    except BadSignature:
        club = None
    if club is None:
        raise Http404
    insider = actor_of(request).home == club
    if not insider:
        club_runs(club)
    page = privacy_page(club, insider=insider)
    return render(request, "league/privacy.html", {"page": page, "club": club})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where a weakness is to be reported; not there where nobody is named."""
    text = security_text(timezone.now().astimezone(UTC), request.build_absolute_uri(request.path))
    if not text:
        raise Http404
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
