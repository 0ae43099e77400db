"""``manage.py test``: every check and every test, and what came of each.

    python3 manage.py test                      all checks, all tests on SQLite, and on PostgreSQL
                                                all that another database could answer otherwise
    python3 manage.py test --only checks        also: sqlite, postgresql; may be said again
    python3 manage.py test tests/engine -x      these tests alone, on SQLite; words are pytest's

All steps run, also when one fails; then the command ends with 1.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from league.site import machine
from tests.browsers import get_browser
from tests.platforms import files_that_differ
from tests.postgres import HOW_TO_GET_IT, PostgresError, find_binaries, throwaway_server

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent
PARTS = ("checks", "sqlite", "postgresql")
# What a page is like in a browser does not hang on the database: every view, service and selector
# has its own tests. The ground's are about commands, which choose their own. And where nothing asks
# a database, no test has to be read to find that out. These are run once, and that is enough.
WITHOUT_DATABASE = (
    "tests/camera",
    "tests/engine",
    "tests/league/tournaments/brackets",
    "tests/league/browser",
    "tests/league/seating",
    "tests/league/spreadsheets",
    "tests/league/standings",
    "tests/scoring/browser",
    "tests/scoring/static",
    "tests/tournaments",
    "tests/test_architecture.py",
    "tests/test_ground_browser.py",
    "tests/test_ground_node.py",
    "tests/test_ground_runner.py",
    "tests/test_ground_serve.py",
    "tests/test_ground_settings.py",
    "tests/test_ground_setup.py",
)
# Of the rest, what asks a database is tried on PostgreSQL too: models, selectors, services,
# commands, views. What is marked as alike asks none, or the same with other values, or what other
# tests ask as well (tests/statements.py).
DIFFERS = (
    *(f"--ignore={name}" for name in WITHOUT_DATABASE),
    *("-m", "asks_database and not alike"),
)
MOST_WORKERS = 4
PRODUCT = ("manage.py", "engine", "scoring", "league")


@dataclass
class Outcome:
    """What came of one step. ``closing`` is pytest's last line."""

    name: str
    passed: bool
    seconds: float
    said: str = ""
    closing: str = ""


def main(arguments: list[str]) -> int:
    """Run what was asked for; answer 0 when all of it passed, else 1."""
    parser = argparse.ArgumentParser(
        prog="manage.py test",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be repeated")
    known, words = parser.parse_known_args(arguments)
    parts = known.only or (["sqlite"] if words else list(PARTS))
    os.chdir(ROOT)
    # Or each worker, and each server that a test starts, would compile all of it anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if words and parts == ["sqlite"]:
        get_browser()
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *words])
    # So that a server that was started is stopped, whatever stops us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    outcomes: list[Outcome] = []
    remarks: list[str] = []
    try:
        if "checks" in parts:
            outcomes += run_checks()
        if "sqlite" in parts or "postgresql" in parts:
            get_browser()
        binaries = find_binaries() if "postgresql" in parts else None
        if "postgresql" in parts and not binaries:
            remarks.append(f"PostgreSQL was not found, nothing was tried on it: {HOW_TO_GET_IT}.")
        outcomes += run_tests(binaries, words, on_sqlite="sqlite" in parts)
    except KeyboardInterrupt:
        remarks.append("Stopped before the end.")
        outcomes.append(Outcome("all steps", passed=False, seconds=0))
    return sum_up(outcomes, remarks)


def checks() -> Iterator[tuple[str, list[str]]]:
    """Answer each check's name and command; they change no file."""
    templates = [str(file.relative_to(ROOT)) for file in sorted(ROOT.glob("templates/**/*.html"))]
    yield "mypy", [str(TOOLS / "mypy")]
    # The tests run on Linux and macOS alone. With one cache, each would undo the other's. What is
    # only imported is not looked into once more.
    alone = ["--follow-imports", "silent", *files_that_differ(PRODUCT)]
    for platform in ("win32", "darwin"):
        cache = ["--cache-dir", f".mypy_cache/{platform}"]
        yield f"mypy for {platform}", [str(TOOLS / "mypy"), "--platform", platform, *cache, *alone]
    yield "ruff check", [str(TOOLS / "ruff"), "check", "--quiet", "--output-format", "concise", "."]
    yield "ruff format", [str(TOOLS / "ruff"), "format", "--check", "."]
    yield "import contracts", [str(TOOLS / "lint-imports"), "--no-logo", "--no-cache"]
    if templates:
        yield "djade", [str(TOOLS / "djade"), "--check", *templates]
    yield "deptry", [str(TOOLS / "deptry"), "--no-ansi", "."]
    scripts = [sys.executable, "-m", "tests.node"]
    yield "scripts: types", [*scripts, "types"]
    yield "scripts: eslint", [*scripts, "lint"]
    yield "scripts: prettier", [*scripts, "form"]
    yield "scripts: unit tests", [*scripts, "test"]
    # Python's own form of each test, which the workers would else all make at the same time.
    read = ["-qq", "--collect-only", "-n", "0", "-p", "tests.only_read"]
    yield "tests: read", [sys.executable, "-m", "pytest", *read]
    django = [sys.executable, "-m", "django"]
    yield "migrations", [*django, "makemigrations", "--check", "--dry-run"]


