"""Entering somebody by hand."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from scoring.models import Game
from tests.league.factories import person
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_tournament import OfTournament


class TestEntrantAdd(OfTournament, Shows, Writes):
    name = "entrant-add"
    methods = BOTH
    most_queries = 4

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "name": "Zoe  Lee",
            "born": "5/31/1944",
            "gender": "woman",
            "community": "Hillside",
            "home_club": " Sun  Valley",
            "contact": "555 0100",
            "seed_by_hand": "",
        }

    def test_it_leads_back_to_the_list(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Zoe Lee has entered, with number 5." in page.trouble
        assert "Zoe Lee 5 Women 80 and older Hillside Sun Valley entered" in page.text
        zoe = self.named(game, "Zoe Lee")
        assert (zoe.born, zoe.contact, zoe.seed_by_hand) == (date(1944, 5, 31), "555 0100", None)
        assert (zoe.source, zoe.visitor, zoe.home_club) == ("typed", False, "Sun Valley")

    def test_or_to_the_next_one(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, another="1", visitor="on")
        assert "Zoe Lee has entered, with number 5." in page.trouble
        assert page.fields["name"] == ""
        assert self.named(game, "Zoe Lee").visitor

    def test_a_first_name_alone_is_asked_about(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        person(game.club, "Zoe Lamb")
        client = client_of("organizer")
        page = self.followed(client, game, name="Zoe", another="1")
        assert (
            "Who is Zoe? Tap who it is. Nothing is done yet. Zoe Lamb No, another Zoe" in page.text
        )
        assert (page.fields["name"], page.fields["another"]) == ("Zoe", "1")
        page = self.followed(client, game, name="Zoe", another="1", means="name=Zoe Lamb")
        assert "Zoe Lamb has entered, with number 5." in page.trouble
        assert page.fields["name"] == ""

    def test_a_name_can_be_given(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, name="Zoe " * 40)
        assert page.fields["name"].startswith("Zoe Zoe")

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": "x" * 41}, "A name has room for 40 letters."),
            ({"name": "ANN"}, "“ANN” has entered already, with number 1."),
            ({"name": "Dot"}, "“Dot” (number 4) has withdrawn and can return."),
            ({"born": "<b>"}, "“<b>” is not a date of birth."),
            ({"born": "1/1/2999"}, "The day Jan. 1, 2999 is still to come."),
            ({"born": "1/1/1899"}, "years of birth begin with 1900"),
            ({"gender": "x"}, "Choose one from the list."),
            ({"community": "x" * 61}, "There is room for 60 letters."),
            ({"home_club": "x" * 61}, "There is room for 60 letters."),
            ({"seed_by_hand": "0"}, "Type a number from 1 up."),
            ({"seed_by_hand": "999999"}, "That number is too big."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        answer = self.send(client, game, **sent)
        assert answer.status_code == 200
        page = Page(answer)
        assert said in page.trouble
        assert "b" not in page.tags
        # What was typed is still there.
        assert page.fields["contact"] == "555 0100"
        assert rows() == before

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"most_entrants": 3}, "All 3 places are taken."),
            ({"cancelled_at": timezone.now()}, "This tournament is cancelled."),
            ({"began_at": timezone.now()}, "The tournament has begun, so the list is closed."),
        ],
    )
    def test_a_closed_list_is_said(
        self, client_of: ClientOf, game: Game, fields: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        self.change(game, **fields)
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game).trouble
        assert rows() == before

    def test_gender_is_asked_where_it_counts(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "Women and men win in divisions of their own." in self.get(client, game).text
        self.change(game, by_gender=False)
        assert "Women and men win in divisions of their own." not in self.get(client, game).text
        assert "Zoe Lee has entered" in self.followed(client, game).trouble
        assert self.named(game, "Zoe Lee").gender == ""
