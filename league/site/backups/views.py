"""Copies of the whole database, and the club's own archive."""

import io
from pathlib import Path
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.archives.errors import ArchiveError
from league.archives.shape import SUFFIX
from league.archives.writing import archive_write
from league.site.access import club_to_run_host, runs_host
from league.site.backups import making
from league.site.backups.files import BackupError
from scoring.accounts.access import club_to_organize
from scoring.accounts.views.confirming import confirm_download

from .selectors import copies_page

# What `filesizeformat` says. Django's own French is "Kio", which few people know: "Ko" is ours.
SIZES: Final = (gettext_lazy("%s KB"), gettext_lazy("%s MB"), gettext_lazy("%s GB"))


@require_http_methods(["GET", "HEAD"])
def copies(request: HttpRequest) -> HttpResponse:
    """Show when the last copy was made and whether copies fail, and hand out the club's archive.

    Which copies there are, and why one failed, is for whoever runs the host. None can be fetched
    here: in a copy are all clubs, and everybody's password as a hash.
    """
    club_to_organize(request)
    shown = {"page": copies_page(timezone.now()), "runs_host": runs_host(request)}
    return render(request, "league/copies.html", shown)


@require_POST
def copy_make(request: HttpRequest) -> HttpResponse:
    """Make a copy now, and say how it went."""
    club_to_run_host(request)
    try:
        copy = making.copy_make(wait=False, limited=True)
    except BackupError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A copy is made (%s).") % filesizeformat(copy.size))
    return redirect("league:copies")


@require_http_methods(["GET", "HEAD"])
def club_archive(request: HttpRequest) -> HttpResponse:
    """Hand out the club's archive, written as of now: some megabytes for the largest clubs."""
    club = club_to_organize(request)
    confirm_download(request, "league:copies")
    file = io.BytesIO()
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate():%Y-%m-%d}{SUFFIX}"
    try:
        archive_write(club=club, file=file, path=Path(name))
    except ArchiveError as error:
        messages.error(request, str(error))
        return redirect("league:copies")
    answer = HttpResponse(file.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
