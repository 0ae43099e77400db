"""How many tiles each one draws, told while the names are typed."""

import pytest

from scoring.models import Game
from tests.litany import ClientOf, Shows

THREE = {"name-0": "Ann", "name-1": "Bob", "name-2": "Cal"}

FIVE = {**THREE, "name-3": "Dot", "name-4": "Eve", "set": "9"}


class TestHandSize(Shows):
    name = "hand-size"
    # Where nothing is typed, the rules that were played last are one of them.
    most_queries = 5

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({}, "Type the names: the number of tiles for each is shown here."),
            ({"name-0": "Ann"}, "Type the names: the number of tiles"),
            (THREE, "3 players: each draws 16 tiles."),
            ({**THREE, "house-hand_size": "9"}, "3 players: each draws 9 tiles. Our rule"),
            (FIVE, "Double 12: 14 tiles each Our rule: 7 tiles each Our rule: 8 tiles each"),
            (FIVE, "Double 9 · Family rules · not with 5 players"),
            ({**FIVE, "house-hand_size": "12"}, "Double 12: 12 tiles each Double 15: 12"),
            ({**FIVE, "house-hand_size": "8"}, "Double 9 · Family rules · 5 players, 8 tiles"),
            ({**THREE, "rules": "hub"}, "3 players: each draws 15 tiles."),
            ({**THREE, "set": "18"}, "for 9 to 12 players, and 3 are named."),
            ({**THREE, "set": "6"}, "Say it under “Change a rule for this once”"),
            ({**THREE, "house-hand_size": "many"}, "3 players: each draws 16 tiles."),
            ({**THREE, "house-last_starting_double": "5", "house-first_starting_double": "3"}, "3"),
            ({**THREE, "rules": "poker"}, "We could not work this out."),
            ({**THREE, "set": "x"}, "3 players: each draws 16 tiles."),
            ({**THREE, "name-2": "x" * 41}, "2 players: each draws 16 tiles."),
            ({**THREE, "name-2": "\0"}, "2 players: each draws 16 tiles."),
            ({f"name-{number}": f"P{number}" for number in range(9)}, "and 9 are named."),
        ],
    )
    def test_it_tells_while_one_types(
        self, client_of: ClientOf, game: Game, typed: dict[str, str], said: str
    ) -> None:
        page = self.get(client_of("tablet"), game, **({"rules": "family", "set": "12"} | typed))
        assert said in page.text
        assert "html" not in page.tags
