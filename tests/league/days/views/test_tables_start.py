"""Starting the games of a round."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.days.selectors.tables_now import day_table
from league.days.services.answers import answer_set
from league.days.services.attendance import attendance_leave
from league.days.services.seating import round_go
from league.models import Attendance, DayAnswer, GameDay, TableGame
from scoring.models import Game
from tests.factories import ANN, play
from tests.league.factories import begin, end
from tests.litany import SCORERS, ClientOf, Writes
from tests.page import Page

from .of_day import OfDay


class TestTablesStart(OfDay, Writes):
    name = "tables-start"
    may = SCORERS

    def data(self, game: Game) -> dict[str, Any]:
        return {"round": "1"}

    def test_all_tables_begin_at_a_tap(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "2 tables play." in page.text
        assert TableGame.objects.count() == 2

    def test_a_tables_tablet_goes_on_to_its_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, table="2")
        assert "Score round 1" in page.text
        assert TableGame.objects.get().table_number == 2
        assert TableGame.objects.get().game.started_by == "Table 3"

    def test_a_table_started_by_mistake_keeps_nobody_from_the_next_game(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """It plays on paper: whoever sits there could begin no other game."""
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        before = Page(client.get(f"/days/{day.pk}/"))
        assert "A table that plays on paper needs no start." in before.text
        one, other = begin(day)
        end(one)
        round_go(day=day, author=ANN, number=2)
        page = self.followed(client, game, round="2")
        assert "Finish that game first." in page.text
        assert f"/days/{day.pk}/paper/?game=1&table=2" in page.links
        assert "Game 1, table 2: enter it from paper" in page.text
        assert "Game 1, table 2: take its start back" in page.text
        page = Page(client.post(f"/games/{other.code}/day/", {"deed": "away"}, follow=True))
        assert "Table 2 is not started any more." in page.text
        page = self.followed(client, game, round="2")
        assert "Finish that game first." not in page.text
        assert "2 tables play." in page.text
        assert "Take the start of table 1 back" in page.text
        play(TableGame.objects.get(seating_round=2, table_number=1).game, 0, 1, 2, 3)
        page = Page(client.get(f"/days/{day.pk}/"))
        assert "Take the start of table 1 back" not in page.text
        assert "Take the start of table 2 back" in page.text

    @pytest.mark.parametrize("when", ["move", "keep"])
    def test_before_its_date_it_asks_whether_the_day_is_today(
        self, client_of: ClientOf, game: Game, when: str
    ) -> None:
        self.ready(game)
        today = timezone.localdate()
        later = today + timedelta(days=3)
        GameDay.objects.update(date=later)
        client, day = client_of("organizer"), self.day(game)
        page = self.followed(client, game)
        assert "Start it today, and move it to today?" in page.text
        assert not TableGame.objects.exists()
        assert "This day is still to come." in Page(client.get(f"/days/{day.pk}/")).text
        page = self.followed(client, game, when=when)
        assert TableGame.objects.count() == 2
        assert self.day(game).date == (today if when == "move" else later)
        assert "This day is still to come." not in page.text
        assert ("This day has begun before its date." in page.text) == (when == "keep")
        # It is on: on the first page, at its tables, and for paper.
        on = "Today:" if when == "move" else "Going on now:"
        assert on in Page(client.get("/")).text
        assert client.get(f"/days/{day.pk}/paper/").status_code == 200
        assert day_table(game.club, 1) is not None

    def test_whose_answers_would_move_with_the_day_is_said_before(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        GameDay.objects.update(date=timezone.localdate() + timedelta(days=7))
        said = "people have answered whether they come on that date. Moved to today, the day keeps"
        assert said not in self.followed(client_of("organizer"), game).text
        for name, coming in (("Ann", "yes"), ("Bob", "no")):
            person = game.club.players.get(name=name)
            answer_set(day=self.day(game), player=person, coming=DayAnswer.Coming(coming))
        assert f"2 {said}" in self.followed(client_of("organizer"), game).text
        assert said not in self.followed(client_of("tablet"), game).text

    def test_a_tablet_does_not_move_the_day(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        later = timezone.localdate() + timedelta(days=3)
        GameDay.objects.update(date=later)
        page = self.followed(client_of("tablet"), game, table="2")
        assert "Start it today?" in page.text
        page = self.followed(client_of("tablet"), game, table="2", when="move")
        assert "Score round 1" in page.text
        assert self.day(game).date == later

    def test_what_cannot_begin_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        first = self.day(game).plans.get().tables[0][0]
        for one in Attendance.objects.filter(player__in=first[1:]):
            attendance_leave(attendance=one, when="now")
        page = self.followed(client_of("organizer"), game)
        assert "Table 1: Nobody plays alone." in page.trouble
        assert "1 table plays." in page.text or "Start 1 table" in page.text

    @pytest.mark.parametrize("number", ["", "0", "2", "x"])
    def test_another_round_does_not_begin(
        self, client_of: ClientOf, game: Game, number: str
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, round=number)
        assert "Game 1 is on now." in page.trouble
        assert not TableGame.objects.exists()
