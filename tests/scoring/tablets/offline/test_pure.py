"""What goes aboard a tablet runs where there is no Django and no package but the standard ones."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from scoring.tablets.offline import calls
from scoring.tablets.offline.bundle import bundle

TABLE = {"set": 12, "rules": {"base": "family", "fill": "defaults"}}
SEATS = {"seats": ["Ann", "Bob"], "round": 1, "starting_double": 12}
PARTS = {"seat": ["Ann"], "tile": ["12-7"], "train": ["mexican"]}
QUESTION = {"fields": PARTS, "kind": "lay"}
ANSWERED = {"fields": {**PARTS, "quick": ["turn.laid=none"]}, "kind": "lay"}
ASKED: list[tuple[str, Any]] = [
    ("readings", {"text": "who plays first", **SEATS}),
    ("check", {**TABLE, "names": [[2, "Ann"], [1, "Bob"]], "fields": {"ending": "out-2"}}),
    ("check", {**TABLE, "names": [[2, "Ann"], [1, "Bob"]], "fields": {"seat-1-tiles": "12-12 x"}}),
    ("desk", {**TABLE, **SEATS, **QUESTION}),
    ("desk", {**TABLE, **SEATS, **ANSWERED}),
    ("desk", {**TABLE, **SEATS, "kind": "begins", "fields": {}}),
    ("desk", {**TABLE, "rules": {"base": "token"}, **SEATS, "kind": "begins", "fields": {}}),
    ("desk", []),
]
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from scoring.tablets.offline import calls
asked = json.load(sys.stdin)
print(json.dumps([getattr(calls, name)(value) for name, value in asked]))
print(sys.modules["django"].__file__, file=sys.stderr)
"""


def lay_out(top: Path) -> None:
    """The folder as a tablet unpacks it."""
    with zipfile.ZipFile(io.BytesIO(bundle().data)) as packed:
        packed.extractall(top)


def test_the_calls_answer_the_same_without_django(tmp_path: Path) -> None:
    lay_out(tmp_path)
    # Isolated, and without the folder of installed packages.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(tmp_path)],
        input=json.dumps(ASKED),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) in done.stderr
    answers = json.loads(done.stdout)
    here = [getattr(calls, name)(value) for name, value in ASKED]
    assert answers == json.loads(json.dumps(here))
    assert [min(answer) for answer in answers] == [
        "readings", "complaints", "complaints", "asked", "asked", "asked", "asked", "error"
    ]  # fmt: skip
