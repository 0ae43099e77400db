"""What follows from the facts of a table, one by one."""

import pytest

from engine.json_values import CaseError
from engine.table.case import read_facts
from engine.table.deduction import conclude
from engine.table.position import Position, Span
from engine.tile_sets import BIT, NO_TILE, tiles_of
from engine.tiles import parse_tile
from tests.engine.deciding import table


def concluded(name: str, **changes: object) -> Position:
    """The position of a table with changes; `__` in a key stands for the dot of a path."""
    paths = {path.replace("__", "."): value for path, value in changes.items()}
    return conclude(read_facts(table(name, paths) | {"rules": "family"}))


def bit(tile: str) -> int:
    return BIT[parse_tile(tile)]


OWN = {"started": True, "tail": 4, "marked": False}
BEGUN = [{"tile": "12-4", "train": "B"}]


def test_on_a_first_turn_only_the_tiles_of_this_turn_lie_on_the_own_train():
    facts: dict[str, object] = dict.fromkeys(("boneyard", "trains__C__tiles"))
    facts |= {"turn__laid": BEGUN, "hands__B": ["4-2"]}
    position = concluded("first turn", trains__B=OWN, **facts)
    assert position.trains["B"].tiles == 1
    assert position.trains["A"].tiles == 1
    later = concluded("first turn", trains__B=OWN, turn__kind="normal", **facts)
    assert later.trains["B"].tiles is None
    nothing = concluded(
        "first turn", trains__B={"tail": 12, "marked": False}, trains__C__tiles=None
    )
    assert nothing.trains["B"].started is False
    without = dict.fromkeys(("boneyard", "trains__C__tiles", "turn__laid"))
    untold = concluded("first turn", trains__B={"tail": 12}, **without)
    assert untold.trains["B"].tiles is None
    assert concluded("first turn", turn__seat=None, turn__laid=None).trains["B"].tiles == 0


def test_the_tiles_of_a_train_follow_once_all_other_numbers_are_known():
    left = dict.fromkeys(("trains__C__tiles", "trains__D__tiles"))
    assert concluded("evening", trains__C__tiles=None).trains["C"].tiles == 11
    assert concluded("evening", **left).trains["C"].tiles is None


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, False),
        ({"turn__kind": "first_turn"}, True),
        ({"turn__kind": None}, False),  # tiles lie there
        ({"turn__kind": None, "trains__B__tiles": None}, False),  # it is started
        ({"turn__kind": None, "trains__B": {"started": False, "tail": 12, "tiles": 0}}, None),
        ({"turn__kind": None, "trains__B": {"tail": 7}, "trains__C__tiles": None}, False),
        ({"turn__kind": None, "turn__laid": None}, None),
        ({"turn__kind": None, "turn__seat": None, "turn__laid": None}, None),
    ],
)
def test_tiles_that_lie_there_already_show_that_it_is_no_first_turn(changes, first):
    if "turn__laid" in changes:
        changes = changes | {"trains__C__tiles": None}
    assert concluded("evening", **changes).first_turn is first


def test_a_tile_of_this_turn_does_not_show_that_it_is_no_first_turn():
    facts = {"turn__kind": None, "turn__laid": BEGUN, "hands__B": ["4-2"]}
    first = concluded("first turn", trains__B=OWN | {"tiles": 1}, **facts)
    assert first.first_turn is None
    two = concluded("first turn", trains__B=OWN | {"tiles": 2}, **facts)
    assert two.first_turn is False
    elsewhere = concluded(
        "first turn",
        turn__kind=None,
        turn__laid=[{"tile": "12-7", "train": "mexican"}],
        hands__B=["4-2"],
        trains__mexican={"started": True, "tail": 7, "tiles": 1},
    )
    assert elsewhere.first_turn is None


def test_the_one_double_that_the_starting_double_can_be():
    waiting = concluded("first turn", starting_double=None)
    assert waiting.starting_double == 12
    assert concluded("evening", starting_double=None).starting_double is None
    hands = ["0-0", "1-1", "7-3"]
    small = concluded("small", hands={"A": ["0-0"], "B": ["1-1"]})
    assert small.starting_double == 2
    assert concluded("small").starting_double is None
    assert concluded("evening", hands__B=hands).starting_double == 12
    drawn = concluded("small", hands={"A": ["0-0"]}, turn__drawn="1-1", boneyard=0)
    assert drawn.starting_double == 2
    with_tails = concluded("small", trains__A__tail=1)
    assert with_tails.starting_double == 1
    assert with_tails.trains["B"].open_ends == 1 << 1


def test_a_double_that_lies_on_a_train_is_not_the_starting_double():
    trains = {
        "A": {"started": True, "tail": 1, "marked": False, "tiles": 2},
        "B": {"started": False, "marked": False, "tiles": 0},
        "mexican": {"started": False, "tiles": 0},
    }
    facts = {"trains": trains, "hand_counts": {"A": 1, "B": 1}, "boneyard": 1}
    waiting = {"turn": {"seat": "B", "kind": "normal", "drawn": "none", "laid": []}}
    uncovered = [{"train": "A", "double": 1, "laid_by": "A"}]
    position = concluded("small", **facts, **waiting, uncovered=uncovered)
    assert position.starting_double == 2  # 0-0 is in a hand
    assert position.trains["B"].open_ends == 1 << 2


