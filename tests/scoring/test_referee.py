"""What the rules in force say, asked through the one door to the engine."""

from typing import Any

import pytest

from scoring import referee
from scoring.models import Game
from scoring.sheets.selectors.next_round import deal_of, plan_of, rules_in_words
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.values import RoundReport, SeatReport
from tests.factories import ANN, NAMES, new_key, play

DEFAULTS = {"fill": "defaults"}


def spec(base: str = "family", **house: Any) -> dict[str, Any]:
    return {"base": base, **DEFAULTS, **house}


def game_of(set_: int = 12, **rules: Any) -> Game:
    """A game that no database knows: for the rules it needs none."""
    return Game(code="code", set=set_, rules=spec(**rules))


def test_the_published_rule_sets_are_offered_the_usual_first() -> None:
    names = [one.name for one in referee.presets()]
    assert names == [
        *("family", "hub", "capri", "roundhouse", "token", "senior"),
        *("pagat", "ludomax", "tactic"),
    ]
    assert len({one.title for one in referee.presets()}) == len(names)


def test_house_rules_that_are_numbers_are_kept_as_numbers() -> None:
    kept = referee.rule_spec("hub", {"hand_size": "9", "tie_break": "went_out_more", "rounds": 3})
    assert kept == spec("hub", hand_size=9, tie_break="went_out_more", rounds=3)


@pytest.mark.parametrize(
    ("rules", "set_", "codes"),
    [
        (spec(), 12, []),
        (spec(first_starting_double=9), 9, []),
        (spec(first_starting_double=13), 12, ["first_starting_double"]),
        (spec(last_starting_double=13), 12, ["last_starting_double"]),
        (
            spec(first_starting_double=13, last_starting_double=14),
            12,
            ["first_starting_double", "last_starting_double"],
        ),
        (spec(first_starting_double=3, last_starting_double=4), 12, ["last_starting_double"]),
        (spec(first_starting_double=4, last_starting_double=4), 12, []),
        (spec("senior", last_starting_double=6), 12, ["last_starting_double"]),
        (spec("senior", last_starting_double=5), 12, []),
        # A game of the club's own rules says so by a word, and counts down or up.
        (spec("senior", first_starting_double="set_maximum", last_starting_double=0), 12, []),
        (
            spec("senior", first_starting_double="set_maximum", last_starting_double=12),
            9,
            ["last_starting_double"],
        ),
        (
            spec(next_starting_double="plus_one", first_starting_double=0, last_starting_double=9),
            9,
            [],
        ),
        (
            spec(next_starting_double="plus_one", first_starting_double=3, last_starting_double=0),
            9,
            ["last_starting_double"],
        ),
        (
            spec(next_starting_double=[0, 1, 2], first_starting_double=0, last_starting_double=2),
            9,
            [],
        ),
        (spec(next_starting_double=[12, 8]), 9, ["next_starting_double"]),
        # The hub's table finds its doubles by itself.
        (spec("hub", last_starting_double=6), 12, []),
    ],
)
def test_what_is_wrong_with_house_rules(rules: dict[str, Any], set_: int, codes: list[str]) -> None:
    assert [one.code for one in referee.rule_problems(rules, set_)] == codes


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        (
            [12, 10, 8],
            "A double-9 set has no double 12. The first one in the list that fits is the double 8.",
        ),
        ([12, 10], "A double-9 set has no double 12."),
    ],
)
def test_a_list_of_doubles_is_held_against_the_set(listed: list[int], text: str) -> None:
    (problem,) = referee.rule_problems(spec(next_starting_double=listed), 9)
    assert problem.text == text


@pytest.mark.parametrize(
    ("set_", "players", "tiles"),
    [(9, 2, 15), (9, 4, 10), (12, 2, 16), (12, 4, 15), (12, 5, 14), (12, 8, 9)],
)
def test_hand_sizes_of_the_family(set_: int, players: int, tiles: int) -> None:
    deal = referee.deal(set_, spec(), NAMES[:players])
    assert (deal.players, deal.tiles, deal.text) == (players, tiles, "")


