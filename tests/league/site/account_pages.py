"""What holds of every page of one's own account."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Game, LogEntry
from tests.litany import ClientOf, Litany, rows
from tests.page import Page

PASSWORD = "train-station-42"
SIGNED_IN = frozenset({"organizer", "scorekeeper", "stranger"})


def confirm(client: Client) -> Client:
    """Type the password once more."""
    answer = client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 302
    return client


class OwnPage(Litany):
    """A page of whoever is signed in; all others are sent to sign in."""

    may = SIGNED_IN
    # Whether the password is asked for once more before the page opens.
    confirmed = False

    @pytest.fixture(autouse=True)
    def _people(self, organizer: User, scorekeeper: User, stranger: User) -> None:
        self.prepared: set[str] = set()
        self.people = {"organizer": organizer, "scorekeeper": scorekeeper, "stranger": stranger}

    @pytest.fixture
    def client_of(self, client_of: ClientOf) -> ClientOf:
        """The browsers, in which the password was typed again where the page asks for that."""

        def browser(who: str, *, csrf: bool = False) -> Client:
            client = client_of(who)
            if who in self.people:
                self.ready_for(who)
                if self.confirmed:
                    confirm(client)
            client.handler.enforce_csrf_checks = csrf
            return client

        return browser

    def ready_for(self, who: str) -> None:
        """Give somebody what the page is about, once."""
        if who not in self.prepared:
            self.prepared.add(who)
            self.prepare(self.people[who])

    def prepare(self, user: User) -> None:
        """Give somebody what the page is about."""

    def url(self, game: Game) -> str:
        return reverse(self.name, args=self.args(game))

    def is_logged(self) -> None:
        entry = LogEntry.objects.latest("pk")
        assert (entry.what, entry.outcome) == (self.name, "done")

    def is_refused(self, answer: Any) -> None:
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("scoring:sign-in") + "?next=")


class Confirmed(OwnPage):
    """A page that opens only for who has just typed the password again."""

    confirmed = True

    def test_the_password_is_asked_for_once_more(
        self, game: Game, organizer: User, as_user: Any
    ) -> None:
        self.ready_for("organizer")
        for method in self.methods:
            client = as_user(organizer)
            before = rows()
            answer = client.generic(method, self.url(game))
            assert answer["Location"].startswith(reverse("account_reauthenticate") + "?next=")
            assert rows() == before
        client = as_user(organizer)
        page = Page(client.get(client.get(self.url(game))["Location"]))
        told = {"password": PASSWORD, "next": page.fields["next"]}
        assert client.post(reverse("account_reauthenticate"), told)["Location"] == self.url(game)
