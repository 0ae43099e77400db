"""What people type, made into values, or into a sentence that says what to do."""

import re
from typing import Any

import pytest
from django import forms
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import parse_tile
from scoring import referee
from scoring.models import Game, Player
from scoring.names import name_clean, name_key
from scoring.sheets.forms import JoinForm, RoundForm, StartForm
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.web.fields import TilesField, WholeNumber
from tests.factories import new_key


def said_of(field: forms.Field, typed: str) -> str:
    """The sentence that the field answers, "" where it takes what was typed."""
    try:
        field.clean(typed)
    except forms.ValidationError as error:
        return " ".join(error.messages)
    return ""


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("27", 27),
        (" 27 ", 27),
        ("027", 27),
        ("٢٧", 27),
        ("0", 0),
        ("27.0", 27),
        ("", None),
        ("   ", None),
        ("-3", -3),
        ("9999", 9999),
    ],
)
def test_a_number_is_read(typed: str, value: int | None) -> None:
    assert WholeNumber().clean(typed) == value


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("twelve", "Type a number, such as 27."),
        ("1,5", "Type a number, such as 27."),
        ("1.5", "Type a number, such as 27."),
        ("1e3", "Type a number, such as 27."),
        ("²", "Type a number, such as 27."),
        ("\0", "Type a number, such as 27."),
        ("9" * 5000, "Type a number, such as 27."),
        ("10000", "That number is too big. Look at it again."),
        ("9" * 40, "That number is too big. Look at it again."),
        ("-10000", "That number is too low. Look at it again."),
    ],
)
def test_what_is_no_number_is_said(typed: str, said: str) -> None:
    assert said_of(WholeNumber(), typed) == said


def test_a_number_that_cannot_be_negative_says_from_where(db: None) -> None:
    assert said_of(WholeNumber(min_value=1, max_value=60), "-5") == "Type a number from 1 up."


@pytest.mark.parametrize(
    ("typed", "tiles"),
    [
        ("7-3 0-0", "7-3 0-0"),
        ("7/3, 0:0", "7-3 0-0"),
        ("7 - 3;0.0", "7-3 0-0"),
        ("7–3|1", None),
        ("12|12,9–1", "12-12 9-1"),
        ("07-3", "7-3"),
        ("٧-٣", "7-3"),
        ("\n7-3\t\n0-0\n", "7-3 0-0"),
        ("none", ""),
        ("None", ""),
        ("-", ""),
        ("", None),
        ("  ", None),
    ],
)
def test_tiles_are_read_in_many_ways(typed: str, tiles: str | None) -> None:
    if tiles is None and typed.strip():
        assert "is not a tile" in said_of(TilesField(), typed)
    else:
        assert TilesField().clean(typed) == tiles


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("7", "7"),
        ("73", "73"),
        ("7-3 x 0-0", "x"),
        ("seven-three", "seven-three"),
        ("7-3-0", "-0"),
        ("--", "--"),
        ("1234-1", "1234-1"),
        ("1-1234", "1-1234"),
        ("99999-1 7-3", "99999-1"),
        ("²-3", "²-3"),
        ("<b>", "<b>"),
        ("=1+1", "=1+1"),
        ("x" * 50, "x" * 20),
    ],
)
def test_what_is_no_tile_is_named(typed: str, named: str) -> None:
    said = f"“{named}” is not a tile. Write tiles like this: 7-3 0-0"
    assert said_of(TilesField(), typed) == said


@given(st.text(alphabet="0123456789-/:|. ,;x²٣\0none", max_size=30))
def test_what_is_read_as_tiles_the_engine_can_read(typed: str) -> None:
    field = TilesField()
    if said_of(field, typed):
        return
    cleaned = field.clean(typed)
    assert len(cleaned or "") <= max(len(typed), 4)
    # Read again, it is the same.
    assert field.clean(cleaned) == (cleaned or None)
    for tile in (cleaned or "").split():
        parse_tile(tile)


@pytest.fixture
def sheet(game: Game) -> Sheet:
    return sheet_of(game)


def round_form(sheet: Sheet, **told: str) -> RoundForm:
    return RoundForm({"key": new_key(), **told}, sheet=sheet, seats=sheet.playing(1))


