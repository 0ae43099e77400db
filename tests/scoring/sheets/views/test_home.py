"""The first page: the club's games, or the way in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.seasons.public import tallies_refresh
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.rounds import entry_undo
from tests.factories import ANN, ClubFactory, last_entry, make_game, new_key, play
from tests.litany import SCORERS, ClientOf, Shows
from tests.page import Page


class TestHome(Shows):
    name = "home"
    # Of running and of finished games: the games, their seats with the players. Of the finished
    # ones who won, and whether that was derived; the days that are on, and the next one.
    most_queries = 12

    def ready(self, game: Game) -> None:
        done = make_game(game.club, players=2)
        play(done, 12, 0)
        game_finish(game=done, author=ANN, key=new_key())
        tallies_refresh(club=game.club)

    def grow(self, game: Game) -> None:
        super().grow(game)
        tallies_refresh(club=game.club)

    @pytest.mark.parametrize("who", sorted(SCORERS))
    def test_the_clubs_people_see_its_games(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        self.ready(game)
        make_game(players=3)
        play(game, 12, 0, 45, 9)
        page = self.get(client_of(who), game)
        assert "Hillside Dominoes" in page.text
        assert "Going on now Ann, Bob, Cal and Dot 1 round · started" in page.text
        assert "Won by Bob Ann and Bob" in page.text.partition("Finished")[2]
        assert "Ann, Bob and Cal 0" not in page.text
        assert reverse("scoring:game-start") in page.links
        assert reverse("scoring:sheet", args=[game.code]) in page.links

    def test_rounds_are_counted_as_they_stand(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        play(game, 12, 0, 54, 9, round_number=1)
        assert "Dot 1 round ·" in self.get(client_of("tablet"), game).text
        play(game, 1, 0, 2, 3)
        assert "Dot 2 rounds ·" in self.get(client_of("tablet"), game).text
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        assert "Dot 1 round ·" in self.get(client_of("tablet"), game).text
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        assert "Dot 2 rounds ·" in self.get(client_of("tablet"), game).text, "redone"

    def test_only_organizers_see_the_clubs_pages(self, client_of: ClientOf, game: Game) -> None:
        pages = {reverse("scoring:club"), reverse("scoring:tablets")}
        assert pages <= set(self.get(client_of("organizer"), game).links)
        for who in ("scorekeeper", "tablet"):
            assert not pages & set(self.get(client_of(who), game).links)

    def test_a_new_clubs_first_steps_are_ticked_until_it_has_a_result(
        self, client_of: ClientOf, game: Game
    ) -> None:
        page = self.get(client_of("organizer"), game)
        assert "Name your people ✓ done" in page.text
        assert "Score the first game begun It takes" in page.text
        assert "Choose your rules There are several ways" in page.text
        assert {reverse("league:people"), reverse("league:calendar")} <= set(page.links)
        told = "A tournament, with tables, a bracket and medals? It is set up here."
        assert told in page.text
        assert "First steps" not in self.get(client_of("tablet"), game).text
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        assert "First steps" not in self.get(client_of("organizer"), game).text

    @pytest.mark.parametrize("who", ["nobody", "unpaired"])
    def test_others_see_the_way_in(self, client_of: ClientOf, game: Game, who: str) -> None:
        page = self.get(client_of(who), game)
        assert "Hillside" not in page.text
        assert "Ann" not in page.text
        assert {reverse("scoring:sign-in"), reverse("scoring:pair")} <= set(page.links)

    def test_the_foot_leads_strangers_to_a_game_and_to_what_this_is(
        self, client_of: ClientOf, game: Game
    ) -> None:
        foot = {reverse("scoring:watch-find"), reverse("scoring:about")}
        assert foot <= set(self.get(client_of("nobody"), game).links)
        for who in ("tablet", "organizer"):
            assert not foot & set(self.get(client_of(who), game).links)

    def test_what_this_is_offers_a_club_where_anybody_founds_one(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        for founding in ("operator", "anybody"):
            settings.FOUNDING = founding
            page = Page(client_of("nobody").get(reverse("scoring:about")))
            assert "What is Roundhouse?" in page.text
            offered = reverse("league:found-ask") in page.links
            assert offered == (founding == "anybody")

    def test_a_stranger_sees_his_own_club(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("stranger"), game)
        assert "Hillside" not in page.text
        assert "Score the first game It takes four names" in page.text

    def test_a_club_that_shows_its_games_is_seen(self, client_of: ClientOf, game: Game) -> None:
        ClubFactory(name="Closed Club", made_up=True)
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES)
        play(game, 0, 4, 9, 2)
        page = self.get(client_of("nobody"), game)
        assert "Going on now Ann, Bob, Cal and Dot" in page.text
        assert reverse("league:front", args=[game.club_id]) in page.links
        assert "Closed Club" not in page.text
        assert self.get(client_of("nobody"), game).links == page.links

    def test_a_game_without_a_round_is_nothing_for_strangers(
        self, client_of: ClientOf, game: Game
    ) -> None:
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES)
        play(game, 0, 4, 9, 2)
        make_game(game.club, players=2)
        for page in (self.get(client_of("nobody"), game), watched(client_of("nobody"))):
            assert "Ann, Bob, Cal and Dot 1 round" in page.text
            assert "Ann and Bob 0 rounds" not in page.text

    def test_the_only_club_has_the_first_line(self, client_of: ClientOf, game: Game) -> None:
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES, made_up=True)
        page = self.get(client_of("nobody"), game)
        assert "Mexican Train scores" not in page.text
        assert "This is a made-up club" in page.text
        ClubFactory(name="Sun Valley", shown=Club.Shown.GAMES, made_up=True)
        assert "Mexican Train scores" in self.get(client_of("nobody"), game).text

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        Club.objects.filter(pk=game.club_id).update(name="<i>Hill</i>")
        names = ["<b>Ann</b>", "שרה"]
        game_start(club=game.club, author=ANN, names=names, set_=12, rules=game.rules)
        page = self.get(client_of("organizer"), game)
        assert "<b>Ann</b> and שרה" in page.text
        assert "<i>Hill</i>" in page.text
        assert not {"b", "i"} & set(page.tags)

    def test_every_game_that_goes_on_is_found(self, client_of: ClientOf, game: Game) -> None:
        for _game in range(20):
            make_game(game.club, players=2)
        assert (
            reverse("scoring:sheet", args=[game.code]) in self.get(client_of("tablet"), game).links
        )


def watched(client: Client) -> Page:
    """The page on which a phone without a camera looks for a game."""
    return Page(client.get(reverse("scoring:watch-find")))


@pytest.mark.django_db
def test_a_new_installation_begins_with_its_setup() -> None:
    answer = Client().get("/", follow=True)
    assert answer.redirect_chain == [(reverse("scoring:setup"), 302)]
    assert "Set up your club" in Page(answer).text
