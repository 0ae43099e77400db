"""Days that a season leaves out count for it, once what that moves was shown."""

from datetime import timedelta
from typing import Any

from django.urls import reverse

from league.models import GameDay, Season
from scoring.models import Game
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import ORGANIZERS, ClientOf, OfRow, Writes
from tests.page import Page

ROUNDS = {"Ann": (0,), "Bob": (20,), "Cal": (30,)}


class TestSeasonCountDays(OfRow, Writes):
    app = "league"
    name = "season-count-days"
    may = ORGANIZERS

    def ready(self, game: Game) -> None:
        SeasonFactory(club=game.club)
        day_game(GameDayFactory(club=game.club, counts=False), ROUNDS)

    def args(self, game: Game) -> list[object]:
        return [Season.objects.earliest("pk").pk]

    def data(self, game: Game) -> dict[str, Any]:
        return {"day": GameDay.objects.earliest("pk").pk}

    def board(self, who: ClientOf, game: Game, name: str = "organizer") -> Page:
        return Page(who(name).get(reverse("league:leaderboard", args=self.args(game))))

    def test_the_board_names_them_and_they_count(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        says = "1 game day does not count for this season"
        page = self.board(client_of, game)
        assert "No game of this season has been scored yet." in page.text
        assert f"{says} They lie in its time and count for no season: March 2, 2026." in page.text
        assert "Count this day too" in page.text
        text = self.board(client_of, game, "tablet").text
        assert says in text
        assert "Count this day too" not in text
        page = self.followed(client_of("organizer"), game)
        assert "1 more game day counts for this season." in page.trouble
        assert "Ann" in page.text
        assert says not in page.text
        day = GameDay.objects.get()
        assert (day.counts, day.sequence) == (True, 1)

    def test_what_it_moves_is_shown_before(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day_game(
            GameDayFactory(club=game.club, date=MONDAY + timedelta(weeks=1)),
            {"Ann": (40,), "Bob": (0,), "Cal": (38,)},
        )
        client = client_of("organizer")
        page = self.followed(client, game)
        assert (
            "In the lead now: Bob (0.00). In the lead afterwards: Bob (10.00). "
            "2 of 3 people get another place. Everybody" in page.text
        )
        assert not GameDay.objects.get(date=MONDAY).counts
        sent = {"day": page.fields["day"], "agreed": page.buttons["agreed"]}
        page = self.followed(client, game, **sent)
        assert "1 more game day counts for this season." in page.trouble

    def test_only_days_of_the_season_that_were_listed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        later = GameDayFactory(club=game.club, counts=False, date="2027-01-04")
        other = GameDayFactory(counts=False)
        page = self.followed(client_of("organizer"), game, day=[later.pk, other.pk, "x"])
        assert "0 more game days count for this season." in page.trouble
        assert not GameDay.objects.filter(counts=True).exists()

    def test_not_for_a_closed_season(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Season.objects.update(closed_at="2026-12-31T12:00Z", closed_by="Ann")
        page = self.followed(client_of("organizer"), game)
        assert "2026 is closed and stays as it was. Open it again first." in page.trouble
        assert not GameDay.objects.get().counts

    def test_a_new_season_offers_it(self, client_of: ClientOf, game: Game) -> None:
        for number in range(1, 4):
            GameDayFactory(club=game.club, counts=False, date=MONDAY.replace(day=number))
        fields = {"name": "2026", "first": "2026-01-01", "last": "2026-12-31", "way": "average"}
        sent = fields | {"least_games": "1"}
        url = reverse("league:season-new")
        page = Page(client_of("organizer").post(url, sent, follow=True))
        assert "March 1, 2026, March 2, 2026 and March 3, 2026" in page.text
        assert "Count these 3 days too" in page.text
