"""The house stands as docs and contracts say: imports run down, and no room grows too large.

Import-linter's contracts in pyproject.toml say which floor may know which; ``manage.py test`` runs
them. Here stands what they cannot say.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_MODULE = 800
LONGEST_FUNCTION = 50
# Modules and functions known to be longer, such as "scoring/sheets/forms.py" or
# "scoring/sheets/forms.py:save".
KNOWN_LONG: frozenset[str] = frozenset()
# What a value is must be in its name; these say only that there is one.
SAYS_NOTHING = frozenset({"told", "found", "one", "said", "held", "each"})
# Where no value has such a name any more; the other packages come in one by one.
SPEAKING = ("engine", "league", "scoring")
# Columns of the database, which other versions of the program read.
KEPT_NAMES = frozenset(
    {
        "league/days/models.py: one",
        "scoring/disputes/models.py: told",
        "scoring/disputes/services.py: told",
    }
)
# Packages of plain values: they know their own floor, the standard library, and what stands here.
PURE = {
    "engine": frozenset[str](),
    "league/seating": frozenset({"numpy"}),
    "league/tournaments/brackets": frozenset({"league.seating", "league.standings"}),
    # Runs in a process that is to have neither a database nor a secret.
    "league/spreadsheets": frozenset({"defusedxml", "openpyxl", "scoring.names"}),
    "league/standings": frozenset({"openskill"}),  # the rating's arithmetic; as pure as the rest
}
# Put together from pieces, so that this file does not name what it looks for.
NOT_TO_BE_NAMED = [
    re.compile(text)
    for text in (
        r"/" + r"(work|root|tmp)/\w",
        r"/opt/" + r"(pypi|wheels)",
        r"pypi\." + r"org",
        r"python" + r"hosted\.org",
        r"registry\." + r"npmjs",
        r"artifact" + r"registry",
        r"\bpkg" + r"\.dev\b",
    )
]


def kept_files() -> list[Path]:
    """Every file that the repository keeps or is about to keep."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        # A copy without its history, or a machine without git: then all but what is made.
        made = {".venv", "var", ".git", "node_modules"}
        files = [path for top in ROOT.iterdir() if top.name not in made for path in walk(top)]
        return sorted(file for file in files if "cache" not in str(file))
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return sorted(path for path in paths if path.is_file())


def walk(top: Path) -> Iterator[Path]:
    yield from (path for path in top.rglob("*") if path.is_file()) if top.is_dir() else (top,)


def modules() -> list[Path]:
    return [file for file in kept_files() if file.suffix == ".py"]


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Every module that is imported, by its whole name, wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -(node.level - 1) or None] if node.level else []
            yield node.lineno, ".".join([*above, node.module or ""]).rstrip(".")


def test_pure_packages_import_the_standard_library_alone() -> None:
    faults = []
    for folder, allowed in PURE.items():
        own = folder.replace("/", ".")
        for file in sorted((ROOT / folder).rglob("*.py")):
            package = ".".join(file.relative_to(ROOT).parent.parts)
            for line, name in imported(ast.parse(file.read_text()), package):
                top = name.partition(".")[0]
                known = any(name == one or name.startswith(f"{one}.") for one in (own, *allowed))
                if not (known or top in sys.stdlib_module_names):
                    faults.append(f"{name_of(file)}:{line} imports {name}")
    assert not faults


# Signing in, tidying and the first start are the site's part of what scoring's rooms do.
MAY_CALL_SERVICES_OF_SCORING = "league.site."


def test_rooms_call_one_another_by_their_public_modules() -> None:
    """A room's services are its own: what another room may use of them is in its `public.py`."""
    faults = []
    for file in modules():
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts[0] not in ("league", "scoring"):
            continue
        importer = ".".join(parts)
        for line, name in imported(ast.parse(file.read_text()), ".".join(parts[:-1])):
            room, services, _module = name.partition(".services")
            if not services or importer.startswith(f"{room}."):
                continue
            if room.startswith("league.") or not importer.startswith(MAY_CALL_SERVICES_OF_SCORING):
                faults.append(f"{name_of(file)}:{line} imports {name}")
    assert not faults


def test_the_first_start_needs_the_standard_library_alone() -> None:
    """What runs before the environment stands: only Django, and that inside a function."""
    first = ("manage", "league.site.setup", "league.site.machine")
    for module in first:
        file = ROOT / f"{module.replace('.', '/')}.py"
        tree = ast.parse(file.read_text())
        at_the_top = ast.Module([node for node in tree.body if not is_def(node)], [])
        for line, name in imported(at_the_top, "league.site"):
            top = name.partition(".")[0]
            known = name in first or name == "league.site"
            assert top in sys.stdlib_module_names or known, f"{name_of(file)}:{line} imports {name}"


