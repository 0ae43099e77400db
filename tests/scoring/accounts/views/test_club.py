"""The club's name and what it shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Season
from scoring.models import Club, Game
from tests.factories import play
from tests.league.factories import GameDayFactory, SeasonFactory, TournamentFactory, day_game
from tests.litany import BOTH, ClientOf, Shows, Writes, rows


class TestClub(Shows, Writes):
    name = "club"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 12

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Hilltop", "shown": "games", "names": "full", "numerals": "on"}

    def test_an_organizer_changes_his_own_club(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game)
        assert (page.fields["name"], page.fields["shown"]) == ("Hillside Dominoes", "nothing")
        assert "numerals" not in page.fields
        page = self.followed(client_of("organizer"), game, name="  Hill   top ")
        assert "Saved." in page.trouble
        assert page.fields["name"] == "Hill top"
        club = Club.objects.get(pk=game.club_id)
        assert (club.name, club.shown, club.numerals) == ("Hill top", "games", True)

    def test_it_says_what_stays_public_whatever_is_chosen(
        self, client_of: ClientOf, game: Game
    ) -> None:
        season = SeasonFactory(club=game.club, name="Winter", public=True)
        SeasonFactory(club=game.club, name="Old", first="2025-01-01", last="2025-12-31")
        TournamentFactory(club=game.club, name="Village cup", public=True)
        page = self.get(client_of("organizer"), game)
        assert "Still public, whatever you choose here: Winter and Village cup" in page.text
        assert f"/seasons/{season.pk}/edit/" in page.links

    def test_showing_the_club_offers_its_leaderboard_with_what_a_stranger_sees(
        self, client_of: ClientOf, game: Game
    ) -> None:
        today = timezone.localdate()
        season = SeasonFactory(
            club=game.club, name="Winter", first=today - timedelta(30), last=today + timedelta(30)
        )
        day_game(GameDayFactory(club=game.club, date=today), {"Ann Baker": (0, 9), "Bob": (5, 0)})
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Show the leaderboard of season Winter to everybody" in page.text
        assert "What a stranger sees" in page.text
        assert "2 Ann Baker Ann B. A. B. 4.50" in page.text
        # Nothing else is shown: who shows no page shows no leaderboard by this form.
        chosen = {"leaderboard": str(season.pk)}
        self.send(client, game, shown="nothing", **chosen)
        assert not Season.objects.get(pk=season.pk).public
        self.send(client, game, shown="front")
        assert not Season.objects.get(pk=season.pk).public
        before = Season.objects.get(pk=season.pk).revision
        page = self.followed(client, game, shown="front", **chosen)
        season.refresh_from_db()
        # What strangers see changes no place: nothing is derived again.
        assert (season.public, season.revision) == (True, before)
        assert "Show the leaderboard of season" not in page.text
        assert "2 Ann Baker Ann B. A. B. 4.50" in page.text

    def test_what_the_club_says_of_itself_is_kept(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        page = self.followed(client, game, about="x" * 601)
        assert "600" in page.trouble
        self.send(client, game, about="Guests are welcome.", public_contact="a@example.org")
        club = Club.objects.get(pk=game.club_id)
        assert (club.about, club.public_contact) == ("Guests are welcome.", "a@example.org")
        # The preview has them, too.
        text = self.get(client, game).text
        assert "Questions? a@example.org" in text
        assert "Type a contact for everybody below" not in text

    def test_a_stranger_changes_only_his(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("stranger"), game)
        assert "Hillside" not in page.text + page.fields["name"]
        self.send(client_of("stranger"), game)
        assert Club.objects.get(pk=game.club_id).name == "Hillside Dominoes"

    def test_numerals_are_on_the_dominoes(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        client = client_of("organizer")

        def numerals() -> int:
            return client.get(f"/games/{game.code}/").content.decode().count("<text")

        # The chart has some of its own.
        before = numerals()
        self.send(client, game)
        assert numerals() > before

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": "  "}, "Something is missing"),
            ({"name": "x" * 81}, "80"),
            ({"name": "\0"}, "This cannot be read"),
            ({"shown": "everything"}, "Choose one from the list"),
            ({"shown": None}, "Something is missing"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, **changed)
        assert said in page.trouble
        assert page.fields["name"] == changed.get("name", "Hilltop")
        # The page is still the club's as it is.
        assert "Hillside Dominoes" in page.text
        assert rows() == before

    def test_an_empty_form_is_told_what_it_lacks(self, client_of: ClientOf, game: Game) -> None:
        lacks = {"name": None, "shown": None, "names": None, "numerals": None}
        page = self.followed(client_of("organizer"), game, **lacks)
        assert page.trouble.count("Something is missing") == 3
