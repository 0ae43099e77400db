"""What the engine in a browser is asked, as the browser asks it: text in, text out, no Django."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scoring.tablets.offline import call_table as calls
from scoring.tablets.offline.bundle import bundle

SAMPLE = Path(__file__).parents[3] / "engine/cases/sample.json"
# Without the site's packages, as in the browser: the bundle and the standard library are all.
ABOARD = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
from scoring.tablets.offline import call_table as calls
calls.make_ready()
for name in json.loads(sys.argv[2]):
    importlib.import_module(name)
loaded = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(json.dumps(sorted(loaded)))
print(calls.answer_text("rule", sys.stdin.read()))
"""


def test_what_goes_aboard_needs_the_standard_library_alone(tmp_path: Path) -> None:
    packed = tmp_path / "bundle.zip"
    packed.write_bytes(bundle().data)
    with zipfile.ZipFile(packed) as archive:
        files = [name for name in archive.namelist() if name.endswith(".py")]
    modules = [name.removesuffix(".py").removesuffix("/__init__") for name in files]
    names = json.dumps([name.replace("/", ".") for name in modules])
    case = json.loads(SAMPLE.read_text())[0]
    command = [sys.executable, "-I", "-S", "-c", ABOARD, str(packed), names]
    done = subprocess.run(
        command, input=json.dumps(case), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded, answer = done.stdout.splitlines()
    assert json.loads(loaded) == sorted({"__main__", *(name.split("/")[0] for name in modules)})
    assert answer == calls.answer_text("rule", json.dumps(case))
    assert json.loads(answer)["answer"]["verdict"]


def test_what_the_engine_cannot_read_is_answered_with_its_sentence() -> None:
    """As `python -m engine rule` answers it: under the case's id."""
    answer = json.loads(calls.answer_text("rule", '{"id": "a", "ask": {"may": "fly"}}'))
    assert answer["answer"]["id"] == "a"
    assert answer["answer"]["error"].endswith(".")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("fly", "{}", "There is no call 'fly'."),
        ("rule", "{", "This is not JSON: Expecting property name"),
    ],
)
def test_what_cannot_be_asked_is_an_error(name: str, text: str, said: str) -> None:
    assert json.loads(calls.answer_text(name, text))["error"].startswith(said)


def test_a_fault_of_ours_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calls.CALLS, "broken", "operator:neg")
    assert json.loads(calls.answer_text("broken", "2"))["answer"] == -2
    with pytest.raises(TypeError):
        calls.answer_text("broken", '"two"')


def test_a_name_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "CALLS", dict(calls.CALLS))
    calls.register("double", "operator:neg")
    with pytest.raises(ValueError, match="there is a call 'double' already"):
        calls.register("double", "operator:neg")


def test_a_call_that_leads_nowhere_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calls.CALLS, "broken", "engine.questions:no_such_function")
    with pytest.raises(AttributeError):
        calls.make_ready()
