"""The world of `tests.world` with rows in other states, and where each form stands."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import (
    NoReverseMatch,
    Resolver404,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
    reverse,
)

from league.days.services.calendar import day_cancel
from league.seasons.services.seasons import season_close
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.stages.services.tournaments import tournament_cancel
from scoring.disputes.topics import BY_KIND
from scoring.models import Membership
from tests.confirming import confirmed_for_long
from tests.factories import ANN, MembershipFactory
from tests.keys import give_codes, give_passkey
from tests.league.factories import GameDayFactory, SeasonFactory, come
from tests.league.factories import begin as begin_day
from tests.league.factories import seat as seat_day
from tests.league.tournaments.runs import begin, play_all, tournament_of
from tests.world import OF_TOURNAMENT, OTHER, OWN, STAGES, World, link_of, make_world

from .forms import Form, Forms

VARIED = {"number", "pk", "code", "kind", "key"}
NO_FORMS = ("-now", "-csv", "-xlsx", "-ics", "archive", "bundle", "worker", "files", "certificate")
PASSWORD = "only for tests"
# Who asks, the more often the more there is to do for them.
ROLES = (
    *(("organizer",) * 8 + ("keyed",) * 2 + ("half",)),
    *("director", "scorekeeper", "tablet", "table", "public", "stranger", "nobody"),
)
# Keys in addresses, as odd as a path can be while its converter takes it.
NUMBERS = (0, 1, 2**31, 2**63 - 1, 2**63, 10**18, 10**30, 10**400)
SLUGS = ("x", "zzzzzzzz", "-", "_", "0", "a" * 3000, "begins", "A1")
UUIDS = ("00000000-0000-0000-0000-000000000000",)
STRINGS = ("x", "1:2:3", "eyJ9:0:" + "a" * 43, "..", "%00", "\0", "é🐢", "a" * 3000)
ODD_KEYS: dict[str, tuple[Any, ...]] = {
    "int": NUMBERS,
    "slug": SLUGS,
    "string": STRINGS,
    "uuid": UUIDS,
}


def addresses() -> dict[str, dict[str, str]]:
    """Every address of the site by its name: what stands in it, and of which kind that is."""

    def walk(patterns: list[Any], space: str = "") -> Iterator[tuple[str, dict[str, str]]]:
        for one in patterns:
            if isinstance(one, URLResolver):
                inner = f"{space}{one.namespace}:" if one.namespace else space
                yield from walk(one.url_patterns, inner)
            elif isinstance(one, URLPattern):
                kinds = {
                    name: type(each).__name__.removesuffix("Converter").lower()
                    for name, each in one.pattern.converters.items()
                }
                yield f"{space}{one.name}", kinds

    return dict(walk(get_resolver().url_patterns))


def name_at(address: str) -> str:
    """The name of the page at an address; "" where there is none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


