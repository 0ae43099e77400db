"""Rule sets: presets hold what their text says, house rules stand on top."""

import dataclasses

import pytest

from engine.rules.clauses import CLAUSES
from engine.rules.parameters import HandSizes, PlayerLimits, Rule, Unclear, whole, yes_no
from engine.rules.presets import PRESET_RULES
from engine.rules.rule_set import PARAMETERS, PRESETS, SILENT, RuleSet, house_rule, rule_set

NAMES = tuple(PRESETS)


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_speaks_of_every_parameter_by_clauses_of_its_own(name):
    rules = rule_set(name)
    assert PRESET_RULES[name].keys() == {
        parameter for parameter, about in PARAMETERS.items() if not about.house_only
    }
    for parameter in PRESET_RULES[name]:
        rule = rules.rule(parameter)
        assert rule.clauses, parameter
        for clause in rule.clauses:
            assert CLAUSES[clause].source.preset == name, (parameter, clause)
    assert rules.base == name
    assert rules.house == frozenset()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_preset_says_is_a_value_that_the_parameter_can_have(name):
    rules = rule_set(name)
    for parameter, about in PARAMETERS.items():
        rule = rules.rule(parameter)
        readings = rule.value.readings if isinstance(rule.value, Unclear) else (rule,)
        for reading in readings:
            if reading.value is SILENT or isinstance(reading.value, HandSizes | PlayerLimits):
                continue
            assert about.read(reading.value) == reading.value, parameter


@pytest.mark.parametrize(
    ("name", "parameter", "value"),
    [
        ("family", "double_blank_value", 50),
        ("roundhouse", "double_blank_value", 0),
        ("hub", "double_blank_value", 0),
        ("senior", "double_blank_value", 0),
        ("token", "double_blank_value", SILENT),
        ("capri", "double_blank_value", SILENT),
        ("family", "first_starting_double", "set_maximum"),
        ("senior", "first_starting_double", 5),
        ("hub", "first_starting_double", None),
        ("roundhouse", "first_starting_double", SILENT),
        ("family", "next_starting_double", "minus_one"),
        ("hub", "next_starting_double", "rule_again"),
        ("roundhouse", "next_starting_double", SILENT),
        ("family", "blocked_rule", "empty_and_none_can"),
        ("roundhouse", "blocked_rule", "empty_and_all_pass"),
        ("hub", "blocked_rule", SILENT),
        ("hub", "first_player", "left_of_layer"),
        ("roundhouse", "first_player", "finder"),
        ("family", "first_player", "chosen"),
        ("senior", "first_player", "holder"),
        ("hub", "uncovered_double_freezes", False),
        ("senior", "uncovered_double_opens_train", True),
        ("family", "marker_off", "optional"),
        ("token", "marker_off", "optional"),
        ("capri", "out_on_two_doubles", False),
        ("pagat", "first_starting_double", "set_maximum"),
        ("pagat", "starting_double_missing", "draw_named"),
        ("ludomax", "starting_double_from", "highest_held"),
        ("tactic", "first_player", "chosen"),
    ],
)
def test_what_the_presets_say(name, parameter, value):
    assert rule_set(name).rule(parameter).value == value


def test_hand_sizes_of_the_texts():
    def drawn(name, set_, players):
        row = rule_set(name).hand_size.value.find(set_, players)
        return (row.tiles, row.clause) if row else None

    family = [drawn("family", 12, players) for players in range(2, 9)]
    assert [tiles for tiles, _ in family] == [16, 16, 15, 14, 12, 10, 9]
    assert {clause for _, clause in family} == {"FAM-07"}
    assert [drawn("family", 9, n)[0] for n in (2, 3, 4)] == [15, 13, 10]
    assert drawn("family", 9, 3) == (13, "FAM-08")
    assert drawn("family", 9, 5) is None
    assert drawn("family", 15, 9) is None
    assert [drawn("hub", 9, n)[0] for n in range(2, 9)] == [15, 15, 15, 12, 12, 10, 10]
    assert drawn("hub", 12, 7) == (10, "HUB-05")
    assert drawn("hub", 12, 9) is None
    assert [drawn("senior", 12, n) for n in (3, 4, 5, 6)] == [
        None,
        (15, "SEN-04"),
        (12, "SEN-04"),
        None,
    ]
    assert rule_set("roundhouse").hand_size.value is SILENT
    pagat = [drawn("pagat", 12, players)[0] for players in range(2, 11)]
    assert pagat == [15, 15, 15, 12, 12, 10, 10, 8, 8]
    ludomax = [drawn("ludomax", 12, players)[0] for players in range(4, 9)]
    assert ludomax == [18, 14, 12, 10, 9]
    assert rule_set("tactic").hand_size.value is SILENT


