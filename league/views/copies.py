"""Copies of the whole database, and the club's own archive."""

import io

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.archives.shape import SUFFIX
from league.archives.writing import archive_write
from league.selectors.copies import copies_page
from league.site.backups import making
from league.site.backups.files import BackupError
from scoring.selectors.access import club_to_organize


@require_http_methods(["GET", "HEAD"])
def copies(request: HttpRequest) -> HttpResponse:
    """Show when the last copy was made, whether copies fail, and which are kept.

    None can be fetched here: in a copy are all clubs, and everybody's password as a hash.
    """
    club_to_organize(request)
    return render(request, "league/copies.html", {"page": copies_page(timezone.now())})


@require_POST
def copy_make(request: HttpRequest) -> HttpResponse:
    """Make a copy now, and say how it went."""
    club_to_organize(request)
    try:
        copy = making.copy_make(wait=False)
    except BackupError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A copy is made (%s).") % filesizeformat(copy.size))
    return redirect("league:copies")


@require_http_methods(["GET", "HEAD"])
def club_archive(request: HttpRequest) -> HttpResponse:
    """Hand out the club's archive, written as of now: some megabytes for the largest clubs."""
    club = club_to_organize(request)
    file = io.BytesIO()
    archive_write(club=club, file=file)
    answer = HttpResponse(file.getvalue(), content_type="application/zip")
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate():%Y-%m-%d}{SUFFIX}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
