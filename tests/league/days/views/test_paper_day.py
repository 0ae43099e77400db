"""The pages by which paper comes in: who may, and that a large day costs no more questions."""

from django.urls import reverse

from scoring.models import Game
from tests.league.days.test_paper import grid
from tests.league.factories import GameDayFactory, paper_game
from tests.litany import ClientOf, Shows


class TestPaperDays(Shows):
    app = "league"
    name = "paper-days"
    most_queries = 6

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club)


class TestPaperDay(Shows):
    app = "league"
    name = "paper-day"
    most_queries = 14

    def args(self, game: Game) -> list[object]:
        return [game.club.game_days.get().pk]

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club)


def test_a_preview_asks_no_more_for_more_people(
    client_of: ClientOf, game: Game, django_assert_max_num_queries: object
) -> None:
    day = GameDayFactory(club=game.club)
    lines = [(f"Ann {at}", (str(at // 4 + 1), "98")) for at in range(40)]
    client = client_of("organizer")
    with django_assert_max_num_queries(18):  # type: ignore[operator]
        client.post(reverse("league:paper-day", args=[day.pk]), grid(*lines))


class TestPaperGame(Shows):
    app = "league"
    name = "paper-game"
    most_queries = 12

    def args(self, game: Game) -> list[object]:
        return [Game.objects.filter(totals_only=True).earliest("pk").code]

    def ready(self, game: Game) -> None:
        paper_game(GameDayFactory(club=game.club), {"Ann": 120, "Bob": 88})


class TestPaperBack(Shows):
    app = "league"
    name = "paper-back"
    most_queries = 7

    def args(self, game: Game) -> list[object]:
        return [game.club.game_days.get().pk]

    def ready(self, game: Game) -> None:
        paper_game(GameDayFactory(club=game.club), {"Ann": 120, "Bob": 88})
