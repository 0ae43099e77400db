"""``manage.py club_found NAME``: a further club on this site, and the link for its organizer."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from league.site.first_database import need_database
from scoring.accounts.models import Club
from scoring.accounts.selectors.addresses import short_name_of
from scoring.accounts.selectors.invitations import invitation_key
from scoring.accounts.services.invitations import club_begin, club_begin_again
from scoring.refusals import Refusal
from scoring.web.connection import site_address

LONGEST_NAME = 80


class Command(BaseCommand):
    help = (
        "Makes a further club on this site, which nobody is in yet, and prints a link for its "
        "first organizer. The link works once, within a week."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the club is called")
        parser.add_argument(
            "--short-name",
            default="",
            help="its short name, such as sun-valley: people find it at /c/sun-valley/; with "
            "--again, which club of that name is meant",
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="a new link for a club that was made so, and has no organizer yet",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link. Raises `CommandError` for a name that is taken, or that no club has."""
        need_database()
        name = " ".join(options["name"].split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise CommandError(f"A club's name has 1 to {LONGEST_NAME} letters.")
        clubs = Club.objects.filter(name=name).order_by("-pk")
        if options["again"] and options["short_name"]:
            clubs = clubs.filter(addresses__short_name=options["short_name"])
        club = clubs.first()
        if options["again"] and club is None:
            raise CommandError(f"No club is called {name}.")
        if not options["again"] and club is not None:
            raise CommandError(f"There is a club called {name} already. A new link? Add --again.")
        try:
            if club:
                invitation = club_begin_again(club=club)
            else:
                invitation = club_begin(name=name, short_name=options["short_name"])
        except Refusal as refusal:
            if refusal.code == "short_name":
                raise CommandError(refusal.message) from refusal
            raise CommandError(f"{name} has an organizer already, who invites others.") from refusal
        path = reverse("scoring:join", args=[invitation_key(invitation)])
        self.stdout.write(f"{name} is there. Send this link to its organizer, and to nobody else:")
        self.stdout.write(f"  {site_address()}{path}")
        self.stdout.write("It works once, within a week.")
        short_name = short_name_of(invitation.club)
        if short_name:
            self.stdout.write(f"The club's address: {site_address()}/c/{short_name}/")