class Site:
    """All there is to ask for, and whoever asks. To be made inside a transaction."""

    def __init__(self, *, wide: bool = True) -> None:
        """Make it; where it is not `wide`, forms are looked for at the world's own rows alone."""
        self.world: World = make_world()
        self.names = addresses()
        self.roles = ROLES
        self.more: dict[str, list[Any]] = {}
        self._in_other_states()
        self.clients = {
            **self.world.clients,
            "stranger": self.world.strangers["organizer"],
            "nobody": Client(),
            "keyed": self._signed_in("keyed"),
            "half": self._signed_in("half", half=True),
        }
        for client in self.clients.values():
            client.raise_request_exception = False
        self.methods = {name: self._methods(name) for name in self.names}
        # Where forms for a page stand: the addresses of pages, by the name that a form sends to.
        self.shown_at: dict[str, list[str]] = {}
        self._look_around(wide=wide)

    def _in_other_states(self) -> None:
        """Days and tournaments before, in and after what the world's own are in."""
        club = self.world.club
        days = [
            GameDayFactory(club=club, date=datetime.date(2026, 3, at)) for at in (9, 16, 23, 30)
        ]
        come(days[0], "Ann", "Bob", "Cal")
        seat_day(days[1])
        seat_day(days[2])
        begin_day(days[2])
        day_cancel(day=days[3])
        made = [
            tournament_of(club, people, *STAGES, sign_up=True, public=True)
            for people in (0, 8, 8, 8, 8)
        ]
        for one in made[2:4]:
            begin(one)
        stage_tables_start(tournament=made[2], author=ANN)
        play_all(made[3])
        tournament_cancel(tournament=made[4], author=ANN)
        season = SeasonFactory(
            club=club,
            name="Last year",
            first=datetime.date(2024, 1, 1),
            last=datetime.date(2024, 12, 31),
        )
        season_close(season=season, author=ANN)
        self.more = {
            "days": [one.pk for one in days],
            "tournaments": [one.pk for one in made],
            "seasons": [season.pk],
            "stages": [one.stages.get(number=1).pk for one in made],
            "keys": [one.sign_up_key for one in made],
            "kinds": [*BY_KIND],
            "codes": [
                *(self.world.tournament_game(number).code for number in (OWN, OTHER)),
                *(self.world.done(number).code for number in (OWN, OTHER)),
            ],
        }

    def _signed_in(self, name: str, *, half: bool = False) -> Client:
        """An organizer's browser who has just typed a password; `half` is asked for a code yet."""
        user = User.objects.create_user(name, password=PASSWORD)
        MembershipFactory(club=self.world.club, user=user, role=Membership.Role.ORGANIZER)
        client = Client()
        form = {"login": name, "password": PASSWORD}
        if half:
            give_codes(user)
        client.post(reverse("account_login"), form)
        if not half:
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
            give_codes(user)
            self.more["passkeys"] = [give_passkey(user).pk]
        return client

    def _methods(self, name: str) -> frozenset[str]:
        """Which of GET and POST the page takes, as it says to whoever asks for something else."""
        answer = self.clients["organizer"].generic("BREW", self.url(name, Random(0)))
        told = answer.get("Allow", "GET, POST").split(", ")
        return frozenset(told) & {"GET", "POST"}

    def _look_around(self, *, wide: bool) -> None:
        """Note on which pages each form stands."""
        for name in self.names:
            roles = ("organizer", "public") if ":" in name else ("keyed", "half")
            if "GET" not in self.methods[name] or name.endswith(NO_FORMS):
                continue
            for url in self.urls(name)[: None if wide else 1]:
                for role in roles:
                    with taken_back(self.clients[role]):
                        self._look_at(role, url)

    def _look_at(self, role: str, url: str) -> None:
        for form in self.forms(role, url):
            if form.posts:
                at = self.shown_at.setdefault(name_at(form.action or url), [])
                at += [] if url in at else [url]

    def forms(self, role: str, url: str) -> list[Form]:
        """The forms of a page as it is shown; none where it is no page."""
        answer = self.clients[role].get(url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            return []
        return Forms(answer.content.decode()).found

    def url(self, name: str, rng: Random) -> str:
        """An address of that page, of something that is there more often than not."""
        kinds = self.names[name]
        short = name.rpartition(":")[2]
        number, linked = rng.choice((OWN, OWN, OTHER)), rng.random() < 0.6
        told = self.world.kwargs(short, set(kinds) - VARIED, number, linked=linked)
        known = self.world.kwargs(short, set(kinds), number, linked=linked)
        for key in set(kinds) - set(told):
            told[key] = self._else(short, key, known[key], rng)
        for key, kind in kinds.items():
            if rng.random() < 0.04:
                told[key] = rng.choice(ODD_KEYS[kind])
        try:
            url = reverse(name, kwargs=told)
        except NoReverseMatch:  # an odd key that this address does not take
            url = reverse(name, kwargs=known)
        link = link_of(self.world, short)
        return f"{url}?key={link['key']}" if link and linked and "?" not in url else url

    def _else(self, short: str, key: str, known: Any, rng: Random) -> Any:
        """The world's own row or round, or one in another state."""
        others = self._others(short, key, known)
        return known if not others or rng.random() < 0.4 else rng.choice(others)

    def _others(self, short: str, key: str, known: Any) -> list[Any]:
        """What else can stand there than the world's own."""
        if key == "code":
            return self.more["codes"]
        if key == "kind":
            return self.more["kinds"]
        if key == "key":
            return self.more["keys"]
        if key == "number":
            return [1, 2, 3, *self.more["stages"]]
        if key != "pk":
            return []
        if short.startswith("mfa_"):
            return self.more["passkeys"]
        for kind, row in (
            ("days", self.world.day),
            ("tournaments", self.world.tournament),
            ("seasons", self.world.season),
        ):
            if known == row.pk and (short in OF_TOURNAMENT) == (kind == "tournaments"):
                return self.more[kind]
        return [known + 1]

    def urls(self, name: str) -> list[str]:
        """The page's addresses for all that is there: the world's own, and one thing else."""
        short = name.rpartition(":")[2]
        known = self.world.kwargs(short, set(self.names[name]), OWN, linked=True)
        told = [known]
        for key, one in known.items():
            told += [known | {key: other} for other in self._others(short, key, one)]
        return [reverse(name, kwargs=each) for each in told]


@contextmanager
def taken_back(*clients: Client) -> Iterator[None]:
    """What is done meanwhile never happened: neither in the database nor to browsers' cookies."""
    cookies = [deepcopy(client.cookies) for client in clients]
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for client, before in zip(clients, cookies, strict=True):
            client.cookies = before


@contextmanager
def open_site(*, wide: bool = True) -> Iterator[Site]:
    """The site for as long as this lasts; nothing of it stays in the database."""
    # A plan is looked for as long as that; how good it is matters to nobody here.
    with (
        mock.patch("league.days.services.seating.SECONDS", 0.05),
        confirmed_for_long(),
        transaction.atomic(),
    ):
        yield Site(wide=wide)
        transaction.set_rollback(True)