@pytest.mark.parametrize(
    ("name", "clause"), [("pagat", "PAG-13"), ("ludomax", "LUD-13"), ("tactic", "TAC-13")]
)
def test_a_text_read_in_part_says_nothing_behind_the_clause_it_breaks_off_at(name, clause):
    assert CLAUSES[clause].flag == "trunc"
    for parameter in ("follow_up_targets", "empty_boneyard", "blocked_rule", "misplay_policy"):
        assert rule_set(name).rule(parameter) == Rule(SILENT, (clause,))


def test_player_limits_of_the_texts():
    limits = rule_set("family").player_limits.value
    assert [(limits.find(n).low, limits.find(n).high) for n in (9, 12, 15, 18)] == [
        (2, 4),
        (2, 8),
        (9, 12),
        (9, 12),
    ]
    assert limits.find(6) is None
    assert limits.sets == (9, 12, 15, 18)
    assert rule_set("hub").player_limits.value.find(12).high == 8
    assert rule_set("hub").player_limits.value.sets == ()
    assert rule_set("capri").player_limits.value.find(12).high is None


def test_a_contradiction_keeps_each_reading_with_its_clauses():
    rule = rule_set("family").out_on_two_doubles
    assert isinstance(rule.value, Unclear)
    assert rule.value.readings == (Rule(True, ("FAM-24", "FAM-30")), Rule(False, ("FAM-39",)))
    assert rule.clauses == ("FAM-24", "FAM-30", "FAM-39")


def test_a_house_rule_overrides_and_says_so():
    rules = rule_set({"base": "family", "closing_order": "newest"})
    assert rules.closing_order == Rule("newest", ("house:closing_order",))
    assert rules.house == {"closing_order"}
    assert rules.double_blank_value == rule_set("family").double_blank_value


def test_fill_fills_silence_and_nothing_else():
    rules = rule_set({"base": "roundhouse", "fill": "defaults", "double_blank_value": 25})
    assert rules.first_player == rule_set("roundhouse").first_player
    assert rules.hand_size.clauses == ("house:hand_size",)
    assert rules.hand_size.value.find(12, 4).tiles == 15
    assert rules.next_starting_double == Rule("minus_one", ("house:next_starting_double",))
    assert rules.double_blank_value.value == 25
    assert isinstance(rules.first_turn_mode.value, Unclear)
    left = [name for name in PARAMETERS if rules.rule(name).value is SILENT]
    assert left == ["starting_double_missing", "drawing_tie", "leaver_tiles"]


@pytest.mark.parametrize("name", NAMES)
def test_every_filled_preset_can_be_counted(name):
    rules = rule_set({"base": name, "fill": "defaults"})
    for parameter in ("counting", "double_blank_value", "winner_score", "marked_train_points"):
        assert rules.rule(parameter).value is not SILENT


@pytest.mark.parametrize("name", NAMES)
def test_doubles_are_not_counted_down_where_the_highest_held_starts_each_round(name):
    rules = rule_set({"base": name, "fill": "defaults"})
    if rules.starting_double_from.value == "highest_held":
        assert rules.next_starting_double.value == "rule_again"


def test_a_rule_set_is_a_value():
    assert rule_set("hub") == PRESETS["hub"]
    first = rule_set({"base": "hub", "hand_size": {"4": 10}})
    assert hash(first) == hash(rule_set({"base": "hub", "hand_size": {"4": 10}}))
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.base = "family"
    with pytest.raises(KeyError):
        first.rule("base")


@pytest.mark.parametrize(
    ("name", "raw", "kept"),
    [
        ("double_blank_value", 25, 25),
        ("marked_train_points", 10, 10),
        ("rounds", 5, 5),
        ("rounds", None, None),
        ("first_starting_double", "set_maximum", "set_maximum"),
        ("first_starting_double", 9, 9),
        ("draw_count", "until_playable", "until_playable"),
        ("out_on_double", False, False),
        ("next_starting_double", [9, 7, 5], (9, 7, 5)),
        ("next_starting_double", "rule_again", "rule_again"),
        ("time_limit_minutes", 45, 45),
        ("late_arrival_total", "average", "average"),
    ],
)
def test_house_rules_are_read_as_json_gives_them(name, raw, kept):
    rules = rule_set({"base": "family", name: raw})
    assert rules.rule(name) == Rule(kept, (f"house:{name}",))