def test_a_deal_says_why_there_is_none() -> None:
    assert referee.deal(12, spec(), ["Ann"]) is None
    deal = referee.deal(12, spec(), NAMES[:9])
    assert (deal.tiles, "and 9 are named" in deal.text) == (None, True)


@pytest.mark.parametrize(
    ("rules", "set_", "players", "code"),
    [
        (spec(), 12, 1, "few"),
        (spec(), 12, 2, None),
        (spec(), 12, 9, "players"),
        (spec(), 18, 8, "players"),
        (spec(), 6, 4, "hand_size"),
        (spec(hand_size=6), 6, 4, None),
        (spec(), 9, 5, "players"),
        (spec(hand_size=8), 9, 5, None),
        (spec(hand_size=11), 9, 5, "tiles"),
        (spec(hand_size={"9": {"4": 8}}), 9, 5, "players"),
        (spec(hand_size=8, player_limits={"9": [2, 4]}), 9, 5, "players"),
        (spec(hand_size=7), 6, 4, "tiles"),
        (spec(hand_size=45), 12, 2, None),
        (spec(hand_size=46), 12, 2, "tiles"),
        ({"base": "poker"}, 12, 4, "rules"),
        (spec("senior"), 12, 3, "hand_size"),
        (spec("senior"), 12, 4, None),
        (spec("capri", hand_size=5), 18, 12, None),
    ],
)
def test_which_tables_can_play(
    rules: dict[str, Any], set_: int, players: int, code: str | None
) -> None:
    complaint = referee.check_setup(set_, rules, NAMES[:players])
    assert (complaint.code if complaint else None) == code


@pytest.mark.parametrize(
    ("how", "totals", "total"),
    [
        (None, [12, 0, 45], 45),
        ("average", [12, 0, 45], 19),
        ("average", [1, 2], 2),
        ("zero", [12, 0, 45], 0),
        (None, [], 0),
        ("average", [], 0),
    ],
)
def test_what_a_late_arrival_comes_in_with(how: str | None, totals: list[int], total: int) -> None:
    rules: dict[str, Any] = {"late_arrival_total": how} if how else {}
    game = game_of(**rules)
    assert referee.late_arrival_total(game, totals) == total


@pytest.mark.parametrize(
    ("rules", "played", "double", "over"),
    [
        ({}, [], 12, False),
        ({}, [12], 11, False),
        ({}, [12, 11, 10], 9, False),
        ({}, [1], 0, False),
        ({}, [0], None, True),
        ({}, [None], None, False),
        ({"first_starting_double": 9}, [], 9, False),
        ({"last_starting_double": 5}, [6], 5, False),
        ({"last_starting_double": 5}, [6, 5], 4, True),
        ({"rounds": 2}, [12], 11, False),
        ({"rounds": 2}, [12, 11], 10, True),
        # The shorter of the two decides: no double follows 0-0, and 10-10 is the last.
        ({"first_starting_double": 3, "rounds": 6}, [3, 2, 1], 0, False),
        ({"first_starting_double": 3, "rounds": 6}, [3, 2, 1, 0], None, True),
        ({"last_starting_double": 10, "rounds": 6}, [12, 11, 10], 9, True),
        ({"base": "senior"}, [], 5, False),
        ({"base": "senior"}, [5, 4, 3, 2, 1, 0], None, True),
        ({"base": "hub"}, [], None, False),
        ({"base": "hub"}, [7, 3], None, False),
    ],
)
def test_the_doubles_count_down(
    rules: dict[str, Any], played: list[int | None], double: int | None, over: bool
) -> None:
    game = game_of(**rules)
    assert referee.next_double(game, played) == double
    assert referee.is_over(game, played) is over


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        ({}, 13),
        ({"first_starting_double": 9}, 10),
        ({"last_starting_double": 5}, 8),
        ({"rounds": 4}, 4),
        ({"first_starting_double": 3, "rounds": 6}, 4),
        ({"last_starting_double": 10, "rounds": 6}, 3),
        ({"base": "senior"}, 6),
        ({"base": "hub"}, None),
    ],
)
def test_how_long_a_game_is(rules: dict[str, Any], count: int | None) -> None:
    assert referee.round_count(game_of(**rules)) == count