def run_checks() -> list[Outcome]:
    """Run the checks two at a time, and tell what each that failed had to say."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        outcomes = list(pool.map(lambda check: run_check(*check), checks()))
    for outcome in outcomes:
        if not outcome.passed:
            print(f"\n--- {outcome.name} ---\n{outcome.said}", flush=True)
    return outcomes


def run_check(name: str, command: list[str]) -> Outcome:
    start = time.monotonic()
    done = subprocess.run(
        command,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Outcome(name, done.returncode == 0, time.monotonic() - start, done.stdout)


def run_tests(binaries: Path | None, words: list[str], *, on_sqlite: bool) -> list[Outcome]:
    """Run pytest on both databases side by side, and print what each said one after the other.

    On SQLite a third of the time is spent waiting for browsers and servers.
    """
    outcomes = []
    lines: list[str] = []
    with ThreadPoolExecutor(max_workers=1) as pool:
        say = lines.append if on_sqlite else show
        other = pool.submit(run_on_postgresql, binaries, words, say) if binaries else None
        if on_sqlite:
            outcomes.append(run_pytest("pytest on SQLite", words, show))
        if other:
            outcomes.append(other.result())
    for line in lines:
        show(line)
    return outcomes


def show(line: str) -> None:
    print(line, end="", flush=True)


def run_pytest(
    name: str,
    words: list[str],
    say: Callable[[str], None],
    url: str = "",
    chosen: tuple[str, ...] = (),
) -> Outcome:
    """Run pytest and pass each line of its output on; an empty URL means SQLite."""
    say(f"\n--- {name} ---\n")
    command = [sys.executable, "-m", "pytest", *words, *chosen]
    if not words:
        # On SQLite one more than there are cores: while one waits for its browser, others work.
        # What PostgreSQL is asked ends long before, and each worker has to read all tests first.
        cores = machine.cores()
        workers = min(max(cores // 2, 1) if url else cores + 1, MOST_WORKERS)
        command += ["-n", str(workers), "--dist", "worksteal"]
    if sys.stdout.isatty():
        command.append("--color=yes")
    start = time.monotonic()
    closing = ""
    with subprocess.Popen(
        command,
        env={**os.environ, "TEST_DATABASE_URL": url},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            say(line)
            closing = line.strip() or closing
    return Outcome(name, process.returncode == 0, time.monotonic() - start, closing=closing)


def run_on_postgresql(binaries: Path, words: list[str], say: Callable[[str], None]) -> Outcome:
    name = "pytest on PostgreSQL"
    with ExitStack() as stack:
        try:
            url = stack.enter_context(throwaway_server(binaries))
        except (PostgresError, OSError) as error:
            say(f"\n--- {name} ---\nThe throwaway server did not start: {error}\n")
            return Outcome(name, passed=False, seconds=0, closing="the server did not start")
        return run_pytest(name, words, say, url, chosen=() if words else DIFFERS)


def sum_up(outcomes: list[Outcome], remarks: list[str]) -> int:
    """Print what came of each step, pytest's own closing lines last; answer the exit status."""
    failed = [outcome for outcome in outcomes if not outcome.passed]
    print("\n--- summary ---")
    for outcome in outcomes:
        word = "ok" if outcome.passed else "FAILED"
        print(f"{word:<8}{outcome.name:<24}{outcome.seconds:7.1f} s")
    for remark in remarks:
        print(remark)
    if failed:
        print(f"Failed: {', '.join(outcome.name for outcome in failed)}.")
    for outcome in outcomes:
        if outcome.closing:
            print(f"{outcome.name}: {outcome.closing}")
    sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
