"""``manage.py account_rescue NAME``: open an account whose owner has lost every way in."""

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS

from league.site.first_database import need_database
from scoring.accounts.services.accounts import account_rescue
from scoring.accounts.services.introductions import FIELD, introduction_make
from scoring.web.connection import site_address


class Command(changepassword.Command):
    help = (
        "Asks for a new password for an account, such as the last organizer's. Codes and passkeys "
        "are taken off, all its sessions end, and wrong guesses are forgotten."
    )

    # `need_database` says it in one sentence, and makes no empty file.
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name that the account signs in with")
        parser.set_defaults(database=DEFAULT_DB_ALIAS)

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Ask for the password twice; raises `CommandError` where there is no such account."""
        need_database()
        done = super().handle(*args, **options)
        user = User.objects.get_by_natural_key(options["username"])
        account_rescue(user=user)
        query = urlencode({FIELD: introduction_make(name=user.get_username())})
        self.stdout.write("Should strangers be guessing at that name, sign in at this address:")
        self.stdout.write(f"  {site_address()}/sign-in/?{query}")
        return done
