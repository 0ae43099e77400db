"""``manage.py operator_make NAME``: an account that runs the site for its clubs."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from league.hosting.public import operator_make
from league.site.first_database import need_database
from scoring.refusals import Refusal


class Command(BaseCommand):
    help = (
        "Makes an account that is in no club and sees at /operator/ the clubs of this site, their "
        "sizes and what was reported, and none of their people. Its password is printed once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name that the account signs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the password. Raises `CommandError` for a name that is taken or is none."""
        need_database()
        try:
            password = operator_make(username=options["name"])
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{options['name']} signs in with the password {password}")
        self.stdout.write("It is kept nowhere. Change it under Account, and add a passkey there.")
