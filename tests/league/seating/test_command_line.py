"""`python -m league.seating plan`: what comes in, what goes out, what bad input gets."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from league.seating import command_line
from league.seating.case import read_case
from league.seating.command_line import main, plan_case
from tests.league.seating.checking import check

ROOT = Path(__file__).resolve().parents[3]
GOOD = {"players": 11, "tables": [4, 4, 3], "rounds": 3, "seconds": 0.05, "seed": 7}


@pytest.fixture
def planned(tmp_path):
    """Run `plan` on a file with this text: exit status, answer, messages."""

    def run(text):
        path = tmp_path / "case.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        out, err = io.StringIO(), io.StringIO()
        status = plan_case(str(path), out, err)
        return status, json.loads(out.getvalue()), err.getvalue()

    return run


def test_a_case_with_everything(planned):
    case = GOOD | {
        "fixed": {"p0": 2}, "apart": [["p1", "p2"]], "together": [["p3", "p4"]],
        "met": [["p5", "p6"]], "absent": {"p9": [2]}, "note": "a Monday",
    }  # fmt: skip
    status, answer, messages = planned(json.dumps(case))
    assert (status, messages) == (0, "")
    assert list(answer) == ["rounds", "repeats", "least_repeats", "most_meetings", "never_met"]
    assert all("p0" in tables[1] for tables in answer["rounds"])
    assert [len(table) for table in answer["rounds"][0]] == [4, 4, 3]


def test_names_and_wished_sizes(planned):
    names = [f"Ann {i}" for i in range(13)]
    sizes = {"size": 4, "least": 3, "most": 5}
    status, answer, _ = planned(json.dumps(GOOD | {"players": names, "tables": sizes}))
    assert status == 0
    assert sorted(name for table in answer["rounds"][2] for name in table) == sorted(names)


def test_the_rest_of_the_day_after_played_rounds(planned):
    _, first, _ = planned(json.dumps(GOOD))
    case = GOOD | {"played": first["rounds"][:2], "players": [f"p{i}" for i in range(1, 12)]}
    status, answer, _ = planned(json.dumps(case))
    assert status == 0
    assert answer["rounds"][:2] == first["rounds"][:2]
    assert len(answer["rounds"]) == 3


WRONG = [
    ("{nonsense", "This is not JSON: Expecting property name enclosed in double quotes at line 1, "
     "column 2."),
    ("", "There is no case to read."),
    ("[]", "A case is an object with players, tables and rounds."),
    ("[" * 100_000, "This is nested too deeply."),
    (b"\xff{}", "Byte 1 is not UTF-8 text."),
    ('{"players": ' + "9" * 5000 + "}", "A number in it is too long."),
    ({"players": None}, "players is missing: names, or how many."),
    ({"rounds": None}, "rounds is missing: a number."),
    ({"players": -4}, "players: -4 is not a whole number from 0 to 400."),
    ({"players": 11.0}, "players: 11.0 is not a whole number from 0 to 400."),
    ({"players": "Ann"}, 'players: "Ann" is not a whole number from 0 to 400.'),
    ({"players": True}, "players: true is not a whole number from 0 to 400."),
    ({"players": 10**9}, "players: 1000000000 are more than can be planned at once; 400 can."),
    ({"players": [1, 2]}, "players: 1 is not a name; a name is a text."),
    ({"players": ["Ann", " "]}, 'players: " " is not a name; a name is a text.'),
    ({"tables": "4"}, 'tables: "4" is not a list of sizes.'),
    ({"tables": [4, 4, -3]}, "tables: a size: -3 is not a whole number from 0 to 400."),
    ({"tables": [11, 0]}, "Table 2 has no seat. Give it 2 seats or more, or "
     "leave it out."),
    ({"tables": []}, "11 people do not fit 0 seats. Seats to add, or people to leave out: 11."),
    ({"tables": {"least": 3}}, "tables: size is missing, the preferred number of seats."),
    (
        {"tables": {"size": 4, "min": 3}},
        'tables: "min" is not known; size, least, most and tables are.',
    ),
    ({"rounds": -1}, "rounds: -1 is not a whole number from 0 to 100."),
    ({"rounds": 10**40}, "rounds: so large a number is not a whole number from 0 to 100."),
    ({"rounds": "3"}, 'rounds: "3" is not a whole number from 0 to 100.'),
    ({"seconds": -1}, "seconds: -1 is not a number from 0 to 600."),
    ('{"players": 4, "tables": [4], "rounds": 1, "seconds": NaN}',
     "seconds: nan is not a number from 0 to 600."),
    ({"seed": 1.5}, f"seed: 1.5 is not a whole number from {-(2**63)} to {2**63}."),
    ({"fixed": [["p0", 2]]}, "fixed: a list is not an object with names as keys."),
    ({"fixed": {"p0": "2"}}, 'fixed: the table of p0: "2" is not a whole number from 1 to 400.'),
    ({"apart": {"p0": "p1"}}, "apart: an object is not a list."),
    ({"apart": [["p0"]]}, "apart: a list needs two names or more."),
    ({"together": ["p0"]}, 'together: "p0" is not a list.'),
    ({"met": [["p0", 5]]}, "met: 5 is not a name; a name is a text."),
    ({"played": [["p0"]]}, 'played: "p0" is not a list.'),
    ({"absent": {"p0": 1}}, "absent: p0: 1 is not a list."),
    ({"apart": [["p0", "Zoe"]]}, "apart: not among the players: Zoe. Add the name, or leave "
     "it out of apart."),
]  # fmt: skip


@pytest.mark.parametrize(("told", "sentence"), WRONG, ids=lambda value: str(value)[:30])
def test_bad_input_is_answered_with_a_sentence(planned, told, sentence):
    text = json.dumps(GOOD | told) if isinstance(told, dict) else told
    status, answer, messages = planned(text)
    assert (status, answer) == (2, {"error": sentence})
    assert messages == sentence + "\n"


def test_an_unknown_key_is_named(planned):
    status, answer, _ = planned(json.dumps(GOOD | {"fixd": {}}))
    assert status == 2
    assert answer["error"].startswith('"fixd" is not known here. A case may hold: players, ')


def test_too_much_is_refused(planned, monkeypatch):
    monkeypatch.setattr(command_line, "MOST_BYTES", 1024**2)
    status, answer, _ = planned(b" " * (1024**2 + 1))
    assert (status, answer) == (2, {"error": "This is more than 1 megabytes."})


def test_a_file_that_is_not_there(capsys):
    for name in ("no/such/file", "a\0b"):
        assert main(["plan", name]) == 2
        assert "cannot be read" in json.loads(capsys.readouterr().out)["error"]


def test_standard_input_and_the_same_bytes_twice():
    command = [sys.executable, "-m", "league.seating", "plan", "-"]
    root = Path(command_line.__file__).resolve().parents[2]
    # Found long before the time is over: how fast the machine is does not show.
    case = GOOD | {"tables": [4, 4, 3], "rounds": 2, "seconds": 60}
    runs = [
        subprocess.run(
            command, input=json.dumps(case).encode(), cwd=root, capture_output=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    answer = json.loads(runs[0])
    assert answer["repeats"] == answer["least_repeats"] == 2
    told = read_case(case)
    rounds = tuple(tuple(tuple(table) for table in tables) for tables in answer["rounds"])
    from league.seating.report import DayPlan

    check(told, DayPlan(**(answer | {"rounds": rounds})))


def test_a_python_without_numpy_hands_over_to_the_projects_own():
    """As on a new machine, where `python3` is Debian's."""
    bare = [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "league.seating", "plan", "-"]
    done = subprocess.run(
        bare, cwd=ROOT, input=json.dumps(GOOD), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [len(table) for table in json.loads(done.stdout)["rounds"][0]] == [4, 4, 3]
