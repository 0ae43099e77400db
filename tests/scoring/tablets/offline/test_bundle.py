"""What a tablet keeps to run the engine: all of it, nothing else, and a name for each state."""

import ast
import io
import zipfile
from pathlib import Path

import pytest

from scoring import referee
from scoring.tablets import offline
from scoring.tablets.offline import bundle as aboard

ROOT = Path(__file__).parents[4]


def packed() -> aboard.Bundle:
    """The bundle, made anew."""
    return aboard.bundle.__wrapped__()


def test_it_holds_what_is_named_of_the_engine_and_of_scoring() -> None:
    with zipfile.ZipFile(io.BytesIO(packed().data)) as archive:
        assert archive.testzip() is None
        held = {name: archive.read(name) for name in archive.namelist()}
    sources = aboard.files_aboard()
    assert {name: sources[name].read_bytes() for name in held} == held
    own = {name for name in held if not name.startswith("django/")}
    assert {name: sources[name] for name in own} == {name: ROOT / name for name in own}
    engine = {name for name in own if name.startswith("engine/")}
    assert {name.split("/")[1].removesuffix(".py") for name in engine} == {
        "__init__",
        *(module.removeprefix("engine.") for module in offline.ENGINE),
    }
    for package in ("game", "parsing", "reports", "rules", "rulings", "table"):
        files = {
            str(file.relative_to(ROOT))
            for file in (ROOT / "engine" / package).rglob("*.*")
            if "__pycache__" not in file.parts
        }
        assert {name for name in files if not referee.is_foreign(name, "en")} <= engine
    assert {name for name in own if not name.startswith(("engine/", "scoring/referee/"))} == {
        *(
            f"scoring/{package}__init__.py"
            for package in (
                "",
                "disputes/",
                "tablets/",
                "tablets/offline/",
            )
        ),
        *(
            f"{name.replace('.', '/')}.py"
            for name in aboard.MODULES
            if not name.startswith("engine.") and name != "scoring.referee"
        ),
    }
    assert held.keys() - own == {
        "django/__init__.py",
        *(f"django/utils/{name}.py" for name in ("__init__", "functional", "translation")),
    }
    assert not [name for name in held if "__pycache__" in name or name.endswith(".pyc")]


@pytest.mark.parametrize(
    ("language", "grammars"),
    [
        ("en", {"english.txt", "english.facts.txt"}),
        ("en-gb", {"english.txt", "english.facts.txt"}),
        ("de", {"de.txt", "de.facts.txt", "any_order.txt"}),
        ("es", {"es.txt", "es.facts.txt", "any_order.txt"}),
    ],
)
def test_questions_are_read_in_the_language_in_use_alone(language: str, grammars: set[str]) -> None:
    names = aboard.files_aboard(language)
    assert {name.rpartition("/")[2] for name in names if name.endswith(".txt")} == grammars


def test_the_same_code_makes_the_same_bundle() -> None:
    assert packed() == packed()


def test_other_code_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules_aboard").mkdir()
    file = tmp_path / "rules_aboard" / "__init__.py"
    file.write_text("ONE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(aboard, "MODULES", ("rules_aboard",))
    first = packed()
    file.write_text("ONE = 2\n")
    second = packed()
    (file.parent / "table.json").write_text("{}")
    assert len({first.digest, second.digest, packed().digest}) == 3


@pytest.mark.parametrize("name", ["no_such_module", "scoring.no_such_module"])
def test_a_module_that_is_not_there_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aboard, "MODULES", (name,))
    with pytest.raises(LookupError, match=f"no module {name}"):
        packed()


def test_the_version_is_another_one_when_a_script_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = aboard.tablet_files.__wrapped__()
    assert aboard.tablet_files.__wrapped__() == before
    source = aboard._source_of
    changed = tmp_path / "engine.js"
    changed.write_text("// another one\n")
    monkeypatch.setattr(
        aboard, "_source_of", lambda name: changed if name == aboard.SCRIPT else source(name)
    )
    after = aboard.tablet_files.__wrapped__()
    assert after.version != before.version
    assert after.files == before.files


def test_a_file_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aboard, "PYODIDE_FILES", ("no-such-file.wasm",))
    with pytest.raises(LookupError, match=r"no file scoring/vendor/.*/no-such-file\.wasm"):
        aboard.tablet_files.__wrapped__()


def test_a_tablet_keeps_what_reads_photos_and_not_its_source() -> None:
    names = aboard.camera_files()
    assert {"scoring/camera/simd.wasm", "scoring/camera/weights.bin"} <= set(names)
    assert "scoring/camera/simd.wat" not in names


def imports_of(name: str, source: bytes) -> set[str]:
    """The modules of ours that a file imports, as their files are named in the bundle."""
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    ours = {module.replace(".", "/") for module in imported if module.startswith("engine")}
    return {f"{path}{end}" for path in ours for end in (".py", "/__init__.py")}


def test_the_engine_aboard_has_all_that_it_imports_and_nothing_that_is_never_imported() -> None:
    files = aboard.files_aboard()
    held = {name: files[name].read_bytes() for name in files if name.endswith(".py")}
    here = {str(file.relative_to(ROOT)) for file in (ROOT / "engine").rglob("*.py")}
    imported = set().union(*(imports_of(name, source) for name, source in held.items())) & here
    engine = {name for name in held if name.startswith("engine/")}
    assert imported <= engine
    named = {"engine/questions.py"}  # by its name, in `scoring.calls`
    assert {name for name in engine - imported - named if not name.endswith("__init__.py")} == set()
