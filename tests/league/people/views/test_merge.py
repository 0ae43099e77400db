"""Two records that are one person: found, looked at, merged, taken back."""

from typing import Any

import pytest

from league.models import Merge
from league.people.services.merging import merge_make
from scoring.models import Game, Player
from tests.factories import ANN, make_game, play
from tests.league.factories import EntrantFactory, TournamentFactory, person
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes, rows


def named(name: str) -> Player:
    return Player.objects.get(name=name)


class TestMerges(Shows):
    app = "league"
    name = "merges"
    most_queries = 8

    def test_likely_duplicates_are_offered(self, client_of: ClientOf, game: Game) -> None:
        annie, bobb = person(game.club, "Annie", nickname="Ann"), person(game.club, "Bobb")
        page = self.get(client_of("organizer"), game)
        assert "Ann and Annie one's nickname is the other's name" in page.text
        assert f"/people/merge/{named('Ann').pk}/{annie.pk}/" in page.links
        assert bobb.name not in page.text

    def test_two_names_lead_to_what_happens(self, client_of: ClientOf, game: Game) -> None:
        answer = client_of("organizer").get(self.url(game), {"kept": " ANN", "gone": "bob"})
        assert answer["Location"] == f"/people/merge/{named('Ann').pk}/{named('Bob').pk}/"

    def test_a_players_page_names_one_of_the_two(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game, name="Ann")
        assert (page.fields["kept"], page.fields["gone"]) == ("", "Ann")
        assert not page.trouble

    @pytest.mark.parametrize(
        ("kept", "gone", "said"),
        [
            ("Ann", "ann", "Choose two different records."),
            ("Ann", "<b>Nobody</b>", "Nobody is called “<b>Nobody</b>”."),
            ("Ann", "", "Something is missing"),
            ("x" * 41, "Ann", "A name has room for 40 letters."),
            ("\0", "Ann", "Something is missing"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, kept: str, gone: str, said: str
    ) -> None:
        page = self.get(client_of("organizer"), game, kept=kept, gone=gone)
        assert said in page.trouble
        assert "b" not in page.tags

    def test_merges_are_listed_with_their_undo(self, client_of: ClientOf, game: Game) -> None:
        merge = merge_make(kept=named("Ann"), gone=person(game.club, "Annie"), author=ANN)
        page = self.get(client_of("organizer"), game)
        assert "Annie is Ann. Ann's tablet" in page.text
        assert f"/people/merge/{merge.pk}/undo/" in page.actions
        assert "Annie" not in self.get(client_of("stranger"), game).text


class TestMerge(Writes, Shows):
    app = "league"
    name = "merge"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 13

    def ready(self, game: Game) -> None:
        if not Player.objects.filter(name="Annie").exists():
            person(game.club, "Annie", notes="by <b>the</b> door")

    def args(self, game: Game) -> list[object]:
        annie = Player.objects.filter(name="Annie").first()
        return [annie.pk if annie else 0, named("Ann").pk]

    def test_who_have_both_entered_a_tournament_are_told_so(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = TournamentFactory(club=game.club, name="<b>Games</b>")
        for name in ("Ann", "Annie"):
            EntrantFactory(tournament=tournament, name=name, player=named(name))
        page = self.get(client_of("organizer"), game)
        assert "Not yet. Both have entered “<b>Games</b>”." in page.trouble
        assert page.text.count("Let the name") == 0
        assert "Both have entered" in self.followed(client_of("organizer"), game).trouble

    def test_it_says_what_happens_and_does_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play(game, 12, 0, 45, 9)
        page = self.get(client_of("organizer"), game)
        assert "Is Ann the same person as Annie?" in page.text
        assert "1 game of Ann becomes a game of Annie." in page.text
        assert "Notes by <b>the</b> door Annie –" in page.text
        page = self.followed(client_of("organizer"), game)
        assert "Ann and Annie are one person now." in page.trouble
        assert game.seats.get(place=0).player == named("Annie")
        merge = Merge.objects.get()
        assert merge.user is not None
        assert merge.author == merge.user.first_name

    def test_who_sat_at_one_table_is_refused_with_the_game(
        self, client_of: ClientOf, game: Game
    ) -> None:
        ann, bob = named("Ann"), named("Bob")
        url = f"/people/merge/{ann.pk}/{bob.pk}/"
        client, before = client_of("organizer"), rows()
        page = client.get(url).content.decode()
        assert "Ann and Bob sat at one table, so they are two people." in page
        assert f"/games/{game.code}/" in page
        assert "Merge them" not in page
        answer = client.post(url)
        assert answer["Location"] == url
        assert "sat at one table" in client.get(url).content.decode()
        assert rows() == before

    @pytest.mark.parametrize("which", ["same", "unknown", "foreign", "merged"])
    def test_what_is_no_pair_is_not_there(
        self, client_of: ClientOf, game: Game, which: str
    ) -> None:
        self.ready(game)
        ann, annie = named("Ann").pk, named("Annie").pk
        other = {"same": ann, "unknown": 10**30, "merged": annie, "foreign": 0}[which]
        if which == "foreign":
            other = make_game().seats.get(place=1).player_id
        if which == "merged":
            merge_make(kept=named("Ann"), gone=named("Annie"), author=ANN)
        client, before = client_of("organizer"), rows()
        for url in (f"/people/merge/{ann}/{other}/", f"/people/merge/{other}/{ann}/"):
            assert client.get(url).status_code == client.post(url).status_code == 404
        assert rows() == before


class TestMergeUndo(OfRow, Writes):
    app = "league"
    name = "merge-undo"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        merge_make(kept=person(game.club, "Annie"), gone=named("Ann"), author=ANN)

    def args(self, game: Game) -> list[object]:
        merge = Merge.objects.first()
        return [merge.pk if merge else 0]

    def form(self, game: Game, **changed: Any) -> dict[str, Any]:
        if not Merge.objects.exists():
            self.ready(game)
        return super().form(game, **changed)

    def test_two_are_two_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Ann and Annie are two people again." in page.trouble
        assert game.seats.get(place=0).player == named("Ann")
        page = self.followed(client_of("organizer"), game)
        assert "This merge was undone already." in page.trouble
