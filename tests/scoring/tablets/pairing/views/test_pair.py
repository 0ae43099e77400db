"""A device that types a right code becomes a tablet of the club."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.accounts.access import TABLET_COOKIE
from scoring.models import Game, PairingCode, PairingGuess, Tablet
from scoring.tablets.pairing.services import GUESSES_AN_ADDRESS, code_make
from tests.litany import BOTH, EVERYBODY, ClientOf, Shows, Writes, rows
from tests.page import Page


class TestPair(Shows, Writes):
    name = "pair"
    methods = BOTH
    may = EVERYBODY
    most_queries = 3

    def ready(self, game: Game) -> None:
        code_make(club=game.club, tablet_name="Table 4", made_by=None)

    def data(self, game: Game) -> dict[str, Any]:
        code = PairingCode.objects.filter(club=game.club, tablet_name="Table 4").first()
        return {"code": code.code if code else "000000"}

    def test_it_scores_this_clubs_games(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody")
        spaced = " ".join(self.data(game)["code"])
        answer = self.send(client, game, code=spaced)
        page = Page(client.get(answer["Location"]))
        assert "This tablet is paired. It is called Table 4." in page.trouble
        assert "Hillside Dominoes" in page.text
        assert client.get(reverse("scoring:sheet", args=[game.code])).status_code == 200
        assert client.get(reverse("scoring:club")).status_code == 404
        assert int(answer.cookies[TABLET_COOKIE]["max-age"]) > 365 * 24 * 3600

    def test_a_code_is_good_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        form = self.form(game)
        client_of("nobody").post(self.url(game), form)
        page = Page(client_of("nobody").post(self.url(game), form))
        assert "That code is wrong, or too old." in page.trouble
        assert Tablet.objects.filter(name="Table 4").count() == 1

    @pytest.mark.parametrize("code", ["12345", "letters", "x" * 20, "²", "' OR 1=1", "1234567"])
    def test_a_wrong_code_is_said(self, client_of: ClientOf, game: Game, code: str) -> None:
        self.ready(game)
        page = self.followed(client_of("nobody"), game, code=code)
        assert "Look at the organizer's screen and type it again." in page.trouble
        assert page.fields["code"] == code
        assert Tablet.objects.count() == 1
        assert PairingGuess.objects.count() == 1

    @pytest.mark.parametrize(
        ("code", "said"),
        [
            ("", "Something is missing"),
            (None, "Something is missing"),
            ("1" * 21, "20"),
            ("\0", "This cannot be read"),
        ],
    )
    def test_what_is_no_code_is_said(
        self, client_of: ClientOf, game: Game, code: str | None, said: str
    ) -> None:
        client, before = client_of("nobody"), rows()
        page = self.followed(client, game, code=code)
        assert said in page.trouble
        assert page.fields["code"] == (code or "")
        assert rows() == before

    def test_codes_cannot_be_tried_out(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("nobody")
        for _guess in range(GUESSES_AN_ADDRESS):
            self.send(client, game, code="x")
        page = self.followed(client, game)
        assert "Too many wrong codes. Wait ten minutes and ask for a new code." in page.trouble
        assert Tablet.objects.count() == 1
        # From elsewhere the right code still works.
        far = Client(REMOTE_ADDR="192.168.1.77")
        assert self.send(far, game).status_code == 302

    def test_another_address_in_a_header_is_no_other_address(self, game: Game) -> None:
        self.ready(game)
        form = self.form(game)
        for number in range(GUESSES_AN_ADDRESS):
            liar = Client(headers={"X-Forwarded-For": f"10.0.0.{number}"})
            liar.post(self.url(game), {"code": "x"})
        assert "Too many wrong codes." in Page(Client().post(self.url(game), form)).trouble

    @pytest.mark.parametrize("cookie", ["1:secret", "x", "", "1:secret:sig:nature", "²:x:y"])
    def test_a_cookie_of_ones_own_making_is_worth_nothing(self, game: Game, cookie: str) -> None:
        client = Client()
        client.cookies[TABLET_COOKIE] = cookie
        assert client.get(reverse("scoring:sheet", args=[game.code])).status_code == 404
        assert client.get("/").status_code == 200
