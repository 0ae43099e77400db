"""What a tablet recorded without a network arrives: once, in order, by whom and when."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.accounts.access import TABLET_COOKIE
from scoring.accounts.models.people import secret_hash
from scoring.accounts.services.people import member_remove
from scoring.models import Dispute, Game, SetAside, SheetEntry, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.rounds import contest_settle
from scoring.sheets.services.seats import seat_leave
from scoring.tablets.pairing.services import tablet_unpair
from scoring.web.devices import DEVICE_COOKIE
from tests.actors import cookie_of
from tests.factories import ANN, ClubFactory, last_entry, make_game, new_key, play, totals
from tests.litany import ClientOf, OfGame, Writes, database_refuses, rows
from tests.page import Page
from tests.scoring.sheets.views.typed import typed_round


def fields(form: dict[str, Any]) -> dict[str, str]:
    """A form as a browser has it: text by name."""
    return {name: str(value) for name, value in form.items() if name != "key"}


def a_round(game: Game, *told: object, number: int = 0, **more: Any) -> dict[str, Any]:
    """A round to hand over, by totals in playing order."""
    form = fields(typed_round(game, *told, **more.pop("fields", {})))
    return {
        "key": new_key(),
        "kind": "round",
        "round": number or sheet_of(game).next_round,
        "made_at": "2026-05-05T12:00:00Z",
        "fields": form,
    } | more


def hand_over(client: Client, game: Game, *sendings: Any, **more: Any) -> list[dict[str, str]]:
    """What the server answers for each of the sendings."""
    body = json.dumps({"sendings": sendings} | more)
    url = reverse("scoring:hand-over", args=[game.code])
    answer = client.post(url, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    told: list[dict[str, str]] = answer.json()["handed"]
    assert len(told) == len(sendings)
    return told


def device(client: Client, mark: str = "the tablet of table three") -> Client:
    """The browser as that device, whoever uses it."""
    client.cookies[DEVICE_COOKIE] = mark.replace(" ", "-")
    return client


def token_of(client: Client, game: Game) -> str:
    """What the server signs for a page of this browser."""
    answer = client.get(reverse("scoring:tablet-game", args=[game.code]))
    return str(answer.json()["author"])


def correction(game: Game, seen: dict[str, Any], *told: object) -> dict[str, Any]:
    """A correction of round 1 to hand over."""
    sending = a_round(game, *told, number=1, kind="correct", seen=seen)
    sending["fields"] |= {"reason": "Misread", "starting_double": "12"}
    return sending


def first_round(game: Game, *told: object) -> dict[str, Any]:
    """Round 1 as another tablet recorded it, to hand over."""
    return a_round(game, *told, number=1, fields={"starting_double": 12})


def undo(sending: dict[str, Any]) -> dict[str, Any]:
    """The undo of what is handed over before it, or of another undo."""
    return {"key": new_key(), "kind": "undo", "seen": {"key": sending["key"]}}


def outcomes(*args: Any, **more: Any) -> list[str]:
    return [one["outcome"] for one in hand_over(*args, **more)]


class TestHandOver(OfGame, Writes):
    name = "hand-over"
    done = 200

    def send(self, client: Client, game: Game, **changed: Any) -> Any:
        body = {"sendings": [a_round(game, 12, "out", 45, 9)]}
        return client.post(self.url(game), body, content_type="application/json")

    def asked(self, client: Client, game: Game, method: str) -> Any:
        if method == "POST":
            return lambda: self.send(client, game)
        return super().asked(client, game, method)

    def says_locked(self, answer: Any) -> None:
        assert [sending["outcome"] for sending in answer.json()["handed"]] == ["later"]

    def test_while_the_database_is_locked_all_of_it_waits(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, before = client_of("tablet"), rows()
        sendings = [a_round(game, 12, "out", 45, 9), a_round(game, 1, "out", 4, 9, number=2)]
        with database_refuses("INSERT"):
            assert outcomes(client, game, *sendings) == ["later", "later"]
        assert rows() == before
        assert outcomes(client, game, *sendings) == ["recorded", "recorded"]

    def test_rounds_are_written_in_order(self, client_of: ClientOf, game: Game) -> None:
        sendings = [
            a_round(game, 12, "out", 45, 9),
            a_round(game, 1, 2, "out", 3, number=2),
            a_round(game, "out", 2, 1, 3, number=3),
        ]
        client = client_of("tablet")
        told = hand_over(client, game, *sendings)
        assert [one["text"] for one in told] == [f"Round {n} is saved." for n in (1, 2, 3)]
        assert totals(game) == [13, 4, 46, 15]
        before = rows()
        assert outcomes(client, game, *sendings) == ["already"] * 3
        assert rows() == before

    def test_the_answer_tells_the_game_as_it_is_now(self, client_of: ClientOf, game: Game) -> None:
        told = self.send(client_of("tablet"), game).json()
        assert told["game"]["keys"] == [one["key"] for one in told["handed"]]
        url = reverse("scoring:tablet-game", args=[game.code])
        now = client_of("tablet").get(url).json()
        now["author"] = told["game"]["author"]  # signed anew each time
        assert told["game"] == now

    def test_a_correction_and_an_undo_name_what_they_mean_by_key(
        self, client_of: ClientOf, game: Game
    ) -> None:
        first, second = a_round(game, 12, "out", 45, 9), a_round(game, 1, 2, "out", 3, number=2)
        mended = a_round(game, 12, "out", 54, 9, kind="correct", seen={"key": first["key"]})
        mended["fields"]["reason"] = "Misread"
        undo = {"key": new_key(), "kind": "undo", "seen": {"key": second["key"]}}
        told = outcomes(client_of("tablet"), game, first, second, mended, undo)
        assert told == ["recorded"] * 2 + ["recorded", "refused"], "the correction is the newest"
        undo = {"key": new_key(), "kind": "undo", "seen": {"key": mended["key"]}}
        redo = {"key": new_key(), "kind": "undo", "seen": {"key": undo["key"]}}
        assert outcomes(client_of("tablet"), game, undo) == ["recorded"]
        assert totals(game) == [13, 2, 45, 12]
        assert outcomes(client_of("tablet"), game, redo) == ["recorded"]
        assert totals(game) == [13, 2, 54, 12], "an undo of the undo"

    def test_a_number_that_nobody_confirmed_is_written_and_said(
        self, client_of: ClientOf, game: Game
    ) -> None:
        high = a_round(game, 999, "out", 45, 9)
        assert outcomes(client_of("tablet"), game, high | {"asks": True}) == ["faults"]
        assert outcomes(client_of("tablet"), game, high) == ["recorded"]
        (fault,) = last_entry(game).details["faults"]
        assert fault["text"].startswith("999? No hand can be that high")

    def test_what_was_undone_is_told_with_its_numbers(
        self, client_of: ClientOf, game: Game
    ) -> None:
        first = a_round(game, 12, "out", 45, 9)
        undo = {"key": new_key(), "kind": "undo", "seen": {"key": first["key"]}}
        assert outcomes(client_of("tablet"), game, first, undo) == ["recorded"] * 2
        url = reverse("scoring:tablet-game", args=[game.code])
        redo = client_of("tablet").get(url).json()["redo"]
        undone = sheet_of(game).last_undo
        assert (redo["entry"], redo["round"]) == (undone and undone.pk, 1)
        assert [cell["points"] for cell in redo["line"]["cells"].values()] == [12, 0, 45, 9]

    def test_who_and_when_are_the_recorders(
        self, client_of: ClientOf, game: Game, scorekeeper: User
    ) -> None:
        token = token_of(device(client_of("scorekeeper")), game)
        Game.objects.filter(pk=game.pk).update(started_at=game.started_at - timedelta(hours=1))
        now = timezone.now()
        made_at = datetime(2020, 1, 1, 10, 0, tzinfo=UTC)  # the tablet's clock is far behind
        sent_at = made_at + timedelta(minutes=40)
        sending = a_round(game, 1, "out", 2, 3, author=token, made_at=made_at.isoformat())
        hand_over(device(client_of("tablet")), game, sending, sent_at=sent_at.isoformat())
        entry = SheetEntry.objects.get()
        assert (entry.author, entry.user, entry.tablet) == ("Sam", scorekeeper, None)
        assert entry.device_time == made_at
        moment = datetime.fromisoformat(entry.details["made_at"])
        assert abs(now - timedelta(minutes=40) - moment) < timedelta(seconds=30)
        page = Page(client_of("tablet").get(reverse("scoring:sheet", args=[game.code])))
        assert "Round 1 was recorded without the network. Sam," in page.text
        assert "handed over" in page.text

    def test_all_rounds_without_the_network_are_named(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: the last one, recorded as the network came, is left out."""
        Game.objects.filter(pk=game.pk).update(started_at=game.started_at - timedelta(hours=1))
        client = client_of("tablet")
        sent_at = datetime(2026, 5, 5, 12, 40, tzinfo=UTC)
        sendings = [
            a_round(game, 1, "out", 2, 3, number=1, made_at="2026-05-05T12:10:00Z"),
            a_round(game, 1, "out", 2, 3, number=2, made_at="2026-05-05T12:39:30Z"),
        ]
        hand_over(client, game, *sendings, sent_at=sent_at.isoformat())
        # The next one comes at once: it waited for nothing.
        with time_machine.travel(timezone.now() + timedelta(minutes=5)):
            alone = a_round(game, 1, "out", 2, 3, number=3, made_at="2026-05-05T12:45:00Z")
            hand_over(client, game, alone, sent_at="2026-05-05T12:45:00Z")
        page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "Rounds 1 and 2 were recorded without the network." in page.text
        assert "Round 3 was recorded without" not in page.text

    def test_a_minute_without_the_network_moves_no_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: a round that shows when the network came back."""
        now = timezone.now()
        Game.objects.filter(pk=game.pk).update(started_at=now - timedelta(hours=1))
        sending = a_round(game, 1, "out", 2, 3, made_at=(now - timedelta(seconds=70)).isoformat())
        hand_over(client_of("tablet"), game, sending, sent_at=now.isoformat())
        moment = SheetEntry.objects.get().made_at
        assert abs(now - timedelta(seconds=70) - moment) < timedelta(seconds=20)
        client = client_of("tablet")
        sheet = Page(client.get(reverse("scoring:sheet", args=[game.code]))).text
        assert "handed over" not in sheet
        correct = Page(client.get(reverse("scoring:round-correct", args=[game.code, 1]))).text
        assert f"({date_format(timezone.localtime(moment), 'DATETIME_FORMAT')})" in correct

    @pytest.mark.parametrize(
        ("days", "name"), [(29, "Sam"), (31, "Table 3"), (-400, "Sam")], ids=str
    )
    def test_a_signature_ends_and_the_round_is_taken_all_the_same(
        self, client_of: ClientOf, game: Game, scorekeeper: User, days: int, name: str
    ) -> None:
        """Nothing is lost of a tablet that was without a network for months; a name is."""
        with time_machine.travel(timezone.now() - timedelta(days=days)):
            token = token_of(device(client_of("scorekeeper")), game)
        sending = a_round(game, 1, "out", 2, 3, author=token)
        assert outcomes(device(client_of("tablet")), game, sending) == ["recorded"]
        assert SheetEntry.objects.get().author == name

    def test_a_signature_is_good_on_its_own_device_alone(
        self, client_of: ClientOf, game: Game, scorekeeper: User
    ) -> None:
        """The bug it would catch: a name that is copied from one tablet's page to another."""
        token = token_of(device(client_of("scorekeeper")), game)
        sending = a_round(game, 1, "out", 2, 3, author=token)
        hand_over(device(client_of("tablet"), "another tablet of this club"), game, sending)
        assert SheetEntry.objects.get().author == "Table 3"

    @pytest.mark.parametrize("gone", ["removed", "closed"])
    def test_nobody_writes_by_the_name_of_who_is_gone(
        self, client_of: ClientOf, game: Game, scorekeeper: User, gone: str
    ) -> None:
        token = token_of(device(client_of("scorekeeper")), game)
        if gone == "removed":
            member_remove(membership=scorekeeper.memberships.get())
        else:
            User.objects.filter(pk=scorekeeper.pk).update(is_active=False)
        hand_over(device(client_of("tablet")), game, a_round(game, 1, "out", 2, 3, author=token))
        entry = SheetEntry.objects.get()
        assert (entry.author, entry.user) == ("Table 3", None)

    def test_a_tablet_that_is_paired_anew_hands_over_under_its_old_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        old = Tablet.objects.create(club=game.club, name="Blue", secret_hash=secret_hash("old"))
        client = device(Client())
        client.cookies[TABLET_COOKIE] = cookie_of(old, "old")
        token = token_of(client, game)
        tablet_unpair(tablet=old)
        hand_over(device(client_of("tablet")), game, a_round(game, 1, "out", 2, 3, author=token))
        entry = SheetEntry.objects.get()
        assert (entry.author, entry.tablet) == ("Blue", old)

    def test_nothing_was_recorded_before_its_game(self, client_of: ClientOf, game: Game) -> None:
        """A tablet whose clock jumped says that a round is 50 years old."""
        now = timezone.now()
        made_at = {"made_at": "1976-05-05T12:00:00Z"}
        hand_over(
            client_of("tablet"), game, a_round(game, 1, "out", 2, 3) | made_at,
            sent_at=now.isoformat(),
        )  # fmt: skip
        told = datetime.fromisoformat(SheetEntry.objects.get().details["made_at"])
        assert told == game.started_at.replace(microsecond=0)

    def test_a_browser_keeps_its_mark(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("tablet")
        hand_over(client, game)
        cookie = client.cookies[DEVICE_COOKIE]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
        token_of(client, game)
        assert client.cookies[DEVICE_COOKIE].value == cookie.value
        hand_over(device(client, "short"), game)
        assert len(client.cookies[DEVICE_COOKIE].value) > 20

    @pytest.mark.parametrize("minutes", [0, 40])
    def test_a_dispute_was_when_it_was_whatever_the_clock_says(
        self, client_of: ClientOf, game: Game, minutes: int
    ) -> None:
        """The bug it would catch: a tablet a day behind that dates its disputes to yesterday."""
        now = timezone.now()
        Game.objects.filter(pk=game.pk).update(started_at=now - timedelta(hours=1))
        sent_at = now - timedelta(days=1)
        told = [["turn.seat", "Ann"]]
        data = {"kind": "act", "ask": {"must": "act"}, "told": told, "asked": 1}
        sending = {
            "key": new_key(),
            "kind": "dispute",
            "round": 1,
            "made_at": (sent_at - timedelta(minutes=minutes)).isoformat(),
            "data": data,
        }
        done = outcomes(client_of("tablet"), game, sending, sent_at=sent_at.isoformat())
        assert done == ["recorded"]
        asked_at = Dispute.objects.get().asked_at
        assert abs(now - timedelta(minutes=minutes) - asked_at) < timedelta(seconds=60)

    @pytest.mark.parametrize("token", ["", "x", "eyJuYW1lIjoiQm9iIn0:1:x", 5, None])
    def test_a_forged_author_is_whoever_sends(
        self, client_of: ClientOf, game: Game, token: object
    ) -> None:
        hand_over(client_of("tablet"), game, a_round(game, 1, "out", 2, 3, author=token))
        assert SheetEntry.objects.get().author == "Table 3"

    def test_an_author_of_another_club_is_whoever_sends(
        self, client_of: ClientOf, game: Game, stranger: User
    ) -> None:
        elsewhere = make_game(stranger.memberships.get().club)
        token = token_of(device(client_of("stranger")), elsewhere)
        hand_over(device(client_of("tablet")), game, a_round(game, 1, "out", 2, 3, author=token))
        assert SheetEntry.objects.get().author == "Table 3"

    def test_two_tablets_that_differ_wait_for_a_choice(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        client = client_of("tablet")
        same = a_round(game, 12, "out", 45, 9, number=1, fields={"starting_double": 12})
        other = a_round(game, 12, "out", 54, 9, number=1, fields={"starting_double": 12})
        assert outcomes(client, game, same, other) == ["same", "contest"]
        assert totals(game) == [12, 0, 45, 9]
        assert len(sheet_of(game).contests) == 1

    def test_a_correction_of_what_has_changed_waits_for_a_choice(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        entry = sheet_of(game).rounds[0].entry
        client = client_of("tablet")
        both = []
        for total in (54, 55):
            one = a_round(game, 12, "out", total, 9, number=1, kind="correct")
            one["fields"] |= {"reason": "Misread", "starting_double": "12"}
            both.append(one | {"seen": {"entry": entry.pk}})
        assert outcomes(client, game, *both) == ["recorded", "contest"]
        assert totals(game) == [12, 0, 54, 9]
        assert len(sheet_of(game).contests) == 1

    def test_a_correction_that_was_undone_again_differs_from_nothing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: both tablets say the same, and the table is asked."""
        play(game, 12, 0, 45, 9)
        client = client_of("tablet")
        same = first_round(game, 12, "out", 45, 9)
        wrong = correction(game, {"key": same["key"]}, 12, "out", 54, 9)
        sendings = [same, wrong, undo(wrong)]
        assert outcomes(client, game, *sendings) == ["same", "contest", "recorded"]
        assert not sheet_of(game).contests
        assert not SetAside.objects.exists()
        before = rows()
        assert outcomes(client, game, *sendings) == ["same", "contest", "recorded"]
        assert rows() == before, "a lost answer"
        page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "differently" not in page.text
        assert "Round 1 was undone" not in page.text, "it is on the sheet"
        assert "Another tablet recorded round 1 as" in page.text, "what was undone is readable"

    def test_an_undone_correction_leaves_anothers_correction_alone(
        self, client_of: ClientOf, game: Game
    ) -> None:
        seen = {"entry": play(game, 12, 0, 45, 9).entry.pk}
        client = client_of("tablet")
        assert outcomes(client, game, correction(game, seen, 12, "out", 54, 9)) == ["recorded"]
        wrong = correction(game, seen, 12, "out", 55, 9)
        taken_back = undo(wrong)
        redone = undo(taken_back)
        assert outcomes(client, game, wrong, taken_back) == ["contest", "recorded"]
        assert totals(game) == [12, 0, 54, 9]
        assert not sheet_of(game).contests
        assert sheet_of(game).last_undo is None, "nobody else can make sense of that redo"
        assert outcomes(client, game, redone) == ["recorded"]
        assert [entry.key for entry in sheet_of(game).contests] == [wrong["key"]]
        assert outcomes(client, game, undo(wrong)) == ["recorded"]
        assert not sheet_of(game).contests
        assert not SetAside.objects.exists()

    @pytest.mark.parametrize(("right", "waits"), [(45, False), (46, True)])
    def test_only_the_newest_of_one_tablets_numbers_is_compared(
        self, client_of: ClientOf, game: Game, right: int, *, waits: bool
    ) -> None:
        """The bug it would catch: numbers that their own tablet has replaced are offered."""
        play(game, 12, 0, 45, 9)
        client = client_of("tablet")
        wrong = first_round(game, 12, "out", 54, 9)
        mended = correction(game, {"key": wrong["key"]}, 12, "out", right, 9)
        assert outcomes(client, game, wrong, mended) == ["contest", "contest"]
        assert [entry.key for entry in sheet_of(game).contests] == [mended["key"]] * waits
        assert outcomes(client, game, wrong, mended) == ["contest", "contest"]
        assert outcomes(client, game, undo(mended)) == ["recorded"]
        assert [entry.key for entry in sheet_of(game).contests] == [wrong["key"]]
        assert totals(game) == [12, 0, 45, 9]

    def test_a_round_that_its_tablet_undid_is_not_offered(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        wrong = first_round(game, 12, "out", 54, 9)
        right = first_round(game, 12, "out", 45, 9)
        sendings = [wrong, undo(wrong), right]
        assert outcomes(client_of("tablet"), game, *sendings) == ["contest", "recorded", "same"]
        assert not sheet_of(game).contests

    def test_once_the_first_tablet_says_the_same_nothing_is_asked(
        self, client_of: ClientOf, game: Game
    ) -> None:
        entry = play(game, 12, 0, 45, 9).entry
        client = client_of("tablet")
        assert outcomes(client, game, first_round(game, 12, "out", 54, 9)) == ["contest"]
        assert outcomes(client, game, correction(game, {"entry": entry.pk}, 12, "out", 54, 9)) == [
            "recorded"
        ]
        assert not sheet_of(game).contests

    def test_where_the_first_correction_is_undone_the_second_is_compared_with_the_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: a correction that nobody took back is asked about no more."""
        seen = {"entry": play(game, 12, 0, 45, 9).entry.pk}
        client = client_of("tablet")
        first, second = (correction(game, seen, 12, "out", total, 9) for total in (54, 55))
        assert outcomes(client, game, first, second) == ["recorded", "contest"]
        assert outcomes(client, game, undo(first)) == ["recorded"]
        assert [entry.key for entry in sheet_of(game).contests] == [second["key"]]

    def test_what_does_not_fit_is_written_as_it_stands(
        self, client_of: ClientOf, game: Game
    ) -> None:
        sending = a_round(game, None, "out", 2, 3, fields={"tiles": ("12-12",)})
        assert outcomes(client_of("tablet"), game, sending | {"asks": True}) == ["faults"]
        assert not SheetEntry.objects.exists()
        assert outcomes(client_of("tablet"), game, sending) == ["recorded"]
        entry = SheetEntry.objects.get()
        assert entry.details["faults"]
        assert entry.reason == "recorded without the network; nobody was asked"

    def test_pages_warn_of_a_round_that_nobody_checked_until_it_is_confirmed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        assert outcomes(client, game, a_round(game, 999, "out", 45, 9)) == ["recorded"]
        warning = "Round 1 was recorded without the network and not checked: 999?"
        correct = reverse("scoring:round-correct", args=[game.code, 1])
        for name in ("sheet", "sheet-now", "game-finish"):
            answer = client.get(reverse(f"scoring:{name}", args=[game.code]))
            assert warning in Page(answer).text, name
            assert f'href="{correct}"' in answer.content.decode(), name
        entry = last_entry(game)
        same = a_round(game, 999, "out", 45, 9, number=1, kind="correct")
        same["fields"] |= {"reason": "It is right", "as_it_stands": "on"}
        confirmed = same | {"seen": {"entry": entry.pk}}
        assert outcomes(client, game, confirmed) == ["recorded"]
        assert warning not in Page(client.get(reverse("scoring:sheet", args=[game.code]))).text

    def test_the_result_warns_of_a_round_that_nobody_checked(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        hand_over(client, game, a_round(game, 999, "out", 45, 9))
        game_finish(game=game, author=ANN, key=new_key())
        page = Page(client.get(reverse("scoring:result", args=[game.code])))
        assert "Round 1 was recorded without the network and not checked: 999?" in page.text

    def test_what_cannot_be_counted_is_set_aside(self, client_of: ClientOf, game: Game) -> None:
        sending = a_round(game, None, "out", 2, 3)
        later = a_round(game, 1, "out", 2, 3, number=2)
        client = client_of("tablet")
        told = hand_over(client, game, sending, later)
        assert [one["outcome"] for one in told] == ["refused", "refused"]
        assert "Type the total of the tiles that Ann has left." in told[0]["text"]
        assert "Record round 1 first." in told[1]["text"]
        assert SetAside.objects.count() == 2
        hand_over(client, game, sending, later)
        assert SetAside.objects.count() == 2
        page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "Round 1, recorded without the network by Table 3 is not on the sheet" in page.text
        # Once the first is written, the next goes by itself, and nothing waits.
        play(game, 5, 0, 2, 3)
        assert outcomes(client, game, later) == ["recorded"]
        page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert page.text.count("is not on the sheet yet") == 1

    def test_a_finished_game_and_a_changed_table_set_aside(
        self, client_of: ClientOf, game: Game
    ) -> None:
        sending = a_round(game, 1, "out", 2, 3, number=2)
        play(game, 12, 0, 45, 9)
        seat_leave(
            game=game, author=ANN, key=new_key(), seat_id=sheet_of(game).seats[3].id, ranked=True
        )
        client = client_of("tablet")
        told = hand_over(client, game, sending)
        assert told[0]["outcome"] == "refused"
        assert "Dot does not play this round any more, and 3 was typed" in told[0]["text"]
        game_finish(game=game, author=ANN, key=new_key())
        last = a_round(game, 1, "out", 2, number=2)
        told = hand_over(client, game, last)
        assert told[0]["outcome"] == "refused"
        assert "This game is finished." in told[0]["text"]

    def test_a_key_that_means_something_else_is_asked_for_anew(
        self, client_of: ClientOf, game: Game
    ) -> None:
        first = a_round(game, 12, "out", 45, 9)
        second = a_round(game, 1, 2, "out", 3, number=2, key=first["key"])
        undo = {"key": new_key(), "kind": "undo", "seen": {"key": second["key"]}}
        client = client_of("tablet")
        told = outcomes(client, game, first, second, undo)
        assert told == ["recorded", "clash", "later"], "it means the second"
        assert len(sheet_of(game).rounds) == 1
        second["key"] = new_key()
        undo["seen"] = {"key": second["key"]}
        assert outcomes(client, game, second, undo) == ["recorded", "recorded"]
        assert totals(game) == [12, 0, 45, 9]

    def test_keys_are_each_games_own(self, client_of: ClientOf, game: Game) -> None:
        other = make_game(game.club)
        sending = a_round(game, 12, "out", 45, 9)
        client = client_of("tablet")
        assert outcomes(client, game, sending) == ["recorded"]
        elsewhere = a_round(other, 12, "out", 45, 9, key=sending["key"])
        assert outcomes(client, other, elsewhere) == ["recorded"]

    def test_another_clubs_game_is_not_there(self, client_of: ClientOf, game: Game) -> None:
        theirs = make_game(ClubFactory())
        answer = self.send(client_of("tablet"), theirs)
        assert answer.status_code == 404
        assert not SheetEntry.objects.exists()

    def test_a_contesting_correction_that_is_sent_again_is_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: a lost answer that opens a settled question anew."""
        play(game, 12, 0, 45, 9)
        seen = {"entry": sheet_of(game).rounds[0].entry.pk}
        client = client_of("tablet")
        both = []
        for total in (54, 55):
            one = a_round(game, 12, "out", total, 9, number=1, kind="correct", seen=seen)
            one["fields"] |= {"reason": "Misread", "starting_double": "12"}
            both.append(one)
        assert outcomes(client, game, *both) == ["recorded", "contest"]
        assert outcomes(client, game, both[1]) == ["contest"]
        chosen = sheet_of(game).rounds[0].entry.pk
        contest_settle(game=game, author=ANN, key=new_key(), chosen=chosen, round_number=1)
        assert outcomes(client, game, both[1]) == ["contest"]
        assert not sheet_of(game).contests
        assert SheetEntry.objects.count() == 4, "two rounds, a contest and the choice"

    def test_what_turns_out_to_be_there_waits_no_more(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Set aside first, then recorded equally by somebody else: the sheet lacks nothing."""
        second = a_round(game, 1, "out", 2, 3, number=2, fields={"starting_double": 11})
        client = client_of("tablet")
        assert outcomes(client, game, second) == ["refused"]
        play(game, 12, 0, 45, 9)
        play(game, 1, 0, 2, 3)
        assert outcomes(client, game, second) == ["same"]
        page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
        assert "is not on the sheet yet" not in page.text

    def test_whom_it_was_signed_for_is_shown_to_nobody(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: a page from which anybody could write in an organizer's name."""
        token = token_of(device(client_of("organizer")), game)
        client = device(client_of("tablet"))
        undo = {"key": new_key(), "kind": "undo", "seen": {"entry": 5}, "author": token}
        assert outcomes(client, game, undo) == ["refused"]
        kept = SetAside.objects.get()
        assert kept.author != "Table 3"
        page = client.get(reverse("scoring:set-aside", args=[game.code, kept.pk]))
        assert token not in page.content.decode()
        assert token not in json.dumps(kept.sending)

    @pytest.mark.parametrize(
        "changed",
        [
            {"author": "\ud800:\ud800:\ud800"},
            {"fields": {"reason": "\ud800"}},
            {"kind": "dispute", "data": {"kind": "\ud800", "ask": {"seat": "\ud800"}}},
        ],
        ids=str,
    )
    def test_signs_that_no_text_has_hold_up_no_other(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any]
    ) -> None:
        odd = a_round(game, 12, "out", 45, 9)
        fields = odd["fields"] | changed.get("fields", {})
        sound = a_round(game, 12, "out", 45, 9)
        told = outcomes(client_of("tablet"), game, odd | changed | {"fields": fields}, sound)
        assert len(told) == 2
        assert sheet_of(game).next_round == 2

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"x",
            b"[]",
            b"5",
            b'{"sendings": 5}',
            b'{"sendings": [{"key": "k", "data": 1e999}]}',
            b'{"sendings": [{"key": "k", "data": 12345678901234567890}]}',
            b'{"sendings": [{"key": "k", "data": NaN}]}',
            b'{"sendings": [{"key": "k", "key": "l"}]}',
            b'{"sendings": [' + b"[" * 900 + b"]" * 900 + b"]}",
            '{"sendings": []}'.encode("utf-16"),
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"sendings": [' + b"1," * 50 + b"1]}",
            b" " * 1_000_001,
        ],
        ids=lambda body: repr(body[:45]),
    )
    def test_what_is_no_request_is_said(self, client_of: ClientOf, game: Game, body: bytes) -> None:
        client, before = client_of("tablet"), rows()
        answer = client.post(self.url(game), body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["error"]
        assert rows() == before

    @pytest.mark.parametrize("odd", ["\0", "\\u0000", "\\\0", "\\\\u0000\0", "\ud800"])
    def test_what_is_set_aside_can_be_kept(self, client_of: ClientOf, game: Game, odd: str) -> None:
        sending = {"key": "k", "kind": "round", "round": 1, "fields": {odd: [odd]}}
        client = client_of("tablet")
        assert outcomes(client, game, sending) == ["refused"]
        (kept,) = SetAside.objects.all()
        told = json.loads(kept.sending["damaged"])
        assert told == sending | {
            "fields": {odd.replace("\ud800", "?"): [odd.replace("\ud800", "?")]}
        }
        page = Page(client.get(reverse("scoring:set-aside", args=[game.code, kept.pk])))
        assert "It is damaged and cannot be read." in page.trouble

    @pytest.mark.parametrize(
        "changed",
        [
            {"key": "k" * 57},
            {"key": "a\nb"},
            {"kind": "unreadable"},
            {"kind": ["round"]},
            {"round": -1},
            {"round": 40_000},
            {"round": True},
            {"round": 1.0},
            {"fields": {"reason": 5}},
            {"fields": {"reason": "x" * 2001}},
            {"fields": {"x" * 61: ""}},
            {"fields": {f"a{number}": "" for number in range(201)}},
            {"fields": {f"a{number}": "x" * 1500 for number in range(20)}},
            {"fields": [["reason", "x"]]},
            {"seen": {"entry": "5"}},
            {"seen": {"entry": -5}},
            {"seen": {"key": ""}},
            {"seen": 5},
            {"kind": "dispute", "data": []},
            {"kind": "dispute", "data": {"kind": "begins", "ask": {"what": [[]]}}},
            {"kind": "dispute", "data": {"kind": "begins", "ask": {}, "told": [["a", [[]]]]}},
            {"kind": "dispute", "data": {"kind": "begins", "ask": {}, "told": [["a", 1.5]]}},
            {"kind": "dispute", "data": {"kind": "begins", "ask": {}, "asked": 10**9}},
        ],
        ids=lambda changed: repr(changed)[:60],
    )
    def test_what_has_another_shape_is_kept_as_text_alone(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any]
    ) -> None:
        """The bug it would catch: something odd that a page or an archive reads as its own."""
        sound = a_round(game, 12, "out", 45, 9)
        client = client_of("tablet")
        told = hand_over(client, game, sound | {"key": "odd"} | changed, sound)
        assert [one["outcome"] for one in told] == ["refused", "recorded"]
        (kept,) = SetAside.objects.all()
        assert kept.kind == "unreadable"
        assert list(kept.sending) == ["damaged"]
        assert len(kept.sending["damaged"]) <= 20_002

    def test_what_another_version_adds_is_left_out(self, client_of: ClientOf, game: Game) -> None:
        """An older or newer page may send more; it is not read, and not kept."""
        more = {"version": 9, "data": {"deep": [[[]]]}, "mood": "good", "made_at": 5, "asks": "x"}
        unfinished = a_round(game, None, "out", 45, 9) | more
        client = client_of("tablet")
        assert outcomes(client, game, unfinished) == ["refused"]
        kept = SetAside.objects.get()
        assert set(kept.sending) == {"key", "kind", "round", "made_at", "asks", "fields"}
        assert outcomes(client, game, a_round(game, 12, "out", 45, 9) | more) == ["recorded"]

    def test_a_damaged_sending_holds_up_no_other(self, client_of: ClientOf, game: Game) -> None:
        damaged: list[Any] = [5, None, [], {}, {"key": "k"}, {"key": "\0", "kind": "round\ud800"}]
        sound = a_round(game, 12, "out", 45, 9)
        client = client_of("tablet")
        assert outcomes(client, game, *damaged, sound) == ["refused"] * 6 + ["recorded"]
        kept = SetAside.objects.count()
        assert kept == 6
        assert outcomes(client, game, *damaged) == ["refused"] * 6
        assert SetAside.objects.count() == kept
        assert client.get(reverse("scoring:sheet", args=[game.code])).status_code == 200

    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_whatever_is_sent_there_is_an_answer(
        self, client_of: ClientOf, game: Game, data: st.DataObject
    ) -> None:
        """The bug it would catch: one odd value that stops a tablet's whole outbox."""
        whole_numbers = st.integers(1 - 10**18, 10**18 - 1)  # past these, the request is refused
        plain = st.one_of(st.none(), st.booleans(), whole_numbers, st.text(max_size=8))
        odd = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
        whole = a_round(game, 12, "out", 45, 9)
        names = st.sampled_from([*whole, "seen", "author", "asks", "data"])
        changes = data.draw(st.dictionaries(names, odd, max_size=3))
        kind = data.draw(st.sampled_from(["round", "correct", "undo", "dispute"]))
        told = hand_over(client_of("tablet"), game, whole | {"kind": kind} | changes)
        assert told[0]["outcome"] in {"recorded", "already", "same", "contest", "refused", "faults"}