def test_a_round_is_read_into_a_report(sheet: Sheet) -> None:
    ann, bob = sheet.seats[0].id, sheet.seats[1].id
    form = round_form(
        sheet,
        **{
            "ending": f"out-{bob}",
            "starting_double": "12",
            "boneyard": "3",
            f"seat-{ann}-total": "12",
            f"seat-{ann}-tiles": "7/5",
            f"seat-{ann}-count": "1",
            f"seat-{ann}-marked": "on",
        },
    )
    assert form.is_valid()
    report = form.report()
    assert (report.ending, report.out_seat_id, report.starting_double) == ("out", bob, 12)
    assert (report.boneyard, report.as_it_stands) == (3, False)
    told = report.seats[0]
    assert (told.total, told.tiles, told.count) == (12, "7-5", 1)
    # Under rules where markers count nothing, nobody is asked about them.
    assert told.marked is None
    assert (report.seats[2].total, report.seats[2].tiles) == (None, None)


def test_what_cannot_be_read_is_not_told(sheet: Sheet) -> None:
    ann = sheet.seats[0].id
    form = round_form(sheet, **{f"seat-{ann}-total": "x", f"seat-{ann}-tiles": "7"})
    assert not form.is_valid()
    assert form.report().seats[0].total is None
    assert form.seat_errors(ann) == [
        "Type a number, such as 27.",
        "“7” is not a tile. Write tiles like this: 7-3 0-0",
    ]
    assert form.seat_errors(sheet.seats[1].id) == []


@pytest.mark.parametrize(
    ("typed", "fits"), [("0", True), ("12", True), ("13", False), ("-1", False)]
)
def test_the_starting_double_is_one_of_the_set(sheet: Sheet, typed: str, fits: bool) -> None:
    form = round_form(sheet, starting_double=typed)
    assert form.is_valid() is fits


def start(*names: str, **told: str) -> StartForm:
    typed: dict[str, Any] = {f"name-{number}": name for number, name in enumerate(names)}
    return StartForm({"rules": "family", "set": "12", **typed, **told})


@pytest.mark.parametrize(
    "names",
    [
        ["Ann", "Bob"],
        ["Ann", "", "  ", "Bob"],
        [" Ann ", "Bob\t"],
        ["An\u200bn", "\u202eBob"],
    ],
)
def test_names_are_taken_as_they_are_meant(names: list[str]) -> None:
    form = start(*names)
    assert form.is_valid(), form.errors
    assert form.names() == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "name",
    ["שרה", "محمد علي", "José", "李", "🐢", "👩‍👩‍👧", "O'Neill", "<b>", "=1+1", "%s", "x" * 40],
)
def test_names_of_all_kinds_are_taken(name: str) -> None:
    form = start(name, "Bob")
    assert form.is_valid(), form.errors
    assert form.names()[0] == name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "Ann"),
        ("Ann", "ann"),
        ("Ann", " ANN  "),
        ("Ann  Lee", "ann lee"),
        ("José", "Jose\u0301"),
        ("Strauß", "STRAUSS"),
        ("Ann", "A\u200bnn"),
    ],
)
def test_a_name_twice_is_said_beside_the_second(first: str, second: str) -> None:
    form = start(first, "Bob", second)
    assert not form.is_valid()
    assert list(form.errors) == ["name-2"]
    assert "is typed twice. Add a letter to tell the two apart." in str(form.errors)
    assert form["name-2"].value() == second


