"""The score sheet: all rounds, all seats, what comes next, and what can be done."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import entry_undo, round_correct
from scoring.sheets.services.seats import seat_leave
from tests.factories import ANN, last_entry, make_game, new_key, play, report_of
from tests.litany import ClientOf, OfGame, ShownToAll
from tests.page import Page
from tests.scoring.sheets.views.typed import typed_round

LIMIT = {"base": "family", "fill": "defaults", "time_limit_minutes": 45}


class TestSheet(OfGame, ShownToAll):
    name = "sheet"
    # Its game day, or whether it belongs to one, is two of them.
    most_queries = 13

    def ready(self, game: Game) -> None:
        # A game without a round is asked whether it can be thrown away.
        play(game, 9, 0, 45, 12)

    def test_it_says_everything(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 3, 20, 0, 7)
        page = self.get(client_of("scorekeeper"), game)
        assert "Ann leads with 15 and is 1 ahead." in page.text
        assert "Total 15 leads 20 45 16" in page.text
        assert "Next is round 3. Starting double: double ten. Cal begins." in page.text
        assert reverse("scoring:round-record", args=[game.code, 3]) in page.links
        assert reverse("scoring:round-correct", args=[game.code, 1]) in page.links
        assert "Undo round 2" in page.text
        assert "Redo" not in page.text
        assert "Totals by round" in page.text
        # A tablet without a network shows the starting doubles of rounds to come.
        html = client_of("scorekeeper").get(self.url(game)).content.decode()
        assert html.count('<span data-double="') == 13
        # Once what waited is handed over, it asks there for the part that changes.
        assert f'data-now="{reverse("scoring:sheet-now", args=[game.code])}"' in html

    def test_after_time_the_game_can_be_finished(self, client_of: ClientOf, game: Game) -> None:
        finish = reverse("scoring:game-finish", args=[game.code])
        play(game, 12, 3, 45, 9, ending="time")
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert (
            f'<a class="button main" data-needs-network href="{finish}">Finish the game</a>' in html
        )
        assert "Play another round: round 2" in html
        play(game, 12, 0, 45, 9)
        assert "Score round 3" in self.get(client_of("tablet"), game).text

    def test_a_time_limit_is_counted_from_the_start(self, client_of: ClientOf, club: Club) -> None:
        game = make_game(club, rules=LIMIT)
        client = client_of("tablet")
        record = reverse("scoring:round-record", args=[game.code, 1])
        for passed, words, main in (
            (0, "After 45 minutes everybody counts: 45 minutes left.", "Score round 1"),
            (2590, "After 45 minutes everybody counts: 2 minutes left.", "Score round 1"),
            (2650, "everybody counts: less than a minute left.", "Score round 1"),
            (2700, "Time! Stop here: everybody counts what is left.", "Finish the game"),
        ):
            started_at = timezone.now() - timedelta(seconds=passed)
            Game.objects.filter(pk=game.pk).update(started_at=started_at)
            assert words in Page(client.get(record)).text
            html = client.get(self.url(game)).content.decode()
            assert words in html
            assert f">{main}</a>" in html.split('class="button main"')[1][:200]
            desk = client.get(reverse("scoring:disputes", args=[game.code])).content.decode()
            assert f">{main}</a>" in desk
        # Once that is written down the game has ended, and nothing more is to be counted.
        play(game, 12, 3, 45, 9, ending="time")
        text = self.get(client, game).text
        assert "players, watch, finish" not in text
        assert "That was the last round of the game." in text
        assert "Time!" not in text
        assert "Next is round" not in text

    def test_before_round_one(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("tablet"), game)
        assert "No round is recorded yet." in page.text
        assert "leads" not in page.text
        assert "Starting double: double twelve. Ann begins." in page.text
        assert "Undo" not in page.text
        assert "Throw this game away" in page.text
        assert "Further down" not in page.text
        play(game, 12, 0, 45, 9)
        assert "Throw this game away" not in self.get(client_of("tablet"), game).text

    def test_what_was_struck_stays_readable(self, client_of: ClientOf, game: Game) -> None:
        first = play(game, 12, 0, 45, 9).entry
        round_correct(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report_of(sheet_of(game), [12, 0, 54, 9], round_number=1),
            reason="<b>misread</b>",
            seen=first.pk,
        )
        page = self.get(client_of("scorekeeper"), game)
        assert "was 45 54" in page.text
        # A space parts the two numbers also where no style does.
        html = client_of("scorekeeper").get(self.url(game)).content.decode()
        assert "45</s> 54" in html
        assert (
            "Round 1 was corrected to: Ann 12, Bob 0, Cal 54, Dot 9. Why: <b>misread</b>"
            in page.text
        )
        assert ANN.name in page.text

    def test_undone_and_left_are_said(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 1, 0, 2, 3)
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        dot = sheet_of(game).seats[3]
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot.id, ranked=False)
        page = self.get(client_of("scorekeeper"), game)
        assert "Round 2 was undone: Ann 1, Bob 0, Cal 2, Dot 3." in page.text
        assert "Redo" not in page.text, "something else was written since"
        assert "Dot left after round 1 and has no place at this table." in page.text
        assert "9 not ranked" in page.text

    def test_what_a_tablet_keeps_shows_no_sentence_that_is_read_once(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """It would be read again whenever the network is away."""
        client = client_of("tablet")
        form = typed_round(game, 12, "out", 45, 9)
        client.post(reverse("scoring:round-record", args=[game.code, 1]), form)
        sheet = reverse("scoring:sheet", args=[game.code])
        assert "Round 1 is saved" not in Page(client.get(sheet, headers={"X-To-Keep": "yes"})).text
        assert "Round 1 is saved" in Page(client.get(sheet)).text

    def test_a_contest_asks_for_a_choice(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 12, 0, 54, 9, round_number=1)
        page = self.get(client_of("tablet"), game)
        assert "Two tablets recorded round 1 differently. See both and choose" in page.text
        assert reverse("scoring:round-choose", args=[game.code, 1]) in page.links

    def test_a_finished_game_is_read_only(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        correct = reverse("scoring:round-correct", args=[game.code, 1])
        reopen = reverse("scoring:game-reopen", args=[game.code])
        page = self.get(client_of("scorekeeper"), game)
        assert "The game is finished." in page.text
        assert "Ann" not in page.text.split("Score sheet")[0]
        assert not {correct, reopen} & set(page.links)
        assert reverse("scoring:entry-undo", args=[game.code]) not in page.actions
        assert reopen in self.get(client_of("organizer"), game).links

        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        page = self.get(client_of("scorekeeper"), game)
        assert "The game was reopened. Why: miscounted" in page.text
        assert correct in page.links
        # An undo takes the last round back, not the reopening.
        assert "Undo round 1" in page.text

    def test_after_the_last_double_it_offers_the_end(self, client_of: ClientOf, game: Game) -> None:
        for _round in range(13):
            play(game, 12, 0, 45, 9)
        page = self.get(client_of("scorekeeper"), game)
        assert "That was the last round of the game." in page.text
        finish = reverse("scoring:game-finish", args=[game.code])
        more = reverse("scoring:round-record", args=[game.code, 14])
        assert page.links.index(finish) < page.links.index(more)