def report(ending: str, out: int | None, *seats: SeatReport, **more: Any) -> RoundReport:
    return RoundReport(starting_double=12, ending=ending, out_seat_id=out, seats=seats, **more)


NAMED = {1: "Ann", 2: "Bob", 3: "Cal"}


def test_a_sound_round_counts_and_lacks_nothing() -> None:
    told = report("out", 2, SeatReport(1, tiles="7-3 0-0"), SeatReport(2), SeatReport(3, total=5))
    checked = referee.check_round(game_of(), NAMED, told)
    assert (checked.missing, checked.complaints) == ((), ())
    assert checked.points == {1: 60, 2: 0, 3: 5}


def test_all_that_is_missing_is_named_in_order() -> None:
    told = report("", None, SeatReport(1), SeatReport(2, total=3), SeatReport(3))
    checked = referee.check_round(game_of(), NAMED, told)
    assert [(one.code, one.seat_ids) for one in checked.missing] == [
        ("ending", ()),
        ("untold", (1,)),
        ("untold", (3,)),
    ]
    assert checked.texts_for(1) == []
    assert checked.texts_for(1, missing=True) == ["Type the total of the tiles that Ann has left."]


@pytest.mark.parametrize(
    ("seat", "counts"),
    [
        (SeatReport(1, total=10, tiles="7-3"), True),
        (SeatReport(1, total=9, tiles="7-3"), False),
        (SeatReport(1, tiles="7-3", count=1), True),
        (SeatReport(1, tiles="7-3", count=2), False),
        (SeatReport(1, total=12, tiles="7-3", count=2), True),
        (SeatReport(1, tiles="13-3"), True),
    ],
)
def test_points_that_are_not_clear_are_asked_for(seat: SeatReport, counts: bool) -> None:
    told = report("out", 2, seat, SeatReport(2), SeatReport(3, total=5))
    checked = referee.check_round(game_of(), NAMED, told)
    assert (checked.points[1] is not None) is counts
    assert [one.code for one in checked.missing] == ([] if counts else ["unclear"])


def test_who_alone_has_nothing_left_is_asked_about() -> None:
    seats = [SeatReport(1, total=12), SeatReport(2, total=0), SeatReport(3, total=9)]
    asked = referee.check_round(game_of(), NAMED, report("", None, *seats)).missing[0]
    assert asked.text.endswith("Only Bob has 0: did Bob go out?")
    seats[0] = SeatReport(1, total=0)
    asked = referee.check_round(game_of(), NAMED, report("", None, *seats)).missing[0]
    assert asked.text.endswith("or Time’s up.")


def test_a_fault_names_its_seats_and_tiles() -> None:
    told = report("out", 2, SeatReport(1, tiles="3-7"), SeatReport(2), SeatReport(3, tiles="7-3"))
    (complaint,) = referee.check_round(game_of(), NAMED, told).complaints
    assert (complaint.code, complaint.seat_ids) == ("tile_in_two_hands", (1, 3))
    assert complaint.tiles == ("3-7",)
    assert complaint.text == "3-7 is in the hands of Ann and Cal; there is only one."
    assert complaint.as_json() == {
        "code": "tile_in_two_hands",
        "text": complaint.text,
        "seats": [1, 3],
    }


@pytest.mark.parametrize("name", ["mexican", "{seats}", "%s", "Ann and Bob", "<b>"])
def test_a_name_is_a_name_and_no_notation(name: str) -> None:
    names = {1: name, 2: "Bob", 3: "Cal"}
    told = report("out", 2, SeatReport(1, tiles="12-12"), SeatReport(2), SeatReport(3, total=5))
    checked = referee.check_round(game_of(), names, told)
    assert [one.code for one in checked.complaints] == ["starting_double_in_hand"]
    assert checked.complaints[0].text.startswith(f"{name} cannot hold 12-12")
    assert checked.points == {1: 24, 2: 0, 3: 5}


