"""The same people once more, each in the same color; the next one begins."""

from django.urls import reverse
from django.utils import timezone

from scoring.models import Game, RuleSheet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_again, game_finish
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.litany import POST, SCORERS, ClientOf, OfGame, Writes
from tests.page import Page


class TestGameAgain(OfGame, Writes):
    name = "game-again"
    may = SCORERS
    methods = POST

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())

    def following(self, game: Game) -> Game:
        return Game.objects.exclude(pk=game.pk).get()

    def test_seats_move_on_and_rules_stay(self, client_of: ClientOf, game: Game) -> None:
        Game.objects.filter(pk=game.pk).update(
            rules={"base": "family", "rounds": 5},
            rule_sheet=RuleSheet.objects.create(
                club=game.club,
                name="Ours",
                rules={"base": "family"},
                other_rules="Changed since.",
                author="Ann",
                changed_at=timezone.now(),
            ),
            other_rules="Youngest begins.",
            set=9,
            table_number=3,
        )
        game.refresh_from_db()
        self.ready(game)
        assert "Round 1 of 5" in self.followed(client_of("organizer"), game).text
        following = self.following(game)
        seats = sheet_of(following).seats
        assert [seat.name for seat in seats] == ["Bob", "Cal", "Dot", "Ann"]
        assert [seat.color for seat in seats] == [1, 2, 3, 0]
        players = {seat.player_id for seat in sheet_of(game).seats}
        assert {seat.player_id for seat in seats} == players
        assert (following.set, following.rules, following.table_number) == (9, game.rules, 3)
        assert following.other_rules == "Youngest begins."

    def test_asked_for_again_it_is_the_same_game(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            self.send(client_of("tablet"), game)
        following = self.following(game)
        play(following, 1, 0, 2, 3)
        sheet = reverse("scoring:sheet", args=[following.code])
        assert self.send(client_of("organizer"), game)["Location"] == sheet

    def test_who_left_does_not_play(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        bob = sheet_of(game).seats[1]
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=bob.id, ranked=True)
        game_finish(game=game, author=ANN, key=new_key())
        self.send(client_of("tablet"), game)
        seats = sheet_of(self.following(game)).seats
        assert [(seat.name, seat.color) for seat in seats] == [("Cal", 2), ("Dot", 3), ("Ann", 0)]

    def test_who_comes_late_then_has_a_mark_of_their_own(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        for seat in sheet_of(game).seats[:2]:
            seat_leave(game=game, author=ANN, key=new_key(), seat_id=seat.id, ranked=True)
        game_finish(game=game, author=ANN, key=new_key())
        following = game_again(game=game, author=ANN)
        for name in ("Eve", "Fay"):
            seat_join(game=following, author=ANN, key=new_key(), name=name)
        seats = sheet_of(following).seats
        assert [(seat.name, seat.color) for seat in seats] == [
            ("Dot", 3), ("Cal", 2), ("Eve", 0), ("Fay", 1)
        ]  # fmt: skip

    def test_the_result_says_who_begins_and_that_the_clock_runs(
        self, client_of: ClientOf, game: Game
    ) -> None:
        Game.objects.filter(pk=game.pk).update(rules={**game.rules, "time_limit_minutes": 14})
        game.refresh_from_db()
        self.ready(game)
        result = client_of("tablet").get(reverse("scoring:result", args=[game.code]))
        said = "Play again Bob begins. The time limit of 14 minutes runs at once."
        assert said in Page(result).text

    def test_an_open_game_goes_on(self, client_of: ClientOf, game: Game) -> None:
        other = make_game(game.club)
        assert self.send(client_of("organizer"), other).status_code == 404
