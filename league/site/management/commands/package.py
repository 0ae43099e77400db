"""``manage.py package wheel|windows``: what people install who have no clone."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from league.site.packages.wheel import DIST, PackageError, build_wheel
from league.site.packages.windows import build_installer


class Command(BaseCommand):
    help = "Build what people install: a wheel for pip, pipx and uvx, or a Windows installer."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("wheel", "windows"))
        parser.add_argument(
            "--interpreter",
            type=Path,
            help="for windows: another python-3.11.x-embed-amd64.zip of python.org",
        )
        parser.add_argument("--into", type=Path, default=DIST, help="the folder for it (dist)")

    def handle(self, *, what: str, into: Path, interpreter: Path | None, **options: Any) -> None:
        try:
            made = build_wheel(into) if what == "wheel" else build_installer(into, interpreter)
        except PackageError as error:
            sys.exit(str(error))
        self.stdout.write(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")
