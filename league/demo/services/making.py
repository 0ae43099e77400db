"""Making a made-up club, through the services by which a club of people comes to be.

The same seed makes the same club on the same day: people, results, who sits where. Keys, codes and
the password are its own.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayAnswer, GameDay, TableGame
from league.days.public import (
    answer_set,
    check_in,
    day_create,
    plan_make,
    round_go,
    series_create,
    tables_start,
)
from league.people.public import player_add
from league.privacy.public import club_erase
from league.seasons.models import Season, SeasonStatus
from league.seasons.public import (
    board_refresh,
    records_refresh,
    season_create,
    statuses_set,
    tallies_refresh,
)
from league.seasons.ways import TIE_BREAKS, WAYS
from league.tournaments.directing.public import stage_tables_start, tournament_begin
from league.tournaments.entrants.public import entrant_add, entrant_check_in
from league.tournaments.models import Tournament
from league.tournaments.stages.public import tournament_change, tournament_make
from scoring import referee
from scoring.accounts.authors import Author
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership, Player
from scoring.accounts.public import club_found, club_update, new_code
from scoring.accounts.shown_names import Names
from scoring.rules.models import RuleSheet
from scoring.rules.public import rule_sheet_create
from scoring.sheets.models import Game

from .games import rounds_record

PEOPLE = (
    *("Abe", "Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay"),
    *("Leo", "May", "Ned", "Ola", "Pat", "Ray", "Sue", "Tom", "Una", "Val", "Wes", "Zoe"),
)
# They come to the tournament alone.
VISITORS = ("Amy", "Ben", "Cora", "Dan", "Ella", "Fred", "Gina", "Hugo")
GUESTS = 3
PAST_DAYS = 6
GAMES_A_DAY = 2
FEWEST_PEOPLE = 17
PEOPLE_TODAY = 16
GAMES_TODAY = 3
WEEK = timedelta(weeks=1)
SET = 12
# Six rounds, from the double 12 to the double 7.
TUESDAY = {"last_starting_double": 7}
# The planner may search so long for one game of a day; it needs a fraction of it.
SECONDS = 0.5
USERNAME = "demo"
# Games of past days, today's and the tournament's: what `progress` counts up to, or nearly.
GAMES = 72


@dataclass(frozen=True)
class MadeUpClub:
    """A new made-up club: its organizer, with the password that nobody else knows."""

    membership: Membership
    password: str

    @property
    def club(self) -> Club:
        """The club itself."""
        return self.membership.club


@every_club()
def made_up_club_make(
    *,
    seed: int = 1,
    beside: bool = False,
    progress: Callable[[int], object] = lambda _games: None,
) -> MadeUpClub:
    """Make a club up, with a season, a game day that is under way and a tournament.

    Only where there is no club, unless it is to be `beside` others: else raises `Refusal`.
    `progress` gets the number of games recorded since its last call. The club is there as soon as
    it has a name, and filled one game at a time, so that nobody else waits at the database for
    long; if that fails, nothing of it stays.
    """
    made_up = _founded(beside=beside)
    try:
        _Maker(made_up.membership, Random(seed), progress).fill()  # noqa: S311  no secrets
    except BaseException:
        club_erase(club=made_up.club)
        raise
    return made_up


def _new_password() -> str:
    """Return a password that the site takes: a few codes read like a word of the game."""
    while True:
        password = new_code(3)
        with suppress(ValidationError):
            validate_password(password)
            return password


def _founded(*, beside: bool) -> MadeUpClub:
    password = _new_password()
    membership = club_found(
        club_name=_("Made-up club"),
        # With other clubs on the site somebody may be called so.
        username=f"{USERNAME}-{new_code(1).lower()}" if beside else USERNAME,
        name=_("Organizer"),
        password=password,
        made_up=True,
        beside=beside,
    )
    club_update(
        club=membership.club,
        fields={
            "shown": Club.Shown.GAMES,
            "names": Names.FULL,
            "about": _("Anyone over 50 may come and try a game. Coffee and cake cost 2 dollars."),
            "public_contact": _("Ask at the community center: 555-0100"),
        },
    )
    return MadeUpClub(membership, password)


class _Maker:
    """Fills a new club."""

    def __init__(
        self, membership: Membership, random: Random, progress: Callable[[int], object]
    ) -> None:
        self.club = membership.club
        self.author = Author(membership.user.first_name, user=membership.user)
        self.random = random
        self.progress = progress
        self.today = timezone.localdate()
        self.people: list[Player] = []

    def fill(self) -> None:
        """Write everything: what is long ago first."""
        self.people = [player_add(club=self.club, name=name, details={}) for name in PEOPLE]
        rules = self._rule_sheets()
        season = self._season()
        for number in range(PAST_DAYS, 0, -1):
            self._past_day(self.today - number * WEEK, rules)
        today = self.random.sample(self.people, PEOPLE_TODAY)
        self._day_today(rules, today)
        self._days_to_come(rules)
        self._tournament([player for player in self.people if player not in today])
        tallies_refresh(club=self.club)
        board_refresh(season=season)
        records_refresh(club=self.club, season=season)

    def _rule_sheets(self) -> RuleSheet:
        """Two rule sheets; the first is what game days play by."""
        rule_sheet_create(
            club=self.club,
            author=self.author,
            name=_("The long game"),
            rules=referee.rule_spec("family", {"double_blank_value": 25}),
            other_rules=_("Whoever comes late brings the biscuits."),
        )
        return rule_sheet_create(
            club=self.club,
            author=self.author,
            name=_("Six rounds"),
            rules=referee.rule_spec("family", TUESDAY),
        )

    def _season(self) -> Season:
        season = season_create(
            club=self.club,
            fields={
                "name": _("This season"),
                "first": self.today - (PAST_DAYS + 1) * WEEK,
                "last": self.today + 12 * WEEK,
                "tie_breaks": [tie.value for tie in TIE_BREAKS],
                "public": True,
                **WAYS["average"].fields,
            },
        )
        kinds = {player.pk: SeasonStatus.Kind.MEMBER for player in self.people[:-GUESTS]}
        kinds |= {player.pk: SeasonStatus.Kind.GUEST for player in self.people[-GUESTS:]}
        statuses_set(season=season, kinds=kinds)
        return season

    def _day_fields(self, day: date, rules: RuleSheet, games: int) -> dict[str, object]:
        return {
            "date": day,
            "starts": time(14),
            "ends": time(17),
            "place": _("Village hall"),
            "rounds": games,
            "set": SET,
            "rules": dict(rules.rules),
            "rule_sheet": rules,
        }

    def _past_day(self, day: date, rules: RuleSheet) -> None:
        people = self.random.sample(
            self.people, self.random.randint(FEWEST_PEOPLE, len(self.people))
        )
        game_day = day_create(club=self.club, fields=self._day_fields(day, rules, GAMES_A_DAY))
        began = timezone.make_aware(datetime.combine(day, time(14)))
        self._seat(game_day, people)
        for number in range(1, GAMES_A_DAY + 1):
            for game in self._games(game_day, number):
                self._play(game, began=began + (number - 1) * timedelta(minutes=80))

    def _day_today(self, rules: RuleSheet, people: Sequence[Player]) -> None:
        """Today: the first game is over; of the second half is, a table plays, one has to begin."""
        game_day = day_create(
            club=self.club,
            fields=self._day_fields(self.today, rules, GAMES_TODAY) | _hours_around_now(),
        )
        self._seat(game_day, people)
        for game in self._games(game_day, 1):
            self._play(game)
        ended, also_ended, running = self._games(game_day, 2, tables=(1, 2, 3))
        for game in (ended, also_ended):
            self._play(game)
        self._play(running, rounds=3, by_tiles=True)

    def _days_to_come(self, rules: RuleSheet) -> None:
        fields = self._day_fields(self.today + WEEK, rules, GAMES_TODAY)
        series = series_create(club=self.club, fields=fields, until=self.today + 4 * WEEK)
        following = series.game_days.order_by("date")[0]
        for place, player in enumerate(self.random.sample(self.people, 11)):
            coming = DayAnswer.Coming.YES if place < 8 else DayAnswer.Coming.NO
            answer_set(day=following, player=player, coming=coming)

    def _tournament(self, people: Sequence[Player]) -> None:
        """A tournament today: at its first stage a table has ended and two play."""
        tournament = tournament_make(
            club=self.club,
            author=self.author,
            format_key="six_rounds",
            name=_("Village cup"),
            date=self.today,
            place=_("Sports hall"),
            seed=self.random.randint(1, 1_000_000),
        )
        tournament = tournament_change(
            tournament=tournament, author=self.author, changes={"public": True}
        )
        for player in people:
            self._enter(tournament, player.name, {})
        for name in VISITORS:
            self._enter(tournament, name, {"community": _("Riverside")})
        tournament_begin(tournament=tournament, author=self.author)
        stage_tables_start(tournament=tournament, author=self.author, tables=(1, 2, 3))
        games = Game.objects.filter(stage_table__round__stage__tournament=tournament)
        first, second, third = games.order_by("table_number")
        self._play(first)
        self._play(second, rounds=4)
        self._play(third, rounds=2)

    def _enter(self, tournament: Tournament, name: str, details: dict[str, str]) -> None:
        entrant = entrant_add(tournament=tournament, author=self.author, name=name, details=details)
        entrant_check_in(entrant=entrant)

    def _seat(self, game_day: GameDay, people: Sequence[Player]) -> None:
        for player in people:
            check_in(day=game_day, player=player)
        plan_make(day=game_day, author=self.author, seconds=SECONDS)

    def _games(
        self, game_day: GameDay, number: int, tables: Sequence[int] | None = None
    ) -> list[Game]:
        """Begin the games of that round of seating; they come by their tables."""
        round_go(day=game_day, author=self.author, number=number)
        tables_start(day=game_day, author=self.author, number=number, tables=tables)
        begun = TableGame.objects.filter(game_day=game_day, seating_round=number)
        return [row.game for row in begun.select_related("game").order_by("table_number")]

    def _play(
        self,
        game: Game,
        rounds: int | None = None,
        began: datetime | None = None,
        *,
        by_tiles: bool = False,
    ) -> None:
        rounds_record(
            game=game,
            author=self.author,
            random=self.random,
            rounds=rounds,
            began=began,
            by_tiles=by_tiles,
        )
        self.progress(1)


def _hours_around_now() -> dict[str, time]:
    """From when to when a game day lasts that is under way."""
    hour = timezone.localtime().hour
    return {"starts": time(max(hour - 1, 0)), "ends": time(min(hour + 2, 23))}
