"""Photos of hands held against each other: the most probable reading, and why it is another."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import inf, isclose, log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reports.counting import points_of
from engine.reports.photos import Audit, Choice, Other, PhotoHand, Sight, audit, audit_or_error
from engine.reports.photos.audit import DOUBTFUL
from engine.reports.photos.hands import UNREAD_COST, WRONG_NUMBER_COST
from engine.reports.photos.search import MOST_WAYS, Search
from engine.rules.rule_set import rule_set
from engine.tiles import Tile, full_set, parse_tile
from scoring.tablets.offline.call_table import answer_text

RULES = rule_set("family")
SET = 3


def sight(text: str, none: float = 0.0) -> Sight:
    """A sight written as "8-9 70, 8-8 30"."""
    pairs = [part.split() for part in text.split(",")]
    return Sight(tuple((parse_tile(tile), float(chance) / 100) for tile, chance in pairs), none)


def hand(seat: str, *sights: str, **numbers: int) -> PhotoHand:
    return PhotoHand(seat, tuple(sight(text) for text in sights), **numbers)


def proposals(answer: Audit) -> dict[str, list[str]]:
    return {seat: [str(s.choice) for s in sights] for seat, sights in answer.hands.items()}


# ---- against enumeration

chances = st.sampled_from([0.87, 0.61, 0.29, 0.11, 0.013, 0.0017])
sights = st.builds(
    lambda tiles, none: Sight(tuple(tiles.items()), none),
    st.dictionaries(st.sampled_from(full_set(SET)), chances, min_size=1, max_size=3),
    st.sampled_from([0.0, 0.2]),
)
hands = st.lists(
    st.tuples(
        st.lists(sights, min_size=1, max_size=3),
        st.none() | st.integers(0, 12),
        st.none() | st.integers(0, 4),
    ),
    min_size=1,
    max_size=2,
).map(
    lambda drawn: [
        PhotoHand(f"seat {at}", tuple(seen), total, count)
        for at, (seen, total, count) in enumerate(drawn)
    ]
)


def price(hand_: PhotoHand, choices: Sequence[tuple[Choice, float]]) -> float:
    """What these choices cost, with the numbers of the hand that they do not come to."""
    cost = sum(cost for _choice, cost in choices)
    if not hand_.is_whole:
        return cost
    tiles = [choice for choice, _cost in choices if isinstance(choice, Tile)]
    unread = sum(choice is Other.UNREAD for choice, _cost in choices)
    if hand_.total is not None and (unread or points_of(tiles, RULES) != hand_.total):
        cost += WRONG_NUMBER_COST
    if hand_.count is not None and len(tiles) + unread != hand_.count:
        cost += WRONG_NUMBER_COST
    return cost


def every_price(hands_: Sequence[PhotoHand], taken: frozenset[Tile]) -> Iterator[float]:
    spots = [sight for hand_ in hands_ for sight in hand_.sights]
    for choices in product(*(list(sight.options()) for sight in spots)):
        tiles = [choice for choice, _cost in choices if isinstance(choice, Tile)]
        if len(set(tiles)) < len(tiles) or taken & set(tiles):
            continue
        rest = iter(choices)
        yield sum(price(hand_, [next(rest) for _ in hand_.sights]) for hand_ in hands_)


@given(hands, st.frozensets(st.sampled_from(full_set(SET)), max_size=2))
@settings(max_examples=150, deadline=None)
def test_the_proposal_is_the_most_probable_of_all(
    hands_: list[PhotoHand], taken: frozenset[Tile]
) -> None:
    reading = Search(hands_, lambda tile: points_of([tile], RULES), taken).best()
    assert reading is not None
    assert reading.proved
    costs = [dict(sight.options()) for hand_ in hands_ for sight in hand_.sights]
    chosen = [choice for choices in reading.choices for choice in choices]
    tiles = [choice for choice in chosen if isinstance(choice, Tile)]
    assert len(set(tiles)) == len(tiles)
    assert not taken & set(tiles)
    pairs = iter([(choice, cost[choice]) for choice, cost in zip(chosen, costs, strict=True)])
    own = sum(price(hand_, [next(pairs) for _ in hand_.sights]) for hand_ in hands_)
    assert isclose(own, min(every_price(hands_, taken)))


@given(hands)
@settings(max_examples=40, deadline=None)
def test_what_is_not_doubtful_has_no_near_rival(hands_: list[PhotoHand]) -> None:
    answer = audit(hands_, RULES, SET)
    if answer.notes and answer.notes[0].code == "hands_alike":
        return
    best = min(every_price(hands_, frozenset()))
    for number, hand_ in enumerate(hands_):
        for at, audited in enumerate(answer.hands[hand_.seat]):
            kept = [
                (choice, chance)
                for choice, chance in hand_.sights[at].tiles
                if choice != audited.choice
            ]
            none = 0.0 if audited.choice is Other.NO_TILE else hand_.sights[at].none
            without = PhotoHand(
                hand_.seat,
                (*hand_.sights[:at], Sight(tuple(kept), none), *hand_.sights[at + 1 :]),
                hand_.total,
                hand_.count,
            )
            rest = [*hands_[:number], without, *hands_[number + 1 :]]
            rival = min(every_price(rest, frozenset()), default=inf)
            if audited.choice is not Other.UNREAD:
                assert audited.doubtful == (rival - best <= -log(DOUBTFUL))


# ---- what it says


def test_a_tile_in_another_hand_goes_to_the_next_alternative() -> None:
    answer = audit([hand("Ann", "8-9 70, 8-8 30", "0-1 99"), hand("Bob", "8-9 99")], RULES, 12)
    assert proposals(answer) == {"Ann": ["8-8", "0-1"], "Bob": ["8-9"]}
    changed, kept = answer.hands["Ann"]
    assert (changed.text, changed.doubtful) == ("8-9 is in Bob’s hand.", False)
    assert (kept.reason, kept.doubtful) == (None, False)
    assert answer.proved


def test_two_sights_as_sure_of_one_tile_are_both_asked() -> None:
    answer = audit([hand("Ann", "8-9 99, 8-8 1"), hand("Bob", "8-9 99, 7-9 1")], RULES, 12)
    assert [answer.hands[seat][0].doubtful for seat in ("Ann", "Bob")] == [True, True]


@pytest.mark.parametrize(
    ("hands_", "known", "text"),
    [
        ([hand("Ann", "9-9 80, 8-9 20")], {}, "9-9 is the starting double and is in the hub."),
        ([hand("Ann", "0-10 80, 0-9 20")], {}, "The double-9 set has no 0-10."),
        ([hand("Ann", "0-1 80, 0-2 20")], {"Bob": "0-1"}, "0-1 is in Bob’s hand."),
        ([hand("Ann", "0-1 99", "0-1 80, 0-2 20")], {}, "Ann has 0-1 already."),
        ([hand("Ann", "0-1 80, 0-2 20", total=2)], {}, "Ann has 2 points."),
        (
            [PhotoHand("Ann", (sight("0-1 90", 0.1), sight("0-2 99")), count=1)],
            {},
            "Ann has fewer tiles than the photos show.",
        ),
        ([PhotoHand("Ann", (sight("0-1 40", 0.6),))], {}, "This is probably not a tile."),
    ],
)
def test_a_change_says_why(hands_: list[PhotoHand], known: dict[str, str], text: str) -> None:
    tiles = {
        seat: [parse_tile(tile) for tile in written.split()] for seat, written in known.items()
    }
    answer = audit(hands_, RULES, 9, 9, tiles)
    assert text in [sight.text for sights in answer.hands.values() for sight in sights]


def test_a_total_that_no_reading_comes_to_is_noted() -> None:
    answer = audit([hand("Ann", "0-1 99, 0-2 1", total=9)], RULES, 12)
    assert proposals(answer) == {"Ann": ["0-1"]}
    assert [note.code for note in answer.notes] == ["hand_and_total_differ"]
    answer = audit([hand("Ann", "0-1 99", count=2, total=5)], RULES, 12)
    assert [note.code for note in answer.notes] == [
        "hand_and_count_differ",
        "hand_and_total_differ",
    ]


def test_a_sight_that_can_be_nothing_is_left_unread() -> None:
    answer = audit([hand("Ann", "9-9 99")], RULES, 9, 9)
    assert answer.hands["Ann"][0].choice is Other.UNREAD
    assert answer.hands["Ann"][0].doubtful


def test_one_photo_for_two_hands_is_noted_and_changes_neither() -> None:
    same = ["0-1 99, 0-2 1", "3-4 99, 3-5 1", "5-6 99, 6-6 1"]
    answer = audit([hand("Ann", *same), hand("Bob", *same)], RULES, 12)
    assert proposals(answer)["Ann"] == proposals(answer)["Bob"] == ["0-1", "3-4", "5-6"]
    assert [(note.code, note.seats) for note in answer.notes] == [("hands_alike", ("Ann", "Bob"))]
    known = {"Bob": [parse_tile(text.split()[0]) for text in same]}
    assert audit([hand("Ann", *same)], RULES, 12, None, known).notes[0].code == "hands_alike"


def misread_hands(seats: int, size: int, wrong: int) -> list[PhotoHand]:
    """Hands of a double-12 set as a camera sees them: a few tiles look like one in another hand."""
    draw = random.Random(f"{seats} {size} {wrong}")
    tiles = draw.sample(full_set(12), seats * size)
    read = [Sight(((tile, 0.995), (draw.choice(full_set(12)), 0.004)), 0.001) for tile in tiles]
    for at in draw.sample(range(len(tiles)), wrong):
        read[at] = Sight(((draw.choice(tiles), 0.7), (tiles[at], 0.25)), 0.05)
    return [
        PhotoHand(f"seat {seat}", tuple(read[seat * size : (seat + 1) * size]))
        for seat in range(seats)
    ]


@pytest.mark.parametrize("with_totals", [False, True])
def test_a_whole_table_is_proved_within_the_limit(with_totals: bool) -> None:
    hands_ = misread_hands(4, 20, 8)
    if with_totals:
        right = proposals(audit(hands_, RULES, 12))
        hands_ = [
            PhotoHand(
                hand_.seat,
                hand_.sights,
                points_of([parse_tile(tile) for tile in right[hand_.seat]], RULES),
            )
            for hand_ in hands_
        ]
    assert audit(hands_, RULES, 12).proved


def test_a_search_at_its_limit_leaves_open_what_it_could_not_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.reports.photos.search.MOST_WAYS", 1)
    assert MOST_WAYS > 1
    answer = audit([hand("Ann", "8-9 70, 8-8 30"), hand("Bob", "8-9 99")], RULES, 12)
    assert not answer.proved
    assert answer.hands["Bob"][0].choice is Other.UNREAD


def test_all_searches_of_an_audit_have_one_limit() -> None:
    alike = [hand(seat, "8-9 70, 8-8 30") for seat in ("Ann", "Bob")]
    search = Search(alike, lambda tile: points_of([tile], RULES), left=5)
    first = search.best()
    assert first is not None
    assert first.proved
    while search.left > 0:
        search.best()
    last = search.best()
    assert last is not None
    assert not last.proved


# ---- as JSON


def test_a_tablet_asks_by_json() -> None:
    case = {
        "set": 12,
        "rules": {"base": "family"},
        "starting_double": 9,
        "hands": {
            "Ann": {"sights": [{"tiles": [["9-8", 0.7], ["8-8", 0.3]]}]},
            "Bob": {"sights": [{"tiles": [["8-9", 0.99]], "none": 0.01}], "total": 17, "count": 1},
        },
        "known": {"Cal": ["1-1"]},
    }
    answer = json.loads(answer_text("audit", json.dumps(case)))["answer"]
    assert answer["hands"]["Ann"] == [
        {
            "tile": "8-8",
            "reason": "in_other_hand",
            "text": "8-9 is in Bob’s hand.",
            "values": {"seat": "Ann", "tile": "8-9", "other": "Bob"},
            "doubtful": False,
            "others": [],
        }
    ]
    assert (answer["notes"], answer["proved"]) == ([], True)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"set": 7000}, "set"),
        ({"rules": "chess"}, "rules"),
        ({"hands": []}, "hands"),
        ({"hands": {"Ann": {}}}, "hands.Ann.sights"),
        ({"hands": {"Ann": {"sights": [5]}}}, "hands.Ann.sights.1"),
        ({"hands": {"Ann": {"sights": [{"tiles": [["8-9"]]}]}}}, "hands.Ann.sights.1.tiles.1"),
        ({"hands": {"Ann": {"sights": [{"tiles": [["8-9", 2]]}]}}}, "hands.Ann.sights.1.tiles.1.2"),
        ({"known": {"Ann": ["x"]}}, "known.Ann.1"),
        ({"more": 1}, "more"),
    ],
)
def test_what_cannot_be_read_names_its_place(change: dict[str, Any], place: str) -> None:
    case = {"set": 12, "rules": "family", "hands": {}} | change
    assert audit_or_error(case)["error"].startswith(f"{place}:")


def test_unread_costs_more_than_a_wrong_number() -> None:
    assert UNREAD_COST > WRONG_NUMBER_COST
