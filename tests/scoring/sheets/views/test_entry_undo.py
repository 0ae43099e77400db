"""Striking the last entry through."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import round_correct
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from tests.factories import ANN, correct, last_entry, new_key, play, report_of, totals
from tests.litany import ClientOf, OfGame, Writes, rows
from tests.page import Page


class TestEntryUndo(OfGame, Writes):
    name = "entry-undo"

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)

    def data(self, game: Game) -> dict[str, Any]:
        last = sheet_of(game).last_entry
        return {"key": new_key(), "seen": last.pk if last else 0}

    def test_it_is_undone_and_stays_readable(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game)
        assert page.trouble.startswith("Undone. It stays readable")
        assert "Redo" not in page.trouble, "that stands with its button, and goes with it"
        assert "“Redo” brings back what was undone." in page.text
        assert "Undone: 1 time Round 1 was undone: Ann 12, Bob 0, Cal 45, Dot 9." in page.text
        assert totals(game) == [0, 0, 0, 0]

    def test_it_is_redone(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        assert "Redo round 1" in self.followed(client, game).text
        undo = sheet_of(game).last_undo
        form = {"key": new_key(), "seen": undo.pk if undo else 0}
        for _sending in range(2):
            page = Page(client.post(self.url(game), form, follow=True))
            assert "Round 1 is back." in page.trouble
            assert "Redo" not in page.text
            assert "Round 1 was undone, and put back." in page.text
            assert totals(game) == [12, 0, 45, 9]
        play(game, 1, 0, 2, 3)
        page = self.followed(client, game, seen=form["seen"])
        assert "Something newer has been written" in page.trouble

    def test_the_buttons_name_who_came_or_left(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        eve = seat_join(game=game, author=ANN, key=new_key(), name="Eve").details["seat"]
        client = client_of("tablet")
        url = reverse("scoring:sheet", args=[game.code])
        assert "Undo: Eve’s arrival" in Page(client.get(url)).text
        assert "Redo: Eve’s arrival" in self.followed(client, game).text
        undo = sheet_of(game).last_undo
        self.followed(client, game, seen=undo.pk if undo else 0)
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=eve, ranked=False)
        assert "Undo: Eve leaves" in Page(client.get(url)).text
        assert "Redo: Eve leaves" in self.followed(client, game).text
        one, two = (seat.id for seat in sheet_of(game).seats[:2])
        seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(one, two), points_too=False)
        assert "Redo: Ann and Bob change seats" in self.followed(client, game).text

    def test_the_buttons_name_a_correction(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        report = report_of(sheet_of(game), (12, 0, 54, 9), round_number=1)
        seen = last_entry(game).pk
        round_correct(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report,
            reason="misread",
            seen=seen,
        )
        client = client_of("tablet")
        url = reverse("scoring:sheet", args=[game.code])
        state = reverse("scoring:tablet-game", args=[game.code])
        assert "Undo the correction of round 1" in Page(client.get(url)).text
        assert client.get(state).json()["last"]["corrects"] is True
        page = self.followed(client, game)
        assert "Redo the correction of round 1" in page.text
        assert "Undo round 1" in page.text
        assert client.get(state).json()["redo"]["corrects"] is True
        # The round itself was never away.
        undo = sheet_of(game).last_undo
        page = self.followed(client, game, seen=undo.pk if undo else 0)
        assert "The correction of round 1 is back." in page.trouble

    def test_of_two_corrections_of_one_round_it_says_which(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        correct(game, 1, (12, 0, 54, 9))
        correct(game, 1, (12, 0, 55, 9))
        page = self.followed(client_of("tablet"), game)
        assert "Redo the newer correction of round 1 Undo the older correction" in page.text

    def test_sent_twice_one_is_undone(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play(game, 1, 0, 2, 3)
        client, form = client_of("tablet"), self.form(game)
        for _sending in range(2):
            client.post(self.url(game), form)
        assert totals(game) == [12, 0, 45, 9]

    @pytest.mark.parametrize("seen", [None, "", "x", "-1", "0", "²", "\0", "9" * 5000])
    def test_a_page_that_is_stale_undoes_nothing(
        self, client_of: ClientOf, game: Game, seen: str | None
    ) -> None:
        self.ready(game)
        before = rows()
        page = self.followed(client_of("tablet"), game, seen=seen)
        assert "Something newer has been written on the sheet. Look at it first." in page.trouble
        assert rows() == before

    def test_an_empty_sheet(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("tablet"), game)
        assert "There is nothing on the sheet to undo." in page.trouble

    def test_a_finished_game_and_a_reopened_one(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        game_finish(game=game, author=ANN, key=new_key())
        client = client_of("tablet")
        assert "This game is finished." in self.followed(client, game).trouble
        assert totals(game) == [12, 0, 45, 9]
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        assert "Undone." in Page(client.post(self.url(game), self.form(game), follow=True)).trouble
        assert totals(game) == [0, 0, 0, 0]