@pytest.mark.parametrize(
    ("names", "told", "said"),
    [
        ([], {}, "Type the names of at least two players."),
        (["\u200b", "\0", " "], {}, "Type the names of at least two players."),
        (["Ann"], {}, "Type the names of at least two players."),
        ([f"P{n}" for n in range(9)], {}, "for 2 to 8 players, and 9 are named."),
        (["Ann", "x" * 41], {}, "A name has room for 40 letters."),
        (["Ann", "Bob"], {"set": "18"}, "for 9 to 12 players"),
        (["Ann", "Bob"], {"set": "13"}, "Choose one from the list"),
        (["Ann", "Bob"], {"set": ""}, "Something is missing"),
        (["Ann", "Bob"], {"rules": "poker"}, "Choose one from the list"),
        (["Ann", "Bob"], {"house-hand_size": "many"}, "Type a number, such as 27."),
        (["Ann", "Bob"], {"house-hand_size": "0"}, "Type a number from 1 up."),
        (["Ann", "Bob"], {"house-hand_size": "61"}, "That number is too big."),
        (["Ann", "Bob"], {"house-hand_size": "46"}, "2 hands of 46 tiles are more than"),
        (["Ann", "Bob"], {"house-first_starting_double": "15"}, "has no double 15."),
        (["Ann", "Bob"], {"house-double_blank_value": "7"}, "Choose one from the list"),
        (
            ["Ann", "Bob"],
            {"house-first_starting_double": "3", "house-last_starting_double": "5"},
            "so the last one (5) cannot be higher than the first (3).",
        ),
        (
            ["Ann", "Bob", "Cal", "Dot"],
            {"rules": "senior", "house-last_starting_double": "9"},
            "so the last one (9) cannot be higher than the first (5).",
        ),
    ],
)
def test_a_table_that_cannot_be_is_said(names: list[str], told: dict[str, str], said: str) -> None:
    form = start(*names, **told)
    assert not form.is_valid()
    assert said in str(form.errors)


def test_nine_play_with_a_larger_set() -> None:
    nine = [f"P{n}" for n in range(9)]
    assert "Say it under “Change a rule for this once”" in str(start(*nine, set="15").errors)
    assert start(*nine, set="15", **{"house-hand_size": "11"}).is_valid()


@pytest.mark.parametrize("base", [one.name for one in referee.presets()])
@pytest.mark.parametrize("house", referee.house_rules(), ids=lambda house: house.name)
def test_every_house_rule_goes_with_every_rule_set(base: str, house: Any) -> None:
    values = [value for value, _label in house.choices] or [str(house.least), "9"]
    for value in values:
        told = {f"house-{house.name}": value}
        if value == "9" and house.name == "last_starting_double":
            told["house-first_starting_double"] = "12"
        form = start("Ann", "Bob", "Cal", "Dot", rules=base, **told)
        assert form.is_valid(), form.errors
        assert str(form.rule_spec()[house.name]) == value


def test_what_is_left_as_it_is_is_no_house_rule() -> None:
    form = start("Ann", "Bob", **{"house-hand_size": "", "house-tie_break": ""})
    assert form.is_valid()
    assert form.rule_spec() == {"base": "family", "fill": "defaults"}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"name": ""}, "Something is missing"),
        ({"name": " \u200b"}, "Something is missing"),
        ({"name": "x" * 41}, "40"),
        ({"name": "Eve", "total": "many"}, "Type a number, such as 27."),
        ({"name": "Eve", "total": "-1"}, "Type a number from 0 up."),
        ({"name": "Eve", "total": "10000"}, "That number is too big."),
    ],
)
def test_a_late_arrival_that_cannot_be_is_said(told: dict[str, str], said: str) -> None:
    form = JoinForm(told)
    assert not form.is_valid()
    assert said in str(form.errors)


@given(st.text(max_size=60))
def test_a_name_is_clean_once_and_compared_whatever_its_case(name: str) -> None:
    clean = name_clean(name)
    assert name_clean(clean) == clean
    assert name_key(name) == name_key(clean) == name_key(clean.swapcase().swapcase())
    assert "\0" not in clean
    assert clean == clean.strip()


def room_of(field: str) -> int:
    return Player._meta.get_field(field).max_length or 0


@given(st.text(min_size=1, max_size=40))
def test_every_name_that_is_taken_fits_the_database(name: str) -> None:
    form = JoinForm({"name": name})
    if form.is_valid():
        assert len(form.cleaned_data["name"]) <= room_of("name")
        key = name_key(form.cleaned_data["name"])
        assert len(key) <= room_of("name_key")


@pytest.mark.parametrize("name", ["ﬃ" * 40, "ΐ" * 40, "ẞ" * 40])
def test_letters_that_fold_into_three_fit_too(name: str) -> None:
    assert len(name_key(name)) <= room_of("name_key")


def test_a_time_limit_says_that_it_is_in_minutes() -> None:
    field = start("Ann", "Bob")["house-time_limit_minutes"]
    shown = render_to_string("scoring/_field.html", {"field": field})
    assert re.search(r"<input[^>]*> <span>minutes</span>", shown)
