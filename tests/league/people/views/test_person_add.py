"""Taking somebody into the directory."""

from typing import Any

import pytest

from league.models import Profile
from scoring.models import Game, Player
from tests.league.factories import person
from tests.litany import BOTH, ClientOf, Shows, Writes, rows


class TestPersonAdd(Shows, Writes):
    app = "league"
    name = "person-add"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 3

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "name": "Zoë Lee",
            "nickname": "Zo",
            "community": "Hillside",
            "birth_year": "1944",
            "fixed_table": "3",
            "notes": "by the door",
        }

    def test_somebody_is_added(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "Zoë Lee is in the directory." in page.trouble
        zoe = Player.objects.get(name_key="zoë lee")
        told = Profile.objects.values().get(player=zoe)
        assert zoe.club == game.club
        assert {field: told[field] for field in ("nickname", "birth_year", "fixed_table")} == {
            "nickname": "Zo",
            "birth_year": 1944,
            "fixed_table": 3,
        }

    def test_a_name_is_enough(self, client_of: ClientOf, game: Game) -> None:
        told = dict.fromkeys(("nickname", "community", "birth_year", "fixed_table", "notes"))
        self.followed(client_of("organizer"), game, **told, name="  walk\u202e-in  \u200b5 ")
        assert Player.objects.filter(name="walk-in 5").exists()
        assert not Profile.objects.exists()

    def test_a_name_that_was_searched_for_is_there(self, client_of: ClientOf, game: Game) -> None:
        assert self.get(client_of("organizer"), game, name="Gus").fields["name"] == "Gus"

    def test_who_is_there_already_is_named(self, client_of: ClientOf, game: Game) -> None:
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, name=" ANN ")
        assert "“Ann” is in the directory already." in page.trouble
        assert f"/people/{Player.objects.get(name='Ann').pk}/" in page.links
        assert page.fields["notes"] == "by the door"
        assert rows() == before

    def test_another_clubs_names_are_no_matter(self, client_of: ClientOf, game: Game) -> None:
        self.followed(client_of("stranger"), game, name="Ann")
        assert Player.objects.filter(name="Ann").count() == 2

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": " \u200b "}, "Something is missing"),
            ({"name": None}, "Something is missing"),
            ({"name": "x" * 41}, "A name has room for 40 letters."),
            ({"nickname": "x" * 41}, "There is room for 40 letters."),
            ({"community": "x" * 61}, "There is room for 60 letters."),
            ({"notes": "x" * 201}, "There is room for 200 letters."),
            ({"birth_year": "2999"}, "The year 2999 is still to come. Look at it again."),
            ({"birth_year": "44"}, "Type a number from 1900 up."),
            ({"birth_year": "-1944"}, "Type a number from 1900 up."),
            ({"birth_year": "May"}, "Type a number, such as 27."),
            ({"fixed_table": "0"}, "Type a number from 1 up."),
            ({"fixed_table": "100"}, "That number is too big."),
            ({"fixed_table": "door"}, "Type a number, such as 27."),
            ({"notes": "\0"}, "This cannot be read"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        person(game.club, "Gus")
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, **changed)
        assert said in page.trouble
        for name, value in (self.data(game) | changed).items():
            if value is not None and value.strip():
                assert page.fields[name].strip("\u200b ") == value.strip("\u200b ")
        assert rows() == before
