"""The whole day's plan, and how good it is."""

from league.days.selectors.seating import meetings_in, seating_of
from league.days.services.attendance import attendance_leave
from league.days.services.seating import plan_make, round_go
from league.models import GameDay, Plan
from scoring.models import Game
from tests.factories import ANN
from tests.league.factories import GameDayFactory, begin, come, end, seat
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestPlan(ShowsDay):
    name = "plan"
    most_queries = 13

    def test_it_says_how_good_it_is(self, client_of: ClientOf, game: Game) -> None:
        GameDay.objects.all().delete()
        GameDayFactory(club=game.club, rounds=5)
        seat(self.day(game), 16)
        page = self.get(client_of("tablet"), game)
        assert "Times that two meet again 0 The least that can be 0" in page.text
        assert "Most meetings of two people 1 Pairs that never meet 0" in page.text
        assert "No plan for these people has fewer meetings again: that is proven." in page.text
        assert "Game 5" in page.text

    def test_the_least_is_that_of_plans_in_which_nobody_meets_three_times(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Five who always meet would make 15 repeats: such a plan is not what was looked for."""
        GameDay.objects.all().delete()
        GameDayFactory(club=game.club, rounds=4, size=6, least=4, most=6, tables=4)
        seat(self.day(game), 21)
        text = self.get(client_of("tablet"), game).text
        assert "Times that two meet again 30 The least that can be 30" in text
        assert (
            "Nobody meets the same person more than twice. No such plan for these people has fewer "
            "meetings again: that is proven."
        ) in text

    def test_its_numbers_hold_for_the_setting_that_it_was_made_with(
        self, client_of: ClientOf, game: Game
    ) -> None:
        GameDay.objects.all().delete()
        day = GameDayFactory(club=game.club, rounds=2, meetings_count=True)
        seat(day, 16)
        GameDay.objects.update(meetings_count=False)
        text = self.get(client_of("tablet"), game).text
        changed = "Meetings of earlier game days are counted. The day was changed after this plan"
        assert changed in text
        GameDay.objects.update(meetings_count=True)
        assert "The day was changed" not in self.get(client_of("tablet"), game).text

    def test_after_a_change_by_hand_its_numbers_are_counted_from_the_seats(
        self, client_of: ClientOf, game: Game
    ) -> None:
        GameDay.objects.all().delete()
        GameDayFactory(club=game.club, rounds=2)
        plan = seat(self.day(game), 16)
        Plan.objects.filter(pk=plan.pk).update(report={}, tables=[plan.tables[0]] * 2, before=plan)
        text = self.get(client_of("tablet"), game).text
        assert (
            "Times that two meet again 24 Most meetings of two people 2 Pairs that never meet 96"
        ) in text
        assert "The least" not in text

    def test_who_meets_again_is_named(self, client_of: ClientOf, game: Game) -> None:
        GameDayFactory(club=game.club, rounds=2)
        seat(self.day(game), 4)
        page = self.get(client_of("tablet"), game)
        assert "6 pairs meet again on this day Ann and Bob: 2 times" in page.text

    def test_who_left_stands_in_all_its_numbers(self, client_of: ClientOf, game: Game) -> None:
        """Ann played game 1 with seven others of fifteen, and meets nobody afterwards."""
        day = GameDayFactory(club=game.club, rounds=2, size=8, most=8)
        seat(day, 16)
        for one in begin(day):
            end(one)
        round_go(day=day, author=ANN, number=2)
        attendance_leave(attendance=day.attendances.get(player__name="Ann"), when="now")
        plan_make(day=GameDay.objects.get(pk=day.pk), author=ANN, seconds=0.05)
        met = meetings_in(seating_of(GameDay.objects.get(pk=day.pk)).rounds)
        never = f"Pairs that never meet {16 * 15 // 2 - len(met)}"
        assert never in self.get(client_of("tablet"), game).text

    def test_what_does_not_fit_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(self.day(game), "Zoe")
        page = self.get(client_of("organizer"), game)
        assert "Zoe has no seat in game 1 yet." in page.trouble
        assert "Plan again" in page.text

    def test_before_anybody_is_seated_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        GameDayFactory(club=game.club)
        assert "Nobody is seated yet." in self.get(client_of("organizer"), game).text
