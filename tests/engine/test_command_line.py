"""`python -m engine rule`: what comes in, what goes out, and what bad input gets."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import engine.__main__ as command_line
from engine.__main__ import main, rule_cases

GOOD = {"id": "a", "rules": "family", "set": 12, "starting_double": 8}
GOOD["ask"] = {"what": "next_starting_double"}


@pytest.fixture
def ruled(tmp_path):
    """Run `rule` on a file with this text: exit status, answers, messages."""

    def run(text: str | bytes) -> tuple[int, list[dict[str, Any]], str]:
        path = tmp_path / "cases"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        out, err = io.StringIO(), io.StringIO()
        status = rule_cases(str(path), out, err)
        return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()

    return run


def test_one_object(ruled):
    status, answers, messages = ruled(json.dumps(GOOD, indent=2))
    assert (status, messages) == (0, "")
    assert answers == [
        {
            "id": "a",
            "verdict": "value",
            "value": 7,
            "clauses": ["FAM-26"],
            "because": "After 8-8 comes 7-7.",
            "needs": [],
            "faults": [],
            "shape": "value",
        }
    ]


def test_a_list_and_lines_give_one_answer_a_line(ruled):
    other = GOOD | {"id": 5, "starting_double": 3}
    for text in (
        json.dumps([GOOD, other]),
        json.dumps([GOOD, other], indent=1),
        f"{json.dumps(GOOD)}\n\n{json.dumps(other)}\n",
        f"\n\n{json.dumps(GOOD)}\r\n{json.dumps(other)}",
        f"\ufeff{json.dumps(GOOD)}\n{json.dumps(other)}",
    ):
        status, answers, _ = ruled(text)
        assert status == 0
        assert [(item["id"], item["value"]) for item in answers] == [("a", 7), (5, 2)]


def test_faults_are_told_with_code_text_seats_and_tiles(ruled):
    case = {"rules": "family", "set": 12, "seats": ["A", "B"], "ask": {"check": "report"}}
    case["report"] = {"hands": {"B": ["13-4"]}, "out": "A"}
    _, answers, _ = ruled(json.dumps(case))
    assert answers[0]["id"] is None
    assert answers[0]["faults"] == [
        {
            "code": "tile_not_in_set",
            "text": "B cannot hold 4-13: the double-12 set has no such tile.",
            "seats": ["B"],
            "tiles": ["4-13"],
        }
    ]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"rules": None}, "rules: a case needs a preset"),
    ({"rules": "polish"}, 'rules: "polish" is not a preset'),
    ({"rules": {"base": "family", "closing_order": 3}}, 'rules: "closing_order" must be one of'),
    ({"sets": 12}, "sets: this key is not known"),
    ({"set": "12"}, "set: it must be a whole number from 1 to 18"),
    ({"set": True}, "set: it must be a whole number from 1 to 18"),
    ({"set": 12.0}, "set: it must be a whole number"),
    ({"set": 10**400}, "set: it must be a whole number"),
    ({"starting_double": 19}, "starting_double: it must be a whole number from 0 to 18"),
    ({"round": 0}, "round: it must be a whole number from 1 to 999"),
    ({"seats": "ABC"}, "seats: it must be a list of 1 to 99 seats"),
    ({"seats": []}, "seats: it must be a list of 1 to 99 seats"),
    ({"seats": ["A", "A"]}, "seats: each seat must have a name of its own"),
    ({"seats": ["A", 3]}, "seats.2: it must be the name of a seat"),
    ({"seats": ["A", "mexican"]}, 'seats.2: "mexican" is the Mexican Train'),
    ({"hands": []}, "hands: it must be an object with keys"),
    ({"hands": {"A": "1-2"}}, "hands.A: it must be a list"),
    ({"hands": {"A": [12]}}, "hands.A.1: a tile is written like 7-3"),
    ({"hands": {"A": ["1-2", "7"]}}, 'hands.A.2: "7" is not a tile'),
    ({"hands": {"A": ["1-2"] * 401}}, "hands.A: 401 are more than any table has"),
    ({"hands": {"": []}}, "hands.: it must be the name of a seat"),
    ({"hands": {str(n): [] for n in range(401)}}, "hands: 401 are more than any table has"),
    ({"hand_counts": {"A": "4"}}, "hand_counts.A: it must be a whole number"),
    ({"boneyard": [1]}, "boneyard: it must be a whole number"),
    ({"trains": {"A": 1}}, "trains.A: it must be an object with keys"),
    ({"trains": {"A": {"marked": 1}}}, "trains.A.marked: it must be true or false"),
    ({"trains": {"A": {"tiels": 1}}}, "trains.A.tiels: this key is not known"),
    ({"uncovered": {}}, "uncovered: it must be a list"),
    ({"uncovered": [{"double": 3}]}, "uncovered.1.train: it must be told"),
    ({"turn": []}, "turn: it must be an object with keys"),
    ({"report": {"total": {}}}, "report.total: this key is not known"),
    ({"report": {"totals": {"A": 2.5}}}, "report.totals.A: it must be a whole number"),
    ({"report": {"blocked": "no"}}, "report.blocked: it must be true or false"),
    ({"report": {"out": ""}}, "report.out: it must be the name of a seat"),
    ({"first_player": "Z", "seats": ["A"]}, 'first_player: "Z" does not sit at this table'),
    ({"ask": None}, "ask: it must be an object with keys"),
    ({"ask": {}}, 'ask: it needs one of "may"'),
    ({"ask": {"what": "rounds", "check": "setup"}}, 'ask: it needs one of "may"'),
    ({"ask": {"what": 3}}, "ask.what: it must be the name of a question"),
    ({"ask": {"what": "weather"}}, "ask.what: it can be hand_size"),
    ({"ask": {"check": "report", "tile": "1-2"}}, "ask.tile: this key is not known"),
    (
        {"rules": {"base": "family", "first_starting_double": 13}, "ask": {"what": "rounds"}},
        "rules.first_starting_double: the double-12 set has no 13-13",
    ),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_what_cannot_be_read_is_said_and_the_rest_is_answered(ruled, change, message):
    wrong = GOOD | {"id": "bad"} | change
    status, answers, messages = ruled("\n".join(json.dumps(c) for c in (GOOD, wrong, GOOD)))
    assert status == 2
    assert answers[0] == answers[2]
    assert answers[0]["value"] == 7
    assert answers[1].keys() == {"id", "error"}
    assert answers[1]["id"] == "bad"
    assert answers[1]["error"].startswith(message)
    assert messages == f"case 2: {answers[1]['error']}\n"
    assert len(messages) < 300


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "this is not JSON: "),
        ("nonsense", "this is not JSON: "),
        ("[1, 2", "this is not JSON: "),
        ("7", "a case must be an object with keys"),
        ('"text"', "a case must be an object with keys"),
        ("null", "a case must be an object with keys"),
        ("9" * 5000, "a number in it is too long"),
        ("[" * 200_000, "this is nested too deeply"),
        ('{"id": ' + "[" * 200_000, "this is nested too deeply"),
        (b"\xff\xfe", "byte 1 is not UTF-8 text"),
    ],
)
def test_lines_that_are_no_json_are_said_and_the_rest_is_answered(ruled, line, message):
    raw = line if isinstance(line, bytes) else line.encode()
    good = json.dumps(GOOD).encode()
    for place, lines in enumerate(((raw, good, good), (good, raw, good)), 1):
        status, answers, messages = ruled(b"\n".join(lines))
        assert status == 2
        assert [item.get("value") for item in answers].count(7) == 2
        assert answers[place - 1]["id"] is None
        assert answers[place - 1]["error"].startswith(message)
        assert messages.startswith(f"case {place}: {message}")


def test_a_text_that_is_no_json_at_all_is_said_once(ruled):
    status, answers, messages = ruled('{\n"id": 3,\n"rules" 7\n}\n')
    assert (status, len(answers)) == (2, 1)
    assert "line 3, column 9" in messages


def test_nothing_to_read_is_said(ruled):
    for text in ("", "\n \n"):
        status, answers, _ = ruled(text)
        assert status == 2
        assert answers[0]["error"] == "there is no case to read."


def test_a_line_past_all_measure_is_cut_and_the_rest_is_answered(ruled, monkeypatch):
    monkeypatch.setattr(command_line, "MOST_LINE", 300)
    good = json.dumps(GOOD)
    status, answers, _ = ruled(f'{good}\n{{"id": "{"x" * 1000}"}}\n{good}')
    assert status == 2
    assert [item.get("value") for item in answers] == [7, None, 7]
    status, answers, _ = ruled(f'{{"id": "{"x" * 1000}"}}\n{good}')
    assert [item.get("value") for item in answers] == [None, 7]


def test_a_text_past_all_measure_is_refused(ruled, monkeypatch):
    monkeypatch.setattr(command_line, "MOST_BYTES", 1000)
    text = json.dumps([GOOD] * 40, indent=1)
    status, answers, _ = ruled(text)
    assert status == 2
    assert "megabytes" in answers[0]["error"]


def test_a_file_that_is_not_there_or_is_a_folder_is_said(tmp_path, capsys):
    assert main(["rule", str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main(["rule", str(tmp_path)]) == 2
    assert "directory" in capsys.readouterr().err


def test_a_file_is_answered_to_standard_output(tmp_path, capsys):
    path = tmp_path / "case.json"
    path.write_text(json.dumps(GOOD))
    assert main(["rule", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 7


def test_names_in_any_script_go_through_and_messages_suit_any_terminal(ruled):
    case: dict[str, object] = {"id": "é", "rules": "family", "seats": ["Ænna", "B\ud800b"]}
    case |= {"ask": {"what": "points"}, "report": {"hands": {"Ænna": [], "B\ud800b": ["1-2"]}}}
    status, answers, _ = ruled(json.dumps(case))
    assert status == 0
    assert answers[0]["value"] == {"Ænna": 0, "B\ud800b": 3}
    _, _, messages = ruled(json.dumps(case | {"seats": ["é"] * 2, "first_player": "ü\ud800"}))
    assert messages.isascii()


def test_a_reader_that_goes_away_is_no_disaster(tmp_path, monkeypatch):
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    path = tmp_path / "case.json"
    path.write_text(json.dumps(GOOD))
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["rule", str(path)]) == 2


class Given:
    """Standard input with these bytes."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())


