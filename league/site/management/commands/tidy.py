"""``manage.py tidy``: take away what is too old, as the running site does by itself."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from league.site.backups.files import BackupError
from league.site.machine import give_way
from league.site.tidying import tidy


class Command(BaseCommand):
    help = (
        "Take names and addresses off old lines of the log, and throw away old guesses, waiting "
        "files, ended sessions and copies. The running site does it by itself."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--by-itself", action="store_true", help="as the site does it: gently, and silently"
        )

    def handle(self, *, by_itself: bool, **options: Any) -> None:
        if by_itself:
            give_way()
        try:
            done = tidy()
        except BackupError as error:
            sys.exit(str(error))
        if not by_itself:
            for what, count in done.items():
                self.stdout.write(f"{what}: {count}")
