"""Somebody leaves the table."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, Writes, rows

from .typed import seat_ids


class TestSeatLeave(OfGame, Writes):
    name = "seat-leave"

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)

    def data(self, game: Game) -> dict[str, Any]:
        return {"key": new_key(), "seat": seat_ids(game)[1], "ranked": "no"}

    @pytest.mark.parametrize(
        ("ranked", "said", "position"),
        [
            ("no", "Bob left after round 1 and has no place at this table.", None),
            (None, "Bob left after round 1 and has no place at this table.", None),
            ("yes", "Bob left after round 1 and keeps a place.", 1),
        ],
    )
    def test_who_leaves_counts_no_more_rounds(
        self,
        client_of: ClientOf,
        game: Game,
        ranked: str | None,
        said: str,
        position: int | None,
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, ranked=ranked)
        assert "Bob has left. No more rounds are counted for that seat." in page.trouble
        assert said in page.text
        bob = sheet_of(game).seats[1]
        assert (bob.left, bob.position) == (True, position)

    def test_sent_twice_one_has_left(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game)
        for _sending in range(2):
            assert client.post(self.url(game), form).status_code == 302
        assert game.entries.count() == 2

    @pytest.mark.parametrize("seat", [None, "", "x", "0", "-1", "²", "\0", "9" * 5000])
    def test_nobody_such_sits_here(self, client_of: ClientOf, game: Game, seat: str | None) -> None:
        self.ready(game)
        client, before = client_of("tablet"), rows()
        page = self.followed(client, game, seat=seat, ranked="yes")
        assert "Choose somebody who sits at this table." in page.trouble
        assert page.fields["ranked"] == "yes"
        assert rows() == before

    def test_somebody_of_another_table_does_not(self, client_of: ClientOf, game: Game) -> None:
        other = seat_ids(make_game(game.club))[0]
        page = self.followed(client_of("tablet"), game, seat=other)
        assert "Choose somebody who sits at this table." in page.trouble

    def test_two_have_to_stay(self, client_of: ClientOf, game: Game) -> None:
        pair = make_game(game.club, players=2)
        page = self.followed(client_of("tablet"), pair, ranked="yes")
        assert "Two players have to stay. Finish the game instead." in page.trouble
        assert page.fields["seat"] == str(seat_ids(pair)[1])
        assert page.fields["ranked"] == "yes"

    def test_a_finished_game(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        game_finish(game=game, author=ANN, key=new_key())
        assert "This game is finished." in self.followed(client_of("tablet"), game).trouble
