"""The organizer's page of a game day."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.days.selectors.calendar import days_of_feed
from league.days.selectors.days_on import game_days_on
from league.days.services.answers import answer_set
from league.days.services.attendance import attendance_leave
from league.days.services.calendar import day_cancel
from league.models import DayAnswer, GameDay
from scoring.models import Game
from tests.factories import make_game
from tests.league.factories import (
    GameDayFactory,
    SeasonFactory,
    begin,
    come,
    end,
    people_named,
    person,
    seat,
)
from tests.litany import ClientOf
from tests.page import Page

from .of_day import ShowsDay

pytestmark = pytest.mark.usefixtures("one_day")
JUMPS = ("#door", "#room", "#ask", "#this-day")


class TestDay(ShowsDay):
    name = "day"
    most_queries = 26

    def test_before_anybody_came_it_asks_for_people(self, client_of: ClientOf, game: Game) -> None:
        people_named(GameDayFactory(club=game.club).club, ("Ann", "Bob", "Cal", "Dot"))
        page = self.get(client_of("organizer"), game)
        assert "0 are here Check people in" in page.text
        assert "Anyone who misses one has no place." in page.text
        assert "a mistake can be taken back. Ann Bob Cal Dot" in page.text
        # Everybody of the directory stands there to tap: nothing leads to them once more.
        assert "Everybody in the directory" not in page.text

    @pytest.mark.parametrize(
        ("ends", "hours"), [((16, 30), "3.5 hours"), ((16, 0), "3 hours"), ((16, 20), "3:20 hours")]
    )
    def test_half_hours_are_said_as_people_say_them(
        self, client_of: ClientOf, game: Game, ends: tuple[int, int], hours: str
    ) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 4}
        GameDayFactory(
            club=game.club, starts=datetime.time(13), ends=datetime.time(*ends), rules=rules
        )
        assert f"rounds in {hours}" in self.get(client_of("organizer"), game).text

    def test_the_first_page_says_how_many_said_yes_and_are_there(self, game: Game) -> None:
        today, later = (
            GameDayFactory(
                club=game.club, date=timezone.localdate() + datetime.timedelta(days=7 * n)
            )
            for n in range(2)
        )
        for day in (today, later):
            for name in ("Ann", "Bob"):
                (player,) = people_named(game.club, [name])
                answer_set(day=day, player=player, coming=DayAnswer.Coming.YES)
        come(today, "Cal")
        first, next_one = game_days_on(game.club)
        assert first.text == "1 p.m. · 2 said yes · 1 is here · Nobody is seated yet."
        assert next_one.text == "1 p.m. · Community center · 2 said yes"

    def test_the_first_page_leads_to_the_last_day_where_none_is_on(self, game: Game) -> None:
        before = timezone.localdate() - datetime.timedelta(days=1)
        day = GameDayFactory(club=game.club, date=before)
        GameDayFactory(club=game.club, date=before - datetime.timedelta(days=7))
        assert game_days_on(game.club) == []
        seat(day, 8)
        begin(day)
        (last,) = game_days_on(game.club)
        assert last.text == "8 people came · 2 games"
        assert last.result == f"/days/{day.pk}/result/"
        assert (last.today, last.over) == (False, True)
        GameDayFactory(club=game.club, date=timezone.localdate())
        assert [on.today for on in game_days_on(game.club)] == [True]

    def test_the_parts_of_a_long_page_are_a_tap_away(self, client_of: ClientOf, game: Game) -> None:
        seat(GameDayFactory(club=game.club, date=timezone.localdate()))
        answer = client_of("organizer").get(self.url(game), {"people": "1"})
        html = answer.content.decode()
        parts = [link[1:] for link in Page(answer).links if link in JUMPS]
        assert parts == ["door", "room", "ask", "this-day"]
        assert [part for part in parts if f' id="{part}"' not in html] == []

    def test_once_a_table_plays_nothing_leads_to_asking_who_comes(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club, date=timezone.localdate())
        seat(day)
        begin(day)
        html = self.get(client_of("organizer"), game).text
        assert "Who comes?" not in html
        assert "Ask by e-mail who comes" not in html

    def test_a_link_that_opens_here_only_is_to_be_scanned_and_not_sent(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        GameDayFactory(club=game.club, date=timezone.localdate(), contact="Dot 555-0100")
        for site, asks in (
            ("http://192.0.2.2:8000", "Let your people scan this in the hall."),
            ("https://scores.example.org", "Send this link to your people."),
        ):
            settings.SITE_ADDRESSES = [site]
            text = self.get(client_of("organizer"), game).text
            assert asks in text
            assert "The page says who to ask: Dot 555-0100." in text
            assert ("Send this link" in text) is (site != "http://192.0.2.2:8000")

    def test_a_day_that_was_played_early_is_said_to_be_over(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tomorrow = timezone.localdate() + datetime.timedelta(days=1)
        day = GameDayFactory(club=game.club, date=tomorrow, rounds=1)
        seat(day)
        games = begin(day)
        assert "This day has begun before its date." in self.get(client_of("organizer"), game).text
        home = Page(client_of("organizer").get("/")).text
        assert "Going on now: " in home
        assert "Today: " not in home
        for table in games:
            end(table)
        text = self.get(client_of("organizer"), game).text
        assert "This day was played before its date." in text
        assert "has begun" not in text
        assert days_of_feed(game.club) == []
        (last,) = game_days_on(game.club)
        assert (last.result, last.over) == (f"/days/{day.pk}/result/", True)
        assert (last.today, last.early) == (False, False)

    def test_the_first_page_names_games_of_its_date_that_it_does_not_have(
        self, client_of: ClientOf, game: Game
    ) -> None:
        started = make_game(game.club).started_at
        day = GameDayFactory(club=game.club, date=timezone.localdate(started))
        page = Page(client_of("organizer").get("/"))
        assert "1 game of this date is outside the game day, and counts for no season." in page.text
        assert f"/days/{day.pk}/#outside" in page.links
        Game.objects.update(taken_back_at=timezone.now())
        assert "outside the game day" not in Page(client_of("organizer").get("/")).text

    def test_letters_that_no_database_keeps_are_not_looked_for(
        self, client_of: ClientOf, game: Game
    ) -> None:
        people_named(GameDayFactory(club=game.club).club, ["Dot"])
        page = self.get(client_of("organizer"), game, name="d\0ot")
        assert "Tap who it is: Dot" in page.text

    def test_a_day_outside_the_seasons_is_said(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(club=game.club, date=datetime.date(2027, 1, 4))
        SeasonFactory(club=game.club)
        said = "Jan. 4, 2027 is in no season, so its games count for no leaderboard."
        page = self.get(client_of("organizer"), game)
        assert f"{said} Let 2026 last until Jan. 4, 2027, or open another season." in page.trouble
        assert said not in self.get(client_of("scorekeeper"), game).text
        GameDay.objects.filter(pk=day.pk).update(counts=False)
        assert said not in self.get(client_of("organizer"), game).text

    def test_who_has_come_is_expected_no_more(self, client_of: ClientOf, game: Game) -> None:
        day, client = GameDayFactory(club=game.club, date=timezone.localdate()), client_of("tablet")
        for name, coming in (("Eve", "yes"), ("Fay", "late")):
            player = person(game.club, name)
            answer_set(day=day, player=player, coming=DayAnswer.Coming(coming))
        assert "2 people come (1 late)" in self.get(client, game).text
        come(day, "Eve", "Zoe")
        page = self.get(client, game)
        assert "1 more person said yes, and is not here yet (1 late)" in page.text
        come(day, "Fay")
        assert "I’m coming" not in self.get(client, game).text

    def test_one_main_action_at_each_moment(self, client_of: ClientOf, game: Game) -> None:
        day, client = GameDayFactory(club=game.club, rounds=2), client_of("organizer")

        def says(action: str) -> None:
            answer = client.get(self.url(game))
            assert answer.content.decode().count("button main") <= 1
            assert action in Page(answer).text

        come(day, "Ann")
        says("1 is here Check people in")
        come(day, "Bob", "Cal", "Dot", "Eve", "Fay")
        says("6 are here Seat everybody")
        seat(day, 8)
        says("Start 2 tables")
        come(day, "Zoe")
        says("Seat who came late")
        says("Plan again from game 1")
        seat(day, 8)
        says("See what the new plan changes")
        # That plan has no seat for Yan, so it is offered no more.
        come(day, "Yan")
        says("Seat those who came late")
        says("Plan again from game 1")
        says("A new plan waited, and then something changed. Make a new one.")

    def test_the_action_follows_the_games(self, client_of: ClientOf, game: Game) -> None:
        day, client = GameDayFactory(club=game.club, rounds=2), client_of("organizer")
        seat(day)
        first, second = begin(day)
        assert "2 tables play." in self.get(client, game).text
        end(first)
        page = self.get(client, game)
        assert "1 table plays." in page.text
        assert "Go to game 2 although 1 table still plays" in page.text
        come(day, "Zoe")
        page = self.get(client, game)
        assert "Plan again from game 2" in page.text
        # In the gentle way nobody else changes tables.
        assert "Zoe is here, and has no seat yet. Seat at table 1, which has 4" in page.text
        assert "Zoe has no seat" not in page.text
        seat(day)
        end(second)
        assert "Go to game 2" in self.get(client, game).text
        GameDay.objects.update(current_round=2)
        for one in begin(day):
            end(one)
        now = timezone.now()
        absent = person(game.club, "Abe Reed")
        DayAnswer.objects.create(
            game_day=day, player=absent, coming="yes", answered_at=now, in_line_since=now
        )
        GameDay.objects.update(date=timezone.localdate())
        text = self.get(client, game).text
        assert "See the day’s result" in text
        # A day that is over waits for nobody, and asks nobody.
        assert "1 person said yes, and did not come" in text
        assert "Change who was here" in text
        assert "Ask who comes" not in text
        on = [line for line in game_days_on(game.club) if line.over]
        assert [line.text for line in on] == ["This day is over: all its games are played."]

    def test_who_went_home_and_plays_on_a_sheet_is_named_at_the_table(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day, client = GameDayFactory(club=game.club), client_of("organizer")
        seat(day)
        first, _second = begin(day)
        gone = first.seats.order_by("place")[0].player
        words = f"{gone.name} has gone home, and still plays on the sheet."
        assert words not in self.get(client, game).text
        attendance_leave(attendance=day.attendances.get(player=gone), when="now")
        assert words in self.get(client, game).text
        end(first)
        assert words not in self.get(client, game).text

    def test_a_table_says_how_its_game_stands(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(
            club=game.club, rules={"base": "family", "fill": "defaults", "rounds": 4}
        )
        seat(day)
        begin(day, 1)
        page = self.get(client_of("scorekeeper"), game)
        assert "Table 1 round 1 of 4" in page.text
        assert "Table 2 not started" in page.text
        assert "Start table 2" in page.text

    def test_a_cancelled_day_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day_cancel(day=self.day(game))
        page = self.get(client_of("organizer"), game)
        assert "This game day is cancelled." in page.trouble
        assert "Bring the day back" in page.text
        assert "Tap who has come" not in page.text
        assert "Start" not in page.text

    @pytest.mark.parametrize(
        ("days", "said"), [(-1, "This day is over."), (1, "still to come"), (0, "")]
    )
    def test_it_says_when_it_is_not_today(
        self, client_of: ClientOf, game: Game, days: int, said: str
    ) -> None:
        date = timezone.localdate() + datetime.timedelta(days=days)
        GameDayFactory(club=game.club, date=date)
        text = self.get(client_of("organizer"), game).text
        assert said in text
        assert ("This day is" in text) == bool(said)

    def test_who_does_not_organize_sees_tables_and_no_door(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Start table 1" in page.text
        assert "Tap who has come" not in page.text
        assert "Start 2 tables" not in page.text

    def test_people_are_found_by_a_few_letters(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game, name="do")
        assert "Tap who it is: Dot is here" in page.text
        assert "Tap who it is: Dot is here" in self.get(client, game, name="\0DO").text
        assert "Nobody of that name is known." in self.get(client, game, name="xyz").text
        assert "Tap who it is: Ann" in self.get(client, game, all="1").text

    @pytest.mark.parametrize("name", ["<b>Al</b>", "\"'><script>", "{{ x }} %s"])
    def test_names_are_text(self, client_of: ClientOf, game: Game, name: str) -> None:
        day = GameDayFactory(club=game.club)
        come(day, name)
        seat(day)
        answer = client_of("organizer").get(self.url(game), {"name": name})
        page = Page(answer)
        assert name in page.text
        assert "b" not in page.tags
        assert page.fields["name"] == name
        assert page.tags.count("script") == answer.content.decode().count("<script ")
