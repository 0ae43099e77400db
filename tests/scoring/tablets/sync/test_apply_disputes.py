"""Disputes that a tablet settled without network, when it hands them over."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.accounts.authors import Author
from scoring.disputes.selectors import desk_of, disputes_of, scene_at
from scoring.disputes.services import dispute_keep
from scoring.models import Club, Dispute, Game
from scoring.refusals import Refusal
from scoring.sheets.services.rules import game_rule_apply
from scoring.tablets.offline import calls
from scoring.tablets.sync.apply_disputes import dispute_take
from scoring.tablets.sync.disputes import asked_from
from tests.factories import ANN, dispute, make_game, new_key, play
from tests.scoring.disputes.views.test_disputes import DISPUTES
from tests.scoring.tablets.offline.test_calls import junk

pytestmark = pytest.mark.django_db

MORNING = datetime(2026, 5, 2, 9, 30, tzinfo=UTC)
TABLET = Author("Table 3")
RIGHT: dict[str, Any] = {
    "round": 1,
    "kind": "unmark",
    "ask": {"must": "unmark"},
    "told": [
        ["turn.seat", "Ann"],
        ["turn.laid", [{"tile": "9-3", "train": "Ann"}]],
        ["trains.Ann.marked", True],
    ],
    "asked": 2,
    "unknown": [],
}


def hub_game(club: Club | None = None) -> Game:
    return make_game(club, rules={"base": "hub", "fill": "defaults"})


def take(game: Game, data: Any = RIGHT, **given: Any) -> Dispute:
    told = {"author": TABLET, "key": new_key(), "asked_at": MORNING, **given}
    return dispute_take(game=game, data=data, **told)


@pytest.mark.parametrize(
    ("base", "kind", "fields"), [row[1:4] for row in DISPUTES], ids=[row[0] for row in DISPUTES]
)
def test_what_a_tablet_settled_is_the_servers_own_row(
    club: Club, base: str, kind: str, fields: dict[str, str]
) -> None:
    """Tapped at the tablet's desk and handed over, or at the server's: the same row."""
    game = make_game(club, rules={"base": base, "fill": "defaults"})
    shown = calls.desk(
        {
            "set": 12,
            "rules": game.rules,
            "seats": ["Ann", "Bob", "Cal", "Dot"],
            "round": 1,
            "starting_double": 12,
            "kind": kind,
            "fields": {name: [value] for name, value in fields.items()},
        }
    )
    assert shown["ruling"]
    data = {"round": 1, **shown["asked"]}
    asked = asked_from(data, ["Ann", "Bob", "Cal", "Dot"])
    kept = dispute_keep(game=game, author=TABLET, asked=asked, round_number=1)
    taken = take(game, json.loads(json.dumps(data)))
    rows = [vars(Dispute.objects.get(pk=row.pk)) for row in (kept, taken)]
    own = {"_state", "id", "number", "key", "asked_at", "settled_at"}
    assert {**rows[0], **dict.fromkeys(own)} == {**rows[1], **dict.fromkeys(own)}
    assert [row.title for row in disputes_of(game)] == [shown["title"]] * 2


def test_a_dispute_keeps_its_author_and_the_devices_time() -> None:
    game = hub_game()
    taken = take(game)
    assert (taken.author, taken.asked_at) == ("Table 3", MORNING)
    assert taken.settled_at
    assert taken.settled_at > MORNING
    assert (taken.ruling or {})["verdict"] == "yes"


@pytest.mark.parametrize("ahead", [None, timedelta(days=400)])
def test_a_clock_that_is_ahead_or_silent_is_the_servers(ahead: timedelta | None) -> None:
    before = timezone.now()
    taken = take(hub_game(), asked_at=ahead and before + ahead)
    assert before <= taken.asked_at <= timezone.now()


def test_sent_twice_it_stands_once() -> None:
    game, other = hub_game(), hub_game()
    first = take(game, key="k")
    assert take(game, key="k", data={"nonsense": True}) == first
    # A key is a device's own in one game.
    assert take(other, key="k") != first
    assert Dispute.objects.count() == 2


def test_keys_are_for_those_that_were_handed_over() -> None:
    game = hub_game()
    for _dispute in range(2):
        dispute(game)
    assert set(Dispute.objects.values_list("key", flat=True)) == {None}


def test_the_ruling_is_the_servers_own(club: Club) -> None:
    """The organizer has changed a rule of the game, and the tablet's word counts for nothing."""
    game = hub_game(club)
    game_rule_apply(
        game=game, author=ANN, key=new_key(), parameter="marker_off", value="optional", reason="x"
    )
    game.refresh_from_db()
    taken = take(game, {**RIGHT, "ruling": {"verdict": "yes"}})
    assert (taken.ruling or {})["verdict"] == "no"
    assert "house:marker_off" in (taken.ruling or {})["clauses"]


