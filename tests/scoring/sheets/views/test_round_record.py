"""The page of the next round, and putting the round on the sheet."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Game, SheetEntry
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, last_entry, make_game, new_key, play, totals
from tests.litany import BOTH, ClientOf, OfGame, Shows, Writes, rows
from tests.page import Page

from .typed import seat_ids, typed_round

HUGE = 10**9


class TestRoundRecord(OfGame, Shows, Writes):
    name = "round-record"
    methods = BOTH
    most_queries = 7

    def ready(self, game: Game) -> None:
        # A game without a round is asked whether it can be thrown away.
        play(game, 9, 0, 45, 12)

    def args(self, game: Game) -> list[object]:
        return [game.code, sheet_of(game).next_round]

    def unknown(self, game: Game) -> list[list[object]]:
        return [["zzzzzzzz", 1], [game.code, 0]]

    def data(self, game: Game) -> dict[str, Any]:
        return typed_round(game, 12, "out", 45, 9)

    def says_locked(self, answer: Any) -> None:
        assert answer.status_code == 503
        page = Page(answer)
        assert "could not save just now. Nothing is lost: your numbers are still here." in (
            page.trouble
        )
        assert "12" in page.fields.values()
        assert "45" in page.fields.values()

    def test_the_page_says_what_to_do(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        page = self.get(client_of("tablet"), game)
        ann = seat_ids(game)[0]
        assert "Round 2 of 13 Starting double: double eleven. Bob begins." in page.text
        assert "Each draws 15 tiles." in page.text
        assert "Settle a dispute" in page.text
        assert page.fields["starting_double"] == "11"
        assert page.fields[f"seat-{ann}-total"] == ""
        assert "ending" not in page.fields
        assert page.faults == []
        assert "12 so far" in page.text

    def test_a_number_higher_than_hands_are_is_kept_by_one_tap(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, form = client_of("tablet"), typed_round(game, 999, "out", 45, 9)
        url = self.url(game)
        page = Page(client.post(url, form))
        assert "Ann’s number is very high. Type it again, or tap “keep” under it." in page.trouble
        assert totals(game) == [0, 0, 0, 0]
        client.post(url, form | {f"seat-{seat_ids(game)[0]}-sure": "999"})
        assert totals(game) == [999, 0, 45, 9]
        assert "faults" not in last_entry(game).details

    def test_it_is_put_on_the_sheet(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("tablet"), game)
        assert "Round 1 is saved." in page.trouble
        assert "Total 12 0 leads 45 9" in page.text
        entry = last_entry(game)
        assert (entry.author, entry.tablet.name, entry.user) == ("Table 3", "Table 3", None)
        assert entry.out_seat_id == seat_ids(game)[1]

    def test_the_account_is_the_author(self, client_of: ClientOf, game: Game) -> None:
        self.send(client_of("scorekeeper"), game, device_time="2026-05-01T14:03:00+02:00")
        entry = last_entry(game)
        assert (entry.author, entry.user.first_name, entry.tablet) == ("Sam", "Sam", None)
        assert entry.device_time.isoformat() == "2026-05-01T12:03:00+00:00"

    @pytest.mark.parametrize(
        "told",
        [
            "",
            "now",
            "2026-13-45T00:00:00Z",
            "\0",
            "2026-05-01T14:03:00",
            "0001-01-01T00:00:00+14:00",
            "9" * 999,
        ],
    )
    def test_a_clock_that_is_wrong_costs_no_round(
        self, client_of: ClientOf, game: Game, told: str
    ) -> None:
        self.send(client_of("tablet"), game, device_time=told)
        assert last_entry(game).device_time is None

    def test_sent_twice_it_counts_once(self, client_of: ClientOf, game: Game) -> None:
        client, url, form = client_of("tablet"), self.url(game), self.data(game)
        client.post(url, form)
        answer = client.post(url, form, follow=True)
        assert "Round 1 was saved already. It counts once." in Page(answer).trouble
        assert totals(game) == [12, 0, 45, 9]

    def test_two_tablets_with_the_same_numbers_are_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        url, other = self.url(game), self.data(game)
        client_of("tablet").post(url, self.data(game))
        answer = client_of("scorekeeper").post(url, other, follow=True)
        assert "Another tablet had saved round 1 just the same." in Page(answer).trouble
        assert game.entries.count() == 1

    def test_two_tablets_that_differ_see_both(self, client_of: ClientOf, game: Game) -> None:
        url, other = self.url(game), typed_round(game, 12, "out", 54, 9)
        client_of("tablet").post(url, self.data(game))
        answer = client_of("scorekeeper").post(url, other, follow=True)
        page = Page(answer)
        assert answer.redirect_chain[-1][0] == reverse("scoring:round-choose", args=[game.code, 1])
        assert "Cal 45" in page.text
        assert "Cal 54" in page.text
        assert totals(game) == [12, 0, 45, 9]

    @pytest.mark.parametrize("key", [None, "", "\0", "k" * 300, "None"])
    def test_a_device_without_a_key_can_record(
        self, client_of: ClientOf, game: Game, key: str | None
    ) -> None:
        client = client_of("tablet")
        for _round in range(2):
            page = self.followed(client, game, key=key if key != "None" else new_key())
            assert "is saved." in page.trouble
        assert len(sheet_of(game).rounds) == 2

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"total": "twelve"}, "Type a number, such as 27."),
            ({"total": "1.5"}, "Type a number, such as 27."),
            ({"total": "12345678901234567890"}, "That number is too big. Look at it again."),
            ({"total": "9" * 5000}, "Type a number, such as 27."),
            ({"total": "-12345"}, "That number is too low. Look at it again."),
            ({"total": "-5"}, "tiles left over never count below 0"),
            ({"total": "9999"}, "Ann cannot have 9999 points"),
            ({"total": "\0"}, "Type a number, such as 27."),
            ({"total": "", "tiles": "7"}, "“7” is not a tile. Write tiles like this: 7-3 0-0"),
            ({"total": "", "tiles": "seven-three"}, "“seven-three” is not a tile."),
            ({"total": "", "tiles": "1234-1"}, "“1234-1” is not a tile."),
            ({"total": "", "tiles": "13-1"}, "Ann cannot hold 1-13"),
            ({"total": "", "tiles": "7-3 3-7"}, "Ann has 3-7 twice; there is only one."),
            ({"total": "", "tiles": "12-12"}, "it started this round and is in the hub"),
            ({"total": "", "tiles": "1-1 " * 500}, "1400"),
            ({"total": "5", "tiles": "7-3"}, "come to 10 points, but 5 are written"),
            ({"total": ""}, "Type the total of the tiles that Ann has left."),
            ({"count": "many"}, "Type a number, such as 27."),
            ({"count": "500"}, "Ann cannot have 500 tiles"),
            ({"count": "-1"}, "Type a number from 0 up."),
            ({"count": "1", "total": "12", "tiles": "7-5 0-1"}, "2 tiles written one by one"),
        ],
    )
    def test_what_is_wrong_is_said_beside_the_seat(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        ann = seat_ids(game)[0]
        told = {f"seat-{ann}-{part}": value for part, value in changed.items()}
        answer = self.send(client_of("tablet"), game, **told)
        page = Page(answer)
        assert answer.status_code == 200
        assert said in page.trouble
        self.all_is_still_there(page, {**self.data(game), **told, "key": None})
        assert not game.entries.exists()

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"ending": ""}, "Tap who went out, or Blocked, or Time’s up."),
            ({"ending": None}, "Tap who went out, or Blocked, or Time’s up."),
            ({"ending": "out-0"}, "Choose who went out, from the people at this table."),
            ({"ending": "out-" + "9" * 5000}, "Choose who went out, from the people at"),
            ({"ending": "rained off"}, "Choose who went out, from the people at this table."),
            ({"boneyard": "some"}, "Type a number, such as 27."),
            ({"boneyard": "-1"}, "Type a number from 0 up."),
            ({"boneyard": "400"}, "The boneyard cannot have 400 tiles"),
            ({"starting_double": "13"}, "The dominoes of this game go up to 12."),
            ({"starting_double": "x"}, "Type a number, such as 27."),
            ({"reason": "x" * 201}, "200"),
            ({"reason": "\0"}, "This cannot be read. Type it again."),
        ],
    )
    def test_what_is_wrong_with_the_round_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, str | None], said: str
    ) -> None:
        answer = self.send(client_of("tablet"), game, **changed)
        page = Page(answer)
        assert answer.status_code == 200
        assert said in page.trouble
        kept = {**self.data(game), **changed, "key": None}
        # A choice that the page does not offer cannot be shown as chosen.
        if changed.get("ending", "blocked") not in ("blocked", "time"):
            kept["ending"] = None
        if "starting_double" in changed:
            kept["starting_double"] = None
        self.all_is_still_there(page, kept)
        assert not game.entries.exists()

    def all_is_still_there(self, page: Page, told: dict[str, Any]) -> None:
        for name, value in told.items():
            if value is not None:
                assert page.fields.get(name) == str(value), name

    def test_an_empty_form_is_told_all_that_is_missing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        answer = client_of("tablet").post(self.url(game), {"csrfmiddlewaretoken": "x"})
        page = Page(answer)
        assert "Something is still missing, or not clear." in page.trouble
        assert "Tap who went out" in page.trouble
        for name in ("Ann", "Bob", "Cal", "Dot"):
            assert f"Type the total of the tiles that {name} has left." in page.trouble

    def test_every_fault_is_said_at_once(self, client_of: ClientOf, game: Game) -> None:
        ann, bob, cal, dot = seat_ids(game)
        page = self.followed(
            client_of("tablet"),
            game,
            **{
                f"seat-{ann}-total": "x",
                f"seat-{cal}-total": "",
                f"seat-{cal}-tiles": "12-12 7-3",
                f"seat-{dot}-total": "",
                f"seat-{dot}-tiles": "3-7 5",
                f"seat-{bob}-count": "many",
            },
        )
        assert "Type a number, such as 27." in page.trouble
        assert "is in the hub" in page.trouble
        assert "“5” is not a tile" in page.trouble

    def test_two_who_went_out_and_nobody(self, client_of: ClientOf, game: Game) -> None:
        ann, bob, _cal, _dot = seat_ids(game)
        two = {f"seat-{ann}-total": "", f"seat-{ann}-tiles": "none"}
        assert "cannot all be out" in self.followed(client_of("tablet"), game, **two).trouble
        nobody = {"ending": "blocked", f"seat-{bob}-total": "0", f"seat-{bob}-count": "0"}
        page = self.followed(client_of("tablet"), game, **nobody)
        assert "Bob must have a tile left" in page.trouble
        winner = {f"seat-{bob}-total": "7"}
        page = self.followed(client_of("tablet"), game, **winner)
        assert "Bob went out and gets 0 points, but 7 are written." in page.trouble

    def test_a_tile_in_two_hands_is_said_beside_both(self, client_of: ClientOf, game: Game) -> None:
        form = typed_round(game, None, "out", None, 9, tiles=("7/3, 0:0", None, "3-7"))
        answer = client_of("tablet").post(self.url(game), form)
        said = "3-7 is in the hands of Ann and Cal; there is only one."
        assert Page(answer).trouble.count(said) == 2

    def test_faults_can_stand_with_a_reason(self, client_of: ClientOf, game: Game) -> None:
        cal = seat_ids(game)[2]
        client, odd = client_of("tablet"), {f"seat-{cal}-total": "1999"}
        page = self.followed(client, game, **odd)
        assert "Something does not fit. Fix it, or save it anyway." in page.trouble
        # The way to do so stands beside the sentence.
        assert "Save it anyway" in page.trouble
        page = self.followed(client, game, **odd, as_it_stands="on")
        assert "Say in a few words why you save it anyway" in page.trouble
        assert page.fields["as_it_stands"] == "on"
        # The reason alone is no order to let it stand.
        page = self.followed(client, game, **odd, reason="tiles put away")
        assert "Something does not fit." in page.trouble
        assert page.fields["reason"] == "tiles put away"
        page = self.followed(client, game, **odd, as_it_stands="on", reason="tiles put away")
        assert "Round 1 is saved." in page.trouble
        assert "Round 1 was saved although something did not fit." in page.text
        assert "tiles put away" in page.text
        assert totals(game) == [12, 0, 1999, 9]

    @pytest.mark.parametrize(
        "told",
        [
            {"total": "5", "tiles": "7-3"},
            {"tiles": "7-3", "total": "", "count": "2"},
        ],
    )
    def test_a_hand_that_gives_no_number_cannot_stand(
        self, client_of: ClientOf, game: Game, told: dict[str, str]
    ) -> None:
        ann = seat_ids(game)[0]
        fields = {f"seat-{ann}-{part}": value for part, value in told.items()}
        page = self.followed(client_of("tablet"), game, **fields, as_it_stands="on", reason="x")
        assert "It is not clear how many points Ann gets" in page.trouble
        assert not game.entries.exists()

    def test_who_went_out_with_a_total_cannot_stand(self, client_of: ClientOf, game: Game) -> None:
        bob = seat_ids(game)[1]
        odd = {f"seat-{bob}-total": "7", "as_it_stands": "on", "reason": "x"}
        page = self.followed(client_of("tablet"), game, **odd)
        assert "It is not clear how many points Bob gets" in page.trouble

    @pytest.mark.parametrize("number", [2, HUGE])
    def test_a_round_has_its_turn(self, client_of: ClientOf, game: Game, number: int) -> None:
        client = client_of("tablet")
        url = reverse("scoring:round-record", args=[game.code, number])
        answer = client.get(url, follow=True)
        assert "Round 1 comes first." in Page(answer).trouble
        assert client.post(url, self.data(game)).status_code in (200, 404)
        assert not game.entries.exists()

    def test_why_a_page_led_to_the_sheet_is_said_as_the_sheet_stands_when_it_is_seen(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """With a weak network the round may have been recorded before the answer is seen."""
        client = client_of("tablet")
        there = client.get(reverse("scoring:round-record", args=[game.code, 2]))
        play(game, 12, 0, 45, 9)
        assert "comes first" not in Page(client.get(there["Location"])).text

    def test_a_round_that_another_undid_below_keeps_what_was_typed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        client, url, form = client_of("tablet"), self.url(game), self.data(game)
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        page = Page(client.post(url, form))
        assert "Record round 1 first." in page.trouble
        self.all_is_still_there(page, form | {"key": None})

    def test_a_round_on_the_sheet_is_not_asked_again(self, client_of: ClientOf, game: Game) -> None:
        url = self.url(game)
        play(game, 12, 0, 45, 9)
        answer = client_of("tablet").get(url, follow=True)
        assert "Round 1 is on the sheet already." in Page(answer).trouble

    def test_a_finished_game_takes_no_round(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        url, form = self.url(game), self.data(game)
        game_finish(game=game, author=ANN, key=new_key())
        client = client_of("tablet")
        page = Page(client.post(url, form))
        assert "This game is finished. An organizer can reopen it" in page.trouble
        self.all_is_still_there(page, form | {"key": None})
        assert Page(client.get(url, follow=True)).text.count("The game is finished.") == 1

    def test_who_has_come_meanwhile_is_asked_for(self, client_of: ClientOf, game: Game) -> None:
        url, form = self.url(game), self.data(game)
        seat_join(game=game, author=ANN, key=new_key(), name="Eve")
        page = Page(client_of("tablet").post(url, form))
        assert "Type the total of the tiles that Eve has left." in page.trouble
        self.all_is_still_there(page, form | {"key": None})

    def test_who_has_left_is_not_asked_for(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        dot = seat_ids(game)[3]
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=True)
        page = self.get(client_of("tablet"), game)
        assert f"seat-{dot}-total" not in page.fields
        assert "3 players" not in page.text

    def test_markers_are_asked_for_where_they_count(self, client_of: ClientOf, club: Club) -> None:
        rules = {"base": "family", "fill": "defaults", "marked_train_points": 10}
        game = make_game(club, rules=rules)
        ann = seat_ids(game)[0]
        client = client_of("tablet")
        assert "A marker is on Ann's train" in self.get(client, game).text
        form = typed_round(game, None, "out", 45, 9, tiles=("7-3",)) | {f"seat-{ann}-marked": "on"}
        client.post(self.url(game), form)
        assert totals(game)[0] == 20
        plain = make_game(club)
        assert "marker" not in self.get(client, plain).text

    def test_a_marker_of_who_went_out_counts_where_the_house_says_so(
        self, client_of: ClientOf, club: Club
    ) -> None:
        marks = {"base": "family", "fill": "defaults", "marked_train_points": 10}
        for rules, open_too, points in (
            (marks, False, 0),
            (marks | {"winner_marker_counts": True}, True, 10),
        ):
            game = make_game(club, rules=rules)
            ann = seat_ids(game)[0]
            client = client_of("tablet")
            shown = client.get(self.url(game)).content.decode()
            assert ("data-open-when-out" in shown) is open_too
            form = typed_round(game, "out", 5, 45, 9) | {f"seat-{ann}-marked": "on"}
            client.post(self.url(game), form)
            assert totals(game)[0] == points

    def test_a_run_off_asks_those_who_tie_alone(self, client_of: ClientOf, club: Club) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 1, "tie_break": "playoff"}
        game = make_game(club, rules=rules)
        play(game, 5, 30, 5, 9, ending="blocked")
        client = client_of("tablet")
        ann, bob, cal, _dot = seat_ids(game)
        page = self.get(client, game)
        assert {f"seat-{ann}-total", f"seat-{cal}-total"} <= set(page.fields)
        assert f"seat-{bob}-total" not in page.fields
        # Beside the seats, too, no total changes while somebody types.
        typed = typed_round(game, 12, "out")
        check = client.post(reverse("scoring:round-check", args=[game.code, 2]), typed)
        assert "Total in the game: 5 run-off: 12" in Page(check).text
        client.post(self.url(game), typed_round(game, 12, "out"))
        assert totals(game) == [5, 30, 5, 9]
        text = Page(client.get(reverse("scoring:sheet", args=[game.code]))).text
        assert "Cal wins the run-off with a total of 5." in text
        assert "That was the last round of the game." in text

    def test_a_time_limit_leaves_the_run_off_to_those_who_tie(
        self, client_of: ClientOf, club: Club
    ) -> None:
        rules = {"base": "family", "fill": "defaults", "tie_break": "playoff"}
        game = make_game(club, rules=rules | {"time_limit_minutes": 15})
        Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(hours=1))
        play(game, 5, 30, 5, 9, ending="time")
        client = client_of("tablet")
        sheet = reverse("scoring:sheet", args=[game.code])
        text = Page(client.get(sheet)).text
        assert "Ann and Cal tie for the game. Only they play this round" in text
        assert "Score round 2" in text
        assert "Time!" not in text
        assert "Time!" not in self.get(client, game).text
        play(game, 12, 0)
        text = Page(client.get(sheet)).text
        assert "Cal wins the run-off with a total of 5." in text
        assert "That was the last round of the game." in text
        assert "Time!" not in text

    def test_names_are_text_and_nothing_else(self, client_of: ClientOf, club: Club) -> None:
        odd = "<img src=x onerror=alert(1)>\"'"
        game = game_start(
            club=club,
            author=ANN,
            names=[odd, "{{ 7 }} %s %(x)s {0}", "שרה", "🐢👩‍👩‍👧"],
            set_=12,
            rules={"base": "family", "fill": "defaults"},
        )
        client = client_of("tablet")
        answer = self.send(client, game, **{f"seat-{seat_ids(game)[0]}-total": "1999"})
        page = Page(answer)
        assert "img" not in page.tags
        assert f"{odd} cannot have 1999 points" in page.trouble
        for name in ("{{ 7 }} %s %(x)s {0}", "שרה", "🐢👩‍👩‍👧"):
            assert name in page.text

    def test_a_draft_belongs_to_one_writing_of_the_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")

        def draft() -> str:
            text = client.get(self.url(game)).content.decode()
            return text.partition('data-draft="')[2].partition('"')[0]

        def done() -> set[str]:
            url = reverse("scoring:sheet", args=[game.code])
            parts = client.get(url).content.decode().split('name="draft-done" content="')[1:]
            return {part.partition('"')[0] for part in parts}

        first = draft()
        assert first not in done()
        play(game, 12, 0, 45, 9)
        assert first in done()
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        # What is typed into the round anew is not what was recorded and undone.
        second = draft()
        assert second != first
        assert second not in done()
        play(game, 12, 0, 45, 9)
        assert {first, second} <= done()


def test_a_correct_url_has_no_round_nought(client_of: ClientOf, game: Game) -> None:
    before = rows()
    url = reverse("scoring:round-record", args=[game.code, 0])
    form = {"key": new_key(), "ending": "blocked", "starting_double": "12"}
    assert client_of("tablet").post(url, form).status_code == 404
    assert rows() == before
    assert not SheetEntry.objects.exists()