def test_a_tablet_adds_hands_up_by_what_blanks_count() -> None:
    assert referee.blank_points(game_of()) == (50, 0)
    assert referee.blank_points(game_of(double_blank_value=25, blank_side_points=10)) == (25, 10)
    assert referee.blank_points(Game(code="code", set=12, rules={"base": "token"})) is None


def test_a_marker_counts_where_the_house_says_so() -> None:
    seats = (SeatReport(1, tiles="7-3", marked=True), SeatReport(2), SeatReport(3, total=5))
    game = game_of(marked_train_points=10)
    assert referee.marker_points(game) == 10
    assert referee.check_round(game, NAMED, report("out", 2, *seats)).points[1] == 20
    assert referee.marker_points(game_of()) == 0


@pytest.mark.parametrize(
    ("rules", "first", "later"),
    [
        ({}, "rotate", "rotate"),
        ({"base": "senior"}, "holder", "next_left"),
        ({"first_player": "drew_highest"}, "drew_highest", "next_left"),
        ({"base": "hub"}, "left_of_layer", "left_of_layer"),
        ({"base": "roundhouse"}, "finder", "finder"),
    ],
)
def test_who_takes_the_first_turn(rules: dict[str, Any], first: str, later: str) -> None:
    game = game_of(**rules)
    assert referee.first_turn_rule(game, 1) == first
    assert referee.first_turn_rule(game, 2) == later


def begins(sheet: Sheet, number: int) -> str:
    plan = plan_of(sheet, number)
    return plan.begins.name if plan.begins else ""


def test_the_seats_take_turns_to_begin(game: Game) -> None:
    sheet = sheet_of(game)
    assert [begins(sheet, number) for number in range(1, 7)] == [
        *("Ann", "Bob", "Cal", "Dot"),
        *("Ann", "Bob"),
    ]


STARTERS: list[dict[str, object]] = [
    {},
    {"next_round_starter": "rotate"},
    {"next_round_starter": "chosen"},
    {"starting_double_from": "starters_double", "next_round_starter": "rotate"},
    {"next_round_starter": "starting_double_rule", "first_player": "chosen"},
    {"next_round_starter": "starting_double_rule", "first_player": "drew_highest"},
]


@pytest.mark.parametrize("base", list(referee.TITLES))
@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("house", STARTERS)
def test_the_ruling_on_who_begins_next_is_the_sheets(
    game: Game, base: str, number: int, house: dict[str, object]
) -> None:
    game.rules = spec(base, **house)
    sheet = sheet_of(game)
    seats = [seat.name for seat in sheet.seats]
    case = {
        "rules": game.rules,
        "set": game.set,
        "seats": seats,
        "round": number,
        "ask": {"who": "begins_next"},
    }
    if begins(sheet, 1):  # else only the table knows who took the game's first turn
        case["first_player"] = seats[0]
    ruled = referee.rule(case)
    assert ruled.error == ""
    assert (ruled.value or "") == begins(sheet, number + 1)


def test_turns_go_on_when_people_come_go_and_change_seats(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    ann, bob, cal, _dot = (seat.id for seat in sheet_of(game).seats)
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=bob, ranked=False)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    sheet = sheet_of(game)
    assert [begins(sheet, number) for number in range(1, 6)] == ["Ann", "Cal", "Dot", "Eve", "Ann"]
    seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(ann, cal), points_too=False)
    assert begins(sheet_of(game), 2) in ("Ann", "Cal")


