"""The report of a season: who said that they come, and who came."""

from datetime import datetime
from typing import Any

from django.utils.timezone import get_current_timezone

from league.models import DayAnswer, GameDay, Season
from league.privacy.services.erase_person import person_erase
from scoring.models import Game, Player
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, come, person
from tests.litany import ClientOf, OfRow, Shows


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
        assert "Said no: Lou" in text

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

    def test_people_as_a_file_keep_formulas_as_text(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(GameDay.objects.get(club=game.club), "=1+1")
        url = f"{self.url(game)}?format=csv"
        lines = client_of("organizer").get(url).content.decode("utf-8-sig").splitlines()
        assert lines[0] == 'Name,Came,Came without a yes,"Said yes, stayed away",Said no'
        assert "Ivy,1,0,0,0" in lines
        assert "'=1+1,1,1,0,0" in lines
