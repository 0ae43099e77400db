"""The sheet on paper."""

from django.urls import reverse

from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish, game_start
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, ShownToAll


class TestSheetPrint(OfGame, ShownToAll):
    name = "sheet-print"
    # What others say of the game, such as its game day, is four of them.
    most_queries = 12

    def test_it_says_whose_game_and_which_rules(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        page = self.get(client_of("scorekeeper"), game)
        assert "Hillside Dominoes" in page.text
        assert "Family rules · double 12 set" in page.text
        assert "Total 12 0 leads 45 9" in page.text
        assert "won 1 round" not in page.text

    def test_house_rules_are_on_it(self, client_of: ClientOf, game: Game) -> None:
        house = make_game(game.club, rules={**game.rules, "double_blank_value": 25})
        page = self.get(client_of("scorekeeper"), house)
        assert "How much does the double blank count? 25 points" in page.text

    def test_a_finished_game_begins_with_its_places(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 12)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.get(client_of("scorekeeper"), game)
        assert "1 Bob 0 won 1 round 2= 2 shared Ann 12" in page.text
        assert "The game was finished." in page.text

    def test_paper_has_whole_names_also_of_many(self, client_of: ClientOf, club: Club) -> None:
        names = ["Ann Bell", "Bob Cole", "Cal Dale", "Dot Ellis", "Eve Ford", "Fay Gray"]
        game = game_start(
            club=club,
            author=ANN,
            names=names,
            set_=12,
            rules={"base": "family", "fill": "defaults"},
        )
        answer = client_of("tablet").get(self.url(game))
        assert 'title="Ann Bell"' not in answer.content.decode()
        sheet = client_of("tablet").get(reverse("scoring:sheet", args=[game.code]))
        assert 'title="Ann Bell"' in sheet.content.decode()
