"""What could not be written on the sheet is shown, mended or left out."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game, SetAside
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import correct, new_key, play, totals
from tests.litany import BOTH, ClientOf, OfGame, Shows, Writes
from tests.page import Page

from .test_hand_over import a_round, hand_over, outcomes


class TestSetAside(OfGame, Shows, Writes):
    name = "set-aside"
    methods = BOTH
    most_queries = 9

    def ready(self, game: Game) -> None:
        SetAside.objects.create(
            game=game,
            key="kept",
            kind="round",
            round_number=1,
            sending={"fields": {f"seat-{sheet_of(game).seats[2].id}-total": "45"}},
            sentence="Type the total of the tiles that Ann has left.",
            author="Table 3",
            received_at=game.started_at,
        )

    def args(self, game: Game) -> list[object]:
        kept = game.set_aside.first()
        return [game.code, kept.pk if kept else 0]

    def test_it_says_what_was_told_and_why_it_is_not_written(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Type the total of the tiles that Ann has left." in page.trouble
        assert "Cal 45" in page.text
        assert "Table 3 recorded round 1 without the network." in page.text
        assert "Ask the table which numbers are right." in page.text

    def test_it_is_mended_and_written_under_its_key(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        sending = a_round(game, None, "out", 45, 9)
        hand_over(client, game, sending)
        page = self.get(client, game)
        mend = next(link for link in page.links if "aside=" in link)
        form = Page(client.get(mend)).fields
        ann, _bob, cal, _dot = sheet_of(game).seats
        assert form["key"] == sending["key"]
        assert form[f"seat-{cal.id}-total"] == "45"
        form[f"seat-{ann.id}-total"] = "12"
        client.post(mend, form)
        assert totals(game) == [12, 0, 45, 9]
        assert "It is on the sheet now" in self.get(client, game).text
        assert outcomes(client, game, sending) == ["already"]

    def test_it_can_take_the_place_of_what_was_written_meanwhile(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        hand_over(client, game, a_round(game, None, "out", 45, 9))
        play(game, 1, 0, 2, 3)
        mend = next(link for link in self.get(client, game).links if "aside=" in link)
        assert mend.startswith(reverse("scoring:round-correct", args=[game.code, 1]))
        cal = sheet_of(game).seats[2]
        assert Page(client.get(mend)).fields[f"seat-{cal.id}-total"] == "45"

    def test_it_can_be_left_out_and_stays_readable(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        sending = a_round(game, None, "out", 45, 9)
        hand_over(client, game, sending)
        page = self.followed(client, game)
        assert "Left out." in page.trouble
        assert "Cal 45" in page.text
        assert outcomes(client, game, sending) == ["left"]
        sheet = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "not on the sheet yet" not in sheet.text

    def test_how_it_ended_and_why_is_said(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        play(game, 12, 0, 45, 9)
        sending = a_round(game, None, 1, 45, 9, number=1, kind="correct")
        sending["fields"] |= {"reason_tapped": "Typing error", "reason": "a 4"}
        hand_over(client, game, sending)
        page = self.get(client, game)
        assert "corrected round 1 without the network." in page.text
        assert "The round was blocked. Why: “Typing error: a 4”" in page.text

    def test_an_undo_is_said_in_words(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        seen = play(game, 12, 0, 45, 9).entry
        play(game, 1, 0, 2, 3)
        undo = {"key": new_key(), "kind": "undo", "round": 1, "seen": {"entry": seen.pk}}
        hand_over(client, game, undo | {"made_at": "2026-05-05T12:00:00Z"})
        page = self.get(client, game)
        assert "Table 3 undid round 1 without the network." in page.text
        assert "By that tablet’s clock it was May 5, 2026" in page.text
        assert "If it is wrong, undo it there." in page.text
        assert "{" not in page.text

    def test_a_correction_that_was_undone_is_named(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        play(game, 12, 0, 45, 9)
        seen = correct(game, 1, (12, 0, 54, 9))
        play(game, 1, 0, 2, 3)
        hand_over(client, game, {"key": "k", "kind": "undo", "seen": {"entry": seen.pk}})
        assert "undid the correction of round 1 without" in self.get(client, game).text

    def test_a_dispute_is_said_in_words(self, client_of: ClientOf, game: Game) -> None:
        facts = [["turn.seat", "Ann"], ["trains.Ann.marked", True], ["trains.Ann.tail", 13]]
        data = {"kind": "unmark", "ask": {"must": "unmark"}, "told": facts, "asked": 1}
        client = client_of("tablet")
        hand_over(client, game, {"key": "k", "kind": "dispute", "round": 1, "data": data})
        page = self.get(client, game)
        assert "settled a dispute in round 1 without the network." in page.text
        asked = "Does the marker come off Ann's train? A marker is on Ann's train."
        assert f"The dispute in round 1 {asked}" in page.text
        assert "settle the dispute again" in page.text
        assert "{" not in page.text

    def test_of_what_is_damaged_it_says_what_can_be_read(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        sending = a_round(game, None, "out", 45, 9)
        sending["fields"]["reason"] = ["misread"]
        hand_over(client, game, sending)
        page = self.get(client, game)
        assert "Table 3 recorded something without the network." in page.text
        assert "Cal 45" in page.text
        assert "Ask the table what it was" in page.text
        assert "{" not in page.text

    @pytest.mark.parametrize("told", ["", "x", "0", "-1", "²", "9" * 5000])
    def test_nonsense_fills_in_nothing(self, client_of: ClientOf, game: Game, told: str) -> None:
        url = reverse("scoring:round-record", args=[game.code, 1])
        fields: dict[str, Any] = Page(client_of("tablet").get(url, {"aside": told})).fields
        assert fields["starting_double"] == "12"
