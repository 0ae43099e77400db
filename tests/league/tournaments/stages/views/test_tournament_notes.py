"""Announcing what changes on the day."""

from typing import Any

import pytest

from league.models import Tournament
from scoring.models import Game
from tests.league.tournaments.display.of_bracket import ShowsTournament
from tests.litany import BOTH, ORGANIZERS, ClientOf, Writes
from tests.page import Page


class TestTournamentNotes(ShowsTournament, Writes):
    name = "tournament-notes"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 6

    def data(self, game: Game) -> dict[str, Any]:
        return {"notes": "Lunch at noon.\r\nNo coffee.", "be_there": "20"}

    def test_it_is_kept_shown_and_written_down(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        before = self.tournament(game).revision
        page = Page(client_of("organizer").post(self.url(game), self.data(game), follow=True))
        assert "Changes announced today Lunch at noon. No coffee." in page.text
        tournament = self.tournament(game)
        assert tournament.notes == "Lunch at noon.\nNo coffee."
        assert tournament.be_there == 20
        assert tournament.revision > before
        assert "what is announced today" in tournament.log.latest("pk").text

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"notes": "x" * 501}, "There is room for 500 letters, and these are 501."),
            ({"notes": "x\n" * 10 + "x"}, "There is room for 10 lines."),
            ({"be_there": "x"}, "be_there"),
            ({"be_there": "121"}, "That number is too big."),
            ({"be_there": ""}, "Something is missing"),
        ],
    )
    def test_a_no_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        answer = client_of("organizer").post(self.url(game), {**self.data(game), **sent})
        assert said in answer.content.decode()
        assert self.tournament(game).notes == ""

    def test_500_letters_with_new_lines_are_taken(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        text = "\r\n".join(["x" * 49] * 10)
        client_of("organizer").post(self.url(game), {"notes": text, "be_there": "0"})
        assert len(self.tournament(game).notes) == 499

    def test_signs_that_turn_a_line_are_left_out(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client_of("organizer").post(self.url(game), {"notes": "a\u202eb", "be_there": "0"})
        assert self.tournament(game).notes == "ab"

    def test_also_when_it_has_ended(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Tournament.objects.update(ended_at="2026-03-01T12:00:00Z")
        client_of("organizer").post(self.url(game), self.data(game))
        assert self.tournament(game).notes