def test_hand_sizes_as_house_rules():
    one_for_all = house_rule("hand_size", 7).value
    assert one_for_all.find(6, 3).tiles == one_for_all.find(18, 12).tiles == 7
    by_players = house_rule("hand_size", {"4": 14, 5: 11}).value
    assert by_players.find(9, 4).tiles == 14
    assert by_players.find(15, 5).tiles == 11
    assert by_players.find(12, 6) is None
    by_set = house_rule("hand_size", {"12": {"4": 14}, "9": {"4": 9}}).value
    assert (by_set.find(12, 4).tiles, by_set.find(9, 4).tiles) == (14, 9)
    assert by_set.find(15, 4) is None


def test_player_limits_as_house_rules():
    assert house_rule("player_limits", [2, 10]).value.find(12).high == 10
    by_set = house_rule("player_limits", {"9": [2, 5]}).value
    assert by_set.find(9).high == 5
    assert by_set.find(12) is None


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("double_blank_value", 201),
        ("double_blank_value", True),
        ("double_blank_value", "50"),
        ("closing_order", "latest"),
        ("closing_order", None),
        ("closing_order", ["oldest"]),
        ("out_on_double", 1),
        ("out_on_double", "yes"),
        ("rounds", 0),
        ("rounds", 10**30),
        ("rounds", 2.0),
        ("rounds", True),
        ("winner_score", None),
        ("draw_count", "all"),
        ("hand_size", {}),
        ("hand_size", 0),
        ("hand_size", 191),
        ("hand_size", "many"),
        ("hand_size", {"four": 15}),
        ("hand_size", {"4": {"4": {"4": 1}}}),
        ("hand_size", {"99999": 15}),
        ("player_limits", {}),
        ("player_limits", [8, 2]),
        ("player_limits", [2]),
        ("player_limits", "2-8"),
        ("player_limits", {"12": 8}),
        ("next_starting_double", []),
        ("next_starting_double", [9, 9]),
        ("next_starting_double", [19]),
        ("next_starting_double", "plus_two"),
        ("next_starting_double", [[9]]),
    ],
)
def test_a_wrong_value_is_said_with_its_key_and_what_would_do(name, raw):
    with pytest.raises(ValueError, match=f'^"{name}" must be ') as caught:
        rule_set({"base": "family", name: raw})
    assert PARAMETERS[name].expected in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("polish", '"polish" is not a preset; they are capri, hub'),
        ("x" * 10_000, "is not a preset"),
        (None, '"rules" must be a preset'),
        (7, '"rules" must be a preset'),
        ([], '"rules" must be a preset'),
        ({}, 'need a "base"'),
        ({"base": None}, "This is not a preset"),
        ({"base": "polish"}, '"polish" is not a preset'),
        ({"base": "family", "fill": True}, '"fill" can only be "defaults"'),
        ({"base": "family", "closing": "newest"}, '"closing" is not a house rule that we know'),
        ({"base": "family", "house": []}, '"house" is not a house rule that we know'),
        (
            {"base": "senior", "last_starting_double": 7},
            '"first_starting_double" .5. cannot be below "last_starting_double" .7.',
        ),
    ],
)
def test_a_wrong_rule_set_is_said_in_a_sentence(spec, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        rule_set(spec)
    assert len(str(caught.value)) < 300


def test_a_list_of_doubles_needs_no_falling_order():
    rules = rule_set(
        {"base": "family", "first_starting_double": 3, "next_starting_double": [3, 9, 6]}
        | {"last_starting_double": 6}
    )
    assert rules.next_starting_double.value == (3, 9, 6)


@pytest.mark.parametrize(
    ("house_only", "number", "answer"), [(True, 7, True), (False, SILENT, SILENT)]
)
def test_what_only_houses_know_is_not_silent_in_the_texts(house_only, number, answer):
    """Else every ruling that reads it would say that the rules do not cover the question."""
    fields = (
        whole("How many.", 1, 9, default=7, house_only=house_only),
        yes_no("Whether so.", default=True, house_only=house_only),
    )
    assert [field.default for field in fields] == [Rule(number, ()), Rule(answer, ())]


def test_parameters_are_told_in_plain_sentences():
    assert list(PARAMETERS) == [
        field.name
        for field in dataclasses.fields(RuleSet)
        if field.name not in ("base", "house", "filled")
    ]
    for name, parameter in PARAMETERS.items():
        assert parameter.sentence.endswith("."), name
        assert parameter.expected, name
        assert parameter.default is SILENT or parameter.name == name
    assert PARAMETERS["marked_train_points"].values == (0, 5, 10, 25)
    assert PARAMETERS["double_blank_value"].default == 50
