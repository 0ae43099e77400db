"""``manage.py backup``: a whole, verified copy of the database, while the site runs or not."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat

from league.site.backups import making
from league.site.backups.files import BackupError, BusyError
from league.site.machine import give_way


class Command(BaseCommand):
    help = "Make a whole copy of the database: into the folder of copies, or into a file."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="the file to write (a new one in BACKUP_DIR)"
        )
        parser.add_argument(
            "--by-itself",
            action="store_true",
            help="as the site does it: gently, and not while another copy is being made",
        )

    def handle(self, *, file: Path | None, by_itself: bool, **options: Any) -> None:
        if by_itself:
            give_way()
        try:
            copy = making.copy_make(
                kind=making.AUTO if by_itself else making.HAND,
                target=file.absolute() if file else None,
                wait=not by_itself,
            )
        except BusyError as error:
            if not by_itself:
                sys.exit(str(error))
        except BackupError as error:
            sys.exit(str(error))
        else:
            size = filesizeformat(copy.size).replace("\xa0", " ")
            self.stdout.write(f"Kept in {copy.path} ({size}).")
