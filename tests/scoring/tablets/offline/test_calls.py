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
from scoring.disputes.questions import TOPICS
from scoring.disputes.selectors import desk_of, scene_at
from scoring.disputes.services import dispute_open, fact_tell
from scoring.models import Club, Dispute
from scoring.refusals import Refusal
from scoring.sheets.forms import RoundForm
from scoring.tablets.offline import calls
from scoring.tablets.sync.disputes import asked_from
from scoring.values import Checked, RoundReport, SeatReport
from tests.factories import ANN, make_game
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


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=6),
    st.booleans(),
)
def test_who_leads_is_who_has_the_lowest(told: list[tuple[int, int]], parts: bool) -> None:
    """Compared with a walk through all pairs: nobody is before a leader, and all else is behind."""
    house = {"tie_break": "went_out_more"} if parts else {}
    seats = [
        {"id": number, "total": total, "rounds_out": out}
        for number, (total, out) in enumerate(told, 1)
    ]
    value = {"set": SET, "rules": {"base": "family", **house}, "seats": seats}

    def before(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one[0] < other[0] or (parts and one[0] == other[0] and one[1] > other[1])

    best = [n for n, one in enumerate(told, 1) if not any(before(other, one) for other in told)]
    assert calls.leaders(value) == {"leaders": best}


@pytest.mark.parametrize("seats", [None, 5, [5], [{}], [{"id": 1, "total": "x", "rounds_out": 0}]])
def test_nonsense_leads_nowhere(seats: object) -> None:
    value = {"set": SET, "rules": {"base": "family"}, "seats": seats}
    assert list(calls.leaders(value)) == ["error"]


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
    "kind": "lay",
    "ask": {"may": "lay", "tile": "12-7", "train": "mexican"},
    "facts": [["turn.seat", "Ann"], ["turn.laid", []]],
    "asked": 1,
    "unknown": ["boneyard"],
    "answer": {"path": "trains.mexican.tail", "choice": "12"},
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
@given(junk | nearly_right(), st.sampled_from(["check", "desk", "topics"]))
def test_no_call_raises_whatever_it_is_given(value: object, name: str) -> None:
    answer = getattr(calls, name)(value)
    assert isinstance(answer, dict)
    json.dumps(answer)
    if "error" in answer:
        assert isinstance(answer["error"], str)


def test_what_is_right_is_taken() -> None:
    """So that the test above begins with something that is read to its end."""
    assert calls.check(RIGHT)["points"]["2"] == 5
    assert calls.desk(RIGHT)["error"] == ""
    assert len(calls.topics()["topics"]) == len(TOPICS)


# ---- the desk beside the server's

PARTS = {
    "seat": "Bob",
    "tile": "7-3",
    "tiles": "12-4 4-2",
    "train": "Cal",
    "laid_tile": "7-3",
    "laid_train": "Bob",
}
TYPED = {"tile": "9-8", "tiles": "9-8 5-5", "number": "3", "double": "6", "train": "Ann"}


@pytest.mark.parametrize(
    ("kind", "base"), [(topic.kind, BASES[at % 6]) for at, topic in enumerate(TOPICS)]
)
def test_the_desk_goes_the_servers_way(club: Club, kind: str, base: str) -> None:
    """Tap what comes, at random but the same each time, at both desks at once."""
    chance = random.Random(f"{base} {kind}")
    game = make_game(club, rules={"base": base, "fill": "defaults"})
    scene = {"set": 12, "rules": game.rules, "seats": ["Ann", "Bob", "Cal", "Dot"], "round": 1}
    table = {**scene, "starting_double": referee.next_double(game, []), "kind": kind}
    shown = calls.desk({**table, "fields": PARTS})
    dispute = dispute_open(
        game=game,
        author=ANN,
        kind=kind,
        ask=shown["ask"],
        facts=dict(shown["facts"]),
        round_number=1,
    )
    agree(dispute, shown)
    answered = set()
    for _tap in range(20):
        question = shown["question"]
        if question is None:
            break
        assert question["path"] not in answered
        taps = [{"choice": one["value"]} for one in question["choices"]] + [{"choice": "unknown"}]
        tap = chance.choice([*taps, TYPED] if question["typed"] else taps)
        before = shown
        shown = calls.desk({**table, **before, "answer": {"path": question["path"], **tap}})
        more = shown["facts"][len(before["facts"]) :]
        fact = more[0][1] if more else None
        if shown["error"]:
            assert shown["facts"] == before["facts"]
            with pytest.raises(Refusal, match=r"\w"):
                fact_tell(dispute=dispute, path=question["path"], value=clashing(tap, question))
        else:
            dispute = fact_tell(dispute=dispute, path=question["path"], value=fact)
            answered.add(question["path"])
        agree(dispute, shown)
        # What the desk gives out, it takes in again.
        asked_from({**shown, "kind": kind, "told": shown["facts"]}, scene["seats"])
    else:
        pytest.fail(f"twenty taps settled nothing: {shown}")


def clashing(tap: dict[str, str], question: dict[str, Any]) -> Any:
    """The fact of an answer that was not taken."""
    if "choice" in tap:
        told = tap["choice"]
        return (
            {"none": [], "yes": True, "no": False}.get(told, told)
            if not told.isdecimal()
            else int(told)
        )
    return {
        "tile": TYPED["tile"],
        "tiles": TYPED["tiles"].split(),
        "number": int(TYPED["number"]),
        "double": [{"double": int(TYPED["double"]), "train": TYPED["train"]}],
        "lay": [{"tile": TYPED["tile"], "train": TYPED["train"]}],
    }[question["typed"]]


def agree(dispute: Dispute, shown: dict[str, Any]) -> None:
    """The server's page would show the same."""
    desk = desk_of(Dispute.objects.get(pk=dispute.pk), scene_at(dispute))
    assert shown["title"] == desk.title
    assert shown["told"] == list(desk.told)
    assert shown["changes"] == list(desk.changes)
    assert [one["text"] for one in shown["clauses"]] == [one.text for one in desk.clauses]
    assert (shown["question"] or {}).get("path") == (desk.question.path if desk.question else None)
    if desk.question:
        assert shown["question"]["text"] == desk.question.text
        assert [one["label"] for one in shown["question"]["choices"]] == [
            one.label for one in desk.question.choices
        ]
    if desk.ruling:
        ruling = {key: shown["ruling"][key] for key in desk.ruling.as_json()}
        assert ruling == desk.ruling.as_json()
    assert (shown["ruling"] is None) == (dispute.settled_at is None)


TABLE = {key: RIGHT[key] for key in ("set", "rules", "seats", "round", "starting_double", "kind")}
FIRST = {"fields": {"seat": "Ann", "tile": "12-7", "train": "mexican"}}


def test_a_hand_is_asked_for_once_and_then_whether_that_is_all_of_it() -> None:
    table = {**TABLE, "seats": ["Ann", "Bob", "Cal", "Dot"], "kind": "must-mark"}
    shown = calls.desk({**table, "fields": {"seat": "Bob"}})
    told = {
        "turn.kind": {"choice": "normal"},
        "turn.laid": {"choice": "none"},
        "turn.drawn": {"choice": "none"},
        "uncovered": {"double": "6", "train": "Ann"},
        "hands.Bob": {"tiles": "9-8 5-5"},
        "hand_counts.Bob": {"choice": "2"},
        "boneyard": {"choice": "0"},
    }
    asked = []
    while shown["question"]:
        asked.append(path := shown["question"]["path"])
        answer = {"path": path, **told.get(path, {"choice": "unknown"})}
        shown = calls.desk({**table, **shown, "answer": answer})
    assert len(asked) == len(set(asked))
    assert asked[asked.index("hands.Bob") + 1] == "hand_counts.Bob"
    assert shown["ruling"]["verdict"] == "yes"


def test_an_answer_can_be_taken_back() -> None:
    first = calls.desk({**TABLE, **FIRST})
    told = calls.desk({**TABLE, **first, "answer": {"path": "turn.laid", "choice": "none"}})
    assert told["back"]
    assert not first["back"]
    again = calls.desk({**TABLE, **told, "answer": {"back": True}})
    assert again == first


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({"path": "boneyard", "choice": "0"}, "This question is answered already."),
        ({"path": "turn.laid"}, "Write one tile, like 7-3."),
        ({"path": "turn.laid", "tile": "7-3", "train": "Zed"}, "Choose the train."),
        ({"path": "turn.laid", "tile": "13-1", "train": "Bob"}, "not in the double-12 set"),
        ({"path": "turn.laid", "choice": "maybe"}, "Tap one of the answers."),
    ],
)
def test_an_answer_that_cannot_be_changes_nothing(answer: dict[str, str], sentence: str) -> None:
    first = calls.desk({**TABLE, **FIRST})
    told = calls.desk({**TABLE, **first, "answer": answer})
    assert sentence in told["error"]
    assert {**told, "error": ""} == first


def test_parts_that_cannot_be_read_are_said_beside_their_fields() -> None:
    assert calls.desk({**TABLE, "fields": {"tile": "x", "train": "Ann"}}) == {
        "unread": {
            "seat": ["Choose one."],
            "tile": ["“x” is no tile. Write tiles like this: 7-3 0-0"],
        }
    }
