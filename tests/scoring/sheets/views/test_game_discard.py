"""A game that was begun by mistake is thrown away in one tap, or begun again in another way."""

from django.urls import reverse

from league.days.services.moving import game_put
from scoring.models import Game
from scoring.sheets.services.games import game_again, game_finish
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import GameDayFactory
from tests.litany import POST, SCORERS, ClientOf, OfGame, Writes
from tests.page import Page


class TestGameDiscard(OfGame, Writes):
    name = "game-discard"
    may = SCORERS
    methods = POST

    def test_it_is_on_no_list_any_more(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        page = self.followed(client, game)
        assert "The game is thrown away." in page.trouble
        assert reverse("scoring:sheet", args=[game.code]) not in page.links

    def test_begun_again_all_that_was_told_is_there(self, client_of: ClientOf, game: Game) -> None:
        Game.objects.filter(pk=game.pk).update(set=9, rules={"base": "hub", "hand_size": 8})
        client = client_of("tablet")
        begun = self.followed(client, game, again="yes")
        assert "4 players: each draws 8 tiles." in begun.text
        assert "Type the names" not in begun.text
        form = begun.fields
        names = [form[f"name-{number}"] for number in range(4)]
        assert names == ["Ann", "Bob", "Cal", "Dot"]
        assert (form["set"], form["rules"], form["house-hand_size"]) == ("9", "hub", "8")
        game.refresh_from_db()
        assert game.taken_back_at
        address = f"{reverse('scoring:game-start')}?like={game.code}"
        page = Page(client.post(address, {**form, "set": "12"}, follow=True))
        assert "Each draws 8 tiles." in page.text

    def test_rules_that_no_field_can_say_are_kept(self, client_of: ClientOf, game: Game) -> None:
        rules = {"base": "family", "fill": "defaults", "closing_order": "newest"}
        Game.objects.filter(pk=game.pk).update(rules=rules)
        client = client_of("tablet")
        form = self.followed(client, game, again="yes").fields
        client.post(f"{reverse('scoring:game-start')}?like={game.code}", form)
        assert Game.objects.exclude(pk=game.pk).get().rules == rules

    def test_a_round_keeps_a_game(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        page = self.followed(client_of("organizer"), game)
        assert "This game cannot be thrown away here." in page.trouble
        game.refresh_from_db()
        assert game.taken_back_at is None

    def test_a_days_game_is_its_organizers(self, client_of: ClientOf, game: Game) -> None:
        game_put(game=game, day=GameDayFactory(club=game.club), number=1, table=1)
        page = self.followed(client_of("tablet"), game)
        assert "Throw this game away" not in page.text
        assert "This game cannot be thrown away here." in page.trouble

    def test_played_again_after_all_it_is_back(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        following = game_again(game=game, author=ANN)
        self.send(client_of("tablet"), following)
        following.refresh_from_db()
        assert following.taken_back_at
        assert game_again(game=game, author=ANN).taken_back_at is None

    def test_another_clubs_game_fills_no_form(self, client_of: ClientOf, game: Game) -> None:
        other = make_game()
        address = f"{reverse('scoring:game-start')}?like={other.code}"
        assert Page(client_of("tablet").get(address)).fields["name-0"] == ""

    def test_started_again_by_the_same_form_it_is_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """As a browser's Back brings it, with the key that it had."""
        client = client_of("tablet")
        form = Page(client.get(reverse("scoring:game-start"))).fields
        form |= {"name-0": "Ann", "name-1": "Bob", "name-2": "Cal"}
        client.post(reverse("scoring:game-start"), form)
        new = Game.objects.exclude(pk=game.pk).get()
        self.followed(client, new)
        page = Page(client.post(reverse("scoring:game-start"), form, follow=True))
        assert "counts nowhere" not in page.text
        new.refresh_from_db()
        assert new.taken_back_at is None
