"""Who won, to show around the table."""

from django.urls import reverse

from scoring.models import Club, Game
from scoring.sheets.services.games import game_again, game_finish, game_reopen
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, ShownToAll


class TestResult(OfGame, ShownToAll):
    name = "result"
    # What others say of the game, such as its game day or that it has none, is six of them; its
    # players are six.
    most_queries = 20

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())

    def test_it_says_who_won(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Bob wins with 0 and is 9 ahead. After 1 of 13 rounds." in page.text
        assert "1 Bob 0 won 1 round 2 Dot 9" in page.text
        assert reverse("scoring:game-start") in page.links

    def test_a_run_off_is_no_round_of_the_game(self, client_of: ClientOf, club: Club) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 1, "tie_break": "playoff"}
        game = make_game(club, rules=rules)
        play(game, 5, 30, 5, 9, ending="blocked")
        play(game, 12, 0)
        game_finish(game=game, author=ANN, key=new_key())
        assert "After 1 round. A run-off followed." in self.get(client_of("tablet"), game).text

    def test_it_offers_the_next_game_to_who_scores(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        address = reverse("scoring:game-again", args=[game.code])
        for who, offered in (("tablet", True), ("nobody", False)):
            html = client_of(who).get(self.url(game)).content.decode()
            assert (f'action="{address}"' in html) == offered
        # However many play, it is in sight: above the places.
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert html.index(address) < html.index('class="board')

    def test_it_says_what_these_players_have_done(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "first game together" in self.get(client_of("tablet"), game).text
        following = game_again(game=game, author=ANN)
        # Bob, Cal, Dot, Ann
        play(following, 0, 5, 6, 7)
        game_finish(game=following, author=ANN, key=new_key())
        page = self.get(client_of("tablet"), following)
        assert "played 2 games together. Bob has won 2 in a row." in page.text
        assert "Lowest total in a game of as many rounds: Bob with 0" in page.text
        assert "Bob won 2 games Cal won 0 games" in page.text

    def test_a_tie_shares_the_place(self, client_of: ClientOf, game: Game) -> None:
        play(game, 9, 0, 45, 9)
        play(game, 0, 9, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.get(client_of("tablet"), game)
        assert "Ann and Bob" in page.text
        assert "1= 1 shared Ann 9" in page.text
        assert "3 Dot 18" in page.text

    def test_an_open_game_has_its_sheet_instead(self, client_of: ClientOf, game: Game) -> None:
        client, sheet = client_of("organizer"), reverse("scoring:sheet", args=[game.code])
        assert client.get(self.url(game)).headers["Location"] == sheet
        self.ready(game)
        assert client.get(self.url(game)).status_code == 200

    def test_a_page_that_is_open_follows_what_is_corrected(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("tablet")
        asks = {"seen": client.get(self.url(game)).context["seen"]}
        assert client.get(self.url(game), asks).status_code == 204
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        opened = client.get(self.url(game), asks)
        assert opened.headers["HX-Redirect"] == reverse("scoring:sheet", args=[game.code])
        game_finish(game=game, author=ANN, key=new_key())
        assert client.get(self.url(game), asks).headers["HX-Refresh"] == "true"
