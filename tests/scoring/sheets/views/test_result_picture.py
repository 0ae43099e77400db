"""The result as a picture to send to others."""

from pathlib import Path
from xml.etree import ElementTree

from django.contrib.staticfiles import finders

from scoring.models import Game
from scoring.sheets.services.games import game_finish
from scoring.web.seat_marks import COLORS
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import GameDayFactory, come, paper_game
from tests.litany import ClientOf, OfGame, ShownToAll

SVG = "{http://www.w3.org/2000/svg}"


class TestResultPicture(OfGame, ShownToAll):
    name = "result-picture"
    most_queries = 13  # five ask which day the game belongs to

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 1, 2, 0, 4)
        game_finish(game=game, author=ANN, key=new_key())

    def picture(self, client_of: ClientOf, game: Game) -> ElementTree.Element:
        answer = client_of("tablet").get(self.url(game))
        assert answer["Content-Type"] == "image/svg+xml"
        return ElementTree.fromstring(answer.content)  # noqa: S314  # of our own making

    def test_it_has_winner_totals_and_curves(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        picture = self.picture(client_of, game)
        texts = [" ".join((text.text or "").split()) for text in picture.iter(f"{SVG}text")]
        assert "Bob wins with 2 and is 11 ahead." in texts
        assert any(line.endswith("rounds. Fewer points are better.") for line in texts)
        first = texts.index("Bob")
        assert texts[first - 1 : first + 5] == ["1", "Bob", "2", "2=", "Ann", "13"]
        strokes = {group.get("stroke") for group in picture.iter(f"{SVG}g")} - {None}
        assert strokes == set(COLORS[:4])

    def test_long_names_and_full_tables_stay_inside(self, client_of: ClientOf, game: Game) -> None:
        game.club.players.update(name="Wilhelmina & <Wolfeschlegelsteinhausen>")
        play(game, 7, 7, 7, 7, ending="blocked")
        game_finish(game=game, author=ANN, key=new_key())
        picture = self.picture(client_of, game)
        _x, _y, width, height = (float(part) for part in picture.get("viewBox", "").split())
        for text in picture.findall(f"{SVG}text"):
            assert 0 < float(text.get("y", "0")) < height
            size = float(text.get("font-size", "0"))
            assert float(text.get("x", "0")) + len(text.text or "") * size * 0.5 < width

    def test_a_game_of_which_totals_alone_are_known_has_no_curves(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """As one that was entered from paper: it was an error of the server."""
        come(day := GameDayFactory(club=game.club), "Ann", "Bob")
        paper = paper_game(day, {"Ann": 12, "Bob": 31})
        answer = client_of("organizer").get(self.url(paper))
        picture = ElementTree.fromstring(answer.content)  # noqa: S314  # of our own making
        assert "31" in [text.text for text in picture.iter(f"{SVG}text")]
        assert not list(picture.iter(f"{SVG}line"))

    def test_there_is_none_while_the_game_is_open(self, client_of: ClientOf, game: Game) -> None:
        other = make_game(game.club)
        assert client_of("organizer").get(self.url(other)).status_code == 404


def test_the_colors_are_those_of_the_sheet() -> None:
    text = Path(str(finders.find("scoring/sheet.css"))).read_text(encoding="utf-8")
    for number, color in enumerate(COLORS):
        assert f".seat-{number} {{ --seat: {color}; }}" in text
