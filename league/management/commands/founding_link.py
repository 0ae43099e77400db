"""``manage.py founding_link NAME``: a link by which somebody may found a club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from league.hosting.public import founding_invite, founding_key
from league.site.first_database import need_database
from scoring.refusals import Refusal
from scoring.web.connection import site_address

LONGEST_NAME = 60


class Command(BaseCommand):
    help = (
        "Prints a link by which somebody may found a club on this site. It works once, within a "
        "week. The setting FOUNDING has to be invitation or anybody."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="for whom the link is")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link. Raises `CommandError` where nobody may found a club."""
        need_database()
        name = " ".join(options["name"].split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise CommandError(f"A name has 1 to {LONGEST_NAME} letters.")
        try:
            link = founding_invite(name=name)
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        path = reverse("league:found", args=[founding_key(link)])
        self.stdout.write(f"Send this link to {name}, and to nobody else:")
        self.stdout.write(f"  {site_address()}{path}")
        self.stdout.write("It works once, within a week.")