def test_cases_are_read_from_standard_input_too(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Given(json.dumps(GOOD)))
    assert main(["rule", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 7


def test_every_line_with_a_hand_gets_its_train(monkeypatch, capsys):
    lines = [
        '{"set": 6, "start": 6, "hand": ["6-1"]}',
        " ",
        "[",
        '{"set": 6, "start": 6, "hand": []}',
    ]
    monkeypatch.setattr(sys, "stdin", Given("\n".join(lines)))
    assert main(["train"]) == 2
    facts = capsys.readouterr()
    answers = [json.loads(line) for line in facts.out.splitlines()]
    assert [item.get("train") for item in answers] == [["6-1"], None, []]
    assert facts.err.startswith("line 3: ")
    monkeypatch.setattr(sys, "stdin", Given(lines[0]))
    assert main(["train"]) == 0


def test_a_round_is_checked_and_rounds_are_played(tmp_path, capsys):
    path = tmp_path / "round.txt"
    path.write_text("rules: family\nset: 12\nseats: Ann, Bob\n")
    assert main(["check", str(path)]) == 0
    assert "Bob" in capsys.readouterr().out
    assert main(["simulate", "--rules", "family", "--rounds", "1", "--seed", "3"]) == 0
    assert capsys.readouterr().out.startswith("1 rounds in ")


def test_arguments_that_nobody_asked_for_are_refused(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["rule", "a.json", "b.json"])
    assert stopped.value.code == 2
    assert "unrecognized arguments: b.json" in capsys.readouterr().err


def test_the_module_is_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["engine", "rule", "nowhere.json"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(command_line.__file__, run_name="__main__")
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("nowhere.json: ")


def test_without_a_command_the_usage_is_shown(capsys):
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_photos_are_held_against_each_other(tmp_path, capsys):
    hands = {
        "Ann": {"sights": [{"tiles": [["8-9", 0.7], ["8-8", 0.3]]}]},
        "Bob": {"sights": [{"tiles": [["8-9", 1]]}]},
    }
    file = tmp_path / "rounds.jsonl"
    rounds = [{"id": 1, "set": 12, "rules": "family", "hands": hands}, {"set": 12}]
    file.write_text("\n".join(map(json.dumps, rounds)))
    assert main(["audit", str(file)]) == 2
    answer, error = map(json.loads, capsys.readouterr().out.splitlines())
    assert (answer["id"], answer["hands"]["Ann"][0]["tile"]) == (1, "8-8")
    assert error == {"id": None, "error": "hands: it must be told."}


def test_the_module_runs_from_a_shell():
    run = subprocess.run(
        [sys.executable, "-m", "engine", "rule", "-"],
        input=json.dumps(GOOD) + "\n{",
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert run.returncode == 2
    assert json.loads(run.stdout.splitlines()[0])["value"] == 7
    assert run.stderr.startswith("case 2: this is not JSON")
    assert "Traceback" not in run.stderr
