"""The sheet for players' phones: the link is the permission."""

import pytest
from django.urls import reverse

from scoring.models import Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.litany import EVERYBODY, ClientOf, OfOne, Shows


class Watched(OfOne, Shows):
    may = EVERYBODY

    def args(self, game: Game) -> list[object]:
        return [game.watch_key]

    def unknown(self, game: Game) -> list[list[object]]:
        # The code of the game is no key to it.
        return [["A" * 22], [game.code], [game.watch_key[:-1]], [game.watch_key.swapcase()]]

    @pytest.mark.parametrize("who", ["nobody", "organizer"])
    def test_it_shows_all_and_takes_nothing(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        play(game, 12, 0, 45, 9)
        game.club.shown = "nothing"
        page = self.get(client_of(who), game)
        assert "Bob leads with 0 and is 9 ahead." in page.text
        assert "Total 12 0 leads 45 9" in page.text
        assert page.actions == []
        assert not [link for link in page.links if game.code in link]

    def test_who_watches_a_finished_game_gets_no_closed_door(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.get(client_of("nobody"), game)
        assert "The game is finished." in page.text
        assert reverse("scoring:result", args=[game.code]) not in page.links


class TestWatch(Watched):
    name = "watch"
    # Its game day, or whether it belongs to one, is two of them.
    most_queries = 12


def test_a_key_is_typed_in_any_letters(client_of: ClientOf, game: Game) -> None:
    phone, address = client_of("nobody"), reverse("scoring:watch-find")
    typed = game.watch_key.replace("-", " ").upper() + " "
    assert phone.get(address, {"key": typed}).headers["Location"] == reverse(
        "scoring:watch", args=[game.watch_key]
    )
    for wrong in ("", game.code, "%", "2" * 3000):
        page = phone.get(address, {"key": wrong})
        assert page.status_code == 200
        assert ("No game has this key." in page.text) is bool(wrong)
