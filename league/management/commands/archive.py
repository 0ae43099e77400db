"""``manage.py archive``: a club with all that is its own, as one file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from league.archives.errors import ArchiveError
from league.archives.writing import archive_keep
from league.site.first_database import need_database
from scoring.accounts.models import Club


class Command(BaseCommand):
    help = "Write a club's archive, which another installation reads with unarchive."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write")
        parser.add_argument("--club", type=int, help="the club's number, where there are several")

    def handle(self, *, file: Path, club: int | None, **options: Any) -> None:
        need_database()
        try:
            chosen = club_of(club)
            counts = archive_keep(club=chosen, path=file.absolute())
        except ArchiveError as error:
            sys.exit(str(error))
        self.stdout.write(
            f"{chosen.name} is in {file}: {counts['Player']} people, {counts['Game']} games, "
            f"{counts['SheetEntry']} sheet entries, {counts['Tournament']} tournaments."
        )


def club_of(number: int | None) -> Club:
    """The club with that number, or the only one; raises `ArchiveError` with those there are."""
    clubs = list(Club.objects.order_by("pk"))
    matching = [club for club in clubs if number in (None, club.pk)]
    if len(matching) == 1:
        return matching[0]
    if not clubs:
        raise ArchiveError(_("There is no club yet."))
    listed = ", ".join(f"{club.pk} ({club.name})" for club in clubs)
    raise ArchiveError(_("Say which club with --club and its number: %s.") % listed)
