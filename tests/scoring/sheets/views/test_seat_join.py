"""A late arrival takes a seat."""

from typing import Any

import pytest

from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, Writes, rows
from tests.page import Page


class TestSeatJoin(OfGame, Writes):
    name = "seat-join"

    def data(self, game: Game) -> dict[str, Any]:
        return {"key": new_key(), "name": "Eve", "total": ""}

    def test_a_late_arrival_plays_from_the_next_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        page = self.followed(client_of("tablet"), game, name="  Eve ")
        assert "Eve plays from the next round." in page.trouble
        assert "Eve came in round 2 with 45 points." in page.text
        assert "Total 12 0 leads 45 9 45" in page.text

    def test_a_stranger_sees_with_what_somebody_came_in(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        self.send(client_of("tablet"), game)
        play(game, 0, 3, 4, 5, 6)
        Club.objects.update(shown=Club.Shown.GAMES)
        page = Page(client_of("nobody").get(f"/games/{game.code}/"))
        assert "came in with – – – – 45 round 2" in page.text
        paper = Page(client_of("nobody").get(f"/games/{game.code}/print/"))
        assert "came in with – – – – 45 round 2 1" in paper.text

    def test_the_table_can_agree_on_a_total(self, client_of: ClientOf, game: Game) -> None:
        self.send(client_of("tablet"), game, total="30")
        assert sheet_of(game).seats[-1].total == 30

    def test_a_first_name_alone_is_asked_about_once(self, client_of: ClientOf, game: Game) -> None:
        for name in ("Eve Lamb", "Baker, Eve", "Evelyn Reed", "Ann Eve"):
            player_for_name(club=game.club, name=name)
        client, before = client_of("tablet"), rows()
        page = Page(self.send(client, game, name="eve", total="30"))
        assert "Who is eve? Tap who it is. Nothing is done yet." in page.trouble
        assert "Baker, Eve Eve Lamb No, another eve" in page.text
        assert rows() == before
        # The Enter key starts with what is typed by now, and does not answer the question.
        assert page.fields["name"] == "eve"
        answer = self.form(game, name="eve", total="30", means="name=Eve Lamb")
        assert (
            "Eve Lamb plays from the next round."
            in Page(client.post(self.url(game), answer, follow=True)).trouble
        )
        assert sheet_of(game).seats[-1].total == 30

    def test_another_of_that_first_name_is_a_new_person(
        self, client_of: ClientOf, game: Game
    ) -> None:
        player_for_name(club=game.club, name="Eve Lamb")
        client = client_of("tablet")
        page = self.followed(client, game, name="eve", means="name=eve")
        assert "eve plays from the next round." in page.trouble
        # Known by that name from now on, or seated at this table: nothing to ask.
        assert "eve sits at this table already." in self.followed(client, game).trouble

    @pytest.mark.parametrize("known", ["Eve", "Bob Lamb", "Eva Lamb", "Eve-Ann Lamb"])
    def test_where_nobody_else_is_called_so_nothing_is_asked(
        self, client_of: ClientOf, game: Game, known: str
    ) -> None:
        player_for_name(club=game.club, name=known)
        page = self.followed(client_of("tablet"), game)
        assert "Eve plays from the next round." in page.trouble

    def test_a_mistyped_name_is_asked_about_once(self, client_of: ClientOf, game: Game) -> None:
        for name in ("Evie Lamb", "Lamb, Eve", "Eve Lomb", "Bob Lamb"):
            player_for_name(club=game.club, name=name)
        client, before = client_of("tablet"), rows()
        page = Page(self.send(client, game, name="Eve Lámb"))
        assert "Nobody is called Eve Lámb yet. Did you mean one of these?" in page.trouble
        assert "Eve Lomb Evie Lamb Lamb, Eve No, Eve Lámb is a new person" in page.text
        assert rows() == before
        page = self.followed(client, game, name="Eve Lámb", means="name=Eve Lámb")
        assert "Eve Lámb plays from the next round." in page.trouble

    def test_a_mistyped_first_name_too(self, client_of: ClientOf, game: Game) -> None:
        player_for_name(club=game.club, name="Evie Lamb")
        page = self.followed(client_of("tablet"), game)
        assert "Nobody is called Eve yet. Did you mean Evie Lamb?" in page.trouble
        page = self.followed(client_of("tablet"), game, means="name=Evie Lamb")
        assert "Evie Lamb plays from the next round." in page.trouble

    def test_a_name_that_many_have_is_not_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        for family in ("Ames", "Beck", "Cole", "Dean", "East", "Ford", "Gray"):
            player_for_name(club=game.club, name=f"Eve {family}")
        page = self.followed(client_of("tablet"), game)
        assert "Eve plays from the next round." in page.trouble

    def test_sent_twice_one_has_come(self, client_of: ClientOf, game: Game) -> None:
        client, form = client_of("tablet"), self.form(game)
        for _sending in range(2):
            assert client.post(self.url(game), form).status_code == 302
        assert game.entries.count() == 1

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": None}, "Something is missing"),
            ({"name": "\0\u200b"}, "Something is missing"),
            ({"name": "x" * 41}, "A name has room for 40 letters."),
            ({"name": " ann "}, "Ann sits at this table already."),
            ({"total": "many"}, "Type a number, such as 27."),
            ({"total": "9" * 5000}, "Type a number, such as 27."),
            ({"total": "99999"}, "That number is too big."),
            ({"total": "-1"}, "Type a number from 0 up."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("tablet"), rows()
        answer = self.send(client, game, **changed)
        page = Page(answer)
        assert answer.status_code == 200
        assert said in page.trouble
        assert page.fields["name"] == (changed.get("name", "Eve") or "")
        assert page.fields["total"] == changed.get("total", "")
        assert "<details open>" in answer.content.decode()
        assert rows() == before

    def test_a_full_table(self, client_of: ClientOf, game: Game) -> None:
        full = make_game(game.club, players=8)
        page = self.followed(client_of("tablet"), full, name="Ida")
        assert "for 2 to 8 players, and 9 are named." in page.trouble
        assert page.fields["name"] == "Ida"

    def test_who_has_left_is_told_the_way_back(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        dot = sheet_of(game).seats[3].id
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=True)
        page = self.followed(client_of("tablet"), game, name="Dot")
        assert "Dot has left this game. Undo that on the sheet" in page.trouble

    def test_a_finished_game(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.followed(client_of("tablet"), game)
        assert "This game is finished. An organizer can reopen it" in page.trouble
        assert len(sheet_of(game).seats) == 4

    @pytest.mark.parametrize("name", ["<b>Eve</b>", "שרה", "🐢", "%s {0} {{ x }}", 'O\'Neill "Q"'])
    def test_names_are_text(self, client_of: ClientOf, game: Game, name: str) -> None:
        page = self.followed(client_of("tablet"), game, name=name)
        assert f"{name} plays from the next round." in page.trouble
        assert f"{name} came in round 1 with 0 points." in page.text
        assert "b" not in page.tags

    def test_a_known_name_is_offered(self, client_of: ClientOf, game: Game) -> None:
        seat_join(
            game=make_game(game.club, players=2), author=ANN, key=new_key(), name="<i>Zed</i>"
        )
        answer = self.send(client_of("tablet"), game, name="")
        assert '<option value="&lt;i&gt;Zed&lt;/i&gt;">' in answer.content.decode()
