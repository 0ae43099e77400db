"""The club's tablets, and codes to pair more."""

from typing import Any

import pytest

from scoring.models import Club, Game, PairingCode
from scoring.tablets.pairing.services import code_make
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page


class TestTablets(Shows, Writes):
    name = "tablets"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 5

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Table 4"}

    def test_a_code_is_shown_large_for_the_tablet(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        code = PairingCode.objects.get()
        assert (code.club, code.tablet_name, len(code.code)) == (game.club, "Table 4", 8)
        assert "Pair Table 4" in page.text
        assert "On the tablet, open http://testserver/pair/" in page.text
        assert f"Pair Table 4 {code.in_fours}" in page.text
        assert "Table 3" in page.text
        assert "Unpair Table 3" in page.text

    def test_a_code_can_be_for_one_table(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, scope="table", table="4")
        assert PairingCode.objects.get().table_number == 4
        assert "It will score table 4 only." in page.text
        # A number beside the whole club may mean either, so it is asked.
        answer = self.send(client_of("organizer"), game, scope="club", table="5")
        assert "A table's number is typed." in Page(answer).text
        assert PairingCode.objects.count() == 1

    def test_other_clubs_codes_and_tablets_are_not_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        other = code_make(
            club=Club.objects.create(name="Theirs"), tablet_name="Theirs", made_by=None
        )
        page = self.get(client_of("organizer"), game)
        assert "Theirs" not in page.text
        assert other.code not in page.text
        assert "Unpair" not in self.get(client_of("stranger"), game).text

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("", "Something is missing"),
            (None, "Something is missing"),
            ("x" * 41, "40"),
            ("\0", "This cannot be read"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, name: str | None, said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, name=name)
        assert said in page.trouble
        assert page.fields["name"] == (name or "")
        assert rows() == before

    @pytest.mark.parametrize(
        ("table", "said"),
        [
            ("", "Type the table's number, such as 4."),
            ("0", "Type a number from 1 up."),
            ("1000", "too big"),
            ("four", "Type a number, such as 27."),
        ],
    )
    def test_one_table_has_a_number(
        self, client_of: ClientOf, game: Game, table: str, said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, scope="table", table=table)
        assert said in page.trouble
        assert page.fields["table"] == table
        assert rows() == before

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, name="<i>T</i> 🐢")
        assert "Pair <i>T</i> 🐢" in page.text
        assert "i" not in page.tags