@pytest.mark.parametrize(
    ("changes", "place", "span"),
    [
        ({"boneyard": None}, "boneyard", (20, 20)),
        ({"boneyard": None, "seats": None}, "boneyard", (0, 90)),
        ({"boneyard": None, "set": None}, "boneyard", (0, 189)),
        ({"hand_counts__A": None}, "A", (5, 5)),
        ({"hand_counts__A": None, "boneyard": None}, "A", (0, 25)),
        ({"hand_counts__A": None, "boneyard": None, "hands__A": ["0-2", "0-3"]}, "A", (2, 25)),
        ({"hand_counts__A": None, "boneyard": None, "hands__A": []}, "A", (0, 0)),
        ({"hand_counts__B": None, "boneyard": None}, "B", (3, 23)),
        ({"turn__drawn": "5-6", "boneyard": None}, "boneyard", (19, 19)),
        ({"turn__drawn": None, "boneyard": None}, "boneyard", (19, 20)),
    ],
)
def test_between_what_each_number_of_tiles_lies(changes, place, span):
    for path in ("hand_counts__A", "boneyard", "hand_counts__B"):
        if path in changes and changes[path] is None:
            changes = {**changes, "trains__A__tiles": 11}
            break
    position = concluded("evening", **changes)
    result = position.boneyard if place == "boneyard" else position.counts[place]
    assert result == Span(*span)


def test_what_lies_on_the_table_and_what_nobody_has_seen():
    plays = [{"tile": "8-1", "train": "mexican"}, {"tile": "1-1", "train": "mexican"}]
    position = concluded(
        "uncovered",
        turn__laid=plays,
        trains__mexican__tail=1,
        uncovered=[
            {"train": "A", "double": 6, "laid_by": "A"},
            {"train": "mexican", "double": 1, "laid_by": "B"},
        ],
        hands__B=["7-3"],
        turn__drawn="5-6",
        on_table=["0-1"],
    )
    seen = ("0-1", "8-1", "1-1", "6-6", "12-12")
    assert set(tiles_of(position.on_table)) == {parse_tile(item) for item in seen}
    assert position.unseen.bit_count() == 91 - len(seen) - 2
    assert not position.unseen & (bit("7-3") | bit("5-6"))
    assert position.drawn == bit("5-6")
    assert position.plain_ends == frozenset()
    assert position.total == 90


def test_what_can_have_been_drawn():
    assert concluded("evening").drawn == NO_TILE
    untold = concluded("evening", turn__drawn=None, boneyard=None)
    assert untold.drawn == untold.unseen | NO_TILE
    whole = concluded("evening", turn__drawn=None)
    assert whole.drawn == NO_TILE  # the numbers of tiles show it
    one_short = concluded("evening", turn__drawn=None, trains__C__tiles=None, boneyard=20)
    assert one_short.drawn == one_short.unseen | NO_TILE


def test_the_trains_that_end_in_no_double():
    plays = [{"tile": "7-7", "train": "B"}, {"tile": "8-1", "train": "mexican"}]
    position = concluded(
        "evening",
        turn__laid=plays,
        trains__mexican__tail=1,
        uncovered=[{"train": "B", "double": 7, "laid_by": "B"}],
        hands__B=["7-3"],
    )
    assert position.plain_ends == {"mexican"}


def test_the_tail_of_a_train_shows_which_double_lies_uncovered_there():
    position = concluded("evening", uncovered=[{"train": "A"}, {"train": "B", "double": 7}])
    assert [item.pips for item in position.uncovered or ()] == [9, 7]
    assert position.on_table & bit("9-9")
    unknown = concluded("evening", uncovered=[{"train": "A"}], trains__A__tail=None)
    assert [item.pips for item in unknown.uncovered or ()] == [None]


def test_a_train_under_a_double_has_two_tiles_at_least():
    def fewest(**changes: object) -> int:
        facts = dict.fromkeys(("boneyard", "set", "trains__A__tiles"))
        return concluded("evening", **facts, **changes).on_trains.low

    others = 11 + 11 + 10 + 9
    assert fewest() == others + 1
    assert fewest(uncovered=[{"train": "A", "double": 9, "laid_by": "C"}]) == others + 2
    assert fewest(trains__A__started=False, trains__A__tail=12) == others
    assert fewest(
        turn__seat="A", turn__laid=[{"tile": "9-2", "train": "A"}], trains__A__tail=2
    ) == (others + 1)


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("evening", {"hands__B": ["0-1", "7-3", "7-3"]}, "hands.B: 3-7 is there twice"),
        (
            "evening",
            {"trains__mexican__tiles": 99, "trains__C__tiles": None},
            r"set: \d+ tiles are known, .* set has 91\.",
        ),
        (
            "evening",
            {"uncovered": [{"train": "A", "laid_by": "A"}, {"train": "A", "laid_by": "B"}]},
            "uncovered.1: only one double can be the last on A",
        ),
        (
            "evening",
            {"uncovered": [{"train": "A"}], "hands__B": ["9-9"]},
            "hands: 9-9 cannot be in B's hand and on the table",
        ),
        (
            "evening",
            {
                "turn__laid": [{"tile": "7-3", "train": "B"}, {"tile": "3-4", "train": "B"}],
                "trains__B__tail": 9,
                "hands__B": ["0-1"],
            },
            "trains.B.tail: it cannot be 9 after 3-4 was played there",
        ),
    ],
)
def test_facts_that_do_not_go_together_are_named_by_their_place(name, changes, message):
    with pytest.raises(CaseError, match=message):
        concluded(name, **changes)
