"""The calls of a tablet without network answer as the server does, and take any nonsense."""

import json
import random
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import referee
from scoring.disputes.fields import fields_of, with_quick
from scoring.disputes.topics import TOPICS
from scoring.sheets.forms import RoundForm
from scoring.tablets.offline import calls
from scoring.tablets.sync.disputes import asked_from
from scoring.values import Checked, RoundReport, SeatReport
from tests.scoring.test_parsing import SEATS as SEAT_IDS
from tests.scoring.test_parsing import a_round

NAMES = dict(zip(SEAT_IDS, ("Ann", "Bob", "mexican"), strict=True))
PAIRS = [[seat_id, name] for seat_id, name in NAMES.items()]
SET = 9
BASES = ("family", "hub", "capri", "roundhouse", "token", "senior")

rules = st.builds(
    lambda base, fill, markers: {"base": base, **fill, **markers},
    st.sampled_from(BASES),
    st.sampled_from([{}, {"fill": "defaults"}]),
    st.sampled_from([{}, {"marked_train_points": 5}, {"double_blank_value": 25}]),
)
tiles = st.lists(
    st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda ends: f"{ends[0]}-{ends[1]}"),
    max_size=6,
).map(" ".join)


@st.composite
def reports(draw: st.DrawFn) -> RoundReport:
    """A report of these seats, with faults of every kind."""
    ending = draw(st.sampled_from(["", "out", "blocked", "time"]))
    return RoundReport(
        starting_double=draw(st.none() | st.integers(0, SET)),
        ending=ending,
        out_seat_id=draw(st.sampled_from(SEAT_IDS)) if ending == "out" else None,
        boneyard=draw(st.none() | st.integers(0, 60)),
        as_it_stands=draw(st.booleans()),
        seats=tuple(
            SeatReport(
                seat_id,
                total=draw(st.none() | st.integers(-5, 300)),
                tiles=draw(st.none() | tiles),
                count=draw(st.none() | st.integers(0, 30)),
                marked=draw(st.none() | st.booleans()),
                sure=draw(st.none() | st.integers(-5, 300)),
            )
            for seat_id in SEAT_IDS
        ),
    )


def said(checked: Checked) -> dict[str, Any]:
    """What the server's referee found, as a page would read it."""
    told = json.loads(json.dumps(asdict(checked)))
    return {**told, "points": {str(seat): points for seat, points in checked.points.items()}}


def as_json(report: RoundReport) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(report)))


@given(reports(), rules)
def test_a_report_is_checked_as_on_the_server(report: RoundReport, spec: dict[str, Any]) -> None:
    game = SimpleNamespace(set=SET, rules=spec)
    asked = {"set": SET, "rules": spec, "names": PAIRS, "report": as_json(report)}
    answer = calls.check(asked)
    assert answer.pop("unread") == {}
    assert answer == said(referee.check_round(game, NAMES, report))


@given(a_round(), rules)
def test_fields_are_checked_as_on_the_server(fields: dict[str, str], spec: dict[str, Any]) -> None:
    sheet: Any = SimpleNamespace(game=SimpleNamespace(set=SET, rules=spec))
    form = RoundForm(fields, sheet=sheet, seats=[SimpleNamespace(id=seat) for seat in SEAT_IDS])
    form.is_valid()
    answer = calls.check({"set": SET, "rules": spec, "names": PAIRS, "fields": fields})
    assert answer.pop("unread") == {name: list(said) for name, said in form.errors.items()}
    assert answer == said(referee.check_round(sheet.game, NAMES, form.report()))


def test_names_by_id_are_names_too() -> None:
    """A browser sorts such a mapping by its ids, so the order stands beside it."""
    asked = {"set": 9, "rules": {"base": "family"}, "fields": {"ending": "out-5"}}
    by_id = calls.check({**asked, "names": {"2": "Bob", "5": "Ann"}, "order": [5, 2]})
    assert by_id == calls.check({**asked, "names": [[5, "Ann"], [2, "Bob"]]})
    assert list(by_id["points"].items()) == [("5", 0), ("2", None)]
    for order in ([5], [5, 5], [5, 2, 2], [5, 3], "52", {"5": 2}):
        assert "error" in calls.check({**asked, "names": {"2": "Bob", "5": "Ann"}, "order": order})


# ---- nonsense

words = st.sampled_from(
    ["", "Ann", "mexican", "lay", "7-3", "turn.laid", "turn.seat", "none", "unknown", "out", "x\0"]
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(), inner),
    max_leaves=12,
)
RIGHT: dict[str, Any] = {
    "set": 12,
    "rules": {"base": "family", "fill": "defaults"},
    "names": PAIRS,
    "order": list(SEAT_IDS),
    "report": {
        "starting_double": 12,
        "ending": "out",
        "out_seat_id": 5,
        "boneyard": None,
        "seats": [{"seat_id": 2, "total": 5, "tiles": "", "count": 1, "marked": True}],
    },
    "seats": ["Ann", "Bob", "Cal"],
    "round": 1,
    "starting_double": 12,
    "totals": {"Ann": 12, "Bob": 0},
    "kind": "lay",
    "fields": {"seat": ["Ann"], "train": ["Bob"], "uncovered": ["none"], "boneyard": ["unknown"]},
    "text": "may Ann play on Bob's train",
}


