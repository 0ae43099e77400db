"""``manage.py restore``: a copy is put back in the place of the database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.site.backups import restoring
from league.site.backups.erased import erased_since
from league.site.backups.files import BackupError, Note
from league.site.backups.restoring import Restored
from league.site.running import nobody_serves


class Command(BaseCommand):
    help = "Put a copy of the database back. What is there now is kept as a copy, or moved aside."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the copy")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **options: Any) -> None:
        try:
            note = restoring.copy_look(file)
            for line in described(note):
                self.stdout.write(line)
            # Before the question: nobody is asked about what cannot be done.
            with nobody_serves():
                pass
            if not (yes or confirmed()):
                sys.exit("Nothing was changed.")
            erased = erased_since(note.moment)
            restored = restoring.copy_restore(file, note)
        except BackupError as error:
            sys.exit(f"{error}\nNothing was changed.")
        for line in what_became(restored):
            self.stdout.write(line)
        self.stdout.write("The copy is put back. People sign in again; tablets go on.")
        for line in erased:
            self.stdout.write(line)


def what_became(restored: Restored) -> list[str]:
    """Where to find what was there before."""
    lines = []
    if restored.kept:
        lines.append(f"What was there before is kept in {restored.kept.path}.")
    if restored.aside:
        lines.append(f"The old database itself was moved aside: {restored.aside}")
    if restored.in_use:
        lines.append("Another program still has it open. End that program before you serve.")
    return lines


def confirmed() -> bool:
    """Whether whoever typed the command wants it."""
    try:
        answer = input("Put it in the place of the present database? Write yes: ")
    except EOFError:
        return False
    return answer.strip().lower() in {"y", "yes"}


def described(note: Note) -> list[str]:
    """What a copy would bring."""
    counts = {name: note.counts.get(name, 0) for name in ("clubs", "people", "games", "entries")}
    made = f"{timezone.localtime(note.moment):%Y-%m-%d %H:%M:%S}"
    lines = [
        f"A copy of {made}, made by Roundhouse {note.version}:",
        "  clubs: {clubs}, people: {people}, games: {games}, entries on sheets: {entries}".format(
            **counts
        ),
    ]
    if not note.is_sealed:
        lines.append(
            "  no checksum over the whole file: version 0.1.0 wrote none, only of what is in it"
        )
    if note.last_entry:
        last = f"{timezone.localtime(note.last_entry):%Y-%m-%d %H:%M:%S}"
        lines.append(f"  the newest entry of a sheet: {last}")
    return lines
