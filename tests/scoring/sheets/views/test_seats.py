"""The seats of a table, with a form for each thing that can change."""

from urllib.parse import quote

import pytest
from django.urls import reverse

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, Shows
from tests.page import Page

FORMS = ("seat-join", "seat-leave", "seats-swap")


class TestSeats(OfGame, Shows):
    name = "seats"
    most_queries = 9  # one of them: is the game a day's, which knows who is there without a seat

    def test_it_says_who_sits_here(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        seat_join(game=game, author=ANN, key=new_key(), name="Eve")
        dot = sheet_of(game).seats[3].id
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=False)
        page = self.get(client_of("tablet"), game)
        assert "Ann 12 Bob 0 Cal 45 Dot 9 left after round 1" in page.text
        assert "Eve 45 came in round 2 with 45" in page.text
        assert "By the rules in force: the highest total at the table, 45 points." in page.text
        assert page.fields["total"] == "45"
        assert "Plays from round 2" in page.text
        assert "Who leaves? Ann Bob Cal Eve" in page.text

    def test_a_link_for_who_comes_late_opens_the_form(
        self, client_of: ClientOf, game: Game
    ) -> None:
        assert self.get(client_of("organizer"), game).fields["name"] == ""
        answer = client_of("organizer").get(self.url(game), {"who": "Zoë Lamb"})
        assert Page(answer).fields["name"] == "Zoë Lamb"
        assert "<details open>" in answer.text

    @pytest.mark.parametrize(
        ("how", "said"),
        [
            ("average", "the average total at the table, 16 points."),
            ("zero", "no points, 0 points."),
        ],
    )
    def test_the_house_says_what_a_late_arrival_gets(
        self, client_of: ClientOf, game: Game, how: str, said: str
    ) -> None:
        house = make_game(game.club, rules={**game.rules, "late_arrival_total": how})
        play(house, 12, 0, 45, 9)
        assert said in self.get(client_of("tablet"), house).text

    def test_a_finished_game_changes_nobody(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        forms = {reverse(f"scoring:{name}", args=[game.code]) for name in FORMS}
        page = self.get(client_of("tablet"), game)
        assert "The game is finished, so nothing can be changed here." in page.text
        assert not forms & set(page.actions)
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        assert forms <= set(self.get(client_of("tablet"), game).actions)


def test_who_is_not_signed_in_is_led_there_and_back(client_of: ClientOf, game: Game) -> None:
    address = reverse("scoring:seats", args=[game.code])
    sign_in = f"{reverse('scoring:sign-in')}?next={quote(address, safe='')}"
    hidden = client_of("nobody").get(address)
    assert hidden.status_code == 404
    assert f'<a class="button main" href="{sign_in}">Sign in</a>' in hidden.text
    assert "Sign in</a>" not in client_of("organizer").get("/nowhere/").text
