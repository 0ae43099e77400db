"""A recorded round written anew, with a reason."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import entry_undo
from tests.factories import ANN, last_entry, make_game, new_key, play, totals
from tests.litany import BOTH, ClientOf, OfGame, Shows, Writes, rows
from tests.page import Page

from .typed import mark_of, seat_ids, typed_round


class TestRoundCorrect(OfGame, Shows, Writes):
    name = "round-correct"
    methods = BOTH
    most_queries = 7

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)

    def args(self, game: Game) -> list[object]:
        return [game.code, 1]

    def unknown(self, game: Game) -> list[list[object]]:
        return [["zzzzzzzz", 1], [game.code, 0], [game.code, 2], [game.code, 10**9]]

    def data(self, game: Game) -> dict[str, Any]:
        line = sheet_of(game).line(1)
        form = typed_round(game, 12, "out", 54, 9, starting_double="12", reason="misread")
        return form | {"seen": line.entry.pk if line else 0}

    def form(self, game: Game, **changed: Any) -> dict[str, Any]:
        """The form with the mark of the preview that would be shown for it, unless one is told."""
        form = super().form(game, **changed)
        return form if "agreed" in changed else form | {"agreed": mark_of(game, form)}

    def says_locked(self, answer: Any) -> None:
        assert answer.status_code == 503
        page = Page(answer)
        assert "could not save just now. Nothing is lost" in page.trouble
        assert page.fields["reason"] == "misread"
        assert "54" in page.fields.values()

    def test_the_page_shows_what_stands(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        ann, bob, cal, _dot = seat_ids(game)
        assert f"Recorded by {ANN.name}" in page.text
        assert page.fields["ending"] == f"out-{bob}"
        assert page.fields[f"seat-{cal}-total"] == "45"
        assert page.fields[f"seat-{bob}-total"] == ""
        assert page.fields["seen"] == str(last_entry(game).pk)
        assert page.faults == []
        assert self.url(game) in page.actions
        assert f"seat-{ann}-marked" not in page.fields

    def test_it_is_corrected_and_the_old_stays_readable(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game)
        assert "Round 1 is corrected. The old numbers stay readable." in page.trouble
        assert "was 45 54" in page.text
        assert "misread" in page.text
        assert last_entry(game).author == "Table 3"
        assert totals(game) == [12, 0, 54, 9]

    def test_what_changes_is_shown_before_the_reason_is_asked(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game, agreed="", reason="")
        shown = Page(client.post(self.url(game), form))
        assert "Cal: 54 in this round (was 45), 54 in the game (was 45)." in shown.text
        assert shown.trouble == ""
        again = Page(client.post(self.url(game), form | {"agreed": shown.buttons["agreed"]}))
        assert "Say why, in a few words: the sheet keeps it." in again.trouble
        assert totals(game) == [12, 0, 45, 9]
        agreed = {"agreed": again.buttons["agreed"], "reason_tapped": "Counted again"}
        client.post(self.url(game), form | agreed)
        assert (totals(game), last_entry(game).reason) == ([12, 0, 54, 9], "Counted again")

    def test_sent_twice_it_is_corrected_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game)
        for _sending in range(2):
            assert client.post(self.url(game), form).status_code == 302
        assert game.entries.count() == 2

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"reason": ""}, "Say why, in a few words: the sheet keeps it."),
            ({"reason": "  "}, "Say why, in a few words: the sheet keeps it."),
            ({"reason": "x" * 201}, "200"),
            ({"cal": "45"}, "Nothing is different from what the sheet already says."),
            ({"cal": "x"}, "Type a number, such as 27."),
            ({"cal": ""}, "Type the total of the tiles that Cal has left."),
            ({"cal": "1999"}, "Something does not fit. Fix it, or save it anyway."),
            ({"ending": "out-0"}, "Choose who went out, from the people at this table."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        cal = seat_ids(game)[2]
        told = {key if key != "cal" else f"seat-{cal}-total": v for key, v in changed.items()}
        before = rows()
        page = self.followed(client_of("tablet"), game, **told)
        assert said in page.trouble
        assert page.fields["reason"] == told.get("reason", "misread")
        assert page.fields[f"seat-{cal}-total"] == told.get(f"seat-{cal}-total", "54")
        assert rows() == before

    @pytest.mark.parametrize(
        ("typed", "kept"), [("", "Counted again"), ("by Cal", "Counted again: by Cal")]
    )
    def test_a_reason_can_be_tapped(
        self, client_of: ClientOf, game: Game, typed: str, kept: str
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Typing error Counted again Wrong player" in page.text
        self.followed(client_of("tablet"), game, reason_tapped="Counted again", reason=typed)
        assert last_entry(game).reason == kept

    def test_two_players_are_swapped_by_tapping_both(self, client_of: ClientOf, game: Game) -> None:
        """Also with who went out; what is shown then is swapped, and is not swapped again."""
        self.ready(game)
        client = client_of("tablet")
        page = self.get(client, game)
        assert "swapped? Tap both. Their numbers change places by themselves." in page.text
        ann, bob, cal, _dot = seat_ids(game)
        as_written = {name: value for name, value in page.fields.items() if name != "swap"}
        swap = {
            **as_written,
            "reason_tapped": "Wrong player",
            "swap": [str(bob), str(cal), str(bob)],
        }
        page = Page(client.post(self.url(game), swap))
        assert "Cal: 0 in this round (was 45), 0 in the game (was 45)." in page.text
        assert (page.fields["ending"], page.fields[f"seat-{bob}-total"]) == (f"out-{cal}", "45")
        assert "swap" not in page.fields
        for tapped in ([str(ann)], [str(ann), "999999"], [str(ann), str(bob), str(cal)]):
            wrong = Page(client.post(self.url(game), swap | {"swap": tapped}))
            assert "Whose numbers were swapped? Tap two players, or none." in wrong.trouble
        client.post(self.url(game), page.fields | {"agreed": page.buttons["agreed"]})
        assert totals(game)[:3] == [12, 45, 0]
        assert last_entry(game).reason == "Wrong player"

    def test_a_fault_stands_by_the_reason(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        cal = {f"seat-{seat_ids(game)[2]}-total": "1999"}
        page = self.followed(client_of("tablet"), game, **cal, as_it_stands="on")
        assert "Round 1 is corrected." in page.trouble
        assert totals(game)[2] == 1999

    def test_a_page_that_is_stale_shows_the_newer_numbers(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stale = self.form(game, **{f"seat-{seat_ids(game)[2]}-total": "50"})
        client = client_of("tablet")
        self.send(client, game)
        answer = client.post(self.url(game), stale)
        page = Page(answer)
        assert answer.status_code == 409
        assert "Somebody else has changed round 1 meanwhile." in page.trouble
        assert "The sheet now says: Ann 12, Bob 0, Cal 54, Dot 9." in page.trouble
        assert page.fields[f"seat-{seat_ids(game)[2]}-total"] == "50"
        assert totals(game) == [12, 0, 54, 9]
        # Having seen them, the scorekeeper looks at what that changes, and decides.
        page = Page(client.post(self.url(game), {**page.fields, "key": new_key()}))
        assert "Cal: 50 in this round (was 54), 50 in the game (was 54)." in page.text
        assert totals(game) == [12, 0, 54, 9]
        client.post(self.url(game), page.fields | page.buttons)
        assert totals(game) == [12, 0, 50, 9]

    @pytest.mark.parametrize("seen", [None, "", "x", "-1", "0", "9" * 5000, "²", "\0"])
    def test_a_page_that_has_seen_nothing_is_stale(
        self, client_of: ClientOf, game: Game, seen: str | None
    ) -> None:
        self.ready(game)
        answer = self.send(client_of("tablet"), game, seen=seen)
        assert answer.status_code == 409
        assert "Somebody else has changed" in Page(answer).trouble

    def test_another_mistake_does_not_hide_that_it_is_stale(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        cal = f"seat-{seat_ids(game)[2]}-total"
        stale, client = self.form(game), client_of("tablet")
        self.send(client, game, **{cal: "53"})
        page = Page(client.post(self.url(game), {**stale, cal: "x"}))
        assert page.fields["seen"] == str(stale["seen"])
        assert client.post(self.url(game), stale).status_code == 409

    def test_a_round_that_was_undone_meanwhile_can_be_recorded_anew(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, url, form = client_of("tablet"), self.url(game), self.form(game)
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        page = Page(client.post(url, form))
        assert "Round 1 is not on the sheet any more. Record it again" in page.trouble
        assert "54" in page.fields.values()
        record = reverse("scoring:round-record", args=[game.code, 1])
        assert record in page.actions
        assert client.post(record, page.fields).status_code == 302
        assert totals(game) == [12, 0, 54, 9]

    def test_an_organizer_corrects_a_finished_game(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        game_finish(game=game, author=ANN, key=new_key())
        ended = Game.objects.get(pk=game.pk).finished_at
        organizer = client_of("organizer")
        sheet = Page(organizer.get(reverse("scoring:sheet", args=[game.code])))
        assert self.url(game) in sheet.links
        form = self.data(game) | {"key": new_key()}
        seen = organizer.post(self.url(game), form).context["preview"]
        assert sheet_of(game).finished
        assert (
            "was 45 54"
            in Page(organizer.post(self.url(game), form | {"agreed": seen.mark}, follow=True)).text
        )
        after = sheet_of(Game.objects.get(pk=game.pk))
        assert (after.finished, after.game.finished_at) == (True, ended)
        assert [seat.total for seat in after.seats] == [12, 0, 54, 9]

    def test_a_finished_game_keeps_what_was_typed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("tablet"), self.form(game)
        game_finish(game=game, author=ANN, key=new_key())
        page = Page(client.post(self.url(game), form))
        assert "This game is finished. An organizer can reopen it" in page.trouble
        assert page.fields["reason"] == "misread"
        page = Page(client.get(self.url(game), follow=True))
        assert "This game is finished." in page.trouble
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        # Whoever comes back to the page has it all filled in.
        page = self.get(client, game)
        assert "This is the correction that you typed before." in page.text
        assert page.fields["reason"] == "misread"
        assert "misread" not in self.get(client, game, anew="1").fields.values()
        assert client.post(self.url(game), {**form, **page.fields}).status_code == 302
        assert totals(game) == [12, 0, 54, 9]
        assert "that you typed before" not in self.get(client, game).text

    def test_what_was_told_comes_back_as_it_was_told(self, client_of: ClientOf, game: Game) -> None:
        rules = {**game.rules, "marked_train_points": 10}
        marked = make_game(game.club, rules=rules)
        ann, bob, cal, dot = seat_ids(marked)
        client = client_of("tablet")
        form = typed_round(marked, None, "out", 45, None, tiles=("7-3 0-0",)) | {
            f"seat-{ann}-marked": "on",
            f"seat-{bob}-marked": "on",
            f"seat-{dot}-tiles": "1-1",
            f"seat-{dot}-count": "1",
            "boneyard": "3",
        }
        url = reverse("scoring:round-record", args=[marked.code, 1])
        assert client.post(url, form).status_code == 302
        page = self.get(client, marked)
        for name, value in form.items():
            if name != "key":
                assert page.fields[name] == str(value), name
        assert f"seat-{cal}-marked" not in page.fields
        # Sent back untouched, nothing is different.
        answer = client.post(self.url(marked), {**page.fields, "reason": "x"})
        assert "Nothing is different" in Page(answer).trouble

    def test_a_hand_without_tiles_comes_back_as_none(self, client_of: ClientOf, game: Game) -> None:
        ann = seat_ids(game)[0]
        form = typed_round(game, None, "out", 45, 9, tiles=("none",))
        form |= {"as_it_stands": "on", "reason": "both laid their last tile"}
        client = client_of("tablet")
        client.post(reverse("scoring:round-record", args=[game.code, 1]), form)
        page = self.get(client, game)
        assert page.fields[f"seat-{ann}-tiles"] == "none"
        assert page.fields[f"seat-{ann}-total"] == ""

    def test_a_draft_of_a_correction_outlives_an_undone_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("tablet")
        sheet = reverse("scoring:sheet", args=[game.code])

        def draft() -> str:
            text = client.get(self.url(game)).content.decode()
            return text.partition('data-draft="')[2].partition('"')[0]

        def done(name: str) -> bool:
            return f'name="draft-done" content="{name}"' in client.get(sheet).content.decode()

        first = draft()
        assert not done(first)
        # What another tablet recorded meanwhile is no writing of this one.
        play(game, 12, 0, 55, 9, round_number=1)
        assert draft() == first
        assert not done(first)
        self.send(client, game)
        assert done(first)
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        assert draft() != first
        assert not done(draft())

    def test_what_would_change_is_shown_and_nothing_written(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, before = client_of("tablet"), rows()
        ann, _bob, cal, _dot = seat_ids(game)
        form = self.form(game, agreed="", **{f"seat-{ann}-total": "57"})
        answer = client.post(self.url(game), form)
        page = Page(answer)
        assert answer.status_code == 200
        assert page.trouble == ""
        assert rows() == before
        assert (
            "Ann: 57 in this round (was 12), 57 in the game (was 12). "
            "Cal: 54 in this round (was 45), 54 in the game (was 45)."
        ) in page.text
        assert "Ann: place 4 instead of place 3. Cal: place 3 instead of place 4." in page.text
        assert "Nothing else changes" not in page.text
        told = {name: str(value) for name, value in form.items() if name != "agreed"}
        assert (
            page.fields.items()
            >= {**told, "csrfmiddlewaretoken": page.fields["csrfmiddlewaretoken"]}.items()
        )
        assert page.fields[f"seat-{cal}-total"] == "54"
        # Agreed to, that is what happens; and the same key records it once.
        for _sending in range(2):
            assert client.post(self.url(game), page.fields | page.buttons).status_code == 302
        assert totals(game) == [57, 0, 54, 9]
        assert game.entries.count() == 2

    def test_where_only_points_change_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, agreed="")
        assert "Cal: 54 in this round (was 45), 54 in the game (was 45)." in page.text
        assert "Nothing else changes: nobody's place, and no record." in page.text

    def test_where_no_total_changes_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        told = {f"seat-{seat_ids(game)[2]}-total": "45", "starting_double": "11"}
        page = self.followed(client_of("tablet"), game, agreed="", **told, as_it_stands="on")
        assert "No total changes, nobody's place, and no record." in page.text

    def test_numbers_that_were_not_looked_at_are_not_recorded(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, before = client_of("tablet"), rows()
        cal = f"seat-{seat_ids(game)[2]}-total"
        page = self.followed(client, game, agreed="")
        answer = client.post(self.url(game), {**page.fields, **page.buttons, cal: "55"})
        assert answer.status_code == 409
        page = Page(answer)
        assert "This is not what you were shown" in page.trouble
        assert "Cal: 55 in this round (was 45), 55 in the game (was 45)." in page.text
        assert rows() == before
        assert client.post(self.url(game), page.fields | page.buttons).status_code == 302
        assert totals(game) == [12, 0, 55, 9]

    def test_what_changed_meanwhile_is_looked_at_first(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Another round makes another leader of the same correction; this round is as it was."""
        self.ready(game)
        client = client_of("tablet")
        page = self.followed(client, game, agreed="")
        play(game, 0, 40, 20, 20)
        before = rows()
        answer = client.post(self.url(game), page.fields | page.buttons)
        assert answer.status_code == 409
        page = Page(answer)
        assert "Cal: 54 in this round (was 45), 74 in the game (was 65)." in page.text
        assert rows() == before

    @pytest.mark.parametrize("agreed", ["x", "0" * 32, "\0", "é" * 5000])
    def test_nonsense_agrees_to_nothing(self, client_of: ClientOf, game: Game, agreed: str) -> None:
        self.ready(game)
        before = rows()
        assert self.send(client_of("tablet"), game, agreed=agreed).status_code == 409
        assert rows() == before

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Player.objects.filter(name="Cal").update(name="<i>%s</i>")
        page = self.followed(client_of("tablet"), game, agreed="")
        assert "<i>%s</i>: 54 in this round (was 45), 54 in the game (was 45)." in page.text