@st.composite
def nearly_right(draw: st.DrawFn) -> Any:
    """What a page asks, with one or two parts of it replaced by junk or left out."""
    asked = json.loads(json.dumps(RIGHT))
    for _time in range(draw(st.integers(1, 2))):
        place: Any = asked
        while True:
            keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(place[key], dict | list) or draw(st.booleans()):
                if draw(st.booleans()):
                    place[key] = draw(junk)
                else:
                    del place[key]
                break
            place = place[key]
    return asked


@settings(max_examples=300)
@given(junk | nearly_right(), st.sampled_from(["check", "desk", "readings"]))
def test_no_call_raises_whatever_it_is_given(value: object, name: str) -> None:
    answer = getattr(calls, name)(value)
    assert isinstance(answer, dict)
    json.dumps(answer)
    if "error" in answer:
        assert isinstance(answer["error"], str)


def test_what_is_right_is_taken() -> None:
    """So that the test above begins with something that is read to its end."""
    assert calls.check({key: RIGHT[key] for key in RIGHT if key != "fields"})["points"]["2"] == 5
    assert calls.desk(RIGHT)["title"] == "May Ann play on Bob's train?"
    assert calls.readings(RIGHT)["readings"][0]["query"] == "seat=Ann&train=Bob"


def test_my_train_is_nobodys_until_the_asker_is_known() -> None:
    answer = calls.readings({"text": "can I play 7-3 on my train", "seats": ["Ann", "Bob"]})
    assert answer["readings"][0]["query"] == "tile=7-3"


# ---- the desk

TABLE = {key: RIGHT[key] for key in ("set", "rules", "round", "starting_double")}
SEATS = ["Ann", "Bob", "Cal", "Dot"]
PARTS = {
    "seat": ["Bob"],
    "tiles": ["12-4 4-2"],
    "train": ["Cal"],
    "noticed": ["turn_later"],
}
TYPED = {"tile": "9-8", "tiles": "9-8 5-5", "number": "3"}


@pytest.mark.parametrize(
    ("kind", "base"),
    [(topic.kind, BASES[at % 6]) for at, topic in enumerate(TOPICS) if not topic.rules],
)
def test_what_the_desk_gives_out_the_server_takes(kind: str, base: str) -> None:
    """Tap what comes, at random but the same each time, until there is an answer."""
    chance = random.Random(f"{base} {kind}")
    table = {**TABLE, "seats": SEATS, "rules": {"base": base, "fill": "defaults"}, "kind": kind}
    fields: dict[str, list[str]] = dict(PARTS)
    for _tap in range(40):
        shown = calls.desk({**table, "fields": fields})
        if shown["ruling"]:
            break
        path, before = shown["next"], fields
        assert path not in fields, "nothing is asked twice"
        fields = {**fields, "quick": [chance.choice(shown["buttons"])["value"]]}
        if shown["more"] and chance.random() < 0.5:
            kinds = {control["path"]: control["kind"] for control in shown["more"]}
            if typed := TYPED.get(kinds.get(path, "")):
                fields = {**before, f"{path}:{kinds[path]}": [typed]}
        if calls.desk({**table, "fields": fields})["wrong"]:
            fields = {**before, path: ["unknown"]}
        fields = {name: list(values) for name, values in with_quick(fields).items()}
    assert shown["ruling"], "forty taps settled nothing"
    asked = asked_from(shown["asked"], SEATS)
    again = calls.desk({**table, "fields": fields_of(asked)})
    assert (again["title"], again["ruling"]) == (shown["title"], shown["ruling"])
    assert dict(again["asked"]["told"]) == dict(shown["asked"]["told"])
    assert set(again["asked"]["unknown"]) == set(shown["asked"]["unknown"])


def test_a_hand_is_asked_for_once_and_then_whether_that_is_all_of_it() -> None:
    table = {**TABLE, "seats": SEATS, "kind": "must-mark"}
    given = {
        "turn.kind": {"turn.kind": ["normal"]},
        "turn.laid": {"turn.laid": ["none"]},
        "turn.drawn": {"turn.drawn": ["none"]},
        "uncovered": {"uncovered": ["Ann"], "trains.Ann.tail": ["6"]},
        "hands.Bob": {"hands.Bob:tiles": ["9-8 5-5"]},
        "hand_counts.Bob": {"hand_counts.Bob": ["2"]},
        "boneyard": {"boneyard": ["0"]},
    }
    fields: dict[str, list[str]] = {"seat": ["Bob"]}
    asked = []
    while path := (shown := calls.desk({**table, "fields": fields}))["next"]:
        asked.append(path)
        fields |= given.get(path, {path: ["unknown"]})
    assert len(asked) == len(set(asked))
    assert asked[asked.index("hands.Bob") + 1] == "hand_counts.Bob"
    assert shown["ruling"]["word"] == "Yes"
