"""The list of entrants: for directors, with who asks to be on it."""

from typing import Any

import pytest
from django.utils import timezone

from league.people.services.merging import merge_make
from scoring.models import Game, Player
from tests.factories import ANN
from tests.league.factories import EntrantFactory, person
from tests.litany import ClientOf, Shows

from .of_tournament import OfTournament


class TestEntrants(OfTournament, Shows):
    name = "entrants"
    most_queries = 8

    def test_each_is_listed_with_division_and_state(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "3 have entered 1 is here" in page.text
        assert "Ann 1 Women 70–79 Hillside entered" in page.text
        assert "Bob 2 Men 70–79 – here" in page.text
        assert "Dot 4 none neither woman nor man is given – has withdrawn" in page.text
        assert f"/tournaments/{self.args(game)[0]}/entrants/{self.named(game).pk}/" in page.links
        # What is private stands on each one's own page.
        assert "1950" not in page.text
        assert "555 0199" not in page.text

    def test_who_falls_in_no_division_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "no division" not in self.get(client, game).trouble
        EntrantFactory(tournament=self.tournament(game), name="Eve", gender="woman", born=None)
        page = self.get(client, game)
        assert "1 entrant falls in no division and can win no medal." in page.trouble
        page = self.get(client, game, show="outside")
        assert "Eve 5 none neither a date of birth nor an age group is given" in page.text
        assert "Ann 1" not in page.text

    def test_who_is_alone_in_a_division_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.tournament(game).entrants.filter(name="Bob").update(gender="woman")
        before = self.get(client, game)
        EntrantFactory(
            tournament=self.tournament(game), name="Eve", gender="woman", born="1940-01-01"
        )
        page = self.get(client, game)
        assert "one entrant is alone" in page.trouble
        assert page.trouble != before.trouble
        assert f"/tournaments/{self.args(game)[0]}/divisions/" in page.links

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ({"q": "an"}, ["Ann"]),
            ({"q": "2"}, ["Bob"]),
            ({"q": "<b>"}, []),
            ({"q": "x" * 500}, []),
            ({"show": "here"}, ["Bob"]),
            ({"show": "entered"}, ["Ann", "Cal"]),
            ({"show": "withdrawn"}, ["Dot"]),
            ({"show": "absent"}, []),
            ({"show": "x"}, ["Ann", "Bob", "Cal", "Dot"]),
        ],
    )
    def test_some_are_shown(
        self, client_of: ClientOf, game: Game, query: dict[str, str], names: list[str]
    ) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, **query)
        assert [name for name in ("Ann", "Bob", "Cal", "Dot") if f"{name} " in page.text] == names
        assert ("Nobody was found." in page.text) == (not names)
        assert "b" not in page.tags

    def test_who_asks_waits_with_all_that_was_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        zoe = self.asks(game, "<b>Zoe</b>", contact="zoe@example.org", gender="woman")
        page = self.get(client_of("organizer"), game)
        assert "1 entry waits for your answer" in page.text
        assert "<b>Zoe</b> June 15, 1950 · woman · zoe@example.org" in page.text
        address = f"/tournaments/{zoe.tournament_id}/entrants/{zoe.pk}/answer/"
        assert address in page.actions
        assert "b" not in page.tags

    def test_whom_an_entry_would_be_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.asks(game, "Annie")
        self.asks(game, "Zoe")
        client = client_of("organizer")
        assert "is in the directory" not in self.get(client, game).text
        merge_make(kept=person(game.club, "Ida"), gone=person(game.club, "Annie"), author=ANN)
        page = self.get(client, game)
        assert page.text.count("is in the directory") == 1
        assert "Ida is in the directory" in page.text
        assert f"/people/{Player.objects.get(name='Ida').pk}/" in page.links

    def test_the_public_form_has_its_address_here(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        address = f"http://testserver/enter/{self.tournament(game).sign_up_key}/"
        assert address in self.get(client_of("organizer"), game).links
        self.change(game, sign_up=False)
        assert address not in self.get(client_of("organizer"), game).links

    @pytest.mark.values_differ
    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({}, "Enter somebody"),
            ({"most_entrants": 9}, "of 9 at most"),
            ({"cancelled_at": timezone.now()}, "This tournament is cancelled."),
            ({"began_at": timezone.now()}, "The tournament has begun, so the list is closed."),
            ({"began_at": timezone.now(), "ended_at": timezone.now()}, "2 did not come"),
        ],
    )
    def test_what_can_be_done_depends(
        self, client_of: ClientOf, game: Game, fields: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        self.change(game, **fields)
        page = self.get(client_of("organizer"), game)
        assert said in page.text
        closed = set(fields) - {"most_entrants"}
        assert ("Enter somebody" in page.text) == (not closed)

    def test_an_empty_list_says_what_to_do(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.tournament(game).entrants.all().delete()
        assert "Nobody has entered yet." in self.get(client_of("organizer"), game).text
