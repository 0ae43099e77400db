"""Two tablets recorded one round differently: the table sees both and chooses."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.accounts.authors import Author
from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play, totals
from tests.litany import BOTH, ClientOf, OfGame, Shows, Writes, rows
from tests.page import Page


class TestRoundChoose(OfGame, Shows, Writes):
    name = "round-choose"
    methods = BOTH
    most_queries = 7

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 12, 0, 54, 9, round_number=1)

    def args(self, game: Game) -> list[object]:
        return [game.code, 1]

    def data(self, game: Game) -> dict[str, Any]:
        waiting = sheet_of(game).contests
        return {"key": new_key(), "chosen": waiting[0].pk if waiting else 0}

    def test_both_stand_side_by_side(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Ann 12 Bob 0 went out Cal 45 differs Dot 9" in page.text
        assert "Ann 12 Bob 0 went out Cal 54 differs Dot 9" in page.text
        assert page.text.count("differs") == 2
        assert page.text.count(f"This one counts ({ANN.name})") == 2

    def test_the_sheet_marks_the_round_and_the_totals(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        self.ready(game)
        sheet = reverse("scoring:sheet", args=[game.code])
        assert Page(client.get(sheet)).text.count("two versions: see above") == 2
        self.send(client, game)
        assert "two versions" not in Page(client.get(sheet)).text

    def test_the_next_rounds_page_says_so_when_it_opens_and_while_it_is_open(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        self.ready(game)
        opened = client.get(reverse("scoring:round-record", args=[game.code, 2]))
        check = reverse("scoring:round-check", args=[game.code, 2])
        asked = client.post(check, {"meanwhile": "1", "key": new_key()})
        for page in (Page(opened), Page(asked)):
            assert "Two tablets recorded round 1 differently. See both and choose" in page.text

    def test_first_is_who_recorded_first(self, client_of: ClientOf, game: Game) -> None:
        """The bug it would catch: the tablet whose network came back first stood first."""
        now = timezone.now()
        Game.objects.filter(pk=game.pk).update(started_at=now - timedelta(hours=1))
        play(game, 12, 0, 45, 9)
        earlier = Author("Cal", made_at=now - timedelta(minutes=1))
        play(game, 12, 0, 54, 9, round_number=1, author=earlier)
        text = self.get(client_of("tablet"), game).text
        assert "First: Cal" in text
        assert f"Second: {ANN.name}" in text

    def test_the_other_can_count(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game)
        assert "Round 1 is settled." in page.trouble
        assert totals(game) == [12, 0, 54, 9]
        assert "Two tablets" not in page.text
        assert "was 45 54" in page.text
        # Undone is the choice alone: both stand again.
        assert "Undo the choice in round 1" in page.text
        last = sheet_of(game).last_entry
        undo = reverse("scoring:entry-undo", args=[game.code])
        client = client_of("tablet")
        client.post(undo, {"key": new_key(), "seen": last.pk if last else 0})
        assert (
            "Redo the choice in round 1 Undo round 1"
            in Page(client.get(reverse("scoring:sheet", args=[game.code]))).text
        )

    def test_the_first_can_stay(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        first = sheet_of(game).rounds[0].entry.pk
        page = self.followed(client_of("tablet"), game, chosen=first)
        assert "Round 1 is settled." in page.trouble
        assert "Round 1 stays as it was on the sheet." in page.text
        assert totals(game) == [12, 0, 45, 9]

    @pytest.mark.parametrize("chosen", [None, "", "x", "0", "-1", "²", "\0", "9" * 5000])
    def test_nonsense_chooses_nothing(
        self, client_of: ClientOf, game: Game, chosen: str | None
    ) -> None:
        self.ready(game)
        before = rows()
        page = self.followed(client_of("tablet"), game, chosen=chosen)
        assert "Choose one of the two that the sheet shows." in page.trouble
        assert "See both and choose" in page.text
        assert rows() == before

    def test_chosen_by_another_meanwhile(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        late = self.form(game)
        client = client_of("tablet")
        self.send(client, game)
        answer = client.post(self.url(game), late, follow=True)
        assert "Round 1 is settled already." in Page(answer).trouble
        answer = client.get(self.url(game))
        assert answer["Location"] == reverse("scoring:sheet", args=[game.code])

    @pytest.mark.parametrize("number", [0, 1, 2, 10**9])
    def test_without_two_there_is_nothing_to_choose(
        self, client_of: ClientOf, game: Game, number: int
    ) -> None:
        play(game, 12, 0, 45, 9)
        client = client_of("tablet")
        url = reverse("scoring:round-choose", args=[game.code, number])
        sheet = reverse("scoring:sheet", args=[game.code])
        assert client.get(url)["Location"] == sheet
        page = Page(client.post(url, {"chosen": "1"}, follow=True))
        assert f"Round {number} is settled already." in page.trouble

    def test_a_finished_game_is_settled(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.followed(client_of("tablet"), game)
        assert "This game is finished." in page.trouble
