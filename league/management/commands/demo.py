"""``manage.py demo``: a made-up club to look around in, and its end."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from league.demo.public import GAMES, MadeUpClub, made_up_club_make, made_up_club_remove
from league.site.first_database import make_database
from league.site.setup import program
from scoring.accounts.models import Club
from scoring.refusals import Refusal
from scoring.web.connection import site_address


class Command(BaseCommand):
    help = (
        "Make a club up, to look around in: people, a season, a game day under way, a tournament. "
        "All its pages say that it is made up, and one tap removes it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1, help="what it is made from (1)")
        parser.add_argument(
            "--beside", action="store_true", help="also where there is a club already"
        )
        parser.add_argument("--remove", action="store_true", help="remove what was made up")

    def handle(self, *, seed: int, beside: bool, remove: bool, **options: Any) -> None:
        make_database()
        if remove:
            self._remove()
            return
        with tqdm(desc="games", total=GAMES, disable=options["verbosity"] == 0) as bar:
            try:
                made_up = made_up_club_make(seed=seed, beside=beside, progress=bar.update)
            except Refusal as refusal:
                raise CommandError(_why_not()) from refusal
        for line in _lines(made_up):
            self.stdout.write(line)

    def _remove(self) -> None:
        clubs = list(Club.objects.filter(made_up=True))
        if not clubs:
            raise CommandError("There is no made-up club here.")
        for club in clubs:
            made_up_club_remove(club=club)
            self.stdout.write(f"{club.name} is removed, with all that was in it.")


def _why_not() -> str:
    if Club.objects.filter(made_up=True).exists():
        return (
            f"There is a made-up club already. Remove it with `{program()} demo --remove`, "
            "or add --beside to make another one."
        )
    return (
        "There is a club here already. Add --beside to make a made-up club beside it; "
        "the two see nothing of each other."
    )


def _lines(made_up: MadeUpClub) -> list[str]:
    return [
        f"{made_up.club.name} is ready to look around in.",
        f"Start the site with `{program()} serve`, unless it runs already, and open:",
        f"  {site_address()}/sign-in/",
        f"  User name: {made_up.membership.user.get_username()}",
        f"  Password:  {made_up.password}",
        f"It goes by “Remove it” on each of its pages, or `{program()} demo --remove`.",
    ]
