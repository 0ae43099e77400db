"""The table ends its game."""

from typing import Any

from django.urls import reverse

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, make_game, new_key, play
from tests.litany import BOTH, ClientOf, OfGame, Shows, Writes
from tests.page import Page


class TestGameFinish(OfGame, Shows, Writes):
    name = "game-finish"
    methods = BOTH
    most_queries = 7

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)

    def data(self, game: Game) -> dict[str, Any]:
        return {"key": new_key()}

    def test_it_asks_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "1 of 13 rounds is recorded. The game ends here if the table says so." in page.text
        assert "1 Bob 0 won 1 round 2 Dot 9" in page.text
        # First the totals, then who has checked them: a name to tap, or none.
        assert page.text.index("1 Bob 0") < page.text.index("Who has checked the totals?")
        assert "You need not say it. Nobody Ann Bob Cal Dot Somebody else" in page.text

    def test_it_says_that_all_is_played_or_that_nothing_fixes_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        short = make_game(game.club, rules={**game.rules, "rounds": 1})
        play(short, 12, 0, 45, 9)
        assert "All rounds are recorded." in self.get(client_of("tablet"), short).text
        free = make_game(game.club, rules={"base": "hub", "fill": "defaults"})
        play(free, 12, 0, 45, 9)
        assert "1 round is recorded." in self.get(client_of("tablet"), free).text

    def test_it_says_that_time_ran_out(self, client_of: ClientOf, game: Game) -> None:
        play(game, 5, 30, 6, 9, ending="time")
        text = self.get(client_of("tablet"), game).text
        assert "Time ran out in round 1: that was the last round of the game." in text
        assert "if the table says so" not in text

    def test_it_says_that_a_run_off_decided(self, client_of: ClientOf, game: Game) -> None:
        rules = {**game.rules, "rounds": 1, "tie_break": "playoff"}
        tied = make_game(game.club, rules=rules)
        play(tied, 5, 30, 5, 9, ending="blocked")
        play(tied, 12, 0)
        assert "Cal wins the run-off with a total of 5." in self.get(client_of("tablet"), tied).text

    def test_then_it_shows_who_won(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        page = self.followed(client, game)
        assert "Bob wins with 0 and is 9 ahead." in page.text
        game.refresh_from_db()
        assert game.finished_at is not None
        answer = client.get(self.url(game))
        assert answer["Location"] == reverse("scoring:result", args=[game.code])

    def test_sent_twice_it_ends_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game)
        for _sending in range(2):
            answer = client.post(self.url(game), form)
            assert answer["Location"] == reverse("scoring:result", args=[game.code])
        assert game.entries.count() == 2

    def test_what_cannot_end_yet(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        assert "Record a round first" in self.followed(client, game).trouble
        self.ready(game)
        play(game, 12, 0, 54, 9, round_number=1)
        # The page says it before anybody taps: it leads to the choice instead.
        asked = self.get(client, game).text
        assert "Two tablets recorded round 1 differently. See both and choose" in asked
        assert "See both and choose Not yet" in asked
        page = self.followed(client, game)
        assert "Two tablets recorded round 1 differently. Choose between them" in page.trouble
        assert not sheet_of(game).finished

    def test_a_reopened_game_can_end_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        game_finish(game=game, author=ANN, key=new_key())
        client = client_of("tablet")
        answer = self.send(client, game)
        assert "An organizer can reopen it" in Page(client.get(answer["Location"])).trouble
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        self.send(client, game)
        assert sheet_of(game).finished

    def test_who_checked_it_stands_on_the_result_and_the_sheet(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("tablet")
        page = self.followed(client, game, verified_by="Dot")
        assert "Checked by Dot. Table 3" in page.text
        sheet = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "The game was finished. Checked by Dot. Table 3" in sheet.text
        entry = sheet_of(game).finished_by
        assert entry is not None
        assert entry.reason == "Checked by Dot."

    def test_a_tap_says_who_checked_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, checker="Bob")
        assert "Checked by Bob." in page.text

    def test_a_name_that_is_too_long_is_said_beside_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, verified_by="x" * 41)
        assert "A name has room for 40 letters." in page.text
        assert not sheet_of(game).finished