def is_def(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def test_modules_and_functions_are_of_a_size_to_read() -> None:
    found = {}
    for file in modules():
        parts = file.relative_to(ROOT).parts
        if parts[0] == "tests" or "migrations" in parts:
            continue
        text = file.read_text()
        found[name_of(file)] = (len(text.splitlines()), LONGEST_MODULE)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                key = f"{name_of(file)}:{node.name}"
                found[key] = (max(lines, found.get(key, (0, 0))[0]), LONGEST_FUNCTION)
    too_long = {key: lines for key, (lines, most) in found.items() if lines > most}
    assert set(too_long) == set(KNOWN_LONG), f"longer than agreed: {too_long}"


@pytest.mark.parametrize("app", ["league", "scoring"])
def test_a_class_name_means_one_thing_in_an_app(app: str) -> None:
    """Django looks for each command's class by the one name `Command`."""
    places: dict[str, list[str]] = {}
    for file in modules():
        parts = file.relative_to(ROOT).parts
        if parts[0] == app and not {"migrations", "commands"} & set(parts):
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(name_of(file))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def values_named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name that the module gives to a value: variables, parameters, fields, imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.alias):
            yield node.lineno, node.asname or node.name
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.lineno, node.name


@pytest.mark.parametrize("package", SPEAKING)
def test_names_say_what_the_value_is(package: str) -> None:
    faults = [
        f"{name_of(file)}:{line}: {name}"
        for file in modules()
        if name_of(file).startswith((f"{package}/", f"{package}.py"))
        for line, name in values_named(ast.parse(file.read_text()))
        if name in SAYS_NOTHING and f"{name_of(file)}: {name}" not in KEPT_NAMES
    ]
    assert not faults


def test_each_color_of_the_style_sheets_stands_once() -> None:
    """So that a color is changed in one place, for light or for dark."""
    places: dict[str, list[str]] = {}
    for file in kept_files():
        if file.suffix == ".css":
            for color in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])", file.read_text()):
                places.setdefault(color.lower(), []).append(name_of(file))
    assert {color: files for color, files in places.items() if len(files) > 1} == {}


def test_no_file_names_a_machine_or_a_registry() -> None:
    faults = []
    for file in kept_files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for pattern in NOT_TO_BE_NAMED:
            faults += [f"{name_of(file)}: {match.group()}" for match in pattern.finditer(text)]
    assert not faults


def requirements() -> dict[str, set[str]]:
    """The packages that pyproject.toml asks for, by the group that asks."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = {"project": project["project"]["dependencies"], **project["dependency-groups"]}
    return {
        group: {re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0].lower() for line in lines}
        for group, lines in groups.items()
    }


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_a_page_of_docs_names_only_files_that_are_there(name: str) -> None:
    """A reader opens what the page names; in security.md, a missing file shows nothing."""
    text = (ROOT / "docs" / name).read_text()
    files = re.findall(
        r"(?<![\w/])((?:tests|league|scoring|engine|templates|docs)/[\w./]+\.\w+)", text
    )
    assert [file for file in sorted(set(files)) if not (ROOT / file).exists()] == []


def test_each_dependency_has_its_line() -> None:
    page = (ROOT / "docs/dependencies.md").read_text()
    named = set(re.findall(r"^\| `([\w@/-]+)`", page, flags=re.MULTILINE))
    scripts = json.loads((ROOT / "package.json").read_text())
    assert named == set().union(*requirements().values(), scripts["devDependencies"])


def pins(lock: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return dict(found)


def test_the_locks_hold_what_is_asked_for_and_agree() -> None:
    asked = requirements()
    site, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert asked["project"] <= set(site)
    assert asked["dev"] <= set(dev)
    assert asked["setup"] == set(pins("requirements-setup.lock"))
    assert asked["node"] == set(pins("requirements-node.lock"))
    assert site.items() <= dev.items()


@pytest.mark.parametrize("lock", sorted(file.name for file in ROOT.glob("requirements*.lock")))
def test_each_locked_package_is_known_by_its_hash(lock: str) -> None:
    blocks = re.split(r"\n(?=[\w.-]+==)", (ROOT / lock).read_text().strip())
    assert len(blocks) == len(pins(lock))
    assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_the_lock_of_the_scripts_tools_holds_what_is_asked_for_by_its_hash() -> None:
    asked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    own = packages.pop("")
    assert own["devDependencies"] == asked
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, package in packages.items() if "integrity" not in package] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []
