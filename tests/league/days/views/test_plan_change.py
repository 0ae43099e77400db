"""What a new plan changes for those who are seated already."""

from league.days.selectors.seating import meeting_words, quality_of, seating_of
from league.models import Plan
from scoring.models import Game, Player
from tests.league.factories import GameDayFactory, come, seat
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_day import OfDay


class TestPlanChange(OfDay, Writes):
    name = "plan-change"
    methods = BOTH
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        super().ready(game)
        come(self.day(game), "Zoe")
        seat(self.day(game), 8)

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), Plan.objects.filter(game_day=self.day(game))[0].pk]

    def unknown(self, game: Game) -> list[list[object]]:
        other = seat(GameDayFactory(club=game.club, title="other"), 4)
        day = Plan.objects.exclude(pk=other.pk)[0].game_day
        return [[0, 1], [10**30, 1], [day.pk, 0], [day.pk, 10**30], [day.pk, other.pk]]

    def test_it_says_who_moves_and_takes_the_plan(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "to another table in game 1, which the wall shows already." in page.text
        assert "Zoe –" in page.text
        assert "The new plan is in force." in self.followed(client, game).trouble
        assert "This plan is in force." in self.get(client, game).text

    def test_it_says_what_the_new_plan_is_for(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, day = client_of("organizer"), self.day(game)
        before = meeting_words(quality_of(seating_of(day)).again)
        as_is, _new, as_new = self.get(client, game).text.partition("New plan")
        assert f"Seats as they are {before} Zoe has no seat in game 1 yet." in as_is
        assert "has no seat" not in as_new
        client.post(self.url(game))
        after = meeting_words(quality_of(seating_of(day)).again)
        assert as_new.startswith(f" {after}")

    def test_the_seats_can_stay_as_they_are(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, day = client_of("organizer"), self.day(game)
        address = f"/days/{day.pk}/"
        assert "See what the new plan changes" in Page(client.get(address)).text
        client.post(self.url(game), {"deed": "drop"})
        assert "See what the new plan changes" not in Page(client.get(address)).text
        assert day.plans.get().taken_at is not None

    def test_the_game_that_is_on_can_stay_and_the_later_ones_change(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, day = client_of("organizer"), self.day(game)
        before = seating_of(day).tables(1)
        # The tables can start while the question waits.
        assert "Start 2 tables" in Page(client.get(f"/days/{day.pk}/")).text
        page = Page(client.post(self.url(game), {"deed": "later"}, follow=True))
        assert "Game 1 stays as it is. The later games are planned again." in page.trouble
        seating = seating_of(day)
        zoe = Player.objects.get(name="Zoe").pk
        assert seating.tables(1) == before
        assert zoe not in seating.seats(1)
        assert zoe in seating.seats(2)

    def test_a_plan_that_is_too_old_is_not_taken(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(self.day(game), "Yan")
        client = client_of("organizer")
        url = self.url(game)
        page = Page(client.get(client.post(url)["Location"]))
        assert "Something has changed since that plan was made." in page.trouble
