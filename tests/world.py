"""A club with one of everything that an address of the site can name, for walks over all pages.

At the tables 3 and 4 of a game day and of a tournament games are played; two more are finished.
Beside it stands another club, with somebody in every role.
"""

import datetime
import uuid
from dataclasses import dataclass, field
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.days.selectors.links import link_key, own_key, stop_key, television_key
from league.hosting.selectors.founding import founding_key
from league.imports.columns import people_file
from league.leagues.selectors import invitation_key as invitation_key_of_league
from league.models import (
    DivisionMerge,
    Entrant,
    GameDay,
    LeagueClub,
    Merge,
    Parting,
    Plan,
    Season,
    Stage,
    Tournament,
    Wish,
)
from league.people.services.imports import import_keep
from league.people.services.merging import merge_make
from league.seasons.services.brought import brought_keep
from league.spreadsheets.reading import read_lines
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.entrants.services.imports import entrants_keep
from league.urls import urlpatterns
from scoring.accounts.access import TABLET_COOKIE
from scoring.accounts.models.people import secret_hash
from scoring.accounts.privacy_links import privacy_key
from scoring.accounts.selectors.addresses import short_name_of
from scoring.accounts.selectors.invitations import invitation_key
from scoring.accounts.services.addresses import address_give
from scoring.accounts.services.invitations import invitation_make
from scoring.models import (
    AbuseReport,
    Club,
    FoundingLink,
    Game,
    Membership,
    Operator,
    Player,
    SetAside,
    Tablet,
)
from scoring.rules.services import rule_sheet_create
from scoring.sheets.services.games import game_finish
from scoring.tablets.offline.bundle import bundle
from scoring.tablets.sync.apply import set_aside
from tests.actors import cookie_of
from tests.confirming import confirm
from tests.factories import (
    ANN,
    ClubFactory,
    MembershipFactory,
    UserFactory,
    dispute,
    make_game,
    new_key,
    play,
)
from tests.keys import give_codes, give_passkey
from tests.league.factories import (
    EntrantFactory,
    GameDayFactory,
    LeagueFactory,
    SeasonFactory,
    begin,
    come,
    paper_game,
    person,
    seat,
)
from tests.league.tournaments.runs import begin as begin_tournament
from tests.league.tournaments.runs import tournament_of

OWN, OTHER = 4, 3
# Whose account has a passkey, a session and all else that an account can have.
OWNER = "scorekeeper"
ROLES = ("organizer", "director", "scorekeeper", "tablet", "table", "operator", "public")
PERSON = ("edit", "export", "erase", "archive", "restore", "delete")
# Whose number stands in an address that begins like this; a game day's otherwise.
OF_FINISHED = ("result", "result-picture", "game-again", "game-day")
OF_PAPER = ("paper-game",)
OF_RULES = ("rule-sheet", "rule-sheet-print", "rule-sheet-copy", "rule-sheet-delete")
OF_TOURNAMENT, OF_SEASON, OF_LEAGUE = (
    {
        one.name
        for one in urlpatterns
        if one.name and str(one.pattern).startswith(f"{folder}/<int:pk>/")
    }
    for folder in ("tournaments", "seasons", "leagues")
)
OF_PERSON = ("player", *(f"person-{end}" for end in PERSON))
OF_FOUNDING = ("operator-link", "operator-link-back")
OF_INVITATION = ("invitation", "invitation-take-back")
OF_MEMBER = ("member-remove", "member-account", "member-keys-remove", "member-sign-out")
STAGES = ({"size": 2, "least": 2, "onward": "tables"}, {"name": "Final", "least": 2})


