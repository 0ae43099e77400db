"""The report of a season: who said that they come, and who came."""

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import get_current_timezone

from league.models import DayAnswer, GameDay, Season
from league.privacy.services.erase_person import person_erase
from scoring.models import Game, Player
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, come, day_game, person
from tests.litany import ClientOf, OfRow, Shows
from tests.page import Page


def say(day: GameDay, player: Player, coming: str, minute: int = 0) -> None:
    at = day.changed_at.replace(minute=minute)
    DayAnswer.objects.create(
        game_day=day, player=player, coming=coming, answered_at=at, in_line_since=at
    )


class TestAttendanceReport(OfRow, Shows):
    app = "league"
    name = "attendance-report"
    most_queries = 9

    def ready(self, game: Game) -> None:
        SeasonFactory(club=game.club)
        day = GameDayFactory(club=game.club, date=MONDAY, places=2)
        for minute, (name, coming) in enumerate(
            (("Ivy", "yes"), ("Joe", "late"), ("Kim", "yes"), ("Lou", "no"), ("Max", "no"))
        ):
            say(day, person(game.club, name), coming, minute)
        come(day, "Ivy", "Max", "Nan")

    def grow(self, game: Game) -> None:
        day = GameDayFactory(club=game.club, date=MONDAY.replace(day=9))
        say(day, Player.objects.get(name="Ivy"), "yes")
        come(day, "Ivy", "Otto", "Pia")

    def args(self, game: Game) -> list[object]:
        return [Season.objects.get(club=game.club).pk]

    def test_it_says_who_came_as_they_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        text = self.get(client_of("organizer"), game).text
        assert "Said yes and came: Ivy" in text
        assert "Came without a yes: Max and Nan" in text
        # Kim waited for a place in vain, and did not stay away.
        assert "Said yes and stayed away: Joe" in text
        assert "Kim" not in text
        # Kim, and who scores in the fixture's game.
        assert "5 more people are in the directory, and came to none of these days." in text
        assert "Said no: Lou" in text

    def test_who_waited_for_a_place_had_said_yes(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(GameDay.objects.get(date=MONDAY), "Kim")
        text = self.get(client_of("organizer"), game).text
        assert "Said yes and came: Ivy and Kim" in text
        assert "Came without a yes: Max and Nan" in text

    def test_nobody_comes_without_a_yes_to_a_day_that_nobody_was_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        come(GameDayFactory(club=game.club, date=MONDAY.replace(day=9)), "Nan", "Ivy")
        page = self.get(client_of("organizer"), game)
        assert "counts only days for which somebody said whether they come." in page.text
        assert "Nobody had said whether they come. These came: Ivy and Nan" in page.text
        assert "Nan 2 1 0 0" in page.text
        assert "Ivy 2 0 0 0" in page.text

    def test_who_is_checked_in_for_a_day_to_come_has_not_come(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        to_come = timezone.localdate() + timedelta(days=7)
        Season.objects.update(last=to_come)
        come(GameDayFactory(club=game.club, date=to_come), "Ivy")
        assert "Ivy 1 0 0 0" in self.get(client_of("organizer"), game).text

    def test_who_is_erased_came_as_he_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        person_erase(player=Player.objects.get(name="Ivy"))
        text = self.get(client_of("organizer"), game).text
        assert "Said yes and came: Player 1" in text

    def test_nobody_stays_away_from_a_day_that_is_on_or_has_no_list(
        self, client_of: ClientOf, game: Game, time_machine: Any
    ) -> None:
        self.ready(game)
        say(
            GameDayFactory(club=game.club, date=MONDAY.replace(day=9)),
            Player.objects.get(name="Joe"),
            "yes",
        )
        client = client_of("organizer")
        for now, missed in (("2026-03-02T15:59", 0), ("2026-03-02T16:01", 1), ("2026-03-20", 1)):
            time_machine.move_to(datetime.fromisoformat(now).astimezone(get_current_timezone()))
            text = self.get(client, game).text
            assert text.count("Said yes and stayed away: Joe") == missed
            assert "March 9" not in text

    def test_who_is_not_there_when_all_games_are_played_stayed_away(
        self, client_of: ClientOf, game: Game, time_machine: Any
    ) -> None:
        """Also while the hours of the day are not over: its page says that they did not come."""
        self.ready(game)
        moment = datetime.fromisoformat("2026-03-02T14:00").astimezone(get_current_timezone())
        time_machine.move_to(moment)
        client, day = client_of("organizer"), GameDay.objects.get(date=MONDAY)
        GameDay.objects.filter(pk=day.pk).update(rounds=1)
        day_game(day, {"Ivy": (0,), "Max": (5,)})
        assert "Said yes and stayed away: Joe" in self.get(client, game).text
        page = Page(client.get(reverse("league:day", args=[day.pk]))).text
        assert "This day is over: all its games are played. 3 were here" in page

    def test_people_as_a_file_keep_formulas_as_text(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(GameDay.objects.get(club=game.club), "=1+1")
        url = f"{self.url(game)}?format=csv"
        lines = client_of("organizer").get(url).content.decode("utf-8-sig").splitlines()
        assert lines[0] == 'Name,Came,Came without a yes,"Said yes, stayed away",Said no'
        assert "Ivy,1,0,0,0" in lines
        assert "'=1+1,1,1,0,0" in lines
