"""The desk in one page, for when there is no network."""

import json
import re

from scoring.disputes.questions import seat_word
from scoring.disputes.topics import TOPICS
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, new_key, play
from tests.litany import ClientOf, OfGame, Shows

HELD = re.compile(r'<script id="tablet-game" type="application/json">(.*?)</script>', re.DOTALL)


class TestTabletDispute(OfGame, Shows):
    name = "tablet-dispute"
    most_queries = 10

    def scene(self, client_of: ClientOf, game: Game) -> dict:
        """What the page knows of the table."""
        page = client_of("tablet").get(self.url(game)).content.decode()
        return json.loads(HELD.findall(page)[0])

    def test_it_holds_every_question_with_its_fields(self, client_of: ClientOf, game: Game) -> None:
        page = client_of("tablet").get(self.url(game)).content.decode()
        for topic in TOPICS:
            form = page.split(f'data-ask="{topic.kind}"')[1].split("</template>")[0]
            assert str(topic.title).replace("'", "&#x27;") in form
            assert set(re.findall(r'name="(\w+)"', form)) == set(topic.parts)
            for seat in ("Ann", "Bob", "Cal", "Dot") if "seat" in topic.needs else ():
                assert f'value="{seat}"' in form

    def test_it_knows_the_table(self, client_of: ClientOf, game: Game) -> None:
        play(game, 0, 12, 8, 4)
        scene = self.scene(client_of, game)
        assert scene == {
            "set": 12,
            "rules": game.rules,
            "seats": ["Ann", "Bob", "Cal", "Dot"],
            "round": 2,
            "starting_double": 11,
            "totals": {"Ann": 0, "Bob": 12, "Cal": 8, "Dot": 4},
            "begins": "Bob",
            "began_before": "Ann",
        }

    def test_who_comes_late_sits_there(self, client_of: ClientOf, game: Game) -> None:
        play(game, 0, 12, 8, 4)
        seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=12)
        scene = self.scene(client_of, game)
        assert scene["seats"] == ["Ann", "Bob", "Cal", "Dot", "Eve"]
        assert "Eve" not in scene["totals"]

    def test_a_finished_game_is_asked_of_its_last_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 0, 12, 8, 4)
        game_finish(game=game, author=ANN, key=new_key())
        scene = self.scene(client_of, game)
        assert (scene["round"], scene["starting_double"]) == (1, 12)

    def test_a_name_is_no_markup(self, client_of: ClientOf, club: Club) -> None:
        rules = {"base": "family", "fill": "defaults"}
        names = ["</script><b>", "J.R."]
        game = game_start(club=club, author=ANN, names=names, set_=12, rules=rules)
        assert self.scene(client_of, game)["seats"] == [seat_word(name) for name in names]
        assert "b" not in self.get(client_of("tablet"), game).tags

    def test_it_is_not_kept_by_the_browser_itself(self, client_of: ClientOf, game: Game) -> None:
        assert "no-store" in client_of("tablet").get(self.url(game))["Cache-Control"]