def test_a_plan_says_what_comes(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    plan = plan_of(sheet_of(game))
    assert (plan.round_number, plan.starting_double, plan.domino) == (2, 11, "11-11")
    assert (plan.how, plan.rounds, plan.over, plan.last) == ("Bob begins.", 13, False, False)
    assert plan_of(sheet_of(game), 13).last
    assert plan_of(sheet_of(game), 1).starting_double == 12
    assert deal_of(sheet_of(game), 2).tiles == 15


@pytest.mark.parametrize(
    ("base", "how"),
    [
        ("senior", "Whoever holds the starting double plays it and begins."),
        ("hub", "Whoever holds the highest double plays it; the next one to the left begins."),
        ("roundhouse", "Whoever finds the starting double begins."),
    ],
)
def test_how_a_round_begins_is_said(game: Game, base: str, how: str) -> None:
    game.rules = spec(base)
    plan = plan_of(sheet_of(game))
    assert (plan.how, plan.begins) == (how, None)
    assert plan.domino == ("" if base == "hub" else plan.domino)


def test_a_named_double_is_laid_by_whoever_holds_it(game: Game) -> None:
    house = {"starting_double_from": "named_held", "first_starting_double": 0}
    game.rules = spec("hub", **house)
    plan = plan_of(sheet_of(game))
    how = "Whoever holds it plays it; the next one to the left begins."
    assert (plan.domino, plan.how) == ("0-0", how)


def test_nobody_is_named_to_begin_after_a_draw_that_nobody_wrote_down(game: Game) -> None:
    game.rules = spec(first_player="drew_highest")
    later = plan_of(sheet_of(game), 2)
    how = "The player to the left of whoever began the last round begins."
    assert (later.how, later.begins) == (how, None)


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("chosen", "Whoever the table picks begins."),
        ("left_of_opener", "The player to the left of whoever opened the last round begins."),
    ],
)
def test_who_begins_a_later_round_is_said_where_only_the_table_knows(
    game: Game, rule: str, how: str
) -> None:
    game.rules = spec("family", next_round_starter=rule)
    assert plan_of(sheet_of(game), 1).begins is not None
    later = plan_of(sheet_of(game), 2)
    assert (later.how, later.begins) == (how, None)
    seats = [seat.name for seat in sheet_of(game).seats]
    case = {"rules": game.rules, "set": 12, "seats": seats, "round": 1}
    assert referee.rule({**case, "ask": {"who": "begins_next"}}).value is None


def test_the_rules_in_words() -> None:
    game = game_of(double_blank_value=25, hand_size=9, tie_break="went_out_more", rounds=4)
    assert rules_in_words(game) == [
        "Family rules",
        "double 12 set",
        "How many tiles does each player draw at the start? 9 tiles each",
        "How much does the double blank count? 25 points",
        "4 rounds",
        "Two players have the same total at the end. Who wins? "
        "Whoever won more rounds by going out",
    ]


@pytest.mark.parametrize("base", list(referee.TITLES))
@pytest.mark.parametrize(
    ("ask", "parameter"),
    [
        ({"remedy": "leaves", "seat": "A"}, "leaver_tiles"),
        ({"remedy": "tie_in_drawing"}, "drawing_tie"),
    ],
)
def test_what_only_tables_did_is_offered_as_a_rule(
    base: str, ask: dict[str, str], parameter: str
) -> None:
    rules = spec(base)
    ruled = referee.rule({"rules": rules, "seats": ["A", "B"], "ask": ask})
    assert {option[0] for option in ruled.options} == {parameter}
    assert parameter in referee.rules_cited(rules, ruled.clauses)
    for _parameter, value, because in ruled.options:
        adopted = referee.rule({"rules": rules | {parameter: value}, "seats": ["A"], "ask": ask})
        assert adopted.because == because


@pytest.mark.parametrize(
    ("house", "name", "words"),
    [
        (
            {},
            "Usual",
            "Family rules say nothing here. "
            "Usual: it goes back if the next player has not played yet.",
        ),
        ({"misplay_policy": "stands"}, "Our rule", "It stays."),
    ],
)
def test_a_house_rule_says_what_holds_and_who_set_it(
    house: dict[str, Any], name: str, words: str
) -> None:
    [text] = referee.clause_texts(["house:misplay_policy"], spec(**house))
    assert (text.id, text.text) == (name, words)


def test_a_clause_that_is_the_same_as_another_is_shown_in_full() -> None:
    same, other, part = referee.clause_texts(["RND-27", "CAP-17", "RND-23"])
    assert same.text == f"(c) {other.text}"
    assert part.text.startswith("(c) Two doubles may be played in succession")
    assert part.source == "Roundhouse rules"
