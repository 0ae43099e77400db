"""``manage.py restore``: a copy is put back in the place of the database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.site.backups import restoring
from league.site.backups.files import BackupError, Note


class Command(BaseCommand):
    help = "Put a copy of the database back. The present database is kept as a copy first."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the copy")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **options: Any) -> None:
        try:
            note = restoring.copy_look(file)
            for line in described(note):
                self.stdout.write(line)
            if not (yes or confirmed()):
                sys.exit("Nothing was changed.")
            kept = restoring.copy_restore(file, note)
        except BackupError as error:
            sys.exit(f"{error}\nNothing was changed.")
        if kept:
            self.stdout.write(f"What was there before is kept in {kept.path}.")
        self.stdout.write("The copy is put back. People sign in again; tablets go on.")


def confirmed() -> bool:
    """Whether whoever typed the command wants it."""
    try:
        return input("Put it in the place of the present database? Write yes: ").strip() == "yes"
    except EOFError:
        return False


def described(note: Note) -> list[str]:
    """What a copy would bring."""
    counts = {name: note.counts.get(name, 0) for name in ("clubs", "people", "games", "entries")}
    made = f"{timezone.localtime(note.moment):%Y-%m-%d %H:%M:%S}"
    lines = [
        f"A copy of {made}, made by Roundhouse {note.version}:",
        "  {clubs} clubs, {people} people, {games} games, {entries} sheet entries".format(**counts),
    ]
    if note.last_entry:
        last = f"{timezone.localtime(note.last_entry):%Y-%m-%d %H:%M:%S}"
        lines.append(f"  the newest entry of a sheet: {last}")
    return lines