@dataclass
class World:
    """The club, its rows, and how somebody in each role asks."""

    club: Club
    day: GameDay
    season: Season
    tournament: Tournament
    clients: dict[str, Client] = field(default_factory=dict)
    plain: dict[str, Client] = field(default_factory=dict)
    strangers: dict[str, Client] = field(default_factory=dict)
    tables: dict[int, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    stage: int = 0

    def day_game(self, number: int) -> Game:
        """The game of a table on the game day; it runs, and has one round and one dispute."""
        return Game.objects.get(table_game__game_day=self.day, table_number=number)

    def tournament_game(self, number: int) -> Game:
        """The game of a table in the tournament, like that of the day."""
        return Game.objects.get(
            stage_table__round__stage__tournament=self.tournament, table_number=number
        )

    def done(self, number: int) -> Game:
        """A game of its own at a table, that is finished."""
        return Game.objects.get(
            club=self.club, table_number=number, table_game=None, finished_at__isnull=False
        )

    def show(self) -> None:
        """Let the public see all that can be shown."""
        Club.objects.filter(pk=self.club.pk).update(shown=Club.Shown.GAMES)
        Season.objects.filter(pk=self.season.pk).update(public=True)
        Tournament.objects.filter(pk=self.tournament.pk).update(public=True)

    def kwargs(self, name: str, wanted: set[str], number: int, *, linked: bool) -> dict[str, Any]:
        """What stands in the address of the page called `name`, at the table with that number.

        Keys are the right ones only where it is asked by its link.
        """
        rows, at = self.rows, self.tables[number]
        known: dict[str, Any] = {
            **self.names,
            "code": self.names["paper_code"]
            if name in OF_PAPER
            else at["done" if name in OF_FINISHED else "code"],
            "watch_key": at["watch_key"] if linked else "no-such-key",
            "invitation_key": self.names["invitation_key"] if linked else "no-such-key",
            "founding_key": self.names["founding_key"] if linked else "no-such-key",
            "league_key": self.names["league_key"] if linked else "no-such-key",
            "key": self.keys.get(name, self.tournament.sign_up_key) if linked else uuid.UUID(int=7),
            "pk": at.get(f"{name} pk")
            or rows.get(name, self.tournament.pk if name in OF_TOURNAMENT else self.day.pk),
            "number": at.get(name, self.numbers.get(name, 1)),
            "table": number,
        }
        return {one: known[one] for one in wanted}

    def look_up(self) -> None:
        """Note the rows that addresses name: whatever a walk does is taken back."""
        club, tournament = self.club, self.tournament
        stage = tournament.stages.get(number=1)
        ann = tournament.entrants.get(number=1)
        one, other = (Player.objects.get(club=club, name=name) for name in ("Ann", "Bob"))
        tablet, season = club.tablets.get(name="Fourth"), self.season.pk
        league = club.leagues.get()
        self.names = {
            "digest": bundle().digest,
            "kind": "begins",
            "parameter": "marker_off",
            "entrant": ann.pk,
            "short_name": short_name_of(club),
            "invitation_key": invitation_key(club.invitations.get()),
            "founding_key": founding_key(FoundingLink.objects.get()),
            "league_key": invitation_key_of_league(league.clubs.get(club=None)),
            "paper_code": Game.objects.get(club=club, totals_only=True).code,
            "player": one.pk,
            "kept": one.pk,
            "gone": other.pk,
        }
        self.stage = stage.pk
        self.keys = {
            "privacy": privacy_key(club.pk),
            "own-answers": own_key(one),
            "mails-stop": stop_key(one),
            "wall-typed": television_key(self.day),
        }
        self.rows = {
            "calendar-ics": club.pk,
            **dict.fromkeys(("front", "club-rules"), club.pk),
            "answers": club.pk,
            **dict.fromkeys(OF_MEMBER, club.memberships.get(role=OWNER).pk),
            **_account(club.memberships.get(role=OWNER).user),
            **dict.fromkeys(OF_INVITATION, club.invitations.get().pk),
            "tablet-edit": tablet.pk,
            "tablet-unpair": tablet.pk,
            "people-preview": club.people_imports.get().pk,
            "merge-undo": Merge.objects.get(club=club).pk,
            **dict.fromkeys(OF_PERSON, one.pk),
            **dict.fromkeys(("operator-club", "operator-suspend", "operator-resume"), club.pk),
            "report": club.pk,
            "operator-report-done": club.abuse_reports.get().pk,
            **dict.fromkeys(OF_FOUNDING, FoundingLink.objects.get().pk),
            **dict.fromkeys(("table-list", "table-list-now"), tournament.pk),
            **dict.fromkeys(OF_RULES, club.rule_sheets.get().pk),
            "member-erase": club.memberships.get(role=OWNER).user_id,
            **dict.fromkeys(OF_SEASON, season),
            **dict.fromkeys(OF_LEAGUE, league.pk),
        }
        self.numbers = {
            "attendance": self.day.attendances.earliest("pk").pk,
            "wish-remove": Wish.objects.get(club=club).pk,
            "plan-change": Plan.objects.filter(game_day=self.day).latest("pk").pk,
            "stage-edit": stage.pk,
            "stage-remove": stage.pk,
            "stage-move": stage.pk,
            "brought-preview": self.season.brought_imports.get().pk,
            "league-club-remove": league.clubs.get(club=None).pk,
            "entrants-preview": tournament.entrant_imports.get().pk,
            "divisions-part": tournament.division_merges.get().pk,
            "parting-undo": Parting.objects.get(stage=stage).pk,
            "entrant": ann.pk,
            "entrant-withdraw": ann.pk,
            "entrant-answer": tournament.entrants.get(number=None).pk,
        }
        for number in (OWN, OTHER):
            game = self.day_game(number)
            self.tables[number] = {
                "code": game.code,
                "done": self.done(number).code,
                "watch_key": game.watch_key,
                "set-aside pk": game.set_aside.get().pk,
                "table": number,
                "stage-table": number,
                "paper": number,
                "table-call": stage.seated.get().tables.get(number=number).pk,
            }


def make_world() -> World:
    """Make the world's rows, and a browser for everybody."""
    club = ClubFactory(name="Hillside Dominoes")
    season = SeasonFactory(club=club)
    world = World(club, _day(club), season, _tournament(club))
    for number in (OWN, OTHER):
        done = make_game(club, players=2)
        Game.objects.filter(pk=done.pk).update(table_number=number)
        play(done, 12, 0)
        game_finish(game=done, author=ANN, key=new_key())
    one = person(club, "Cleo")
    merge_make(kept=one, gone=person(club, "Clea"), author=ANN)
    world.clients = {**_people(club), "operator": _operator(club)}
    world.strangers = _people(ClubFactory(name="Sun Valley"))
    user = club.memberships.get(role=Membership.Role.ORGANIZER).user
    file = people_file(read_lines(b"Name\nOla\n"))
    import_keep(club=club, user=user, file_name="x.csv", file=file, erases=False)
    brought_keep(season=season, user=user, file_name="x.csv", file=file)
    entrants_keep(tournament=world.tournament, user=user, file_name="x.csv", file=file)
    rule_sheet_create(
        club=club, author=ANN, name="Tuesday rules", rules={"base": "family", "hand_size": 11}
    )
    role = Membership.Role.SCOREKEEPER
    invitation_make(club=club, name="Dot", role=role, made_by=user)
    now = timezone.now()
    FoundingLink.objects.create(
        name="Dot", made_at=now, expires_at=now + datetime.timedelta(days=1)
    )
    league = LeagueFactory(club=club)
    LeagueClub.objects.create(league=league, club=club, season=season)
    LeagueClub.objects.create(league=league, expires_at=now + datetime.timedelta(days=1))
    for one_club in Club.objects.all():
        address_give(club=one_club)
    world.look_up()
    return world


def _account(user: User) -> dict[str, int]:
    """What the pages of an account name: a passkey and a session."""
    key = give_passkey(user)
    give_codes(user)
    session = UserSession.objects.create(
        user=user, ip="127.0.0.1", session_key="walked", user_agent="a browser"
    )
    return {
        "mfa_edit_webauthn": key.pk,
        "mfa_remove_webauthn": key.pk,
        "account-session-end": session.pk,
    }


def _day(club: Club) -> GameDay:
    day = GameDayFactory(club=club, date=datetime.date(2026, 3, 2), least=2, size=2)
    names = [f"{name} {at}" for at in "123" for name in ("Uma", "Ned", "Ola", "Pam")]
    come(day, *names, "Ann", "Bob")
    seat(day)
    for game in begin(day):
        _play(game)
    paper_game(day, {"Vic": 120, "Val": 88}, table_number=60)
    one, two = Player.objects.filter(club=club)[:2]
    Wish.objects.create(club=club, kind=Wish.Kind.APART, one=one, other=two)
    return day


def _tournament(club: Club) -> Tournament:
    tournament = tournament_of(club, 8, *STAGES, sign_up=True, tie_breaks=["play_off"])
    begin_tournament(tournament)
    for game in stage_tables_start(tournament=tournament, author=ANN).games:
        _play(game)
    EntrantFactory(tournament=tournament, name="Zoe", number=None, player=None)
    now = timezone.now()
    DivisionMerge.objects.create(
        tournament=tournament, divisions=["50-54", "55-59"], reason="few", merged_at=now
    )
    stage: Stage = tournament.stages.get(number=1)
    ann: Entrant = tournament.entrants.get(number=1)
    Parting.objects.create(
        stage=stage, kind=Parting.Kind.LOT, numbers=[[ann.pk, 1]], author="Olive", recorded_at=now
    )
    return tournament


def _play(game: Game) -> None:
    """One round, a dispute that is settled, and a sending that could not be written."""
    play(game, *range(0, 10 * game.seats.count(), 10))
    set_aside(
        game=game,
        author=ANN,
        key=new_key(),
        kind=SetAside.Kind.ROUND,
        round_number=1,
        sending={},
        sentence="Too late.",
    )
    dispute(game)


def _people(club: Club) -> dict[str, Client]:
    """A browser for somebody in each role of the club; the public is a tablet that was let go."""
    browsers = {}
    for one in Membership.Role:
        browsers[one.value] = client = Client()
        client.force_login(MembershipFactory(club=club, role=one).user)
        confirm(client)
    for role, name, number in (("tablet", "Blue", None), ("table", "Fourth", OWN)):
        hashed = secret_hash(name)
        tablet = Tablet.objects.create(
            club=club, name=name, secret_hash=hashed, table_number=number
        )
        browsers[role] = client = Client()
        client.cookies[TABLET_COOKIE] = cookie_of(tablet, name)
    gone = Tablet.objects.create(
        club=club, name="Gone", secret_hash=secret_hash("Gone"), unpaired_at=timezone.now()
    )
    browsers["public"] = client = Client()
    client.cookies[TABLET_COOKIE] = cookie_of(gone, "Gone")
    return browsers


def _operator(club: Club) -> Client:
    """A browser for whoever runs the site, to whom somebody has reported a page of the club."""
    user = UserFactory(username="operator")
    Operator.objects.create(user=user)
    AbuseReport.objects.create(club=club, kind=AbuseReport.Kind.SPAM, made_at=timezone.now())
    client = Client()
    client.force_login(user)
    return confirm(client)


def link_of(world: World, name: str) -> dict[str, str]:
    """What follows the question mark of a page's own link, where its key stands there."""
    if name == "calendar-ics":
        return {"key": link_key("calendar", world.club.pk)}
    if name == "answers":
        return {"key": link_key("answers", world.club.pk)}
    return (
        {"key": link_key("wall", world.day.pk)} if name.startswith(("wall", "day-result")) else {}
    )


def form_of(world: World, name: str, number: int) -> dict[str, str]:
    """What a form holds that makes its page look for a row; others are sent empty."""
    stage = world.stage
    told: dict[str, dict[str, Any]] = {
        "tables-start": {"round": 1, "table": number},
        "stage-start": {"table": number},
        "stage-close": {"stage": stage},
        "parting": {"stage": stage},
        "club-switch": {"club": world.club.pk},
        "club-leave": {"club": world.club.pk},
    }
    return {key: str(value) for key, value in told.get(name, {}).items()}
