"""``manage.py package wheel``: what people install who have no clone."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from league.site.packages.wheel import DIST, PackageError, build_wheel


class Command(BaseCommand):
    help = "Build what people install: a wheel for pip, pipx and uvx."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("wheel",))
        parser.add_argument("--into", type=Path, default=DIST, help="the folder for it (dist)")

    def handle(self, *, what: str, into: Path, **options: Any) -> None:
        try:
            made = build_wheel(into)
        except PackageError as error:
            sys.exit(str(error))
        self.stdout.write(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")
