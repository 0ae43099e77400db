"""Two players were swapped."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.litany import ClientOf, OfGame, Writes, rows

from .typed import seat_ids


class TestSeatsSwap(OfGame, Writes):
    name = "seats-swap"

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)

    def data(self, game: Game) -> dict[str, Any]:
        ann, bob = seat_ids(game)[:2]
        return {"key": new_key(), "one": ann, "other": bob, "points": "stay"}

    def test_they_change_seats(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game)
        assert "The two have changed seats." in page.trouble
        assert "Ann and Bob changed seats." in page.text
        seats = sheet_of(game).seats
        assert [(seat.name, seat.total) for seat in seats[:2]] == [("Bob", 0), ("Ann", 12)]

    def test_and_points_where_they_were_wrong_too(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, points="too")
        assert "Round 1 was corrected to: Bob 12, Ann 0" in page.text
        seats = sheet_of(game).seats
        assert [(seat.name, seat.total) for seat in seats[:2]] == [("Bob", 12), ("Ann", 0)]

    def test_sent_twice_they_change_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game, points="too")
        for _sending in range(2):
            assert client.post(self.url(game), form).status_code == 302
        assert sheet_of(game).seats[0].name == "Bob"

    @pytest.mark.parametrize("other", [None, "", "x", "0", "-1", "\0", "9" * 5000])
    def test_one_alone_cannot(self, client_of: ClientOf, game: Game, other: str | None) -> None:
        self.ready(game)
        client, before = client_of("tablet"), rows()
        page = self.followed(client, game, other=other, points="too")
        assert "Choose somebody who sits at this table." in page.trouble
        assert page.fields["one"] == str(seat_ids(game)[0])
        assert page.fields["points"] == "too"
        assert rows() == before

    def test_one_is_not_two(self, client_of: ClientOf, game: Game) -> None:
        ann = str(seat_ids(game)[0])
        page = self.followed(client_of("tablet"), game, other=ann)
        assert "Choose two different people." in page.trouble
        assert (page.fields["one"], page.fields["other"]) == (ann, ann)

    def test_a_finished_game(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        game_finish(game=game, author=ANN, key=new_key())
        assert "This game is finished." in self.followed(client_of("tablet"), game).trouble
