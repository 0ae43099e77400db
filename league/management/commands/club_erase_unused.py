"""``manage.py club_erase_unused NAME``: a club that was made by mistake goes again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.privacy.public import club_erase_unused
from league.site.first_database import need_database
from scoring.accounts.models import Club


class Command(BaseCommand):
    help = (
        "Erases a club in which nobody is yet and no game was played, such as one whose name was "
        "mistyped. Its link lets nobody in any more. Any other club only its organizers erase."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the club is called")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase it. Raises `CommandError` where there is none, or it is used."""
        need_database()
        name = " ".join(options["name"].split())
        if not Club.objects.filter(name=name).exists():
            raise CommandError(f"No club is called {name}.")
        if not club_erase_unused(name=name):
            raise CommandError(
                f"{name} has people or games: only its organizers erase it, under Club. "
                "Who runs the site can pause it at /operator/."
            )
        self.stdout.write(f"{name} is erased. Its link lets nobody in any more.")
