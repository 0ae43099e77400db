"""``manage.py unarchive``: a club comes into this installation from its archive."""

import secrets
import sys
from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.utils.translation import gettext as _
from tqdm import tqdm

from league.archives.errors import ArchiveError
from league.archives.reading import archive_look, archive_read
from league.archives.unpacking import Manifest
from league.site.backups.files import BackupError
from league.site.first_database import make_database
from league.site.running import nobody_serves
from scoring.accounts.models import Club, Membership
from scoring.accounts.public import member_add
from scoring.refusals import Refusal


class Command(BaseCommand):
    help = "Read a club's archive into this installation, beside the clubs that are here."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument(
            "--organizer",
            metavar="NAME",
            help="make an account of this name, which organizes the club",
        )

    def handle(self, *, file: Path, organizer: str | None, **options: Any) -> None:
        try:
            manifest = archive_look(file)
            self.stdout.write(
                f"{manifest.club}: {manifest.counts.get('Player', 0)} people, "
                f"{manifest.counts.get('Game', 0)} games, as of {manifest.made_at:%Y-%m-%d}."
            )
            with _nobody_waits():
                make_database()
                club, password = self._read(file, manifest, organizer)
        except (ArchiveError, BackupError, Refusal) as error:
            sys.exit(f"{error}\nNothing was read.")
        self.stdout.write(f"{club.name} is here now, as club {club.pk}.")
        if organizer:
            self.stdout.write(f"{organizer} signs in with the password {password}")
        else:
            self.stdout.write("Nobody can sign in to it: say --organizer NAME to make an account.")

    @transaction.atomic
    def _read(self, file: Path, manifest: Manifest, organizer: str | None) -> tuple[Club, str]:
        with self._bar(manifest) as bar:
            club = archive_read(path=file, progress=bar.update)
            return club, organizer_make(club, organizer) if organizer else ""

    def _bar(self, manifest: Manifest) -> "tqdm[Any]":
        rows = sum(manifest.counts.values())
        # None: no bar where nobody looks at it.
        return tqdm(total=rows, desc="rows", file=self.stderr, disable=None)


def _nobody_waits() -> AbstractContextManager[None]:
    """On SQLite nobody could write meanwhile, so the site must not run; on PostgreSQL it may."""
    return nobody_serves() if connection.vendor == "sqlite" else nullcontext()


def organizer_make(club: Club, name: str) -> str:
    """Make an account that organizes the club; answers its password, which is kept nowhere.

    Raises `ArchiveError` where the name is taken, or is none to sign in with.
    """
    if User.objects.filter(username=name).exists():
        raise ArchiveError(_("Somebody signs in as “%s” already. Choose another name.") % name)
    password = "-".join(secrets.token_hex(2) for _part in range(4))
    try:
        member_add(
            club=club,
            username=name,
            name=name,
            password=password,
            role=Membership.Role.ORGANIZER,
        )
    except ValidationError as error:
        raise ArchiveError(" ".join(error.messages)) from error
    return password
