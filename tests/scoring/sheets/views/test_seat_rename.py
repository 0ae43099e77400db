"""A name that was typed wrong is corrected at the table."""

from typing import Any

import pytest
from django.db.models import Model

from league.people.models import Profile
from league.seasons.models import SeatTally
from league.seasons.public import tallies_refresh
from scoring.models import Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, Writes, rows

from .typed import seat_ids


class TestSeatRename(OfGame, Writes):
    name = "seat-rename"

    def data(self, game: Game) -> dict[str, Any]:
        return {"seat": seat_ids(game)[1], "right_name": "Bobby"}

    def names(self, game: Game) -> list[str]:
        return [seat.name for seat in sheet_of(game).seats]

    def test_a_guest_gets_the_right_name(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        tallies_refresh(club=game.club)
        for _sending in range(2):
            page = self.followed(client_of("tablet"), game)
            assert "The name is Bobby now." in page.text
        assert self.names(game) == ["Ann", "Bobby", "Cal", "Dot"]
        assert not Player.objects.filter(name="Bob").exists()
        assert "The name Bob was corrected to Bobby." in page.text
        self.followed(client_of("tablet"), game, right_name="BOBBY")
        sheet = sheet_of(game)
        assert sheet.seats[1].name == "BOBBY"
        assert sheet.former_names == dict.fromkeys(("Bob", "Bobby"), sheet.seats[1].id)
        assert sheet.last_entry is sheet.rounds[-1].entry

    def test_a_name_that_the_club_knows_is_that_person(
        self, client_of: ClientOf, game: Game
    ) -> None:
        known = Player.objects.create(club=game.club, name="Bobby", name_key="bobby")
        Profile.objects.create(player=known)
        play(game, 12, 0, 45, 9)
        tallies_refresh(club=game.club)
        for typed in ("Bobby", "bobby"):
            self.followed(client_of("tablet"), game, right_name=typed)
            assert self.names(game) == ["Ann", "Bobby", "Cal", "Dot"]
        assert sheet_of(game).seats[1].player_id == known.pk
        tallies_refresh(club=game.club)
        assert SeatTally.objects.get(player=known).total == 0
        assert not Player.objects.filter(name="Bob").exists()

    @pytest.mark.parametrize("why", ["a profile", "another game", "another name"])
    def test_people_of_the_directory_keep_their_names(
        self, client_of: ClientOf, game: Game, why: str
    ) -> None:
        bob = game.seats.get(player__name="Bob").player
        known: Model
        match why:
            case "a profile":
                known = Profile.objects.create(player=bob)
            case "another game":
                known = make_game(game.club)
            case _:
                known = Player.objects.create(
                    club=game.club, name="Rob", name_key="rob", same_as=bob
                )
        assert known.pk
        before = rows()
        page = self.followed(client_of("tablet"), game)
        assert "The club knows Bob already. An organizer can correct that name" in page.trouble
        assert rows() == before

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ({"right_name": "cal"}, "Cal sits at this table already."),
            ({"right_name": " "}, "Something is missing here."),
            ({"seat": "0"}, "Choose somebody who sits at this table."),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, client_of: ClientOf, game: Game, typed: dict[str, str], why: str
    ) -> None:
        before = rows()
        page = self.followed(client_of("tablet"), game, **typed)
        assert why in page.trouble
        assert rows() == before

    def test_a_finished_game_keeps_its_names(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        self.followed(client_of("tablet"), game)
        assert self.names(game) == ["Ann", "Bob", "Cal", "Dot"]
