"""Who plays and by which rules; then straight to round one."""

import re
from typing import Any

import pytest

from scoring import referee
from scoring.accounts.services.people import player_for_name
from scoring.models import Game, Player
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN, make_game
from tests.litany import BOTH, SCORERS, ClientOf, Shows, Writes, rows
from tests.page import Page


class TestGameStart(Shows, Writes):
    name = "game-start"
    # Whoever organizes another club starts games there.
    may = SCORERS | {"stranger"}
    methods = BOTH
    most_queries = 9

    def data(self, game: Game) -> dict[str, Any]:
        return {"rules": "family", "set": "12", "name-0": "Ann", "name-1": "Bob", "name-2": "Zoe"}

    def started(self, game: Game) -> Game:
        return Game.objects.exclude(pk=game.pk).get()

    def test_the_page_asks_for_names_first(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("tablet"), game)
        assert (page.fields["rules"], page.fields["set"]) == ("family", "12")
        assert page.fields["name-0"] == ""
        assert "Tap those who play, or type a new name. Ann Bob Cal Dot" in page.text
        assert "Family rules" not in page.trouble

    def test_everybody_of_the_club_can_be_tapped(self, client_of: ClientOf, game: Game) -> None:
        assert "More names" not in self.get(client_of("tablet"), game).text
        for number in range(13):
            player_for_name(club=game.club, name=f"Guest {number:02}")
        page = self.get(client_of("tablet"), game)
        # The four who played, twelve of the others, and the one for whom there was no room.
        assert "Guest 11 More names Guest 12" in page.text

    def test_a_game_begins_at_round_one(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("tablet"), game)
        assert "Round 1 of 13" in page.text
        assert "Ann Bob Zoe Blocked" in page.text
        started = self.started(game)
        assert started.club == game.club
        assert (started.set, started.rules) == (12, {"base": "family", "fill": "defaults"})
        assert started.started_by == "Table 3"
        assert Player.objects.filter(club=game.club).count() == 5

    def test_sent_again_it_is_the_same_game(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        key = self.get(client, game).fields["key"]
        for _sending in range(2):
            assert "Round 1 of 13" in self.followed(client, game, key=key).text
        self.started(game)
        # What is wrong is mended under the same key.
        assert self.followed(client, game, key=key, **{"name-1": "ann"}).fields["key"] == key

    def test_first_names_alone_are_asked_about_one_by_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        for name in ("Zoe Lamb", "Yves Moss", "Yves Reed"):
            player_for_name(club=game.club, name=name)
        client = client_of("tablet")
        page = self.followed(client, game, **{"name-1": "Yves"})
        assert "Who is Yves?" in page.trouble
        assert "Yves Moss Yves Reed No, another Yves" in page.text
        page = self.followed(client, game, **{"name-1": "Yves", "means": "name-1=Yves"})
        assert "Who is Zoe?" in page.trouble
        assert page.fields["answered"] == "Yves"
        answers = {"name-1": "Yves", "answered": "Yves", "means": "name-2=Zoe Lamb"}
        page = self.followed(client, game, **answers)
        assert "Ann Yves Zoe Lamb Blocked" in page.text

    def test_who_is_at_the_table_already_is_nobody_elses_first_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        player_for_name(club=game.club, name="Zoe Lamb")
        page = self.followed(client_of("tablet"), game, **{"name-3": "Zoe Lamb"})
        assert "Ann Bob Zoe Zoe Lamb Blocked" in page.text

    def test_clubs_do_not_know_each_others_people(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("stranger")
        # As a word: a page's random token holds any three letters now and then.
        assert not re.search(r"\bDot\b", client.get(self.url(game)).content.decode())
        self.send(client, game)
        assert self.started(game).club != game.club
        assert not game.club.players.filter(name="Zoe").exists()

    def test_house_rules_are_kept(self, client_of: ClientOf, game: Game) -> None:
        house = {"house-double_blank_value": "25", "house-hand_size": "10", "house-rounds": ""}
        self.send(client_of("tablet"), game, **house)
        rules = self.started(game).rules
        assert rules == {
            "base": "family",
            "fill": "defaults",
            "double_blank_value": 25,
            "hand_size": 10,
        }

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name-1": "", "name-2": ""}, "Type the names of at least two players."),
            ({"name-2": " ann"}, "ann is typed twice. Add a letter to tell the two apart."),
            ({"name-2": "x" * 41}, "A name has room for 40 letters."),
            (
                {f"name-{number}": f"P{number}" for number in range(9)},
                "for 2 to 8 players, and 9 are named. Choose another set or other rules.",
            ),
            ({"set": "18"}, "for 9 to 12 players, and 3 are named."),
            ({"set": "6"}, "Say it under “Change a rule for this once”, or choose another set."),
            ({"house-hand_size": "many"}, "Type a number, such as 27."),
            ({"house-hand_size": "9" * 5000}, "Type a number, such as 27."),
            ({"house-hand_size": "40"}, "3 hands of 40 tiles are more than a double-12 set has."),
            ({"house-first_starting_double": "18"}, "A double-12 set has no double 18."),
            (
                {"house-first_starting_double": "3", "house-last_starting_double": "5"},
                "so the last one (5) cannot be higher than the first (3).",
            ),
        ],
    )
    def test_what_is_wrong_is_said_and_kept(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        client, before = client_of("tablet"), rows()
        answer = self.send(client, game, **changed)
        page = Page(answer)
        assert answer.status_code == 200
        assert said in page.trouble
        for name, value in (self.data(game) | changed).items():
            assert page.fields[name] == value, name
        assert rows() == before

    @pytest.mark.parametrize(
        ("taken", "said"),
        [
            ("set=12", "5 players: each draws 14 tiles."),
            ("house-hand_size=8", "5 players: each draws 8 tiles. Our rule"),
            ("name-0=Zoe", "not with 5 players"),
        ],
    )
    def test_what_would_go_is_a_tap(
        self, client_of: ClientOf, game: Game, taken: str, said: str
    ) -> None:
        client, before = client_of("tablet"), rows()
        five = {"name-3": "Dot", "name-4": "Eve", "set": "9"}
        page = Page(self.send(client, game, **five))
        assert page.buttons["take"] == "house-hand_size=9"
        # What would go stands with what does not, on top, and nowhere else.
        assert page.text.index("Our rule: 9 tiles each") < page.text.index("Dominoes:")
        assert page.text.count("Our rule: 9 tiles each") == 1
        page = Page(self.send(client, game, **five, take=taken))
        assert said in page.text
        assert ("Done." in page.text) == ("each draws" in said)
        assert page.fields["name-0"] == "Ann"
        assert rows() == before
        if taken == "house-hand_size=8":
            form = {name: value for name, value in page.fields.items() if name in self.data(game)}
            self.send(client, game, **(five | form | {"house-hand_size": "8"}))
            assert self.started(game).rules["hand_size"] == 8

    def test_a_fault_far_down_is_named_on_top(self, client_of: ClientOf, game: Game) -> None:
        answer = self.send(client_of("tablet"), game, **{"house-rounds": "0"})
        page = Page(answer)
        top = page.text.split("Who plays?")[0]
        assert "The game has not started. Look at what is marked below." in top
        assert "How many rounds does a game have?" in top
        assert "#id_house-rounds" in page.links

    def test_a_list_of_doubles_is_held_against_the_set(
        self, client_of: ClientOf, game: Game
    ) -> None:
        house = {"next_starting_double": [12, 8, 0]}
        rules = referee.rule_spec("family", {**house, "player_limits": {"9": [2, 4], "12": [2, 8]}})
        sheet = rule_sheet_create(club=game.club, author=ANN, name="Twos", rules=rules)
        client = client_of("tablet")
        answer = self.send(client, game, rules=f"own-{sheet.pk}", set="9")
        said = "has no double 12. The first one in the list that fits is the double 8."
        assert said in Page(answer).trouble
        assert "Round 1 of 3" in self.followed(client, game, rules=f"own-{sheet.pk}").text

    def test_an_empty_form_is_told_what_is_missing(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        for form in ({}, {"csrfmiddlewaretoken": "x"}):
            page = Page(client.post(self.url(game), form))
            assert "Something is missing" in page.trouble

    def test_house_rules_that_are_chosen_are_not_folded_away(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        folded = '<details class="house">'
        assert folded in client.get(self.url(game)).content.decode()
        answer = self.send(client, game, **{"house-hand_size": "40"})
        assert folded not in answer.content.decode()

    @pytest.mark.parametrize("name", ["<b>Al</b>", "\"'><script>", "שרה", "🐢", "{{ x }} %s"])
    def test_names_are_text(self, client_of: ClientOf, game: Game, name: str) -> None:
        answer = self.send(client_of("tablet"), game, **{"name-0": name, "set": "6"})
        page = Page(answer)
        assert page.fields["name-0"] == name
        assert "b" not in page.tags
        make_game(game.club)
        self.send(client_of("tablet"), game, **{"name-0": name})
        page = self.get(client_of("tablet"), game)
        assert name in page.text
        assert "b" not in page.tags
        assert page.tags.count("script") == answer.content.decode().count("<script ")

    @pytest.mark.parametrize("name", ["An\0n", "\u202eAnn", "A\u200bnn"])
    def test_what_is_unseen_in_a_name_is_left_out(
        self, client_of: ClientOf, game: Game, name: str
    ) -> None:
        self.send(client_of("tablet"), game, **{"name-0": name})
        assert self.started(game).seats.first().player.name == "Ann"