def test_what_the_server_has_to_ask_still_is_asked() -> None:
    taken = take(hub_game(), {**RIGHT, "told": RIGHT["told"][:2]})
    assert taken.settled_at is None
    assert desk_of(taken, scene_at(taken)).question.path == "trains.Ann.marked"


def test_a_dispute_of_a_finished_round_knows_its_double(club: Club) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    assert scene_at(take(game)).starting_double == 12
    assert scene_at(take(game, {**RIGHT, "round": 2})).starting_double == 11
    # Rounds before it have not come: nobody can say its double.
    assert scene_at(take(game, {**RIGHT, "round": 4})).starting_double is None


FACT = ["trains.Ann.marked", True]


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": 0},
        {"round": 1000},
        {"round": True},
        {"round": "1"},
        {"kind": "nonsense"},
        {"kind": ["lay"]},
        {"ask": {"may": "lay"}},
        {"ask": {"must": "unmark", "rules": "hub"}},
        {"ask": None},
        {"asked": 0},
        {"asked": 3},
        {"asked": 1.0},
        {"asked": True},
        {"told": {}},
        {"told": [["turn.seat"]]},
        {"told": [["turn.seat", "Zed"]], "asked": 1},
        {"told": [["rules", {"base": "family"}], *RIGHT["told"]]},
        {"told": [*RIGHT["told"], ["rules.base", "family"]]},
        {"told": [*RIGHT["told"], ["rules.marker_off", "sometimes"]]},
        {"told": [*RIGHT["told"], ["rules.private_trains", 1]]},
        {"told": [*RIGHT["told"], ["set", 18]]},
        {"told": [*RIGHT["told"], ["seats", []]]},
        {"told": [*RIGHT["told"], ["trains.Zed.marked", True]]},
        {"told": [*RIGHT["told"], ["trains.Ann.tail", 10**30]]},
        {"told": [*RIGHT["told"], ["trains.Ann.tail", 13]]},
        {"told": [*RIGHT["told"], ["first_player", "x\0"]]},
        {"told": [*RIGHT["told"], ["hands.Ann", ["x"]]]},
        {"told": [*RIGHT["told"], ["hands.Ann", [{"deep": [[]]}]]]},
        {"told": [*RIGHT["told"], ["hands.Ann", ["1-1"] * 1000]]},
        {"told": [*RIGHT["told"], *[["boneyard", 3]] * 1000]},
        {"unknown": "boneyard"},
        {"unknown": ["nonsense"]},
        {"unknown": ["boneyard", "boneyard"]},
        {"unknown": [7]},
    ],
)
def test_what_is_no_dispute_is_refused_with_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        take(hub_game(), {**RIGHT, **wrong})
    assert refused.value.message.endswith(".")
    assert not Dispute.objects.exists()


@pytest.mark.parametrize("key", ["", "k" * 65, "a\0b", None, 7])
def test_a_key_is_needed(key: Any) -> None:
    with pytest.raises(Refusal, match="without a key"):
        take(hub_game(), key=key)


class TestNonsense(TestCase):
    """Forged data is taken whole or refused; either way the server goes on."""

    game: Game

    @classmethod
    def setUpTestData(cls) -> None:
        cls.game = hub_game()

    @settings(max_examples=200)
    @given(junk | st.fixed_dictionaries({}, optional=dict.fromkeys(RIGHT, junk)).map(RIGHT.__or__))
    def test_junk_is_refused_or_taken(self, data: Any) -> None:
        try:
            with transaction.atomic():
                taken = take(self.game, data)
        except Refusal:
            assert not self.game.disputes.exists()
        else:
            desk_of(Dispute.objects.get(pk=taken.pk), scene_at(taken))
            taken.delete()
