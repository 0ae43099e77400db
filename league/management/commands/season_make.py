"""``manage.py season_make``: a made-up season, to try the site with or to measure it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from league.seasons.public import Sample, board_refresh, season_sample, tallies_refresh
from league.seating.errors import CaseError
from league.site.first_database import need_database
from scoring.accounts.models import Club


class Command(BaseCommand):
    help = "Make up a club with a season of finished games, the same for the same seed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=24, help="how many people play (24)")
        parser.add_argument("--days", type=int, default=10, help="how many game days (10)")
        parser.add_argument("--rounds", type=int, default=13, help="rounds of each game (13)")
        parser.add_argument("--seed", type=int, default=1, help="what it is made from (1)")

    def handle(self, **options: Any) -> None:
        size = {name: options[name] for name in ("players", "days", "rounds")}
        for name, number in size.items():
            if number < 1:
                raise CommandError(f"--{name} is a number from 1 up, not {number}.")
        sample = Sample(seed=options["seed"], **size)
        quiet = options["verbosity"] == 0
        try:
            games = sample.days * len(sample.tables)
        except CaseError as error:
            raise CommandError(str(error)) from error
        need_database()
        club = Club.objects.create(name=f"Sample club {sample.seed}")
        with tqdm(desc="games", total=games, disable=quiet) as bar:
            season = season_sample(club=club, sample=sample, progress=bar.update)
        with tqdm(desc="tallies", total=games, disable=quiet) as bar:
            tallies_refresh(club=club, progress=bar.update)
        board_refresh(season=season)
        self.stdout.write(
            f"{club.name}: {sample.players} players, {sample.days} game days of {sample.rounds}"
            f" rounds. Its leaderboard is at /seasons/{season.pk}/."
        )
