"""The public form: no account, no session, and no word about who is on the list."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant
from league.tournaments.entrants.services import sign_ups
from scoring.models import Club, Game
from tests.litany import BOTH, EVERYBODY, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_tournament import OfTournament


class OfForm(OfTournament):
    may = EVERYBODY

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).sign_up_key]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[uuid4()]]

    def test_a_form_that_is_switched_off_is_not_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, sign_up=False)
        for who in ("organizer", "nobody"):
            assert client_of(who).get(self.url(game)).status_code == 404


class TestSignUp(OfForm, Shows, Writes):
    name = "sign-up"
    methods = BOTH
    most_queries = 6

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "name": "Zoe Lee",
            "born": "5/31/1944",
            "gender": "woman",
            "community": "Hillside",
            "contact": "zoe@example.org",
            "agree": "on",
        }

    def test_an_entry_waits_for_the_director(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody", csrf=True)
        page = self.get(client, game)
        assert "Enter Senior games Monday, March 2, 2026 · Gym · Hillside Dominoes" in page.text
        token = client.cookies["csrftoken"].value
        page = self.followed(client, game, csrfmiddlewaretoken=token)
        assert "Thank you. Your entry was sent." in page.text
        assert "It waits for the director of Senior games" in page.text
        zoe = self.named(game, "Zoe Lee")
        assert (zoe.number, zoe.player, zoe.source) == (None, None, "form")
        assert (zoe.born, zoe.gender, zoe.contact) == (
            *(date(1944, 5, 31), "woman", "zoe@example.org"),
        )
        assert not Session.objects.exists()

    def test_whoever_has_entered_finds_the_club_and_the_tournament_again(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        club = Club.objects.filter(pk=game.club_id)
        club.update(public_contact="Call Dot 555-0100")
        tournament = reverse("league:tournament", args=[self.tournament(game).pk])
        front = reverse("league:front", args=[game.club_id])
        sent = reverse("league:sign-up-sent", args=self.args(game))
        page = Page(client_of("nobody").get(sent))
        assert "Hillside Dominoes" in page.text
        assert "555-0100" not in page.text
        assert not {front, tournament} & set(page.links)
        club.update(shown=Club.Shown.FRONT)
        self.change(game, public=True)
        for address in (sent, tournament):
            page = Page(client_of("nobody").get(address))
            assert "Questions? Call Dot 555-0100" in page.text
            assert front in page.links
        assert tournament in Page(client_of("nobody").get(sent)).links

    def test_it_says_who_sees_what(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody")
        text = self.get(client, game).text
        assert "are shown to the people of this club and of this tournament" in text
        assert "your gender and how to reach you are seen by the directors alone" in text
        self.change(game, public=True)
        assert (
            "Your name, your residence, your division and how you place are shown to everybody"
            in (self.get(client, game).text)
        )

    @pytest.mark.parametrize(
        ("names", "what"),
        [
            ("first", "Your first name and an initial, such as Ann B., your division"),
            ("initials", "Your initials, such as A. B., your division"),
        ],
    )
    def test_it_promises_short_names_where_strangers_read_those(
        self, client_of: ClientOf, game: Game, names: str, what: str
    ) -> None:
        self.ready(game)
        self.change(game, public=True)
        Club.objects.filter(pk=game.club_id).update(names=names)
        text = self.get(client_of("nobody"), game).text
        assert f"{what} and how you place are shown to everybody" in text
        assert "Your whole name and your residence are shown to the people of this club" in text
        assert "Your name, your residence" not in text

    def test_nobody_learns_who_is_entered(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody")
        answers = [
            self.send(client, game, name=name, born=born)
            for name, born in (("Ann", "1950"), ("ann", "6/15/1950"), ("Nobody yet", "1950"))
        ]
        assert len({(one.status_code, one["Location"]) for one in answers}) == 1
        waiting = Entrant.objects.filter(number=None).values_list("name", flat=True)
        assert sorted(waiting) == ["Ann (2)", "Nobody yet", "ann (3)"]
        page = self.get(client, game)
        assert "Ann" not in page.text

    def test_it_asks_for_no_more_than_divisions_need(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.change(game, band_width=0, by_gender=False)
        client = client_of("nobody")
        page = self.get(client, game)
        assert set(page.fields) == {"csrfmiddlewaretoken", "name", "community", "contact"}
        self.followed(client, game)
        zoe = self.named(game, "Zoe Lee")
        assert (zoe.born, zoe.gender) == (None, "")

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": "\u200b"}, "Something is missing"),
            ({"name": "x" * 41}, "A name has room for 40 letters."),
            ({"born": ""}, "Your division depends on it. The year is enough."),
            ({"born": "<b>x</b>"}, "“<b>x</b>” is not a date of birth."),
            ({"born": "2999"}, "is still to come"),
            ({"gender": None}, "Choose woman or man."),
            ({"gender": "x"}, "Choose one from the list."),
            ({"contact": "x" * 121}, "There is room for 120 letters."),
            ({"agree": None}, "Without your yes nothing is kept."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("nobody"), rows()
        page = Page(self.send(client, game, **sent))
        assert said in page.trouble
        assert "b" not in page.tags
        assert rows() == before

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"cancelled_at": timezone.now()}, "This tournament is cancelled."),
            ({"began_at": timezone.now()}, "has begun, so nobody can enter any more"),
            ({"ended_at": timezone.now()}, "This tournament is over."),
            ({"most_entrants": 3}, "All places are taken."),
        ],
    )
    def test_a_closed_form_is_said(
        self, client_of: ClientOf, game: Game, fields: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        self.change(game, **fields)
        client, before = client_of("nobody"), rows()
        page = self.get(client, game)
        assert said in page.trouble
        assert "name" not in page.fields
        assert said in Page(self.send(client, game)).trouble
        assert rows() == before

    def test_a_flood_ends(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sign_ups, "SENT_AN_ADDRESS", 2)
        self.ready(game)
        client = client_of("nobody")
        for name in ("Xia", "Yan"):
            assert self.send(client, game, name=name).status_code == 302
        before = rows()
        page = Page(self.send(client, game))
        assert "Too many entries were sent just now. Try again in an hour." in page.trouble
        assert rows() == before
        other = Client(REMOTE_ADDR="192.0.2.9")
        assert self.send(other, game).status_code == 302


class TestSignUpSent(OfForm, Shows):
    name = "sign-up-sent"
    most_queries = 4

    def test_it_names_nobody(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("nobody"), game)
        assert "Until then you are not on the list." in page.text
        key = self.tournament(game).sign_up_key
        assert reverse("league:sign-up", args=[key]) in page.links
