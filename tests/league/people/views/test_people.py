"""The directory: searched, sorted, paged; what is private is for organizers alone."""

import datetime

import pytest

from league.people.services.directory import player_archive
from league.people.services.merging import merge_make
from league.seasons.services.tallies import tallies_refresh
from scoring.models import Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import person
from tests.league.seasons.views.tallied import Tallied
from tests.litany import ClientOf, Shows


class TestPeople(Tallied, Shows):
    name = "people"
    most_queries = 9

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        tallies_refresh(club=game.club)

    def test_it_lists_the_clubs_people_with_their_games(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        person(game.club, "Zoë", nickname="Zo", community="Hillside", notes="by the door")
        page = self.get(client_of("organizer"), game)
        assert "5 people" in page.text
        assert "Zoë Zo Hillside 0 by the door" in page.text.replace(" Change", "")
        assert "Ann 1 " in page.text
        assert "There is nobody" not in self.get(client_of("stranger"), game).text
        assert "Zoë" not in self.get(client_of("stranger"), game).text

    def test_a_scorekeeper_sees_nothing_private_and_changes_nothing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        zoe = person(game.club, "Zoë", birth_year=1944, fixed_table=7, notes="by the door")
        page = self.get(client_of("scorekeeper"), game)
        assert "Zoë" in page.text
        assert "by the door" not in page.text
        assert "1944" not in page.text
        assert f"/people/{zoe.pk}/edit/" not in page.links
        assert "/people/add/" not in page.links

    def test_a_search_looks_at_all_names(self, client_of: ClientOf, game: Game) -> None:
        club = game.club
        game.seats.all().delete()
        club.players.all().delete()
        ann = person(club, "Ann Lee")
        person(club, "Zoë Lee")
        person(club, "Margaret", nickname="Peggy", community="Oak Village")
        merge_make(kept=ann, gone=person(club, "Annie"), author=ANN)
        client = client_of("organizer")
        for query, names in (
            ("zoë", ["Zoë Lee"]),
            ("zoe", ["Zoë Lee"]),
            ("LEE", ["Ann Lee", "Zoë Lee"]),
            ("lee zo", ["Zoë Lee"]),
            ("peggy", ["Margaret"]),
            ("oak", ["Margaret"]),
            ("annie", ["Ann Lee"]),
            ("%", []),
            ("_", []),
            ("'; drop", []),
            ("\0", ["Ann Lee", "Margaret", "Zoë Lee"]),
            ("", ["Ann Lee", "Margaret", "Zoë Lee"]),
        ):
            page = self.get(client, game, q=query)
            listed = [name for name in ("Ann Lee", "Margaret", "Zoë Lee") if name in page.text]
            assert listed == names, query
            assert bool(names) is ("was found for" not in page.text), query

    def test_who_is_not_found_can_be_added(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game, q="Gus & <b>Co</b>")
        assert "Nobody was found for “Gus & <b>Co</b>”." in page.text
        assert "/people/add/?name=Gus%20%26%20%3Cb%3ECo%3C/b%3E" in page.links

    def test_who_is_archived_is_named_and_not_added(self, client_of: ClientOf, game: Game) -> None:
        player_archive(player=person(game.club, "Zoe Woods"))
        page = self.get(client_of("organizer"), game, q="zoe woods")
        assert "Zoe Woods is archived." in page.text
        assert "Add zoe woods" not in page.text

    @pytest.mark.values_differ
    @pytest.mark.parametrize(
        ("sort", "order"),
        [
            ("name", "Äda Ann Bob Cal Dot"),
            ("-name", "Dot Cal Bob Ann Äda"),
            ("-games", "Ann Bob Cal Dot Äda"),
            ("games", "Äda Dot Ann Bob Cal"),
            ("last_played", "Dot Ann Bob Cal Äda"),
            ("-last_played", "Ann Bob Cal Dot Äda"),
        ],
    )
    def test_it_sorts(self, client_of: ClientOf, game: Game, sort: str, order: str) -> None:
        self.ready(game)
        person(game.club, "Äda")
        other = make_game(game.club, players=3)
        play(other, 12, 0, 45)
        game_finish(game=other, author=ANN, key=new_key())
        # A day counts, not the hour.
        before = game.started_at - datetime.timedelta(days=1)
        Game.objects.filter(pk=game.pk).update(started_at=before)
        page = self.get(client_of("organizer"), game, sort=sort)
        listed = page.text.partition("Last played")[2].split()
        names = [name for name in listed if name in order.split()]
        # Each name stands in its line twice: itself, and in the link that changes it.
        assert names[::2] == order.split()

    def test_it_pages_whatever_is_asked(self, client_of: ClientOf, game: Game) -> None:
        for number in range(60):
            person(game.club, f"Person {number:02}")
        client = client_of("organizer")
        for page in ("2", "0", "-1", "99", "x", "1e9"):
            for sort in ("name", "nonsense", "-pk", "edit"):
                shown = self.get(client, game, page=page, sort=sort).text
                assert "64 people" in shown, (page, sort)
                assert "of 2" in shown, (page, sort)
        # No address says how long a page is.
        for length in ("-1", "0", "1000", "9" * 20, "x"):
            assert "Page 1 of 2" in self.get(client, game, per_page=length).text, length
        # Links to other pages keep the search.
        links = self.get(client, game, q="person", sort="-name").links
        assert "?q=person&sort=-name&page=2" in links

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        person(game.club, "<script>alert(1)</script>", notes="<b>x</b>", nickname='"><i>')
        page = self.get(client_of("organizer"), game)
        assert "<script>alert(1)</script>" in page.text
        assert "<b>x</b>" in page.text
        assert not {"b", "i"} & set(page.tags)

    def test_a_game_counts_once_it_is_finished(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        assert "Ann 0 " in self.get(client_of("organizer"), game).text
        game_finish(game=game, author=ANN, key=new_key())
        assert "Ann 1 " in self.get(client_of("organizer"), game).text
