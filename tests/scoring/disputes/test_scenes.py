"""Disputes as tables have them: what is asked, and the answer, decided from the clauses first."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from scoring.disputes.desk import Scene
from scoring.disputes.fields import UNKNOWN, Fields, fields_of, with_quick
from scoring.disputes.screen import Screen, screen_of
from scoring.disputes.topics import BY_KIND
from scoring.disputes.words import answer_word, fact_sentence, title_of

SCENES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "scenes.json").read_text())


def asked_through(row: dict[str, Any]) -> tuple[Screen, list[str]]:
    """The desk after the answers of a row, each tapped when it is asked; and what was asked."""
    scene = Scene(
        rules={"base": row["rules"], "fill": "defaults", **row.get("house", {})},
        set=12,
        seats=("Ann", "Bob", "Cal", "Dot"),
        round_number=row.get("round", 2),
        starting_double=12,
        **row.get("sheet", {}),
    )
    topic = BY_KIND[row["topic"]]
    given = row["fields"]
    fields: Fields = {
        name: [value] if isinstance(value, str) else value for name, value in given.items()
    }
    paths: list[str] = []
    screen = screen_of(scene, topic, fields)
    while screen.question and not screen.is_settled and not screen.wrong:
        path = screen.question.path
        assert path in row["answers"], (path, screen.question.text)
        label = row["answers"][path]
        values = {button.label: button.value for button in screen.buttons}
        value = f"{path}={UNKNOWN}" if label == "?" else values[label]
        paths.append(path)
        fields = with_quick({**fields, "quick": [value]})
        screen = screen_of(scene, topic, fields)
    return screen, paths


@pytest.mark.parametrize("row", SCENES, ids=[f"{row['rules']}: {row['note']}" for row in SCENES])
def test_a_scene_is_answered_as_the_clauses_have_it(row: dict[str, Any]) -> None:
    screen, paths = asked_through(row)
    assert paths == list(row["answers"])
    assert screen.desk is not None
    ruling = screen.desk.ruling
    assert ruling is not None
    assert (answer_word(ruling), ruling.because) == (row["word"], row["because"])
    assert row["clause"] in ruling.clauses


@pytest.mark.parametrize(
    ("topic", "fields", "clause"),
    [
        # HUB-23 says that the Mexican Train may be started.
        ("lay", {"train": "mexican", "turn.kind": "first_turn", "uncovered": "none"}, "HUB-13"),
        # HUB-16 says that a turn ends with one tile.
        (
            "act",
            {"turn.kind": "normal", "turn.laid": "double", "can_play.Ann": "yes"},
            "HUB-21",
        ),
    ],
)
def test_the_clause_shown_first_says_what_is_answered(
    topic: str, fields: dict[str, str], clause: str
) -> None:
    answers = {"turn.laid_on": "Ann's train"}
    row = {"rules": "hub", "topic": topic, "answers": answers, "fields": {"seat": "Ann", **fields}}
    desk = asked_through(row)[0].desk
    assert desk is not None
    assert desk.clauses[0].id == clause


def test_what_is_supposed_is_not_said_to_be_told() -> None:
    row = {"rules": "hub", "topic": "unmark", "answers": {}}
    for more, told, supposed in (
        ({}, (), ("A marker is on Bob's train.",)),
        ({"trains.Bob.marked": "no"}, ("No marker is on Bob's train.",), ()),
        ({"trains.Bob.marked": UNKNOWN}, (), ()),
    ):
        fields = {"seat": "Bob", "turn.laid": UNKNOWN, **more}
        desk = asked_through(row | {"fields": fields})[0].desk
        assert desk is not None
        assert (desk.sentences, desk.supposed) == (told, supposed)


def test_what_nobody_knows_is_answered_either_way() -> None:
    [row] = [row for row in SCENES if row["answers"] == {"turn.third_tile": "?"}]
    desk = asked_through(row)[0].desk
    assert desk is not None
    assert desk.ruling is not None
    assert [because for _parameter, _value, because in desk.ruling.options] == [
        "Yes, if this is so: Ann has a third tile that fits.",
        "No, if this is so: Ann has no third tile that fits.",
        "Yes, if this is so: Ann has no tile left after the doubles.",
    ]


def test_a_tile_without_a_name_comes_back_into_its_fields() -> None:
    for laid, on in (("tile", "Bob"), ("double", "mexican")):
        fields = {"seat": ["Ann"], "turn.laid": [laid], "turn.laid_on": [on]}
        row = {"rules": "hub", "topic": "unmark", "fields": fields, "answers": {}}
        screen, _paths = asked_through(row)
        assert screen.asked is not None
        assert fields_of(screen.asked) == {**fields, "trains.Ann.marked": ["yes"]}


def test_where_nobody_is_named_the_question_asks_who() -> None:
    assert title_of("cover", {"must": "cover"}, "") == "Who must cover the double?"
    assert title_of("cover", {"must": "cover"}, "Bob") == "Must Bob cover the double?"


@pytest.mark.parametrize(
    ("seat", "whose"), [("Ann", "d’Ann"), ("Bob", "de Bob"), ("", "de quelqu’un")]
)
def test_french_says_whose_train_it_is(seat: str, whose: str) -> None:
    with override("fr"):
        title = title_of("unmark", {}, seat)
    assert title == f"Le marqueur doit-il quitter le train {whose}\N{NO-BREAK SPACE}?"


def test_two_tiles_on_two_trains_are_joined_by_and() -> None:
    ask = {"tiles": ["5-5", "7-7"], "trains": ["Ann", "mexican"]}
    assert (
        title_of("chain", ask, "Ann")
        == "May Ann play 5-5 on Ann's train and 7-7 on the Mexican Train in one turn?"
    )


def test_a_fact_about_nobody_in_particular_begins_with_a_capital() -> None:
    assert (
        fact_sentence("turn.kind", "normal", "")
        == "It is not the player's first turn in this round."
    )
    with override("fr"):
        assert (
            fact_sentence("turn.drawn", "some", "")
            == "Cette personne a pioché un domino à ce tour."
        )


def desk_screen(topic: str, fields: Fields, house: dict[str, Any] | None = None) -> Screen:
    rules = {"base": "family", "fill": "defaults", **(house or {})}
    scene = Scene(rules, 12, ("Ann", "Bob", "Cal"), 2, 12)
    return screen_of(scene, BY_KIND[topic], fields)


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        ({}, "Everybody in turn must try until somebody covers it, also the player who played it."),
        (
            {"double_player_bound_later": False},
            "Everybody in turn must try until somebody covers it, except the player who played it.",
        ),
        (
            {"uncovered_double_freezes": False},
            "Nobody must. Play goes on, and the double may stay open.",
        ),
    ],
)
def test_who_must_cover_is_answered_for_everybody_first(house: dict[str, Any], rule: str) -> None:
    screen = desk_screen("cover", {}, house)
    assert (screen.title, screen.rule) == ("Who must cover the double?", rule)
    assert screen.missing == "Is it about one player? Tap who."
    assert screen.clauses
    assert desk_screen("cover", {"seat": ["Bob"]}, house).rule == ""


def test_no_rule_is_named_where_the_text_is_silent() -> None:
    scene = Scene({"base": "token"}, 12, ("Ann", "Bob", "Cal"), 2, 12)
    screen = screen_of(scene, BY_KIND["cover"], {})
    assert (screen.rule, screen.clauses) == ("", ())
    assert screen.missing == "Is it about one player? Tap who."


def test_an_open_double_asks_for_its_train_before_anything_is_ruled() -> None:
    fields: Fields = {"seat": ["Cal"], "train": ["Cal"], "uncovered": ["some"]}
    screen = desk_screen("lay", fields)
    assert screen.question
    assert screen.question.text == "On which train is the double that nobody has covered?"
    trains = ["Ann's train", "Bob's train", "Cal's train", "the Mexican Train"]
    assert [button.label for button in screen.buttons] == trains
    tapped = with_quick({**fields, "quick": ["uncovered=Bob"]})
    assert desk_screen("lay", tapped).is_settled
    unknown = with_quick({**fields, "quick": ["uncovered=unknown"]})
    asked = desk_screen("lay", unknown).asked
    assert asked
    assert asked.unknown == ("uncovered",)
    both = desk_screen("lay", {**fields, "uncovered": ["some", "none"]})
    assert "uncovered" in both.wrong
