"""One person's page on a game day."""

from typing import Any

import pytest

from league.days.selectors.game_days import people_of
from league.models import Attendance
from scoring.models import Game
from tests.league.factories import begin, come
from tests.litany import BOTH, ClientOf, Writes, rows
from tests.page import Page

from .of_day import OfDay


class TestAttendance(OfDay, Writes):
    name = "attendance"
    methods = BOTH
    may = frozenset({"organizer"})

    def row(self, game: Game) -> Attendance:
        return Attendance.objects.filter(game_day=self.day(game)).order_by("pk")[0]

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), self.row(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [*super().unknown(game), [self.day(game).pk, 0], [self.day(game).pk, 10**30]]

    def data(self, game: Game) -> dict[str, Any]:
        return {"deed": "now"}

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"deed": "now"}, "Ann has gone home."),
            ({"deed": "after"}, "Ann leaves after game 1."),
            ({"deed": "stay"}, "Ann stays."),
            ({"deed": "undo"}, "Ann is not checked in any more."),
            ({"deed": "fix", "table": "2"}, "It counts from the next plan on."),
            ({"deed": "fix", "table": ""}, "It counts from the next plan on."),
        ],
    )
    def test_what_is_done_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        assert said in self.followed(client_of("organizer"), game, **sent).trouble

    def test_a_name_typed_wrong_at_the_door_is_corrected_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, row = client_of("organizer"), self.row(game)
        assert "What is the right name?" in self.get(client, game).text
        page = self.followed(client, game, deed="name", right_name="Anna  Baker")
        assert "Saved: Anna Baker." in page.trouble
        row.player.refresh_from_db()
        assert row.player.name == "Anna Baker"
        # Somebody else's name: the two may be one person.
        page = self.followed(client, game, deed="name", right_name="Bob")
        assert "Another record is called “Bob”. If the two are one person" in page.trouble
        assert "Anna Baker" in page.text
        assert "Bob" in page.text
        page = self.followed(client, game, deed="name", right_name=" ")
        assert page.trouble
        row.player.refresh_from_db()
        assert row.player.name == "Anna Baker"

    @pytest.mark.parametrize(
        "sent",
        [
            {"deed": "fly"},
            {"deed": None},
            {"deed": "fix", "table": "0"},
            {"deed": "fix", "table": "100"},
            {"deed": "fix", "table": "door"},
        ],
    )
    def test_nonsense_changes_nothing(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any]
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        answer = self.send(client, game, **sent)
        assert answer.status_code == 200
        assert ("table" in sent) == bool(Page(answer).trouble)
        assert rows() == before

    def test_who_has_played_was_here(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        begin(self.day(game))
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Was not here at all" not in page.text
        assert "Who sits at table" in page.text
        assert "has played today" in self.followed(client, game, deed="undo").trouble

    def test_a_fixed_table_is_shown(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game, deed="fix", table="2")
        assert self.get(client, game).fields["table"] == "2"
        assert next(p for p in people_of(self.day(game)) if p.name == "Ann").fixed == 2
        self.send(client, game, deed="now")
        assert "has gone home" in self.get(client, game).text

    def test_who_comes_late_reads_how_to_play_at_once(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        begin(self.day(game))
        zoe = come(self.day(game), "Zoe")[0]
        page = Page(client_of("organizer").get(f"/days/{zoe.game_day_id}/people/{zoe.pk}/"))
        assert "Plays from game 2 on. To play sooner, add Zoe at a table" in page.text
